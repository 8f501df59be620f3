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

import yaml

import harness
from sets import MESH, airfoil, run_on_sets

LONG = os.environ.get("NOPAL_LONG_TESTS") == "1"
LIMIT = 60  # seconds; a run takes less than one
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
            log, _ = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"{name}: it did not end within {LIMIT} s"
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

    @unittest.skipUnless(LONG, "NOPAL_LONG_TESTS=1 runs it")
    def test_many_more(self):
        self.check(self.cut(100) + self.flipped(3, 600))
        self.check([("two, " + name, damaged, 2) for name, damaged in self.cut(20) + self.flipped(4, 60)])


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
