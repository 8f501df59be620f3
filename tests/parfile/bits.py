"""Results have the same bits for any number of ranks and threads and on every device."""

import itertools
import re

import numpy

import harness

# The emulated device takes ten seconds for the large grid.
CELLS = (17, 13, 19) if harness.SMALL else (61, 47, 53) if harness.LONG else (31, 23, 27)
ITERATIONS = 100 if harness.LONG and not harness.SMALL else 20
FIELDS = ("wavetoy_phi", "wavetoy_error")


def plane_wave(device="none", **options):
    """A wave in a general direction, without a symmetry of the grid."""
    wavetoy = {"wavelength": 0.37, "direction_x": 1.0, "direction_y": -0.6, "direction_z": 0.3,
               "error_every": ITERATIONS, "energy_every": ITERATIONS // 5}
    return harness.wave(CELLS, iterations=ITERATIONS, shape="plane", device=device, wavetoy=wavetoy,
                        tsv={"every": ITERATIONS // 5, "norms": ["wavetoy::phi", "wavetoy::energy"]},
                        hdf5={"every": ITERATIONS, "variables": ["wavetoy::phi", "wavetoy::error"]}, **options)


class Bits(harness.Case):
    optimised = True

    def assert_same(self, one, other, fields=FIELDS):
        """Compares fields, norms and energies of two runs."""
        for field in fields:
            self.assert_same_bits(one.dataset(ITERATIONS, field), other.dataset(ITERATIONS, field), field)
        phi = one.dataset(ITERATIONS, "wavetoy_phi")
        self.assertGreater(numpy.max(numpy.abs(phi)), 0.1)
        self.assertFalse(numpy.array_equal(one.dataset(0, "wavetoy_phi"), phi))
        for name in ("wavetoy-phi.norms.tsv", "wavetoy-energy.tsv"):
            self.assertEqual(one.text(name), other.text(name), name)
        self.assertEqual(len(one.rows("wavetoy-phi.norms.tsv")), 6)

    def test_any_number_of_ranks(self):
        grids = itertools.product((False, True), ("vertex", "cell"), (1, 3))
        for (periodic, centering, ghosts), ranks in harness.in_turn(grids, (2, 4, 3)):
            content = plane_wave(periodic=periodic, centering=centering, ghosts=ghosts)
            with self.subTest(periodic=periodic, centering=centering, ghosts=ghosts, ranks=ranks):
                self.assert_same(self.run_nopal(content), self.run_nopal(content, ranks=ranks))

    def test_any_process_grid(self):
        content = plane_wave(periodic=[True, False, True], ghosts=2)
        one = self.run_nopal(content)
        for grid in ("[4, 1, 1]", "[2, 2, 1]", "[1, 4, 1]", "[2, 1, 2]"):
            with self.subTest(grid=grid):
                self.assert_same(one, self.run_nopal(content, ranks=4, sets=[f"driver.process_grid={grid}"]))

    def test_any_number_of_threads(self):
        self.assert_same(*(self.run_nopal(plane_wave(), threads=threads) for threads in (1, 3)))

    def test_every_host_backend(self):
        one = self.run_nopal(plane_wave(accelerator={"host": "serial"}))
        for host in ("threads", "fibers", "openmp-blocks", "openmp-threads", "openmp-teams"):
            with self.subTest(host=host):
                other = self.run_nopal(plane_wave(accelerator={"host": host}), threads=3)
                count = "one thread" if host == "fibers" else "3 threads"
                self.assertRegex(other.log, rf"host: {host} \(.*\), {count}")
                self.assert_same(one, other)

    def test_every_device(self):
        for periodic, centering, ghosts, ranks in ((False, "vertex", 1, 1), (True, "cell", 3, 2),
                                                   ([False, True, False], "vertex", 2, 4)):
            options = {"periodic": periodic, "centering": centering, "ghosts": ghosts}
            host = self.run_nopal(plane_wave("none", **options), ranks=ranks)
            for device in ("checked", "opencl"):
                with self.subTest(periodic=periodic, centering=centering, ghosts=ghosts, ranks=ranks, device=device):
                    self.assert_same(host, self.run_nopal(plane_wave(device, **options), ranks=ranks))

    def test_poison_changes_nothing(self):
        for device, ranks in (("none", 1), ("checked", 2), ("opencl", 2)):
            with self.subTest(device=device, ranks=ranks):
                options = {"periodic": [False, True, False], "ghosts": 2}
                plain = self.run_nopal(plane_wave(device, **options), ranks=ranks)
                poisoned = self.run_nopal(plane_wave(device, accelerator={"poison": True}, **options), ranks=ranks)
                self.assert_same(plain, poisoned)
                before, after = (re.findall(".*transfers: .*", run.log) for run in (plain, poisoned))
                self.assertEqual(before, after)
                self.assertEqual(len(before), 0 if device == "none" else 2)

    def test_other_arithmetic_changes_rounding_alone(self):
        for settings in ({"contract": True}, {"maths": "native"}):
            with self.subTest(settings):
                expected, *others = (self.run_nopal(plane_wave(device, accelerator={} if device == "none" else settings))
                                     .dataset(ITERATIONS, "wavetoy_phi") for device in harness.DEVICES)
                for found in others:
                    numpy.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * numpy.max(numpy.abs(expected)))

    def test_check_names_functions_of_the_device(self):
        notes = {device: re.findall(r"note: (accelerator\.maths.*)", self.nopal(
            "check", self.parfile(plane_wave(device, accelerator={"maths": "native"}))).stdout)
                 for device in ("none", "checked", "opencl")}
        self.assertEqual(notes["none"] + notes["checked"], [])
        self.assertIn("accelerator.maths is native, so these functions of wavetoy::initial may have other bits on the device "
                      "opencl than elsewhere: cos, exp", notes["opencl"])
        self.assertNotIn("wavetoy::evolve", "".join(notes["opencl"]))
