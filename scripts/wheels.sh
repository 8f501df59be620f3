# Sourced after common.sh: brings what Debian does not have from wheels on PyPI.

# install_wheels FOLDER WHAT REQUIREMENTS: FOLDER made anew from the wheels of REQUIREMENTS (pinned, with hashes),
# unless it is complete and from just these. The caller defines
#   complete FOLDER        whether all that is needed is there
#   unpack WHEELS FOLDER   takes it out of the folder of wheels into the empty folder
install_wheels() {
  local folder=$1 what=$2 requirements=$3
  if complete "$folder" && [[ $(cat "$folder/requirements" 2>/dev/null) == "$requirements" ]]; then
    return
  fi
  command -v unzip >/dev/null || fail "unzip is missing: apt-get install unzip"

  # The system's Python before a user's own: packages.txt installs pip for the former.
  local python='' candidate
  for candidate in /usr/bin/python3 python3; do
    if "$candidate" -m pip --version >/dev/null 2>&1; then
      python=$candidate
      break
    fi
  done
  [[ -n $python ]] || fail "$what: pip was not found: apt-get install python3-pip"

  echo "== install: $what into ${folder#"$project/"}"
  mkdir -p "$(dirname "$folder")"
  work=$(mktemp -d "$folder.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  echo "$requirements" >"$work/requirements"
  quietly "$python" -m pip download --quiet --no-deps --only-binary=:all: --require-hashes \
    --requirement "$work/requirements" --dest "$work/wheels"
  mkdir "$work/new"
  unpack "$work/wheels" "$work/new"
  complete "$work/new" || fail "the wheels do not hold what was expected of $what; found
$(find "$work/new" -type f)"
  cp "$work/requirements" "$work/new/requirements"
  rm -rf "$folder"
  mv "$work/new" "$folder"
}
