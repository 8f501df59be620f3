"""scripts/plot loops: draws the elements of a loop over a set, in the colours of the plan."""

import matplotlib
import numpy
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.patches import Patch
from matplotlib.transforms import ScaledTranslation

from . import figures
from .printed import read, run_command
from .section import Shapes, window
from .trouble import Trouble, listed

COLOURS = ("#3b75af", "#ef8636", "#519e3e", "#c53a32", "#8d69b8", "#84584e", "#d57ebe", "#bcbd45")
WIDTH = 10.0  # inches; with two panels
LEAST_WIDTH = 5.0  # inches; for the title
MOST_HEIGHT = 6.0  # inches; of a panel
GAP = 0.9  # inches; between the panels, for labels
TITLE = 0.3  # inches; above a panel
LEGEND = 0.35  # inches; below a panel and its labels
LEGEND_PLACE = 0.55  # inches; from the panel down to the legend
MOST_IN_LEGEND = 16  # colours
ROOM = 0.06  # around the elements, for the numbers of those at the border
MOST_NUMBERED = 60  # elements; more have no numbers in the picture
MANY = 400  # elements; more have thinner lines and smaller dots
BESIDE_ELEMENT = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none"}
AROUND_POINT = {"boxstyle": "circle,pad=0.3", "facecolor": "#e4e4e4", "edgecolor": figures.INK, "linewidth": 0.8}
HELP = """\
Draws the elements of a loop over a set in the colours of its plan. The left panel shows the colours of the blocks: blocks of
one colour add to no common target. The right panel shows the colours of the elements inside of the blocks: elements of one
block and one colour add to no common target. A loop with a single block has only this panel.

FILE is what `nopal plan PARFILE --json --loops N` prints. The mesh must have positions in the plane, from mesh.positions or
from the function that makes the mesh. An element is a polygon, a line or a point, by the number of its targets in the set
with positions."""


class Loop:
    """A loop of a plan, with its elements in the plane."""

    def __init__(self, path, name):
        plan = read(path, "nopal plan --json")
        if "loops" not in plan:
            raise Trouble(f"'{path}' holds no loops: make it with `nopal plan PARFILE --json --loops N`")
        loops = plan["loops"]
        self.block_size = loops["block_size"]
        found = self._choose(path, loops["plans"], name)
        self.name, self.set, self.blocks = found["routine"], found["set"], found["blocks"]
        self.order = numpy.array(found["order"])
        self.block = numpy.arange(len(self.order)) // self.block_size
        self.of_elements = numpy.array(found["colours_of_elements"])
        self.of_blocks = numpy.array(found["colours_of_blocks"])[self.block]
        self.places, self.shapes = self._shapes(path, loops)

    @staticmethod
    def _choose(path, loops, name):
        coloured = [loop for loop in loops if "block_colours" in loop]
        if not coloured:
            raise Trouble(f"'{path}' holds no loop that uses maps, so there are no colours")
        names = [loop["routine"] for loop in coloured]
        if name is None and len(names) > 1:
            raise Trouble(f"'{path}' holds several loops: name one of them after the file: {listed(names)}")
        chosen = [loop for loop in loops if name in (None, loop["routine"], loop["routine"].rpartition("::")[2])]
        chosen = [loop for loop in chosen if loop in coloured] or chosen
        if not chosen:
            raise Trouble(f"'{path}' holds no loop '{name}'; it holds {listed(names)}")
        if len(chosen) > 1 and name is not None:
            raise Trouble(f"'{path}' holds several loops '{name}': {listed(loop['routine'] for loop in chosen)}")
        if "block_colours" not in chosen[0]:
            raise Trouble(f"{chosen[0]['routine']} uses no map, so it has no colours; others do: {listed(names)}")
        if "order" not in chosen[0]:
            raise Trouble(f"'{path}' does not list the elements of {chosen[0]['routine']}: nopal plan lists those of meshes "
                          "whose sets have 1 to 20000 elements, so take a smaller mesh")
        return chosen[0]

    def _shapes(self, path, loops):
        if "places" not in loops:
            raise Trouble(f"'{path}' holds no positions: name them under mesh.positions, such as 'thorn::nodes = dataset', "
                          "or give them in the function that makes the mesh")
        places = loops["places"]
        positions = numpy.array(places["positions"], float)
        if positions.shape[1] != 2:
            raise Trouble(f"the positions of {places['set']} have {positions.shape[1]} coordinates: pictures show 2")
        if self.set == places["set"]:
            corners = [[element] for element in self.order]
        elif self.set in places["corners"]:
            rows = places["corners"][self.set]["rows"]
            corners = [rows[element] for element in self.order]
        else:
            raise Trouble(f"no map leads from {self.set} to {places['set']}, which has the positions, so {self.name} cannot "
                          "be drawn")
        labels = tuple(f"{places['set']}, coordinate {axis}" for axis in range(2))
        return places["set"], Shapes(positions, corners, labels)


