"""The coordinates of nodes: unused and doubled ones, units, the plane, the sphere."""

import numpy

from .trouble import Trouble, counted, numbers

FLAT = 1e-9  # of the largest extent: what is less is no third dimension


def check_finite(raw):
    bad = numpy.flatnonzero(~numpy.isfinite(raw.points).all(axis=1))
    if len(bad):
        raise Trouble(f"{counted(len(bad), 'node')} with coordinates that are not finite: {numbers(raw.point_numbers[bad])}")


def merge(points, distance):
    """Returns for each point the first one that lies no further from it than `distance` along each axis.

    Two such points share a box in one of several grids of boxes that are shifted against each other."""
    result = numpy.arange(len(points))
    size = 4 * distance if distance > 0 else 1.0
    axes = points.shape[1]
    shifts = numpy.array(numpy.meshgrid(*[[0.0, 0.5]] * axes)).reshape(axes, -1).T if distance > 0 else numpy.zeros((1, axes))
    for shift in shifts:
        boxes = numpy.floor(points / size + shift) if distance > 0 else points
        order = numpy.lexsort((result, *boxes.T))
        new = numpy.ones(len(points), bool)
        new[1:] = (boxes[order][1:] != boxes[order][:-1]).any(axis=1)
        leader = order[numpy.maximum.accumulate(numpy.where(new, numpy.arange(len(points)), 0))]
        near = (numpy.abs(points[order] - points[leader]) <= distance).all(axis=1)
        result[order[near]] = numpy.minimum(result[order[near]], result[leader[near]])
    while (result[result] != result).any():
        result = result[result]
    return result


def join(raw, places, distance, notes):
    """Gives all elements the first of the nodes that lie at one place."""
    kept = merge(places, distance)
    doubled = int((kept != numpy.arange(len(kept))).sum())
    notes.append(f"{counted(doubled, 'node')} joined with another one no further away than {distance:g}")
    for block in raw.blocks:
        block.nodes = kept[block.nodes]
    for group in raw.groups:
        if group.nodes is not None:
            group.nodes = numpy.unique(kept[group.nodes])
    if doubled and raw.sides is not None:
        raw.sides = None
        notes.append("edges do not keep the order of the file, since some of them are joined, too")


def on_sphere(lonlat, angles):
    """Returns longitude and latitude in radians, and the points on a sphere of radius 1."""
    lonlat = numpy.radians(lonlat) if angles == "degree" else lonlat
    if (numpy.abs(lonlat[:, 1]) > numpy.pi / 2 + 1e-6).any():
        raise Trouble(f"latitudes reach from {lonlat[:, 1].min():g} to {lonlat[:, 1].max():g} radians, expected at most pi/2: "
                      "the units of the file are wrong")
    longitude, latitude = lonlat.T
    return lonlat, numpy.stack((numpy.cos(latitude) * numpy.cos(longitude), numpy.cos(latitude) * numpy.sin(longitude),
                                numpy.sin(latitude)), axis=1)


def flat(points, notes):
    """Returns the two coordinates of a mesh in the plane."""
    if points.shape[1] == 2:
        return points
    extent = numpy.ptp(points, axis=0)
    constant = numpy.flatnonzero(extent <= FLAT * extent.max())
    if 2 in constant:
        return points[:, :2]
    if len(constant) == 1:
        kept = [axis for axis in range(3) if axis != constant[0]]
        notes.append(f"{'xyz'[constant[0]]} is {points[0, constant[0]]:g} everywhere: the coordinates are "
                     f"{' and '.join('xyz'[axis] for axis in kept)}")
        return points[:, kept]
    low, high = points[:, 2].min(), points[:, 2].max()
    raise Trouble(f"the cells are polygons, but z goes from {low:g} to {high:g}: --surface keeps three coordinates; for a "
                  "mesh in the plane, make z the same everywhere; if solids are expected, the file lacks them (Gmsh: mesh in 3-D, "
                  "and put the volume into a physical group)")
