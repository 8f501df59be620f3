"""scripts/plot draws lines, and values of tables over time."""

import numpy

import harness
from pictures import Frame, distance
from plot_case import Plots


class Curves(Plots):
    BLUE = (31, 119, 180)

    def places(self, labels, picture):
        """Maps coordinates to pixels by the numbers at the axes."""
        below = labels.numbers(lambda x, y: y > picture.bottom)
        beside = labels.numbers(lambda x, y: x < picture.left and picture.top - 8 < y < picture.bottom + 8)
        self.assertGreaterEqual(min(len(below), len(beside)), 3, labels.texts)
        to_x = numpy.polyfit([value for value, _, _ in below], [x for _, x, _ in below], 1)
        to_y = numpy.polyfit([value for value, _, _ in beside], [y - 4 for _, _, y in beside], 1)
        return lambda x, y: (numpy.polyval(to_x, x), numpy.polyval(to_y, y))

    def check_curve(self, arguments, coordinates, values):
        picture, labels = self.picture_and_labels(*arguments, kind=Frame)
        place = self.places(labels, picture)
        blue = distance(picture.pixels, self.BLUE) < 60
        for coordinate, value in zip(coordinates, values):
            x, y = (int(round(each)) for each in place(coordinate, value))
            near = blue[max(y - 4, 0):y + 5, max(x - 3, 0):x + 4]
            self.assertTrue(near.any(), f"no curve at {coordinate}, {value}: pixel {x}, {y}")
        self.assertLess(blue.mean(), 0.1)

    def test_lines(self):
        result = self.run_nopal(harness.wave((40,), iterations=30, shape="plane", periodic=True,
                                             wavetoy={"wavelength": 1.0}, tsv={"lines": ["wavetoy::phi"], "lines_every": 15},
                                             hdf5={"every": 15, "variables": ["wavetoy::phi"]}), ranks=2)
        x, phi = zip(*((row["x"], row["phi"]) for row in result.rows("wavetoy-phi.x.tsv") if row["iteration"] == 15))
        self.assertEqual(len(x), 40)
        for name in ("wavetoy::phi", "wavetoy::phi.x"):
            with self.subTest(name=name):
                self.check_curve((result.folder, name, "--iterations", 15), x, phi)
        self.check_texts(self.labels(result.folder, "wavetoy::phi.x"), "iteration 0", "iteration 15", "iteration 30")
        self.assertEqual(len(self.made(result.folder, "wavetoy::phi.x", "--separate", "--iterations", "all")), 3)

        # The middle one of three curves has a colour that can be seen, also if the scale is symmetric.
        picture, labels = self.picture_and_labels(result.folder, "wavetoy::phi.x", "--iterations", "all", "--scale",
                                                  "symmetric", kind=Frame)
        place = self.places(labels, picture)
        coloured = numpy.ptp(picture.pixels.astype(int)[..., :3], axis=-1) > 60
        for i in range(2, 38):
            at_x, at_y = (int(round(each)) for each in place(x[i], phi[i]))
            self.assertTrue(coloured[max(at_y - 3, 0):at_y + 4, max(at_x - 2, 0):at_x + 3].any(), (x[i], phi[i]))

    def test_a_line_through_a_field(self):
        result = self.grid((9, 6, 5))
        self.check_curve((result.folder, "every_type::phi", "--at", "x=0", "--at", "z=2"),
                         -1 + numpy.arange(7) / 3, 100 * numpy.arange(7) / 7)

    def test_many_curves_are_told_by_colour(self):
        result = self.run_nopal(harness.wave((20,), iterations=12, shape="plane", periodic=True,
                                             tsv={"lines": ["wavetoy::phi"]}))
        text = self.labels(result.folder, "wavetoy::phi.x", "--iterations", "all").joined()
        self.assertIn("iterations 0 to 12", text)
        self.assertNotIn("iteration 3", text)
        self.assertGreaterEqual(text.split("\n").count("time"), 1)

    def test_norms_and_scalars_over_time(self):
        result = self.run_nopal(harness.wave((12, 12), iterations=20, shape="gaussian", wavetoy={"energy_every": 2},
                                             tsv={"every": 2, "norms": ["wavetoy::phi", "wavetoy::energy"]},
                                             hdf5={"every": 5, "variables": ["wavetoy::energies"]}), ranks=2)
        self.check_curve((result.folder, "wavetoy::phi.norms", "--columns", "norm2"),
                         *(result.column("wavetoy-phi.norms.tsv", name) for name in ("time", "norm2")))
        text = self.labels(result.folder, "wavetoy::phi.norms").joined()
        for column in ("min", "max", "sum", "average", "norm1", "norm2", "norm_inf", "time"):
            self.assertIn(column, text.split("\n"))
        # From the text file, which has more iterations than the HDF5 files.
        self.check_texts(self.labels(result.folder, "wavetoy::energy"), "11 rows")
        result.path("wavetoy-energy.tsv").unlink()
        self.check_texts(self.labels(result.folder, "wavetoy::energy"), "5 rows")
