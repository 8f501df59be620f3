#!/usr/bin/env bash
# PoCL 3.0 (PyPI: pocl-binary-distribution 3.0) and three ways to write a*b + c in OpenCL C, with default options of the compiler.
# Expected: mad(a, b, c), which may trade exactness for speed, uses the processor's fused operation if anything does. So it gives
# the bits of fma(a, b, c) if the plain expression a*b + c does.
# Seen: the compiler fuses the plain expression, which rounds once, and mad() is a product and a sum, which round twice. So the
# function that asks for the fast operation is the only one without it. With the pragma that forbids contraction the plain
# expression rounds twice, too. Intel's CPU runtime (PyPI: intel-opencl-rt 2026.2.0) fuses all three.
set -euo pipefail
grep -q -w fma /proc/cpuinfo || { echo "this processor has no fma: nothing to see"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install pyopencl==2025.2.7 siphash24==1.8 pocl-binary-distribution==3.0 numpy==2.4.6
mkdir "$folder/vendors"
find "$folder/venv" -name 'libpocl*.so' >"$folder/vendors/pocl.icd"
cd "$folder"
OCL_ICD_VENDORS="$folder/vendors" POCL_CACHE_DIR="$folder" "$folder/venv/bin/python" -W ignore - <<'PYTHON'
import numpy as np
import pyopencl as cl

device = cl.get_platforms()[0].get_devices()[0]
print(device.platform.version)
context = cl.Context([device])
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)
a, b = random.random(1000), random.random(1000)
c = -a * b  # rounded; a*b + c is 0 if the product is rounded, too


def computed(expression, first_line=""):
    source = f"""{first_line}
kernel void compute(global const double* a, global const double* b, global const double* c, global double* r) {{
  int i = get_global_id(0); r[i] = {expression}; }}"""
    program = cl.Program(context, source).build()
    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    result = np.zeros_like(a)
    outside = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, result.nbytes)
    program.compute(queue, a.shape, None, *(cl.Buffer(context, flags, hostbuf=x) for x in (a, b, c)), outside)
    cl.enqueue_copy(queue, result, outside)
    return result


fused = computed("fma(a[i], b[i], c[i])")
plain = computed("a[i]*b[i] + c[i]")
mad = computed("mad(a[i], b[i], c[i])")
kept = computed("a[i]*b[i] + c[i]", "#pragma OPENCL FP_CONTRACT OFF")
for name, values in (("fma", fused), ("a*b + c", plain), ("mad", mad), ("a*b + c, no contraction", kept)):
    print(f"{name}: {np.count_nonzero(values)} of {len(values)} are not 0")
assert (plain == fused).all() and np.count_nonzero(fused) > 900
assert (mad == 0).all() and (kept == 0).all()
print("as seen")
PYTHON
