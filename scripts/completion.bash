# Completion of the command nopal for bash. It asks nopal for its commands, options, thorns and devices.

_nopal() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]}
  local -a command=()
  local word help choices=''
  # The words of the command: `run`, or `cache show`.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    command+=("$word")
    [[ $word == cache || $word == new ]] || break
  done
  case $previous in
  --log-level) choices='trace debug info warn error off' ;;
  --recover) choices=auto ;;
  --device) choices=$("$program" list devices 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p') ;;
  esac
  if [[ -z $choices && ${command[0]-} =~ ^(describe|extents)$ && $current != -* ]]; then
    choices=$("$program" list thorns 2>/dev/null | sed -n 's/^  \([a-z_0-9]*\) .*/\1/p')
  elif [[ -z $choices && ${command[0]-} == list && $current != -* ]]; then
    choices='thorns devices backends bins'
  elif [[ -z $choices ]]; then
    help=$("$program" "${command[@]}" --help 2>/dev/null)
    if [[ $current == -* ]]; then
      choices=$(sed -n '/^Options:/,/^$/p' <<<"$help" | grep -oE -e '(^|[ ,])--?[a-z][a-z-]*' | tr -d ' ,')
    else
      choices=$(sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$help")
    fi
  fi
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
  # Anything else is a file: a parfile, a trace, a folder.
  ((${#COMPREPLY[@]})) || compopt -o default 2>/dev/null
}

complete -F _nopal nopal
