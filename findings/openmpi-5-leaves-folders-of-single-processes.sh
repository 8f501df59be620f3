#!/usr/bin/env bash
# openmpi-bin 5.0.7-1 (Debian 13).
# Expected: a program that runs without mpirun and calls MPI_Finalize leaves nothing in the folder of TMPDIR, as with mpirun.
# Seen: each run leaves a folder of its own there, empty, so that they become as many as there were runs.
set -euo pipefail
version=$(dpkg-query --show --showformat='${Version}' openmpi-bin)
[[ $version == 5.0.7-1 ]] || { echo "this needs openmpi-bin 5.0.7-1, found $version" >&2; exit 1; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >program.c <<'C'
#include <mpi.h>
int main(int argc, char** argv) { return MPI_Init(&argc, &argv) || MPI_Finalize(); }
C
mpicc program.c -o program
mkdir one many
for run in 1 2 3; do TMPDIR=$folder/one ./program; done
for run in 1 2 3; do TMPDIR=$folder/many mpirun -n 1 ./program; done
left=$(find one -mindepth 3 -type d -empty | wc -l)
echo "three runs without mpirun have left $left folders, three with mpirun $(find many -mindepth 1 | wc -l)"
[[ $left == 3 && -z $(find many -mindepth 1) ]]
