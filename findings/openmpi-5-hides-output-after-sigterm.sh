#!/usr/bin/env bash
# openmpi-bin 5.0.7-1 (Debian 13).
# Expected: mpirun passes SIGTERM on, shows what the ranks print, and gives them time to end.
# Seen: mpirun sends SIGTERM, does not show what is printed then, and kills the ranks within a second.
set -euo pipefail
version=$(dpkg-query --show --showformat='${Version}' openmpi-bin)
[[ $version == 5.0.7-1 ]] || { echo "this needs openmpi-bin 5.0.7-1, found $version" >&2; exit 1; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >rank.sh <<'S'
trap 'echo "SIGTERM was received"; echo yes > received' TERM
echo started
for n in $(seq 100); do sleep 0.1 & wait; done
echo yes > finished
S
mpirun -n 1 bash rank.sh >output &
job=$!
sleep 3
kill -TERM $job
wait $job || true
sleep 1
[[ $(cat output) == started ]] && echo "nothing is shown after the signal"
[[ -e received && ! -e finished ]] && echo "the rank was killed"
