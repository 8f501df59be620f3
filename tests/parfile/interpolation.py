"""Values of grid functions at points that functions choose while they run (call.interpolate)."""

import itertools
import math
import re

import numpy

import harness

CELLS = (12, 10, 8)
ORDERS = {"nearest": 0, "linear": 1, "quadratic": 2, "cubic": 3, "quartic": 4, "quintic": 5}


def drift(cells=CELLS, *, iterations=6, device="none", periodic=False, flow="rotation", driver=None, accelerator=None,
          output=None, **section):
    # The points at the start of `nearby` are grid points.
    return harness.content(cells, lower=-1.0, upper=1.0, iterations=iterations, device=device, periodic=periodic,
                           driver={"courant": 0.4, "report_transfers": True} | (driver or {}), accelerator=accelerator,
                           drift={"flow": flow, "spots": [0.0] * len(cells),
                                  "velocity": [f"drift::v{axis}" for axis in "xyz"[:len(cells)]]} | section,
                           tsv={"lines": ["drift::place", "drift::speed"], "lines_every": 1}, **(output or {}))


def array(result, name):
    """The array at each iteration, with a row for each point."""
    rows = numpy.loadtxt(result.path(f"drift-{name}.tsv"))
    iterations = len(set(rows[:, 0]))
    values = numpy.empty((iterations, int(rows[:, 3].max()) + 1, 3))
    for iteration, _, axis, point, value in rows:
        values[int(iteration), int(point), int(axis)] = value
    return values


