"""Runs that choose the time step of each iteration from a speed that a reduction finds (driver.time_step: adaptive)."""

import math

import numpy

import harness
from recovery import contents

CELLS = 64


def burst(*, growth=1.0, every=1, final_time=0.5, iterations=-1, driver=None, hdf5=None, **more):
    return harness.content((CELLS,), iterations=iterations, periodic=True, burst={"growth": growth},
                           driver={"time_step": "adaptive", "courant": 0.4, "final_time": final_time} | (driver or {}),
                           hdf5={"every": every, "variables": ["burst::u"]} | (hdf5 or {}), **more)


def reference(*, growth=1.0, courant=0.4, final_time=0.5, dt_growth=2.0, first=0.0):
    """The times, time steps and states of a run, from the formulas of docs/time-step.md and of the thorn burst."""
    spacing = 1.0 / CELLS
    x = numpy.arange(CELLS) * spacing
    u = 1.0 + x * (1.0 - x)
    time, bound = 0.0, first or math.inf
    steps = [(0.0, None, u)]
    while time < final_time:
        wanted = min(bound, courant * (spacing / numpy.max(numpy.abs(u))))
        bound = dt_growth * wanted
        rest = final_time - time
        dt = rest if wanted >= rest else rest / 2 if 2 * wanted > rest else wanted
        time = final_time if wanted >= rest else time + dt
        u = u * (1.0 + dt * growth) - dt * u * (u - numpy.roll(u, 1)) / spacing
        steps.append((time, dt, u))
    return steps


