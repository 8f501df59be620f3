"""Kinds of elements: how many corners they have, their sides, and how file formats call them.

Corners stand in the order of the formats, which all agree about the linear elements: around the bottom, then around the top.
Seen from outside of the cell, the corners of a side of a solid run counter-clockwise.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Kind:
    name: str
    plural: str
    dimension: int
    corners: int
    sides: tuple = ()  # of solids: the corners of each side
    mirrored: tuple = ()  # of solids: the order of the corners that turns a cell inside out


KINDS = {kind.name: kind for kind in (
    Kind("point", "points", 0, 1),
    Kind("line", "lines", 1, 2),
    Kind("triangle", "triangles", 2, 3),
    Kind("quad", "quadrilaterals", 2, 4),
    Kind("tetrahedron", "tetrahedra", 3, 4, ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)), (0, 2, 1, 3)),
    Kind("pyramid", "pyramids", 3, 5, ((0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)), (0, 3, 2, 1, 4)),
    Kind("prism", "prisms", 3, 6, ((0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)), (0, 2, 1, 3, 5, 4)),
    Kind("hexahedron", "hexahedra", 3, 8, ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)),
         (0, 3, 2, 1, 4, 7, 6, 5)))}


def polygon(corners):
    """Returns the kind of a polygon."""
    known = {3: KINDS["triangle"], 4: KINDS["quad"]}
    return known.get(corners) or Kind(f"polygon of {corners}", f"polygons of {corners} corners", 2, corners)


def named(name, corners):
    """Returns the kind of this name, which may be that of a polygon."""
    return KINDS.get(name) or polygon(corners)


# Gmsh's numbers: (kind, nodes). Nodes beyond the corners are those of higher-order elements.
GMSH = {15: ("point", 1), 1: ("line", 2), 8: ("line", 3), 26: ("line", 4), 27: ("line", 5), 28: ("line", 6),
        2: ("triangle", 3), 9: ("triangle", 6), 20: ("triangle", 9), 21: ("triangle", 10), 22: ("triangle", 12),
        23: ("triangle", 15), 24: ("triangle", 15), 25: ("triangle", 21),
        3: ("quad", 4), 10: ("quad", 9), 16: ("quad", 8), 36: ("quad", 16), 37: ("quad", 25), 39: ("quad", 12), 40: ("quad", 16),
        4: ("tetrahedron", 4), 11: ("tetrahedron", 10), 29: ("tetrahedron", 20), 30: ("tetrahedron", 35), 31: ("tetrahedron", 56),
        5: ("hexahedron", 8), 12: ("hexahedron", 27), 17: ("hexahedron", 20), 92: ("hexahedron", 64), 93: ("hexahedron", 125),
        6: ("prism", 6), 13: ("prism", 18), 18: ("prism", 15), 90: ("prism", 40), 91: ("prism", 75),
        7: ("pyramid", 5), 14: ("pyramid", 14), 19: ("pyramid", 13), 118: ("pyramid", 30), 119: ("pyramid", 55)}

# The ElementType_t of CGNS: (kind, nodes).
CGNS = {2: ("point", 1), 3: ("line", 2), 4: ("line", 3), 24: ("line", 4), 40: ("line", 5),
        5: ("triangle", 3), 6: ("triangle", 6), 25: ("triangle", 9), 26: ("triangle", 10), 41: ("triangle", 12),
        42: ("triangle", 15),
        7: ("quad", 4), 8: ("quad", 8), 9: ("quad", 9), 27: ("quad", 12), 28: ("quad", 16), 43: ("quad", 16), 44: ("quad", 25),
        10: ("tetrahedron", 4), 11: ("tetrahedron", 10), 29: ("tetrahedron", 16), 30: ("tetrahedron", 20),
        45: ("tetrahedron", 22), 46: ("tetrahedron", 34), 47: ("tetrahedron", 35),
        12: ("pyramid", 5), 13: ("pyramid", 14), 21: ("pyramid", 13), 31: ("pyramid", 21), 32: ("pyramid", 29), 33: ("pyramid", 30),
        14: ("prism", 6), 15: ("prism", 15), 16: ("prism", 18), 34: ("prism", 24), 35: ("prism", 38), 36: ("prism", 40),
        17: ("hexahedron", 8), 18: ("hexahedron", 20), 19: ("hexahedron", 27), 37: ("hexahedron", 32), 38: ("hexahedron", 56),
        39: ("hexahedron", 64)}

# The names of Exodus II, without the number of nodes that may follow. "SHELL" has 3 corners if it has 3 or 6 nodes.
EXODUS = {"SPHERE": "point", "CIRCLE": "point", "BAR": "line", "BEAM": "line", "TRUSS": "line", "EDGE": "line",
          "TRI": "triangle", "TRIANGLE": "triangle", "TRISHELL": "triangle", "QUAD": "quad", "SHELL": "quad",
          "TET": "tetrahedron", "TETRA": "tetrahedron", "PYRAMID": "pyramid", "PYRA": "pyramid", "WEDGE": "prism",
          "HEX": "hexahedron"}

# The sides of the elements of Exodus II, in its numbering, as corners. Those of shells have two faces before their edges.
EXODUS_SIDES = {
    "triangle": ((0, 1), (1, 2), (2, 0)), "quad": ((0, 1), (1, 2), (2, 3), (3, 0)),
    "tetrahedron": ((0, 1, 3), (1, 2, 3), (0, 3, 2), (0, 2, 1)),
    "pyramid": ((0, 1, 4), (1, 2, 4), (2, 3, 4), (0, 4, 3), (0, 3, 2, 1)),
    "prism": ((0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5)),
    "hexahedron": ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (0, 3, 2, 1), (4, 5, 6, 7))}

# The names of meshio, without the number of nodes that may follow.
MESHIO = {"vertex": "point", "line": "line", "triangle": "triangle", "quad": "quad", "tetra": "tetrahedron",
          "pyramid": "pyramid", "wedge": "prism", "hexahedron": "hexahedron"}
