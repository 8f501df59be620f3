"""Tracers follow velocities of other thorns: paths, order in time, bits, faces of the grid, recovery."""

import math

import numpy

import harness


def sound(n, *, iterations, dt, device="none", checkpoint=None, driver=None, **tracers):
    """A plane wave of sound that goes through a periodic square, and tracers on a line."""
    return harness.content((n, n), lower=0.0, upper=1.0, periodic=True, iterations=iterations, device=device,
                           driver={"ghosts": 2, "dt": dt, "report_transfers": True} | (driver or {}), mol={"method": "RK4"},
                           acoustics={"wave_number_x": 1, "wave_number_y": 1},
                           tracers={"velocity": ["acoustics::vx", "acoustics::vy"], "count": 7, "from": [0.05, 0.2],
                                    "to": [0.95, 0.4]} | tracers,
                           tsv={"lines": ["tracers::places", "tracers::speeds"], "lines_every": 1}, checkpoint=checkpoint)


def blown(*, iterations=20, **tracers):
    """A steady wind in a box with faces."""
    return harness.content((12, 10, 8), lower=-1.0, upper=1.0, iterations=iterations, driver={"dt": 0.1},
                           drift={"flow": "wind", "pace": 0.0}, tracers={"velocity": ["drift::flows"], "count": 3, "from": [0.0, 0.0, 0.0],
                                                            "to": [0.5, 0.5, -0.5]} | tracers,
                           tsv={"lines": ["tracers::places", "tracers::speeds"], "lines_every": 1})


def paths(result, names="xyz"):
    """The values at each iteration, of each tracer, along each axis."""
    columns = []
    for name in names:
        rows = numpy.loadtxt(result.path(f"tracers-{name}.tsv"))
        columns.append(rows[:, -1].reshape(len(set(rows[:, 0])), -1))
    return numpy.stack(columns, axis=-1)


def texts(result):
    return {name: result.text(name) for name in result.names("tracers-*.tsv")}


def exact(start, time):
    """Where the wave carries points of the diagonal motion, by many small steps of RK4."""
    k, steps = 2 * math.pi, 2000
    dt = time / steps

    def velocity(at, t):
        wave = numpy.sin(k * (at[:, 0] + at[:, 1]) - math.sqrt(2) * k * t) / math.sqrt(2)
        return numpy.stack([wave, wave], axis=-1)

    at = start.copy()
    for step in range(steps):
        t = step * dt
        a = velocity(at, t)
        b = velocity(at + 0.5 * dt * a, t + 0.5 * dt)
        c = velocity(at + 0.5 * dt * b, t + 0.5 * dt)
        at += dt / 6 * (a + 2 * b + 2 * c + velocity(at + dt * c, t + dt))
    return at


class Paths(harness.Case):
    def test_second_order_in_time(self):
        errors = []
        for iterations in (10, 20, 40):
            result = self.run_nopal(sound(48, iterations=iterations, dt=0.1 / iterations, interpolation="quintic"))
            at = paths(result, "xy")
            self.assertEqual(at.shape, (iterations + 1, 7, 2))
            self.assertLess(numpy.abs(at[0, :, 0] - numpy.linspace(0.05, 0.95, 7)).max(), 1e-15)
            errors.append(numpy.abs(at[-1] - exact(at[0], 0.1)).max())
        self.assertLess(errors[-1], 1e-4)
        for coarse, fine in zip(errors, errors[1:]):
            self.assertAlmostEqual(math.log2(coarse / fine), 2.0, delta=0.25)

    def test_a_constant_velocity_is_followed_to_rounding(self):
        result = self.run_nopal(blown(iterations=4))
        at = paths(result)
        time = 0.1 * numpy.arange(5)[:, None, None]
        self.assertLess(numpy.abs(at - (at[0] + time * numpy.array([0.5, -0.25, 1.0]))).max(), 1e-14)

    def test_tracers_that_leave_the_grid_stay_there(self):
        at, speed = (paths(self.run_nopal(blown()), names) for names in ("xyz", ("vx", "vy", "vz")))
        gone = numpy.abs(at).max(axis=2) > 1 + 1e-8  # a place on the face may be a rounding error beyond it
        self.assertTrue(gone[-1].all())
        self.assertFalse(gone[0].any())
        self.assertLess(numpy.abs(at).max(), 1.11)  # at most one step beyond
        for n in range(3):
            first = int(numpy.argmax(gone[:, n]))
            self.assertTrue((at[first:, n] == at[first, n]).all())
            self.assertTrue((speed[first:, n] == 0).all())
            self.assertTrue((speed[:first, n] != 0).all())


class Bits(harness.Case):
    def test_same_bits_everywhere(self):
        expected = texts(self.run_nopal(sound(20, iterations=12, dt=0.01)))
        self.assertEqual(len(expected), 6)
        for ranks, device in ((2, "none"), (4, "none"), (1, "checked"), (3, "checked"), (2, "opencl")):
            with self.subTest(ranks=ranks, device=device):
                content = sound(20, iterations=12, dt=0.01, device=device)
                self.assertEqual(texts(self.run_nopal(content, ranks=ranks)), expected)

    def test_interrupted_and_continued_equals_uninterrupted(self):
        parfile = self.parfile(sound(20, iterations=12, dt=0.01, checkpoint={"every": 5}))
        whole = self.run_nopal(parfile, ranks=2)
        expected = texts(whole)
        result = self.run_nopal(parfile, ranks=1, options=["--recover", str(whole.folder / "checkpoint_00000005")])
        self.assertIn("iteration 5\n", result.log)
        self.assertEqual(texts(result), expected)


class Trouble(harness.Case):
    def test_what_is_wrong_is_told_at_once(self):
        log = self.run_nopal(blown() | {"tracers": {"velocity": ["drift::vx", "drift::mask"],
                                                    "from": [0.0, 0.0], "to": [0.0, 0.0, 1.5]}}, ranks=2, succeeds=False).log
        for message in ("tracers.velocity lists 'drift::mask', which is no real grid function",
                        "tracers.velocity lists 2 variables on a grid of 3 axes: list one for each axis",
                        "tracers.from has 2 coordinates on a grid of 3 axes: write one for each axis",
                        "tracers.to lies outside the grid along z: choose a point between its outermost points"):
            self.assertEqual(log.count(message), 1, log)
