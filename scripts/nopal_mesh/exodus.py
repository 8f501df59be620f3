"""Reads Exodus II files. Side sets and node sets become groups, blocks become regions.

meshio reads no side sets, in which Exodus II has the parts of the boundary.
"""

import re

import numpy

from . import netcdf
from .kinds import EXODUS, EXODUS_SIDES, KINDS
from .raw import Block, Group, RawMesh
from .trouble import Trouble, listed


def is_exodus(file):
    return "num_nodes" in file.dimensions and ("num_el_blk" in file.dimensions or "coordx" in file.variables)


def texts(file, name, count):
    """Returns the strings of a table of letters, or empty ones."""
    if name not in file.variables:
        return [""] * count
    letters = file.variables[name][...]
    return [b"".join(numpy.ma.filled(row, b"")).split(b"\0")[0].decode("utf-8", "replace").strip() for row in letters]


class Reader:
    def __init__(self, path, file):
        self.path, self.file = path, file
        self.notes = []
        self.kinds = []  # (kind, first side that is one) of each block
        self.starts = [0]  # the number of the first element of each block

    def variable(self, name):
        return netcdf.get(self.file, self.path, name, "which an Exodus II file has")

    def numbers(self, name):
        return netcdf.values(self.variable(name), self.path).astype(numpy.int64).ravel()

    def points(self):
        if "coord" in self.file.variables:
            return netcdf.values(self.file.variables["coord"], self.path).astype(float).T
        axes = len(self.file.dimensions["num_dim"])
        columns = [netcdf.values(self.variable(f"coord{axis}"), self.path).astype(float) for axis in "xyz"[:axes]]
        return numpy.stack(columns, axis=1)

    def labels(self, what, prefix, count):
        """Returns (name, number) of each block or set."""
        ids = self.numbers(f"{prefix}_prop1") if f"{prefix}_prop1" in self.file.variables else range(1, count + 1)
        named = texts(self.file, f"{prefix}_names", count)
        return [(name or f"{what}_{int(number)}", int(number)) for name, number in zip(named, ids)]

    def count(self, dimension):
        return len(self.file.dimensions[dimension]) if dimension in self.file.dimensions else 0

    def block(self, n, points):
        variable = self.variable(f"connect{n + 1}")
        called = str(getattr(variable, "elem_type", "")).strip().upper()
        word = re.match(r"[A-Z]*", called)[0]
        table = netcdf.table(variable, self.path, transposed=False, start=1)
        kind = EXODUS.get(word)
        if kind == "quad" and table.shape[1] in (3, 6):
            kind = "triangle"
        if kind is None:
            raise Trouble(f"'{self.path}', connect{n + 1}: its elem_type is '{called}', which is not known here; known are "
                          f"{listed(EXODUS, most=30)}")
        corners = KINDS[kind].corners
        if table.shape[1] < corners:
            raise Trouble(f"'{self.path}', connect{n + 1}: a {called} has {table.shape[1]} nodes, expected at least {corners}")
        if table.shape[1] > corners and kind != "point":
            self.notes.append(f"the {KINDS[kind].plural} of connect{n + 1} are of higher order: only their corners are kept, "
                              "so curved sides become straight")
        table = table[:, :corners]
        wrong = numpy.flatnonzero(((table < 0) | (table >= points)).any(axis=1))
        first = self.starts[-1]
        if len(wrong):
            raise Trouble(f"'{self.path}', connect{n + 1}: element {first + wrong[0] + 1} names a node that is not one of 1 to "
                          f"{points}: the file is damaged")
        in_space = self.count("num_dim") == 3 and KINDS[kind].dimension == 2
        self.kinds.append((kind, 2 if in_space else 0))
        self.starts.append(first + len(table))
        return Block(kind, table, numpy.arange(len(table)) + first + 1)

    def side_set(self, n, blocks):
        """Appends the sides of a set as blocks, and returns their rows."""
        elements, sides = self.numbers(f"elem_ss{n + 1}") - 1, self.numbers(f"side_ss{n + 1}")
        outside = elements[(elements < 0) | (elements >= self.starts[-1])]
        if len(outside):
            raise Trouble(f"'{self.path}', elem_ss{n + 1}: it names element {outside[0] + 1}, but there are only "
                          f"{self.starts[-1]}")
        rows = []
        for b, (kind, skipped) in enumerate(self.kinds):
            mine = (elements >= self.starts[b]) & (elements < self.starts[b + 1])
            for side in numpy.unique(sides[mine]):
                chosen = elements[mine & (sides == side)]
                if not 0 < side - skipped <= len(EXODUS_SIDES.get(kind, ())):
                    raise Trouble(f"'{self.path}', side_ss{n + 1}: element {chosen[0] + 1}, a {kind}, has no side {side}")
                corners = blocks[b].nodes[chosen - self.starts[b]][:, EXODUS_SIDES[kind][side - skipped - 1]]
                rows.append((len(blocks), numpy.arange(len(corners))))
                blocks.append(Block({2: "line", 3: "triangle", 4: "quad"}[corners.shape[1]], corners, chosen + 1))
        return rows

    def mesh(self):
        points = self.points()
        count = self.count("num_el_blk")
        blocks = [self.block(n, len(points)) for n in range(count)]
        groups = [Group(name, number, [(n, numpy.arange(len(blocks[n].nodes)))])
                  for n, (name, number) in enumerate(self.labels("block", "eb", count))]
        sets = self.count("num_side_sets")
        for n, (name, number) in enumerate(self.labels("side_set", "ss", sets)):
            if f"elem_ss{n + 1}" in self.file.variables:
                groups.append(Group(name, number, self.side_set(n, blocks)))
        sets = self.count("num_node_sets")
        for n, (name, number) in enumerate(self.labels("node_set", "ns", sets)):
            if f"node_ns{n + 1}" in self.file.variables:
                groups.append(Group(name, number, nodes=self.numbers(f"node_ns{n + 1}") - 1))
        return RawMesh(points, blocks, groups, self.notes, numpy.arange(len(points)) + 1)


def read(path, file):
    return Reader(path, file).mesh()
