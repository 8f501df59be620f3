"""Reads fields, data on sets and scalars from HDF5 files in the openPMD layout. A picture reads only what it shows."""

import dataclasses
import os

os.environ.setdefault("HDF5_USE_FILE_LOCKING", "FALSE")  # files are only read here; some file systems have no locks

import h5py
import numpy
import yaml

from .section import Axis, Section, short
from .trouble import Trouble, warn


class Field:
    """A mesh record, or a component of one, at all iterations that hold it."""

    kind = "field"

    def __init__(self, name, component):
        self.name = name
        self.variable = name
        self.component = component  # "", or such as "r" and "i" of complex fields
        self.places = {}  # iteration: (file, name of the record there, time)
        self.shape = ()

    @property
    def iterations(self):
        return sorted(self.places)

    def time(self, iteration):
        return self.places[iteration][2]

    @property
    def dimension(self):
        return len(self.shape)

    def about(self):
        return f"{self.dimension}-D, {' x '.join(str(n) for n in reversed(self.shape))} points"

    def section(self, iteration, cuts):
        """Cuts each axis of `cuts` at the grid point nearest to its coordinate. Returns the remaining plane or line."""
        path, record_name, time = self.places[iteration]
        with opened(path) as file:
            record = file[record_name]
            data = record[self.component] if self.component else record
            axes = axes_of(record, data, path)
            labels = [axis.label for axis in axes]
            for label in cuts:
                if label not in labels:
                    raise Trouble(f"{self.name} has no axis '{label}' to cut with --at: it has {', '.join(labels)}")
            free = tuple(axis for axis in axes if axis.label not in cuts)
            if not 1 <= len(free) <= 2:
                raise Trouble(f"{self.name} has the axes {', '.join(labels)}, and --at cuts {len(cuts)} of them: "
                              "a picture needs one or two axes that are not cut, so " +
                              ("leave out one cut" if not free else f"cut one more, such as --at {labels[-1]}=0"))
            chosen = {axis.label: nearest(axis, cuts[axis.label], self.name) for axis in axes if axis.label in cuts}
            index = tuple(chosen.get(label, slice(None)) for label in reversed(labels))
            try:
                values = data[index]
            except OSError as error:
                raise unreadable(path, error) from error
            offset = float(record.attrs.get("timeOffset", 0.0))
        place = {axis.label: axis.first + chosen[axis.label] * axis.spacing for axis in axes if axis.label in cuts}
        return Section(free, values.astype(numpy.float64, copy=False), iteration, time, place,
                       time + offset if offset else None)

    def details(self):
        """Description and unit from the thorn's declaration."""
        path, record_name, _ = self.places[self.iterations[-1]]
        with opened(path) as file:
            attributes = file[record_name].attrs
            return text(attributes.get("description", "")), text(attributes.get("unit", ""))

    def cuts(self, asked):
        """Returns where to cut: at `asked` and across axes of one point. Without `asked` a 3-D field is cut at the middle of
        its last axis."""
        path, record_name, _ = self.places[self.iterations[-1]]
        with opened(path) as file:
            record = file[record_name]
            axes = axes_of(record, record[self.component] if self.component else record, path)
        result = single_points(axes) | asked
        if not asked and len(axes) - len(result) > 2:
            last = axes[-1]
            result[last.label] = last.first + (last.points - 1) // 2 * last.spacing
        return result


@dataclasses.dataclass
class Dat:
    """Values on a set at all iterations that hold them."""

    name: str
    record: str  # its name in the files
    set: str
    components: int
    places: dict = dataclasses.field(default_factory=dict)  # iteration: (file, group of the iteration, time)


class ScalarSeries:
    """A scalar over time. Its values are attributes of the iterations."""

    kind = "series"

    def __init__(self, name):
        self.name = name
        self.variable = name
        self.values = {}  # iteration: (time, value)

    @property
    def iterations(self):
        return sorted(self.values)

    def about(self):
        return "value"

    def details(self):
        return "", ""

    def label(self, column):
        return column

    def rows(self):
        iterations = self.iterations
        times = [self.values[iteration][0] for iteration in iterations]
        return numpy.array(times), {self.name: numpy.array([self.values[iteration][1] for iteration in iterations])}


def opened(path):
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise unreadable(path, error) from error


def unreadable(path, error):
    return Trouble(f"cannot read '{path}': {error}; the file may be damaged, or may not be complete yet")


def text(value):
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def lost_source(data, path):
    """Returns the first file of a virtual dataset that cannot be read. HDF5 would silently use other values instead."""
    for source in data.virtual_sources() if data.is_virtual else ():
        file = path.parent / source.file_name
        try:
            h5py.File(file, "r").close()
        except OSError:
            return file
    return None


