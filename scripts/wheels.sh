# Scripts source this file after common.sh. It downloads wheels from PyPI for packages that Debian does not have.

# install_wheels FOLDER WHAT REQUIREMENTS: makes FOLDER from the wheels of REQUIREMENTS (with versions and hashes). Does
# nothing if FOLDER is complete and was made from the same REQUIREMENTS. The caller defines two functions:
#   complete FOLDER        succeeds if FOLDER holds all that is needed
#   unpack WHEELS FOLDER   unpacks the wheels in the folder WHEELS into the empty FOLDER
install_wheels() {
  local folder=$1 what=$2 requirements=$3
  if complete "$folder" && [[ $(cat "$folder/requirements" 2>/dev/null) == "$requirements" ]]; then
    return
  fi
  command -v unzip >/dev/null || fail "unzip is missing: apt-get install unzip"

  # Try the system's Python first: packages.txt installs pip for it.
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
  "$python" -m pip download --quiet --no-deps --only-binary=:all: --require-hashes \
    --requirement "$work/requirements" --dest "$work/wheels" ||
    fail "$what: pip could not download the wheels above from PyPI; all tests, and the device cuda, need such wheels, but scripts/run does not"
  mkdir "$work/new"
  unpack "$work/wheels" "$work/new"
  complete "$work/new" || fail "$what: the wheels do not hold the expected files; found
$(find "$work/new" -type f)"
  cp "$work/requirements" "$work/new/requirements"
  rm -rf "$folder"
  mv "$work/new" "$folder"
}
