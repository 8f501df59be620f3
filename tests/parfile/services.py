"""Services of a run for functions of thorns: launches, loops, syncs, hooks, functions of other thorns."""

import sys
import unittest

import harness


def taker(device, mistake="none", **driver):
    return {
        "thorns": ["taker", "giver"],
        "driver": {"lower": [0.0, 0.0], "upper": [1.0, 1.0], "cells": [13, 11], "iterations": 5, "ghosts": 2} | driver,
        "accelerator": {"device": device},
        "taker": {"mistake": mistake},
    }


class Services(harness.Case):
    def test_everything_that_is_offered(self):
        for device in harness.DEVICES:
            for ranks in (1, 2):
                for periodic in (False, True):
                    with self.subTest(device=device, ranks=ranks, periodic=periodic):
                        self.run_nopal(taker(device, periodic=[periodic] * 2), ranks=ranks)

    def test_mistakes_are_explained(self):
        for mistake, text in {
            "launch": "the thorn taker has no kernel \"ad\" (did you mean \"add\"?)",
            "launcher": "the kernel \"add\" is not for this function: add \"blunder\" to launched_by: of the kernel",
            "field": "the kernel \"grow\" uses taker::u@0, but this function does not declare it",
            "box": "the kernel \"grow\" is launched over [0:100, 0:1, 0:1], but the points stored here are [",
            "signature": "taker calls \"twice\" as float(float), but giver provides it as double(double)",
            "unknown": "taker calls the function \"thrice\" without declaring it under `requires:`",
            "name": "\"taker::uu\" is no variable or group of an active thorn (did you mean \"taker::u\"?)",
        }.items():
            with self.subTest(mistake=mistake):
                ranks = 1 if mistake == "box" else 2  # each process stores another box and reports its own
                log = self.run_nopal(taker("none", mistake), ranks=ranks, succeeds=False).log
                self.assertEqual(log.count(f"nopal: taker::blunder (analysis, iteration 0): {text}"), 1, log)

    def test_output_is_completed_before_checkpoints_are(self):
        content = taker("none")
        content["thorns"].append("checkpoint")
        content["checkpoint"] = {"every": 2, "at_end": "always"}
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                seen = self.run_nopal(content, ranks=ranks).path("before_checkpoints.txt").read_text().splitlines()
                # The new checkpoint has all files except the list of files, and has no final name yet.
                self.assertEqual([line.split() for line in seen], [
                    [".checkpoint_00000002.part", str(ranks)],
                    [".checkpoint_00000004.part", str(ranks), "checkpoint_00000002", str(ranks + 1)],
                    [".checkpoint_00000005.part", str(ranks), "checkpoint_00000002", str(ranks + 1),
                     "checkpoint_00000004", str(ranks + 1)]])

    def test_there_is_time_to_complete_output_before_the_walltime_ends(self):
        content = taker("none", walltime=1000.0)
        content["thorns"].append("checkpoint")
        content["taker"]["completion"] = 600.0
        self.assertIn("driver.walltime is near", self.run_nopal(content, ranks=2).log)
        content["taker"]["completion"] = 100.0
        self.assertNotIn("driver.walltime is near", self.run_nopal(content, ranks=2).log)

    def test_conditions_on_reductions_of_the_device(self):
        """A loop and the end of the run depend on a norm. Bits are the same everywhere; each norm moves 896 bytes."""
        written = {}
        for device, ranks in ((device, ranks) for device in harness.DEVICES for ranks in (1, 2)):
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal({
                    "thorns": ["relax", "tsv"],
                    "driver": {"lower": [0.0, 0.0], "upper": [1.0, 1.0], "cells": [14, 11], "periodic": [True, True],
                               "iterations": 200, "report_transfers": True},
                    "accelerator": {"device": device},
                    "tsv": {"every": 1, "norms": ["relax::u", "relax::spread", "relax::sweeps"]},
                }, ranks=ranks)
                names = ("relax-u.norms.tsv", "relax-spread.tsv", "relax-sweeps.tsv")
                text = [result.path(name).read_text() for name in names]
                self.assertEqual(text, written.setdefault("first", text))
                spread = [row["spread"] for row in result.rows(names[1])]
                sweeps = [int(row["sweeps"]) for row in result.rows(names[2])]
                self.assertGreater(sweeps[0], 1)
                self.assertEqual(sweeps, list(range(sweeps[0], sweeps[0] + len(sweeps))))
                self.assertLess(spread[0], 0.9)
                self.assertGreater(len(spread), 3)
                self.assertLess(spread[-1], 0.5)
                self.assertGreater(min(spread[:-1]), 0.5)
                self.assertEqual(result.log.count(f"the run ends after this iteration: the spread is {spread[-1]:f}"), 1)
                if device != "none" and ranks == 1:
                    norms = sweeps[-1] + len(spread)
                    self.assertEqual(result.transfers("total")[0],
                                     {"to_device": (0, 0, 0), "to_host": (norms, 896 * norms, 896 * norms)})


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