def axes_of(record, data, path):
    """The axes of a record, the fastest first."""
    try:
        if text(record.attrs["dataOrder"]) != "C":
            raise Trouble(f"'{path}' holds {record.name} with dataOrder {text(record.attrs['dataOrder'])}; "
                          "this program reads only C, the order that nopal writes")
        labels = [text(label) for label in record.attrs["axisLabels"]]
        columns = zip(labels, record.attrs["gridSpacing"], record.attrs["gridGlobalOffset"], data.attrs["position"],
                      data.shape, strict=True)
        slowest_first = [Axis(label, float(offset + position * spacing), float(spacing), int(points))
                         for label, spacing, offset, position, points in columns]
    except (KeyError, ValueError) as error:
        raise Trouble(f"'{path}': {record.name} lacks what openPMD requires of a mesh record: {error}") from error
    return tuple(reversed(slowest_first))


def single_points(axes):
    """The coordinates of axes with one point, by label. At least one axis is not among them."""
    across = [axis for axis in axes if axis.points == 1]
    return {axis.label: axis.first for axis in across[len(across) == len(axes):]}


def nearest(axis, coordinate, name):
    low, high = axis.edges()
    if not low <= coordinate <= high:
        raise Trouble(f"--at {axis.label}={short(coordinate)} lies outside of {name}, which extends from {axis.label} = "
                      f"{short(axis.first)} to {short(axis.last)}")
    return min(max(round((coordinate - axis.first) / axis.spacing), 0), axis.points - 1)


def full_name(record_name, thorns):
    """thorn::variable if only one thorn can own the record; otherwise its name in the file."""
    owners = [thorn for thorn in thorns if record_name.startswith(thorn + "_")]
    return f"{owners[0]}::{record_name[len(owners[0]) + 1:]}" if len(owners) == 1 else record_name


def thorns_of(file):
    """The thorns that the parfile activates. The file holds the parfile."""
    try:
        thorns = yaml.safe_load(text(file.attrs.get("parfile", ""))).get("thorns", [])
    except (yaml.YAMLError, AttributeError):
        return []
    return [str(thorn) for thorn in thorns] if isinstance(thorns, list) else []


class Reader:
    """Collects fields, data on sets and scalars of openPMD files."""

    def __init__(self):
        self.fields = {}
        self.dats = {}
        self.scalars = {}

    def add(self, path, stem):
        """Adds a file of the series `stem`. Returns False if it is no openPMD file."""
        try:
            file = h5py.File(path, "r")
        except OSError as error:
            warn(f"'{path}' is skipped: {error}; the file may be damaged, or may not be complete yet")
            return False
        with file:
            if "openPMD" not in file.attrs or "data" not in file:
                return False
            thorns = thorns_of(file)
            for name, group in file["data"].items():
                if not name.isdigit():
                    continue
                if not isinstance(group, h5py.Group):  # a link to a file that does not exist any more
                    warn(f"'{path}', iteration {name} is skipped: its file cannot be read")
                    continue
                self._add_iteration(path, stem, int(name), group, thorns)
        return True

    def _add_iteration(self, path, stem, iteration, group, thorns):
        time = float(group.attrs.get("time", numpy.nan))
        for record_name, record in group.get("meshes", {}).items():
            components = list(record) if isinstance(record, h5py.Group) else [""]
            for component in components:
                data = record[component] if component else record
                if not isinstance(data, h5py.Dataset):  # a constant component; openPMD allows them, but nopal writes none
                    continue
                lost = lost_source(data, path)
                if lost:
                    warn(f"'{path}', {data.name} is skipped: its values lie in '{lost}', which cannot be read")
                    continue
                name = full_name(record_name, thorns) + (f".{component}" if component else "")
                field = self.fields.setdefault((stem, name), Field(name, component))
                field.places[iteration] = (path, record.name, time)
                field.shape = data.shape
        for record, data in group.get("dats", {}).items():
            dat = self.dats.setdefault((stem, record), Dat(full_name(record, thorns), record, text(data.attrs["set"]),
                                                           data.shape[1]))
            dat.places[iteration] = (path, group.name, time)
        for name, value in group.attrs.items():
            if name in ("time", "dt", "timeUnitSI") or name.endswith("_timeOffset"):
                continue
            if numpy.ndim(value) == 0 and isinstance(value, numpy.number):
                series = self.scalars.setdefault((stem, name), ScalarSeries(full_name(name, thorns)))
                series.values[iteration] = (time, float(value))
