"""The heat equation: order in space and time, rates of decay, a pulse that spreads, conservation, bits."""

import math
import unittest

import harness


def heat(cells, *, method="RK4", shape=None, **more):
    driver = {"ghosts": 1} | more.pop("driver", {})
    return harness.content(cells, mol={"method": method}, heat=shape or {}, driver=driver, **more)


def errors(case, n, dimension, dt, time, method, **options):
    result = case.run_nopal(heat([n] * dimension, lower=-0.5, upper=0.5, method=method, iterations=round(time / dt),
                                 driver={"dt": dt}, tsv={"every": round(time / dt), "norms": ["heat::error"]},
                                 **options))
    first, last = result.column("heat-error.norms.tsv", "norm2")
    case.assertLess(first, 1e-15)
    return last


class Conduction(harness.Case):
    def test_second_order_in_space(self):
        for dimension in (1, 2, 3):
            with self.subTest(dimension=dimension):
                found = [errors(self, n, dimension, 4e-4 * 64 / n**2, 0.0064, "Heun") for n in (16, 32)]
                self.assertAlmostEqual(math.log2(found[0] / found[1]), 2.0, delta=0.1)

    def test_the_rate_of_decay(self):
        """A wave is a mode of the differences, so that the decay of a step is known to rounding."""
        n, dt, steps = 16, 4e-4, 40
        rate = -2 * 2 * (2 - 2 * math.cos(math.pi / n)) * n**2  # diffusivity times two axes
        for method, factor in (("Euler", 1 + dt * rate), ("Heun", 1 + dt * rate + (dt * rate)**2 / 2),
                               ("RK4", sum((dt * rate)**m / math.factorial(m) for m in range(5)))):
            with self.subTest(method=method):
                result = self.run_nopal(heat([n, n], lower=-0.5, upper=0.5, method=method, iterations=steps,
                                             shape={"diffusivity": 2.0}, driver={"dt": dt},
                                             tsv={"every": 10, "norms": ["heat::temperature"]}))
                for m, value in zip(range(0, 50, 10), result.column("heat-temperature.norms.tsv", "max"), strict=True):
                    self.assertAlmostEqual(value / factor**m, 1.0, delta=1e-12)
        self.assertAlmostEqual(factor, math.exp(-2 * 2 * math.pi**2 * dt), delta=1e-3)

    def test_a_pulse_spreads_and_its_heat_stays(self):
        found = []
        for n in (32, 64):
            result = self.run_nopal(heat([n, n], lower=-1.0, upper=1.0, periodic=True, shape={"shape": "pulse"},
                                         iterations=20 * (n // 32)**2, driver={"dt": 5e-4 * (32 / n)**2},
                                         tsv={"every": 20 * (n // 32)**2,
                                              "norms": ["heat::temperature", "heat::error"]}))
            found.append(result.column("heat-error.norms.tsv", "norm_inf")[-1])
            first, last = result.column("heat-temperature.norms.tsv", "sum")
            self.assertAlmostEqual(last / first, 1.0, delta=1e-13)
            self.assertAlmostEqual(last * (2 / n)**2, 2 * math.pi * 0.1**2, delta=1e-8)
            self.assertAlmostEqual(result.column("heat-temperature.norms.tsv", "max")[-1], 1 / 3, delta=0.02)
        self.assertLess(found[1], 2e-3)
        self.assertAlmostEqual(math.log2(found[0] / found[1]), 2.0, delta=0.3)

    def test_a_time_step_that_is_too_large_is_refused(self):
        for cells, limit in (([10], 0.005), ([10, 10], 0.0025)):
            fits = heat(cells, iterations=1, driver={"dt": limit * 0.999})
            self.run_nopal(fits)
            log = self.run_nopal(heat(cells, iterations=1, driver={"dt": limit * 1.001}), succeeds=False).log
            self.assertIn("max_dt of heat", log)

    def test_bits(self):
        def bits(ranks=1, **more):
            result = self.run_nopal(heat([12, 11, 10], periodic=[False, True, False], method="SSPRK3", iterations=8,
                                         shape={"shape": "pulse"}, driver={"dt": 5e-4},
                                         hdf5={"every": 4, "variables": ["heat::temperature"]}, **more), ranks=ranks)
            return [result.dataset(iteration, "heat_temperature") for iteration in (0, 4, 8)]

        expected = bits()
        for device, ranks in (("none", 4), ("checked", 2), ("opencl", 1)):
            with self.subTest(device=device, ranks=ranks):
                found = bits(ranks, device=device)
                for one, other in zip(found, expected, strict=True):
                    self.assert_same_bits(one, other)
        self.assertFalse((expected[0] == expected[2]).all())


if __name__ == "__main__":
    unittest.main()
