"""The transfers between host and device are exactly those that the declarations need."""

import itertools

import harness

NOTHING = {"to_device": (0, 0, 0), "to_host": (0, 0, 0)}
PLANE = 101 * 101 * 8  # bytes of a plane of phi, boundary included
MOMENTS = 3 * 70 * 4 + 7 * 8  # bytes of the norms of a field of any size: digits of three sums, 7 numbers


class Counted(harness.Case):
    def counts(self, cells, *, span="total", ranks=1, sets=(), driver=None, **options):
        """Runs a wave and returns the transfers of each rank."""
        content = harness.wave(cells, driver={"report_transfers": True} | (driver or {}), **options)
        result = self.run_nopal(content, ranks=ranks, sets=sets)
        counts = result.transfers(span)
        self.assertEqual(sorted(counts), list(range(ranks)), result.log)
        return counts


class Large(Counted):
    def test_two_ranks_with_output(self):
        """Expects 100 syncs of one plane in each direction. HDF5 brings the owned points to the host 3 times, and norms bring
        moments 11 times.

        Norms come before HDF5, which alone brings the field to the host, in the order of the thorns: at iterations 0,
        50 and 100 both have a transfer. 51 planes: (100 + 3*51) * 81,608 + 11 * 896 bytes.
        """
        for device in ("checked", "opencl"):
            with self.subTest(device=device):
                counts = self.counts([100, 100, 100], iterations=100, device=device, ranks=2,
                                     tsv={"every": 10, "norms": ["wavetoy::phi"]},
                                     hdf5={"every": 50, "variables": ["wavetoy::phi"]})
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


