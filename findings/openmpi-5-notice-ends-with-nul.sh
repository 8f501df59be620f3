#!/usr/bin/env bash
# openmpi-bin 5.0.7-1 (Debian 13).
# Expected: what mpirun says after MPI_Abort is text, so that grep finds lines in a log of the run.
# Seen: a byte 0 follows mpirun's last line. What a rank says after it is no longer at the beginning of a line, and grep takes the log for
# a binary file.
set -euo pipefail
version=$(dpkg-query --show --showformat='${Version}' openmpi-bin)
[[ $version == 5.0.7-1 ]] || { echo "this needs openmpi-bin 5.0.7-1, found $version" >&2; exit 1; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >program.c <<'C'
#include <mpi.h>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Abort(MPI_COMM_WORLD, 1);
}
C
mpicc program.c -o program
mpirun -n 1 ./program >log 2>&1 || true
zeros=$(tr -cd '\000' <log | wc -c)
said=$(LC_ALL=C.UTF-8 grep prterun log 2>&1 || true)
echo "bytes 0 in what mpirun said: $zeros; grep prterun: $said"
[[ $zeros == 1 && $said == *"binary file matches"* ]]
