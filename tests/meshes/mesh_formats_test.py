"""scripts/mesh reads VTU, VTK, Exodus II, CGNS, UGRID and ICON files."""

import unittest

import meshio
import netCDF4
import numpy

import mesh_samples as samples
from mesh_case import MeshCase
from mesh_samples import NONE


def padded(points):
    return numpy.pad(points, ((0, 0), (0, 3 - points.shape[1])))


class ByMeshio(MeshCase):
    """Files that meshio writes."""

    def save(self, name, points, cells, **more):
        path = self.folder / name
        meshio.Mesh(padded(points), cells, **more).write(path)
        return path

    def test_vtk_and_vtu(self):
        points, quads = samples.square(4)
        cells = [("quad", quads[:8, ::-1]), ("triangle", samples.triangles(quads[8:])), ("line", numpy.array([[0, 1], [1, 2]]))]
        marks = [numpy.ones(8, int), numpy.full(16, 2), numpy.array([5, 6])]
        for name in ("square.vtu", "square.vtk"):
            with self.subTest(name=name):
                path = self.save(name, points, cells, cell_data={"material": marks})
                mesh = self.convert(path, "--parts", "material")
                self.check_plane(mesh, area=1, euler=1)
                self.assertEqual((mesh.quadrilaterals, mesh.triangles, mesh.part_2, mesh.part_6), (8, 16, 16, 1))
                self.assertIn("note: 8 of 24 cells ran clockwise and were turned around", self.text)
                self.convert(path)
                self.assertIn("elements have these whole numbers, which may name some: --parts material", self.text)

    def test_solids_of_all_kinds(self):
        """Three cubes: a hexahedron, one of five pyramids and two tetrahedra, two prisms. Corners run in any order."""
        lower = numpy.array([(x, y, z) for z in range(4) for y in (0, 1) for x in (0, 1)], float)
        points, middle = numpy.concatenate((lower, [(0.5, 0.5, 1.5)])), len(lower)
        around = [(4, 5, 9, 8), (5, 7, 11, 9), (7, 6, 10, 11), (6, 4, 8, 10), (4, 6, 7, 5)]
        path = self.save("kinds.vtu", points, [
            ("hexahedron", numpy.array([[0, 1, 3, 2, 4, 5, 7, 6]])),
            ("pyramid", numpy.array([(*face, middle) for face in around])),
            ("tetra", numpy.array([(8, 9, 11, middle), (8, 10, 11, middle)])),
            ("wedge", numpy.array([(8, 9, 11, 12, 13, 15), (8, 10, 11, 12, 14, 15)]))])
        mesh = self.convert(path)
        self.check_solids(mesh, volume=3, euler=1)
        self.assertEqual((mesh.hexahedra, mesh.pyramids, mesh.tetrahedra, mesh.prisms), (1, 5, 2, 2))
        self.assertRegex(self.text, r"note: \d+ of 10 cells were inside out")

    def test_exodus(self):
        points, cells = samples.cube(2)
        path = self.save("cube.e", points, [("hexahedron", cells)])
        samples.add_side_set(path, [1, 2, 3, 4], [5, 5, 5, 5], "bottom")
        mesh = self.convert(path)
        self.check_solids(mesh, volume=1, euler=1)
        self.assertEqual((mesh.cells, mesh.faces, mesh.bfaces, mesh.edges, mesh.bottom), (8, 12, 24, 54, 4))
        self.assertTrue((mesh.x[mesh.bottom_nodes][..., 2] == 0).all())
        self.assertEqual(set(mesh.bface_mark.ravel()), {0, 40})
        flat, quads = samples.square(2)
        path = self.save("square.e", flat, [("triangle", samples.triangles(quads))])
        samples.add_side_set(path, [1, 2], [3, 3], "floor")  # of a shell, whose sides 1 and 2 are its faces
        mesh = self.convert(path)
        self.check_plane(mesh, area=1, euler=1)
        self.assertTrue((mesh.x[mesh.floor_nodes][..., 1] == 0).all() and mesh.floor == 2)

    def test_cgns(self):
        points, cells = samples.cube(2)
        tetrahedra = numpy.concatenate([cells[:, list(corners)] for corners in (
            (0, 1, 2, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 7, 4, 6), (0, 4, 5, 6), (0, 5, 1, 6))])
        mesh = self.convert(self.save("cube.cgns", points, [("tetra", tetrahedra)]))
        self.check_solids(mesh, volume=1, euler=1)


