#!/usr/bin/env bash
# clang-19 and libomp-19-dev 1:19.1.7-3~deb12u1 (Debian 12).
# Expected: on a free machine, two teams with thread_limit(8) whose parallel regions ask for 8 threads have 8 threads each, as with g++.
# Seen: they have fewer, and OMP_NUM_THREADS=8 alone changes nothing. All teams together have at most as many threads as there are
# processors. With KMP_TEAMS_THREAD_LIMIT=64 and OMP_NUM_THREADS=8 there are 8 in each.
set -euo pipefail
version=$(dpkg-query --show --showformat='${Version}' libomp-19-dev)
[[ $version == 1:19.1.7-3~deb12u1 ]] || { echo "this needs libomp-19-dev 1:19.1.7-3~deb12u1, found $version" >&2; exit 1; }
processors=$(nproc)
((processors < 16)) || { echo "this needs a machine with fewer than 16 processors, found $processors" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >teams.cpp <<'C'
#include <cstdio>
#include <omp.h>
int main() {
  int given = 0;
#pragma omp teams num_teams(2) thread_limit(8)
  {
#pragma omp parallel num_threads(8)
    if (omp_get_team_num() == 0 && omp_get_thread_num() == 0) given = omp_get_num_threads();
  }
  std::printf("%d\n", given);
}
C
clang++-19 -fopenmp teams.cpp -o with_clang
g++ -fopenmp teams.cpp -o with_gcc
plain=$(./with_clang 2>/dev/null) asked=$(OMP_NUM_THREADS=8 ./with_clang 2>/dev/null)
both=$(OMP_NUM_THREADS=8 KMP_TEAMS_THREAD_LIMIT=64 ./with_clang 2>/dev/null)
echo "libomp $version, $processors processors: $plain threads; $asked with OMP_NUM_THREADS=8; $both with KMP_TEAMS_THREAD_LIMIT=64, too;" \
  "g++: $(./with_gcc)"
[[ $plain -lt 8 && $asked -lt 8 && $both == 8 && $(./with_gcc) == 8 ]]
