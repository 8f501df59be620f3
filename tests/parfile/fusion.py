"""Calls that are computed together (driver.fusion): the same bits as one after the other, for every tile, thread and rank."""

import re
import unittest

import numpy

import harness
from recovery import contents

TOGETHER = re.compile(r"^(\S+(?: \+ \S+)+) are computed together", re.MULTILINE)


def sound(cells, *, method="RK4", periodic=True, iterations=6, driver=None, tsv=None, variables=(), **more):
    return harness.content(cells, iterations=iterations, periodic=periodic, mol={"method": method},
                           acoustics={"shape": "gaussian"}, driver={"ghosts": 3, "centering": "cell"} | (driver or {}),
                           hdf5={"every": 3, "variables": ["acoustics::p", "acoustics::vx", *variables]},
                           tsv={"every": 1, "norms": ["acoustics::p"]} | (tsv or {}), **more)


def light(cells, **more):
    return harness.content(cells, iterations=5, upper=[1.0, 1.0, 1.0][:len(cells)], periodic=True, mol={"method": "LSRK4"},
                           driver={"ghosts": 2, "centering": "cell"}, maxwell={"problem": "plane_wave"},
                           hdf5={"every": 5, "variables": ["maxwell::ex", "maxwell::by"]}, **more)


def gas(cells, way, problem="vortex", periodic=True, **more):
    return harness.content(cells, iterations=4, lower=-5.0, upper=5.0, periodic=periodic, mol={"method": "SSPRK3"},
                           driver={"ghosts": 3, "centering": "cell", "dt": 0.02},
                           euler={"problem": problem, "reconstruction": way},
                           hdf5={"every": 4, "variables": ["euler::rho", "euler::mom_x"]}, **more)


