"""Areas and volumes of cells. `points`: (cells, corners, coordinates)."""

import numpy

from .kinds import KINDS


def cross(a, b):
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def triangles_around(points):
    """Returns the two legs of the triangles from the first corner. `points`: (cells, corners, coordinates)."""
    legs = points[:, 1:] - points[:, :1]
    return legs[:, :-1], legs[:, 1:]


def plane_areas(points):
    """Returns the areas of polygons; those that run clockwise are negative."""
    return cross(*triangles_around(points)).sum(axis=1) / 2


def normals(points):
    """Returns the normals of polygons in space, as long as their areas."""
    return numpy.cross(*triangles_around(points)).sum(axis=1) / 2


def volumes(points, kind):
    """Returns the volumes of solids; of those inside out they are negative. Sides are cut into triangles at their middles."""
    relative = points - points[:, :1]
    total = numpy.zeros(len(points))
    for corners in KINDS[kind].sides:
        ring = relative[:, corners]
        middle = ring.mean(axis=1)
        for a, b in zip(range(len(corners)), (*range(1, len(corners)), 0)):
            total += numpy.einsum("ij,ij->i", middle, numpy.cross(ring[:, a], ring[:, b])) / 6
    return total


def solid_angles(points):
    """Returns the areas of polygons on the sphere of radius 1."""
    a = points[:, 0]
    total = numpy.zeros(len(points))
    for n in range(1, points.shape[1] - 1):
        b, c = points[:, n], points[:, n + 1]
        triple = numpy.einsum("ij,ij->i", a, numpy.cross(b, c))
        dots = [numpy.einsum("ij,ij->i", *pair) for pair in ((a, b), (b, c), (c, a))]
        total += 2 * numpy.arctan2(triple, 1 + sum(dots))
    return total


def measures_of(cells, points, measure):
    found = numpy.empty(len(cells))
    for kind, rows, table in cells.by_kind():
        found[rows] = measure(points[table], kind)
    return found
