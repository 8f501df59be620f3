"""Sections: values on one or two axes, or on a mesh, at an iteration. A picture shows one."""

import dataclasses
import math

import numpy

from .trouble import Trouble


@dataclasses.dataclass(frozen=True)
class Axis:
    """Equidistant points: first + index * spacing."""

    label: str
    first: float
    spacing: float
    points: int
    unit: str = ""

    @property
    def last(self):
        return self.first + (self.points - 1) * self.spacing

    def coordinates(self):
        return self.first + numpy.arange(self.points) * self.spacing

    def edges(self):
        """The outer ends of the cells around the first and the last point."""
        return self.first - 0.5 * self.spacing, self.last + 0.5 * self.spacing


@dataclasses.dataclass(frozen=True)
class Section:
    """values[i] on one axis, or values[j, i] on two axes: the first (i) goes to the right, the second (j) upwards."""

    axes: tuple
    values: numpy.ndarray
    iteration: int
    time: float
    place: dict = dataclasses.field(default_factory=dict)  # coordinates of the axes that are cut, by label
    values_of: float | None = None  # the earlier time to which the values belong; None: `time`

    def __post_init__(self):
        assert self.values.shape == tuple(axis.points for axis in reversed(self.axes))


@dataclasses.dataclass(frozen=True)
class Shapes:
    """Elements in the plane. Those with one corner are points, with two lines, with more polygons."""

    positions: numpy.ndarray  # a row for each point
    corners: list  # of each element: the numbers of its points, in order around it
    labels: tuple  # of both axes

    def limits(self, room=0.02):
        """The smallest and the largest coordinate along both axes. `room`: around them, as a part of the longer side."""
        used = {number for row in self.corners for number in row}
        points = self.positions[sorted(used)]
        points = points[numpy.isfinite(points).all(axis=1)]
        if not len(points):
            raise Trouble(f"{' and '.join(self.labels)}: no element has finite coordinates")
        more = room * float((points.max(axis=0) - points.min(axis=0)).max()) or 0.5
        return [(float(column.min()) - more, float(column.max()) + more) for column in points.T]


@dataclasses.dataclass(frozen=True)
class MeshSection:
    """A value for each element."""

    shapes: Shapes
    values: numpy.ndarray
    iteration: int
    time: float
    values_of: float | None = None  # as in Section
    place: dict = dataclasses.field(default_factory=dict)  # meshes are not cut

    def __post_init__(self):
        assert self.values.shape == (len(self.shapes.corners),)


def window(text):
    """Reads X0:X1,Y0:Y1, the part of a plane that a picture shows."""
    try:
        found = [tuple(float(word) for word in part.split(":")) for part in text.split(",")]
        (x0, x1), (y0, y1) = found
        if not (all(map(math.isfinite, (x0, x1, y0, y1))) and x0 < x1 and y0 < y1):
            raise ValueError
    except ValueError:
        raise Trouble(f"--window {text}: expected X0:X1,Y0:Y1, such as --window -0.5:1.5,-1:1") from None
    return found


def short(value):
    """A coordinate or a time as text."""
    return f"{value:.6g}"


def place_text(place, separator=", "):
    return separator.join(f"{label} = {short(value)}" for label, value in place.items())
