#!/usr/bin/env bash
# meshio 5.3.5 (PyPI) and values on cells in a file of the format Exodus II.
# Expected: the values come back, or a warning says that they are left out, as meshio does for formats without such values.
# Seen: the mesh and the values on points come back, and the values on cells are gone, without a warning or an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install meshio==5.3.5 netCDF4==1.7.4 numpy==2.4.6
cd "$folder"
"$folder/venv/bin/python" - >said.txt 2>&1 <<'PYTHON' || { cat said.txt; exit 1; }
import meshio
import numpy as np

points = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])
triangles = np.array([[0, 1, 2], [0, 2, 3]])
mesh = meshio.Mesh(points, [("triangle", triangles)], point_data={"height": np.arange(4.0)},
                   cell_data={"material": [np.array([7.0, 8.0])]})
mesh.write("two.e")
found = meshio.read("two.e")
assert found.cells_dict["triangle"].tolist() == triangles.tolist()
assert found.point_data["height"].tolist() == [0, 1, 2, 3]
assert found.cell_data == {}, found.cell_data
PYTHON
cat said.txt
[[ ! -s said.txt ]] || { echo "something was said"; exit 1; }
echo "values on points: height; values on cells: none"
echo "as seen"
