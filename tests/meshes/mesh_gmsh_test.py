"""scripts/mesh reads files that Gmsh makes."""

import unittest

import numpy

from mesh_case import MeshCase, rows_of, without_gmsh

# Two squares side by side, of which only the left one has a group.
SQUARES = """
Point(1) = {0,0,0,.5}; Point(2) = {2,0,0,.5}; Point(3) = {2,1,0,.5}; Point(4) = {0,1,0,.5}; Point(5) = {1,0,0,.5}; Point(6) = {1,1,0,.5};
Line(1) = {1,5}; Line(2) = {5,2}; Line(3) = {2,3}; Line(4) = {3,6}; Line(5) = {6,4}; Line(6) = {4,1}; Line(7) = {5,6};
Line Loop(1) = {1,7,5,6}; Plane Surface(1) = {1}; Line Loop(2) = {2,3,4,-7}; Plane Surface(2) = {2};
Physical Line("wall", 7) = {1, 2}; Physical Line("between", 3) = {7}; Physical Surface("left part", 9) = {1};
"""
BOX = """
Point(1) = {0,0,0,.6}; Point(2) = {1,0,0,.6}; Point(3) = {1,1,0,.6}; Point(4) = {0,1,0,.6};
Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,1}; Line Loop(1) = {1,2,3,4}; Plane Surface(1) = {1}; %s
box[] = Extrude {0,0,1} { Surface{1}; %s };
Physical Volume("inside", 5) = {box[1]}; Physical Surface("bottom", 1) = {1}; Physical Surface("top", 2) = {box[0]};
"""


