"""A mesh as a file holds it, before it is checked. All readers return this."""

import dataclasses

import numpy


@dataclasses.dataclass
class Block:
    """Elements of one kind, a row of node numbers for each. Numbers begin at 0."""

    kind: str  # of kinds.KINDS, or the name of a kinds.polygon()
    nodes: numpy.ndarray
    numbers: numpy.ndarray  # what the file calls each element


@dataclasses.dataclass
class Group:
    """Elements or nodes that the file gives a name: a part of the boundary, a region."""

    name: str
    number: int
    rows: list = dataclasses.field(default_factory=list)  # (block, rows of it), with the block's place in the list
    nodes: numpy.ndarray = None  # a group of nodes has this in place of rows


@dataclasses.dataclass
class RawMesh:
    points: numpy.ndarray  # a row for each node
    blocks: list
    groups: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)  # lines for the user
    point_numbers: numpy.ndarray = None  # what the file calls each node; None: 0, 1, ...
    angles: str = ""  # "degree" or "radian": points are longitude and latitude
    unit: str = ""  # of the points
    sides: numpy.ndarray = None  # the edges of the file, as nodes: sides keep their order
    side_cells: numpy.ndarray = None  # their cells; a missing one is -1
    why_no_cells: str = ""  # if there are none: the likely reason, and what to do

    def __post_init__(self):
        if self.point_numbers is None:
            self.point_numbers = numpy.arange(len(self.points))
