"""The flow around an airfoil on meshes that Gmsh makes: from the geometry to the run, with what scripts/mesh prints."""

import shutil
import subprocess
import sys
import types
import unittest

import numpy
import yaml

import harness
from sets import run_on_sets

sys.path.insert(0, str(harness.SOURCE / "tests" / "meshes"))
import airfoil_reference
from mesh_case import load

GMSH = shutil.which("gmsh")


def geometry(count=16, near=0.05, far=4.0, radius=9.0):
    """Returns the text of NACA 0012 in a circle. `near`, `far`: about the lengths of edges at the wall and far away."""
    x = (1 - numpy.cos(numpy.linspace(0, numpy.pi, count + 1))) / 2
    y = 0.6 * (0.2969 * numpy.sqrt(x) - 0.1260 * x - 0.3516 * x ** 2 + 0.2843 * x ** 3 - 0.1036 * x ** 4)
    ring = [*zip(x[::-1], y[::-1]), *zip(x[1:-1], -y[1:-1])]
    circle = [(0.5, 0), (0.5 + radius, 0), (0.5, radius), (0.5 - radius, 0), (0.5, -radius)]
    points = [(n + 1, *at, near) for n, at in enumerate(ring)] + [(1000 + n, *at, far) for n, at in enumerate(circle)]
    lines = [f"Point({n}) = {{{a:.9f}, {b:.9f}, 0, {size}}};" for n, a, b, size in points]
    lines += [f"Line({n + 1}) = {{{n + 1}, {(n + 1) % len(ring) + 1}}};" for n in range(len(ring))]
    lines += [f"Circle({1000 + n}) = {{{1000 + n}, 1000, {1001 + n % 4}}};" for n in range(1, 5)]
    return "\n".join([*lines, f"Line Loop(1) = {{1:{len(ring)}}};", "Line Loop(2) = {1001:1004};", "Plane Surface(1) = {2, 1};",
                      f'Physical Line("wall") = {{1:{len(ring)}}};', 'Physical Line("far") = {1001:1004};',
                      'Physical Surface("gas") = {1};', ""])


@unittest.skipUnless(GMSH, "there is no program gmsh: apt-get install gmsh")
class FromGmsh(harness.Case):
    def printed(self, name, *words, options=()):
        """Returns what scripts/mesh prints. `words`: further ones for Gmsh."""
        (self.folder / "wing.geo").write_text(geometry())
        subprocess.run([GMSH, "wing.geo", "-2", "-v", "1", "-nt", "1", "-o", f"{name}.msh", *words], cwd=self.folder, check=True,
                       capture_output=True)
        return subprocess.run([sys.executable, "-B", harness.SOURCE / "scripts" / "mesh", f"{name}.msh", "--number", "wall=1",
                               "--number", "far=2", *options], cwd=self.folder, check=True, text=True, capture_output=True).stdout

    def mesh(self, name, *words):
        """Returns the mesh section for the thorn airfoil."""
        text = self.printed(name, *words, options=("--thorn", "airfoil"))
        self.assertIn("their last corner is repeated", text)
        return yaml.safe_load(text[text.index("\nmesh:\n"):])["mesh"]

    def test_what_is_printed_is_taken(self):
        """A thorn with the printed declaration and a parfile with the printed section: nopal finds what was printed."""
        text = self.printed("own", "-setnumber", "Mesh.RecombineAll", "1")
        declared, section = text[text.index("\nsets:\n"):].split("\nfor the parfile:\n")
        (self.folder / "mine.yaml").write_text(f"thorn: mine\ndescription: Takes everything\n{declared}")
        (self.folder / "run.yaml").write_text(f"thorns: [mine, mesh]\ndriver: {{iterations: 1}}\n{section}")
        found = self.nopal("check", "run.yaml", variables={"NOPAL_THORN_PATH": str(self.folder)}).stdout
        told = [line for line in text.splitlines() if line.startswith(("set ", "map "))]
        self.assertGreater(len(told), 15)
        plain = [line.replace("mine::", "").split(";")[0] for line in found.splitlines() if line.startswith(("set ", "map "))]
        self.assertEqual(told, plain)

    def test_the_flow_is_that_of_numpy(self):
        """Also on a mesh that has quadrilaterals, too; on any number of processes the same bits."""
        for name, words in (("triangles", ()), ("mixed", ("-setnumber", "Mesh.RecombineAll", "1"))):
            with self.subTest(name=name):
                section = self.mesh(name, *words)
                mesh = load(self.folder / f"{name}.h5")
                kinds = numpy.unique((mesh.cell_nodes[:, 2] == mesh.cell_nodes[:, 3]).astype(int))
                self.assertEqual(list(kinds), [1] if name == "triangles" else [0, 1])
                flow = airfoil_reference.Flow(types.SimpleNamespace(
                    p_x=mesh.x, pcell=mesh.cell_nodes, pedge=mesh.edge_nodes, pecell=mesh.edge_cells, pbedge=mesh.bedge_nodes,
                    pbecell=mesh.bedge_cell, p_bound=mesh.bedge_mark))
                expected = [flow.iterate(n) for n in (1, 99, 100)]
                runs = [self.run_nopal(run_on_sets(200, airfoil={}, mesh=section, driver={"check_bounds": ranks == 1},
                                                   tsv={"every": 100, "norms": ["airfoil::rms", "airfoil::q"]}), ranks=ranks)
                        for ranks in (1, 3)]
                self.assertEqual(*(run.text("airfoil-q.norms.tsv").split("\n", 2)[2] for run in runs))
                found = runs[0].column("airfoil-rms.tsv", "rms")[1:]
                self.assertEqual(len(found), 2)
                for value, other in zip(found, expected[1:]):
                    self.assertAlmostEqual(value / other, 1, delta=1e-9)
                self.assertLess(found[-1], 0.1 * expected[0])


if __name__ == "__main__":
    unittest.main()
