"""The scheme of Yee: its order, its dispersion, and what it conserves: energy, divergences. Bits, recovery, transfers."""

import math
import unittest

import numpy

import harness
import maxwell
from maxwell import light, norms

PLANE = {"problem": "plane_wave", "mode_x": 1, "mode_y": 2, "mode_z": 1, "polarisation_x": 0.3}
CAVITY = {"problem": "cavity", "mode_x": 2, "mode_y": 1, "mode_z": 1, "polarisation_x": 0.3}


class Scheme(harness.Case):
    def test_order_two(self):
        for wave in (PLANE, CAVITY):
            found = {}
            for n in (12, 24):
                iterations = n
                result = self.run_nopal(light([n, 2 * n, n], thorn="yee", wave=wave, upper=[1.0, 2.0, 1.0],
                                              iterations=iterations,
                                              tsv=norms("yee", iterations, "e_error", "b_error")))
                for name in ("e_error", "b_error"):
                    first, found[n, name] = result.column(f"yee-{name}.norms.tsv", "norm2")
                    self.assertLess(first, 1e-14)
            for name in ("e_error", "b_error"):
                with self.subTest(problem=wave["problem"], name=name):
                    self.assertAlmostEqual(math.log2(found[12, name] / found[24, name]), 2.0, delta=0.1)

    def test_the_frequency_is_that_of_the_scheme(self):
        """sin(w dt/2)/(c dt) squared is the sum of sin(k dx/2)/dx squared over the axes, of a mode of a cavity."""
        for n in (8, 16):
            measured, factor, k, dt, _ = maxwell.Cavity.oscillation(self, n, thorn="yee")
            slopes = [math.sin(0.5 * each / n) * n for each in k]
            self.assertAlmostEqual(measured, 2 / dt * math.asin(dt * math.hypot(*slopes)), delta=1e-9)
            self.assertAlmostEqual(factor, 1.0, delta=1e-11)

    def test_energy_is_conserved_to_rounding(self):
        for wave in (PLANE, CAVITY):
            with self.subTest(problem=wave["problem"]):
                result = self.run_nopal(light([10, 12, 8], thorn="yee", wave=wave, iterations=300,
                                              tsv=norms("yee", 20, "energy", "ez")))
                energies = result.column("yee-energy.norms.tsv", "sum")
                self.assertLess(max(energies) - min(energies), 1e-12 * energies[0])
                field = result.column("yee-ez.norms.tsv", "norm2")
                self.assertGreater(max(field) - min(field), 1e-4)

    def test_divergences_are_conserved_to_rounding(self):
        for wave in (PLANE, CAVITY):
            with self.subTest(problem=wave["problem"]):
                result = self.run_nopal(light([10, 12, 8], thorn="yee", wave=wave, iterations=200,
                                              hdf5={"every": 200, "variables": ["yee::div_e", "yee::div_b"]}))
                for name in ("div_e", "div_b"):
                    first, last = (result.dataset(iteration, f"yee_{name}") for iteration in (0, 200))
                    self.assertLess(numpy.max(numpy.abs(last - first)), 1e-12)
                    self.assertGreater(numpy.max(numpy.abs(first)), 1e-3)

    def test_a_time_step_that_is_too_large_is_refused(self):
        log = self.run_nopal(light([8, 8, 8], thorn="yee", wave=PLANE, iterations=1, driver={"courant": 0.6}),
                             succeeds=False).log
        self.assertIn("max_dt of yee", log)


class Walls(harness.Case):
    def test_points_behind_the_walls_are_images(self):
        """Two layers on all sides. Faces on the walls hold what vanishes there; the rest is mirrored."""
        cells, layers = [5, 6, 7], 2
        wave = {"problem": "cavity", "mode_x": 1, "mode_y": 2, "mode_z": 1, "polarisation_x": 0.4,
                "polarisation_y": 0.3}
        result = self.run_nopal(light(cells, thorn="yee", wave=wave, upper=[0.5, 0.6, 0.7], iterations=3,
                                      driver={"boundary_width": layers},
                                      hdf5={"every": 3, "variables": ["yee::electric", "yee::magnetic"]}), ranks=2)
        for number, name in enumerate(maxwell.FIELDS):
            own, electric = number % 3, number < 3
            values = result.dataset(3, f"yee_{name}").transpose()  # i first
            self.assertEqual(values.shape, tuple(n + 2 * layers for n in cells))
            for axis, n in enumerate(cells):
                on_face = (axis != own) if electric else (axis == own)
                along = numpy.moveaxis(values, axis, 0)
                for layer in range(layers):
                    lower, upper = along[layers - 1 - layer], along[layers + n + layer]
                    if on_face:
                        self.assertTrue(numpy.array_equal(lower, -along[layers + 1 + layer]), name)
                        expected = 0 * upper if layer == 0 else -along[layers + n - layer]
                        self.assertTrue(numpy.array_equal(upper, expected), name)
                    else:
                        self.assertTrue(numpy.array_equal(lower, along[layers + layer]), name)
                        self.assertTrue(numpy.array_equal(upper, along[layers + n - 1 - layer]), name)
                if on_face:
                    self.assertLess(numpy.max(numpy.abs(along[layers])), 1e-300)


class Bits(maxwell.Bits):
    thorn = "yee"
    depth = 2


class Transfers(maxwell.Transfers):
    def test_rk4(self):
        """There is no RK4 here: a step exchanges the ghosts of E, and then those of B."""
        plane, cavity = {"problem": "plane_wave", "mode_y": 1}, {"problem": "cavity", "mode_y": 1}
        for device in ("checked", "opencl"):
            for process_grid, wave in (([1, 1, 1], plane), ([1, 1, 2], cavity), ([1, 2, 2], plane)):
                with self.subTest(device=device, process_grid=process_grid, problem=wave["problem"]):
                    self.check("yee", 2, 3, [10, 13, 12], process_grid, wave, device)


if __name__ == "__main__":
    unittest.main()
