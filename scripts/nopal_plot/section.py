"""Values on one or two axes at an iteration: what a picture is drawn from."""

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
        """Where the cells around the first and the last point end."""
        return self.first - 0.5 * self.spacing, self.last + 0.5 * self.spacing


@dataclasses.dataclass(frozen=True)
class Section:
    """values[i] on one axis; values[j, i] on two, of which the first goes to the right (i) and the second upwards (j)."""

    axes: tuple
    values: numpy.ndarray
    iteration: int
    time: float
    place: dict = dataclasses.field(default_factory=dict)  # coordinates of the axes that are cut, by label

    def __post_init__(self):
        assert self.values.shape == tuple(axis.points for axis in reversed(self.axes))


def short(value):
    """A coordinate or a time as text."""
    return f"{value:.6g}"


def place_text(place, separator=", "):
    return separator.join(f"{label} = {short(value)}" for label, value in place.items())
