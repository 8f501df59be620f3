"""nopal plan --loops: blocks, colours and reuse of loops over sets."""

import json
import unittest

import h5py

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
        # the cells of edges 0-3, 4-7 and 8-11: 24 entries lead to 5, 6 and 5 different cells
        self.assertEqual((add["bytes_without_reuse"], add["bytes_with_reuse"]), (8 * 24, 8 * (5 + 6 + 5)))
        self.assertEqual(add["reuse"], 24 / 16)
        add = self.loops(nine, 12)["nine::add"]
        self.assertEqual((add["blocks"], add["block_colours"], add["most_thread_colours"]), (1, 1, 4))

    def test_loops_without_maps_have_only_blocks(self):
        zero = self.loops(sets.run_on_sets(1, nine={}), 4)["nine::zero"]
        self.assertEqual(zero, {"routine": "nine::zero", "set": "nine::cells", "elements": 9, "blocks": 3})

    def test_what_the_blocks_of_airfoil_load(self):
        """The mesh's own order is not changed on one process, so the blocks can be counted from the file."""
        size = 100
        with h5py.File(sets.MESH) as mesh:
            nodes, cells = mesh["pedge"][()], mesh["pecell"][()]
        loaded = {table: sum(len(set(rows[first:first + size].ravel())) for first in range(0, len(rows), size))
                  for table, rows in (("nodes", nodes), ("cells", cells))}
        flux = self.loops(sets.airfoil(1), size)["airfoil::flux_1"]
        self.assertEqual(flux["elements"], len(cells))
        self.assertEqual(flux["blocks"], -(-len(cells) // size))
        # 2 components of x; 4 of q, 1 of adt, 4 of res
        self.assertEqual(flux["bytes_without_reuse"], 8 * (2 * nodes.size + 9 * cells.size))
        self.assertEqual(flux["bytes_with_reuse"], 8 * (2 * loaded["nodes"] + 9 * loaded["cells"]))
        self.assertAlmostEqual(flux["reuse"], (nodes.size + cells.size) / sum(loaded.values()), places=12)

    def test_text_and_mistakes(self):
        parfile = self.parfile(sets.airfoil(1))
        text = self.nopal("plan", parfile, "--loops", 256).stdout
        self.assertIn("loops over sets, in blocks of 256 elements:", text)
        self.assertRegex(text, r"airfoil::flux_1 +airfoil::edges +3530 +14 +\d+ +\d+ +\d\.\d+ +\d+ +\d+\n")
        self.assertRegex(text, r"airfoil::save +airfoil::cells +1800 +8 uses no map\n")
        self.assertIn("--loops", self.nopal("plan", parfile, "--loops", 0, succeeds=False).stderr)
        wave = self.parfile({"thorns": ["wavetoy"], "driver": {"cells": [8, 8, 8], "iterations": 1}})
        self.assertIn("the run has no loops over sets", self.nopal("plan", wave, "--loops", 8).stdout)


if __name__ == "__main__":
    unittest.main()
