"""Base of the tests of scripts/mesh. It calls the tool, and checks what holds for every mesh."""

import contextlib
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

import h5py
import numpy

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "scripts"))
from nopal_mesh import cli

GMSH = shutil.which("gmsh")


def without_gmsh():
    return unittest.skipUnless(GMSH, "there is no program gmsh: apt-get install gmsh")


def load(path):
    """Returns the datasets of a file by their names."""
    with h5py.File(path) as file:
        return types.SimpleNamespace(**{name: data[...] for name, data in file.items()})


class MeshCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def call(self, *words):
        """Calls the tool. Returns its exit code and its texts."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main([str(word) for word in words])
        return code, out.getvalue(), err.getvalue()

    def convert(self, path, *words):
        """Returns the datasets that the tool writes for a file. self.text: what it prints."""
        code, self.text, self.warnings = self.call(path, "--overwrite", *words)
        self.assertEqual(code, 0, self.warnings)
        return load(path.with_suffix(".h5"))

    def refused(self, path, *words):
        """Returns the message for a file that is refused. No file is left."""
        code, _, error = self.call(path, "--output", self.folder / "refused.h5", *words)
        self.assertEqual(code, 1, error)
        self.assertTrue(error.startswith("error: "), error)
        self.assertFalse(any(self.folder.glob("*refused.h5*")))
        return error

    def gmsh(self, geometry, name, *words):
        """Lets Gmsh make a mesh."""
        path = self.folder / name
        path.with_suffix(".geo").write_text(geometry)
        subprocess.run([GMSH, path.with_suffix(".geo"), "-v", "1", "-nt", "1", "-o", path, *words], check=True, cwd=self.folder,
                       capture_output=True)
        return path

    def check_tables(self, mesh):
        """Targets exist, and each set has the size that it says."""
        with_ends = [name for name in vars(mesh) if name.endswith("_offsets")]
        for name in with_ends:
            offsets = getattr(mesh, name)
            self.assertEqual((offsets[0], offsets[-1]), (0, len(getattr(mesh, name.removesuffix("_offsets")))))
            self.assertTrue((numpy.diff(offsets) >= 0).all(), name)
        for name, end in (("_nodes", "nodes"), ("_cells", "cells"), ("_cell", "cells")):
            for table in (table for table in vars(mesh) if table.endswith(name)):
                values = getattr(mesh, table)
                self.assertTrue(values.size == 0 or values.min() >= 0 and values.max() < getattr(mesh, end), table)
        self.assertEqual(len(mesh.x), mesh.nodes)
        self.assertEqual(set(mesh.cell_nodes.ravel()), set(range(mesh.nodes)))

    def check_plane(self, mesh, *, area, euler):
        """Cells run counter-clockwise and fill the area; the normals of each sum to 0; each has all of its sides."""
        self.check_tables(mesh)
        cells = rows_of(mesh, "cell_nodes", mesh.cells)
        areas = [shoelace(mesh.x[row]) for row in cells]
        self.assertGreater(min(areas), 0)
        self.assertAlmostEqual(sum(areas), area, delta=1e-9 * area)
        self.assertEqual(mesh.nodes - mesh.edges - mesh.bedges + mesh.cells, euler)
        sides = {(cell, *sorted((row[n], row[n - 1]))) for cell, row in enumerate(cells) for n in range(len(row))}
        found = [(cell, *sorted(ends)) for cells_of, ends in zip(mesh.edge_cells, mesh.edge_nodes) for cell in cells_of]
        found += [(cell, *sorted(ends)) for (cell,), ends in zip(mesh.bedge_cell, mesh.bedge_nodes)]
        self.assertEqual((len(found), set(found)), (len(sides), sides))
        across = [numpy.stack((d[:, 1], -d[:, 0]), axis=1) for d in
                  (mesh.x[ends[:, 0]] - mesh.x[ends[:, 1]] for ends in (mesh.edge_nodes, mesh.bedge_nodes))]
        self.check_closed(mesh, mesh.edge_cells, across[0], mesh.bedge_cell, across[1])
        middle = numpy.array([mesh.x[row].mean(axis=0) for row in cells])
        self.assertTrue(((middle[mesh.edge_cells[:, 1]] - middle[mesh.edge_cells[:, 0]]) * across[0]).sum(axis=1).min(initial=1) > 0)

    def check_solids(self, mesh, *, volume, euler):
        """Faces point out of their first cell; the normals of each cell sum to 0; the volume is that of the domain."""
        self.check_tables(mesh)
        inner, boundary = (rows_of(mesh, f"{name}_nodes", getattr(mesh, f"{name}s")) for name in ("face", "bface"))
        normals = [numpy.array([normal(mesh.x[row]) for row in rows]).reshape(-1, 3) for rows in (inner, boundary)]
        self.check_closed(mesh, mesh.face_cells, normals[0], mesh.bface_cell, normals[1])
        middles = numpy.array([mesh.x[row].mean(axis=0) for row in boundary])
        self.assertAlmostEqual((middles * normals[1]).sum() / 3, volume, delta=1e-9 * volume)
        centre = numpy.array([mesh.x[row].mean(axis=0) for row in rows_of(mesh, "cell_nodes", mesh.cells)])
        between = centre[mesh.face_cells[:, 1]] - centre[mesh.face_cells[:, 0]]
        self.assertTrue((between * normals[0]).sum(axis=1).min(initial=1) > 0)
        self.assertEqual(mesh.nodes - mesh.edges + mesh.faces + mesh.bfaces - mesh.cells, euler)

    def check_closed(self, mesh, cells, normals, boundary_cell, boundary_normals):
        total = numpy.zeros((mesh.cells, normals.shape[1]))
        for of, vectors in ((cells[:, 0], normals), (cells[:, 1], -normals), (boundary_cell[:, 0], boundary_normals)):
            numpy.add.at(total, of, vectors)
        self.assertTrue((cells[:, 0] < cells[:, 1]).all())
        self.assertLess(numpy.abs(total).max(), 1e-13 * max(1, numpy.abs(mesh.x).max()) ** 2)


def rows_of(mesh, name, size):
    """Returns the rows of a map, whose number of targets may vary."""
    table, offsets = getattr(mesh, name), getattr(mesh, f"{name}_offsets", None)
    return list(table) if offsets is None else [table[offsets[n]:offsets[n + 1]] for n in range(size)]


def shoelace(points):
    x, y = points.T
    return (x * numpy.roll(y, -1) - y * numpy.roll(x, -1)).sum() / 2


def normal(points):
    return sum(numpy.cross(points[n] - points[0], points[n + 1] - points[0]) for n in range(1, len(points) - 1)) / 2
