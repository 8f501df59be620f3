#!/usr/bin/env bash
# The XDMF reader of VTK 9.5.2 (PyPI), which ParaView uses, and unsigned integers of 8 bytes.
# Expected: values up to 2^64-1 are kept, as signed integers of 8 bytes are.
# Seen: NumberType="UInt" Precision="8" becomes an array of 4 bytes. Each value beyond 2^32-1 is 4294967295 without a word.
# NumberType="Int" Precision="8" keeps all bits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install vtk==9.5.2 h5py==3.14.0 numpy==2.4.6
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import h5py
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

TEXT = """<?xml version="1.0"?><Xdmf Version="2.0"><Domain><Grid Name="g" GridType="Uniform">
<Topology TopologyType="3DCoRectMesh" Dimensions="1 1 2"/><Geometry GeometryType="ORIGIN_DXDYDZ">
<DataItem Format="XML" Dimensions="3">0 0 0</DataItem><DataItem Format="XML" Dimensions="3">1 1 1</DataItem></Geometry>
<Attribute Name="v" Center="Node"><DataItem Format="HDF" NumberType="{}" Precision="8" Dimensions="1 1 2">v.h5:/v</DataItem>
</Attribute></Grid></Domain></Xdmf>"""


def read(values, kind, number):
    with h5py.File("v.h5", "w") as file:
        file["v"] = np.array(values, kind).reshape(1, 1, 2)
    with open("v.xmf", "w", encoding="utf-8") as file:
        file.write(TEXT.format(number))
    reader = vtk.vtkXdmfReader()
    reader.SetFileName("v.xmf")
    reader.Update()
    array = reader.GetOutputDataObject(0).GetPointData().GetArray("v")
    return array.GetDataTypeAsString(), vtk_to_numpy(array).tolist()


values = [2**32 + 5, 7]
unsigned, signed = read(values, "u8", "UInt"), read(values, "i8", "Int")
print(values, "as UInt:", unsigned, "as Int:", signed)
assert unsigned == ("unsigned int", [4294967295, 7])
assert signed == ("long", values) or signed == ("long long", values)
print("as seen")
PYTHON
