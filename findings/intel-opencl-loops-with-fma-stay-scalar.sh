#!/usr/bin/env bash
# Intel's OpenCL runtime for processors (PyPI: intel-opencl-rt 2026.2.0 with intel-cmplr-lib-rt 2026.2.0) and a loop inside of a
# work-item, which its compiler can make vectors of: a polynomial of thirty steps, y = y*x + c.
# Expected: fma(y, x, c) is one instruction of the processor, and clang knows it as one. So a loop with OpenCL's fma() is as fast as
# the same loop with clang's __builtin_fma(), and not slower than one with a product and a sum.
# Seen: the loop with fma() takes several times as long as the two others. Both of those become loops over vectors; OpenCL's fma()
# is a call of a library of built-in functions at the time when the compiler looks for such loops. The results of fma() and
# __builtin_fma() have the same bits.
set -euo pipefail
grep -q -w fma /proc/cpuinfo || { echo "this processor has no fma: nothing to see"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install pyopencl==2025.2.7 siphash24==1.8 intel-opencl-rt==2026.2.0 numpy==2.4.6 intel-cmplr-lib-rt==2026.2.0 tbb==2023.2.0
mkdir "$folder/vendors"
find "$folder/venv" -name 'libintelocl.so' >"$folder/vendors/intel.icd"
cd "$folder"
OCL_ICD_VENDORS="$folder/vendors" "$folder/venv/bin/python" -W ignore - <<'PYTHON'
import time

import numpy as np
import pyopencl as cl

device = cl.get_platforms()[0].get_devices()[0]
print(device.platform.name, device.driver_version)
context = cl.Context([device])
queue = cl.CommandQueue(context)
x = np.random.default_rng(1).random(65536)


def measured(step):
    steps = " ".join(f"y = {step.replace('C', str(0.1 * n))};" for n in range(1, 31))
    source = f"""#pragma OPENCL FP_CONTRACT OFF
kernel void compute(global const double* restrict from, global double* restrict to, const int n) {{
  for (int i = 0; i < n; ++i) {{ const double x = from[i]; double y = 1.0; {steps} to[i] = y; }} }}"""
    kernel = cl.Program(context, source).build().compute
    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    given, result = cl.Buffer(context, flags, hostbuf=x), np.zeros_like(x)
    outside = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, result.nbytes)
    best = 1e9
    for _ in range(200):
        begin = time.perf_counter()
        kernel(queue, (1,), (1,), given, outside, np.int32(len(x)))
        queue.finish()
        best = min(best, time.perf_counter() - begin)
    cl.enqueue_copy(queue, result, outside)
    return best, result


fma, of_fma = measured("fma(y, x, C)")
builtin, of_builtin = measured("__builtin_fma(y, x, C)")
plain, _ = measured("y*x + C")
print(f"65536 points: fma {1e6 * fma:.1f} us, __builtin_fma {1e6 * builtin:.1f} us, product and sum {1e6 * plain:.1f} us")
assert (of_fma == of_builtin).all()
assert fma > 1.5 * builtin and fma > 1.5 * plain
print("as seen")
PYTHON
