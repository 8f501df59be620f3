"""Maps: tables that lead from the elements of a set to those of another one."""

import dataclasses

import numpy


@dataclasses.dataclass
class Map:
    start: str  # the set it leads from
    end: str
    targets: numpy.ndarray  # a row for each element, or one list if there are offsets
    offsets: numpy.ndarray = None
    about: str = ""

    @property
    def arity(self):
        return 0 if self.offsets is not None else self.targets.shape[1]


def corners(start, nodes, about):
    """Returns the map to the nodes of sides, whose rows may have -1 at their ends."""
    return lists(start, "nodes", nodes[nodes >= 0], (nodes >= 0).sum(axis=1), about, nodes.shape[1])


def lists(start, end, targets, counts, about, width=1):
    """Returns a map whose elements have these numbers of targets. `width`: the arity if there are no elements."""
    width = counts[0] if len(counts) else width
    if width and (counts == width).all():
        return Map(start, end, targets.reshape(-1, width), about=about)
    return Map(start, end, targets, numpy.concatenate(([0], numpy.cumsum(counts))), about)


def inverse(start, end, froms, tos, size, about):
    """Returns the map that leads from each of `froms` to the one of `tos` beside it."""
    order = numpy.argsort(froms, kind="stable")
    return lists(start, end, tos[order], numpy.bincount(froms, minlength=size), about)


def taken_rows(table, start, rows):
    """Returns some rows of a map."""
    if table.offsets is None:
        return Map(start, table.end, table.targets[rows], about=table.about)
    counts = numpy.diff(table.offsets)[rows]
    offsets = numpy.concatenate(([0], numpy.cumsum(counts)))
    at = numpy.repeat(table.offsets[rows] - offsets[:-1], counts) + numpy.arange(offsets[-1])
    return lists(start, table.end, table.targets[at], counts, table.about)


def edges_of_solids(mesh):
    """Returns the two nodes of each edge of solids, each edge once."""
    found = []
    for each in (mesh.inner, mesh.boundary):
        counts = (each.nodes >= 0).sum(axis=1)
        for n in range(each.nodes.shape[1]):
            rows = numpy.flatnonzero(n < counts)
            found.append(numpy.stack((each.nodes[rows, n], each.nodes[rows, (n + 1) % counts[rows]]), axis=1))
    return numpy.unique(numpy.sort(numpy.concatenate(found), axis=1), axis=0)
