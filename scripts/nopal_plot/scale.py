"""Scales: kind and limits."""

import dataclasses
import math

import numpy
from matplotlib import colors

from .trouble import Trouble, warn

KINDS = ("linear", "log", "symmetric")


@dataclasses.dataclass(frozen=True)
class Scale:
    kind: str
    low: float
    high: float

    def norm(self):
        if self.kind == "log":
            return colors.LogNorm(self.low, self.high)
        return colors.Normalize(self.low, self.high)

    def shows(self, values):
        """True for values that the scale can show. Others are drawn in grey."""
        return numpy.isfinite(values) & ((values > 0) if self.kind == "log" else True)

    def beyond(self, values):
        """Returns two bools: whether values lie below, and above, the limits."""
        shown = values[self.shows(values)]
        if shown.size == 0:
            return False, False
        return bool(shown.min() < self.low), bool(shown.max() > self.high)


class Extremes:
    """The smallest and the largest value that a scale of this kind can show. add() takes one section at a time."""

    def __init__(self, kind):
        self.kind = kind
        self.low = math.inf
        self.high = -math.inf

    def add(self, values):
        shown = values[Scale(self.kind, 0, 0).shows(values)]
        if shown.size:
            self.low = min(self.low, float(shown.min()))
            self.high = max(self.high, float(shown.max()))

    def scale(self, name):
        if self.low > self.high:
            if self.kind == "log":
                raise Trouble(f"{name} has no positive value for --scale log: use linear or symmetric")
            warn(f"{name} has no finite value")
            return Scale(self.kind, -1, 1)
        if self.kind == "symmetric":
            size = max(abs(self.low), abs(self.high)) or 1.0
            return Scale(self.kind, -size, size)
        if self.low < self.high:
            return Scale(self.kind, self.low, self.high)
        if self.kind == "log":
            return Scale(self.kind, self.low / 2, self.high * 2)
        width = abs(self.low) * 1e-3 or 1.0  # all values are equal: they lie in the middle
        return Scale(self.kind, self.low - width, self.high + width)


def fixed(kind, text):
    """Returns the scale with the limits of `text`, which is LOW:HIGH."""
    try:
        low, high = (float(word) for word in text.split(":"))
    except ValueError:
        raise Trouble(f"--range {text}: expected same, each or LOW:HIGH, such as --range -1:1") from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise Trouble(f"--range {text}: expected two finite numbers, the first smaller than the second")
    if kind == "log" and low <= 0:
        raise Trouble(f"--range {text}: a logarithmic scale needs positive limits")
    if kind == "symmetric" and low != -high:
        raise Trouble(f"--range {text}: a symmetric scale needs limits such as {-max(abs(low), abs(high)):g}:"
                      f"{max(abs(low), abs(high)):g}; give these, or use --scale linear")
    return Scale(kind, low, high)
