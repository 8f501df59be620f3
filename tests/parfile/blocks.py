"""Block kernels in whole runs: scheduled and launched by a function, with arrays, on every accelerator."""

import re
import sys
import unittest

import harness

HOSTS = ("serial", "threads", "fibers", "openmp-blocks", "openmp-threads")


def tiles(device, host="fibers", width=4):
    return {
        "thorns": ["tiles", "tsv"],
        "driver": {"lower": [0.0, 0.0, 0.0], "upper": [1.0, 0.5, 0.75], "cells": [13, 7, 6],
                   "periodic": [True, False, False], "iterations": 3},
        "accelerator": {"device": device, "host": host},
        "tiles": {"width": width},
        "tsv": {"every": 1, "norms": ["tiles::u"], "lines_every": 3, "lines": ["tiles::u"]},
    }


class Blocks(harness.Case):
    def check(self, written, parfile, ranks, options=("--compare-plan",)):
        result = self.run_nopal(parfile, ranks=ranks, options=options)
        numbers = [line for path in sorted(result.folder.glob("*.tsv")) for line in path.read_text().splitlines()
                   if not line.startswith("#")]
        self.assertEqual(numbers, written.setdefault("numbers", numbers))
        if ranks == 1:
            counted = re.findall(r"counted (.*)", result.log)
            self.assertEqual(len(counted), 4, result.log)
            self.assertEqual(sum(map(int, counted[-1].split())), 4 * 13 * 6 * 5)
            self.assertEqual(counted, written.setdefault("counted", counted))

    def test_every_accelerator_gives_the_same_bits_and_plan_and_run_agree(self):
        written = {}
        for device in harness.DEVICES:
            for ranks in (1, 2):
                with self.subTest(device=device, ranks=ranks):
                    self.check(written, tiles(device), ranks)
        for host in HOSTS:
            with self.subTest(host=host):
                self.check(written, tiles("none", host, 1 if host in ("serial", "openmp-blocks") else 3), 1)

    def test_bounds_are_checked(self):
        written = {}
        self.check(written, tiles("none"), 1)
        parfile = tiles("none")
        parfile["driver"]["check_bounds"] = True
        self.check(written, parfile, 1)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=2))
