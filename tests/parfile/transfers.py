"""Exactly those transfers between host and device that the declarations call for."""

import sys
import unittest

import harness

PLANE = 101 * 101 * 8  # bytes of a plane of phi, boundary included


class Large(harness.Case):
    def test_two_ranks_with_output(self):
        """100 syncs a direction of one plane; 11 times the owned points to the host, for norms and HDF5."""
        for device in ("checked", "opencl"):
            with self.subTest(device=device):
                result = self.run_nopal(
                    harness.wave([100, 100, 100], iterations=100, device=device, driver={"report_transfers": True},
                                 tsv={"every": 10, "norms": ["wavetoy::phi"]},
                                 hdf5={"every": 50, "variables": ["wavetoy::phi"]}),
                    ranks=2)
                counts = result.transfers("total")
                self.assertEqual(sorted(counts), [0, 1], result.log)
                for rank, planes in ((0, 51), (1, 50)):
                    transfers, payload, moved = counts[rank]["to_device"]
                    self.assertEqual((transfers, payload), (100, 100 * PLANE), f"rank {rank}")
                    self.assertEqual(payload, 8_160_800)
                    self.assertLessEqual(moved, 1.1 * payload)
                    transfers, payload, moved = counts[rank]["to_host"]
                    self.assertEqual((transfers, payload), (111, (100 + 11 * planes) * PLANE), f"rank {rank}")
                    self.assertEqual(payload, {51: 53_942_888, 50: 53_045_200}[planes])
                    self.assertLessEqual(moved, 1.1 * payload)


class Transfers(harness.Case):
    def test_one_rank_without_output_moves_nothing(self):
        for device in ("checked", "opencl"):
            for periodic in (False, True):
                with self.subTest(device=device, periodic=periodic):
                    result = self.run_nopal(
                        harness.wave([40, 40, 40], iterations=50, device=device, periodic=periodic,
                                     driver={"report_transfers": True}))
                    self.assertEqual(result.transfers("evolution"),
                                     {0: {"to_device": (0, 0, 0), "to_host": (0, 0, 0)}}, result.log)

    def test_output_costs_what_it_writes(self):
        """Norms and HDF5 of the same variable at the same iteration share one copy; other iterations cost nothing."""
        result = self.run_nopal(
            harness.wave([30, 20], iterations=12, device="checked", driver={"report_transfers": True},
                         tsv={"every": 6, "norms": ["wavetoy::phi"], "lines": ["wavetoy::phi"], "lines_every": 4},
                         hdf5={"every": 12, "variables": ["wavetoy::phi"]}))
        owned = 31 * 21 * 8
        counts = result.transfers("total")[0]
        self.assertEqual(counts["to_device"], (0, 0, 0))
        self.assertEqual(counts["to_host"][:2], (5, 5 * owned))  # at 0, 4, 6, 8 and 12

    def test_the_host_has_no_transfers(self):
        result = self.run_nopal(harness.wave([20, 20], iterations=5, driver={"report_transfers": True}), ranks=2)
        zero = {"to_device": (0, 0, 0), "to_host": (0, 0, 0)}
        self.assertEqual(result.transfers("total"), {0: zero, 1: zero}, result.log)


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