class Fusion(harness.Case):
    def both(self, content, calls, **options):
        """Runs one after the other and together. Returns the second run. `calls`: names of calls that are together."""
        apart = self.run_nopal(content, sets=["driver.fusion=never"], **options)
        self.assertNotRegex(apart.log, TOGETHER)
        together = self.run_nopal(content, sets=["driver.fusion=always"], **options)
        self.assertEqual(TOGETHER.findall(together.log), calls)
        expected = contents(apart.folder)
        self.assertTrue(expected)
        self.assert_equal(contents(together.folder), expected)
        return together

    def assert_equal(self, found, expected):
        self.assertEqual(found.keys(), expected.keys())
        for name, content in expected.items():
            if not isinstance(content, dict):
                self.assertEqual(found[name], content, name)
                continue
            for item, value in content.items():
                if isinstance(value, bytes):
                    self.assertEqual(found[name][item], value, (name, item))

    @staticmethod
    def stages(rhs, method, n):
        return [f"{rhs} + mol::{method}_{stage}" for stage in range(1, n + 1)]

    def test_tiles_of_every_shape(self):
        stages = self.stages("acoustics::rhs", "RK4", 4)
        for tile, threads in harness.in_turn(([], [16, 5, 3], [7, 3, 2], [1, 1, 1], [100, 100, 1]), (1, 3)):
            with self.subTest(tile=tile, threads=threads):
                self.both(sound((21, 18, 17), driver={"tile": tile}), stages, threads=threads)

    def test_grids_with_fewer_axes(self):
        stages = self.stages("acoustics::rhs", "RK4", 4)
        for cells in ((300,), (90, 80)):
            for periodic in (True, False):
                with self.subTest(cells=cells, periodic=periodic):
                    more = {} if periodic else {"boundary": {"all": "symmetric"}}
                    self.both(sound(cells, periodic=periodic, **more), stages, ranks=2)

    def test_stencils(self):
        # Velocities are temporaries that are read around their points, so momentum is, too.
        for cells, way in (((40,), "mc"), ((24, 20), "ppm"), ((17, 14, 11), "ppm"), ((12, 11, 10), "van_leer")):
            with self.subTest(cells=cells, way=way):
                rhs = "euler::ppm" if way == "ppm" else "euler::muscl"
                self.both(gas(cells, way), self.stages(rhs, "SSPRK3", 3), threads=2)

    def test_timelevels(self):
        # Each timelevel has its own storage and is read in its own way. The bin poststep also runs after the initial data.
        for tile in ([], [8, 4]):
            content = harness.content((32, 18), iterations=7, periodic=True, driver={"centering": "cell", "tile": tile}, levels={},
                                      hdf5={"every": 1, "variables": ["levels::phi", "levels::p"]})
            with self.subTest(tile=tile):
                self.both(content, ["levels::slope + levels::correct", "levels::laplace + levels::leap"], ranks=2)

    def test_every_method(self):
        for method, n in (("Euler", 1), ("midpoint", 2), ("Heun", 2), ("SSPRK3", 3), ("LSRK4", 5), ("ICN", 3), ("RK45", 6)):
            with self.subTest(method=method):
                self.both(sound((60, 50), method=method), self.stages("acoustics::rhs", method, n))
        self.both(light((14, 13, 12)), self.stages("maxwell::rhs", "LSRK4", 5))

    def test_error_control(self):
        content = sound((60,), method="RK45", driver={"time_step": "adaptive", "dt": 0.2, "dt_growth": 5.0})
        # The error is computed on the boundary, too, so its stages are no single phase.
        self.both(content, self.stages("acoustics::rhs", "RK45", 6))

    def test_a_call_between_them(self):
        content = sound((40, 30), dissipation={"variables": ["acoustics::p"], "order": 5, "strength": 0.2})
        apart = self.run_nopal(content, sets=["driver.fusion=never"])
        together = self.run_nopal(content, sets=["driver.fusion=always"])
        for stage, calls in enumerate(TOGETHER.findall(together.log), 1):
            self.assertRegex(calls, rf"^acoustics::rhs \+ dissipation::\w+ \+ mol::RK4_{stage}$")
        self.assertEqual(len(TOGETHER.findall(together.log)), 4, together.log)
        self.assert_equal(contents(together.folder), contents(apart.folder))

    def test_a_field_that_output_reads_is_stored(self):
        rates = [f"acoustics::{name}_rhs" for name in ("p", "vx", "vy", "vz")]
        for variables, calls in ((rates[:1], self.stages("acoustics::rhs", "RK4", 4)), (rates, [])):
            content = sound((40, 30))
            content["hdf5"] = {"every": 0, "at_end": True, "variables": ["acoustics::p", *variables]}
            self.both(content, calls)

    def test_steering_stores_a_field_again(self):
        content = sound((40, 30), iterations=10**8, driver={"fusion": "always"})
        content["hdf5"]["every"] = 1000
        with self.running(content, "fields_00001000.h5", ranks=1) as run:
            run.path("steer.yaml").write_text("tsv: {norms: [acoustics::p_rhs]}\n")
            self.wait_until(run.path("acoustics-p_rhs.norms.tsv").exists, "the norms of a right-hand side")
            # The end and the output at the end are asked for together, after the values were not kept.
            run.path("steer.yaml").write_text("tsv: {every: 0, at_end: true, norms: [acoustics::p_rhs, acoustics::vx_rhs]}\n"
                                              "driver: {iterations: 3}\n")
        stages = self.stages("acoustics::rhs", "RK4", 4)
        self.assertEqual(TOGETHER.findall(run.log), 3*stages)
        before = int(re.search(r"the run computes one more iteration before it ends, because output at the end reads "
                               r"acoustics::vx_rhs@0, and these values of iteration (\d+) were not kept", run.log)[1])
        self.assertEqual([int(run.column(f"acoustics-{name}_rhs.norms.tsv", "iteration")[-1]) for name in ("p", "vx")],
                         [before + 1]*2)

    def test_steering_asks_for_a_field_without_boundary(self):
        """What the parfile may not ask for, steering may not either, and the run goes on."""
        content = harness.content((24, 24), lower=-0.5, upper=0.5, iterations=10**8, mol={"method": "RK4"}, heat={"shape": "waves"},
                                  driver={"dt": 4e-4, "fusion": "always"},
                                  tsv={"every": 1000, "norms": ["heat::temperature"]})
        with self.running(content, "heat-temperature.norms.tsv", ranks=1) as run:
            for n, more in enumerate(("driver: {iterations: 3}\n", ""), 1):
                run.path("steer.yaml").write_text("tsv: {every: 0, at_end: true, norms: [heat::rate]}\n" + more)
                self.wait_until(lambda n=n: len(run.names("steered_*.yaml")) == n, f"file {n} is taken")
            run.path("steer.yaml").write_text("driver: {iterations: 3}\n")
        self.assertRegex(run.log, TOGETHER)
        refusals = re.findall(r"steer.yaml changes nothing: (\S+): tsv::norms would read heat::rate@0 \(boundary\), but it holds no "
                              r"data, and no routine writes it in this run", run.log)
        self.assertEqual([place.split(":", 1)[1] for place in refusals], ["1:38"]*2, run.log)
        content["tsv"] = {"every": 0, "at_end": True, "norms": ["heat::rate"]}
        content["driver"]["iterations"] = 3
        log = self.run_nopal(content, succeeds=False).log
        self.assertIn("tsv::norms on the host reads heat::rate@0 (boundary) at iteration 3, but it is valid nowhere", log)

    def test_a_run_goes_on_from_a_checkpoint(self):
        content = sound((30, 20), iterations=12, checkpoint={"every": 4}, driver={"fusion": "always"})
        whole = self.run_nopal(content, ranks=2)
        parfile = self.parfile(content)
        first = self.run_nopal(parfile, ranks=2, sets=["driver.iterations=8"])
        continued = self.run_nopal(parfile, ranks=2, options=["--recover", "auto"])
        self.assertRegex(continued.log, TOGETHER)
        self.assertIn("the run goes on from", continued.log)
        self.assertEqual(first.folder, continued.folder)
        numpy.testing.assert_array_equal(continued.dataset(12, "acoustics_p"), whole.dataset(12, "acoustics_p"))

    def test_who_looks_at_the_data_between_calls_gets_them(self):
        for accelerator in ({"poison": True}, {"guard": True}, {"device": "checked"}):
            with self.subTest(**accelerator):
                result = self.run_nopal(sound((20, 16), accelerator=accelerator), sets=["driver.fusion=always"])
                self.assertNotRegex(result.log, TOGETHER)

    def test_small_grids_are_not_tried(self):
        result = self.run_nopal(sound((20, 16), iterations=40))
        self.assertNotIn("are computed", result.log)

    @unittest.skipIf(harness.SMALL, "sanitizers make it slow")
    def test_the_first_calls_compare(self):
        content = sound((128, 64, 64), iterations=30, tsv={"every": 10})
        result = self.run_nopal(content)
        accounts = re.findall(r"^(acoustics::rhs \+ mol::RK4_\d) are computed (together|one after the other).*:\n"
                              r"  [\d.e+-]+ ms: one after the other.*\n  [\d.e+-]+ ms: tiles of ", result.log, re.MULTILINE)
        self.assertEqual(sorted(name for name, _ in accounts), self.stages("acoustics::rhs", "RK4", 4))
        self.assert_equal(contents(self.run_nopal(content, sets=["driver.fusion=never"]).folder), contents(result.folder))

    @unittest.skipIf(harness.SMALL, "sanitizers make it slow")
    def test_tune_measures_the_fastest_way(self):
        log = self.nopal("tune", self.parfile(sound((128, 64, 64)))).stdout
        self.assertIn("measuring 1 way", log)
        before, _, _ = log.partition("measuring 1 way")
        self.assertEqual(len(re.findall(r"^acoustics::rhs \+ mol::RK4_\d are computed .*:$", before, re.MULTILINE)), 4, log)


if __name__ == "__main__":
    unittest.main()
