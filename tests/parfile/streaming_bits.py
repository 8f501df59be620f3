"""Data that stream through a device leave the same output as data that stay on it."""

import itertools

import epochs
import harness
from epochs import Work
from streams import ASYNC, AT_TIMES_OPENCL, BODY, CHECKED, LINE, MORE, OPENCL, PLANE, STREAMS, Streams, Way, lengths


class Bits(Streams):
    def test_one_rank(self):
        for thorn, cells, centering, way in (
                ("wavetoy", LINE, "vertex", Way(2, 1)),
                ("wavetoy", LINE, "cell", Way(8, 5, ASYNC)),
                ("wavetoy", LINE, "vertex", Way(3, 40, AT_TIMES_OPENCL)),
                ("wavetoy", PLANE, "vertex", Way(1, 4, ASYNC)),
                ("wavetoy", PLANE, "vertex", Way(3, 2)),
                ("wavetoy", PLANE, "cell", Way(7, 6, AT_TIMES_OPENCL)),
                ("wavetoy", BODY, "vertex", Way(4, 1, ASYNC)),
                ("wavetoy", BODY, "vertex", Way(8, 3)),
                ("wavetoy", BODY, "cell", Way(6, 4)),
                ("wavetoy", BODY, "cell", Way(5, 2, OPENCL)),
                ("jacobi", PLANE, "vertex", Way(5, 7)),
                ("jacobi", PLANE, "vertex", Way(8, 1, ASYNC)),
                ("himeno", (9, 8, 40), "vertex", Way(4, 2, ASYNC)),
                ("himeno", (9, 8, 40), "vertex", Way(3, 7, AT_TIMES_OPENCL)),
                ("cip", PLANE, "vertex", Way(6, 4)),
                ("cip", PLANE, "vertex", Way(2, 3, OPENCL)),
                ("late", PLANE, "vertex", Way(6, 4, ASYNC))):
            self.compare(Work(thorn, cells, centering=centering), way, way.factor)

    def test_periodic_axes(self):
        for work, way, longest in (
                (Work("wavetoy", LINE, periodic=True, centering="cell"), Way(6, 4, ghosts=6), 6),
                (Work("wavetoy", BODY, periodic=(True, False, True)), Way(4, 2, ASYNC, ghosts=4), 4),
                (Work("wavetoy", PLANE, periodic=True, centering="cell"), Way(8, 3, ghosts=5), 5),
                (Work("cip", PLANE, periodic=(False, True)), Way(3, 4, OPENCL, ghosts=4), 3),
                (Work("wavetoy", PLANE, periodic=True), Way(4, 5), 1)):
            self.compare(work, way, longest)

    def test_ranks(self):
        for work, way, longest in (
                (Work("wavetoy", PLANE), Way(4, 3, ranks=2, ghosts=4), 4),
                (Work("wavetoy", PLANE), Way(5, 2, ASYNC, ranks=2, ghosts=3), 3),
                (Work("wavetoy", PLANE, periodic=(True, False)), Way(3, 6, ranks=4, ghosts=3), 3),
                (Work("wavetoy", BODY, centering="cell", periodic=True), Way(2, 1, ranks=4, ghosts=2), 2),
                (Work("wavetoy", BODY), Way(3, 2, OPENCL, ranks=2, ghosts=3), 3),
                (Work("wavetoy", LINE, periodic=True, centering="cell"), Way(6, 50, ranks=2, ghosts=6), 6),
                (Work("jacobi", PLANE), Way(7, 1, ranks=2, ghosts=7), 7),
                (Work("himeno", (9, 8, 40)), Way(3, 2, ASYNC, ranks=2, ghosts=3), 3),
                (Work("rates", PLANE), Way(3, 2, ASYNC, ranks=2, ghosts=3), 3),
                (Work("cip", PLANE, periodic=True), Way(3, 5, ASYNC, ranks=2, ghosts=4), 3)):
            self.compare(work, way, longest)

    def test_stencils(self):
        for work, way, longest in (
                (Work("diffusion", PLANE), Way(4, 3), 4),
                (Work("diffusion", BODY), Way(5, 2, OPENCL), 5),
                (Work("diffusion", BODY), Way(3, 4, ASYNC, ranks=2), 3),
                (Work("diffusion", PLANE, periodic=True), Way(4, 2, ASYNC, ghosts=6), 3),
                (Work("diffusion", PLANE), Way(8, 20, ASYNC, ranks=2, ghosts=4), 2)):
            self.compare(work, way, longest)

    def test_too_few_ghosts(self):
        self.compare(Work("wavetoy", BODY), Way(4, 2, ranks=2, ghosts=1), 1)

    def test_blocks_of_any_size(self):
        """The device has gigabytes. So large blocks are right, if that is what the user wants."""
        for work, way in ((Work("wavetoy", BODY, centering="cell"), Way(6, 30)), (Work("himeno", BODY), Way(4, 2)),
                          (Work("himeno", BODY), Way(4, 2, memory="1 GB"))):
            self.compare(work, way, way.factor)

    def test_the_sweep(self):
        """Every number of iterations with every grid, thorn and number of ranks. Blocks and devices take turns."""
        if not harness.LONG:
            self.skipTest("NOPAL_LONG_TESTS is not 1")
        blocks, devices = itertools.cycle((1, 2, 3, 5, 40)), itertools.cycle((CHECKED, ASYNC, CHECKED, OPENCL))
        for work, ranks, factor in itertools.product(epochs.Epochs.works(), (1, 2, 4), range(1, 9)):
            for depth in sorted({1, factor - 1, factor} - {0}) if work.exchanges(ranks) else (1,):
                if work.allows(depth, ranks):
                    self.compare(work, Way(factor, next(blocks), next(devices), ranks, depth * work.reach),
                                 work.longest(factor, depth, ranks) or None)


