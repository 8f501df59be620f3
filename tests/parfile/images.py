"""Periodic axes with fewer points than ghosts, in whole runs: a ghost holds the value of the point that its index means modulo
the points of the axis."""

import math

import numpy

import harness
import stencil_references
import stencils
import streams
from epochs import Equal, Way, Work
from streams import ASYNC, CHECKED, OPENCL

ITERATIONS = 4
ALL = [True, True, True]


def winding(cells, **more):
    """Distances are 1, so coordinates are whole numbers."""
    return harness.content(cells, iterations=ITERATIONS, upper=[float(n) for n in cells], periodic=True,
                           driver={"ghosts": 5, "courant": 0.5}, winding={},
                           hdf5={"every": 1, "variables": [f"winding::{name}" for name in ("u", "m", "rows", "planes")]},
                           **more)


def at(values, i=0, j=0, k=0):
    """The values at other points, by indices modulo the points of each axis."""
    for axis, offset in ((2, i), (1, j), (0, k)):
        n = values.shape[axis]
        values = numpy.take(values, (numpy.arange(n) + offset) % n, axis)
    return values


def expected(cells):
    """The fields of each iteration, by the kernels of the thorn winding."""
    shape = (*cells, 1, 1)[2::-1]
    z, y, x = (each.astype(float) for each in numpy.indices(shape))
    u = 1 + x + 16*y + 256*z + x*y + y*z
    place = x + 100*y + 10000*z
    zero = numpy.zeros(shape)
    yield {"u": u, "m": zero, "rows": zero, "planes": zero}
    around = [(1, (5, 0, 0)), (2, (-5, 0, 0)), (3, (0, 5, 0)), (5, (0, -5, 0)), (7, (0, 0, 5)), (11, (0, 0, -5)),
              (13, (5, -5, 4))]
    for _ in range(ITERATIONS):
        t = place + at(u, 2, -1)
        u = (u + 2*at(u, 5) - 3*at(u, -4) + at(u, 0, 5) - 2*at(u, 0, -3) + at(u, 0, 0, 4) - at(u, 0, 0, -5)
             + at(u, -3, 4, -2))
        yield {"u": u, "m": sum(weight*at(place, *offset) for weight, offset in around),
               "rows": at(t, -3) + 2*at(t, 3) + 3*at(t, 0, 2) + 5*at(t, 0, -3) + 7*at(t, 1, 3),
               "planes": at(t, 0, 0, 3) + 2*at(t, 0, 0, -3) + 3*at(t, -2, 0, 1) + 5*at(t, 0, 3)}


class Images(harness.Case):
    """The thorn winding, in numpy with indices modulo the points."""

    def check(self, cells, sets=(), ranks=1, threads=1):
        with self.subTest(cells=cells, sets=sets, ranks=ranks):
            result = self.run_nopal(winding(cells), ranks=ranks, sets=sets, threads=threads)
            for iteration, fields in enumerate(expected(cells)):
                for name, values in fields.items():
                    found = result.dataset(iteration, f"winding_{name}")
                    self.assert_same_bits(found, values.reshape(found.shape), f"{name}, iteration {iteration}")
            return result

    def test_ranks(self):
        for cells, ranks in (((1,), 1), ((3,), 1), ((3,), 3), ((7,), 5), ((5, 1), 2), ((2, 3), 3), ((1, 1, 1), 1),
                             ((3, 2, 4), 2), ((1, 6, 2), 3), ((2, 2, 5), 5)):
            self.check(cells, ranks=ranks)

    def test_process_grids(self):
        for cells, grid in (((4, 5), [2, 1]), ((3, 2), [3, 1]), ((3, 5, 2), [3, 1, 1]), ((2, 5, 3), [1, 5, 1]),
                            ((2, 3, 2), [1, 1, 2]), ((9, 2, 2), [3, 1, 1])):
            self.check(cells, [f"driver.process_grid={grid}"], math.prod(grid))

    def test_hosts(self):
        settings = (["accelerator.host=serial"], ["accelerator.host=threads"], ["driver.check_bounds=true"],
                    ["accelerator.poison=true"], ["accelerator.guard=true"], ["driver.fusion=always"], ["driver.fusion=never"])
        for sets, cells in harness.in_turn(settings, ((3, 2, 4), (2, 3))):
            self.check(cells, sets, threads=2)
        for tile in ([2, 1, 1], [2, 2, 3]):
            self.check((3, 2, 4), [f"driver.tile={tile}"])
        self.check((3, 2, 4), ["driver.fusion=always", "driver.tile=[2, 1, 2]"], ranks=2)

    def test_devices(self):
        plane, line, body, thin = ((3, 2), 3), ((2,), 1), ((3, 2, 4), 1), ((1, 1, 3), 1)
        for sets, some in ((["accelerator.device=checked"], (plane, line, body, thin)),
                           (["accelerator.device=checked", "accelerator.device_options=[async]"], (plane, body)),
                           (["accelerator.device=opencl", "accelerator.stencils=stages"], (plane, thin)),
                           (["accelerator.device=opencl", "accelerator.stencils=tiles"], (plane, body))):
            for cells, ranks in (plane, line, body, thin) if harness.LONG else some:
                self.check(cells, sets, ranks)

    def test_a_stencil_that_reaches_farther_than_a_period_runs_stage_by_stage_on_a_device(self):
        tiles = ["accelerator.device=opencl", "accelerator.stencils=tiles"]
        for cells, way in (((3, 3, 3), "tile by tile"), ((3, 2, 3), "stage by stage"), ((2, 3, 3), "stage by stage")):
            result = self.check(cells, tiles)
            self.assertIn(f"stencil winding::beside on the device: {way}", result.log)

    def test_more_ghosts_than_needed(self):
        for cells, ghosts, ranks in (((2, 3), 8, 2), ((1, 3, 2), 11, 3), ((4,), 13, 3)):
            self.check(cells, [f"driver.ghosts={ghosts}"], ranks)

    def test_streams(self):
        grids = ((3, 2, 4), 1), ((2, 5), 2), ((4,), 1)
        for sets, some in ((CHECKED, grids), (ASYNC, grids[:2]), (OPENCL, grids[1:2])):
            for cells, ranks in grids if harness.LONG else some:
                self.check(cells, [*sets, "accelerator.streaming=always", "accelerator.block_size=2"], ranks)

    def test_recovery_with_other_ranks_and_ghosts(self):
        """A checkpoint holds the owned points. Ghosts that were valid are filled from them, whoever owns them now."""
        for cells, before, after in (((2, 3), (1, 5), (3, 8)), ((2, 3), (3, 7), (1, 5)), ((3, 2, 2), (2, 5), (3, 6))):
            with self.subTest(cells=cells, before=before, after=after):
                parfile = self.parfile(winding(cells, checkpoint={"every": 2}))
                self.run_nopal(parfile, ranks=before[0], sets=[f"driver.ghosts={before[1]}", "driver.iterations=2"])
                result = self.run_nopal(parfile, ranks=after[0], sets=[f"driver.ghosts={after[1]}"], options=["--recover", "auto"])
                self.assertIn("iteration 2\n", result.log)
                for name, values in list(expected(cells))[-1].items():
                    found = result.dataset(ITERATIONS, f"winding_{name}")
                    self.assert_same_bits(found, values.reshape(found.shape), name)

    def test_the_copies_are_planned(self):
        for device, ranks in (("none", 3), ("checked", 1), ("checked", 3)):
            content = winding((2, 3, 2), device=device)
            self.run_nopal(content, ranks=ranks, options=["--compare-plan"])


