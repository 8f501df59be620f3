"""nopal plan --loops: blocks, colours and reuse of loops over sets."""

import json
import subprocess
import sys
import unittest

import h5py
import numpy

import harness
import sets


class LoopPlans(harness.Case):
    def loops(self, content, size):
        result = json.loads(self.nopal("plan", self.parfile(content), "--json", "--loops", size).stdout)["loops"]
        self.assertEqual(result["block_size"], size)
        return {loop["routine"]: loop for loop in result["plans"]}

    def test_the_published_plan_of_nine_cells(self):
        nine = sets.run_on_sets(1, nine={})
        add = self.loops(nine, 4)["nine::add"]
        self.assertEqual((add["elements"], add["blocks"], add["block_colours"]), (12, 3, 3))
        # the cells of edges 0-3, 4-7 and 8-11: 24 entries lead to 5 different cells each time
        self.assertEqual((add["bytes_without_reuse"], add["bytes_with_reuse"]), (8 * 24, 8 * (5 + 5 + 5)))
        self.assertEqual(add["reuse"], 24 / 15)
        add = self.loops(nine, 12)["nine::add"]
        self.assertEqual((add["blocks"], add["block_colours"], add["most_thread_colours"]), (1, 1, 4))

    def test_loops_without_maps_have_only_blocks(self):
        zero = self.loops(sets.run_on_sets(1, nine={}), 4)["nine::zero"]
        self.assertEqual(zero, {"routine": "nine::zero", "set": "nine::cells", "elements": 9, "blocks": 3})

    def test_what_the_blocks_of_airfoil_load(self):
        """The elements have local numbers with good locality, also if those of the file are random."""
        size = 100
        for order in ("natural", "random"):
            with self.subTest(order=order):
                path = self.folder / f"{order}.h5"
                subprocess.run([sys.executable, harness.SOURCE / "scripts" / "airfoil-mesh", path, "--along", "80", "--out",
                                "40", "--order", order], check=True, stdout=subprocess.PIPE)
                with h5py.File(path) as mesh:
                    nodes, cells = mesh["pedge"][()], mesh["pecell"][()]
                flux = self.loops(sets.airfoil(1, mesh=path), size)["airfoil::flux_1"]
                self.assertEqual(flux["elements"], len(cells))
                self.assertEqual(flux["blocks"], -(-len(cells) // size))
                # 2 components of x; 4 of q, 1 of adt, 4 of res
                self.assertEqual(flux["bytes_without_reuse"], 8 * (2 * nodes.size + 9 * cells.size))
                self.assertGreater(flux["bytes_with_reuse"],
                                   8 * (2 * len(numpy.unique(nodes)) + 9 * len(numpy.unique(cells))))
                self.assertLess(flux["bytes_with_reuse"], flux["bytes_without_reuse"] / 1.8)
                self.assertGreater(flux["reuse"], 1.8)
        in_blocks = sum(len(numpy.unique(cells[first:first + size])) for first in range(0, len(cells), size))
        self.assertLess(cells.size / in_blocks, 1.1)  # of the random numbers in the file

    def test_text_and_mistakes(self):
        parfile = self.parfile(sets.airfoil(1))
        text = self.nopal("plan", parfile, "--loops", 256).stdout
        self.assertIn("loops over sets, in blocks of 256 elements:", text)
        self.assertRegex(text, r"airfoil::flux_1 +airfoil::edges +3530 +14 +\d+ +\d+ +\d\.\d+ +\d+ +\d+\n")
        self.assertRegex(text, r"airfoil::save +airfoil::cells +1800 +8 uses no map\n")
        self.assertIn("--loops", self.nopal("plan", parfile, "--loops", 0, succeeds=False).stderr)
        wave = self.parfile(harness.content([8, 8, 8], iterations=1, wavetoy={}))
        self.assertIn("the run has no loops over sets", self.nopal("plan", wave, "--loops", 8).stdout)


if __name__ == "__main__":
    unittest.main()
