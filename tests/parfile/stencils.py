"""Stencils in whole runs. Every host backend, device, number of ranks and tile shape gives the bits of stages that run one
after the other over whole arrays (stencil_references.py).

With NOPAL_LONG_TESTS=1 every case also runs on the grid of 256 x 256 x 80 points, with more tile shapes. Otherwise settings that
do not depend on each other take turns.
"""

import math
import re
import subprocess
import sys
import unittest

import numpy

import harness
import stencil_references

EVERY_CASE = harness.LONG and not harness.SMALL
LARGE = (256, 256, 80) if EVERY_CASE else (64, 64, 80)
SMALL = (29, 21, 13) if harness.SMALL else (61, 47, 13)
ALL_PERIODIC, MIXED, NONE_PERIODIC = [True, True, True], [True, False, False], [False, False, False]
HOSTS = ("serial", "threads", "fibers", "openmp-blocks", "openmp-threads", "openmp-teams")
TILES = ([], [1, 1, 1], [7, 5, 3], [64, 4, 13], [1000, 1000, 1000])


def case(**options):
    """A way to run: ranks, threads, device, accelerator (a dictionary), driver (a dictionary)."""
    return options


def places():
    """Every host backend, every device, several numbers of ranks."""
    for host in HOSTS:
        yield case(accelerator={"host": host}, threads=3)
    for device, numbers in (("checked", (1, 2, 4)), ("opencl", (1, 2, 4) if EVERY_CASE else (2,))):
        for ranks in numbers:
            yield case(device=device, ranks=ranks)
    for way in ("stages", "tiles"):
        yield case(device="opencl", accelerator={"stencils": way}, threads=2)
    for ranks, grid in ((2, [2, 1, 1]), (2, [1, 2, 1]), (4, [2, 2, 1]), (4, [4, 1, 1])):
        yield case(ranks=ranks, driver={"process_grid": grid})


def tiles(shapes=TILES):
    for number, tile in enumerate(shapes):
        yield case(driver={"tile": tile}, threads=1 + number % 3, ranks=(1, 2, 4)[number % 3])


