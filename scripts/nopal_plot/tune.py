"""scripts/plot tune: draws how long an iteration takes, against the iterations of an epoch."""

import matplotlib
from matplotlib.ticker import NullLocator

from . import figures
from .printed import read, run_command
from .trouble import Trouble

SIZE = (900, 600)  # pixels
LEGEND = 3.4  # inches; beside the diagram
ROW = 0.19  # inches; a line of the legend
HELP = """\
Draws the seconds of an iteration against the number of iterations of an epoch, with one line for each shape of the tiles or
size of the blocks. A dashed line shows a run without epochs, and a ring the fastest way.

FILE is what `nopal tune PARFILE --json` prints."""


def lines_of(ways):
    """Returns {shape: (iterations, seconds)} of the ways that were measured, without the one without epochs."""
    lines = {}
    for way in ways:
        if way["most"] > 0 and "seconds" in way:
            iterations, seconds = lines.setdefault(way["shape"], ([], []))
            iterations.append(way["iterations"])
            seconds.append(way["seconds"])
    return lines


def figure_of(found):
    ways, best = found["ways"], found["fastest"]
    lines = lines_of(ways)
    height = max(SIZE[1], int(figures.DPI * (figures.TOP + figures.BOTTOM + ROW * (len(lines) + 2))))
    figure = figures.new_figure((SIZE[0], height))
    axes = figures.curve_axes(figure, LEGEND)
    if "seconds" in ways[0]:
        axes.axhline(ways[0]["seconds"], color=figures.INK, linestyle="--", linewidth=1.2, label="no epochs")
    colours = matplotlib.colormaps["viridis"]
    for number, (shape, (iterations, seconds)) in enumerate(lines.items()):
        axes.plot(iterations, seconds, marker="o", markersize=4, linewidth=1.4, label=shape,
                  color=colours(number / max(1, len(lines))))
    if best > 0:
        axes.plot([ways[best]["iterations"]], [ways[best]["seconds"]], "o", markersize=11, markerfacecolor="none",
                  markeredgecolor="#d62728", markeredgewidth=1.8, label="the fastest")
    axes.set_xscale("log", base=2)
    counts = sorted({each for iterations, _ in lines.values() for each in iterations})
    axes.set_xticks(counts, [str(each) for each in counts])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_ylim(0, 1.08 * max(way["seconds"] for way in ways if "seconds" in way))
    axes.set_xlabel("iterations of an epoch")
    axes.set_ylabel("seconds of an iteration")
    axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.02, 1), borderaxespad=0, frameon=False)
    points = " x ".join(str(each) for each in found["points"])
    figures.titles(figure, f"{points} points", ("", ""), f"{found['place']}    ranks: {found['ranks']}    threads of a rank: "
                   f"{found['threads']}")
    return figure


def run(words):
    def draw(arguments):
        path = arguments.file
        found = read(path, "nopal tune --json")
        if "ways" not in found or not lines_of(found["ways"]):
            raise Trouble(f"'{path}' holds no times of epochs: make it with `nopal tune PARFILE --json`")
        return figure_of(found)

    run_command("tune", HELP, "what was measured", draw, words)
