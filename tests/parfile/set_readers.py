"""Output of data on sets as other programs read it: ParaView and meshio."""

import json
import shutil
import subprocess
import sys
import unittest

import numpy

import harness
from readers import SCRIPTS, snippet, x_server
from set_output import MESHES, datasets, flow


class ParaView(harness.Case):
    def test_cells_nodes_and_their_fields(self):
        """Both of ParaView's readers find each cell with its corners and values, in all iterations."""
        for program, package in (("pvbatch", "python3-paraview"), ("Xvfb", "xvfb")):
            if not shutil.which(program):
                self.fail(f"{program} is missing: apt-get install {package}, or scripts/install --tests")
        one = self.run_nopal(flow(meshes=MESHES[:1]), ranks=3)
        two = self.run_nopal(flow(precision="float"), ranks=2)
        task = self.folder / "task.json"
        task.write_text(json.dumps({"folders": [str(one.folder), str(two.folder)], "stem": "fields",
                                    "iterations": [0, 2, 4], "out": str(self.folder / "out.npz")}))
        with x_server() as display:
            done = subprocess.run(["pvbatch", SCRIPTS / "with_paraview_meshes.py", task], cwd=self.folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=harness.LONGEST, check=False,
                                  env=harness.environment() | {"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1",
                                                               "PYTHONPATH": str(SCRIPTS), "PYTHONDONTWRITEBYTECODE": "1",
                                                               "OMPI_MCA_orte_tmpdir_base": str(self.folder)})
        self.assertEqual(done.returncode, 0, done.stdout)
        with numpy.load(self.folder / "out.npz") as found:
            for run, meshes in ((one, ["cells"]), (two, ["cells", "bedges"])):
                for reader in ("xdmf2", "xdmf3"):
                    for iteration in (0, 2, 4):
                        written = {name: values for name, (values, _) in datasets(run, iteration).items()}
                        for number, mesh in enumerate(meshes):
                            with self.subTest(run=run.folder.name, reader=reader, iteration=iteration, mesh=mesh):
                                results = lambda what: found[f"{run.folder}|{iteration}|{reader}:{number}|{what}"]
                                self.check(results, mesh, written)
                                self.assertEqual(float(results("time")), iteration)
                        self.assertNotIn(f"{run.folder}|{iteration}|{reader}:{len(meshes)}|corners", found)

    def check(self, results, mesh, written):
        cells = mesh == "cells"
        corners = written["maps/airfoil_cell_nodes" if cells else "maps/airfoil_bedge_nodes"]
        numpy.testing.assert_array_equal(results("corners").reshape(corners.shape), corners)
        self.assertEqual(set(results("types")), {9 if cells else 4})  # VTK_QUAD, VTK_POLY_LINE
        numpy.testing.assert_array_equal(results("points")[:, :2], written["dats/airfoil_x"])
        self.assertFalse(results("points")[:, 2].any())
        self.assertEqual(list(results("arrays")),
                         ["airfoil_q", "airfoil_res"] if cells else ["airfoil_bound"])
        for name in results("arrays"):
            dat = written[f"dats/{name}"]
            self.assert_same_bits(results(name).reshape(dat.shape), dat, name)


class Meshio(harness.Case):
    def test_the_example_of_the_page(self):
        result = self.run_nopal(flow(meshes=MESHES[:1]), ranks=2)
        (self.folder / "airfoil").symlink_to(result.folder)
        script = self.folder / "read.py"
        script.write_text(snippet("meshio") + "import numpy\nnumpy.savez('found.npz', points=points, corners=cells[0].data, "
                          "q=q, time=time, kind=cells[0].type, names=sorted([*point_data, *cell_data]))\n")
        done = subprocess.run([sys.executable, script], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, f"{done.stdout}\n(scripts/install --tests installs python3-meshio)")
        written = datasets(result, 4)
        with numpy.load(self.folder / "found.npz") as found:
            self.assert_same_bits(found["points"], written["dats/airfoil_x"][0])
            self.assert_same_bits(found["corners"], written["maps/airfoil_cell_nodes"][0])
            self.assert_same_bits(found["q"], written["dats/airfoil_q"][0])
            self.assertEqual((str(found["kind"]), float(found["time"]), list(found["names"])),
                             ("quad", 4.0, ["airfoil_q", "airfoil_res"]))


if __name__ == "__main__":
    unittest.main()
