"""Maxwell's equations: order of convergence, frequency of a cavity, energy, divergences, bits, recovery, exact transfers."""

import itertools
import math
import unittest

import numpy

import harness
from recovery import contents

FIELDS = ("ex", "ey", "ez", "bx", "by", "bz")
STATE = ("electric", "magnetic")
MOMENTS = 896  # bytes of a reduction of a field


def light(cells, *, thorn="maxwell", wave, upper=1.0, iterations, periodic=None, ghosts=None, driver=None, method="RK4",
          **more):
    """A parfile of the thorn maxwell or yee. `wave`: its section."""
    periodic = wave.get("problem") != "cavity" if periodic is None else periodic
    integrator = {"mol": {"method": method}} if thorn == "maxwell" else {}
    grid = {"centering": "cell", "ghosts": ghosts or (2 if thorn == "maxwell" else 1)} | (driver or {})
    return harness.content(cells, iterations=iterations, upper=upper, periodic=periodic, driver=grid, **integrator,
                           **{thorn: wave}, **more)


def norms(thorn, every, *variables):
    return {"every": every, "norms": [f"{thorn}::{name}" for name in variables]}


def spacings(cells, upper):
    return [(upper[axis] if isinstance(upper, (list, tuple)) else upper) / n for axis, n in enumerate(cells)]


def frequency(series, dt):
    """Returns the angular frequency and the factor of each step of an oscillation a**n cos(n w dt + phase)."""
    values = numpy.array(series)
    before, here, after = values[:-2], values[1:-1], values[2:]
    (twice, square), *_ = numpy.linalg.lstsq(numpy.stack([here, -before], axis=1), after, rcond=None)
    return math.acos(0.5 * twice / math.sqrt(square)) / dt, math.sqrt(square)


def rk4(exponent):
    """What a step of RK4 multiplies a mode by that grows like exp(exponent*time/dt)."""
    return sum(exponent**n / math.factorial(n) for n in range(5))


