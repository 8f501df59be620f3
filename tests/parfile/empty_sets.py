"""Sets without elements: loops, reductions, output, watching and checkpoints are those of any other set."""

import shutil
import subprocess
import sys
import unittest

import h5py
import numpy
import yaml

import harness
from set_output import datasets, flow
from sets import MESH, run_on_sets

NONE = ["nan", "nan", "0", "nan", "0", "0", "0"]  # min, max, sum, average, norm1, norm2 and norm_inf of no values


def last_row(result, name):
    """The reductions in the last row, as they are written."""
    return result.text(name).splitlines()[-1].split("\t")[2:]


class ClosedMesh(harness.Case):
    """The airfoil's mesh as if it had no boundary."""

    def content(self, iterations=2, thorns=(), accelerator=None, **settings):
        path = self.folder / "closed.h5"
        if not path.exists():
            shutil.copy(MESH, path)
            with h5py.File(path, "r+") as mesh:
                for name in ("pbedge", "pbecell", "p_bound"):
                    values = mesh[name][()]
                    del mesh[name]
                    mesh[name] = values[:0]
        content = flow(iterations, thorns, **settings)
        content["mesh"]["file"] = str(path)
        content["tsv"]["norms"] += ["airfoil::bound", "airfoil::res"]
        content["accelerator"] |= accelerator or {}
        return content

    def check(self, result, expected):
        for iteration in (0, 2):
            found = datasets(result, iteration)
            self.assertEqual((found["dats/airfoil_bound"][0].shape, found["dats/airfoil_bound"][0].dtype), ((0, 1), numpy.int64))
            self.assertEqual(found["maps/airfoil_bedge_nodes"][0].shape, (0, 2))
            for name, (values, _) in datasets(expected, iteration).items():
                self.assert_same_bits(found[name][0], values, name)
        for name in expected.names("*.tsv"):
            self.assertEqual(result.text(name), expected.text(name), name)

    def test_the_same_files_on_all_devices_with_all_partitions_and_transfers(self):
        expected = self.run_nopal(self.content())
        self.assertEqual(last_row(expected, "airfoil-bound.norms.tsv"), NONE)
        self.assertNotIn("bedge_nodes", expected.text("fields.xmf"))
        for ranks, partition, device, settings in (
                (1, "graph", "none", {"transfers": "collective"}), (3, "graph", "checked", {"compression": "deflate"}),
                (1, "graph", "none", {"compression": "deflate"}), (2, "blocks", "opencl", {"background": True}),
                (4, "coordinates", "none", {"transfers": "independent"})):
            with self.subTest(ranks=ranks, partition=partition, device=device, **settings):
                result = self.run_nopal(self.content(accelerator={"device": device}, **settings), ranks=ranks,
                                        sets=[f"driver.partition={partition}"])
                self.check(result, expected)
                self.assertEqual(result.text("fields.xmf"), expected.text("fields.xmf"))

    def test_a_run_goes_on_from_a_checkpoint(self):
        expected = self.run_nopal(self.content())
        parfile = self.parfile(self.content(thorns={"checkpoint": {"every": 1}}))
        self.run_nopal(parfile, ranks=2, sets=["driver.iterations=1"])
        self.check(self.run_nopal(parfile, ranks=3, options=["--recover", "auto"]), expected)


