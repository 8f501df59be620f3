"""Draws a mesh: its cells, and its boundary in the colours of its parts."""

import numpy

from .trouble import Trouble, module

COLOURS = ("#3b75af", "#ef8636", "#519e3e", "#c53a32", "#8d69b8", "#84584e", "#d57ebe", "#bcbd45")
NO_PART, INK, FILL = "#7f7f7f", "#b0b0b0", "#f4f4f4"


def draw(path, mesh, name, window):
    """Saves a picture of the mesh, in the format of the path's ending. `window`: the part of a plane to show, or None."""
    module("matplotlib", "python3-matplotlib", "--picture")
    if window and mesh.points.shape[1] != 2:
        raise Trouble("--window is for meshes in a plane: leave it out")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    figure = Figure(figsize=(8, 6.5), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    axes = (in_plane if mesh.points.shape[1] == 2 else in_space)(figure, mesh)
    if window:
        axes.set(xlim=window[0], ylim=window[1])
    legend(axes, mesh)
    axes.set_title(f"{name}: {len(mesh.cells)} cells", loc="left", fontsize=10)
    try:
        figure.savefig(path, bbox_inches="tight")
    except (OSError, ValueError) as error:
        raise Trouble(f"--picture {path}: cannot write it: {error}") from error


def colours_of(mesh):
    """Returns (rows of boundary sides, colour, label), each side once."""
    left = numpy.ones(len(mesh.boundary), bool)
    for n, part in enumerate(part for part in mesh.parts if len(part.boundary)):
        rows = part.boundary[left[part.boundary]]
        left[rows] = False
        yield rows, COLOURS[n % len(COLOURS)], f"{part.name} ({part.number})"
    if left.any():
        yield numpy.flatnonzero(left), NO_PART, "boundary without a part"


def polygons(mesh):
    """Returns the corners of each polygon of a plane or surface; of solids none."""
    return [places for _, _, table in mesh.cells.by_kind() for places in mesh.points[table]] if mesh.dimension == 2 else []


def in_plane(figure, mesh):
    from matplotlib.collections import LineCollection, PolyCollection
    axes = figure.add_subplot()
    axes.add_collection(PolyCollection(polygons(mesh), facecolors=FILL, edgecolors=INK, linewidths=0.4))
    for rows, colour, _ in colours_of(mesh):
        axes.add_collection(LineCollection(mesh.points[mesh.boundary.nodes[rows]], colors=colour, linewidths=1.8))
    axes.set_aspect("equal")
    axes.autoscale()
    axes.margins(0.03)
    return axes


def in_space(figure, mesh):
    """A surface shows its cells, a mesh of solids its boundary."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection
    axes = figure.add_subplot(projection="3d")
    shapes, colours = polygons(mesh), [FILL] * len(mesh.cells)
    if mesh.dimension == 3:
        chosen = [(nodes, colour) for rows, colour, _ in colours_of(mesh) for nodes in mesh.boundary.nodes[rows]]
        shapes, colours = [mesh.points[nodes[nodes >= 0]] for nodes, _ in chosen], [colour for _, colour in chosen]
    # A single collection, since matplotlib finds out only within one what hides what.
    axes.add_collection3d(Poly3DCollection(shapes, facecolors=colours, edgecolors="#404040", linewidths=0.2))
    low, high = mesh.points.min(axis=0), mesh.points.max(axis=0)
    for set_limits, a, b in zip((axes.set_xlim, axes.set_ylim, axes.set_zlim), low, high):
        set_limits(a, b if b > a else a + 1)
    axes.set_box_aspect(numpy.maximum(high - low, 1e-3 * (high - low).max()), zoom=0.85)
    return axes


def legend(axes, mesh):
    from matplotlib.patches import Patch
    if mesh.points.shape[1] == 2 or mesh.dimension == 3:
        handles = [Patch(color=colour, label=label) for _, colour, label in colours_of(mesh)]
        if handles:
            axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1), fontsize=8, frameon=False)
