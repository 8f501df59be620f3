"""The thorn mol: its methods on equations with known solutions, on every device and number of processes."""

import math
import unittest

import numpy

import harness

# Order of each method.
METHODS = {"Euler": 1, "midpoint": 2, "Heun": 2, "SSPRK3": 3, "RK4": 4, "LSRK4": 4, "ICN": 2}
END = 2.0


def ode(method, steps):
    """The right-hand side is that of all points, so the boundary is integrated, too."""
    return harness.content((4,), iterations=steps, driver={"dt": END/steps}, mol={"method": method},
                           oscillator={}, hdf5={"every": steps, "variables": ["oscillator::state"]})


def errors(result, steps):
    x = numpy.arange(5)/4
    exact = {"u": (1 + x)*math.cos(END), "v": -(1 + x)*math.sin(END), "w": (2 - x)*math.exp(math.sin(END))}
    return numpy.array([abs(result.dataset(steps, f"oscillator_{name}") - values).max() for name, values in exact.items()])


def sound(cells, method, steps, device="none", **more):
    axes = len(cells)
    return harness.content(cells, iterations=steps, device=device, periodic=True, mol={"method": method},
                           acoustics={"wave_number_y": 1 if axes > 1 else 0},
                           driver={"ghosts": 2} | (more or {"courant": 0.25}),
                           hdf5={"every": steps, "variables": ["acoustics::gas"]})


class Orders(harness.Case):
    def test_each_method_has_its_order_for_ordinary_differential_equations(self):
        for method, order in METHODS.items():
            with self.subTest(method=method):
                coarse, fine = (errors(self.run_nopal(ode(method, steps)), steps) for steps in (60, 120))
                found = numpy.log2(coarse/fine)
                self.assertLess(abs(found - order).max(), 0.12, found)

    def test_each_method_has_its_order_for_the_wave_equation(self):
        """The differences in space are always the same, so many small steps give what the method converges to."""
        def pressure(method, time, steps):
            return self.run_nopal(sound((16,), method, steps, dt=time/steps)).dataset(steps, "acoustics_p")

        for time, coarse, many in ((0.1, 200, 800), (1.0, 32, 512)):
            exact = pressure("RK4", time, many)
            for method, order in METHODS.items():
                if (method in ("Euler", "midpoint", "Heun")) != (coarse == 200):
                    continue  # these three need very small steps, because they are not stable for waves
                with self.subTest(method=method):
                    sizes = [abs(pressure(method, time, steps) - exact).max() for steps in (coarse, 2*coarse)]
                    self.assertAlmostEqual(math.log2(sizes[0]/sizes[1]), order, delta=0.15, msg=sizes)


class Bits(harness.Case):
    def fields(self, result, iteration):
        return {name: result.dataset(iteration, f"acoustics_{name}") for name in ("p", "vx", "vy", "vz")}

    def test_the_same_bits_on_every_device_and_number_of_processes_as_planned(self):
        for number, method in enumerate(METHODS):
            expected = self.fields(self.run_nopal(sound((12, 10, 8), method, 3)), 3)
            self.assertGreater(abs(expected["vz"]).max() + abs(expected["vy"]).max(), 0.1)
            places = ("checked", 2), ("opencl", 1 + number//2 % 2), ("none", 4)
            for device, ranks in places if harness.LONG else places[number % 2::2]:
                with self.subTest(method=method, device=device, ranks=ranks):
                    result = self.run_nopal(sound((12, 10, 8), method, 3, device), ranks=ranks, options=["--compare-plan"])
                    for name, values in self.fields(result, 3).items():
                        self.assert_same_bits(values, expected[name], name)

    def test_epochs_change_no_bit_and_keep_the_time_of_a_stage(self):
        without = self.run_nopal(ode("RK4", 24), sets=["driver.blocking_factor=1"])
        in_epochs = self.run_nopal(ode("RK4", 24), sets=["driver.blocking_factor=6"])
        self.assertIn("epochs", in_epochs.log)
        for name in "uvw":
            self.assert_same_bits(in_epochs.dataset(24, f"oscillator_{name}"), without.dataset(24, f"oscillator_{name}"))

    def test_a_recovered_run_continues_with_the_same_bits(self):
        content = sound((10, 8), "LSRK4", 6) | {"checkpoint": {"at_end": "always"}}
        content["thorns"].append("checkpoint")
        parfile = self.parfile(content)
        whole = self.fields(self.run_nopal(parfile), 6)
        other = self.parfile(content)
        self.run_nopal(other, sets=["driver.iterations=3"])
        again = self.run_nopal(other, ranks=2, options=["--recover", "auto"])
        for name, values in self.fields(again, 6).items():
            self.assert_same_bits(values, whole[name], name)

    def test_poison_and_guard_find_nothing(self):
        for device in ("none", "checked"):
            content = sound((8, 6), "RK4", 2, device)
            content["accelerator"] |= {"poison": True, "guard": True}
            self.run_nopal(content, ranks=2)


class Copies(harness.Case):
    def test_nothing_travels_if_a_process_has_no_neighbours(self):
        """The ghosts of a periodic axis are filled on the device."""
        content = sound((8, 6), "RK4", 4, "checked")
        del content["hdf5"]
        content["thorns"].remove("hdf5")
        result = self.run_nopal(content, sets=["driver.report_transfers=true"])
        self.assertEqual(result.transfers("evolution")[0], {"to_device": (0, 0, 0), "to_host": (0, 0, 0)})


if __name__ == "__main__":
    unittest.main()
