# The other scripts source this file. It sets the project's folder, the number of cores, and what mpirun needs.

set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cores=$(nproc)

fail() {
  echo "error: $*" >&2
  exit 1
}

# Runs a command. Shows its output only if it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "failed: $*"
  fi
  rm -f "$log"
}

# install_dependencies [--tests]
install_dependencies() { "$project/scripts/install" "$@"; }

# build PRESET TARGET [cmake options]: configures build/PRESET and builds the target there.
build() {
  local preset=$1 target=$2
  shift 2
  cd "$project"
  echo "== build: $preset"
  quietly cmake --preset "$preset" "$@"
  cmake --build --preset "$preset" --target "$target" --parallel "$cores"
}

# By default mpirun refuses root and more ranks than cores, and binds a rank to one core.
export OMPI_ALLOW_RUN_AS_ROOT=1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpi_flags=(--bind-to none --oversubscribe)

# share_cores RANKS: exports numbers of threads so that the ranks share the cores.
share_cores() {
  local threads=$((cores / $1))
  ((threads > 0)) || threads=1
  export OMP_NUM_THREADS=${OMP_NUM_THREADS:-$threads}
  export POCL_MAX_PTHREAD_COUNT=${POCL_MAX_PTHREAD_COUNT:-$threads}
}
