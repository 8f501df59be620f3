"""scripts/mesh says what is wrong with a mesh, where, and what to do."""

import sys
import unittest
from unittest import mock

import h5py
import netCDF4
import numpy

import mesh_samples as samples
from mesh_case import MeshCase

SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
LINE, TRIANGLE, QUADRILATERAL = 1, 2, 3


def msh(points, *blocks, before=""):
    """Returns the text of an MSH file. blocks: (Gmsh's number of the kind, rows of node numbers, which begin at 1)."""
    lines = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", *before.splitlines(), "$Nodes", f"1 {len(points)} 1 {len(points)}",
             f"2 1 0 {len(points)}", *map(str, range(1, len(points) + 1)), *(" ".join(map(str, point)) for point in points),
             "$EndNodes", "$Elements", f"{len(blocks)} {sum(len(rows) for _, rows in blocks)} 1 99"]
    number = 0
    for kind, rows in blocks:
        lines.append(f"2 1 {kind} {len(rows)}")
        for row in rows:
            number += 1
            lines.append(" ".join(map(str, (number, *row))))
    return "\n".join([*lines, "$EndElements", ""])


class Files(MeshCase):
    def test_files_without_a_mesh(self):
        with netCDF4.Dataset(self.folder / "winds.nc", "w") as file:
            file.createDimension("time", 2)
            file.createVariable("wind", "f8", ("time",))
        with h5py.File(self.folder / "data.h5", "w") as file:
            file["values"] = [1, 2]
        for path, message in (
                (self.folder / "none.msh", "none.msh': No such file or directory"),
                (self.folder, "Is a directory"),
                (self.file("empty.msh", ""), "empty.msh' is empty, so it is no mesh"),
                (self.file("notes.txt", "a mesh"), "notes.txt' is not a mesh that this tool knows; it reads Gmsh (.msh), VTK"),
                (self.file("old.cgns", b"@(#)ADF Database"), "turn it into HDF5 with adf2hdf"),
                (self.file("words.vtu", "a mesh"), "words.vtu' cannot be read by meshio"),
                (self.folder / "winds.nc", "holds no mesh that this tool knows; it holds wind"),
                (self.file("cut.nc", (self.folder / "winds.nc").read_bytes()[:500]), "it is damaged or not complete"),
                (self.folder / "data.h5", "holds no mesh that this tool knows")):
            with self.subTest(path=path.name):
                self.assertIn(message, self.refused(path))

    def test_a_missing_package_is_named(self):
        for name, module, package in (("a.vtu", "meshio", "meshio"), ("a.nc", "netCDF4", "netcdf4")):
            path = self.file(name, b"CDF\1" if name == "a.nc" else b"<VTKFile>")
            with mock.patch.dict(sys.modules, {module: None, "meshio._helpers": None}):
                self.assertRegex(self.refused(path), f"needs Python's module '{module}', .*: apt-get install python3-{package}")

    def test_gmsh_files(self):
        good = msh(SQUARE, (TRIANGLE, [(1, 2, 3), (1, 3, 4)]))
        self.convert(self.file("good.msh", good))
        for name, text, message in (
                ("truncated", good[:good.index("$EndElements") - 4], "$Elements: the file ends within this section"),
                ("short", good.replace("2 1 3 4\n", ""), "$Elements: the section ends where 8 more numbers were expected"),
                ("words", good.replace("1 1 2 3", "1 one two three"), "$Elements: it holds other text than numbers"),
                ("no_cells", good[:good.index("$Elements")], "$Elements: the file has no such section, or it is empty"),
                ("kind", good.replace("2 1 2 2", "2 1 150 2"), "2 elements of the kind 150, which is not known here"),
                ("node", good.replace("1 1 2 3", "1 1 2 9"), "element 1, a triangle, names the node 9, which the file does not have"),
                ("format", good.replace("4.1 0 8", "4.1 0 4"), "found '4.1 0 4', expected '4.1 0 8' or '4.1 1 8'")):
            with self.subTest(name=name):
                self.assertIn(message, self.refused(self.file(f"{name}.msh", text)))

    def test_netcdf_tables(self):
        lonlat, cells = samples.square(2)
        cells = samples.triangles(cells)
        path = self.folder / "grid.nc"
        samples.write_ugrid(path, lonlat, cells + 1, edges=False)
        self.assertIn("row 3 names 10, but there are only 9, numbered from 1: start_index is wrong", self.refused(path))
        samples.write_ugrid(path, lonlat, cells)
        with netCDF4.Dataset(path, "a") as file:
            file["sides"][0, 0] = 8
        self.assertIn("1 edge whose cells in the file are not those that have its nodes", self.refused(path, "--plane"))
        samples.write_icon(path, *samples.icosahedron())
        with netCDF4.Dataset(path, "a") as file:
            file.grid_geometry = 2
        self.assertIn("a plane that closes around", self.refused(path))
        samples.write_ugrid(path, lonlat * 100, cells)
        self.assertIn("the units of the file are wrong", self.refused(path))

    def test_a_table_that_begins_at_1_and_does_not_say_so(self):
        lonlat, cells = samples.square(2)
        path = self.folder / "grid.nc"
        samples.write_ugrid(path, lonlat, samples.triangles(cells), units="m", edges=False)
        with netCDF4.Dataset(path, "a") as file:
            del file["corners"].start_index
        self.check_plane(self.convert(path), area=1, euler=1)
        self.assertIn("corners has no start_index, but its numbers are 1 to 9", self.text)

    def test_a_table_that_begins_at_1_and_says_0(self):
        lonlat, cells = samples.square(2)
        path = self.folder / "grid.nc"
        samples.write_ugrid(path, lonlat, samples.triangles(cells), units="m", edges=False)
        with netCDF4.Dataset(path, "a") as file:
            file["corners"].start_index = 0
        self.check_plane(self.convert(path, "--overwrite"), area=1, euler=1)
        self.assertIn("corners has start_index 0, but its numbers are 1 to 9: the first one is taken as 1", self.text)

    def test_numbers_too_large_for_a_table_without_start_index(self):
        lonlat, cells = samples.square(2)
        path = self.folder / "grid.nc"
        samples.write_ugrid(path, lonlat, samples.triangles(cells) + 1, edges=False)
        with netCDF4.Dataset(path, "a") as file:
            del file["corners"].start_index
        self.assertIn("row 2 names 9, but there are only 9, numbered from 0: start_index is missing", self.refused(path))


