#!/usr/bin/env bash
# meshio 5.3.5 (PyPI) and an XDMF file of its own with triangles and one cell that is a point.
# Expected: it reads the cells that it has written.
# Seen: it takes the count that stands before a point's number for the number, and everything behind it is shifted by one: other
# points, other kinds of cells, no error. If the point is the last cell, an IndexError.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install meshio==5.3.5 h5py==3.14.0 numpy==2.4.6
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import meshio
import numpy as np

points = np.arange(24.0).reshape(8, 3)
cells = [("triangle", [[0, 1, 2]]), ("vertex", [[5]]), ("triangle", [[2, 3, 4]])]
meshio.Mesh(points, cells).write("mixed.xdmf", data_format="XML")
found = [(block.type, block.data.tolist()) for block in meshio.read("mixed.xdmf").cells]
print("written", cells)
print("read   ", found)
assert found == [("triangle", [[0, 1, 2]]), ("vertex", [[1]]), ("quad", [[4, 2, 3, 4]])]
print("as seen")
PYTHON