class Cgns(MeshCase):
    LINES = ([1, 2, 2, 3, 3, 6], None, 3)

    def mixed(self):
        """A quadrilateral and two triangles with their types between them."""
        return [("cells", 20, [7, 1, 2, 5, 4, 5, 2, 3, 6, 5, 2, 6, 5], [0, 5, 9, 13], 3), ("lines", 3, *self.LINES)]

    def test_mixed_sections_and_conditions(self):
        points = numpy.array([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)], float)
        for name, sections, conditions in (
                ("elements.cgns", self.mixed(), [("floor", "EdgeCenter", [4, 5])]),
                ("nodes.cgns", self.mixed()[:1], [("floor", "Vertex", [1, 2, 3])]),
                ("old.cgns", [(*self.mixed()[0][:3], None, 3)], [("floor", "Vertex", [1, 2, 3])])):
            with self.subTest(name=name):
                path = self.folder / name
                samples.write_cgns(path, [(points, sections)], conditions)
                mesh = self.convert(path)
                self.check_plane(mesh, area=2, euler=1)
                self.assertEqual((mesh.cells, mesh.floor), (3, 2))
                self.assertTrue((mesh.x[mesh.floor_nodes][..., 1] == 0).all())

    def test_polygons(self):
        points = numpy.array([(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)], float)
        path = self.folder / "polygons.cgns"
        samples.write_cgns(path, [(points, [("cells", 22, [1, 2, 3, 4, 5, 6], [0, 6], 1)])])
        mesh = self.convert(path)
        self.check_plane(mesh, area=2, euler=1)
        self.assertEqual(mesh.cell_nodes.shape, (1, 6))

    def test_zones_are_joined_where_nodes_are(self):
        points, quads = samples.square(2)
        sections = [("cells", 7, (quads + 1).ravel(), None, 4)]
        path = self.folder / "zones.cgns"
        samples.write_cgns(path, [(points, sections), (points + (1 + 1e-12, 0), sections)])
        apart, joined = self.convert(path), self.convert(path, "--merge", "1e-9")
        self.assertEqual((apart.edges, apart.bedges, joined.edges, joined.bedges), (8, 16, 10, 12))
        self.assertIn("note: 3 nodes joined with another one no further away than 1e-09", self.text)
        self.check_plane(joined, area=2, euler=1)


