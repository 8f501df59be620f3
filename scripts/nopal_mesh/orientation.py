"""Gives all cells one orientation: counter-clockwise in the plane, seen from outside on a surface, not inside out as solids."""

import numpy

from . import sides
from .kinds import KINDS
from .measures import cross, measures_of, normals, plane_areas, solid_angles, volumes
from .trouble import Trouble, counted, numbers

LEAST = 1e-12  # of the extent of a cell to the power of its dimension: what is less is nothing


def check_degenerate(cells, points, measures):
    extents = numpy.empty(len(cells))
    for _, rows, table in cells.by_kind():
        extents[rows] = numpy.ptp(points[table], axis=1).max(axis=1)
    bad = numpy.flatnonzero(numpy.abs(measures) <= LEAST * extents ** cells.dimension)
    if len(bad):
        raise Trouble(f"{counted(len(bad), 'cell')} without {'area' if cells.dimension == 2 else 'volume'}: "
                      f"{numbers(cells.names(bad))}: their corners lie on one {'line' if cells.dimension == 2 else 'plane'}; "
                      "remove or repair them")


def check_crossings(cells, points):
    """Sides of a quadrilateral cross if its corners stand in a wrong order, as row by row."""
    for name, rows, table in cells.by_kind():
        if name != "quad":
            continue
        along = points[numpy.roll(table, -1, axis=1)] - points[table]
        turns = cross(along, numpy.roll(along, -1, axis=1))
        bad = rows[(turns < 0).sum(axis=1) >= 2]
        if len(bad):
            raise Trouble(f"{counted(len(bad), 'quadrilateral')} whose sides cross: {numbers(cells.names(bad))}: corners "
                          "must stand in order around the cell, not row by row")


def in_plane(cells, points, notes):
    """Turns clockwise cells around. Returns the areas."""
    areas = measures_of(cells, points, lambda places, _: plane_areas(places))
    check_degenerate(cells, points, areas)
    clockwise = numpy.flatnonzero(areas < 0)
    cells.reverse(clockwise)
    tell(notes, clockwise, "ran clockwise and were turned around", cells)
    check_crossings(cells, points)
    return numpy.abs(areas)


def tell(notes, rows, what, cells):
    if len(rows):
        notes.append(f"{len(rows)} of {len(cells)} cells {what}")


def in_space(cells, points, notes):
    """Turns solids that are inside out. Returns the volumes."""
    found = measures_of(cells, points, volumes)
    check_degenerate(cells, points, found)
    inside_out = found < 0
    for kind, rows, _ in cells.by_kind():
        cells.reorder(rows[inside_out[rows]], KINDS[kind].mirrored)
    tell(notes, numpy.flatnonzero(inside_out), "were inside out; their corners got another order", cells)
    return numpy.abs(found)


def on_sphere(cells, points, notes):
    """Turns cells that run clockwise, seen from outside. Returns the areas on the sphere of radius 1."""
    areas = measures_of(cells, points, lambda places, _: solid_angles(places))
    check_degenerate(cells, points, areas)
    clockwise = numpy.flatnonzero(areas < 0)
    cells.reverse(clockwise)
    tell(notes, clockwise, "ran clockwise, seen from outside, and were turned around", cells)
    return numpy.abs(areas)


def on_surface(cells, points, notes):
    """Gives neighbours the same orientation; a closed surface is seen from outside. Returns the areas."""
    found = measures_of(cells, points, lambda places, _: numpy.linalg.norm(normals(places), axis=1))
    check_degenerate(cells, points, found)
    reverse = against_first(cells)
    rows = numpy.flatnonzero(reverse)
    cells.reverse(rows)
    enclosed = measures_of(cells, points, lambda places, _: numpy.einsum("ij,ij->i", normals(places), places.mean(axis=1)))
    _, _, _, second = sides.pairs(cells)
    if (second >= 0).all() and enclosed.sum() < 0:
        cells.reverse(numpy.arange(len(cells)))
        rows = numpy.setdiff1d(numpy.arange(len(cells)), rows)
    tell(notes, rows, "were turned around, so that neighbours run the same way", cells)
    return found


def against_first(cells):
    """Returns which cells run against the first one of their connected piece."""
    nodes, owners, first, second = sides.pairs(cells)
    inner = second >= 0
    a, b = owners[first[inner]], owners[second[inner]]
    opposite = ~sides.turned(nodes[first[inner]], nodes[second[inner]])
    state = numpy.full(len(cells), -1)
    while (state < 0).any():
        state[numpy.argmax(state < 0)] = 0
        while True:
            forward, backward = (state[a] >= 0) & (state[b] < 0), (state[b] >= 0) & (state[a] < 0)
            if not (forward | backward).any():
                break
            state[b[forward]] = state[a[forward]] ^ opposite[forward]
            state[a[backward]] = state[b[backward]] ^ opposite[backward]
    wrong = numpy.flatnonzero(state[a] ^ state[b] ^ opposite)
    if len(wrong):
        pair = numbers(cells.names(numpy.array([a[wrong[0]], b[wrong[0]]])))
        raise Trouble(f"the surface has one side only (as a Moebius strip), seen at the cells {pair}: it cannot be given an "
                      "orientation; cut it")
    return state == 1