class Nothing(harness.Case):
    """Reals and integers on a set without elements, beside a set of four."""

    THORN = {
        "thorn": "bag", "description": "Things, and none of others", "sets": {"things": {}, "others": {}},
        "maps": {"next": {"from": "things", "to": "things", "arity": 2},
                 "other": {"from": "things", "to": "others", "arity": "varying"},
                 "thing": {"from": "others", "to": "things", "arity": 3}},
        "groups": {"places": {"type": "dat", "on": "things", "components": 2, "variables": ["x"]},
                   "reals": {"type": "dat", "on": "others", "components": 3, "variables": ["r"]},
                   "ints": {"type": "dat", "on": "others", "datatype": "int", "variables": ["n"]}}}

    def content(self, **thorns):
        (self.folder / "bag.yaml").write_text(yaml.safe_dump(self.THORN))
        with h5py.File(self.folder / "bag.h5", "w") as file:
            file["next"] = [[0, 1], [1, 2], [2, 3], [3, 0]]
            file["other"], file["offsets"] = numpy.zeros(0, int), numpy.zeros(5, int)
            file["thing"] = numpy.zeros((0, 3), int)
            file["x"] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
            file["r"], file["n"] = numpy.zeros((0, 3)), numpy.zeros((0, 1), int)
        return run_on_sets(3, bag={}, mesh={
            "file": str(self.folder / "bag.h5"), "positions": "bag::others = r",
            "maps": ["bag::next = next", "bag::other = other, offsets", "bag::thing = thing"],
            "data": [f"bag::{name} = {name}" for name in "xrn"]}, **thorns)

    def run_bag(self, content, **options):
        path = f"{self.folder}:{harness.environment()['NOPAL_THORN_PATH']}"
        return self.run_nopal(content, variables={"NOPAL_THORN_PATH": path}, **options)

    def test_what_a_reduction_of_nothing_is(self):
        for ranks, partition in ((1, "graph"), (2, "coordinates"), (3, "blocks")):
            with self.subTest(ranks=ranks, partition=partition):
                result = self.run_bag(self.content(tsv={"norms": ["bag::r", "bag::n"]}), ranks=ranks,
                                      sets=[f"driver.partition={partition}"])
                for name in "rn":
                    self.assertEqual(last_row(result, f"bag-{name}.norms.tsv"), NONE)
                    text = result.text(f"bag-{name}.norms.tsv")
                    self.assertIn("# content: reductions over all elements of bag::others; a row per iteration; there are none, "
                                  "so min, max and average are nan\n", text)
                    self.assertNotIn("# grid", text)
                    rows = numpy.loadtxt(result.path(f"bag-{name}.norms.tsv"))
                    self.assertEqual(rows.shape, (4, 9))
                    self.assertEqual(numpy.isnan(rows).sum(), 4 * 3)

    def test_nothing_is_finite_and_meets_no_condition(self):
        conditions = [f"{outside}{kind}(bag::{name}){')' if outside else ''} {sign} -1" for name in "rn"
                      for kind in ("min", "max", "average") for outside in ("", "change(") for sign in ("<", ">=", "!=")]
        content = self.content(termination={"conditions": conditions}, tsv={"norms": ["bag::n"]},
                               nan_checker={"variables": ["bag::r"]})
        for ranks in (1, 2):
            self.assertEqual(self.run_bag(content, ranks=ranks).column("bag-n.norms.tsv", "iteration")[-1], 3)
        for condition in ("norm_inf(bag::r) == 0", "sum(bag::n) == 0", "norm2(bag::n) < 1"):
            content["termination"]["conditions"] = [condition]
            result = self.run_bag(content)
            self.assertEqual(result.column("bag-n.norms.tsv", "iteration")[-1], 0)
            self.assertIn(f"termination: {condition} holds, because the value is 0\n", result.log)

    def test_no_index_of_what_nothing_shows(self):
        """ParaView would show a grid that the run does not have."""
        result = self.run_bag(self.content(hdf5={"variables": ["bag::x", "bag::r"], "meshes": ["bag::thing on bag::x"]}))
        self.assertEqual(result.names("fields.xmf"), [])
        result = self.run_bag(self.content(hdf5={"variables": ["bag::x", "bag::r"], "meshes": [
            "bag::thing on bag::x", "bag::next on bag::x"]}), ranks=3)
        text = result.text("fields.xmf")
        self.assertEqual([text.count(word) for word in ("3DCoRectMesh", "bag_r", "maps/bag_next", "maps/bag_thing")], [0, 0, 4, 0])

    def test_no_picture_of_nothing(self):
        for ranks in (1, 2):
            result = self.run_bag(self.content(slices={"variables": ["bag::r"], "positions": ["bag::x"],
                                                       "corners": ["bag::thing"]}), ranks=ranks)
            self.assertEqual(result.log.count("slices: bag::others has no elements, so there are no pictures of its variables"), 1)
            self.assertEqual(result.names("*.png"), [])

    def test_scripts_plot_draws_what_is_there(self):
        result = self.run_bag(self.content(tsv={"norms": ["bag::r"]}))
        done = subprocess.run([sys.executable, harness.SOURCE / "scripts" / "plot", result.folder, "bag::r.norms"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env=harness.environment())
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(len(list((result.folder / "plots").glob("*.png"))), 1)


if __name__ == "__main__":
    unittest.main()
