"""Reads MSH 4.1, the files of Gmsh.

meshio refuses such a file if only some of its elements belong to physical groups, and does not say which surfaces have none.
"""

import re

import numpy

from .gmsh_numbers import Sections
from .kinds import GMSH, KINDS
from .raw import Block, Group, RawMesh
from .trouble import counted, numbers

ENTITIES = ("points", "curves", "surfaces", "volumes")  # by dimension
ONLY_GROUPS = ("Gmsh writes only elements of physical groups once there is a group: add {} to one, or set Mesh.SaveAll=1 "
               "(-save_all)")


def read(path):
    """Returns the mesh of an MSH 4.1 file."""
    reader = Reader(Sections(path))
    return reader.mesh()


class Reader:
    def __init__(self, sections):
        self.sections = sections
        self.names = {}  # of physical groups, by (dimension, number)
        self.groups_of = {}  # numbers of physical groups, by entity (dimension, number)
        self.divided = set()  # entities whose elements belong to parts of them, in a file that is partitioned
        self.points, self.point_numbers = None, None
        self.elements = []  # (entity, kind, table, numbers)
        self.higher = []  # kinds with more nodes than corners
        actions = {"MeshFormat": self.format, "PhysicalNames": self.physical_names, "Entities": self.entities,
                   "PartitionedEntities": self.partitioned, "Nodes": self.nodes, "Elements": self.read_elements}
        for name in sections:
            actions.get(name, lambda: None)()
        if self.points is None or not self.elements:
            sections.name = "Nodes" if self.points is None else "Elements"
            raise sections.trouble("the file has no such section, or it is empty, so it holds no mesh")

    def format(self):
        words = self.sections.line_at(self.sections.place).split()
        if len(words) != 3 or words[1] not in "01" or words[2] != "8":
            raise self.sections.trouble(f"found '{' '.join(words)}', expected '4.1 0 8' or '4.1 1 8'")
        self.sections.binary = words[1] == "1"
        if self.sections.binary:
            one = self.sections.data[self.sections.place:self.sections.place + 4]
            self.sections.order = "<" if one == b"\1\0\0\0" else ">"

    def physical_names(self):
        for line in self.sections.lines()[1:]:
            found = re.match(r'\s*(\d+)\s+(-?\d+)\s+"(.*)"', line)
            if found:
                self.names[int(found[1]), int(found[2])] = found[3]

    def entities(self, partitioned=False):
        read, one = self.sections.read, self.sections.one
        counts = read("size", 4)
        for dimension, count in enumerate(counts):
            for _ in range(count):
                number = one("int")
                if partitioned:
                    self.divided.add(tuple(read("int", 2).tolist()))
                    read("int", one("size"))  # its parts
                read("real", 3 if dimension == 0 else 6)
                self.groups_of[dimension, number] = read("int", one("size")).tolist()
                if dimension > 0:
                    read("int", one("size"))  # what bounds it

    def partitioned(self):
        self.sections.one("size")
        ghosts = self.sections.one("size")
        self.sections.read("int", 2 * ghosts)
        self.entities(partitioned=True)

    def nodes(self):
        read = self.sections.read
        blocks, count = read("size", 4)[:2]
        points, tags = [], []
        for _ in range(blocks):
            dimension, _, parametric = read("int", 3)
            size = self.sections.one("size")
            tags.append(read("size", size))
            width = 3 + (dimension if parametric else 0)
            points.append(read("real", size * width).reshape(size, width)[:, :3])
        self.points = numpy.concatenate(points or [numpy.empty((0, 3))])
        self.point_numbers = numpy.concatenate(tags or [numpy.empty(0, numpy.int64)])
        if len(self.points) != count:
            raise self.sections.trouble(f"it holds {len(self.points)} nodes, but says {count}")

    def read_elements(self):
        read = self.sections.read
        for _ in range(read("size", 4)[0]):
            dimension, entity, code = read("int", 3)
            size = self.sections.one("size")
            if code not in GMSH:
                raise self.sections.trouble(f"{counted(size, 'element')} of the kind {code}, which is not known here; known "
                                            "are points, lines, triangles, quadrilaterals, tetrahedra, pyramids, prisms and "
                                            "hexahedra: make the mesh of these")
            kind, width = GMSH[code]
            table = read("size", size * (width + 1)).reshape(size, width + 1)
            if width > KINDS[kind].corners:
                self.higher.append(kind)
            self.elements.append(((int(dimension), int(entity)), kind, table[:, 1:KINDS[kind].corners + 1], table[:, 0]))

    def mesh(self):
        place = Places(self.point_numbers)
        blocks, rows = [], {}
        for n, (entity, kind, table, tags) in enumerate(self.elements):
            found, missing = place.find(table)
            if missing.any():
                row = int(numpy.flatnonzero(missing.any(axis=1))[0])
                self.sections.name = "Elements"
                raise self.sections.trouble(f"element {tags[row]}, a {kind}, names the node {table[row][missing[row]][0]}, "
                                            "which the file does not have: the file is damaged, or was cut by hand")
            blocks.append(Block(kind, found, tags))
            for number in self.groups_of.get(entity, ()):
                rows.setdefault((entity[0], abs(number)), []).append((n, numpy.arange(len(table))))
        groups = [Group(self.names.get(key, f"group_{key[0]}_{key[1]}"), key[1], rows[key])
                  for key in sorted(rows, key=lambda key: (key[1], key[0]))]
        notes = self.missing_entities() + self.missing_groups(rows)
        if self.higher:
            kinds = ", ".join(sorted({KINDS[kind].plural for kind in self.higher}))
            notes.append(f"the {kinds} are of higher order: only their corners are kept, so curved sides become straight")
        return RawMesh(self.points, blocks, groups, notes, self.point_numbers, why_no_cells=self.why_no_cells())

    def without_elements(self, dimension):
        """Says which entities have no elements in the file. Empty: all have some."""
        there = {entity for entity, *_ in self.elements} | self.divided
        empty = sorted(number for of, number in self.groups_of if of == dimension and (of, number) not in there)
        return f"the geometry has {ENTITIES[dimension]} without elements in the file: {numbers(empty)}" if empty else ""

    def missing_entities(self):
        """Gmsh leaves out the elements of surfaces and volumes without a group, once there is one."""
        empty = self.without_elements(max(dimension for (dimension, _), *_ in self.elements))
        return [f"{empty}; {ONLY_GROUPS.format('these')}"] if empty else []

    def why_no_cells(self):
        """For a file without elements of surfaces and volumes."""
        if not self.groups_of:  # the file says nothing about the geometry
            return ""
        empty = self.without_elements(2)
        if not empty:
            return "the geometry has no surface: make one, and mesh in 2-D (gmsh -2)"
        if not any(self.groups_of.values()):
            return f"{empty}: mesh in 2-D (gmsh -2) or 3-D (gmsh -3)"
        return f"{empty}; {ONLY_GROUPS.format('these')}, and mesh in 2-D (gmsh -2) or 3-D (gmsh -3)"

    def missing_groups(self, rows):
        return [f"the physical group '{name}' of dimension {dimension} has no elements in the file"
                for (dimension, number), name in self.names.items() if (dimension, number) not in rows]


class Places:
    """Finds rows by the numbers that a file gives them, which may begin anywhere and have gaps."""

    def __init__(self, tags):
        self.higher = numpy.argsort(tags, kind="stable")
        self.tags = tags[self.higher]

    def find(self, wanted):
        """Returns the rows, and where there is none."""
        at = numpy.searchsorted(self.tags, wanted)
        at[at == len(self.tags)] = 0
        missing = self.tags[at] != wanted if len(self.tags) else numpy.ones(wanted.shape, bool)
        return self.higher[at] if len(self.tags) else at, missing