class DeepGhosts(Equal):
    """Ghosts for several iterations leave the bits of the least ghosts, without epochs."""

    def test_epochs(self):
        for work, way, longest in (
                (Work("wavetoy", (3,), periodic=True, centering="cell"), Way(6, (2,), ghosts=6), 6),
                (Work("wavetoy", (4, 3), periodic=True), Way(5, (3, 2), ranks=3, ghosts=5), 5),
                (Work("wavetoy", (2, 1, 3), periodic=True, centering="cell"), Way(4, (0, 0, 2), ghosts=4, check_bounds=True), 4),
                (Work("wavetoy", (11, 3, 2), periodic=(False, True, True)), Way(4, (0, 2, 2), ranks=2, ghosts=4), 4),
                (Work("cip", (5, 3), periodic=True), Way(4, (2, 3), ranks=2, ghosts=8), 4),
                (Work("rates", (23, 2), periodic=(False, True)), Way(3, (7, 2), ranks=2, ghosts=3, host="threads", threads=2), 3),
                (Work("diffusion", (2, 3), periodic=True), Way(3, (2, 2), ranks=3, ghosts=6), 3)):
            self.compare(work, way, longest)

    def test_the_automatic_width_stays_within_the_next_process(self):
        content = Work("wavetoy", (7,), periodic=True).content()
        plain = self.reference(content)
        for ranks in (1, 3, 5):
            result = self.run_nopal(content, ranks=ranks, sets=["driver.ghosts=auto", "driver.blocking_factor=auto"])
            self.assert_same_output(result, plain)
            self.assertRegex(result.log, rf"driver\.ghosts: auto takes [1-{7 // ranks}][:,]")


class StreamedDeepGhosts(streams.Streams):
    def test_epochs(self):
        for work, way, longest in (
                (Work("wavetoy", (3, 5), periodic=True), streams.Way(4, 2, ASYNC, ghosts=4), 4),
                (Work("wavetoy", (5, 2, 3), periodic=True, centering="cell"), streams.Way(4, 1, ranks=3, ghosts=4), 4),
                (Work("wavetoy", (3, 2), periodic=True), streams.Way(3, 2, OPENCL, ranks=2, ghosts=3), 3)):
            self.compare(work, way, longest)


class FewPoints(stencils.Stencil):
    """The stencils of the tree, in numpy."""

    grids = (3, 2, 2), (1, 3, 4), (4, 1, 2)

    def test_places(self):
        cases = (stencils.case(ranks=2), stencils.case(device="checked", ranks=2), stencils.case(device="opencl"),
                 stencils.case(driver={"tile": [2, 1, 1]}), stencils.case(accelerator={"poison": True}))
        for number, cells in enumerate(self.grids):
            self.sweep(cells, ALL, [stencils.case(), *(cases if harness.LONG else cases[number::len(self.grids)])])

    thorn = "smooth"
    ghosts = 4
    parameters = {"weight": 0.2}

    def step(self, grid, u):
        return stencil_references.smooth(grid, u, self.parameters["weight"], 8)


class FewPointsOfFluxes(FewPoints):
    grids = (17, 1, 2), (1, 19, 2)  # the limiter lets nothing change where both axes have few points
    thorn = "diffusion"
    kept = ("coeff",)
    ghosts = 2
    parameters = {}

    def step(self, grid, u, coeff):
        return stencil_references.diffusion(grid, u, coeff)
