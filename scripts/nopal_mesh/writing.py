"""Writes the file that the thorn mesh reads."""

import contextlib
import os

import h5py
import numpy

from .trouble import Trouble


def narrow(values):
    """Returns integers of 32 bits where they fit."""
    if values.dtype.kind == "f":
        return values.astype(numpy.float64)
    fits = values.size == 0 or (values.max() < 2 ** 31 and values.min() >= -2 ** 31)
    return values.astype(numpy.int32 if fits else numpy.int64)


def write(path, tables):
    """Writes all sets, maps and dats. The file has another name until it is complete."""
    temporary = path.with_name(f".{path.name}.part")
    try:
        with h5py.File(temporary, "w") as file:
            for name, size in tables.sets.items():
                file[name] = numpy.int64(size)
            for name, table in tables.maps.items():
                put(file, name, table.targets, table.about)
                if table.offsets is not None:
                    put(file, f"{name}_offsets", table.offsets, f"Where the targets of each element begin in {name}")
            for name, dat in tables.dats.items():
                put(file, name, dat.values, dat.about)
        os.replace(temporary, path)
    except OSError as error:
        raise Trouble(f"cannot write '{path}': {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def put(file, name, values, about):
    file[name] = narrow(values)
    file[name].attrs["description"] = about
