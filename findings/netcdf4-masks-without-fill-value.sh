#!/usr/bin/env bash
# netCDF4 1.7.4 (PyPI) with a variable that has no attribute at all, neither _FillValue nor missing_value.
# Expected: every value that was written is read. The least that one-byte types, in which each value is in use, are not masked.
# Seen: a value that equals the default fill value of its type is masked, 255 of u1 and -127 of i1 included. Whoever fills the
# mask with 0, or takes the data below it, changes the numbers of a table. set_auto_mask(False) reads what the file holds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install netCDF4==1.7.4 numpy==2.4.6
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import netCDF4

data = {"u1": [1, 255, 3], "i1": [1, -127, 3], "i4": [1, -2147483647, 3]}
with netCDF4.Dataset("table.nc", "w") as file:
    file.createDimension("n", 3)
    for kind, values in data.items():
        file.createVariable(kind, kind, ("n",))[:] = values
with netCDF4.Dataset("table.nc") as file:
    for kind, values in data.items():
        variable = file[kind]
        assert variable.ncattrs() == [], variable.ncattrs()
        print(kind, values, "is read as", variable[:])
        assert variable[:].mask.tolist() == [False, True, False]
        variable.set_auto_mask(False)
        assert variable[:].tolist() == values
print("as seen")
PYTHON
