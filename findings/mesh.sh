#!/usr/bin/env bash
# Two surprises with files that one program of the field writes and another one reads. Both inputs are valid for their writers.
# Seen with gmsh 4.15.2, meshio 5.3.5, h5py 3.14.0 and numpy 2.2.6 (PyPI) and Python 3.11 on Debian 12.
#
# 1. meshio writes CGNS files that Gmsh, which reads them with the CGNS library, refuses: the nodes of the HDF5 file lack the
#    attribute "label". Expected: a tetrahedron that meshio writes as CGNS can be opened. Seen:
#      CGNS error cgio_get_label:Node attribute doesn't exist
# 2. Gmsh ends a binary VTK file of a mesh with physical groups behind the last of their numbers. meshio wants a line end there. It
#    does not raise an exception that `except Exception` catches, but ends Python: meshio.read() prints a line and calls
#    sys.exit(1). Expected: the mesh, or meshio.ReadError. Seen:
#      Error: Couldn't read file triangle.vtk as vtk
#      SystemExit 1; with a line end appended: 1 triangle
#
# Ends with 0 while both hold. It needs python3-venv, PyPI, and the libraries that the wheel of gmsh opens (libglu1-mesa,
# libxcursor1, libxft2, libxinerama1).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet gmsh==4.15.2 meshio==5.3.5 h5py==3.14.0 numpy==2.2.6
cd "$folder"
cat >surprises.py <<'PYTHON'
import gmsh
import meshio
import numpy

gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)

points = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
meshio.Mesh(points, [("tetra", [[0, 1, 2, 3]])]).write("tetrahedron.cgns")
try:
    gmsh.open("tetrahedron.cgns")
    first = "gmsh opens it"
except Exception as error:
    first = str(error)

gmsh.finalize()
gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)
surface = gmsh.model.addDiscreteEntity(2)
gmsh.model.mesh.addNodes(2, surface, [1, 2, 3], points[:3].ravel())
gmsh.model.mesh.addElementsByType(surface, 2, [1], [1, 2, 3])
gmsh.model.addPhysicalGroup(2, [surface])
gmsh.option.setNumber("Mesh.Binary", 1)
gmsh.write("triangle.vtk")
try:
    second = f"{len(meshio.read('triangle.vtk').cells)} block"
except Exception as error:
    second = f"an exception: {type(error).__name__}"
except SystemExit as end:
    second = f"SystemExit {end.code}"
with open("triangle.vtk", "ab") as file:
    file.write(b"\n")
appended = meshio.read("triangle.vtk").cells_dict["triangle"]
second += f"; with a line end appended: {len(appended)} triangle"

print(first)
print(second)
expected = ("CGNS error cgio_get_label:Node attribute doesn't exist", "SystemExit 1; with a line end appended: 1 triangle")
if (first, second) != expected:
    raise SystemExit(f"changed: expected\n{expected[0]}\n{expected[1]}")
PYTHON
"$folder/venv/bin/python" surprises.py