class NetCdf(MeshCase):
    def test_ugrid(self):
        """0- and 1-based, transposed, with missing neighbours; edges keep the order of the file."""
        lonlat, cells = samples.square(3)
        cells = samples.triangles(cells)
        edges, of = samples.edges_of(cells)
        first = None
        for start, transposed, fill in ((0, False, -1), (1, False, 0), (1, True, -999), (0, True, 2 ** 31 - 1)):
            with self.subTest(start=start, transposed=transposed):
                path = self.folder / f"grid{start}{transposed}.nc"
                samples.write_ugrid(path, lonlat, cells, start=start, transposed=transposed, fill=fill, units="m")
                mesh = self.convert(path)
                self.check_plane(mesh, area=1, euler=1)
                self.assertEqual(list(map(set, mesh.edge_nodes)), list(map(set, edges[of[:, 1] != NONE])))
                self.assertEqual(list(map(set, mesh.bedge_nodes)), list(map(set, edges[of[:, 1] == NONE])))
                first = first or mesh
                self.assertTrue(all((getattr(mesh, name) == values).all() for name, values in vars(first).items()))

    def test_ugrid_on_the_sphere(self):
        """In degrees and in radians."""
        lonlat, cells = samples.icosahedron()
        for units in ("degrees_east", "radian"):
            path = self.folder / f"{units}.nc"
            values = numpy.degrees(lonlat) if units != "radian" else lonlat
            samples.write_ugrid(path, values, cells, units=units)
            mesh = self.convert(path, "--scale", "2")
            self.check_tables(mesh)
            self.assertEqual((mesh.nodes, mesh.edges, mesh.bedges, mesh.cells), (12, 30, 0, 20))
            self.assertTrue(numpy.allclose(numpy.linalg.norm(mesh.x, axis=1), 2))
            self.assertTrue(numpy.allclose(mesh.lonlat, lonlat))
            self.assertIn(f"area {16 * numpy.pi:.8g}", self.text)
            self.assertIn("Euler number 2", self.text)
            a, b, c = mesh.x[mesh.cell_nodes].transpose(1, 0, 2)
            self.assertTrue(((numpy.cross(b - a, c - a) * a).sum(axis=1) > 0).all())

    def test_a_file_with_several_meshes(self):
        lonlat, cells = samples.square(2)
        path = self.folder / "two.nc"
        samples.write_ugrid(path, lonlat, cells, units="m", edges=False)
        with netCDF4.Dataset(path, "a") as file:
            file.createVariable("network", "i4").cf_role = "mesh_topology"
        self.assertIn("holds several meshes: name one of them with --mesh: mesh, network", self.refused(path))
        self.check_plane(self.convert(path, "--mesh", "mesh"), area=1, euler=1)
        self.assertIn("holds no mesh 'sea'; it holds mesh, network", self.refused(path, "--mesh", "sea"))

    def test_ugrid_whose_nodes_meet_at_the_poles_and_behind(self):
        """A grid of longitudes and latitudes: nodes at 0 and at 360 degrees, and all of those at a pole, are one."""
        at, cells = samples.square(8)
        path = self.folder / "around.nc"
        samples.write_ugrid(path, at * (360, 180) - (0, 90), cells, edges=False)
        self.convert(path)
        self.assertIn("note: 23 nodes at the place of another one: there the mesh is cut, or closes around", self.text)
        mesh = self.convert(path, "--merge", "1e-9")
        self.check_tables(mesh)
        self.assertEqual((mesh.nodes, mesh.edges, mesh.bedges, mesh.cells), (58, 120, 0, 64))
        self.assertEqual((mesh.triangles, mesh.quadrilaterals), (16, 48))
        self.assertIn("Euler number 2", self.text)

    def test_ugrid_with_different_numbers_of_corners(self):
        points = numpy.array([(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1), (1, 2)], float)
        cells = numpy.array([(0, 1, 4, 5), (1, 2, 3, 4), (5, 4, 6, NONE)])
        path = self.folder / "corners.nc"
        samples.write_ugrid(path, points, cells, units="m", edges=False)
        mesh = self.convert(path)
        self.check_plane(mesh, area=2.5, euler=1)
        self.assertEqual(list(numpy.diff(mesh.cell_nodes_offsets)), [4, 4, 3])

    def test_icon(self):
        """The sphere, and a part of it whose missing neighbours are -1 or 0."""
        lonlat, cells = samples.icosahedron()
        path = self.folder / "sphere.nc"
        samples.write_icon(path, lonlat, cells)
        mesh = self.convert(path)
        self.assertEqual((mesh.nodes, mesh.edges, mesh.bedges, mesh.cells), (12, 30, 0, 20))
        for missing in (-1, 0):
            samples.write_icon(path, lonlat, cells[:7], missing)
            mesh = self.convert(path)
            self.check_tables(mesh)
            self.assertEqual((2 * mesh.edges + mesh.bedges, mesh.cells), (21, 7))
            self.assertIn("left out", self.text)


if __name__ == "__main__":
    unittest.main()
