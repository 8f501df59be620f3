#!/usr/bin/env bash
# meshio 5.3.5 (PyPI) writes a tetrahedron as CGNS; gmsh 4.15.2 (PyPI) opens it with the CGNS library.
# Expected: a file that one program writes as CGNS is one for the other.
# Seen: the library refuses it, since the nodes of the HDF5 file lack the attribute "label" that the standard asks for.
# The wheel of gmsh needs libglu1-mesa, libxcursor1, libxft2 and libxinerama1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install meshio==5.3.5 h5py==3.14.0 numpy==2.4.6 gmsh==4.15.2
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import gmsh
import meshio

points = [[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
meshio.Mesh(points, [("tetra", [[0, 1, 2, 3]])]).write("tetrahedron.cgns")
gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)
said = "nothing"
try:
    gmsh.open("tetrahedron.cgns")
except Exception as error:
    said = str(error)
print("gmsh says:", said)
assert said == "CGNS error cgio_get_label:Node attribute doesn't exist"
print("as seen")
PYTHON