def stencil(x, cells, order, periodic):
    """The indices that an interpolation takes along a vertex-centred axis from -1 to 1."""
    at = (x + 1) / 2 * cells
    if periodic:
        at %= cells
    if abs(at - round(at)) <= 1e-9:
        return {round(at) % cells if periodic else round(at)}
    n = order + 1
    first = math.floor(at) - (n // 2 - 1) if n % 2 == 0 else math.ceil(at - 0.5 - 1e-9) - n // 2
    if periodic:
        return {(first + a) % cells for a in range(n)}
    first = min(max(first, 0), cells + 1 - n)
    return set(range(first, first + n))


def grid_points(points, cells, order, periodic=False):
    """The number of grid points that the interpolation to all points needs, each counted once."""
    return len({index for point in points
                for index in itertools.product(*(stencil(x, n, order, periodic) for x, n in zip(point, cells)))})


class Values(harness.Case):
    def test_a_rotation_is_exact_and_the_same_everywhere(self):
        """Each process asks at points of its own, on any device and number of processes."""
        places = ((2, "none"), (1, "checked")), ((4, "none"), (2, "opencl")), ((3, "checked"),)
        for interpolation, some in harness.in_turn(ORDERS, places):
            expected = None
            for ranks, device in ((1, "none"), *some):
                with self.subTest(interpolation=interpolation, ranks=ranks, device=device):
                    result = self.run_nopal(drift(device=device, interpolation=interpolation), ranks=ranks)
                    texts = [result.text(f"drift-{name}.tsv") for name in ("place", "speed")]
                    expected = expected or texts
                    self.assertEqual(texts, expected)
            place, speed = array(result, "place"), array(result, "speed")
            dt = 0.4 * 2 / max(CELLS)
            self.assert_same_bits(place[1:], place[:-1] + dt * speed[1:])
            if interpolation != "nearest":
                x, y = place[:-1, :, 0], place[:-1, :, 1]
                error = speed[1:] - numpy.stack([-y, x, 0.25 * x * y], axis=-1)  # of degree 1 along each axis
                self.assertLess(numpy.abs(error).max(), 1e-14)
                self.assertGreater(numpy.abs(speed[1:]).max(), 0.1)

    def test_points_leave_a_periodic_grid_and_come_back(self):
        for cells, ranks, device in (((12, 10, 8), 4, "none"), ((12, 10), 2, "checked"), ((9,), 2, "none"), ((12, 10, 8), 1, "opencl")):
            with self.subTest(cells=cells, ranks=ranks, device=device):
                result = self.run_nopal(drift(cells, iterations=60, device=device, periodic=True, flow="wind", start=5.0,
                                              interpolation="quintic"), ranks=ranks)
                place, speed = array(result, "place"), array(result, "speed")
                self.assertGreater(numpy.abs(place).max(), 4)
                wind = [0.5, -0.25, 1.0][:len(cells)]
                self.assertLess(numpy.abs(speed[1:, :, :len(cells)] - wind).max(), 1e-14)

    def test_more_processes_than_points(self):
        expected = self.run_nopal(drift(count=1)).text("drift-place.tsv")
        self.assertEqual(self.run_nopal(drift(count=1, device="checked"), ranks=4).text("drift-place.tsv"), expected)

    def test_with_guard_and_poison(self):
        expected = self.run_nopal(drift()).text("drift-place.tsv")
        for device, ranks, how in itertools.product(("none", "checked"), (1, 2), ("guard", "poison")):
            with self.subTest(device=device, ranks=ranks, how=how):
                result = self.run_nopal(drift(device=device, accelerator={how: True}), ranks=ranks)
                self.assertEqual(result.text("drift-place.tsv"), expected)


class Transfers(harness.Case):
    def test_only_the_points_that_are_needed_travel(self):
        """From a device come the grid points around the points of all processes, once for each call and variable."""
        cases = itertools.product(("linear", "quadratic", "quintic"), (1, 2, 4))
        for (interpolation, ranks), device in harness.in_turn(cases, ("checked", "opencl")):
            with self.subTest(interpolation=interpolation, ranks=ranks, device=device):
                result = self.run_nopal(drift(device=device, interpolation=interpolation), ranks=ranks)
                place = array(result, "place")
                order = ORDERS[interpolation]
                moves = sum(grid_points(points, CELLS, order) for points in place[:-1])
                spots = 3 * 7  # nearby: one grid point for each variable
                corner = 7  # look: vx at a grid point; mask is on the host
                counts = result.transfers("total")
                self.assertEqual(sum(each["to_host"][1] for each in counts.values()), 8 * (3 * moves + spots + corner))
                self.assertTrue(all(each["to_device"] == (0, 0, 0) for each in counts.values()))
                if ranks == 1:
                    self.assertEqual(counts[0]["to_host"][0], 3 * 6 + spots + corner)

    def test_nothing_travels_if_the_values_are_on_the_host(self):
        """The output of the initial data brings them there, and they never change."""
        velocity = {"every": 100, "variables": [f"drift::v{axis}" for axis in "xyz"]}
        one, six = (self.run_nopal(drift(device="checked", iterations=iterations, output={"hdf5": velocity}),
                                   ranks=2).transfers("total") for iterations in (1, 6))
        for rank, each in one.items():
            self.assertGreater(each["to_host"][0], 0)
            self.assertEqual(each["to_host"], six[rank]["to_host"])

    def test_the_trace_and_the_plan_know_them(self):
        parfile = self.parfile(drift(device="checked", accelerator={"verbose": True}))
        result = self.run_nopal(parfile, options=["--compare-plan"])
        self.assertRegex(result.log, r"call\.interpolate\(\) of drift::move.*points of drift::vx@0 \(owned\) ")
        (calls, copied), = re.findall("plan: the start and 6 iterations copied exactly what was planned, in the same order; the "
                                      r"points of call\.interpolate\(\) are not planned: (\d+) calls copied (\d+) bytes", result.log)
        plan = self.nopal("plan", parfile).stdout
        most = {name: int(bytes) for name, bytes in re.findall(
            r"not planned, because only the run knows the points: drift::move copies drift::(\w+)@0 \(owned\) .* (\d+) bytes\n", plan)}
        self.assertEqual(most, dict.fromkeys(("vx", "vy", "vz"), 8*math.prod(cells + 1 for cells in CELLS)))
        self.assertTrue(0 < int(copied) < int(calls)*sum(most.values()))

    def test_a_device_that_moves_moves_the_whole(self):
        expected = self.run_nopal(drift()).text("drift-place.tsv")
        result = self.run_nopal(drift(device="checked", accelerator={"device_options": ["moves"]}), ranks=2,
                                options=["--compare-plan"])
        self.assertEqual(result.text("drift-place.tsv"), expected)
        self.assertIn("plan: this run cannot be compared with its plan: call.interpolate() moves whole grid functions to the "
                      "host\n", result.log)


class Trouble(harness.Case):
    def test_all_processes_end_with_one_message(self):
        for mistake, text in {
            "outside": "drift::blunder interpolates at point 1, (0.25, 0.25, 1.5), whose coordinate along z is 1.5, outside "
                       "the grid, which extends from -1 to 1",
            "nan": "drift::blunder interpolates at point 0, (nan, 0.25, 0.25), whose coordinate along x is nan, which is not "
                   "finite",
            "infinite": "point 0, (inf, 0.25, 0.25), whose coordinate along x is inf, which is not finite",
            "coordinates": "drift::blunder interpolates at 5 coordinates on a grid of 3 axes: give 3 for each point",
            "undeclared": "drift::blunder asks to interpolate drift::blank@0, but its declaration does not say so: add \"blank@0\" "
                          "to interpolates: of function \"blunder\" here",
            "reduced": "drift::blunder asks to interpolate drift::vy@0, but its declaration does not say so",
            "interior": "drift::blunder asks to interpolate drift::vz@0, but its declaration does not say so",
            "array": "drift::blunder asks to interpolate drift::place@0, but only grid functions have values at points",
            "field": "drift::blunder asks to read drift::vx@0, but its declaration allows only call.interpolate() of it: add "
                     "\"vx@0\" to reads: of function \"blunder\" here",
            "type": "asks for values at points of a grid function of type complex in another type: use std::complex<double>",
            "fraction": "asks for values at points of a grid function of type int in another type: use double",
            "elsewhere": "drift::nearby asks to interpolate drift::vx@0 at other points than those that points: of its declaration "
                         "chooses: declare it under interpolates:",
        }.items():
            for ranks in (1, 3) if harness.LONG or mistake in ("outside", "undeclared") else (3,):
                with self.subTest(mistake=mistake, ranks=ranks):
                    log = self.run_nopal(drift(mistake=mistake), ranks=ranks, succeeds=False).log
                    self.assertEqual(log.count(text), 1, log)
                    of_one = {"outside": "rank 2: ", "nan": "rank 0: ", "infinite": "rank 0: ", "elsewhere": "rank 0: "}
                    if ranks > 1 and mistake in of_one:
                        self.assertIn(of_one[mistake], log)

    def test_processes_must_ask_for_the_same(self):
        for mistake in ("slots", "orders"):
            log = self.run_nopal(drift(mistake=mistake), ranks=2, succeeds=False).log
            self.assertEqual(log.count("drift::blunder interpolates other grid functions, or with another interpolation, on "
                                       "some ranks than on others"), 1, log)

    def test_values_must_be_valid_somewhere(self):
        for device in ("none", "checked"):
            log = self.run_nopal(drift(device=device, velocity=["drift::blank"]), ranks=2, succeeds=False).log
            self.assertIn("drift::blank@0", log)
            self.assertIn("never written", log)

    def test_only_grid_functions_have_values_at_points(self):
        log = self.run_nopal(drift(velocity=["drift::place"]), succeeds=False).log
        self.assertIn("drift::velocity lists drift::place, but only grid functions have values at points: leave it out", log)
