"""Reads the grids of the weather model ICON: netCDF files whose tables begin at 1 and have a column for each element."""

import numpy

from . import netcdf
from .raw import Block, RawMesh
from .trouble import Trouble

TORUS = 2  # the attribute grid_geometry


def is_icon(file):
    return "vertex_of_cell" in file.variables


def table(file, path, name, along, size):
    """Returns a table with a row for each element of the dimension `along`; None if the file does not have it."""
    if name not in file.variables:
        return None
    variable = file.variables[name]
    found = netcdf.table(variable, path, transposed=variable.dimensions[0] != along, start=1)  # 0 and -1 are no element
    rows = numpy.flatnonzero((found >= size).any(axis=1))
    if len(rows):
        raise Trouble(f"'{path}', {name}: element {rows[0] + 1} names {found[rows[0]].max() + 1}, but there are only {size}: "
                      "the file is damaged")
    return found


def read(path, file):
    if int(getattr(file, "grid_geometry", 1)) == TORUS:
        raise Trouble(f"'{path}': the grid is a plane that closes around (grid_geometry is 2); the corners of cells at its "
                      "seam do not lie together, so it cannot be read")
    longitude, latitude = (netcdf.get(file, path, name, "the coordinates of the corners of an ICON grid")
                           for name in ("vlon", "vlat"))
    points = numpy.stack([netcdf.values(each, path).astype(float) for each in (longitude, latitude)], axis=1)
    unit = getattr(longitude, "units", "radian")
    cells = table(file, path, "vertex_of_cell", "cell", len(points))
    if cells.shape[1] != 3 or (cells < 0).any():
        raise Trouble(f"'{path}', vertex_of_cell: each cell of an ICON grid has three corners; found a table of "
                      f"{cells.shape[1]} with {int((cells < 0).sum())} missing")
    block = Block("triangle", cells, numpy.arange(len(cells)) + 1)
    return RawMesh(points, [block], point_numbers=numpy.arange(len(points)) + 1,
                   angles="degree" if unit.startswith("degree") else "radian", unit=unit,
                   sides=table(file, path, "edge_vertices", "edge", len(points)),
                   side_cells=table(file, path, "adjacent_cell_of_edge", "edge", len(cells)))