def look_of(n):
    """Colour map and scale for n colours."""
    colours = COLOURS if n <= len(COLOURS) else matplotlib.colormaps["viridis"](numpy.linspace(0, 1, n))
    return {"cmap": ListedColormap(colours[:n]), "norm": BoundaryNorm(numpy.arange(n + 1) - 0.5, n)}


def number(axes, at, text, box):
    if numpy.isfinite(at).all():
        axes.text(*at, str(text), ha="center", va="center", clip_on=True, fontsize=9, color=figures.INK, bbox=box)


def legend(axes, look, n):
    handles = [Patch(color=look["cmap"](colour), label=str(colour)) for colour in range(min(n, MOST_IN_LEGEND))]
    below = ScaledTranslation(0, -LEGEND_PLACE, axes.figure.dpi_scale_trans)
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(0, 0), bbox_transform=axes.transAxes + below,
                ncols=MOST_IN_LEGEND, fontsize=8, frameon=False, handlelength=1, columnspacing=1, borderaxespad=0)


def draw_panel(axes, loop, colours, numbers, what):
    """`numbers`: what stands at each element, if there are few of them; the points have numbers, too."""
    n = int(colours.max()) + 1
    look = look_of(n)
    many = len(loop.order) > MANY
    figures.add_shapes(axes, loop.shapes, colours, line=1.5 if many else 5, dot=9 if many else 120, **look)
    legend(axes, look, n)
    named = len(loop.order) <= MOST_NUMBERED
    noun, numbered = what
    axes.set_title(f"{n} colour{'s' if n > 1 else ''} of {noun}" + (f"    number: {numbered}" if named else ""), loc="left",
                   fontsize=10)
    if not named:
        return
    for row, text in zip(loop.shapes.corners, numbers, strict=True):
        if row:
            number(axes, loop.shapes.positions[row].mean(axis=0), text, BESIDE_ELEMENT)
    if loop.set != loop.places and len(loop.shapes.positions) <= MOST_NUMBERED:
        for target, at in enumerate(loop.shapes.positions):
            number(axes, at, target, AROUND_POINT)


def figure_of(loop, shown):
    limits = loop.shapes.limits(ROOM)  # refuses shapes without places
    x, y = shown or limits
    width, height = figures.to_scale(x, y, (WIDTH - figures.LEFT - figures.RIGHT - GAP) / 2, MOST_HEIGHT)
    panels = [(loop.of_elements, loop.order, ("the elements of a block", "element"))]
    if loop.blocks > 1:
        panels.insert(0, (loop.of_blocks, loop.block, ("the blocks", "block")))
    w = figures.LEFT + len(panels) * (width + GAP) - GAP + figures.RIGHT
    h = figures.TOP + TITLE + height + figures.BOTTOM + LEGEND
    figure = figures.new_figure((max(w, LEAST_WIDTH) * figures.DPI, h * figures.DPI))
    for at, each in enumerate(panels):
        axes = figures.plane_axes(figure, figures.LEFT + at * (width + GAP), figures.TOP + TITLE, (width, height), x, y,
                                  loop.shapes.labels)
        draw_panel(axes, loop, *each)
    blocks = f"{loop.blocks} blocks of {loop.block_size}" if loop.blocks > 1 else "a block"
    figures.titles(figure, loop.name, ("", ""), f"{len(loop.order)} elements of {loop.set} in {blocks}")
    return figure


def run(words):
    def draw(arguments):
        shown = window(arguments.window) if arguments.window else None
        return figure_of(Loop(arguments.file, arguments.loop), shown)

    run_command("loops", HELP, "the plan", draw, words, (
        ("loop", {"metavar": "LOOP", "nargs": "?", "help": "the loop, such as airfoil::flux_1; may be left out if only one "
                  "loop has colours"}),
        ("--window", {"metavar": "X0:X1,Y0:Y1", "help": "show only this part of the plane (default: all of it)"})))
