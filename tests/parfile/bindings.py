"""A kernel that a parameter binds to variables of another thorn, in whole runs."""

import itertools

import numpy

import harness

STEPS = 5


def stepper(device, **parameters):
    return harness.content((8, 6), iterations=STEPS, device=device, periodic=[True, False], driver={"courant": 0.5},
                           decay={}, stepper=parameters, hdf5={"every": STEPS, "variables": ["decay::fields"]})


def expected(rate, values):
    dt = 0.5 * (1.0 / 8)
    for _ in range(STEPS):
        values = values + dt * (-values if rate == 1 else -rate * values)
    return values


class Bindings(harness.Case):
    def test_the_bound_fields_are_integrated_on_every_device_as_planned(self):
        y, x = numpy.meshgrid(numpy.arange(7) * (1.0 / 6), numpy.arange(8) * (1.0 / 8), indexing="ij")
        u, v = expected(1, 1.0 + x), expected(3.0, 2.0 - x*y)
        for device, ranks in itertools.product(harness.DEVICES, (1, 2)):
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(stepper(device), ranks=ranks, options=["--compare-plan"])
                self.assert_same_bits(result.dataset(STEPS, "decay_u"), u)
                self.assert_same_bits(result.dataset(STEPS, "decay_v"), v)

    def test_other_parameters_bind_other_fields(self):
        parfile = stepper("checked", evolved="decay::w", rhs="decay::w_dot")
        result = self.run_nopal(parfile, options=["--compare-plan"])
        x = numpy.broadcast_to(numpy.arange(8) * (1.0 / 8), (7, 8))
        self.assert_same_bits(result.dataset(STEPS, "decay_w"), expected(1, 3.0 - x))