class Courant(harness.Case):
    def assert_equal_steps(self, result, expected):
        names = [f"fields_{n:08d}.h5" for n in range(len(expected))]
        self.assertEqual(result.names("fields_*.h5"), names)
        for n, (time, dt, u) in enumerate(expected):
            with result.fields(n) as file:
                now = file[f"data/{n}"]
                self.assertEqual(now.attrs["time"], time, n)
                if dt is not None:
                    self.assertEqual(now.attrs["dt"], dt, n)
                self.assert_same_bits(now["meshes/burst_u"][()], u, f"iteration {n}")

    def test_the_step_follows_the_speed(self):
        """All times, time steps and values have the bits of the formulas, on each device and for any number of ranks."""
        expected = reference()
        steps = [dt for _, dt, _ in expected[1:-2]]
        self.assertGreater(steps[0], 1.4 * steps[-1], "the speed grows")
        for ranks, device in ((1, "none"), (2, "none"), (4, "none"), (1, "checked"), (2, "checked"), (2, "opencl")):
            with self.subTest(ranks=ranks, device=device):
                result = self.run_nopal(burst(device=device), ranks=ranks)
                self.assert_equal_steps(result, expected)
                self.assertIn("dt adaptive", result.log)

    def test_growth_is_limited(self):
        driver = {"dt": 1e-4, "dt_growth": 1.25}
        expected = reference(growth=-3.0, dt_growth=1.25, first=1e-4)
        self.assertEqual(expected[1][1], 1e-4)
        self.assertEqual(expected[2][1], 1.25e-4)
        self.assertGreater(expected[-3][1], 2 * 0.4 / CELLS, "later the speed decays")
        self.assert_equal_steps(self.run_nopal(burst(growth=-3.0, driver=driver)), expected)

    def test_iterations_end_a_run_too(self):
        result = self.run_nopal(burst(iterations=7))
        self.assert_equal_steps(result, reference()[:8])

    def test_output_at_intervals_of_time(self):
        """Output comes at the first iteration that reaches a multiple of the interval."""
        interval = 0.1
        times = [float(time) for time, _, _ in reference()]
        due = [0] + [n for n in range(1, len(times))
                     if math.floor(times[n] / interval + 1e-9) > math.floor(times[n - 1] / interval + 1e-9)]
        self.assertEqual(len(due), 6)
        content = burst(hdf5={"every": 0, "every_time": interval},
                        tsv={"every_time": interval, "norms": ["burst::u", "burst::total"]})
        result = self.run_nopal(content, ranks=2)
        self.assertEqual(result.names("fields_*.h5"), [f"fields_{n:08d}.h5" for n in due])
        rows = result.rows("burst-u.norms.tsv")
        self.assertEqual([row["iteration"] for row in rows], due)
        self.assertEqual([row["time"] for row in rows], [times[n] for n in due])
        # The total is computed at every third iteration. Output in between says how old it is.
        remarks = [line for line in result.text("burst-total.tsv").splitlines() if line.startswith("## iteration")]
        expected = [f"## iteration {n}, time {times[n]!r}: the values of burst::total are those of iteration {n // 3 * 3}, "
                    f"time {times[n // 3 * 3]!r}" for n in due if n % 3]
        self.assertEqual(remarks, expected)
        self.assertTrue(remarks)

    def test_only_sums_travel(self):
        result = self.run_nopal(burst(device="checked", driver={"report_transfers": True}, hdf5={"every": 0}),
                                options=["--compare-plan"])
        iterations = len(reference()) - 1
        self.assertIn(f"plan: the start and {iterations} iterations copied exactly what was planned", result.log)
        moved = result.transfers("evolution")[0]
        reductions = iterations + 1 + iterations // 3 + 1  # of the speed, and of the total, also at iteration 0
        self.assertEqual(moved["to_host"], (reductions, 896 * reductions, 896 * reductions))
        self.assertEqual(moved["to_device"], (0, 0, 0))

    def test_recovery_continues_with_the_same_bits(self):
        content = burst(every=4, tsv={"every_time": 0.03, "norms": ["burst::u", "burst::speed", "burst::total"]},
                        checkpoint={"every": 5})
        expected = contents(self.run_nopal(content).folder)
        for stop, before, after in ((13, (1, "none"), (2, "checked")), (17, (2, "opencl"), (1, "none"))):
            with self.subTest(stop=stop):
                parfile = self.parfile(content)
                self.run_nopal(parfile, ranks=before[0], sets=[f"driver.iterations={stop}", f"accelerator.device={before[1]}"])
                result = self.run_nopal(parfile, ranks=after[0], sets=[f"accelerator.device={after[1]}"],
                                        options=["--recover", "auto"])
                self.assertIn(f"iteration {stop // 5 * 5}\n", result.log)
                self.assertEqual(contents(result.folder), expected)

    def test_final_time_can_be_steered_for_a_recovered_run(self):
        content = burst(final_time=0.2, hdf5={"every": 0, "at_end": True}, checkpoint={"at_end": "always"})
        parfile = self.parfile(content)
        first = self.run_nopal(parfile)
        last = len(reference(final_time=0.2)) - 1
        with first.fields(last) as file:
            self.assertEqual(file[f"data/{last}"].attrs["time"], 0.2)
        second = self.run_nopal(parfile, sets=["driver.final_time=0.3"], options=["--recover", "auto"])
        with second.fields(max(int(name[7:15]) for name in second.names("fields_*.h5"))) as file:
            self.assertEqual(next(iter(file["data"].values())).attrs["time"], 0.3)

    def test_check_and_plan(self):
        parfile = self.parfile(burst(tsv={"every_time": 0.1, "norms": ["burst::u"]}, hdf5={"every": 0}, device="checked"))
        self.assertIn("0 errors", self.nopal("check", parfile).stdout)
        self.assertIn("the run chooses its time steps", self.nopal("plan", parfile).stdout)

    def test_a_step_that_shrinks_to_nothing(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                content = burst(growth=200.0, driver={"min_dt": 1e-4}, hdf5={"every": 0})
                log = self.run_nopal(content, ranks=ranks, succeeds=False).log
                self.assertEqual(log.count("the time step would be "), 1, log)
                self.assertRegex(log, r"nopal: iteration \d+: the time step would be \S+, but driver.min_dt is 0.0001: max_dt of "
                                      r"burst at .*burst.yaml:13:9, spacing/speed, allows \S+ \(burst::speed is \S+\), and "
                                      r"driver.courant is 0.4; look at the state for what drives it, such as an "
                                      r"instability, or set driver.min_dt")

    def test_ranks_that_find_different_speeds(self):
        content = burst()
        content["burst"]["differ"] = True
        log = self.run_nopal(content, ranks=2, succeeds=False).log
        self.assertEqual(log.count("the time step depends on values that differ between ranks: max_dt of burst is "), 1, log)
        self.assertRegex(log, r"is \S+ on rank 0 and \S+ on rank 1")


class Refusals(harness.Case):
    def test_thorns_that_need_a_fixed_step(self):
        content = harness.wave((8, 8), iterations=3, driver={"time_step": "adaptive"})
        log = self.run_nopal(content, succeeds=False).log
        self.assertIn("driver.time_step is adaptive, but wavetoy (requires_grid at ", log)
        self.assertIn("set driver.time_step: fixed", log)

    def test_nothing_says_how_large_a_step_may_be(self):
        content = harness.content((8, 8), iterations=3, driver={"time_step": "adaptive"}, late={})
        log = self.run_nopal(content, succeeds=False).log
        self.assertIn("nothing says how large a time step may be", log)
