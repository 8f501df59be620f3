"""Opens netCDF files, and reads tables of element numbers as they come: with missing values, from 0 or 1, transposed."""

import numpy

from .trouble import Trouble, module


def opened(path):
    netcdf = module("netCDF4", "python3-netcdf4", f"'{path}'")
    return netcdf.Dataset(path)


def get(file, path, name, why):
    if name not in file.variables:
        raise Trouble(f"'{path}' has no variable '{name}', {why}")
    return file.variables[name]


def values(variable, path):
    """Returns the values of a variable, without a mask."""
    found = variable[...]
    if numpy.ma.is_masked(found):
        raise Trouble(f"'{path}', {variable.name}: {int(numpy.ma.getmaskarray(found).sum())} values are missing (_FillValue); "
                      "each must have one")
    return numpy.ma.getdata(found)


def table(variable, path, *, transposed, start=None):
    """Returns a table of element numbers from 0 on, with a row for each element; missing ones are -1."""
    if variable.ndim != 2:
        raise Trouble(f"'{path}', {variable.name}: found {variable.ndim} dimensions, expected 2: a row for each element")
    found = variable[...]
    missing = numpy.ma.getmaskarray(found)
    plain = numpy.ma.getdata(found)
    if not numpy.issubdtype(plain.dtype, numpy.integer):
        if not (plain[~missing] == numpy.rint(plain[~missing])).all():
            raise Trouble(f"'{path}', {variable.name}: it holds numbers of elements, but some are not whole")
        missing = missing | ~numpy.isfinite(plain)
        plain = numpy.where(missing, 0, plain)
    start = int(getattr(variable, "start_index", 0)) if start is None else start
    plain = plain.astype(numpy.int64) - start
    plain[missing | (plain < 0)] = -1
    return numpy.ascontiguousarray(plain.T if transposed else plain)


def ragged(rows):
    """Returns a table's rows without the missing numbers at their ends, as blocks (rows of the table, numbers)."""
    counts = (rows >= 0).sum(axis=1)
    for count in numpy.unique(counts):
        mine = numpy.flatnonzero(counts == count)
        yield mine, rows[mine][rows[mine] >= 0].reshape(len(mine), count)