class Transfers(Counted):
    def test_one_rank_without_output_moves_nothing(self):
        for device, periodic in itertools.product(("checked", "opencl"), (False, True)):
            with self.subTest(device=device, periodic=periodic):
                counts = self.counts([40, 40, 40], iterations=50, device=device, periodic=periodic, span="evolution")
                self.assertEqual(counts, {0: NOTHING})

    def test_norms_at_every_iteration_move_less_than_a_kibibyte_each(self):
        """One rank, no periodic axis: each iteration moves 896 bytes to the host and nothing to the device, on any grid."""
        for device, cells in itertools.product(("checked", "opencl"), ([40, 40, 40], [300], [17, 90])):
            with self.subTest(device=device, cells=cells):
                counts = self.counts(cells, iterations=20, device=device, tsv={"every": 1, "norms": ["wavetoy::phi"]})
                self.assertEqual(counts, {0: NOTHING | {"to_host": (21, 21 * 896, 21 * 896)}})
                self.assertEqual(MOMENTS, 896)

    def test_an_energy_moves_less_than_a_kibibyte(self):
        counts = self.counts([30, 20, 10], iterations=6, device="checked", wavetoy={"energy_every": 2})
        self.assertEqual(counts, {0: NOTHING | {"to_host": (4, 4 * MOMENTS, 4 * MOMENTS)}})

    def test_output_costs_what_it_writes(self):
        """Lines and HDF5 of one variable at one iteration share a copy. Norms before them use moments."""
        counts = self.counts([30, 20], iterations=12, device="checked",
                             tsv={"every": 6, "norms": ["wavetoy::phi"], "lines": ["wavetoy::phi"], "lines_every": 4},
                             hdf5={"every": 12, "variables": ["wavetoy::phi"]})[0]
        owned = 31 * 21 * 8
        self.assertEqual(counts["to_device"], (0, 0, 0))
        # Lines at 0, 4, 8 and 12, the field at 0 and 12, moments at 0, 6 and 12.
        self.assertEqual(counts["to_host"][:2], (4 + 2 + 3, 4 * (31 + 21 - 1) * 8 + 2 * owned + 3 * MOMENTS))

    def test_small_output_brings_only_its_points(self):
        """A plane, pictures, lines, points, a region, every other point: the bytes of the points that are written, from the
        processes that own them, as planned."""
        cells, plane = [12, 10, 8], 13 * 11
        name = ["wavetoy::phi"]
        ends = {"lower": [-0.5, -0.5, 0.0], "upper": [0.5, 0.5, 0.0]}
        for thorns, points in (
                ({"hdf5": {"variables": name} | ends}, plane),
                ({"hdf5": {"variables": name, "lower": [-0.25, -0.2, -0.5], "upper": [0.25, 0.3, 0.5]}}, 7 * 6 * 9),
                ({"hdf5": {"variables": name, "stride": [2, 5, 4]}}, 7 * 3 * 3),
                ({"hdf5": {"variables": name, "stride": [1, 1, 2]}}, 13 * 11 * 5),
                ({"slices": {"variables": name}}, plane),
                ({"slices": {"variables": name, "normal": ["x", "z"]}}, 11 * 9 + plane - 11),
                ({"tsv": {"lines": name, "lines_every": 5}}, 13 + 11 + 9 - 2),
                ({"tsv": {"planes": name, "planes_every": 5, "planes_along": ["xz"]}}, 13 * 9),
                ({"tsv": {"points": name, "points_every": 5, "points_at": [0.01, 0.02, 0.03]}}, 2 * 2 * 2),
                ({"tsv": {"points": name, "points_every": 5, "points_at": [0.01, 0.02, 0.0],
                          "interpolation": "cubic"}}, 4 * 4)):
            for thorn in ("hdf5", "slices"):
                if thorn in thorns:
                    thorns[thorn]["every"] = 5
            files = []
            for ranks, device in ((1, "checked"), (3, "checked"), (3, "opencl"), (1, "none")):
                with self.subTest(thorns=thorns, ranks=ranks, device=device):
                    content = harness.wave(cells, iterations=10, device=device, driver={"report_transfers": True},
                                           **thorns)
                    result = self.run_nopal(content, ranks=ranks, options=["--compare-plan"])
                    files.append(self.values(result))
                    self.assertEqual(files[-1], files[0])
                    if device == "none":
                        continue
                    counts = result.transfers("total")
                    payload = sum(each["to_host"][1] for each in counts.values())
                    strips = 10 * sum(2 if 0 < rank < ranks - 1 else 1 for rank in range(ranks)) * plane * 8
                    self.assertEqual(payload, 3 * points * 8 + (strips if ranks > 1 else 0))

    def values(self, result):
        """The contents of all output files of tsv and slices, and the values in those of hdf5."""
        found = {name: result.path(name).read_bytes() for kind in ("*.tsv", "*.png") for name in result.names(kind)}
        for iteration in (0, 5, 10) if result.names("fields_*.h5") else ():
            found[iteration] = result.dataset(iteration, "wavetoy_phi").tobytes()
        self.assertTrue(found)
        return found

    def test_output_of_a_slab_copies_its_points_and_no_others(self):
        """A plane of phi, pictures of it and a checkpoint: each copies what it writes, and nothing at other iterations."""
        owned, plane = 13 * 11 * 9 * 8, 13 * 11 * 8
        for sets, expected in (((), (0, 0)), (["hdf5.every=5"], (3, 3 * plane)), (["hdf5.at_end=true"], (1, plane)),
                               (["hdf5.every=5", "slices.every=5"], (6, 6 * plane)),  # each brings its points
                               (["slices.every=4"], (3, 3 * plane)),
                               (["checkpoint.every=10"], (3, 3 * owned))):  # all timelevels, once
            with self.subTest(sets=sets):
                counts = self.counts([12, 10, 8], iterations=10, device="checked", sets=sets,
                                     hdf5={"every": 0, "every_time": 0.0, "variables": ["wavetoy::phi"],
                                           "lower": [-0.5, -0.5, 0.0], "upper": [0.5, 0.5, 0.0]},
                                     slices={"every": 0, "variables": ["wavetoy::phi"]}, checkpoint={})
                self.assertEqual(counts[0]["to_host"][:2], expected)

    def test_the_host_has_no_transfers(self):
        self.assertEqual(self.counts([20, 20], iterations=5, ranks=2), {0: NOTHING, 1: NOTHING})
