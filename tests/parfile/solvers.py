"""The thorns jacobi, himeno and cip against exact results and numpy, on every device and several numbers of ranks."""

import itertools
import math
import unittest

import numpy

import harness

PLACES = [(device, ranks) for device in harness.DEVICES for ranks in (1, 2)]


class Jacobi(harness.Case):
    def test_each_iteration_multiplies_the_mode_by_its_factor(self):
        for device, ranks in PLACES:
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(harness.content(
                    (24, 16), iterations=40, device=device, lower=-0.5, upper=0.5, jacobi={},
                    tsv={"every": 8, "norms": ["jacobi::u", "jacobi::error"]}), ranks=ranks)
                factor = (math.cos(math.pi / 24) / 16**2 + math.cos(math.pi / 16) / 24**2) / (1 / 16**2 + 1 / 24**2)
                for n, largest in enumerate(result.column("jacobi-u.norms.tsv", "max")):
                    self.assertAlmostEqual(largest, factor**(8 * n), delta=1e-14)
                self.assertLess(max(result.column("jacobi-error.norms.tsv", "norm_inf")), 1e-14)


class Himeno(harness.Case):
    """The loops of the benchmark in numpy, with the same order of operations: the same bits."""

    CELLS = (11, 8, 6)

    def step(self, p):
        at = {(i, j, k): p[1 + k:p.shape[0] - 1 + k, 1 + j:p.shape[1] - 1 + j, 1 + i:p.shape[2] - 1 + i]
              for i, j, k in itertools.product((-1, 0, 1), repeat=3)}

        def cross(a, b, c, d):
            return at[a] - at[b] - at[c] + at[d]
        total = (at[0, 0, 1] + at[0, 1, 0] + at[1, 0, 0] +
                 0.0 * cross((0, 1, 1), (0, -1, 1), (0, 1, -1), (0, -1, -1)) +
                 0.0 * cross((1, 1, 0), (1, -1, 0), (-1, 1, 0), (-1, -1, 0)) +
                 0.0 * cross((1, 0, 1), (1, 0, -1), (-1, 0, 1), (-1, 0, -1)) +
                 at[0, 0, -1] + at[0, -1, 0] + at[-1, 0, 0] + 0.0)
        residual = (total * (1.0 / 6.0) - at[0, 0, 0]) * 1.0
        new = p.copy()
        new[1:-1, 1:-1, 1:-1] = at[0, 0, 0] + 0.8 * residual
        return new, math.fsum((residual * residual).ravel())

    def test_the_pressure_and_gosa(self):
        for device, ranks in PLACES:
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(harness.content(
                    self.CELLS, iterations=6, device=device, himeno={}, tsv={"every": 1, "norms": ["himeno::gosa"]},
                    hdf5={"every": 1, "variables": ["himeno::p"]}), ranks=ranks)
                p = result.dataset(0, "himeno_p")
                self.assertEqual(p.shape, tuple(n + 1 for n in reversed(self.CELLS)))
                numpy.testing.assert_allclose(p, numpy.linspace(0, 1, 7)[:, None, None]**2 * numpy.ones(p.shape), rtol=1e-15)
                gosas = result.column("himeno-gosa.tsv", "gosa")
                for iteration in range(1, 7):
                    p, gosa = self.step(p)
                    self.assert_same_bits(result.dataset(iteration, "himeno_p"), p, f"iteration {iteration}")
                    self.assertEqual(gosas[iteration], gosa)


class Cip(harness.Case):
    def error(self, cells, iterations, ranks=1, **options):
        result = self.run_nopal(self.content(cells, iterations, **options), ranks=ranks)
        return max(result.column("cip-error.norms.tsv", "norm_inf"))

    def content(self, cells, iterations, shape="cubic", velocity=(1.0, 0.5), device="none", courant=0.4, **options):
        return harness.content(
            cells, iterations=iterations, device=device, lower=-0.5, upper=0.5, driver={"courant": courant}, **options,
            cip={"shape": shape, "velocity_x": velocity[0], "velocity_y": velocity[1]},
            tsv={"every": iterations, "norms": ["cip::error"]})

    def test_cubic_polynomials_move_without_error(self):
        for velocity in itertools.product((1.0, 0.0, -0.7), repeat=2):
            with self.subTest(velocity=velocity):
                self.assertLess(self.error((20, 14), 30, velocity=velocity), 1e-12)
        for device, ranks in PLACES:
            with self.subTest(device=device, ranks=ranks):
                self.assertLess(self.error((20, 14), 30, device=device, ranks=ranks), 1e-12)

    def test_waves_converge_with_the_third_order(self):
        errors = [self.error((n, n), n, shape="waves", periodic=True) for n in (16, 32, 64)]
        for coarse, fine in itertools.pairwise(errors):
            self.assertGreater(math.log2(coarse / fine), 2.7, errors)

    def test_a_flow_that_is_too_fast_is_refused(self):
        log = self.run_nopal(self.content((20, 14), 1, velocity=(-3.0, 0.1)), succeeds=False).log
        self.assertIn("max_dt of cip at ", log)


if __name__ == "__main__":
    unittest.main()