class Stencil(harness.Case):
    """What the tests of the three thorns share."""

    thorn = None
    ghosts = 2
    kept = ()  # the fields that do not change
    iterations = 3
    parameters = {}

    def step(self, grid, u, *kept):
        """One step in numpy."""
        raise NotImplementedError

    def content(self, cells, periodic, device="none", accelerator=None, driver=None, thorn=None):
        name = thorn or self.thorn
        variables = [f"{name}::u", *(f"{name}::{each}" for each in self.kept)]
        return harness.content(
            cells, iterations=self.iterations, periodic=periodic, device=device,
            accelerator=accelerator or {},
            driver={"ghosts": self.ghosts, "centering": "cell"} | (driver or {}),
            **{name: self.parameters, "hdf5": {"every": 1, "variables": variables}})

    def run_case(self, cells, periodic, *, ranks=1, threads=1, options=(), **how):
        return self.run_nopal(self.content(cells, periodic, **how), ranks=ranks, threads=threads, options=options)

    def grid(self, periodic, **driver):
        return stencil_references.Grid(periodic, driver.get("boundary_width", driver.get("ghosts", self.ghosts)))

    def expected(self, result, grid, thorn=None):
        """The field u at each iteration, from the initial data of a run."""
        name = thorn or self.thorn
        fields = [result.dataset(0, f"{name}_{each}") for each in ("u", *self.kept)]
        found = [fields[0]]
        for _ in range(self.iterations):
            found.append(self.step(grid, found[-1], *fields[1:]))
        return found

    def check(self, result, grid, expected, thorn=None):
        """The bits of the field at each iteration, and the sums over three planes."""
        for iteration, values in enumerate(expected):
            found = result.dataset(iteration, f"{thorn or self.thorn}_u")
            self.assert_same_bits(found, values, f"iteration {iteration}")
        planes = found.shape[0]
        for k in (0, planes//2 - 1, planes - 1):  # of 80: 0, 39, 79
            total, wanted = (math.fsum(each[k].ravel()) for each in (found, expected[-1]))
            self.assertLessEqual(abs(total - wanted), 1e-13*abs(wanted))
        first, last = (grid.interior(each) for each in (expected[0], expected[-1]))
        self.assertGreater(numpy.mean(numpy.abs(last - first) > 1e-9*numpy.abs(first)), 0.3, "hardly anything changed")

    def sweep(self, cells, periodic, cases):
        """Runs all cases and compares them with one reference, which begins with the initial data of the first case."""
        expected = None
        for how in cases:
            with self.subTest(cells=cells, periodic=periodic, **how):
                result = self.run_case(cells, periodic, **how)
                grid = self.grid(periodic, **how.get("driver", {}))
                expected = expected or self.expected(result, grid)
                self.check(result, grid, expected)


class Cases:
    """The cases of diffusion and advection_z."""

    def test_any_place(self):
        self.sweep(SMALL, MIXED, places())

    def test_any_tile(self):
        self.sweep(SMALL, ALL_PERIODIC, tiles(TILES if EVERY_CASE else TILES[1:3]))
        self.sweep(SMALL, MIXED, tiles())

    def test_any_boundary(self):
        axes = ALL_PERIODIC, NONE_PERIODIC, [False, True, True], [False, True, False]
        several = case(ranks=2, device="checked"), case(ranks=4, driver={"process_grid": [2, 2, 1]})
        for periodic, how in harness.in_turn(axes, several):
            self.sweep(SMALL, periodic, [case(), how])

    def test_any_width(self):
        drivers = {"ghosts": 3}, {"ghosts": 2, "boundary_width": 4}, {"ghosts": 3, "centering": "vertex"}
        for driver, device in harness.in_turn(drivers, ("none", "checked")):
            self.sweep(SMALL, MIXED, [case(driver=driver), case(driver=driver | {"tile": [9, 6, 13]}, ranks=2, device=device)])

    def test_what_looks_for_mistakes_finds_none(self):
        self.sweep(SMALL, MIXED, [case(driver={"check_bounds": True}, ranks=2),
                                  case(driver={"check_bounds": True, "tile": [5, 4, 13]}, threads=2),
                                  case(accelerator={"poison": True}, ranks=2),
                                  case(accelerator={"poison": True, "guard": True}, ranks=2, device="checked")])

    def test_copies_are_planned(self):
        runs = [(device, ranks) for device in harness.DEVICES for ranks in (1, 2)]
        self.sweep(SMALL, MIXED, [case(device=device, ranks=ranks, options=["--compare-plan"])
                                  for device, ranks in (runs if EVERY_CASE else zip(harness.DEVICES, (2, 1, 2)))])

    @unittest.skipIf(harness.SMALL, "a large grid")
    def test_the_published_grid(self):
        self.iterations = 2
        few = [case(threads=2), case(ranks=2, driver={"tile": [LARGE[0], 8, 80]}), case(device="opencl", threads=2)]
        more = (case(), *places(), *tiles((*TILES, [256, 4, 80], [32, 32, 80], [64, 16, 4], [256, 256, 1])))
        for periodic in (ALL_PERIODIC, MIXED, NONE_PERIODIC) if EVERY_CASE else (MIXED,):
            self.sweep(LARGE, periodic, more if EVERY_CASE else few)


class Diffusion(Cases, Stencil):
    optimised = True
    thorn = "diffusion"
    kept = ("coeff",)

    def step(self, grid, u, coeff):
        return stencil_references.diffusion(grid, u, coeff)

    def test_the_limiter_acts_at_some_points(self):
        u = self.run_case(SMALL, MIXED).dataset(0, "diffusion_u")
        flx, fly, along_i, along_j = stencil_references.fluxes(self.grid(MIXED).around(u, 2, 2))
        for limited, free in ((flx, along_i), (fly, along_j)):
            share = numpy.mean(limited != free)
            self.assertTrue(0.05 < share < 0.95, share)

    def test_on_planes_and_lines(self):
        """Along an axis that the grid does not have, all differences are zero."""
        for cells in ((61, 47), (61,)):
            for periodic in (True, False):
                with self.subTest(cells=cells, periodic=periodic):
                    result = self.run_case(cells, [periodic]*len(cells), ranks=2)
                    found, coeff = ([result.dataset(iteration, f"diffusion_{name}") for iteration in range(self.iterations + 1)]
                                    for name in ("u", "coeff"))
                    shape = found[0].shape if len(cells) == 2 else (1, *found[0].shape)
                    grid = self.grid([periodic]*len(cells) + [True]*(3 - len(cells)))
                    u = found[0].reshape(1, *shape)
                    for each in found[1:]:
                        u = self.step(grid, u, coeff[0].reshape(1, *shape))
                        self.assert_same_bits(each, u.reshape(each.shape))


class AdvectionZ(Cases, Stencil):
    thorn = "advection_z"
    kept = ("wcon", "utens")
    parameters = {"dtr_stage": 0.15, "wind": 0.14, "forcing": 0.2}

    def step(self, grid, u, wcon, utens):
        return stencil_references.advection_z(grid, u, wcon, utens, self.parameters["dtr_stage"])

    def check(self, result, grid, expected, thorn=None):
        super().check(result, grid, expected, thorn)
        kept = [result.dataset(0, f"advection_z_{name}") for name in self.kept]
        for iteration in range(1, self.iterations + 1):
            before, after = (result.dataset(each, "advection_z_u") for each in (iteration - 1, iteration))
            self.assertLess(self.residual(grid, before, after, *kept), 1e-12)

    def residual(self, grid, before, after, wcon, utens):
        """The largest error of an equation of the tridiagonal systems."""
        a, b, c, d = stencil_references.equations(grid, before, wcon, utens, self.parameters["dtr_stage"])
        new = grid.interior(after)
        left = b*new
        left[1:] += a[1:]*new[:-1]
        left[:-1] += c[:-1]*new[1:]
        return numpy.max(numpy.abs(left - d))

    def test_two_points_are_enough(self):
        self.sweep((9, 8, 2), [True, True, False], [case(), case(ranks=2), case(device="opencl")])

    def test_one_point_is_too_few(self):
        result = self.run_nopal(self.content((9, 8, 1), [True, True, False]), succeeds=False)
        self.assertIn("needs at least 2 points between \"bottom\" and \"top\", and there is 1", result.log)

    def test_processes_hold_whole_columns(self):
        result = self.run_nopal(self.content(SMALL, MIXED, driver={"process_grid": [1, 1, 2]}), ranks=2, succeeds=False)
        self.assertIn("process_grid", result.log)


class Smooth(Stencil):
    thorn = "smooth"
    ghosts = 4
    parameters = {"weight": 0.2}
    stages = 8

    def step(self, grid, u):
        return stencil_references.smooth(grid, u, self.parameters["weight"], self.stages)

    def test_any_place(self):
        self.sweep(SMALL, MIXED, (case(accelerator={"host": "serial"}), case(threads=3), case(device="checked", ranks=2),
                                  case(device="opencl"), case(ranks=4, driver={"process_grid": [2, 2, 1]})))

    def test_any_tile(self):
        self.sweep(SMALL, MIXED, (case(threads=1 + number % 3, driver={"tile": tile}) for number, tile in enumerate(TILES)))

    def test_other_lengths(self):
        """The thorns that bench/smooth_chain.py wrote for these tests."""
        for self.stages in (1, 2, 12):
            self.ghosts = max(2, (self.stages + 1)//2)
            thorn = f"chain{self.stages}"
            for how in (case(ranks=2), case(driver={"tile": [8, 8, 8]}, threads=2), case(device="checked")):
                with self.subTest(stages=self.stages, **how):
                    ranks, threads = how.pop("ranks", 1), how.pop("threads", 1)
                    result = self.run_nopal(self.content(SMALL, MIXED, thorn=thorn, **how), ranks=ranks, threads=threads)
                    grid = self.grid(MIXED)
                    self.check(result, grid, self.expected(result, grid, thorn), thorn)

    def test_the_generator_writes_the_thorn_of_the_tree(self):
        script = harness.SOURCE / "bench" / "smooth_chain.py"
        subprocess.run([sys.executable, script, "8", self.folder / "smooth.yaml", self.folder / "kernels"], check=True)
        self.assertEqual((self.folder / "smooth.yaml").read_text(), (harness.SOURCE / "schedules/smooth.yaml").read_text())
        ours, theirs = ({path.name: path.read_text() for path in folder.glob("*.kernel")}
                        for folder in (self.folder / "kernels", harness.SOURCE / "plugins" / "smooth"))
        self.assertEqual(ours, theirs)

    def test_the_generator_refuses_other_numbers(self):
        script = harness.SOURCE / "bench" / "smooth_chain.py"
        for number in ("0", "65", "many"):
            done = subprocess.run([sys.executable, script, number, self.folder / "a.yaml"], check=False, text=True,
                                  capture_output=True)
            self.assertEqual((done.returncode, "usage" in done.stderr), (1, True))


class Ways(harness.Case):
    """How stencils run on a device that can run them in both ways."""

    IN_TURN = "in turn, until the faster way is known"

    def run_on(self, device, cells=(24, 20, 9), iterations=10, **accelerator):
        content = harness.content(cells, iterations=iterations, periodic=MIXED, device=device,
                                  accelerator=accelerator,
                                  driver={"ghosts": 2, "centering": "cell"}, diffusion={},
                                  hdf5={"every": 1, "variables": ["diffusion::u"]})
        return self.run_nopal(content, variables={"NOPAL_CACHE": str(self.folder / "kernels")})

    def fields(self, result, iterations=10):
        return [result.dataset(iteration, "diffusion_u") for iteration in range(iterations + 1)]

    def test_a_trial_finds_the_way_and_later_runs_take_it(self):
        host = self.fields(self.run_on("none"))
        first = self.run_on("opencl")
        self.assertIn(self.IN_TURN, first.log)
        way = re.search(r"a call takes .* ms stage by stage and .* ms tile by tile, so it now runs (.* by .*)", first.log)[1]
        second = self.run_on("opencl")
        self.assertIn(f"stencil diffusion::diffuse on the device: {way}", second.log)
        self.assertNotIn(self.IN_TURN, second.log)
        for result in (first, second):
            for found, expected in zip(self.fields(result), host):
                self.assert_same_bits(found, expected)
        shown = self.nopal("cache", "show", variables={"NOPAL_CACHE": str(self.folder / "kernels")}).stdout
        self.assertIn("diffusion::diffuse (how the stencil runs)", shown)
        self.assertIn(self.IN_TURN, self.run_on("opencl", cells=(25, 20, 9)).log, "another grid has another answer")

    def test_the_parameter_chooses(self):
        self.assertIn("on the device: tile by tile, tiles of", self.run_on("opencl", iterations=1, stencils="tiles").log)
        self.assertIn("on the device: stage by stage", self.run_on("opencl", iterations=1, stencils="stages").log)

    def test_poison_and_the_device_checked_need_stages(self):
        self.assertIn("on the device: stage by stage", self.run_on("opencl", iterations=1, stencils="tiles", poison=True).log)
        self.assertIn("on the device: stage by stage", self.run_on("checked", iterations=1, stencils="tiles").log)

    def test_temporaries_do_not_travel(self):
        for way in ("stages", "tiles"):
            log = self.run_on("opencl", iterations=3, stencils=way, verbose=True).log
            self.assertIn("diffusion::u@", log)
            for temporary in ("lap", "flx", "fly"):
                self.assertNotIn(f"diffusion::{temporary}", log)


class Haze(harness.Case):
    """The example of docs/stencils.md."""

    def content(self, cloud_points=4, points=10, **options):
        options = {"periodic": [True, False, False]} | options
        return harness.content((24, 20, points), iterations=3, haze={"cloud_points": cloud_points},
                               driver={"ghosts": 2, "centering": "cell"}, hdf5={
                                   "every": 1, "variables": ["haze::h", "haze::change", "haze::depth"]}, **options)

    def test_is_what_numpy_computes(self):
        grid = stencil_references.Grid([True, False, False], 2)
        for device, ranks, cloud_points in (("none", 1, 4), ("none", 2, 0), ("checked", 2, 9), ("opencl", 1, 4)):
            with self.subTest(device=device, ranks=ranks, cloud_points=cloud_points):
                result = self.run_nopal(self.content(cloud_points, device=device),
                                        ranks=ranks)
                h = result.dataset(0, "haze_h")
                for iteration in range(4):
                    if iteration > 0:
                        h, change = stencil_references.haze_spread(grid, h, 0.02)
                        self.assert_same_bits(result.dataset(iteration, "haze_h"), h)
                        self.assert_same_bits(result.dataset(iteration, "haze_change"), change)
                    found = result.dataset(iteration, "haze_depth")
                    depth = stencil_references.haze_depth(grid, h, 1.0/10, 3.0, cloud_points)
                    self.assert_same_bits(found, grid.with_interior(numpy.zeros_like(found), depth))

    def test_a_splitter_without_room_is_refused(self):
        for cloud_points in (10, 11):
            result = self.run_nopal(self.content(cloud_points), succeeds=False)
            self.assertIn("cloud", result.log)

    def test_extents_are_those_of_the_page(self):
        printed = self.nopal("extents", "haze", "spread").stdout
        page = (harness.SOURCE / "docs" / "stencils.md").read_text()
        self.assertIn("```\n" + re.sub(r"\(.*/haze\.yaml", "(haze.yaml", printed) + "```\n", page)
