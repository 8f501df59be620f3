"""The sets, maps and dats of a mesh by their names, as a thorn declares them and as the file of the thorn mesh holds them."""

import dataclasses
import itertools

import numpy

from . import parts
from .kinds import KINDS
from .maps import Map, corners, edges_of_solids, inverse, lists, taken_rows


@dataclasses.dataclass
class Dat:
    on: str
    values: numpy.ndarray
    about: str = ""

    @property
    def real(self):
        return self.values.dtype.kind == "f"


class Tables:
    """sets: sizes by name; maps and dats by name. Maps that follow from others are made when they are asked for."""

    def __init__(self, mesh):
        self.mesh = mesh
        self.side = "edge" if mesh.dimension == 2 else "face"
        self.sets = {"nodes": len(mesh.points), "cells": len(mesh.cells), f"{self.side}s": len(mesh.inner),
                     f"b{self.side}s": len(mesh.boundary)}
        self.maps, self.dats = {}, {}
        self._of_cells()
        self._of_sides()
        self._dats()
        side = self.side
        self.further = {f"cell_{side}s": self._sides_of_cells, f"cell_b{side}s": self._boundary_of_cells,
                        "cell_cells": self._neighbours, "node_cells": self._cells_of_nodes}
        for part in mesh.parts:
            self._part(part)

    def _of_cells(self):
        cells = self.mesh.cells
        around = "Corners of a cell, counter-clockwise" if self.mesh.dimension == 2 else "Corners of a cell"
        self.maps["cell_nodes"] = lists("cells", "nodes", cells.nodes, numpy.diff(cells.offsets), around)
        kinds = list(cells.by_kind())
        if len(kinds) > 1:
            for name, rows, table in kinds:
                width = table.shape[1]
                name, plural = (name, KINDS[name].plural) if name in KINDS else (f"polygon_{width}", f"polygons_{width}")
                self.sets[plural] = len(rows)
                self.maps[f"{name}_nodes"] = Map(plural, "nodes", table, about=f"Corners of the {plural}")
                self.maps[f"{name}_cell"] = Map(plural, "cells", rows[:, None], about="The same element as a cell")

    def _of_sides(self):
        side = self.side
        for name, each, of in ((side, self.mesh.inner, "cells"), (f"b{side}", self.mesh.boundary, "cell")):
            about = "Ends of an edge" if side == "edge" else "Corners of a face"
            self.maps[f"{name}_nodes"] = corners(f"{name}s", each.nodes, about)
            self.maps[f"{name}_{of}"] = Map(f"{name}s", "cells", each.cells,
                                            about="Cells on the two sides" if of == "cells" else "The cell")
        if side == "face":
            lines = edges_of_solids(self.mesh)
            self.sets["edges"] = len(lines)
            self.maps["edge_nodes"] = Map("edges", "nodes", lines, about="Ends of an edge of cells")

    def _dats(self):
        mesh, side = self.mesh, self.side
        self.dats["x"] = Dat("nodes", mesh.points, "Coordinates")
        if mesh.lonlat is not None:
            self.dats["lonlat"] = Dat("nodes", mesh.lonlat, "Longitude and latitude in radians")
        for place, on, name in (("boundary", f"b{side}s", f"b{side}_mark"), ("inner", f"{side}s", f"{side}_mark"),
                                ("cells", "cells", "cell_mark"), ("nodes", "nodes", "node_mark")):
            values = parts.marks(mesh.parts, place, self.sets[on], on, mesh.notes)
            if values is not None:
                numbers = sorted({(part.number, part.name) for part in mesh.parts if len(getattr(part, place))})
                self.dats[name] = Dat(on, values[:, None], "; ".join(f"{number}: {name}" for number, name in numbers))
        self.dats["cell_in_file"] = Dat("cells", mesh.cells.in_file[:, None], "What the file calls each cell")
        self.dats["node_in_file"] = Dat("nodes", mesh.node_in_file[:, None], "What the file calls each node")

    def _part(self, part):
        """Adds a set for each sort of elements of a part, with maps that lead where those of the elements lead."""
        side = self.side
        for place, one, through in (("boundary", f"b{side}", (f"b{side}_nodes", f"b{side}_cell")),
                                    ("inner", side, (f"{side}_nodes", f"{side}_cells")),
                                    ("cells", "cell", ("cell_nodes",)), ("nodes", "node", ())):
            rows = getattr(part, place)
            if not len(rows):
                continue
            name = self._free_name(parts.identifier(part.name), one, through)
            self.sets[name] = len(rows)
            self.maps[f"{name}_{one}"] = Map(name, f"{one}s", rows[:, None], about=f"The same element among {one}s")
            for base in through:
                self.maps[f"{name}_{base.rpartition('_')[2]}"] = taken_rows(self.maps[base], name, rows)

    def _free_name(self, name, one, through):
        """Returns the name of a set that has, with those of its maps, no other meaning yet."""
        taken = {*self.sets, *self.maps, *self.dats, *self.further}
        ends = ["", f"_{one}", *(base[base.rindex("_"):] for base in through)]
        several = "points" if one == "node" else f"{one}s"
        for found in itertools.chain((name, f"{name}_{several}"), (f"{name}_{several}_{n}" for n in itertools.count(2))):
            if not any(found + end in taken for end in ends):
                return found

    def get(self, name):
        """Returns a map, made now if it follows from others; None if there is no such map."""
        if name not in self.maps and name in self.further:
            self.maps[name] = self.further[name]()
        return self.maps.get(name)

    def _sides_of_cells(self):
        count = len(self.mesh.inner)
        return inverse("cells", f"{self.side}s", self.mesh.inner.cells.ravel(), numpy.repeat(numpy.arange(count), 2),
                       self.sets["cells"], f"Inner {self.side}s of a cell")

    def _boundary_of_cells(self):
        return inverse("cells", f"b{self.side}s", self.mesh.boundary.cells[:, 0], numpy.arange(len(self.mesh.boundary)),
                       self.sets["cells"], f"Boundary {self.side}s of a cell")

    def _neighbours(self):
        pairs = self.mesh.inner.cells
        return inverse("cells", "cells", pairs.ravel(), pairs[:, ::-1].ravel(), self.sets["cells"],
                       f"Cells beyond the inner {self.side}s of a cell, in the order of cell_{self.side}s")

    def _cells_of_nodes(self):
        cells = self.mesh.cells
        return inverse("nodes", "cells", cells.nodes, numpy.repeat(numpy.arange(len(cells)), numpy.diff(cells.offsets)),
                       self.sets["nodes"], "Cells around a node, by their numbers")