class Thorns(Streams):
    """What runs beside epochs: kernels and functions of other bins, initial data, checks."""

    def test_results_of_analysis(self):
        """Kernels of analysis, of which one writes storage that comes and goes, are passes of their own."""
        content = Work("wavetoy", PLANE).content(section={"energy_every": 4})
        content["tsv"] |= {"every": 4, "norms": ["wavetoy::phi", "wavetoy::energy", "wavetoy::error"]}
        for device in (CHECKED, ASYNC, *MORE):
            with self.subTest(device=device):
                way = Way(8, 4, device)
                expected = self.reference_of(content, way)
                result = self.run_nopal(content, sets=way.sets())
                self.assertEqual(max(lengths(result)), 4, result.log)
                self.assert_same_output(result, expected)

    def test_himeno_sums_squares(self):
        self.compare(Work("himeno", (9, 8, 40)), Way(4, 2), 4, section={"gosa_every": 4})

    def test_the_bits_are_those_of_the_host(self):
        content = Work("wavetoy", PLANE, norms_every=7, fields_every=8, iterations=24).content()
        expected = self.reference(content, sets=["accelerator.device=none"])
        for device in (ASYNC, *MORE):
            result = self.run_nopal(content, sets=Way(4, 3, device).sets())
            self.assertIn(STREAMS, result.log)
            self.assert_same_output(result, expected)

    def other(self, thorns, section, device=CHECKED, ranks=1, **driver):
        """Runs other thorns, both ways, and compares the output."""
        content = harness.content(PLANE, iterations=12, driver={"ghosts": 1} | driver, **thorns,
                                  tsv={"every": 3, "norms": [*section]}, hdf5={"every": 4, "variables": [*section]})
        expected = self.reference(content, sets=[*device, "accelerator.streaming=never"])
        result = self.run_nopal(content, ranks=ranks, sets=Way(4, 3, device, ranks).sets())
        self.assertIn(STREAMS, result.log)
        self.assert_same_output(result, expected)
        return result

    def test_functions_of_the_host_between_kernels(self):
        """A function of evol or poststep ends each epoch. So kernels are passes of their own."""
        for device, ranks in ((CHECKED, 1), (ASYNC, 2), *((each, 1) for each in MORE)):
            with self.subTest(device=device, ranks=ranks):
                result = self.other({"spoilt": {"from": 100}}, ["spoilt::u", "spoilt::v"], device, ranks)
                self.assertRegex(result.log, "no epoch at iteration 1, because of spoilt::others")
                result = self.other({"relax": {}}, ["relax::u"], device, ranks, periodic=[True, True])
                self.assertRegex(result.log, "no epoch at iteration 1, because of relax::")

    def test_kernels_with_bindings(self):
        fields = ["decay::u", "decay::v", "decay::w"]
        for device in (CHECKED, *MORE):
            result = self.other({"decay": {}, "stepper": {}}, fields, device)
            self.assertEqual(max(lengths(result)), 3, "output of 3, 4, 6, 8, 9 and 12 ends them")

    def test_the_thorn_boundary(self):
        """Up to 4 layers its clause says how far it reads inwards: so far as symmetric and extrapolate need."""
        faces = {"all": "symmetric", "parity_x": "odd", "order": 4, "upper_y": "extrapolate"}
        for boundary, centering, width, method in ((faces, "vertex", 4, "RK4"), (faces | {"upper_x": "scalar"}, "cell", 3, "LSRK4"),
                                                   ({"all": "extrapolate", "lower_x": "flat"}, "cell", 2, "Heun")):
            thorns = {"mol": {"method": method}, "acoustics": {"shape": "gaussian", "width": 0.3}, "boundary": boundary}
            with self.subTest(boundary=boundary, centering=centering, width=width):
                driver = {"centering": centering, "ghosts": 2, "boundary_width": width, "courant": 0.3}
                result = self.other(thorns, ["acoustics::p", "acoustics::vx"], ASYNC, **driver)
                self.assertEqual(max(lengths(result)), 3, result.log)
                if width == 4:  # epochs on the host
                    content = harness.content(PLANE, iterations=12, driver=driver | {"blocking_factor": 4}, **thorns,
                                              hdf5={"every": 4, "variables": ["acoustics::p", "acoustics::vx"]})
                    expected = self.reference(content, sets=["accelerator.device=none", "driver.blocking_factor=1"])
                    found = self.run_nopal(content, sets=["accelerator.device=none", "driver.tile=[7, 5]"])
                    self.assertEqual(max(lengths(found)), 4, found.log)
                    self.assert_same_output(found, expected)

    def test_with_every_check(self):
        content = Work("wavetoy", PLANE).content()
        expected = self.reference(content, sets=[*CHECKED])
        for setting in ("accelerator.poison=true", "accelerator.guard=true", "accelerator.synchronous=true",
                        "driver.check_bounds=true", "accelerator.verbose=true"):
            with self.subTest(setting):
                result = self.run_nopal(content, sets=[*Way(4, 3).sets(), setting])
                self.assertIn(STREAMS, result.log)
                self.assert_same_output(result, expected)


if __name__ == "__main__":
    harness.unittest.main()
