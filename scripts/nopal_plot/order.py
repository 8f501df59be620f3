"""scripts/plot order: draws which tile computes which points of which iteration, and when."""

import dataclasses
import math
import pathlib

import numpy
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from . import figures
from .catalogue import spread
from .printed import read, run_command
from .trouble import Trouble

AXES = "ijk"
COLOURS = ("#8ecae6", "#f6bd60", "#90be6d", "#f28482", "#b8a1e3", "#c9ada7", "#84b59f", "#e5989b")
STEPS = (1, 3, 5)  # between the colours of neighbours along each axis: not a multiple of 8, so they differ
WIDTH = 9.0  # inches
ROW = 0.42  # inches; an iteration of a line
GAP = 0.55  # inches; between the panels of planes
MOST_PANELS = 9
DIGIT = 0.085  # inches; width of a digit of 10 points
LEAST_FONT = 5  # points; smaller numbers are left out
HELP = """\
Draws the order of the work in an epoch: which tile computes which points of which iteration, and in which turn.

FILE is what `nopal plan PARFILE --json --order` prints. If one axis is cut into tiles, the picture shows its points
against the iterations. If more are cut, it shows a plane along two of them for each iteration. Other axes are cut in
the middle."""


@dataclasses.dataclass(frozen=True)
class Piece:
    """Points that a tile computes in one turn, along the axes that are shown."""
    lower: tuple
    upper: tuple
    tile: int
    turn: int


class Order:
    """The order of the work, as `nopal plan` writes it."""

    def __init__(self, path):
        plan = read(path, "nopal plan --json")
        if "order" not in plan:
            raise Trouble(f"'{path}' holds no order of the work: make it with `nopal plan PARFILE --json --order`")
        order = plan["order"]
        self.parfile = pathlib.Path(plan["parfile"]).name
        self.first, self.iterations = order["first"], order["iterations"]
        self.tile, self.tiles, self.points = order["tile"], order["tiles"], order["points"]
        self.turns = order["turns"]
        cut = [axis for axis, n in enumerate(self.tiles) if n > 1]
        self.axes = cut[:2] or [len(self.tiles) - 1]
        self.place = {axis: (self.points["lower"][axis] + self.points["upper"][axis]) // 2
                      for axis in range(len(self.tiles)) if axis not in self.axes}

    def rows(self):
        """Returns (label, pieces) for each iteration. Calls that compute the same points have rows of their own."""
        pieces = {}
        for turn in self.turns:
            pieces.setdefault((turn["iteration"], turn["call"]), []).extend(self._pieces(turn))
        layers = self._layers(pieces)
        names = {turn["call"]: turn["routine"] for turn in self.turns}
        rows = []
        for iteration in range(self.first, self.first + self.iterations):
            for layer in layers:
                label = str(iteration) + (f" {names[layer[0]]}" if len(layers) > 1 else "")
                rows.append((label, [piece for call in layer for piece in pieces.get((iteration, call), [])]))
        return rows

    def _pieces(self, turn):
        for box in turn["boxes"]:
            if all(box["lower"][axis] <= at < box["upper"][axis] for axis, at in self.place.items()):
                yield Piece(tuple(box["lower"][axis] for axis in self.axes),
                            tuple(box["upper"][axis] for axis in self.axes), turn["tile"], turn["turn"])

    def _layers(self, pieces):
        """Groups the calls, so that no two calls of a group compute a common point in the same iteration."""
        layers = []
        for call in sorted({call for _, call in pieces}):
            mine = {iteration: self._mask(found) for (iteration, of), found in pieces.items() if of == call}
            for calls, taken in layers:
                if not any((taken[iteration] & mask).any() for iteration, mask in mine.items() if iteration in taken):
                    calls.append(call)
                    taken.update({iteration: taken.get(iteration, False) | mask for iteration, mask in mine.items()})
                    break
            else:
                layers.append(([call], mine))
        return [calls for calls, _ in layers]

    def _mask(self, pieces):
        """The points of a rank that lie in the pieces. Ghosts do not count."""
        lower = [self.points["lower"][axis] for axis in self.axes]
        mask = numpy.zeros([self.points["upper"][axis] - self.points["lower"][axis] for axis in self.axes], bool)
        for piece in pieces:
            mask[tuple(slice(max(a - first, 0), max(b - first, 0))
                       for a, b, first in zip(piece.lower, piece.upper, lower, strict=True))] = True
        return mask

    def colour(self, tile):
        number, rest = 0, tile - 1
        for n, step in zip(self.tiles, STEPS, strict=False):
            number += step * (rest % n)
            rest //= n
        return COLOURS[number % len(COLOURS)]

    def limits(self, pieces):
        """The first and the last point + 1 along each axis that is shown, with the ghosts that are computed."""
        return [(min(self.points["lower"][axis], *(piece.lower[n] for piece in pieces)),
                 max(self.points["upper"][axis], *(piece.upper[n] for piece in pieces)))
                for n, axis in enumerate(self.axes)]

    def titles(self, figure, shown=""):
        n_tiles = math.prod(self.tiles)
        sizes = " x ".join(str(n) if n else "all" for n in self.tile)
        place = "".join(f"    {AXES[axis]} = {at}" for axis, at in self.place.items())
        figures.titles(figure, f"Iterations {self.first} to {self.first + self.iterations - 1} of {self.parfile}",
                       ("", ""), f"{n_tiles} tile{'s' if n_tiles > 1 else ''} of {sizes} points    colour: tile    "
                       f"number: turn of a single thread{place}{shown}")


