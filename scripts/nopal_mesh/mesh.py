"""A checked mesh: nodes, cells, sides, parts."""

import dataclasses

import numpy

from . import cells as cell_tables
from . import orientation, parts, points, sides
from .trouble import Trouble, counted, numbers

ROUNDED = 1e-12  # of the largest coordinate: nodes that are not further apart are told about


@dataclasses.dataclass
class Mesh:
    points: numpy.ndarray
    node_in_file: numpy.ndarray
    cells: cell_tables.Cells
    sizes: numpy.ndarray  # areas or volumes of cells
    inner: sides.Sides
    boundary: sides.Sides
    parts: list
    notes: list
    lonlat: numpy.ndarray = None  # in radians; only on a sphere
    sphere: float = 0.0  # its radius

    @property
    def dimension(self):
        return self.cells.dimension


def build(raw, options):
    """Returns the mesh of a raw one. `options`: those of the command line."""
    notes = raw.notes
    points.check_finite(raw)
    places, lonlat, sphere = coordinates(raw, options, notes)
    if options.merge is not None:
        points.join(raw, places, options.merge, notes)
    cells, rows_of_blocks = cell_tables.collect(raw, notes)
    used = nodes_used(raw, cells, options.keep_unused, notes)
    if not sphere:
        places = of_dimension(places, cells, used, options, notes)
    sizes = oriented(cells, places, sphere, notes)
    inner, boundary = sides.make(cells)
    inner, boundary = as_in_file(raw, inner, boundary, notes)
    found = parts.make(raw, cells, rows_of_blocks, inner, boundary, notes)
    parts.renumber(found, options.number)
    new = numpy.full(len(raw.points), -1)
    new[used] = numpy.arange(len(used))
    cells.nodes = new[cells.nodes]
    cells.node_in_file = raw.point_numbers[used]
    for each in (inner, boundary):
        each.nodes = numpy.where(each.nodes >= 0, new[each.nodes], -1)
    for part in found:
        part.nodes = new[part.nodes][new[part.nodes] >= 0]
    tell_doubled(places[used], options, notes)
    return Mesh(places[used], raw.point_numbers[used], cells, sizes, inner, boundary, found, notes,
                None if lonlat is None else lonlat[used], sphere)


def nodes_used(raw, cells, keep, notes):
    """Returns the nodes that stay: those of cells, or all."""
    used = numpy.unique(cells.nodes)
    unused = len(raw.points) - len(used)
    if keep or not unused:
        return numpy.arange(len(raw.points))
    missing = numpy.setdiff1d(numpy.arange(len(raw.points)), used)
    notes.append(f"{counted(unused, 'node')} that no cell uses left out: {numbers(raw.point_numbers[missing])}; --keep-unused "
                 "keeps them")
    return used


def coordinates(raw, options, notes):
    """Returns the coordinates of all nodes, longitudes and latitudes, and the radius of the sphere."""
    if raw.angles and not options.plane:
        lonlat, places = points.on_sphere(raw.points, raw.angles)
        notes.append(f"coordinates are longitudes and latitudes in {raw.angles}s: nodes lie on a sphere of radius "
                     f"{options.scale:g}; --plane takes them as x and y instead")
        return places * options.scale, lonlat, options.scale
    if raw.unit and not raw.angles and raw.unit != "m":
        notes.append(f"coordinates are in {raw.unit}" + (f", times {options.scale:g}" if options.scale != 1 else
                                                         ", and stay as they are; --scale multiplies them"))
    return raw.points * options.scale, None, 0.0


def of_dimension(places, cells, used, options, notes):
    """Returns two coordinates for a mesh in the plane, else three."""
    if cells.dimension == 2 and not options.surface:
        chosen = numpy.zeros((len(places), 2))
        chosen[used] = points.flat(places[used], notes)
        return chosen
    if cells.dimension == 3 and places.shape[1] != 3:
        raise Trouble("the cells are solids, but nodes have only two coordinates: the file is damaged")
    return numpy.pad(places, ((0, 0), (0, 3 - places.shape[1])))


def oriented(cells, places, sphere, notes):
    """Gives all cells one orientation. Returns their areas or volumes."""
    if sphere:
        return orientation.on_sphere(cells, places / sphere, notes) * sphere ** 2
    if cells.dimension == 3:
        return orientation.in_space(cells, places, notes)
    return (orientation.in_plane if places.shape[1] == 2 else orientation.on_surface)(cells, places, notes)


def as_in_file(raw, inner, boundary, notes):
    """Gives sides the order of the edges of the file, if it has a table of them, and compares it with what cells say."""
    if raw.sides is None:
        return inner, boundary
    result = []
    for each, neighbours in ((inner, 2), (boundary, 1)):
        rows = sides.find(each, raw.sides)
        there = numpy.flatnonzero(rows >= 0)
        if len(there) != len(each) or len(numpy.unique(rows[there])) != len(each):
            raise Trouble(f"the file's table of edges has {len(there)} of the {len(each)} edges with "
                          f"{counted(neighbours, 'cell')}: the tables of the file do not belong together")
        if raw.side_cells is not None:
            told = numpy.sort(raw.side_cells[there], axis=1)[:, -neighbours:]
            wrong = there[(told != numpy.sort(each.cells[rows[there]], axis=1)).any(axis=1)]
            if len(wrong):
                raise Trouble(f"{counted(len(wrong), 'edge')} whose cells in the file are not those that have its nodes, such "
                              f"as edge {wrong[0]} of the file (counted from 0): the tables of the file do not belong together")
        result.append(each.take(rows[there]))
    notes.append("edges have the order of the file")
    return result


def tell_doubled(places, options, notes):
    if options.merge is None:
        apart = numpy.round(places / (ROUNDED * numpy.abs(places).max(initial=1e-300)))
        doubled = len(places) - len(numpy.unique(apart, axis=0))
        if doubled:
            notes.append(f"{counted(doubled, 'node')} at the place of another one: there the mesh is cut, or closes around; "
                         "--merge DISTANCE joins them")