@without_gmsh()
class Plane(MeshCase):
    def test_all_elements_of_which_some_have_groups(self):
        """As text and in binary. meshio refuses such a file."""
        meshes = {}
        for name, words in (("text.msh", ()), ("binary.msh", ("-bin",))):
            mesh = meshes[name] = self.convert(self.gmsh(SQUARES, name, "-2", "-save_all", *words))
            self.check_plane(mesh, area=2, euler=1)
            self.assertEqual((mesh.wall, mesh.between, mesh.left_part), (4, 2, 14))
            self.assertEqual(sorted(numpy.bincount(mesh.bedge_mark[:, 0])), [0] * 6 + [4, 8])
            walls = mesh.x[mesh.bedge_nodes[mesh.bedge_mark[:, 0] == 7]]
            self.assertTrue((walls[..., 1] == 0).all())
            self.assertTrue((mesh.bedge_nodes[mesh.wall_bedge[:, 0]] == mesh.wall_nodes).all())
            self.assertTrue((mesh.bedge_cell[mesh.wall_bedge[:, 0]] == mesh.wall_cell).all())
            self.assertTrue((mesh.x[mesh.between_nodes][..., 0] == 1).all())
            self.assertEqual(set(mesh.cell_mark[mesh.between_cells, 0].sum(axis=1)), {9})
            self.assertIn("note: 8 of 12 bedges belong to no part, so their mark is 0", self.text)
            self.assertIn("Euler number 1", self.text)
        for name, values in vars(meshes["text.msh"]).items():
            other = getattr(meshes["binary.msh"], name)
            self.assertTrue(numpy.abs(values - other).max() < 1e-14 if name == "x" else (values == other).all(), name)

    def test_only_elements_of_groups(self):
        mesh = self.convert(self.gmsh(SQUARES, "part.msh", "-2"))
        self.check_plane(mesh, area=1, euler=1)
        self.assertIn("note: the geometry has surfaces without elements in the file: 2; Gmsh writes only elements of physical "
                      "groups once there is a group", self.text)
        self.assertIn("note: 'wall': 2 elements left out, since they are no sides of cells", self.text)
        self.assertIn("note: 2 nodes that no cell uses left out", self.text)
        self.assertEqual(self.convert(self.folder / "part.msh", "--keep-unused").nodes, mesh.nodes + 2)

    def test_files_without_cells(self):
        """Only curves have groups, or the mesh was made of curves only, or there are no surfaces."""
        curves = "".join(SQUARES.splitlines(keepends=True)[:-1]) + 'Physical Line("wall", 7) = {1, 2};'
        only = "Gmsh writes only elements of physical groups once there is a group"
        for name, geometry, words, message in (
                ("groups", curves, ["-2"], "the geometry has surfaces without elements in the file: 1, 2; " + only +
                 ": add these to one, or set Mesh.SaveAll=1 (-save_all), and mesh in 2-D"),
                ("old", curves, ["-2", "-format", "msh22"], only + ": add surfaces or volumes to one"),
                ("dimension", curves.replace("Physical", "// Physical"), ["-1"],
                 "the geometry has surfaces without elements in the file: 1, 2: mesh in 2-D (gmsh -2)"),
                ("line", "Point(1) = {0,0,0,.5}; Point(2) = {2,0,0,.5}; Line(1) = {1,2};", ["-1"],
                 "the geometry has no surface: make one")):
            with self.subTest(name=name):
                refused = self.refused(self.gmsh(geometry, f"{name}.msh", *words))
                self.assertIn("the file holds no cells", refused)
                self.assertIn(message, refused)

    def test_triangles_and_quadrilaterals(self):
        mesh = self.convert(self.gmsh(SQUARES + "Recombine Surface{1};", "mixed.msh", "-2", "-save_all"), "--add", "cell_edges",
                            "--add", "cell_bedges", "--add", "cell_cells", "--add", "node_cells")
        self.check_plane(mesh, area=2, euler=1)
        self.assertEqual((mesh.quadrilaterals, mesh.triangles), (6, 14))
        cells = rows_of(mesh, "cell_nodes", mesh.cells)
        for name, width in (("quad", 4), ("triangle", 3)):
            for row, (cell,) in zip(getattr(mesh, f"{name}_nodes"), getattr(mesh, f"{name}_cell")):
                self.assertEqual(len(cells[cell]), width)
                self.assertEqual(list(row), list(cells[cell]))
        self.check_further(mesh, cells)

    def test_a_file_for_several_processes(self):
        """With the parameters of nodes on curves and surfaces, too."""
        mesh = self.convert(self.gmsh(SQUARES, "divided.msh", "-2", "-save_all", "-part", "2", "-parametric"))
        self.check_plane(mesh, area=2, euler=1)
        self.assertEqual((mesh.wall, mesh.left_part), (4, 14))
        self.assertNotIn("without elements", self.text)

    def check_further(self, mesh, cells):
        edges, bedges, neighbours = (rows_of(mesh, f"cell_{name}", mesh.cells) for name in ("edges", "bedges", "cells"))
        around = rows_of(mesh, "node_cells", mesh.nodes)
        for cell, row in enumerate(cells):
            self.assertEqual(len(edges[cell]) + len(bedges[cell]), len(row))
            for edge, other in zip(edges[cell], neighbours[cell], strict=True):
                self.assertEqual(set(mesh.edge_cells[edge]), {cell, other})
            self.assertTrue(all(mesh.bedge_cell[bedge, 0] == cell for bedge in bedges[cell]))
            self.assertTrue(all(cell in around[node] for node in row))
        self.assertEqual(sum(map(len, around)), sum(map(len, cells)))

    def test_elements_of_second_order_and_other_formats(self):
        curved = self.gmsh(SQUARES, "curved.msh", "-2", "-order", "2", "-save_all")
        self.check_plane(self.convert(curved), area=2, euler=1)
        self.assertIn("are of higher order: only their corners are kept", self.text)
        # Debian's Gmsh writes as VTK what it writes as MSH: only elements of groups.
        vtk = self.convert(self.gmsh(SQUARES, "binary.vtk", "-2", "-bin"), "--parts", "CellEntityIds")
        self.check_plane(vtk, area=1, euler=1)
        older = self.convert(self.gmsh(SQUARES, "older.msh", "-2", "-format", "msh22"))
        self.check_plane(older, area=1, euler=1)
        self.assertEqual((older.wall, older.left_part), (2, 14))


@without_gmsh()
class Solids(MeshCase):
    def test_kinds(self):
        for name, recombine, layers, kind, bottom in (("tetrahedra", "", "", 4, 3), ("prisms", "", "Layers{3}; Recombine;", 6, 3),
                                                      ("hexahedra", "Recombine Surface{1};", "Layers{3}; Recombine;", 8, 4)):
            with self.subTest(name=name):
                mesh = self.convert(self.gmsh(BOX % (recombine, layers), f"{name}.msh", "-3", "-bin"))
                self.check_solids(mesh, volume=1, euler=1)
                self.assertEqual((mesh.cell_nodes.shape[1], mesh.bottom_nodes.shape[1]), (kind, bottom))
                self.assertTrue((mesh.x[mesh.bottom_nodes][..., 2] == 0).all() and (mesh.x[mesh.top_nodes][..., 2] == 1).all())
                self.assertEqual(mesh.inside, mesh.cells)
                self.assertIn(f"{name}: {mesh.cells}", self.text)


if __name__ == "__main__":
    unittest.main()
