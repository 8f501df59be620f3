"""What a run offers to the functions of thorns: launches, loops, syncs, hooks, functions of other thorns."""

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
            "field": "the kernel \"grow\" uses taker::u@0, which this function declares neither",
            "box": "the kernel \"grow\" is launched over [0:100, 0:1, 0:1], but the points stored here are [",
            "signature": "taker calls \"twice\" as float(float), but giver provides it as double(double)",
            "unknown": "taker calls the function \"thrice\" without declaring it under `requires:`",
            "name": "\"taker::uu\" is no variable or group of an active thorn (did you mean \"taker::u\"?)",
        }.items():
            with self.subTest(mistake=mistake):
                ranks = 1 if mistake == "box" else 2  # each process stores another box, and says so
                log = self.run_nopal(taker("none", mistake), ranks=ranks, succeeds=False).log
                self.assertEqual(log.count(f"nopal: taker::blunder (analysis, iteration 0): {text}"), 1, log)


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
