#!/usr/bin/env bash
# PoCL 3.0 (PyPI: pocl-binary-distribution 3.0; Debian 12 has 3.1) and OpenCL's conversions that saturate.
# Expected: convert_int_sat(NaN) is 0, as the OpenCL C specification asks for (6.2.3.3), since NaN has no nearest integer.
# Seen: it is the least int, and convert_long_sat(NaN) the least long, although convert_uchar_sat(NaN) is 0. Infinities and large
# numbers saturate as they should. Intel's CPU runtime (PyPI: intel-opencl-rt 2026.2.0) gives 0 each time.
set -euo pipefail
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


def converted(function, target, kind, numbers):
    source = f"kernel void convert(global const double* x, global {target}* y) {{ int i = get_global_id(0); y[i] = {function}(x[i]); }}"
    program = cl.Program(context, source).build()
    data, result = np.array(numbers), np.zeros(len(numbers), kind)
    inside = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=data)
    outside = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, result.nbytes)
    program.convert(queue, result.shape, None, inside, outside)
    cl.enqueue_copy(queue, result, outside)
    return result.tolist()


numbers = [float("nan"), float("inf"), -1e300, 2.9]
ints = converted("convert_int_sat", "int", "i4", numbers)
longs = converted("convert_long_sat", "long", "i8", numbers)
bytes_ = converted("convert_uchar_sat", "uchar", "u1", numbers)
print(numbers, "->", ints, longs, bytes_)
assert ints == [-2**31, 2**31 - 1, -2**31, 2]
assert longs == [-2**63, 2**63 - 1, -2**63, 2]
assert bytes_ == [0, 255, 0, 2]
print("as seen")
PYTHON
