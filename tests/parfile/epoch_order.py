"""`nopal plan --json` lists the epochs of a run, and with --order the order of the work in the first one."""

import itertools
import json
import math

import numpy

import harness
from epochs import Work


def points_of(box):
    return itertools.product(*map(range, box["lower"], box["upper"]))


class Plans(harness.Case):
    def words(self, sets):
        return [word for each in sets for word in ("--set", each)]

    def plan(self, content, *sets, options=()):
        """The JSON of a plan."""
        return json.loads(self.nopal("plan", self.parfile(content), "--json", *options, *self.words(sets)).stdout)

    def refused(self, content, *sets, options=("--json", "--order")):
        return self.nopal("plan", self.parfile(content), *options, *self.words(sets), succeeds=False).stderr


class Epochs(Plans):
    CONTENT = Work("wavetoy", (23, 17), norms_every=20, fields_every=0).content()

    def test_sequences(self):
        plan = self.plan(self.CONTENT, "driver.blocking_factor=16", "driver.iterations=45")["epochs"]
        by_output = "tsv::norms (output): it is a function"
        self.assertEqual(plan, {
            "why_none": None, "most": 16, "run_chooses": False, "walked": 45, "whole": True, "sequences": [
                {"first": 1, "last": 40, "lengths": [10, 10], "times": 2, "end": by_output},
                {"first": 41, "last": 45, "lengths": [5], "times": 1, "end": "the end of the run"}]})

    def test_sequences_without_an_end(self):
        plan = self.plan(self.CONTENT, "driver.blocking_factor=0", "driver.iterations=1000000000", "tsv.every=0",
                         "tsv.lines_every=0")["epochs"]
        self.assertEqual([plan[key] for key in ("most", "run_chooses", "whole")], [32, True, False])
        self.assertGreaterEqual(plan["walked"], 1000)
        self.assertEqual(plan["sequences"], [{"first": 1, "last": plan["walked"], "lengths": [32] * (plan["walked"] // 32),
                                              "times": 1, "end": ""}])

    def test_an_iteration_without_epoch(self):
        plan = self.plan(Work("advection_z", (9, 8, 11), iterations=3).content(), "driver.blocking_factor=4")["epochs"]
        self.assertEqual([(each["first"], each["lengths"], each["times"]) for each in plan["sequences"]], [(1, [1], 3)])
        self.assertIn("advection_z::advect", plan["sequences"][0]["end"])

    def test_why_there_are_none(self):
        for sets, why in ((["driver.blocking_factor=1"], "driver.blocking_factor is 1"),
                          (["driver.blocking_factor=4", "accelerator.guard=true"], "accelerator.guard looks at"),
                          (["driver.blocking_factor=4", "accelerator.device=checked"], "the run has a device"),
                          (["accelerator.device=checked", "accelerator.streaming=always"], "stream through the device")):
            with self.subTest(sets=sets):
                plan = self.plan(self.CONTENT, *sets)["epochs"]
                self.assertIn(why, plan["why_none"])
                self.assertNotIn("sequences", plan)


class Order(Plans):
    def order(self, work, *sets):
        plan = self.plan(work.content(), "driver.blocking_factor=4", *sets, options=["--order"])
        return plan["order"]

    def check(self, order, iterations, tile):
        """Each point is computed once in each iteration, and after its neighbours in the iteration before."""
        self.assertEqual([order[key] for key in ("first", "iterations", "tile")], [1, iterations, tile])
        self.assertEqual([turn["turn"] for turn in order["turns"]], list(range(1, len(order["turns"]) + 1)))
        tiles = [turn["tile"] for turn in order["turns"]]
        self.assertEqual(tiles, sorted(tiles))
        self.assertLessEqual(max(tiles), math.prod(order["tiles"]))
        size = order["points"]["upper"]
        turn_of = numpy.zeros([iterations + 1, *size], int)
        for turn in order["turns"]:
            for box in turn["boxes"]:
                for point in points_of(box):
                    at = (turn["iteration"], *point)
                    self.assertEqual(turn_of[at], 0, f"{at} twice")
                    turn_of[at] = turn["turn"]
        self.assertTrue((turn_of[1:] > 0).all())
        routines = {turn["turn"]: turn["routine"] for turn in order["turns"]}
        for iteration, *point in itertools.product(range(2, iterations + 1), *map(range, size)):
            mine = turn_of[(iteration, *point)]
            if routines[mine].endswith("::boundary"):
                continue
            for axis, step in itertools.product(range(len(size)), (-1, 1)):
                other = [*point]
                other[axis] += step
                self.assertLess(turn_of[(iteration - 1, *other)], mine, (iteration, point))

    def test_a_given_tile(self):
        for thorn, cells, tile in (("wavetoy", (31,), [7]), ("wavetoy", (13, 11), [5, 4]), ("wavetoy", (9, 8, 10), [0, 3, 4]),
                                   ("jacobi", (13, 11), [6, 0])):
            with self.subTest(thorn=thorn, cells=cells):
                order = self.order(Work(thorn, cells), f"driver.tile={[n or 99 for n in tile]}")
                self.check(order, 4, tile)
                self.assertEqual([n > 1 for n in order["tiles"]], [n > 0 for n in tile])

    def test_a_chosen_tile(self):
        """The grid fits into a cache, so the best shape is not cut along the axis of the rows."""
        order = self.order(Work("wavetoy", (31, 17)))
        self.check(order, 4, order["tile"])
        self.assertEqual(order["tiles"][0], 1)

    def test_the_first_epoch(self):
        """Output after every third iteration ends the epoch, which is shorter than asked for."""
        content = Work("wavetoy", (31,), norms_every=3, fields_every=0).content()
        plan = self.plan(content, "driver.blocking_factor=8", "driver.iterations=12", options=["--order"])
        self.assertEqual(plan["epochs"]["sequences"][0]["lengths"], [3])
        self.check(plan["order"], 3, plan["order"]["tile"])

    def test_refusals(self):
        content = Work("wavetoy", (31,)).content()
        self.assertIn("--order requires --json", self.refused(content, options=["--order"]))
        for sets, text in ((["driver.blocking_factor=1"], "the run has none, because driver.blocking_factor is 1"),
                           (["driver.blocking_factor=4", "accelerator.guard=true"], "the run has none, because accelerator.guard looks at"),
                           (["driver.blocking_factor=4", "driver.iterations=1"], "the run has none"),
                           (["driver.blocking_factor=8", "driver.cells=[19999]", "driver.tile=[2]"],
                            r"--order: the 8 iterations from iteration 1 on have more than 20000 boxes")):
            with self.subTest(sets=sets):
                self.assertIn(text, self.refused(content, *sets))
        self.assertIn("because of advection_z::advect", self.refused(Work("advection_z", (9, 8, 11)).content(),
                                                                    "driver.blocking_factor=4"))


if __name__ == "__main__":
    harness.unittest.main()
