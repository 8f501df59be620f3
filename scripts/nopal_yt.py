"""Opens a field file of nopal in yt with the axes and coordinates of nopal. See docs/output.md."""

import os
import pathlib
import sys

os.environ.setdefault("HDF5_USE_FILE_LOCKING", "FALSE")  # files are only read here; some file systems have no locks

import h5py
import numpy
import yt

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from nopal_plot.openpmd import axes_of


def load(path, records=None, iteration=None):
    """Returns a yt dataset with one field ("stream", "wavetoy_phi") for each grid function, or each component of it. Axis x
    of yt is x of the grid, and each value is that of the cell around its grid point.

    path: a file such as fields_00000100.h5, or fields.h5 with an iteration
    records: names such as "wavetoy_phi"; None means all grid functions of the file
    iteration: needed if the file has several
    """
    with h5py.File(path, "r") as file:
        names = list(file["data"])
        if iteration is None and len(names) != 1:
            raise ValueError(f"'{path}' has the iterations {', '.join(names)}: choose one, such as iteration={names[-1]}")
        group = file[f"data/{names[0] if iteration is None else iteration}"]
        values, axes = {}, None
        for name in group["meshes"] if records is None else records:
            record = group[f"meshes/{name}"]
            for component in list(record) if isinstance(record, h5py.Group) else [""]:
                data = record[component] if component else record
                axes = axes_of(record, data, path)
                shape = [axis.points for axis in axes] + [1] * (3 - len(axes))
                values[f"{name}_{component}" if component else name] = numpy.ascontiguousarray(data[()].T).reshape(shape)
        time = float(group.attrs["time"])
    if not values:
        raise ValueError(f"'{path}' has no grid functions")
    edges = [axis.edges() for axis in axes] + [(-0.5, 0.5)] * (3 - len(axes))
    return yt.load_uniform_grid({name: (field, "") for name, field in values.items()}, next(iter(values.values())).shape,
                                length_unit=1.0, bbox=numpy.array(edges), sim_time=time,
                                periodicity=(False, False, False))
