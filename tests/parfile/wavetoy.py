"""Features of wavetoy other than the standing wave: energy, plane wave, pulse, zero boundaries, error messages."""

import itertools
import math

import numpy

import harness


class Energy(harness.Case):
    def test_is_conserved_but_for_rounding(self):
        for cells, shape in itertools.product(((50,), (20, 24), (12, 14, 10)), ("gaussian", "standing", "plane")):
            with self.subTest(cells=cells, shape=shape):
                energies = self.run_nopal(harness.wave(
                    cells, iterations=100, shape=shape, periodic=shape == "plane", lower=-1.0, upper=1.0,
                    wavetoy={"energy_every": 1, "width": 0.3}, tsv={"every": 1, "norms": ["wavetoy::energy"]}
                )).column("wavetoy-energy.tsv", "energy")
                self.assertEqual(len(energies), 101)
                self.assertGreater(energies[0], 0.1)
                for energy in energies:
                    self.assertAlmostEqual(energy / energies[0], 1, delta=1e-12)

    def test_is_that_of_the_standing_wave(self):
        """In one dimension cos(k x) cos(k t) on a length L has the energy k^2 L / 4."""
        result = self.run_nopal(harness.wave((400,), iterations=0, wavetoy={"energy_every": 1},
                                             tsv={"every": 1, "norms": ["wavetoy::energy"]}))
        self.assertAlmostEqual(result.rows("wavetoy-energy.tsv")[0]["energy"], math.pi**2 / 4, delta=1e-4)


class Plane(harness.Case):
    def error(self, cells, direction, iterations):
        names = ("direction_x", "direction_y", "direction_z")
        result = self.run_nopal(harness.wave(
            cells, iterations=iterations, shape="plane", periodic=True, lower=-1.0, upper=1.0,
            wavetoy={"error_every": iterations, "wavelength": 2.0 / math.sqrt(sum(d * d for d in direction))} |
            dict(zip(names, direction)), tsv={"every": iterations, "norms": ["wavetoy::error"]}))
        rows = result.rows("wavetoy-error.norms.tsv")
        self.assertLess(rows[0]["norm_inf"], 1e-14)
        return rows[-1]["norm2"]

    def test_converges_at_second_order(self):
        for direction in ((1.0, 0.0, 0.0), (-1.0, 1.0, 0.0), (1.0, 2.0, -1.0)):
            for dimension in (1, 2, 3):
                # Only the components of the direction along existing axes count.
                seen = direction[:dimension] + (0.0,) * (3 - dimension)
                with self.subTest(direction=direction, dimension=dimension):
                    coarse, fine = (self.error([n] * dimension, seen, n // 2) for n in (24, 48))
                    self.assertAlmostEqual(math.log2(coarse / fine), 2.0, delta=0.1)


class Pulse(harness.Case):
    def difference(self, cells):
        """D'Alembert's solution at time 0.4: half of the pulse moves in each direction."""
        iterations = round(0.4 / (0.5 * 2.0 / cells))
        result = self.run_nopal(harness.wave(
            (cells,), iterations=iterations, shape="gaussian", lower=-1.0, upper=1.0,
            wavetoy={"width": 0.1, "centre_x": 0.1, "amplitude": 3.0},
            hdf5={"every": iterations, "variables": ["wavetoy::phi"]}))
        phi = result.dataset(iterations, "wavetoy_phi")
        x = numpy.linspace(-1, 1, cells + 1)

        def pulse(at):
            return 3.0 * numpy.exp(-0.5 * ((at - 0.1) / 0.1) ** 2)
        exact = (pulse(x - 0.4) + pulse(x + 0.4)) / 2
        self.assertEqual(phi.shape, x.shape)
        return math.sqrt(numpy.mean((phi - exact) ** 2))

    def test_splits_in_two_at_second_order(self):
        coarse, fine = (self.difference(cells) for cells in (200, 400))
        self.assertAlmostEqual(math.log2(coarse / fine), 2.0, delta=0.1)
        self.assertLess(fine, 0.01)


class Boundary(harness.Case):
    def test_is_zero_from_the_start(self):
        for shape in ("standing", "gaussian", "plane"):
            with self.subTest(shape=shape):
                result = self.run_nopal(harness.wave(
                    (9, 8, 7), iterations=3, shape=shape, wavetoy={"width": 0.5, "wavelength": 3.0},
                    hdf5={"every": 3, "variables": ["wavetoy::phi"]}), ranks=2)
                for iteration in (0, 3):
                    phi = result.dataset(iteration, "wavetoy_phi")
                    self.assertGreater(abs(phi[1:-1, 1:-1, 1:-1]).min(), 0)
                    phi[1:-1, 1:-1, 1:-1] = 0
                    self.assertEqual(abs(phi).max(), 0)


class Checks(harness.Case):
    def test_bounds_checked_kernels_give_the_same(self):
        content = harness.wave((14, 12, 13), iterations=10, wavetoy={"error_every": 5},
                               tsv={"every": 5, "norms": ["wavetoy::phi", "wavetoy::error"]})
        plain, checked = (self.run_nopal(content, ranks=2, sets=[f"driver.check_bounds={on}"])
                          for on in ("false", "true"))
        for name in ("wavetoy-phi.norms.tsv", "wavetoy-error.norms.tsv"):
            self.assertEqual(plain.rows(name), checked.rows(name))

    def test_refuse_what_has_no_meaning(self):
        for options, message in (
                ({"shape": "gaussian", "wavetoy": {"error_every": 5}},
                 "wavetoy.error_every is 5, but the shape gaussian has no exact solution"),
                ({"shape": "plane", "wavetoy": {"direction_x": 0.0, "direction_z": 1.0}},
                 "the plane wave has no direction along the axes of the grid")):
            with self.subTest(message=message):
                result = self.run_nopal(harness.wave((10, 10), iterations=1, **options), ranks=2, succeeds=False)
                self.assertEqual(result.log.count(message), 1, result.log)
