#!/usr/bin/env bash
# meshio 5.3.5 (PyPI) with a CGNS file that gmsh 4.15.2 (PyPI) has written.
# Expected: meshio.read() returns a mesh, or raises one of its own errors, as for other files that it does not know.
# Seen: it looks for a base with the name "Base", finds another one, prints a line and raises SystemExit. So a program that
# catches Exception around meshio.read() ends there. The CGNS standard leaves the name of a base free.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install meshio==5.3.5 h5py==3.14.0 numpy==2.4.6 gmsh==4.15.2
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import gmsh
import h5py
import meshio

gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)
gmsh.model.add("square")
gmsh.model.occ.addRectangle(0, 0, 0, 1, 1)
gmsh.model.occ.synchronize()
gmsh.model.mesh.generate(2)
gmsh.write("square.cgns")
with h5py.File("square.cgns") as file:
    names = [name for name in file if file[name].attrs.get("label") == b"CGNSBase_t"]
print("bases of the file:", names)
assert len(names) == 1 and names[0] != "Base"
ended = None
try:
    meshio.read("square.cgns")
except Exception as error:
    raise AssertionError(f"an ordinary error: {error!r}") from error
except SystemExit as end:
    ended = end.code
print("meshio.read raised SystemExit with code", ended)
assert ended == 1
print("as seen")
PYTHON
