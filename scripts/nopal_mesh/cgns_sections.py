"""Reads the sections of elements of CGNS files."""

import numpy

from .kinds import CGNS, KINDS, polygon
from .raw import Block
from .trouble import Trouble

MIXED, NGON, NFACE = 20, 22, 23


def read_section(node, place, dimension, data):
    """Returns the blocks of a section, and whether some elements are of higher order. Node numbers begin at 0."""
    code = int(data(node)[0])
    first, last = (int(each) for each in data(node["ElementRange"]).ravel()[:2])
    nodes = data(node["ElementConnectivity"]).ravel().astype(numpy.int64)
    offsets = data(node["ElementStartOffset"]).ravel().astype(numpy.int64) if "ElementStartOffset" in node else None
    count = last - first + 1
    if code == NFACE or code == NGON and dimension == 3:
        raise Trouble(f"{place}: cells with any number of sides (NGON_n, NFACE_n) are not read; write the mesh with "
                      "tetrahedra, pyramids, prisms and hexahedra")
    if code in (MIXED, NGON):
        offsets = mixed_offsets(nodes, count, place) if offsets is None and code == MIXED else offsets
        if offsets is None or len(offsets) != count + 1 or offsets[-1] > len(nodes):
            raise Trouble(f"{place}: ElementStartOffset does not fit to {count} elements: the file is damaged, or was written "
                          "by CGNS before 3.4: write it again")
        return mixed(nodes, offsets, first, place) if code == MIXED else (polygons(nodes, offsets, first), False)
    kind, width = known(code, place)
    if len(nodes) != count * width:
        raise Trouble(f"{place}: it holds {len(nodes)} numbers, but {count} elements of {width} nodes need {count * width}")
    corners = KINDS[kind].corners
    table = nodes.reshape(count, width)[:, :corners] - 1
    return [Block(kind, table, numpy.arange(first, last + 1))], width > corners


def known(code, place):
    if code not in CGNS:
        raise Trouble(f"{place}: elements of the type {code} are not known here; known are points, lines, triangles, "
                      "quadrilaterals, tetrahedra, pyramids, prisms and hexahedra")
    return CGNS[code]


def mixed_offsets(nodes, count, place):
    """Files before CGNS 4 have no offsets: each element begins with its type."""
    offsets = [0]
    for _ in range(count):
        if offsets[-1] >= len(nodes):
            raise Trouble(f"{place}: it ends after {len(offsets) - 1} of {count} elements: the file is damaged")
        offsets.append(offsets[-1] + 1 + known(int(nodes[offsets[-1]]), place)[1])
    return numpy.array(offsets)


def mixed(nodes, offsets, first, place):
    codes = nodes[offsets[:-1]]
    blocks, higher = [], False
    for code in numpy.unique(codes):
        kind, width = known(int(code), place)
        mine = numpy.flatnonzero(codes == code)
        corners = KINDS[kind].corners
        table = nodes[offsets[mine][:, None] + 1 + numpy.arange(corners)] - 1
        blocks.append(Block(kind, table, mine + first))
        higher = higher or width > corners
    return blocks, higher


def polygons(nodes, offsets, first):
    counts = numpy.diff(offsets)
    blocks = []
    for count in numpy.unique(counts):
        mine = numpy.flatnonzero(counts == count)
        table = nodes[offsets[mine][:, None] + numpy.arange(count)] - 1
        blocks.append(Block(polygon(int(count)).name, table, mine + first))
    return blocks
