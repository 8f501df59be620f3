"""Reads CGNS files of unstructured zones. Boundary conditions become groups.

meshio reads only tetrahedra of a zone "Zone1" of a base "Base", and no boundary conditions.
"""

import h5py
import numpy

from .cgns_sections import read_section
from .kinds import KINDS
from .raw import Group, RawMesh
from .trouble import Trouble, counted, listed


def children(node, label):
    """Returns the nodes of this label, in the order of the file."""
    return [child for child in node.values()
            if isinstance(child, h5py.Group) and text(child.attrs.get("label", b"")) == label]


def text(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def data(node):
    return node[" data"][()] if " data" in node else None


def letters(node):
    value = data(node)
    return "" if value is None else value.astype(numpy.uint8).tobytes().decode("utf-8", "replace").strip("\0 ")


def name_of(node):
    return node.name.rpartition("/")[2]


class Zone:
    """One zone: its nodes and elements, with numbers that go on from those of the zones before."""

    def __init__(self, path, base, node, first_point, dimension):
        self.path, self.base, self.node, self.first_point = path, base, node, first_point
        self.dimension = dimension
        kind = next((letters(each) for each in children(node, "ZoneType_t")), "Structured")
        if kind != "Unstructured":
            raise Trouble(f"'{path}', zone {name_of(node)}: it is {kind.lower()}, expected an unstructured one: a "
                          "structured zone needs no table, nopal's grid may do; or write it as unstructured")
        self.points = self._points()
        self.blocks, self.section_groups, self.notes = [], [], []
        for section in children(node, "Elements_t"):
            self._section(section)

    def _points(self):
        for coordinates in children(self.node, "GridCoordinates_t"):
            axes = [data(coordinates[f"Coordinate{axis}"]) for axis in "XYZ" if f"Coordinate{axis}" in coordinates]
            if len(axes) >= 2:
                return numpy.stack([axis.astype(float).ravel() for axis in axes], axis=1)
        raise Trouble(f"'{self.path}', zone {name_of(self.node)}: it has no coordinates CoordinateX and CoordinateY")

    def _section(self, node):
        place = f"'{self.path}', {name_of(self.node)}/{name_of(node)}"
        blocks, higher = read_section(node, place, self.dimension, data)
        rows = []
        for block in blocks:
            wrong = numpy.flatnonzero(((block.nodes < 0) | (block.nodes >= len(self.points))).any(axis=1))
            if len(wrong):
                raise Trouble(f"{place}: element {block.numbers[wrong[0]]} names a node that is not one of 1 to "
                              f"{len(self.points)}: the file is damaged")
            block.nodes = block.nodes + self.first_point
            rows.append((len(self.blocks), numpy.arange(len(block.nodes))))
            self.blocks.append(block)
        if higher:
            self.notes.append(f"the elements of {name_of(node)} are of higher order: only their corners are kept, so curved "
                              "sides become straight")
        if blocks and all(block.kind in KINDS and KINDS[block.kind].dimension == self.dimension - 1 for block in blocks):
            self.section_groups.append((name_of(node), rows))

    def conditions(self):
        """Yields (name, numbers of elements or None, numbers of nodes or None) of each boundary condition."""
        for all_of in children(self.node, "ZoneBC_t"):
            for condition in children(all_of, "BC_t"):
                lists = children(condition, "IndexArray_t") + children(condition, "IndexRange_t")
                chosen = next((each for each in lists if name_of(each) in ("PointList", "PointRange", "ElementList",
                                                                          "ElementRange")), None)
                if chosen is None:
                    continue
                listed_numbers = data(chosen).ravel().astype(numpy.int64)
                if name_of(chosen).endswith("Range"):
                    listed_numbers = numpy.arange(listed_numbers[0], listed_numbers[-1] + 1)
                place = next((letters(each) for each in children(condition, "GridLocation_t")), "Vertex")
                of_nodes = place == "Vertex" and name_of(chosen).startswith("Point")
                yield self.name_of_condition(condition), *((None, listed_numbers) if of_nodes else (listed_numbers, None))

    def name_of_condition(self, condition):
        """The family of a condition is what its author calls it. Gmsh's families are named by a further one."""
        family = next((letters(each) for each in children(condition, "FamilyName_t")), None)
        if family is None:
            return name_of(condition)
        for node in children(self.base, "Family_t"):
            if name_of(node) == family:
                return next((letters(each) for each in children(node, "FamilyName_t")), family)
        return family

    def rows(self, name, element_numbers):
        """Returns the rows of the blocks that have these numbers."""
        found = [(n, numpy.flatnonzero(numpy.isin(block.numbers, element_numbers))) for n, block in enumerate(self.blocks)]
        lost = len(numpy.unique(element_numbers)) - sum(len(rows) for _, rows in found)
        if lost:
            self.notes.append(f"'{name}' names {counted(lost, 'element')} that the zone {name_of(self.node)} does not have")
        return [(n, rows) for n, rows in found if len(rows)]


def read(path):
    with h5py.File(path) as file:
        return read_base(path, file)


def read_base(path, file):
    bases = children(file, "CGNSBase_t")
    if len(bases) != 1:
        raise Trouble(f"'{path}' holds {len(bases)} bases, expected one: {listed(map(name_of, bases))}")
    dimension = int(data(bases[0])[0])
    points, blocks, notes, groups = [], [], [], {}
    zones = children(bases[0], "Zone_t")
    for node in zones:
        zone = Zone(path, bases[0], node, sum(map(len, points)), dimension)
        named = [(name, zone.rows(name, elements) if elements is not None else None, nodes)
                 for name, elements, nodes in zone.conditions()]
        named = named or [(name, rows, None) for name, rows in zone.section_groups]
        for name, rows, nodes in named:
            add(groups, name, [(n + len(blocks), each) for n, each in rows or ()],
                None if nodes is None else nodes - 1 + zone.first_point)
        points.append(zone.points)
        blocks += zone.blocks
        notes += zone.notes
    if len(zones) > 1:
        notes.append(f"there are {len(zones)} zones, each with nodes of its own: --merge joins those at the same place")
    if not zones:
        raise Trouble(f"'{path}' holds no zone, so it holds no mesh")
    return RawMesh(numpy.concatenate(points), blocks, list(groups.values()), notes)


def add(groups, name, rows, nodes):
    """Adds elements or nodes to the group of this name. Zones share groups."""
    group = groups.setdefault((name, nodes is not None), Group(name, len(groups) + 1))
    group.rows.extend(rows)
    if nodes is not None:
        group.nodes = nodes if group.nodes is None else numpy.concatenate((group.nodes, nodes))
