"""Loops over sets that are computed at several elements at once: the bits of one element after the other."""

import unittest

import harness
from sets import run_on_sets

DATS = [f"weave::{name}" for name in ("a", "a_sum", "b", "c", "c_sum", "d", "d_sum", "e", "f", "f_sum", "t", "u")]


def weave(knots, power=3, accelerator=None, **driver):
    return run_on_sets(3, weave={"knots": knots, "power": power}, driver=driver, accelerator=accelerator,
                       hdf5={"every": 1, "variables": DATS}, tsv={"every": 1, "norms": ["weave::totals"]})


def values(result, iteration):
    with result.fields(iteration) as file:
        return {name: dataset[()] for name, dataset in file[f"data/{iteration}/dats"].items()}


class Weave(harness.Case):
    def assert_same_run(self, found, expected):
        for iteration in range(4):
            of_run = values(found, iteration)
            for name, wanted in values(expected, iteration).items():
                self.assert_same_bits(of_run[name], wanted, f"{name} at iteration {iteration}")
        for name in ("sum", "least", "most"):
            self.assertEqual(found.text(f"weave-{name}.tsv"), expected.text(f"weave-{name}.tsv"))

    def test_the_bits_of_one_element_after_the_other(self):
        """The bounds-checked version computes one element after the other."""
        for knots, power in ((301, 3), (301, 2), (1, 3), (2, 1), (5, 3), (6, 9)):
            with self.subTest(knots=knots, power=power):
                expected = self.run_nopal(weave(knots, power, check_bounds=True))
                self.assert_same_run(self.run_nopal(weave(knots, power)), expected)

    def test_the_same_bits_on_all_ranks_threads_and_devices(self):
        expected = self.run_nopal(weave(301, check_bounds=True))
        final = values(expected, 3)
        for name in DATS:
            self.assertGreater(len(set(final[name.replace("::", "_")].ravel())), 15, name)
        for ranks, threads, device in ((1, 2, "none"), (1, 5, "none"), (2, 1, "none"), (3, 2, "none"), (2, 1, "checked")):
            with self.subTest(ranks=ranks, threads=threads, device=device):
                self.assert_same_run(self.run_nopal(weave(301, accelerator={"device": device}), ranks=ranks, threads=threads),
                                     expected)


if __name__ == "__main__":
    unittest.main()