def strips(cells, process_grid, periodic, layers):
    """Returns by rank the number of points that other processes send to it in a sync."""
    def shares(n, processes):
        ends = numpy.cumsum([0] + [n // processes + (p < n % processes) for p in range(processes)])
        return list(zip(ends, ends[1:]))

    counts = []
    for *ranks, in itertools.product(*[range(p) for p in reversed(process_grid)]):
        stored = own = 1
        for n, processes, rank in zip(cells, process_grid, reversed(ranks)):
            n += 0 if periodic else 2 * layers
            lower, upper = shares(n, processes)[rank]
            indices = numpy.arange(lower - layers, upper + layers)
            if not periodic:
                indices = indices[(indices >= 0) & (indices < n)]
            stored *= len(indices)
            own *= int(numpy.sum((indices % n >= lower) & (indices % n < upper)))
        counts.append(stored - own)
    return counts


class Waves(harness.Case):
    def errors(self, cells, courant, time, upper, wave, **options):
        dt = courant * min(spacings(cells, upper))
        iterations = round(time / dt)
        result = self.run_nopal(light(cells, wave=wave, upper=upper, iterations=iterations,
                                      driver={"courant": courant},
                                      tsv=norms("maxwell", iterations, "e_error", "b_error"), **options))
        found = [result.column(f"maxwell-{name}_error.norms.tsv", "norm2") for name in "eb"]
        self.assertEqual([each[0] for each in found], [0.0, 0.0])
        self.assertAlmostEqual(result.column("maxwell-e_error.norms.tsv", "time")[-1], time, delta=1e-12)
        return [each[-1] for each in found]

    def test_order_four_in_one_two_and_three_dimensions(self):
        """With RK4 and a time step that follows the spacing, and with a step so small that its error is nothing."""
        for cells, upper, wave, time, courant in (
                ([24], [1.0], {"mode_x": 2}, 0.75, 0.5),
                ([24], [1.0], {"mode_x": -2, "polarisation_y": 1.0}, 0.25, 0.05),
                ([24, 16], [1.5, 1.0], {"mode_x": 2, "mode_y": -1, "polarisation_x": 0.3}, 0.5, 0.5),
                ([16, 16, 8], [1.0, 1.0, 0.5], {"mode_x": 1, "mode_y": 2, "mode_z": 1, "light_speed": 2.0},
                 0.125, 0.2)):
            with self.subTest(cells=cells, courant=courant):
                coarse = self.errors(cells, courant, time, upper, wave)
                fine = self.errors([2 * n for n in cells], courant, time, upper, wave)
                for one, other in zip(coarse, fine):
                    self.assertAlmostEqual(math.log2(one / other), 4.0, delta=0.2, msg=f"{coarse} {fine}")

    def test_a_wave_in_any_direction_goes_around(self):
        """The exact solution has the speed of light, and its fields are transverse: E, B and the wave vector."""
        modes = [mode for mode in itertools.product((-1, 0, 1), repeat=3) if mode != (0, 0, 0)]
        for mode in modes if harness.LONG else modes[::2]:  # every second one: of each direction one of both senses
            wave = dict(zip(("mode_x", "mode_y", "mode_z"), mode)) | {
                "polarisation_x": 0.2, "polarisation_y": -0.7, "polarisation_z": 0.4, "amplitude": 3.0}
            with self.subTest(mode=mode):
                error = self.errors([12, 12, 12], 0.5, 0.25, 1.0, wave)
                self.assertLess(max(error), 0.02 * 3.0)
                self.assertGreater(min(error), 1e-5)

    def test_energy_decays_as_rk4_says(self):
        """Along an axis the plane wave is a mode of the differences, so that its energy is known to rounding."""
        cells, iterations = [16, 4], 60
        result = self.run_nopal(light(cells, wave={"mode_x": 2}, upper=[1.0, 0.25], iterations=iterations,
                                      tsv=norms("maxwell", 20, "energy")))
        angle = 2 * math.pi * 2 / 16
        factor = abs(rk4(1j * 0.5 * (8 * math.sin(angle) - math.sin(2 * angle)) / 6))**2
        self.assertLess(factor, 1 - 1e-5)
        energies = result.column("maxwell-energy.norms.tsv", "average")
        for n, energy in zip((0, 20, 40, 60), energies, strict=True):
            self.assertAlmostEqual(energy, 0.5 * factor**n, delta=1e-13)

    def test_divergences_stay_as_they_are(self):
        """They are the truncation errors of the initial data, of order four, and do not change but for rounding."""
        worst = {}
        for n in (10, 20):
            result = self.run_nopal(light([n, n, n], wave={"mode_x": 1, "mode_y": 2, "mode_z": 1}, iterations=20,
                                          hdf5={"every": 20, "variables": ["maxwell::div_e", "maxwell::div_b"]}))
            for name in ("div_e", "div_b"):
                first, last = (result.dataset(iteration, f"maxwell_{name}") for iteration in (0, 20))
                self.assertLess(numpy.max(numpy.abs(last - first)), 1e-12)
                self.assertFalse(numpy.array_equal(first, last))
                worst[n, name] = numpy.max(numpy.abs(first))
        for name in ("div_e", "div_b"):
            self.assertGreater(worst[20, name], 1e-4)
            self.assertAlmostEqual(math.log2(worst[10, name] / worst[20, name]), 4.0, delta=0.4)


class Cavity(harness.Case):
    def oscillation(self, n, modes=(2, 1), courant=0.5, time=2.0, thorn="maxwell"):
        """Returns what is measured of a mode of a box with 2n x n x 4 cells, its frequency and the factor of a step, and the
        wave vector, the time step and the exact frequency."""
        cells, upper = [2 * n, n, 4], [2.0, 1.0, 4 / n]
        dt = courant / n
        result = self.run_nopal(light(
            cells, thorn=thorn, upper=upper, iterations=round(time / dt), driver={"courant": courant},
            wave={"problem": "cavity", "mode_x": modes[0], "mode_y": modes[1]},
            tsv={"every": 0, "points_every": 1, "points": [f"{thorn}::ez"], "points_at": [0.3, 0.4, 0.5 * upper[2]]}))
        rows = result.rows("points.tsv")
        measured, factor = frequency([row[f"{thorn}::ez[0]"] for row in rows], dt)
        k = [math.pi * mode / length for mode, length in zip(modes, upper)]
        return measured, factor, k, dt, math.hypot(*k)

    def test_the_frequency(self):
        wrong = []
        for n in (8, 16):
            measured, factor, k, dt, exact = self.oscillation(n)
            h = 1 / n
            slopes = [(8 * math.sin(each * h) - math.sin(2 * each * h)) / (6 * h) for each in k]
            mode = rk4(1j * math.hypot(*slopes) * dt)
            self.assertAlmostEqual(measured, math.atan2(mode.imag, mode.real) / dt, delta=1e-9)
            self.assertAlmostEqual(factor, abs(mode), delta=1e-11)
            wrong.append(abs(measured - exact))
        self.assertLess(wrong[1], 5e-4)
        self.assertAlmostEqual(math.log2(wrong[0] / wrong[1]), 4.0, delta=0.2)

    def test_modes_with_all_components_converge(self):
        """The order of the errors, and walls, edges and corners of as many layers as are asked for."""
        wave = {"problem": "cavity", "mode_x": 1, "mode_y": 2, "mode_z": 1, "polarisation_x": 0.5,
                "polarisation_y": -0.3}
        for layers in (2, 3):
            found = {}
            for n in (8, 16):
                result = self.run_nopal(light([n, 2 * n, n], wave=wave, upper=[1.0, 2.0, 1.0], iterations=n, ghosts=2,
                                              driver={"boundary_width": layers}, tsv=norms(
                                                  "maxwell", n, "e_error", "b_error", "div_e", "div_b", "energy")))
                for name in ("e_error", "b_error"):
                    first, last = result.column(f"maxwell-{name}.norms.tsv", "norm_inf")
                    self.assertLess(first, 1e-13)
                    found[n, name] = last
                for name in ("div_e", "div_b"):
                    self.assertLess(max(result.column(f"maxwell-{name}.norms.tsv", "norm_inf")), 0.2 / n)
                first, last = result.column("maxwell-energy.norms.tsv", "sum")
                self.assertAlmostEqual(last / first, 1.0, delta=1e-3)
            for name in ("e_error", "b_error"):
                with self.subTest(layers=layers, name=name):
                    self.assertAlmostEqual(math.log2(found[8, name] / found[16, name]), 4.0, delta=0.4)

    def test_modes_on_a_line_and_on_a_plane(self):
        """Both kinds of modes of a plane: E along z, and E in the plane."""
        for cells, upper, wave in (([16], [1.0], {"mode_x": 2}), ([16, 12], [1.0, 0.75], {"mode_x": 1, "mode_y": 1}),
                                   ([16, 12], [1.0, 0.75], {"mode_x": 1, "mode_y": 1, "polarisation_x": 1.0,
                                                            "polarisation_z": 0.0})):
            with self.subTest(cells=cells, wave=wave):
                result = self.run_nopal(light(cells, wave=wave | {"problem": "cavity"}, upper=upper, iterations=20,
                                              tsv=norms("maxwell", 20, "e_error", "b_error")))
                for name in ("e_error", "b_error"):
                    first, last = result.column(f"maxwell-{name}.norms.tsv", "norm_inf")
                    self.assertLess(first, 1e-14)
                    self.assertLess(last, 0.01)
                    self.assertGreater(last, 1e-7)


def state_bits(case, content, thorn, every, last, **options):
    """Returns E and B, energy and divergences of a run at these iterations, as bytes."""
    names = [*FIELDS, "energy", "div_e", "div_b"]
    content = content | {"thorns": [*content["thorns"], "hdf5"],
                         "hdf5": {"every": every, "variables": [f"{thorn}::{name}" for name in names]}}
    result = case.run_nopal(content, **options)
    found = {}
    for iteration in range(0, last + 1, every):
        with result.fields(iteration) as file:
            meshes = file[f"data/{iteration}/meshes"]
            for name in names:
                found[iteration, name] = meshes[f"{thorn}_{name}"][()].tobytes()
    return found, result


class Bits(harness.Case):
    """Shared with yee.py, whose class gives another thorn."""

    thorn = "maxwell"
    problems = ({"problem": "plane_wave", "mode_x": 1, "mode_y": 1, "mode_z": -1},
                {"problem": "cavity", "mode_y": 2, "mode_z": 1})
    cells = [12, 14, 16]
    depth = 8  # how far the values of a step depend on those before it

    def content(self, wave, **more):
        return light(self.cells, thorn=self.thorn, wave=wave, upper=[0.75, 0.875, 1.0], iterations=6, **more)

    def test_devices_and_ranks(self):
        runs = ((("none", 2), ("checked", 4), ("opencl", 1)), (("none", 4), ("checked", 1), ("opencl", 2)))
        for wave, some in zip(self.problems, runs, strict=True):
            expected, _ = state_bits(self, self.content(wave), self.thorn, 3, 6)
            self.assertNotEqual(expected[0, "ez"], expected[6, "ez"])
            for device, ranks in itertools.chain(*runs) if harness.LONG else some:
                with self.subTest(problem=wave["problem"], device=device, ranks=ranks):
                    found, _ = state_bits(self, self.content(wave, device=device), self.thorn, 3, 6, ranks=ranks)
                    self.assertEqual(found, expected)

    def test_poison_and_guard_find_nothing(self):
        for wave in self.problems:
            for device in ("checked", "none"):
                with self.subTest(problem=wave["problem"], device=device):
                    content = self.content(wave, device=device)
                    content["accelerator"] |= {"poison": True, "guard": device == "none"}
                    content["driver"]["check_bounds"] = True
                    state_bits(self, content, self.thorn, 3, 6, ranks=2)

    def test_iterations_together(self):
        """Epochs of two iterations have the bits of the plain run."""
        wave = self.problems[0]
        content = light([2 * self.depth + 2, 2 * self.depth, 2 * self.depth], thorn=self.thorn, wave=wave, iterations=6)
        expected, _ = state_bits(self, content, self.thorn, 3, 6, sets=["driver.blocking_factor=1"])
        found, result = state_bits(self, content, self.thorn, 3, 6, sets=[
            "driver.blocking_factor=2", f"driver.ghosts={2 * self.depth}", "driver.boundary_width=2"])
        self.assertEqual(found, expected)
        self.assertNotIn("no epoch at iteration 1", result.log)
        self.assertRegex(result.log, r"epochs?.*\n")

    def test_recovery(self):
        """Half of a run, and the rest on other processes."""
        for wave in self.problems:
            with self.subTest(problem=wave["problem"]):
                def content(**more):
                    fields = [f"{self.thorn}::{name}" for name in STATE]
                    return self.content(wave, tsv=norms(self.thorn, 1, "ez", "bx", "energy", "e_error"),
                                        hdf5={"every": 3, "variables": fields}, **more)
                expected = contents(self.run_nopal(content()).folder)
                parfile = self.parfile(content(checkpoint={"every": 4}))
                self.run_nopal(parfile, sets=["driver.iterations=4"])
                result = self.run_nopal(parfile, ranks=2, sets=["accelerator.device=checked"],
                                        options=["--recover", "auto"])
                self.assertEqual(contents(result.folder), expected)


class Transfers(harness.Case):
    """The bus carries the ghost strips and 896 bytes for each reduction, and nothing else."""

    def check(self, thorn, syncs, variables, cells, process_grid, wave, device):
        iterations, ranks, layers = 20, math.prod(process_grid), 2 if thorn == "maxwell" else 1
        periodic = wave["problem"] != "cavity"
        result = self.run_nopal(light(
            cells, thorn=thorn, wave=wave, iterations=iterations, device=device,
            driver={"report_transfers": True, "process_grid": process_grid},
            tsv=norms(thorn, 10, "ex", "energy", "div_b")), ranks=ranks)
        counts = result.transfers("evolution")
        self.assertEqual(sorted(counts), list(range(ranks)))
        reductions = 3 * 3  # of three variables, at iterations 0, 10 and 20
        points = strips(cells, process_grid, periodic, layers)
        number, size = (0, 0) if ranks == 1 else (syncs * iterations, variables * 8 * syncs * iterations)
        for rank, count in counts.items():
            self.assertEqual(count["to_device"], (number, size * points[rank], size * points[rank]))
            self.assertEqual(count["to_host"][0], number + reductions)
        sent = sum(count["to_host"][1] for count in counts.values())
        self.assertEqual(sent, size * sum(points) + ranks * reductions * MOMENTS)

    def test_rk4(self):
        """RK4 exchanges the ghosts of six variables once a stage."""
        plane, cavity = {"problem": "plane_wave", "mode_y": 1}, {"problem": "cavity", "mode_y": 1}
        grids = ([1, 1, 1], plane), ([1, 1, 2], plane), ([1, 2, 2], cavity), ([1, 1, 2], cavity)
        for device, some in (("checked", grids), ("opencl", grids if harness.LONG else grids[3:])):
            for process_grid, wave in some:
                with self.subTest(device=device, process_grid=process_grid, problem=wave["problem"]):
                    self.check("maxwell", 4, 6, [10, 13, 12], process_grid, wave, device)

    def test_the_strips_of_this_test(self):
        """The formula of this file against numbers that were counted by hand."""
        self.assertEqual(strips([8, 10, 12], [1, 1, 2], True, 2), [12 * 14 * 4] * 2)
        self.assertEqual(strips([8, 10, 12], [1, 1, 2], False, 2), [12 * 14 * 2] * 2)
        self.assertEqual(strips([8, 10, 12], [1, 2, 2], False, 2), [12 * (2 * 8 + 2 * 7 + 2 * 2)] * 4)
        self.assertEqual(strips([8, 10], [1, 1], True, 1), [0])


if __name__ == "__main__":
    unittest.main()
