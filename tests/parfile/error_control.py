"""The method RK45 of the thorn mol: with fixed time steps, and with error control (driver.time_step: adaptive)."""

import math

import numpy

import harness
from recovery import contents

END = 2.0
TOLERANCES = (1e-4, 1e-6, 1e-8, 1e-10)


def oscillator(*, driver=None, mol=None, hdf5=None, periodic=True, **more):
    return harness.content((8,), iterations=-1, periodic=periodic, mol={"method": "RK45"} | (mol or {}), oscillator={},
                           driver={"final_time": END} | (driver or {}),
                           hdf5={"every": 0, "at_end": True, "variables": ["oscillator::state"]} | (hdf5 or {}), **more)


def controlled(tolerance, *, driver=None, mol=None, **more):
    return oscillator(driver={"time_step": "adaptive"} | (driver or {}),
                      mol={"relative_tolerance": tolerance, "absolute_tolerance": tolerance} | (mol or {}),
                      tsv={"every": 1, "norms": ["mol::tries"]}, **more)


def sound(*, driver=None, mol=None, device="none", **more):
    """Sound waves. The stages use only operations that have the same bits on all devices."""
    return harness.content((40,), iterations=-1, device=device, periodic=True,
                           mol={"method": "RK45", "relative_tolerance": 1e-5, "absolute_tolerance": 1e-5} | (mol or {}),
                           acoustics={"shape": "gaussian"},
                           driver={"ghosts": 2, "time_step": "adaptive", "final_time": 0.5, "dt": 0.2, "dt_growth": 5.0}
                           | (driver or {}), **more)


