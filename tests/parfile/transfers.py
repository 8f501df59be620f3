"""The transfers between host and device are exactly those that the declarations need."""

import sys
import unittest

import harness

PLANE = 101 * 101 * 8  # bytes of a plane of phi, boundary included
MOMENTS = 3 * 70 * 4 + 7 * 8  # bytes of the norms of a field of any size: digits of three sums, 7 numbers


class Large(harness.Case):
    def test_two_ranks_with_output(self):
        """Expects 100 syncs of one plane in each direction. HDF5 brings the owned points to the host 3 times, and norms bring
        moments 11 times.

        Norms come before HDF5, which alone brings the field to the host, in the order of the thorns: at iterations 0,
        50 and 100 both have a transfer. 51 planes: (100 + 3*51) * 81,608 + 11 * 896 bytes.
        """
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
                    self.assertEqual((transfers, payload), (114, (100 + 3 * planes) * PLANE + 11 * MOMENTS),
                                     f"rank {rank}")
                    self.assertEqual(payload, {51: 20_656_680, 50: 20_411_856}[planes])
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

    def test_norms_at_every_iteration_move_less_than_a_kibibyte_each(self):
        """One rank, no periodic axis: each iteration moves 896 bytes to the host and nothing to the device, on any grid."""
        iterations = 20
        for device in ("checked", "opencl"):
            for cells in ([40, 40, 40], [300], [17, 90]):
                with self.subTest(device=device, cells=cells):
                    result = self.run_nopal(
                        harness.wave(cells, iterations=iterations, device=device, driver={"report_transfers": True},
                                     tsv={"every": 1, "norms": ["wavetoy::phi"]}))
                    counts = result.transfers("total")[0]
                    self.assertEqual(counts["to_device"], (0, 0, 0), result.log)
                    bytes_moved = (iterations + 1) * MOMENTS
                    self.assertEqual(counts["to_host"], (iterations + 1, bytes_moved, bytes_moved), result.log)
                    self.assertEqual(bytes_moved, 21 * 896)
                    self.assertLess(bytes_moved, iterations * 1024)
                    self.assertEqual(len(result.rows("wavetoy-phi.norms.tsv")), iterations + 1)

    def test_an_energy_moves_less_than_a_kibibyte(self):
        result = self.run_nopal(
            harness.wave([30, 20, 10], iterations=6, device="checked", wavetoy={"energy_every": 2},
                         driver={"report_transfers": True}))
        counts = result.transfers("total")[0]
        self.assertEqual(counts["to_device"], (0, 0, 0), result.log)
        self.assertEqual(counts["to_host"], (4, 4 * MOMENTS, 4 * MOMENTS), result.log)

    def test_output_costs_what_it_writes(self):
        """Lines and HDF5 of one variable at one iteration share a copy. Norms before them use moments."""
        result = self.run_nopal(
            harness.wave([30, 20], iterations=12, device="checked", driver={"report_transfers": True},
                         tsv={"every": 6, "norms": ["wavetoy::phi"], "lines": ["wavetoy::phi"], "lines_every": 4},
                         hdf5={"every": 12, "variables": ["wavetoy::phi"]}))
        owned = 31 * 21 * 8
        counts = result.transfers("total")[0]
        self.assertEqual(counts["to_device"], (0, 0, 0))
        # Fields at 0, 4, 8 and 12; moments at 0, 6 and 12.
        self.assertEqual(counts["to_host"][:2], (4 + 3, 4 * owned + 3 * MOMENTS), result.log)

    def test_output_of_a_slab_copies_its_slot_and_no_other(self):
        """A plane of phi, pictures of it and a checkpoint: each copies what it writes, and nothing at other iterations."""
        content = harness.wave([12, 10, 8], iterations=10, device="checked", driver={"report_transfers": True},
                               hdf5={"every": 0, "every_time": 0.0, "variables": ["wavetoy::phi"], "lower": [-0.5, -0.5, 0.0],
                                     "upper": [0.5, 0.5, 0.0]})
        content["thorns"] += ["slices", "checkpoint"]
        content["slices"] = {"every": 0, "variables": ["wavetoy::phi"]}
        owned = 13 * 11 * 9 * 8

        def to_host(*sets):
            return self.run_nopal(content, sets=sets).transfers("total")[0]["to_host"][:2]

        self.assertEqual(to_host(), (0, 0))
        self.assertEqual(to_host("hdf5.every=5"), (3, 3 * owned))
        self.assertEqual(to_host("hdf5.at_end=true"), (1, owned))
        self.assertEqual(to_host("hdf5.every=5", "slices.every=5"), (3, 3 * owned), "one copy serves both")
        self.assertEqual(to_host("slices.every=4"), (3, 3 * owned))
        self.assertEqual(to_host("checkpoint.every=10"), (3, 3 * owned), "all timelevels, once")

    def test_the_host_has_no_transfers(self):
        result = self.run_nopal(harness.wave([20, 20], iterations=5, driver={"report_transfers": True}), ranks=2)
        zero = {"to_device": (0, 0, 0), "to_host": (0, 0, 0)}
        self.assertEqual(result.transfers("total"), {0: zero, 1: zero}, result.log)


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
