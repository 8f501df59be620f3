#!/usr/bin/env bash
# gmsh 4.15.2 (PyPI) and its text format MSH 4.1.
# Expected: a coordinate that is written as text and read again is the same double, so text and binary files hold one mesh.
# Seen: the text has 16 significant digits. A double needs 17. 0.1 + 0.2 is written as 0.3 and read back as another number. The
# binary file holds the bits. So two files of one mesh give runs that differ in the last bits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install gmsh==4.15.2
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import gmsh

x = 0.1 + 0.2
gmsh.initialize()
gmsh.option.setNumber("General.Terminal", 0)


def read_back(binary):
    name = f"points_{binary}.msh"
    gmsh.clear()
    ends = [gmsh.model.geo.addPoint(x, 0, 0), gmsh.model.geo.addPoint(1, 0, 0)]
    gmsh.model.geo.addLine(*ends)
    gmsh.model.geo.synchronize()
    gmsh.model.mesh.generate(1)
    gmsh.option.setNumber("Mesh.Binary", binary)
    gmsh.option.setNumber("Mesh.MshFileVersion", 4.1)
    gmsh.write(name)
    gmsh.clear()
    gmsh.open(name)
    return float(min(gmsh.model.mesh.getNodes()[1][::3]))


text, binary = read_back(0), read_back(1)
print(f"written {x!r}; from the text file {text!r}; from the binary file {binary!r}")
assert binary == x and text != x and text == 0.3
print("as seen")
PYTHON
