"""Draws figures. Margins are fixed, so that nothing moves between the pictures of a series."""

import textwrap

import matplotlib
import numpy
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, ScalarFormatter

from .section import place_text, short

DPI = 100
LEFT, RIGHT, BOTTOM, TOP = 0.95, 0.35, 0.65, 0.85  # margins in inches
BAR_GAP, BAR_WIDTH, BAR_TEXT = 0.2, 0.2, 0.95  # inches; colour bar
STRETCH = 4  # a field with a longer ratio of sides is not drawn to scale
LEAST_PANEL = 0.8  # inches; smallest height of a diagram. Pictures with many diagrams are higher
GREY = "#b0b0b0"
INK = "#202020"
GROUPS = (("min", "average", "max"), ("norm1", "norm2", "norm_inf"), ("sum",))  # reductions that share a panel

matplotlib.rcParams.update({
    "font.size": 10, "axes.titlesize": 11, "axes.edgecolor": INK, "axes.linewidth": 0.8, "image.cmap": "viridis",
    "svg.fonttype": "none", "svg.hashsalt": "nopal", "path.simplify": True, "axes.formatter.limits": (-3, 4),
    "axes.axisbelow": True})


def new_figure(size):
    figure = Figure(figsize=(size[0] / DPI, size[1] / DPI), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def box(figure, left, bottom, width, height):
    """Adds axes at a place in inches."""
    w, h = figure.get_size_inches()
    return figure.add_axes((left / w, bottom / h, width / w, height / h))


def titles(figure, name, details, line):
    """Writes the variable and its description, and time and place below them."""
    w, h = figure.get_size_inches()
    description = details[0]
    room = int((w - LEFT) * 9) - len(name)
    text = name + (f": {textwrap.shorten(description, max(room, 10), placeholder='…')}" if description else "")
    figure.text(LEFT / w, 1 - 0.36 / h, text, fontsize=12, fontweight="bold", color=INK)
    figure.text(LEFT / w, 1 - 0.62 / h, line, fontsize=10, color=INK)


def with_unit(label, unit):
    return f"{label} [{unit}]" if unit else label


def moment(section, separator="    "):
    """Time and place, for a title."""
    parts = [f"time {short(section.time)}", f"iteration {section.iteration}"]
    if section.values_of is not None:
        parts.append(f"values of time {short(section.values_of)}")
    return separator.join(parts + ([place_text(section.place)] if section.place else []))


def plain_numbers(axis, scale):
    """Writes no "1e-5" above an axis if its numbers are short enough."""
    if scale.kind == "log":
        return
    formatter = ScalarFormatter()
    formatter.set_powerlimits((-3, 4))
    axis.set_major_formatter(formatter)


def to_scale(x, y, width, height):
    """The largest width and height in this room, in inches, for the ranges x and y."""
    ratio = (y[1] - y[0]) / (x[1] - x[0])
    if 1 / STRETCH <= ratio <= STRETCH:
        return min(width, height / ratio), min(height, width * ratio)
    return width, height


def plane_axes(figure, left, top, room, x, y, labels):
    """Adds axes for the ranges x and y below `top` and right of `left`, in inches. `room`: for width and height."""
    width, height = to_scale(x, y, *room)
    axes = box(figure, left, figure.get_size_inches()[1] - top - height, width, height)
    axes.set_xlim(x)
    axes.set_ylim(y)
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.xaxis.set_major_locator(MaxNLocator(max(2, min(8, int(width / 0.7))), steps=(1, 2, 2.5, 5, 10)))
    axes.yaxis.set_major_locator(MaxNLocator(max(2, min(8, int(height / 0.5))), steps=(1, 2, 2.5, 5, 10)))
    axes.tick_params(direction="out", color=INK)
    return axes


def colours_figure(section, name, details, scale, colours, size, x, y, labels, draw):
    """A plane with a colour bar. draw(axes, values, colours and scale as options) returns what has the colours."""
    figure = new_figure(size)
    w, h = figure.get_size_inches()
    axes = plane_axes(figure, LEFT, TOP, (w - LEFT - RIGHT - BAR_GAP - BAR_WIDTH - BAR_TEXT, h - BOTTOM - TOP), x, y, labels)
    values = numpy.ma.masked_where(~scale.shows(section.values), section.values)
    colour_map = matplotlib.colormaps[colours].copy()
    colour_map.set_bad(GREY)
    drawn = draw(axes, values, norm=scale.norm(), cmap=colour_map)

    width, height = axes.get_position().size * (w, h)
    bar_axes = box(figure, LEFT + width + BAR_GAP, h - TOP - height, BAR_WIDTH, height)
    extend = {(False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"}
    bar = figure.colorbar(drawn, cax=bar_axes, extend=extend[scale.beyond(section.values)])
    bar.set_label(with_unit(name, details[1]))
    plain_numbers(bar_axes.yaxis, scale)
    return figure, values


def map_figure(section, name, details, scale, colours, size, window=None):
    """Draws a plane in colours: the first axis goes to the right, the second upwards. `window`: what is shown of it."""
    edges = [axis.edges() for axis in section.axes]

    def draw(axes, values, **look):
        image = axes.imshow(values, origin="lower", extent=(*edges[0], *edges[1]), aspect="auto", interpolation="nearest",
                            **look)
        axes.set_xlim(window[0] if window else edges[0])
        axes.set_ylim(window[1] if window else edges[1])
        return image

    figure, values = colours_figure(section, name, details, scale, colours, size, *(window or edges),
                                    [with_unit(axis.label, axis.unit) for axis in section.axes], draw)
    titles(figure, name, details, moment(section) + missing(values, scale))
    return figure


def mesh_figure(section, name, details, scale, colours, size, window=None):
    """Draws the elements of a mesh in colours. `window`: what is shown of it."""
    shapes = section.shapes
    limits = shapes.limits()  # refuses shapes without places
    figure, values = colours_figure(
        section, name, details, scale, colours, size, *(window or limits), shapes.labels,
        lambda axes, values, **look: add_shapes(axes, shapes, values, **look)[0])
    titles(figure, name, details, moment(section) + missing(values, scale, "element"))
    return figure


def add_shapes(axes, shapes, values, line=2.5, dot=14, **look):
    """Draws elements in the colours of their values. Returns what has the colours. `line`: width of lines. `dot`: area of
    dots. Both in points."""
    counts = numpy.array([len(row) for row in shapes.corners])
    drawn = []
    for chosen, kind, options in ((counts >= 3, PolyCollection, {"edgecolors": "face", "linewidths": 0.6}),
                                  (counts == 2, LineCollection, {"linewidths": line, "capstyle": "round"})):
        if chosen.any():
            outlines = [shapes.positions[shapes.corners[n]] for n in numpy.flatnonzero(chosen)]
            drawn.append(kind(outlines, array=values[chosen], **options, **look))
            axes.add_collection(drawn[-1], autolim=False)
    if (counts == 1).any():
        points = shapes.positions[[row[0] for row in shapes.corners if len(row) == 1]]
        drawn.append(axes.scatter(*points.T, c=values[counts == 1], s=dot, linewidths=0, plotnonfinite=True, **look))
    return drawn


def missing(values, scale, noun="point"):
    n = int(numpy.ma.getmaskarray(values).sum())
    if n == 0:
        return ""
    return f"    grey: {n} {noun}{' is' if n == 1 else 's are'} not {'positive' if scale.kind == 'log' else 'finite'}"


def set_y_scale(axes, scale, margin=0.04):
    if scale.kind == "log":
        axes.set_yscale("log", nonpositive="mask")
        spread = (scale.high / scale.low)**margin
        axes.set_ylim(scale.low / spread, scale.high * spread)
        return
    room = (scale.high - scale.low) * margin
    axes.set_ylim(scale.low - room, scale.high + room)
    plain_numbers(axes.yaxis, scale)


def set_x_limits(axes, low, high):
    room = 0.01 * (high - low) or 0.5
    axes.set_xlim(low - room, high + room)


def curve_axes(figure, right=RIGHT):
    w, h = figure.get_size_inches()
    axes = box(figure, LEFT, BOTTOM, w - LEFT - right, h - BOTTOM - TOP)
    style(axes)
    return axes


def style(axes):
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def curves_figure(sections, name, details, scale, colours, size, most_named=8):
    """Draws a curve for each iteration. A legend names a few curves; for many the colour shows the time."""
    figure = new_figure(size)
    axis = sections[0].axes[0]
    named = len(sections) <= most_named
    axes = curve_axes(figure, RIGHT if named else RIGHT + BAR_GAP + BAR_WIDTH + BAR_TEXT)
    colour_map = matplotlib.colormaps[colours]
    if named:
        for n, section in enumerate(sections):
            at = section.axes[0]
            colour = colour_map(0.9 * n / max(len(sections) - 1, 1)) if len(sections) > 1 else "C0"
            axes.plot(at.coordinates(), section.values, color=colour, linewidth=1.5, marker="o" if at.points <= 60 else None,
                      markersize=3, label=f"time {short(section.time)}, iteration {section.iteration}")
        if len(sections) > 1:
            axes.legend(fontsize=8, framealpha=0.8)
    else:
        add_many(figure, axes, sections, colour_map)
    set_x_limits(axes, min(each.axes[0].first for each in sections), max(each.axes[0].last for each in sections))
    set_y_scale(axes, scale)
    axes.set_xlabel(with_unit(axis.label, axis.unit))
    axes.set_ylabel(with_unit(name, details[1]))
    titles(figure, name, details, moment(sections[0]) if len(sections) == 1 else span(sections))
    return figure


def add_many(figure, axes, sections, colour_map):
    times = numpy.array([section.time for section in sections])
    curves = [numpy.column_stack((section.axes[0].coordinates(), section.values)) for section in sections]
    collection = LineCollection(curves, array=times, cmap=colour_map, linewidths=1.0)
    axes.add_collection(collection)
    w, h = figure.get_size_inches()
    left = w - RIGHT - BAR_TEXT - BAR_WIDTH
    figure.colorbar(collection, cax=box(figure, left, BOTTOM, BAR_WIDTH, h - BOTTOM - TOP)).set_label("time")


def span(sections):
    first, last = sections[0], sections[-1]
    parts = [f"time {short(first.time)} to {short(last.time)}", f"iterations {first.iteration} to {last.iteration}"]
    return "    ".join(parts + ([place_text(first.place)] if first.place else []))


def panels(columns):
    """Groups columns by diagram: similar reductions, all points of a variable, or each column alone."""
    groups = {}
    for column in columns:
        together = next((group for group in GROUPS if column in group), None)
        groups.setdefault(together or column.partition("[")[0], []).append(column)
    return list(groups.values())


def series_figure(times, columns, label, name, details, kind, limits, size):
    """Draws values over time, in one diagram for each group. label(column) is the text of the legend."""
    groups = panels(columns)
    gap = 0.3
    least = int(DPI * (TOP + BOTTOM + len(groups) * (LEAST_PANEL + gap)))
    figure = new_figure((size[0], max(size[1], least)))
    w, h = figure.get_size_inches()
    height = (h - BOTTOM - TOP - gap * (len(groups) - 1)) / len(groups)
    for n, group in enumerate(groups):
        axes = box(figure, LEFT, h - TOP - (n + 1) * height - n * gap, w - LEFT - RIGHT, height)
        style(axes)
        for column in group:
            axes.plot(times, columns[column], linewidth=1.5, marker="o" if len(times) <= 40 else None, markersize=3,
                      label=label(column))
        set_y_scale(axes, limits(kind, [columns[column] for column in group], f"{name}, {' and '.join(group)}"))
        set_x_limits(axes, times[0], times[-1])
        if len(group) > 1:
            axes.legend(fontsize=8, loc="best", framealpha=0.8)
        axes.set_ylabel(with_unit(group[0] if len(group) == 1 else "", details[1]))
        axes.tick_params(labelbottom=n + 1 == len(groups))
    axes.set_xlabel("time")
    rows = f"{len(times)} rows" if len(times) != 1 else "1 row"
    titles(figure, name, details, f"time {short(times[0])} to {short(times[-1])}    {rows}")
    return figure


def pixels(figure):
    """Returns the pixels of a figure as an array (height, width, 3) of bytes."""
    figure.canvas.draw()
    return numpy.asarray(figure.canvas.buffer_rgba())[..., :3]