class Meshes(MeshCase):
    def test_cells_that_cannot_be(self):
        for name, points, blocks, message in (
                ("lines", SQUARE, [(LINE, [(1, 2)])], "the file holds no cells"),
                ("space", [*SQUARE[:3], (0, 1, 0.5)], [(TRIANGLE, [(1, 2, 3), (1, 3, 4)])],
                 "z goes from 0 to 0.5: --surface keeps three coordinates"),
                ("flat", [*SQUARE, (2, 0, 0)], [(TRIANGLE, [(1, 3, 4), (1, 2, 5)])],
                 "1 cell without area: 2: their corners lie on one line"),
                ("twice", SQUARE, [(TRIANGLE, [(1, 2, 2)])], "1 cell with fewer than three different corners: 1"),
                ("corner", [*SQUARE, (3, 0, 0)], [(5, [(1, 2, 3, 4, 5, 5, 5, 5)])],
                 "1 cell with a corner that it names twice: 1: write them"),
                ("crossing", SQUARE, [(QUADRILATERAL, [(1, 2, 4, 3)])], "1 cell without area"),
                ("bow", [*SQUARE[:3], (-1, 1, 0)], [(QUADRILATERAL, [(1, 2, 4, 3)])], "1 quadrilateral whose sides cross: 1"),
                ("overlap", [*SQUARE, (1, 0.9, 0)], [(TRIANGLE, [(1, 2, 3), (1, 2, 5), (1, 3, 4)])],
                 "1 side with both cells on one side of it, such as that of the nodes 2, 1 with the cells 1, 2: these cells overlap"),
                ("three", [*SQUARE, (1, -1, 0)], [(TRIANGLE, [(1, 2, 3), (1, 2, 4), (1, 2, 5)])],
                 "1 side with more than two cells, such as that of the nodes 2, 1 with the cells 1, 2, 3"),
                ("infinite", [*SQUARE[:3], (0, "nan", 0)], [(TRIANGLE, [(1, 2, 3), (1, 3, 4)])],
                 "1 node with coordinates that are not finite: 4")):
            with self.subTest(name=name):
                self.assertIn(message, self.refused(self.file(f"{name}.msh", msh(points, *blocks))))

    def test_what_is_mended_and_told(self):
        for name, points, blocks, area, message in (
                ("double", SQUARE, [(TRIANGLE, [(1, 2, 3), (1, 3, 4), (3, 1, 2)])], 1,
                 "1 cell with the corners of another one left out: 3"),
                ("collapsed", SQUARE, [(QUADRILATERAL, [(1, 2, 3, 3), (1, 1, 3, 4)])], 1, "2 cells named a corner twice in a row"),
                ("upright", [(x, 5, y) for x, y, _ in SQUARE], [(QUADRILATERAL, [(1, 2, 3, 4)])], 1,
                 "y is 5 everywhere: the coordinates are x and z"),
                ("clockwise", SQUARE, [(QUADRILATERAL, [(4, 3, 2, 1)])], 1, "1 of 1 cells ran clockwise and were turned around"),
                ("cut", [*SQUARE, (0, 0, 0), (1, 1, 0)], [(TRIANGLE, [(1, 2, 3), (5, 6, 4)])], None,
                 "2 nodes at the place of another one: there the mesh is cut")):
            with self.subTest(name=name):
                mesh = self.convert(self.file(f"{name}.msh", msh(points, *blocks)))
                self.assertIn(f"note: {message}", self.text)
                if area:
                    self.check_plane(mesh, area=area, euler=1)

    def test_an_element_of_two_parts(self):
        entities = "$Entities\n0 0 1 0\n1 0 0 0 1 1 0 2 9 4 0\n$EndEntities\n"
        mesh = self.convert(self.file("two.msh", msh(SQUARE, (QUADRILATERAL, [(1, 2, 3, 4)]), before=entities)))
        self.assertEqual((mesh.group_2_4, mesh.group_2_9, mesh.cell_mark), (1, 1, [[4]]))
        self.assertIn("1 cells belong to several parts; their mark is that of the first one", self.text)

    def test_surfaces_in_space(self):
        points, cells = samples.cube(1)
        faces = [cells[0][list(face)] + 1 for face in ((0, 3, 2, 1), (7, 6, 5, 4), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))]
        mesh = self.convert(self.file("box.msh", msh(points, (QUADRILATERAL, faces))), "--surface")
        self.assertEqual((mesh.edges, mesh.bedges), (12, 0))
        self.assertIn("1 of 6 cells were turned around", self.text)
        self.assertIn("area 6;", self.text)
        inside_out = self.convert(self.file("in.msh", msh(points, (QUADRILATERAL, [face[::-1] for face in faces]))), "--surface")
        self.assertIn("5 of 6 cells were turned around", self.text)
        for each in (mesh, inside_out):
            a, b, c, _ = each.x[each.cell_nodes].transpose(1, 0, 2)
            self.assertTrue(((numpy.cross(b - a, c - a) * (a - 0.5)).sum(axis=1) > 0).all())
        angles = numpy.linspace(0, numpy.pi, 9)[:-1]
        strip = [((2 + r * numpy.cos(a)) * numpy.cos(2 * a), (2 + r * numpy.cos(a)) * numpy.sin(2 * a), r * numpy.sin(a))
                 for a in angles for r in (-1, 1)]
        ring = [(2 * n + 1, 2 * n + 3, 2 * n + 4, 2 * n + 2) for n in range(7)] + [(15, 2, 1, 16)]
        self.assertIn("the surface has one side only", self.refused(self.file("strip.msh", msh(strip, (QUADRILATERAL, ring))), "--surface"))


