#!/usr/bin/env bash
# openmpi-bin 5.0.7-1 (Debian 13).
# Expected: if the folder that TMPDIR names does not exist, mpirun says so, or takes /tmp.
# Seen: mpirun makes the folder and those above it, without a word, and leaves it there.
set -euo pipefail
version=$(dpkg-query --show --showformat='${Version}' openmpi-bin)
[[ $version == 5.0.7-1 ]] || { echo "this needs openmpi-bin 5.0.7-1, found $version" >&2; exit 1; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
TMPDIR=$folder/not/there mpirun -n 1 true >"$folder/output" 2>&1
find "$folder" -type d | sed "s|$folder|FOLDER|"
[[ -d $folder/not/there && ! -s $folder/output ]]
