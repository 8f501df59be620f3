"""Damaged files of meshes: the run ends well or with a message, never by a signal. Meshes with fewer elements than
processes."""

import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import unittest

import h5py
import numpy
import yaml

import harness
from sets import MESH, airfoil, run_on_sets

# What a message names: the file, or a map or set of it.
NAMES = re.compile(r"\bmesh\.h5\b|\bairfoil::(nodes|b?edges|cells|\w+_nodes|\w+_cells?)\b")
HEADERS = 2048  # bytes at the begin of the file: no data, but what HDF5 knows about them


class Damaged(harness.Case):
    def setUp(self):
        super().setUp()
        self.refused = []  # names of the runs that ended with a good message

    def outcome(self, name, damaged, ranks=1):
        """Runs one iteration with these bytes as its mesh. Returns what is wrong; empty: nothing."""
        folder = self.folder / re.sub(r"\W+", "_", name)
        folder.mkdir()
        (folder / "mesh.h5").write_bytes(damaged)
        (folder / "run.yaml").write_text(yaml.safe_dump(airfoil(1, mesh=pathlib.Path("mesh.h5")), sort_keys=False))
        # mpirun would hide a signal of a single rank.
        process = subprocess.Popen(harness.command_line("run.yaml", ranks, launcher=ranks > 1), cwd=folder, text=True,
                                   errors="replace", env=harness.environment() | ({} if ranks > 1 else harness.alone()),
                                   start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        try:
            log, _ = process.communicate(timeout=harness.LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"{name}: it did not end within {harness.LONGEST} s"
        shutil.rmtree(folder)
        return self.trouble(name, process.returncode, log)

    def trouble(self, name, code, log):
        if code == 0:
            return ""
        said = re.search(r"^nopal: .*", log, re.MULTILINE | re.DOTALL)
        if code != 1 or not said or not NAMES.search(said[0]) or re.search(r"bug:|signal|unexpected failure", said[0]):
            return f"{name}: exit code {code}:\n{log}"
        self.refused.append(name)
        return ""

    def check(self, cases):
        """`cases`: the arguments of outcome(). Some of the runs must be refused."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            wrong = [text for text in pool.map(lambda case: self.outcome(*case), cases) if text]
        self.assertFalse(wrong, f"{len(wrong)} of {len(cases)} runs:\n" + "\n".join(wrong))
        self.assertGreater(len(self.refused), 0)

    def flipped(self, seed, n):
        """Copies with one changed bit or byte each, half of them in what describes the data: [(name, bytes)]."""
        whole, dice = MESH.read_bytes(), random.Random(seed)
        cases = []
        for k in range(n):
            damaged = bytearray(whole)
            place = dice.randrange(HEADERS if k < n // 2 else len(whole))
            change = 1 << dice.randrange(8) if k % 2 else dice.randrange(1, 256)
            damaged[place] ^= change
            cases.append((f"{k}: byte {place} xor {change}", bytes(damaged)))
        return cases

    def cut(self, n):
        """Copies cut short at n places, which become denser to the begin."""
        whole = MESH.read_bytes()
        return [(f"the first {length} bytes", whole[:length])
                for length in sorted({len(whole) * k * k // (n * n) for k in range(n)})]

    def test_the_whole_file(self):
        self.assertEqual(self.outcome("whole", MESH.read_bytes()), "")
        self.assertEqual(self.refused, [])
        self.assertEqual(self.outcome("zeros", bytes(4096)), "")
        self.assertEqual(self.refused, ["zeros"])

    def test_cut_short(self):
        self.check(self.cut(12))

    def test_flipped_bits_and_bytes(self):
        self.check(self.flipped(1, 40))

    def test_on_two_processes(self):
        self.check([("two, " + name, damaged, 2) for name, damaged in self.cut(4) + self.flipped(2, 4)])

    @unittest.skipUnless(harness.LONG, "NOPAL_LONG_TESTS=1 runs it")
    def test_many_more(self):
        self.check(self.cut(100) + self.flipped(3, 600))
        self.check([("two, " + name, damaged, 2) for name, damaged in self.cut(20) + self.flipped(4, 60)])


class Numbers(harness.Case):
    """A set of four things, and a map among them."""

    THORN = {
        "thorn": "bag", "description": "Things", "sets": {"things": {}},
        "maps": {"next": {"from": "things", "to": "things", "arity": 1}},
        "groups": {"reals": {"type": "dat", "on": "things", "variables": ["r"]},
                   "ints": {"type": "dat", "on": "things", "datatype": "int", "components": 2, "variables": ["n"]}}}

    def read(self, numbers, variable="n", ranks=1, succeeds=True, dataset=None, **settings):
        """A run that reads a variable from a dataset with these numbers, and a map from `next`."""
        (self.folder / "bag.yaml").write_text(yaml.safe_dump(self.THORN))
        with h5py.File(self.folder / "bag.h5", "w") as file:
            file["next"] = settings.pop("next", numpy.array([1, 2, 3, 0]))
            if dataset is None:
                file["numbers"] = numbers
            else:
                dataset(file)
        content = run_on_sets(0, bag={}, tsv={"norms": [f"bag::{variable}"]}, hdf5={"variables": [f"bag::{variable}"]},
                              mesh={"file": str(self.folder / "bag.h5"), "maps": ["bag::next = next"],
                                    "data": [f"bag::{variable} = numbers"]} | settings)
        path = f"{self.folder}:{harness.environment()['NOPAL_THORN_PATH']}"
        return self.run_nopal(content, ranks=ranks, succeeds=succeeds, variables={"NOPAL_THORN_PATH": path})

    def test_integers_of_all_types(self):
        """Their least and largest values come back to the last digit, in files and in exact norms."""
        names = [f"{order}{sign}{size}" for size in (1, 2, 4, 8) for sign in "iu" for order in "<>"]
        for number, name in enumerate(names):
            with self.subTest(type=name):
                limits = numpy.iinfo(name)
                most = min(limits.max, 2 ** 63 - 1)
                values = numpy.array([[limits.min, most], [0, 1], [2, 3], [most, most - 1]], dtype=name)
                result = self.read(values, ranks=1 + number % 2)
                with result.fields(0) as file:
                    self.assertEqual(file["data/0/dats/bag_n"][()].tolist(), values.tolist())
                row = result.text("bag-n.norms.tsv").splitlines()[-1].split("\t")
                flat = [int(value) for value in values.flat]
                self.assertEqual([int(row[column]) for column in (2, 3, 4, 8)],  # min, max, sum, norm_inf
                                 [min(flat), max(flat), sum(flat), max(map(abs, flat))])
                self.assertAlmostEqual(float(row[5]) / (sum(flat) / 8), 1, delta=1e-15)

    def test_tables_of_all_types(self):
        for name in ("<i1", ">i2", "<u4", ">u8"):
            for first in (0, 1):
                with self.subTest(type=name, first=first):
                    self.read(numpy.zeros((4, 2), int), next=numpy.array([1, 2, 3, 0], dtype=name) + first, first_number=first)

    def test_conditions_on_integers_that_no_double_holds(self):
        """Cell 1 has three edges, so each iteration adds 3 to the largest number."""
        with h5py.File(self.folder / "counts.h5", "w") as file:
            file["n"] = numpy.array([0, 2 ** 53 + 1] + 7 * [0])
        for condition, last, value in (("change(max(nine::n)) == 3", 1, "3"),
                                       ("max(nine::n) == 9007199254740999", 2, "9007199254740999"),
                                       ("nine::n_sum == 9007199254741041", 2, None), ("max(nine::n) == 9007199254740992", 3, None)):
            with self.subTest(condition=condition):
                result = self.run_nopal(run_on_sets(
                    3, nine={}, mesh={"file": str(self.folder / "counts.h5"), "maps": [], "data": ["nine::n = n"]},
                    tsv={"norms": ["nine::n"]}, termination={"conditions": [condition]}))
                self.assertEqual(result.column("nine-n.norms.tsv", "iteration")[-1], last, result.log)
                if value:
                    self.assertIn(f"{condition} holds, because the value is {value}\n", result.log)

    def test_what_no_int_and_no_real_holds_is_refused(self):
        def wide(file):
            kind = h5py.h5t.STD_I64LE.copy()
            kind.set_size(16)
            h5py.h5d.create(file.id, b"numbers", kind, h5py.h5s.create_simple((4, 2)))
        large = numpy.array([[1, 2], [3, 4], [5, 2 ** 63], [7, 8]], dtype=numpy.uint64)
        log = self.read(large, succeeds=False).log
        self.assertIn('the dataset "numbers" is 9223372036854775808 in row 2, column 1, beyond the largest int, '
                      "9223372036854775807: write smaller numbers there", log)
        log = self.read(None, dataset=wide, succeeds=False).log
        self.assertIn('the dataset "numbers" has integers of 16 bytes, expected at most 8', log)
        for value in ("1e4000", "-1e4000"):
            log = self.read(numpy.array(["1", value, "inf", "nan"], dtype=numpy.longdouble), variable="r", succeeds=False).log
            self.assertIn(f'the dataset "numbers" is {value.replace("e", "e+")} in row 1, column 0, beyond the largest real', log)
        good = numpy.array(["1", "1e300", "inf", "nan"], dtype=numpy.longdouble)
        with self.read(good, variable="r").fields(0) as file:
            self.assert_same_bits(file["data/0/dats/bag_r"][:3, 0], good[:3].astype(numpy.float64))


class FewElements(harness.Case):
    def cells(self, log):
        return sorted(re.findall(r"^cell \d+: .*$", log, re.MULTILINE))

    def test_more_processes_than_cells(self):
        def cells(ranks, way, threads=1):
            content = run_on_sets(3, nine={}, driver={"partition": way})
            return self.cells(self.run_nopal(content, ranks=ranks, threads=threads).log)
        expected = cells(1, "graph")
        self.assertEqual(len(expected), 4 * 9)  # three iterations, and what is there before them
        for ranks, way in ((10, "graph"), (12, "graph"), (12, "blocks")):
            with self.subTest(ranks=ranks, way=way):
                self.assertEqual(cells(ranks, way), expected)

    def test_one_node_on_several_processes(self):
        def sums(ranks, way):
            content = run_on_sets(3, jac={"size": 2}, driver={"partition": way}, tsv={"norms": ["jac::u_sum"]})
            return self.run_nopal(content, ranks=ranks).column("jac-u_sum.tsv", "u_sum")
        expected = sums(1, "graph")
        self.assertGreater(expected[3], 0)
        for ranks, way in ((3, "graph"), (3, "blocks")):
            with self.subTest(ranks=ranks, way=way):
                self.assertEqual(sums(ranks, way), expected)


if __name__ == "__main__":
    unittest.main()
