"""The thorn coordinates against numpy, on grids of one to three axes, and in a run that goes on from a checkpoint."""

import unittest

import numpy

import harness

VARIABLES = "coordinates::coordinates"


def points(cells, lower, upper, periodic, centering):
    """The coordinates of owned points along each axis, outer boundary of one layer included."""
    for n, low, high, wraps in zip(cells, lower, upper, periodic):
        spacing = (high - low) / n
        if centering == "vertex":
            yield low + spacing * numpy.arange(0, n if wraps else n + 1)
        else:
            yield low + spacing * (numpy.arange(0 if wraps else -1, n if wraps else n + 1) + 0.5)


class Coordinates(harness.Case):
    def check(self, result, iteration, axes):
        found = {name: result.dataset(iteration, f"coordinates_{name}") for name in "xyzr"}
        axes = [*axes, *[numpy.zeros(1)] * (3 - len(axes))]
        expected = dict(zip("zyx", numpy.meshgrid(*reversed(axes), indexing="ij")))
        expected["r"] = numpy.sqrt(expected["x"]**2 + expected["y"]**2 + expected["z"]**2)
        for name, values in expected.items():
            self.assert_same_bits(found[name], values.reshape(found[name].shape), name)

    def test_they_are_those_of_the_points(self):
        grids = (((9,), (-0.5,), (0.25,), [False], "vertex"), ((6, 5), (-1, 0), (1, 0.5), [True, False], "cell"),
                 ((4, 6, 5), (0, -3, 1), (1, 3, 2), [False, True, False], "vertex"))
        for cells, lower, upper, periodic, centering in grids:
            for device in harness.DEVICES:
                for ranks in (1, 2):
                    with self.subTest(cells=cells, device=device, ranks=ranks):
                        result = self.run_nopal(harness.content(
                            cells, iterations=0, device=device, lower=lower, upper=upper, periodic=periodic,
                            driver={"centering": centering}, coordinates={}, hdf5={"every": 1, "variables": [VARIABLES]}),
                            ranks=ranks)
                        self.check(result, 0, list(points(cells, lower, upper, periodic, centering)))

    def test_they_are_set_again_after_a_recovery(self):
        parfile = self.parfile(harness.wave((6, 5, 4), iterations=3, coordinates={}, checkpoint={"at_end": "always"},
                                            hdf5={"every": 1, "variables": [VARIABLES]}))
        first = self.run_nopal(parfile, sets=["driver.iterations=2"])
        again = self.run_nopal(parfile, ranks=2, options=["--recover", "auto"])
        axes = list(points((6, 5, 4), (-0.5,) * 3, (0.5,) * 3, [False] * 3, "vertex"))
        self.check(first, 2, axes)
        self.check(again, 3, axes)

    def test_nobody_must_read_all_of_them(self):
        def check(**output):
            content = harness.wave((6, 5), iterations=2, coordinates={}, tsv={"every": 1, "norms": ["wavetoy::phi"]}, **output)
            return self.nopal("check", self.parfile(content)).stdout
        self.assertIn("nothing wrong found", check(hdf5={"every": 1, "variables": ["coordinates::r"]}))
        self.assertIn('coordinates::fill writes "at_x(everywhere)", but neither a routine nor output reads', check())

    def test_norms_see_them(self):
        result = self.run_nopal(harness.content((8,), iterations=0, lower=-1, upper=3, coordinates={},
                                                tsv={"every": 1, "norms": ["coordinates::x", "coordinates::r"]}), ranks=2)
        self.assertEqual((result.column("coordinates-x.norms.tsv", "min"), result.column("coordinates-x.norms.tsv", "max")),
                         ([-1.0], [3.0]))
        self.assertEqual(result.column("coordinates-r.norms.tsv", "min"), [0.0])


if __name__ == "__main__":
    unittest.main()