def draw(axes, piece, lower, size, colour, scale):
    """Draws a box and its turn. `scale`: inches of a point, and of a row or a point upwards."""
    axes.add_patch(Rectangle(lower, *size, facecolor=colour, edgecolor="white", linewidth=1.5))
    text = str(piece.turn)
    font = min(10, 10 * size[0] * scale[0] * 0.8 / (DIGIT * len(text)), 72 * size[1] * scale[1] * 0.7)
    if font >= LEAST_FONT:
        axes.text(lower[0] + size[0] / 2, lower[1] + size[1] / 2, text, ha="center", va="center", fontsize=font,
                  color=figures.INK)


def point_labels(axis):
    axis.set_major_locator(MaxNLocator(10, integer=True))


def line_figure(order, rows):
    """Points to the right, iterations upwards."""
    labels_width = 0.35 + 0.08 * max(len(label) for label, _ in rows)
    height = figures.TOP + figures.BOTTOM + ROW * len(rows)
    figure = figures.new_figure((WIDTH * figures.DPI, height * figures.DPI))
    width = WIDTH - figures.RIGHT - figures.LEFT - labels_width + 0.35
    axes = figures.box(figure, WIDTH - figures.RIGHT - width, figures.BOTTOM, width, ROW * len(rows))
    (first, end), = order.limits([piece for _, pieces in rows for piece in pieces])
    for row, (_, pieces) in enumerate(rows):
        for piece in pieces:
            draw(axes, piece, (piece.lower[0] - 0.5, row - 0.5), (piece.upper[0] - piece.lower[0], 1),
                 order.colour(piece.tile), (width / (end - first), ROW))
    axes.set_xlim(first - 0.5, end - 0.5)
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.set_yticks(range(len(rows)), [label for label, _ in rows])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    point_labels(axes.xaxis)
    axes.set_xlabel(f"point {AXES[order.axes[0]]}")
    axes.set_ylabel("iteration")
    order.titles(figure)
    return figure


def planes_figure(order, rows):
    """A plane for each iteration."""
    shown = spread(rows, MOST_PANELS)
    (x0, x1), (y0, y1) = order.limits([piece for _, pieces in rows for piece in pieces])
    columns = min(len(shown), 3 if len(shown) > 4 else 2)
    lines = -(-len(shown) // columns)
    width = (WIDTH - figures.LEFT - figures.RIGHT - GAP * (columns - 1)) / columns
    scale = min(width / (x1 - x0), 1.2 * width / (y1 - y0))
    width, height = scale * (x1 - x0), scale * (y1 - y0)
    h = figures.TOP + figures.BOTTOM + lines * height + (lines - 1) * GAP + 0.2
    figure = figures.new_figure((WIDTH * figures.DPI, h * figures.DPI))
    for number, (label, pieces) in enumerate(shown):
        line, column = divmod(number, columns)
        bottom = figures.BOTTOM + (lines - 1 - line) * (height + GAP)
        axes = figures.box(figure, figures.LEFT + column * (width + GAP), bottom, width, height)
        for piece in pieces:
            draw(axes, piece, (piece.lower[0] - 0.5, piece.lower[1] - 0.5),
                 (piece.upper[0] - piece.lower[0], piece.upper[1] - piece.lower[1]), order.colour(piece.tile),
                 (scale, scale))
        axes.set_xlim(x0 - 0.5, x1 - 0.5)
        axes.set_ylim(y0 - 0.5, y1 - 0.5)
        axes.set_title(f"iteration {label}", loc="left", fontsize=10)
        axes.tick_params(length=0, labelsize=8)
        axes.spines[:].set_visible(False)
        point_labels(axes.xaxis)
        point_labels(axes.yaxis)
        if column == 0:
            axes.set_ylabel(f"point {AXES[order.axes[1]]}")
        if line == lines - 1:
            axes.set_xlabel(f"point {AXES[order.axes[0]]}")
    order.titles(figure, f"    {len(shown)} of {len(rows)} iterations" if len(shown) < len(rows) else "")
    return figure


def run(words):
    def draw_order(arguments):
        order = Order(arguments.file)
        return (line_figure if len(order.axes) == 1 else planes_figure)(order, order.rows())

    run_command("order", HELP, "the plan", draw_order, words)
