"""Sections: values on one or two axes at an iteration. A picture shows one."""

import dataclasses

import numpy


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


def short(value):
    """A coordinate or a time as text."""
    return f"{value:.6g}"


def place_text(place, separator=", "):
    return separator.join(f"{label} = {short(value)}" for label, value in place.items())
