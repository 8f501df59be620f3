"""Cells of any kinds: checked, each only once, and in the order of the file."""

import numpy

from . import sides
from .kinds import named, polygon
from .trouble import Trouble, counted, numbers


class Cells:
    """Row n of the cells has nodes[offsets[n]:offsets[n + 1]]."""

    def __init__(self, dimension, offsets, nodes, kinds, in_file, node_in_file):
        self.dimension = dimension
        self.offsets, self.nodes = offsets, nodes
        self.kinds = kinds  # names
        self.in_file, self.node_in_file = in_file, node_in_file  # what the file calls cells and nodes

    def __len__(self):
        return len(self.offsets) - 1

    def names(self, rows):
        return self.in_file[rows].tolist()

    def node_names(self, nodes):
        return self.node_in_file[nodes[nodes >= 0]].tolist()

    def by_kind(self):
        """Yields (kind, rows, table of nodes) of each kind there is."""
        for name in dict.fromkeys(self.kinds.tolist()):
            mine = numpy.flatnonzero(self.kinds == name)
            width = self.offsets[mine[0] + 1] - self.offsets[mine[0]]
            yield name, mine, self.nodes[self.offsets[mine][:, None] + numpy.arange(width)]

    def reorder(self, rows, order):
        """Gives the corners of some cells of one kind another order."""
        at = self.offsets[rows][:, None]
        self.nodes[at + numpy.arange(len(order))] = self.nodes[at + numpy.array(order)]

    def reverse(self, rows):
        """Turns polygons around. The first corner stays the first."""
        for count in numpy.unique(numpy.diff(self.offsets)[rows]):
            mine = rows[numpy.diff(self.offsets)[rows] == count]
            self.reorder(mine, [0, *range(count - 1, 0, -1)])


def padded_rows(tables):
    width = max(table.shape[1] for table in tables)
    return numpy.concatenate([numpy.pad(table, ((0, 0), (0, width - table.shape[1])), constant_values=-1) for table in tables])


def collapse(rows, names, notes):
    """Takes corners out that stand beside themselves: some programs write triangles as quadrilaterals."""
    counts = (rows >= 0).sum(axis=1)
    following = rows[numpy.arange(len(rows))[:, None], (numpy.arange(rows.shape[1]) + 1) % counts[:, None]]
    twice = (rows == following) & (rows >= 0)
    few = numpy.flatnonzero(counts - twice.sum(axis=1) < 3)
    if len(few):
        raise Trouble(f"{counted(len(few), 'cell')} with fewer than three different corners: {numbers(names[few])}: remove "
                      "them")
    changed = numpy.flatnonzero(twice.any(axis=1))
    if len(changed):
        for n in changed:
            kept = rows[n][(rows[n] >= 0) & ~twice[n]]
            rows[n] = -1
            rows[n, :len(kept)] = kept
        notes.append(f"{counted(len(changed), 'cell')} named a corner twice in a row, such as cell {names[changed[0]]}; it is "
                     "taken once, so the cell has fewer corners")
    return rows


def check_corners(rows, names, dimension):
    ordered = numpy.sort(rows, axis=1)
    twice = numpy.flatnonzero(((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1))
    if len(twice):
        fix = "remove them" if dimension == 2 else "write them as cells with fewer corners (prisms, pyramids, tetrahedra)"
        raise Trouble(f"{counted(len(twice), 'cell')} with a corner that it names twice: {numbers(names[twice])}: {fix}")


def collect(raw, notes):
    """Returns the cells of a raw mesh, and for each block the rows of its elements (None: the block holds no cells)."""
    dimension = max((kind_of(block).dimension for block in raw.blocks if len(block.nodes)), default=0)
    if dimension < 2:
        raise Trouble("the file holds no cells: no triangles, quadrilaterals, tetrahedra, pyramids, prisms or hexahedra"
                      + (f"; {raw.why_no_cells}" if raw.why_no_cells else ""))
    chosen = [block for block in raw.blocks if kind_of(block).dimension == dimension and len(block.nodes)]
    rows = padded_rows([block.nodes for block in chosen])
    names = numpy.concatenate([block.numbers for block in chosen])
    kinds = numpy.concatenate([numpy.full(len(block.nodes), block.kind, object) for block in chosen])
    place = numpy.arange(len(rows))
    if len(numpy.unique(names)) == len(names):
        order = numpy.argsort(names, kind="stable")
        rows, names, kinds, place = rows[order], names[order], kinds[order], numpy.argsort(order)
    if dimension == 2:
        rows = collapse(rows, names, notes)
    check_corners(rows, names, dimension)
    rows, names, kinds, place = once(rows, names, kinds, place, notes)
    counts = (rows >= 0).sum(axis=1)
    if dimension == 2:
        for count in numpy.unique(counts):
            kinds[counts == count] = polygon(int(count)).name
    cells = Cells(dimension, numpy.concatenate(([0], numpy.cumsum(counts))), rows[rows >= 0], kinds.astype(str), names,
                  raw.point_numbers)
    starts = numpy.cumsum([0] + [len(block.nodes) for block in chosen])
    places = iter(numpy.split(place, starts[1:-1]))
    return cells, [next(places) if any(block is each for each in chosen) else None for block in raw.blocks]


def once(rows, names, kinds, place, notes):
    """Leaves out cells that are there twice."""
    which = sides.same(numpy.sort(rows, axis=1))
    _, first = numpy.unique(which, return_index=True)
    if len(first) == len(rows):
        return rows, names, kinds, place
    kept = numpy.sort(first)
    new = numpy.empty(len(first), numpy.int64)
    new[which[kept]] = numpy.arange(len(kept))
    left_out = numpy.setdiff1d(numpy.arange(len(rows)), kept)
    notes.append(f"{counted(len(left_out), 'cell')} with the corners of another one left out: {numbers(names[left_out])}")
    return rows[kept], names[kept], kinds[kept], new[which][place]


def kind_of(block):
    return named(block.kind, block.nodes.shape[1])
