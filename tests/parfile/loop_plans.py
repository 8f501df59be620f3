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

    def check_colours(self, loop, size, rows):
        """Elements of a block and a colour share no target, nor do blocks of a colour. `rows`: the targets of elements."""
        self.assertEqual(sorted(loop["order"]), list(range(loop["elements"])))
        of_elements, of_blocks = loop["colours_of_elements"], loop["colours_of_blocks"]
        self.assertEqual((len(of_elements), len(of_blocks)), (loop["elements"], loop["blocks"]))
        self.assertEqual(set(of_blocks), set(range(loop["block_colours"])))
        self.assertEqual(set(of_elements), set(range(loop["most_thread_colours"])))
        in_block, blocks = {}, {}
        for place, element in enumerate(loop["order"]):
            block = place // size
            for target in set(rows[element]):
                key = block, of_elements[place], target
                self.assertEqual(in_block.setdefault(key, element), element)
                key = of_blocks[block], target
                self.assertEqual(blocks.setdefault(key, block), block)

    def test_elements_colours_and_places(self):
        content = sets.run_on_sets(1, nine={})
        for size in (4, 5, 12):
            result = json.loads(self.nopal("plan", self.parfile(content), "--json", "--loops", size).stdout)["loops"]
            places = result["places"]
            self.assertEqual(places["set"], "nine::cells")
            self.assertEqual(places["positions"], [[x, y] for y in (2, 1, 0) for x in (0, 1, 2)])
            corners = places["corners"]["nine::edges"]
            self.assertEqual(corners["map"], "nine::edge_cells")
            self.assertEqual(corners["rows"], [[0, 1], [1, 2], [0, 3], [1, 4], [2, 5], [3, 4], [4, 5], [3, 6], [4, 7], [5, 8],
                                               [6, 7], [7, 8]])
            add, = (loop for loop in result["plans"] if loop["routine"] == "nine::add")
            self.check_colours(add, size, corners["rows"])
        result = json.loads(self.nopal("plan", self.parfile(sets.airfoil(1)), "--json", "--loops", 100).stdout)["loops"]
        with h5py.File(sets.MESH) as mesh:
            rows, nodes, x = (mesh[name][()].tolist() for name in ("pecell", "pedge", "p_x"))
        flux, = (loop for loop in result["plans"] if loop["routine"] == "airfoil::flux_1")
        self.check_colours(flux, 100, rows)
        self.assertEqual(result["places"]["positions"], x)
        self.assertEqual(result["places"]["corners"]["airfoil::edges"], {"map": "airfoil::edge_nodes", "rows": nodes})
        self.assertEqual(set(result["places"]["corners"]), {"airfoil::cells", "airfoil::edges", "airfoil::bedges"})

    def test_large_meshes_and_those_without_positions(self):
        content = sets.airfoil(1)
        del content["mesh"]["positions"]
        result = json.loads(self.nopal("plan", self.parfile(content), "--json", "--loops", 100).stdout)["loops"]
        self.assertNotIn("places", result)
        self.assertTrue(any("order" in loop for loop in result["plans"]))
        path = self.folder / "large.h5"
        subprocess.run([sys.executable, harness.SOURCE / "scripts" / "airfoil-mesh", path, "--along", "140", "--out", "80"],
                       check=True, stdout=subprocess.PIPE)
        parfile = self.parfile(sets.airfoil(1, mesh=path))
        result = json.loads(self.nopal("plan", parfile, "--json", "--loops", 100).stdout)["loops"]
        self.assertNotIn("places", result)
        self.assertFalse(any("order" in loop for loop in result["plans"]))
        flux, = (loop for loop in result["plans"] if loop["routine"] == "airfoil::flux_1")
        self.assertGreater(flux["elements"], 20000)

    def test_loops_without_maps_have_only_blocks(self):
        zero = self.loops(sets.run_on_sets(1, nine={}), 4)["nine::zero"]
        self.assertEqual(zero, {"routine": "nine::zero", "set": "nine::cells", "elements": 9, "blocks": 3})

    def test_what_the_blocks_of_airfoil_load(self):
        """The elements have local numbers with good locality, also if those of the file are random. If sums are in the order of
        random numbers, elements wait for each other, so only large blocks load little."""
        for order, reproducible, size, along in (("natural", True, 100, 80), ("random", False, 100, 80), ("random", True, 4096, 200)):
            with self.subTest(order=order, reproducible=reproducible):
                path = self.folder / f"{order}_{along}.h5"
                subprocess.run([sys.executable, harness.SOURCE / "scripts" / "airfoil-mesh", path, "--along", str(along), "--out",
                                str(along // 2), "--order", order], check=True, stdout=subprocess.PIPE)
                with h5py.File(path) as mesh:
                    nodes, cells = mesh["pedge"][()], mesh["pecell"][()]
                content = sets.airfoil(1, mesh=path, accelerator={"reproducible": reproducible})
                flux = self.loops(content, size)["airfoil::flux_1"]
                self.assertEqual(flux["elements"], len(cells))
                self.assertEqual(flux["blocks"], -(-len(cells) // size))
                # 2 components of x; 4 of q, 1 of adt, 4 of res
                self.assertEqual(flux["bytes_without_reuse"], 8 * (2 * nodes.size + 9 * cells.size))
                self.assertGreater(flux["bytes_with_reuse"],
                                   8 * (2 * len(numpy.unique(nodes)) + 9 * len(numpy.unique(cells))))
                self.assertLess(flux["bytes_with_reuse"], flux["bytes_without_reuse"] / 1.8)
                self.assertGreater(flux["reuse"], 1.8)
                if order == "random":
                    in_blocks = sum(len(numpy.unique(cells[first:first + size])) for first in range(0, len(cells), size))
                    self.assertLess(cells.size / in_blocks, 1.3)  # of the random numbers in the file

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