class Options(MeshCase):
    def setUp(self):
        super().setUp()
        self.path = self.file("square.msh", msh(SQUARE, (TRIANGLE, [(1, 2, 3), (1, 3, 4)])))

    def test_wrong_options(self):
        for words, message in (
                (("--scale", 0), "--scale 0: expected a number above 0"),
                (("--merge", -1), "--merge -1: expected 0 or more"),
                (("--number", "wall"), "--number wall: expected NAME=NUMBER"),
                (("--number", "wall=1"), "the file has no part 'wall'; it has none"),
                (("--add", "cell_walls"), "--add cell_walls: there is no such map; there are cell_nodes"),
                (("--window", "0:1,0:1"), "--window is a part of the picture: give --picture, too"),
                (("--picture", "a.png", "--window", "1:0,0:1"), "--window 1:0,0:1: expected X0:X1,Y0:Y1"),
                (("--parts", "marks"), "is Gmsh 4.1, which names its parts itself"),
                (("--mesh", "grid"), "is Gmsh 4.1, which holds one mesh"),
                (("--thorn", "wing"), "cannot read"),
                (("--thorn", "wavetoy"), "declares no thorn with sets")):
            with self.subTest(words=words):
                self.assertIn(message, self.refused(self.path, *words))

    def test_an_existing_file_stays(self):
        output = self.file("square.h5", "data")
        self.assertIn("exists: give another name with --output, or --overwrite", self.call(self.path)[2])
        self.assertEqual(output.read_text(), "data")
        self.assertIn("exists: give another name with --output\n", self.call(self.path, "--output", self.path, "--overwrite")[2])
        self.assertEqual(self.call(self.path, "--overwrite")[0], 0)

    def test_triangles_for_a_thorn_of_quadrilaterals(self):
        mesh = self.convert(self.path, "--thorn", "airfoil")
        self.assertEqual(mesh.cell_nodes.tolist(), [[0, 1, 2, 2], [0, 2, 3, 3]])
        self.assertIn("  data: [airfoil::x = x]\n", self.text)
        self.assertIn("warning: airfoil: dat bound (integers on bedges): the mesh has no part with bedges, so no marks", self.warnings)

    def test_what_the_thorn_needs_and_the_mesh_lacks(self):
        declared = self.file("thorn.yaml", """
thorn: flow
sets: {cells: {}, edges: {}, beads: {}, nodes: {}}
maps:
  corners: {from: cells, to: nodes, arity: varying}
  sides: {from: edges, to: cells, arity: 3}
  cell_beads: {from: cells, to: beads, arity: 1}
groups: {place: {type: dat, on: nodes, components: 2, variables: [where]}}
""")
        mesh = self.convert(self.path, "--thorn", declared)
        self.assertEqual((list(mesh.cell_nodes_offsets), mesh.cell_nodes.shape), ([0, 3, 6], (6,)))
        self.assertIn('    - "flow::corners = cell_nodes, cell_nodes_offsets"\n', self.text)
        self.assertIn("  data: [flow::where = x]\n", self.text)
        for message in ("flow: map sides: the thorn declares 3 targets, but elements of the mesh have 2",
                        "flow: map cell_beads (cells to beads): the mesh has no such map", "flow: set beads: the mesh has no such set"):
            self.assertIn(f"warning: {message}", self.warnings)

    def test_pictures(self):
        for name, points, kind, rows in (("plane", SQUARE, TRIANGLE, [(1, 2, 3), (1, 3, 4)]), ("solid", samples.cube(1)[0], 5,
                                                                                             samples.cube(1)[1] + 1)):
            picture = self.folder / f"{name}.png"
            window = ("--window", "-1:0.5,0:1") if name == "plane" else ()
            self.convert(self.file(f"{name}.msh", msh(points, (kind, rows))), "--picture", picture, *window)
            self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))
        self.assertIn("cannot write it", self.call(self.path, "--picture", self.folder / "a.words")[2])


if __name__ == "__main__":
    unittest.main()