class Rk45(harness.Case):
    def error(self, result):
        """The largest error at the end."""
        (name,) = result.names("fields_*.h5")
        iteration = int(name[7:15])
        with result.fields(iteration) as file:
            self.assertAlmostEqual(file[f"data/{iteration}"].attrs["time"], END, delta=1e-12)
        x = numpy.arange(8) / 8
        exact = {"u": (1 + x) * math.cos(END), "v": -(1 + x) * math.sin(END), "w": (2 - x) * math.exp(math.sin(END))}
        return max(numpy.max(numpy.abs(result.dataset(iteration, f"oscillator_{name}")- values))
                   for name, values in exact.items())

    def test_order_with_fixed_steps(self):
        errors = [self.error(self.run_nopal(oscillator(driver={"dt": dt}))) for dt in (0.2, 0.1, 0.05)]
        for coarse, fine in zip(errors, errors[1:]):
            self.assertAlmostEqual(math.log2(coarse / fine), 5, delta=0.35)

    def test_the_tolerance_is_kept(self):
        steps = []
        for norm in ("rms", "max"):
            counts = []
            for tolerance in TOLERANCES:
                with self.subTest(norm=norm, tolerance=tolerance):
                    result = self.run_nopal(controlled(tolerance, mol={"error_norm": norm}))
                    error = self.error(result)
                    # The error of all steps together; that of one step is within the tolerance.
                    self.assertLess(error, 20 * tolerance)
                    self.assertGreater(error, 1e-3 * tolerance, "steps as large as the tolerance allows")
                    counts.append(len(result.rows("mol-tries.tsv")) - 1)
            steps.append(counts)
            # The error of a step grows as dt^5.
            for loose, tight in zip(counts[1:], counts[2:]):
                self.assertAlmostEqual(tight / loose, 100 ** 0.2, delta=0.6)
        self.assertTrue(all(most >= mean for mean, most in zip(*steps)), "the largest error is at least the mean one")

    def test_rejected_steps_are_computed_again(self):
        """The first step is too large. Its repetitions lead to the same bits as a run that begins with the step that was
        accepted in the end, on the boundary, too."""
        history = {"every": 1, "at_end": False}
        result = self.run_nopal(controlled(1e-8, driver={"dt": 1.0}, hdf5=history, periodic=False))
        tries = result.column("mol-tries.tsv", "tries")
        self.assertGreater(tries[1], 1)
        self.assertEqual(tries[2], 1)
        with result.fields(1) as file:
            accepted = float(file["data/1"].attrs["dt"])
            self.assertEqual(file["data/1"].attrs["time"], accepted)
        self.assertLess(accepted, 0.5)
        again = self.run_nopal(controlled(1e-8, driver={"dt": accepted}, hdf5=history, periodic=False))
        self.assertEqual(again.column("mol-tries.tsv", "tries")[1], 1)
        for name in "uvw":
            self.assert_same_bits(result.dataset(1, f"oscillator_{name}"), again.dataset(1, f"oscillator_{name}"), name)

    def test_same_bits_on_ranks_and_devices(self):
        output = {"hdf5": {"every": 3, "variables": ["acoustics::gas"]},
                  "tsv": {"every": 1, "norms": ["mol::tries", "acoustics::p"]}}
        expected = None
        for ranks, device in ((1, "none"), (2, "none"), (1, "checked"), (2, "checked"), (2, "opencl")):
            with self.subTest(ranks=ranks, device=device):
                result = self.run_nopal(sound(device=device, **output), ranks=ranks)
                self.assertGreater(max(result.column("mol-tries.tsv", "tries")), 1, "steps are rejected")
                found = contents(result.folder)
                expected = expected or found
                self.assertEqual(found, expected)

    def test_recovery_continues_with_the_same_bits(self):
        content = sound(hdf5={"every": 2, "variables": ["acoustics::gas"]}, checkpoint={"every": 3},
                        tsv={"every_time": 0.05, "norms": ["mol::tries", "acoustics::p"]})
        expected = contents(self.run_nopal(content).folder)
        parfile = self.parfile(content)
        self.run_nopal(parfile, sets=["driver.iterations=7"])
        result = self.run_nopal(parfile, ranks=2, sets=["accelerator.device=checked"], options=["--recover", "auto"])
        self.assertIn("iteration 6\n", result.log)
        self.assertEqual(contents(result.folder), expected)

    def test_only_sums_travel(self):
        """A step reduces the error of each variable once, and once more after each rejection."""
        content = sound(device="checked", driver={"report_transfers": True}, tsv={"every": 1, "norms": ["mol::tries"]})
        result = self.run_nopal(content)
        tries = sum(result.column("mol-tries.tsv", "tries")[1:])
        moved = result.transfers("evolution")[0]
        self.assertEqual(moved["to_host"][:2], (4 * tries, 4 * 896 * tries))
        self.assertEqual(moved["to_device"][:2], (0, 0))

    def test_courant_limits_a_controlled_step_too(self):
        """burst has a max_dt, so no step is larger than courant times it."""
        content = sound(driver={"courant": 0.4, "dt": 0.0}, mol={"relative_tolerance": 1.0, "absolute_tolerance": 1.0},
                        burst={"growth": 0.0}, hdf5={"every": 1, "variables": ["acoustics::p"]},
                        tsv={"every": 1, "norms": ["burst::speed"]})
        result = self.run_nopal(content)
        speeds = result.column("burst-speed.tsv", "speed")
        for n, speed in enumerate(speeds[:-3]):
            with result.fields(n + 1) as file:
                self.assertEqual(file[f"data/{n + 1}"].attrs["dt"], 0.4 * (1 / 40 / speed))

    def test_poison_and_guard_find_nothing(self):
        for switch in ("poison", "guard"):
            with self.subTest(switch=switch):
                self.run_nopal(sound(device="checked", driver={"final_time": 0.1}), sets=[f"accelerator.{switch}=true"])

    def test_check_and_plan(self):
        parfile = self.parfile(sound(device="checked"))
        self.assertIn("nothing wrong found", self.nopal("check", parfile).stdout)
        self.assertIn("mol::trial: repeats > 0", self.nopal("plan", parfile).stdout)


class Refusals(harness.Case):
    def log(self, content):
        return self.run_nopal(content, succeeds=False).log

    def test_tolerances_without_effect(self):
        content = oscillator(driver={"dt": 0.1}, mol={"relative_tolerance": 1e-3})
        self.assertIn("mol.relative_tolerance has no effect, since the time step is fixed", self.log(content))
        content = oscillator(driver={"dt": 0.1}, mol={"method": "RK4", "absolute_tolerance": 1e-3})
        self.assertIn("mol.absolute_tolerance has no effect, since the method RK4 does not estimate its error",
                      self.log(content))

    def test_a_method_without_error_control(self):
        content = oscillator(driver={"time_step": "adaptive"}, mol={"method": "RK4"})
        self.assertIn("nothing says how large a time step may be", self.log(content))

    def test_a_step_that_shrinks_to_nothing(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                log = self.run_nopal(controlled(1e-10, driver={"dt": 0.5, "min_dt": 0.3}), ranks=ranks, succeeds=False).log
                self.assertRegex(log, r"mol::judge \(evol, iteration 1\): after 1 try the error, in mol::oscillator_\w_error, is "
                                      r"\S+ times as large as the tolerances allow, with the time step 0.5; the time step "
                                      r"would be \S+, but driver.min_dt is 0.3")
