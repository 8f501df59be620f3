#!/usr/bin/env bash
# The XDMF reader of VTK 9.5.2 (PyPI), which ParaView uses, and a uniform grid with two axes (2DCoRectMesh, ORIGIN_DXDY).
# Expected: 3 x 2 points in the plane z = 0, as VTK's image data of two axes lie by default.
# Seen: the grid stands in the plane x = 0. It has one point along x, its fast axis is y and its slow axis is z. The same points
# as 3DCoRectMesh with Dimensions="1 2 3" lie in the plane z = 0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install vtk==9.5.2
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import vtk

TEXT = """<?xml version="1.0"?><Xdmf Version="2.0"><Domain><Grid Name="g" GridType="Uniform">
<Topology TopologyType="{topology}" Dimensions="{size}"/><Geometry GeometryType="{geometry}">
<DataItem Format="XML" Dimensions="{n}">{origin}</DataItem><DataItem Format="XML" Dimensions="{n}">{spacing}</DataItem></Geometry>
</Grid></Domain></Xdmf>"""


def read(**words):
    with open("g.xmf", "w", encoding="utf-8") as file:
        file.write(TEXT.format(**words))
    reader = vtk.vtkXdmfReader()
    reader.SetFileName("g.xmf")
    reader.Update()
    grid = reader.GetOutputDataObject(0)
    return grid.GetDimensions(), grid.GetBounds()


flat = read(topology="2DCoRectMesh", geometry="ORIGIN_DXDY", size="2 3", n=2, origin="10 20", spacing="0.5 0.25")
deep = read(topology="3DCoRectMesh", geometry="ORIGIN_DXDYDZ", size="1 2 3", n=3, origin="0 10 20", spacing="1 0.5 0.25")
print("two axes:  ", *flat)
print("three axes:", *deep)
assert flat == ((1, 3, 2), (0.0, 0.0, 20.0, 20.5, 10.0, 10.5)), flat
assert deep == ((3, 2, 1), (20.0, 20.5, 10.0, 10.5, 0.0, 0.0)), deep
print("as seen")
PYTHON
