"""scripts/airfoil-mesh: every mesh is closed, oriented as the published one, and the flow on it settles."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy

import airfoil_reference
from airfoil_reference import FAR_FIELD, WALL

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PUBLISHED = SOURCE / "parfiles/meshes/airfoil_1800.h5"
TABLES = {"pcell": ("cells", 4, "nodes"), "pedge": ("edges", 2, "nodes"), "pecell": ("edges", 2, "cells"),
          "pbedge": ("bedges", 2, "nodes"), "pbecell": ("bedges", 1, "cells")}


def run(*words):
    return subprocess.run([sys.executable, "-B", SOURCE / "scripts/airfoil-mesh", *map(str, words)], text=True,
                          capture_output=True, check=False)


def across(ends):
    """Returns (dy, -dx) of sides, with (dx, dy) the first end minus the second."""
    d = ends[:, 0] - ends[:, 1]
    return numpy.stack((d[:, 1], -d[:, 0]), axis=1)


def places(points):
    """Returns a number for each point, the same for points with the same coordinates."""
    return numpy.unique(points + 0.0, axis=0, return_inverse=True)[1].ravel()


class Meshes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def make(self, *words):
        path = self.folder / "mesh.h5"
        result = run(path, "--overwrite", *words)
        self.assertEqual(result.returncode, 0, result.stderr)
        return path, result.stdout

    def check_types(self, path):
        with h5py.File(path) as file, h5py.File(PUBLISHED) as published:
            self.assertEqual(set(file), set(published))
            for name, data in file.items():
                self.assertEqual(data.dtype, published[name].dtype, name)
                self.assertEqual(data.shape[1:], published[name].shape[1:], name)

    def check_tables(self, mesh):
        self.assertEqual(mesh.p_x.shape, (mesh.nodes, 2))
        self.assertEqual(mesh.p_bound.shape, (mesh.bedges, 1))
        self.assertEqual(set(numpy.unique(mesh.p_bound)), {WALL, FAR_FIELD})
        for name, (of, arity, to) in TABLES.items():
            table = getattr(mesh, name)
            self.assertEqual(table.shape, (getattr(mesh, of), arity), name)
            self.assertTrue((table >= 0).all() and (table < getattr(mesh, to)).all(), name)
        self.assertEqual(set(mesh.pcell.ravel()), set(range(mesh.nodes)))
        self.assertTrue((mesh.pecell[:, 0] != mesh.pecell[:, 1]).all())

    def check_cells(self, mesh):
        """Corners are in order around a convex cell: each turn is to the left, so the area is positive."""
        side = numpy.roll(mesh.p_x[mesh.pcell], -1, axis=1) - mesh.p_x[mesh.pcell]
        after = numpy.roll(side, -1, axis=1)
        self.assertTrue((side[..., 0] * after[..., 1] - side[..., 1] * after[..., 0] > 0).all())

    def check_sides(self, mesh):
        """Each side of each cell is one end of an edge, or a boundary edge."""
        place = places(mesh.p_x)

        def sides(cells, first, second):
            ends = numpy.sort(numpy.stack((place[first], place[second]), axis=-1).reshape(-1, 2), axis=1)
            return numpy.column_stack((cells, ends))

        corners = mesh.pcell
        expected = sides(numpy.repeat(numpy.arange(mesh.cells), 4), corners, numpy.roll(corners, -1, axis=1))
        found = [sides(mesh.pecell[:, n], *mesh.pedge.T) for n in (0, 1)]
        found = numpy.concatenate([*found, sides(mesh.pbecell[:, 0], *mesh.pbedge.T)])
        self.assertTrue((numpy.unique(expected, axis=0) == found[numpy.lexsort(found.T[::-1])]).all())

    def check_orientation(self, mesh):
        middle = mesh.p_x[mesh.pcell].mean(axis=1)
        edges, bedges = across(mesh.p_x[mesh.pedge]), across(mesh.p_x[mesh.pbedge])
        a, b, of_boundary = *mesh.pecell.T, mesh.pbecell[:, 0]
        self.assertTrue(((middle[b] - middle[a]) * edges).sum(axis=1).min() > 0)
        outwards = mesh.p_x[mesh.pbedge].mean(axis=1) - middle[of_boundary]
        self.assertTrue((outwards * bedges).sum(axis=1).min() > 0)
        total = numpy.zeros_like(middle)
        for cells, vectors in ((a, edges), (b, -edges), (of_boundary, bedges)):
            numpy.add.at(total, cells, vectors)
        self.assertLess(numpy.abs(total).max(), 1e-14 * numpy.abs(mesh.p_x).max())

    def check_boundary(self, mesh):
        """The wall is the closed profile with a chord of about 1. The far field is far away."""
        wall = mesh.p_bound[:, 0] == WALL
        points = mesh.p_x[mesh.pbedge[wall]].reshape(-1, 2)
        self.assertTrue((numpy.bincount(places(points)) == 2).all())
        self.assertTrue((points.min(axis=0) > (-0.01, -0.065)).all() and (points.max(axis=0) < (1.01, 0.065)).all())
        far = mesh.p_x[mesh.pbedge[~wall]].reshape(-1, 2)
        self.assertGreater(numpy.hypot(*far.T).min(), 8)

    def check(self, path):
        self.check_types(path)
        mesh = airfoil_reference.load(path)
        for check in (self.check_tables, self.check_cells, self.check_sides, self.check_orientation,
                      self.check_boundary):
            with self.subTest(check=check.__name__):
                check(mesh)
        return mesh

    def test_published_mesh(self):
        mesh = self.check(PUBLISHED)
        self.assertEqual((mesh.nodes, mesh.cells, mesh.edges, mesh.bedges), (1891, 1800, 3530, 140))

    def test_meshes_of_all_sizes(self):
        for along, out in ((10, 2), (12, 3), (14, 20), (64, 32), (100, 20)):
            for order in ((), ("--order", "random"), ("--order", "random", "--seed", 7)):
                with self.subTest(along=along, out=out, order=order):
                    mesh = self.check(self.make("--along", along, "--out", out, *order)[0])
                    self.assertEqual((mesh.nodes, mesh.cells), ((along + 1) * (out + 1), along * out))

    def test_the_published_size_has_the_published_tables(self):
        published = airfoil_reference.load(PUBLISHED)
        mesh = airfoil_reference.load(self.make("--along", 60, "--out", 30)[0])
        for name in (*TABLES, "p_bound"):
            self.assertTrue((getattr(published, name) == getattr(mesh, name)).all(), name)
        ends = mesh.pbedge[mesh.p_bound[:, 0] == WALL].ravel()
        self.assertLess(numpy.abs(published.p_x[ends] - mesh.p_x[ends]).max(), 5e-3)

    def test_number_of_cells(self):
        for cells, exact in ((1800, 1800), (45000, 45000), (10000, 71 * 140), (1, 20)):
            path, text = self.make("--cells", cells)
            with h5py.File(path) as file:
                self.assertEqual(file["cells"][()], exact)
                counts = ", ".join(f"{file[name][()]} {name}" for name in ("nodes", "cells", "edges", "bedges"))
            self.assertEqual(text, f"{path}: {counts}\n")

    def test_random_order_is_the_same_mesh(self):
        """A seed gives a mesh its order. What belongs to an edge stays together."""
        def edges(mesh):
            points, cells = mesh.p_x[mesh.pedge].reshape(-1, 4), mesh.p_x[mesh.pcell][mesh.pecell].reshape(-1, 16)
            rows = numpy.column_stack((points, cells))
            return rows[numpy.lexsort(rows.T)]

        size = ("--along", 20, "--out", 7)
        natural = airfoil_reference.load(self.make(*size)[0])
        meshes = [airfoil_reference.load(self.make(*size, "--order", "random", "--seed", seed)[0])
                  for seed in (1, 1, 2)]
        for name in (*TABLES, "p_x", "p_bound"):
            first, again, other = (getattr(mesh, name) for mesh in meshes)
            self.assertTrue((first == again).all(), name)
            self.assertFalse((first == other).all(), name)
            self.assertFalse((first == getattr(natural, name)).all(), name)
        for mesh in meshes:
            self.assertTrue((edges(mesh) == edges(natural)).all())

    def test_the_flow_settles(self):
        path, _ = self.make("--cells", 800)
        flow = airfoil_reference.Flow(airfoil_reference.load(path))
        first = flow.iterate(1)
        self.assertLess(flow.iterate(399), 1e-2 * first)
        self.assertTrue((flow.q[:, 0] > 0.5).all() and (airfoil_reference.pressure_of(flow.q) > 0.5).all())


class Mistakes(unittest.TestCase):
    def test_messages(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "mesh.h5"
            for words, message in (
                    ((), "the size is missing"),
                    (("--along", 20), "the size is missing"),
                    (("--cells", 100, "--out", 5), "not both"),
                    (("--along", 11, "--out", 5), "expected an even number"),
                    (("--along", 8, "--out", 5), "expected an even number of at least 10 along"),
                    (("--along", 10, "--out", 1), "at least 2 out"),
                    (("--along", 100000, "--out", 50000), "expected at most 2147483647 nodes"),
                    (("--cells", 100, "--seed", 1), "--seed needs --order random"),
                    (("--cells", 100, "--order", "random", "--seed", -1), "expected 0 or more"),
                    (("--cells", 100, "--order", "sorted"), "invalid choice: 'sorted'")):
                with self.subTest(words=words):
                    result = run(path, *words)
                    self.assertEqual(result.returncode, 2)
                    self.assertIn(message, result.stderr)
                    self.assertFalse(path.exists())
            lost = run(pathlib.Path(folder) / "none/mesh.h5", "--cells", 100)
            self.assertEqual(lost.returncode, 1)
            self.assertIn("error: cannot write", lost.stderr)

    def test_an_existing_file_stays(self):
        with tempfile.NamedTemporaryFile(suffix=".h5") as file:
            file.write(b"data")
            file.flush()
            result = run(file.name, "--cells", 100)
            self.assertEqual(result.returncode, 1)
            self.assertIn("exists: give another name, or --overwrite", result.stderr)
            self.assertEqual(pathlib.Path(file.name).read_bytes(), b"data")
            self.assertEqual(run(file.name, "--cells", 100, "--overwrite").returncode, 0)
            self.assertTrue(h5py.is_hdf5(file.name))


if __name__ == "__main__":
    unittest.main()
