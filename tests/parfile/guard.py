"""Guard and poison together change no result. They allow all accesses that functions declare or that hooks allow."""

import sys
import unittest

import harness

ITERATIONS = 10


def guarded(device):
    return {"device": device, "guard": True, "poison": True}


class Guard(harness.Case):
    def wave(self, accelerator):
        return harness.wave((17, 13, 19), iterations=ITERATIONS, shape="plane", accelerator=accelerator,
                            periodic=[True, False, False],
                            wavetoy={"wavelength": 0.37, "direction_x": 1.0, "direction_y": -0.6, "error_every": 5,
                                     "energy_every": 5},
                            tsv={"every": 5, "norms": ["wavetoy::phi", "wavetoy::energy"], "lines": ["wavetoy::phi"]},
                            hdf5={"every": 5, "variables": ["wavetoy::phi", "wavetoy::error"]})

    def test_results_are_the_same_bits(self):
        for device, ranks in (("none", 1), ("none", 2), ("checked", 2), ("opencl", 1), ("opencl", 2)):
            with self.subTest(device=device, ranks=ranks):
                plain = self.run_nopal(self.wave({"device": device}))
                result = self.run_nopal(self.wave(guarded(device)), ranks=ranks, threads=2)
                for iteration in (0, ITERATIONS):
                    for field in ("wavetoy_phi", "wavetoy_error"):
                        one, other = (run.dataset(iteration, field) for run in (plain, result))
                        self.assertTrue(harness.same_bits(one, other), field)
                for name in ("wavetoy-phi.norms.tsv", "wavetoy-energy.tsv"):
                    self.assertEqual(plain.path(name).read_text(), result.path(name).read_text(), name)

    def test_hooks_allow_what_they_announce(self):
        content = {"thorns": ["trespasser"], "trespasser": {"fault": "none"},
                   "driver": {"lower": [0.0, 0.0], "upper": [1.0, 1.0], "cells": [16, 16], "iterations": 4}}
        for device, ranks in (("none", 1), ("checked", 2)):
            with self.subTest(device=device, ranks=ranks):
                self.run_nopal(content | {"accelerator": guarded(device)}, ranks=ranks)

    def test_storage_and_hooks_of_other_thorns(self):
        """Guards temporary storage, functions that other thorns provide, reductions, and syncs inside functions."""
        grid = {"lower": [0.0, 0.0], "upper": [1.0, 1.0], "cells": [16, 16], "iterations": 4}
        for device in ("none", "checked"):
            for thorns in (["faulty"], ["giver", "taker"]):
                with self.subTest(device=device, thorns=thorns):
                    self.run_nopal({"thorns": thorns, "driver": grid, "accelerator": guarded(device)}, ranks=2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
