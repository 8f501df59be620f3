"""Makes the sides of cells: between two cells, and on the boundary.

The first cell of a side is the one with the lower number. In the plane it lies to the right of the way from the first node of
the side to the second; the nodes of the side of a solid run counter-clockwise, seen from outside of the first cell.
"""

import dataclasses

import numpy

from .kinds import KINDS
from .trouble import Trouble, counted, numbers


@dataclasses.dataclass
class Sides:
    """Sides of one sort. Rows of nodes have -1 at their end where a side has fewer nodes than others."""

    nodes: numpy.ndarray
    cells: numpy.ndarray  # two columns, or one on the boundary

    def __len__(self):
        return len(self.nodes)

    def take(self, rows):
        return Sides(self.nodes[rows], self.cells[rows])


def of_cells(cells):
    """Returns the sides of each cell, in the order of the cells: nodes and cell numbers."""
    if cells.dimension == 2:
        counts = numpy.diff(cells.offsets)
        following = numpy.arange(1, len(cells.nodes) + 1)
        following[cells.offsets[1:] - 1] = cells.offsets[:-1]
        return numpy.stack((cells.nodes[following], cells.nodes), axis=1), numpy.repeat(numpy.arange(len(cells)), counts)
    found, owners = [], []
    for name, mine, table in cells.by_kind():
        for corners in KINDS[name].sides:
            found.append(padded(table[:, corners], 4))
            owners.append(mine)
    found, owners = numpy.concatenate(found), numpy.concatenate(owners)
    order = numpy.argsort(owners, kind="stable")
    return found[order], owners[order]


def padded(table, width):
    return numpy.pad(table, ((0, 0), (0, width - table.shape[1])), constant_values=-1)


def same(keys):
    """Returns a number for each row: equal rows have equal numbers."""
    order = numpy.lexsort(keys.T)
    ordered = keys[order]
    new = numpy.ones(len(keys), bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    result = numpy.empty(len(keys), numpy.int64)
    result[order] = numpy.cumsum(new) - 1
    return result


def pairs(cells):
    """Returns the sides of all cells, their cells, and for each side: the rows where it is first and second (-1: none)."""
    nodes, owners = of_cells(cells)
    which = same(numpy.sort(nodes, axis=1))
    count = numpy.bincount(which)
    order = numpy.argsort(which, kind="stable")
    starts = numpy.concatenate(([0], numpy.cumsum(count)[:-1]))
    if (count > 2).any():
        bad = int(numpy.argmax(count > 2))
        rows = order[starts[bad]:starts[bad] + count[bad]]
        raise Trouble(f"{counted(int((count > 2).sum()), 'side')} with more than two cells, such as that of the nodes "
                      f"{numbers(cells.node_names(nodes[rows[0]]))} with the cells {numbers(cells.names(owners[rows]))}: each "
                      "side must have one cell or two; cells overlap, or surfaces meet in one line: remove what is too much")
    first = order[starts]
    second = numpy.where(count == 2, order[numpy.minimum(starts + 1, len(order) - 1)], -1)
    by_first = numpy.argsort(first, kind="stable")
    return nodes, owners, first[by_first], second[by_first]


def turned(a, b):
    """Whether the rows of nodes run in opposite directions. Both have the same nodes."""
    if a.shape[1] == 2:
        return a[:, 0] == b[:, 1]
    counts = (a >= 0).sum(axis=1)
    rows = numpy.arange(len(a))
    after_a = a[rows, 1]
    at = numpy.argmax(b == a[:, :1], axis=1)
    return b[rows, (at - 1) % counts] == after_a


def make(cells):
    """Returns the inner sides and those of the boundary."""
    nodes, owners, first, second = pairs(cells)
    inner = second >= 0
    a, b = first[inner], second[inner]
    wrong = ~turned(nodes[a], nodes[b])
    if wrong.any():
        bad = numpy.flatnonzero(wrong)[0]
        raise Trouble(f"{counted(int(wrong.sum()), 'side')} with both cells on one side of it, such as that of the nodes "
                      f"{numbers(cells.node_names(nodes[a[bad]]))} with the cells "
                      f"{numbers(cells.names(owners[[a[bad], b[bad]]]))}: these cells overlap, or their corners are in a wrong "
                      "order")
    return (Sides(nodes[a], numpy.stack((owners[a], owners[b]), axis=1)),
            Sides(nodes[first[~inner]], owners[first[~inner]][:, None]))


def find(sides, wanted):
    """Returns the row of the side with the nodes of each row of `wanted`; -1: there is none."""
    width = max(sides.nodes.shape[1], wanted.shape[1])
    keys = numpy.sort(numpy.concatenate((padded(sides.nodes, width), padded(wanted, width))), axis=1)
    which = same(keys)
    row_of = numpy.full(which.max() + 1 if len(which) else 0, -1)
    row_of[which[:len(sides)]] = numpy.arange(len(sides))
    return row_of[which[len(sides):]]
