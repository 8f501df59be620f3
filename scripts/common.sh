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

# build PRESET TARGETS [cmake options]: configures build/PRESET and builds the targets there.
build() {
  local preset=$1 targets
  read -ra targets <<<"$2"
  shift 2
  cd "$project"
  local log=$project/build/$preset/.ninja_log minutes=$((5 / cores + 1))
  if [[ $preset == release && ! -e $log ]]; then
    # docs/measurements.md, build time; all thorns and the tests take longer.
    echo "== build: $preset; with nothing built yet, the program takes about $minutes minutes on $cores cores"
  else
    echo "== build: $preset"
  fi
  (quietly cmake --preset "$preset" "$@") || build_failed
  # Steps done, steps in all, seconds so far.
  NINJA_STATUS='[%f/%t, %e s] ' cmake --build --preset "$preset" --target "${targets[@]}" --parallel "$cores" || build_failed
}

# build_failed: ends the script. Compilers say in many ways that the disk is full, or only that they were ended.
build_failed() {
  local folder left
  for folder in "$project" "${TMPDIR:-/tmp}"; do
    left=$(df --output=avail -k "$folder" | tail -1)
    ((left >= 50000)) || fail "the build failed, and only $((left / 1000)) MB are left on the disk of \"$folder\": the program of one parfile takes 50 MB, all tests with sanitizers 3 GB"
  done
  fail "the build failed; the reason is above"
}

# build_program TARGETS: installs what is missing and builds targets of the program. This needs no other packages than Debian's: if NVIDIA's headers cannot be had from PyPI, it says so and builds without the device cuda.
build_program() {
  local cuda=ON log
  "$project/scripts/install" --packages-only
  log=$(mktemp)
  if ! PIP_RETRIES=${PIP_RETRIES:-1} PIP_DEFAULT_TIMEOUT=${PIP_DEFAULT_TIMEOUT:-10} "$project/scripts/cuda-headers" 2>"$log"; then
    cuda=OFF
    echo "== without the device cuda: its headers could not be downloaded ($(grep -i -m 1 'error' "$log" || echo "no reason given")); scripts/cuda-headers tries it again"
  fi
  rm -f "$log"
  build release "$1" "-DNOPAL_CUDA=$cuda"
}

# plugins_for_gpus: prints which device plugins may find a GPU here: cuda with NVIDIA's driver, opencl with any implementation other
# than PoCL, which Debian builds for processors only.
plugins_for_gpus() {
  local icd
  [[ $(/sbin/ldconfig -p) == *libcuda.so.1* ]] && echo cuda
  for icd in "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*.icd; do
    [[ -e $icd && $icd != */pocl.icd ]] && echo opencl && break
  done
  return 0
}

# By default mpirun refuses root and more ranks than cores, and binds a rank to one core.
export OMPI_ALLOW_RUN_AS_ROOT=1
export OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpi_flags=(--bind-to none --oversubscribe)

# share_cores RANKS: exports the number of threads so that the ranks share the cores. PoCL gets as many from the device opencl.
share_cores() {
  local threads=$((cores / $1))
  ((threads > 0)) || threads=1
  export OMP_NUM_THREADS=${OMP_NUM_THREADS:-$threads}
}

# run_job RANKS COMMAND...: runs a command under mpirun and returns its exit code. The first Ctrl-C, SIGTERM or SIGHUP asks
# the run to end after its iteration, by SIGUSR2, since mpirun passes this signal on at once and kills nobody
# (docs/steering.md). The second one ends the job.
run_job() {
  local ranks=$1 job code
  shift
  # mpirun gets a session of its own, so that Ctrl-C at the terminal reaches this script only.
  setsid mpirun "${mpi_flags[@]}" -n "$ranks" "$@" </dev/null &
  job=$!
  trap "kill -USR2 $job; trap 'kill -TERM $job' INT TERM HUP" INT TERM HUP
  # A signal ends `wait`, too.
  while true; do
    code=0
    wait "$job" || code=$?
    kill -0 "$job" 2>/dev/null || break
  done
  trap - INT TERM HUP
  return "$code"
}
