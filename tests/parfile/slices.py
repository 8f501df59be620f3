"""Pictures of slices: every pixel has the colour of the nearest grid point, for any number of ranks."""

import numpy

import harness
import pictures

NOT_FINITE = (255, 0, 255)
NOT_POSITIVE = (0, 255, 255)
MAPS = {"viridis": ("viridis", 0), "magma": ("magma", 0), "grey": ("gray", 0), "coolwarm": ("coolwarm", 5)}


def colours(name):
    """Returns 256 colours of matplotlib, and the allowed difference. matplotlib defines coolwarm at 33 points only."""
    theirs, tolerance = MAPS[name]
    return pictures.colours(theirs, (numpy.arange(256) + 0.5) / 256), tolerance


class Page:
    """A picture. The plot and the colour bar in it have black frames; `areas` has the boxes inside the frames."""

    def __init__(self, path, like=None):
        """`like`: another picture of the same grid and size, for a colour map that contains black."""
        self.pixels = numpy.asarray(pictures.image(path)).astype(int)
        self.areas = like.areas if like else self.find()
        self.plot, self.bar = (self.pixels[top:bottom, left:right] for left, top, right, bottom in self.areas)

    def find(self):
        black = (self.pixels == 0).all(axis=2)
        sides = [(column, *pictures.longest_run(black[:, column])) for column in range(black.shape[1])]
        sides = [side for side in sides if side[2] - side[1] > 30]  # sides of letters are shorter
        assert len(sides) == 4, f"found {sides} instead of the sides of two frames"
        return [(left + 1, top + 1, right, bottom - 1) for (left, top, bottom), (right, _, _) in (sides[:2], sides[2:])]

    def ticks(self):
        """The columns of the ticks below the plot and the rows of the ticks to its left, from its lower left corner."""
        left, top, right, bottom = self.areas[0]
        below = (self.pixels[bottom + 2, left:right] == 0).all(axis=1)
        beside = (self.pixels[top:bottom, left - 3] == 0).all(axis=1)
        return numpy.flatnonzero(below), numpy.flatnonzero(beside[::-1])

    def outside(self, colour):
        """The number of pixels of a colour outside plot and colour bar."""
        found = (self.pixels == colour).all(axis=2)
        for left, top, right, bottom in self.areas:
            found[top:bottom, left:right] = False
        return int(found.sum())


def nearest(n, pixels):
    """Returns the point, of n points in a row, that each pixel shows: the point nearest to the pixel's middle."""
    return ((2 * numpy.arange(pixels) + 1) * n) // (2 * pixels)


def shades(values, low, high, logarithmic=False):
    with numpy.errstate(all="ignore"):
        position = numpy.log(values / low) / numpy.log(high / low) if logarithmic else (values - low) / (high - low)
        return numpy.clip(numpy.nan_to_num(numpy.floor(256 * position)), 0, 255).astype(int)


def painted(field="ramp", cells=(7, 9), upper=(1.0, 2.0, 3.0), iterations=0, driver=None, **slices):
    return harness.content(cells, iterations=iterations, upper=upper[:len(cells)], driver=driver,
                           painted={"field": field}, slices={
                               "variables": ["painted::phi"], "width": 400, "height": 320} | slices)


def ramp(cells):
    """The values of the thorn painted, with indices from the slowest axis."""
    axes = [numpy.arange(n + 1) for n in reversed(cells)]
    index = list(reversed(numpy.meshgrid(*axes, indexing="ij")))
    return sum(step * axis for step, axis in zip((1, 100, 10000), index)).astype(float)


class Pixels(harness.Case):
    def page(self, content, name="painted-phi.xy_00000000.png", like=None, **options):
        return Page(self.run_nopal(content, **options).path(name), like)

    def check(self, page, values, low, high, colour_map="viridis", logarithmic=False, tolerance=0):
        """Checks all pixels of the plot. `values` has the lowest row of the picture first. `tolerance`: how many colours of
        the map a pixel may be off, if the last bit decides."""
        height, width = page.plot.shape[:2]
        shown = values[numpy.ix_(nearest(values.shape[0], height)[::-1], nearest(values.shape[1], width))]
        expected = shades(shown, low, high, logarithmic)
        table, difference = colours(colour_map)
        choices = [table[numpy.clip(expected + shift, 0, 255)] for shift in range(-tolerance, tolerance + 1)]
        best = numpy.min([pictures.distance(page.plot, choice) for choice in choices], axis=0)
        if logarithmic:
            best[shown <= 0] = pictures.distance(page.plot, NOT_POSITIVE)[shown <= 0]
        best[~numpy.isfinite(shown)] = pictures.distance(page.plot, NOT_FINITE)[~numpy.isfinite(shown)]
        self.assertLessEqual(best.max(), difference, f"at {numpy.argwhere(best > difference)[:5]}")

    def test_two_axes(self):
        values = ramp((7, 9))
        page = self.page(painted())
        self.check(page, values, 0, 907)
        # Checked again without arithmetic: the lowest value at the lower left, the highest at the upper right.
        self.assertEqual(tuple(page.plot[-1, 0]), (0x44, 0x01, 0x54))
        self.assertEqual(tuple(page.plot[0, -1]), (0xfd, 0xe7, 0x25))
        self.assertLess(page.plot[-1, -1, 1], page.plot[0, 0, 1], "the second axis does not point upwards")

    def test_to_the_right_the_first_axis(self):
        values = numpy.tile(numpy.arange(8.0), (10, 1))
        page = self.page(painted("offset", range=[1.0, 1.000000007]))
        self.check(page, values, 0, 7, tolerance=1)
        self.assertEqual(tuple(page.plot[0, 0]), (0x44, 0x01, 0x54))
        self.assertEqual(tuple(page.plot[-1, -1]), (0xfd, 0xe7, 0x25))

    def test_three_axes(self):
        cells = (5, 7, 6)
        values = ramp(cells)
        result = self.run_nopal(painted(cells=cells, normal=["x", "y", "z"], point=[0.41, 0.55, 2.9]), ranks=2)
        # x = 0.41 is nearest to 0.4, index 2; y = 0.55 to 4/7, index 2; z = 2.9 to 3, index 6.
        for name, plane in (("yz", values[:, :, 2]), ("xz", values[:, 2, :]), ("xy", values[6, :, :])):
            with self.subTest(name=name):
                page = Page(result.path(f"painted-phi.{name}_00000000.png"))
                self.check(page, plane, plane.min(), plane.max())

    def test_middle_plane_is_the_default(self):
        values = ramp((4, 6, 8))
        self.check(self.page(painted(cells=(4, 6, 8))), values[4], 40000, 40604)

    def test_every_colour_map(self):
        like = self.page(painted())
        for colour_map in MAPS:
            with self.subTest(colour_map=colour_map):
                page = self.page(painted(colour_map=colour_map), like=like)
                self.check(page, ramp((7, 9)), 0, 907, colour_map)
                table, difference = colours(colour_map)
                rows = page.bar.shape[0]
                expected = table[nearest(256, rows)][::-1, None, :]
                self.assertLessEqual(pictures.distance(page.bar, expected).max(), difference)

    def test_points_that_are_not_finite(self):
        values = ramp((7, 9))
        values[2, :] = -numpy.inf
        values[:, 1] = numpy.nan
        for ranks in (1, 4):
            page = self.page(painted("holes"), ranks=ranks)
            self.check(page, values, 0, 907)
            self.assertGreater(page.outside(NOT_FINITE), 20, "the picture does not mention them")
        self.assertEqual(self.page(painted()).outside(NOT_FINITE), 0)
        self.assertTrue((self.page(painted("nothing")).plot == NOT_FINITE).all())

    def test_logarithmic(self):
        values = 10.0 ** numpy.tile(numpy.arange(8.0), (10, 1))
        values[0, :] = 0
        page = self.page(painted("powers", scale="logarithmic"), ranks=2)
        self.check(page, values, 1, 1e7, logarithmic=True, tolerance=1)
        self.assertGreater(page.outside(NOT_POSITIVE), 20, "the picture does not mention what is not above 0")
        page = self.page(painted("powers", scale="logarithmic", range=[100.0, 1e4]))
        self.check(page, values, 100, 1e4, logarithmic=True, tolerance=1)

    def test_symmetric(self):
        self.check(self.page(painted(scale="symmetric", colour_map="coolwarm")), ramp((7, 9)), -907, 907, "coolwarm")

    def test_fixed_range(self):
        self.check(self.page(painted(range=[200.0, 600.0])), ramp((7, 9)), 200, 600)

    def test_constant_fields_have_the_middle_colour(self):
        page = self.page(painted("constant"))
        middle = colours("viridis")[0][127:129]
        self.assertTrue(all((page.plot[0, 0] == page.plot[i, j]).all() for i in (0, -1) for j in (0, -1)))
        self.assertIn(tuple(page.plot[0, 0]), [tuple(colour) for colour in middle])

    def test_more_points_than_pixels(self):
        cells = (2999, 40)
        for ranks in (1, 3):
            page = self.page(painted(cells=cells, aspect="fill"), ranks=ranks)
            self.check(page, ramp(cells), 0, 2999 + 4000)

    def test_proportions(self):
        for upper, expected in (([1.0, 1.0], 1), ([2.0, 1.0], 2), ([1.0, 3.0], 1 / 3)):
            height, width = self.page(painted(cells=(60, 60), upper=upper)).plot.shape[:2]
            self.assertAlmostEqual(width / height / expected, 1, delta=0.02)
        for upper in ([1.0, 1000.0], [1000.0, 1.0]):
            page = self.page(painted(cells=(60, 60), upper=upper))
            self.assertGreater(min(page.plot.shape[:2]), 30)
            self.check(page, ramp((60, 60)), 0, 6060)

    def test_size(self):
        for width, height in ((320, 240), (1000, 300)):
            self.assertEqual(self.page(painted(width=width, height=height)).pixels.shape, (height, width, 3))

    def test_ticks_stand_at_round_coordinates(self):
        page = self.page(painted(cells=(10, 20), width=800, height=640))
        height, width = page.plot.shape[:2]
        # Half a spacing beyond the outermost points: from -0.05 to 1.05 and to 2.05.
        for found, pixels, upper in zip(page.ticks(), (width, height), (1.0, 2.0)):
            expected = [[int((tick + 0.05) / (upper + 0.1) * pixels) for tick in numpy.arange(0, upper + 1e-9, step)]
                        for step in (0.1, 0.2, 0.5)]
            self.assertIn(list(found), expected)

    def test_cell_centred_and_int(self):
        result = self.run_nopal(harness.content(
            (6, 5), iterations=0, periodic=True, driver={"centering": "cell"}, every_type={},
            slices={"variables": ["every_type::phi", "every_type::mask"], "width": 400, "height": 320}), ranks=2)
        values = ramp((5, 4))
        self.check(Page(result.path("every_type-phi.xy_00000000.png")), values, 0, 405, tolerance=1)
        # Integers beyond 2^53 are rounded.
        first = 9007199254740993
        page = Page(result.path("every_type-mask.xy_00000000.png"))
        self.check(page, (values.astype(numpy.int64) + first).astype(float) - float(first), 0, 404, tolerance=1)


def drawn(result):
    return {name: result.path(name).read_bytes() for name in result.names("*.png")}


class Ranks(harness.Case):
    def test_give_the_same_files(self):
        content = harness.wave((14, 11, 9), iterations=4, shape="gaussian", slices={
            "every": 2, "variables": ["wavetoy::phi"], "normal": ["x", "y", "z"], "width": 400, "height": 320,
            "colour_map": "coolwarm", "scale": "symmetric"})
        expected = drawn(self.run_nopal(content))
        self.assertEqual(sorted(expected), [f"wavetoy-phi.{plane}_{iteration:08d}.png" for plane in ("xy", "xz", "yz")
                                            for iteration in (0, 2, 4)])
        for ranks, device in ((2, "none"), (4, "none"), (1, "checked"), (2, "checked")):
            with self.subTest(ranks=ranks, device=device):
                result = self.run_nopal(content, ranks=ranks, sets=[f"accelerator.device={device}"])
                self.assertEqual(result.names(".*"), [])
                self.assertTrue(drawn(result) == expected)

    def test_a_run_that_goes_on_draws_the_same(self):
        content = harness.wave((14, 11), iterations=8, shape="gaussian", checkpoint={"every": 5},
                               slices={"every": 2, "variables": ["wavetoy::phi"], "width": 320, "height": 240})
        expected = drawn(self.run_nopal(content))
        self.assertEqual(len(expected), 5)
        parfile = self.parfile(content)
        before = self.run_nopal(parfile, ranks=2, sets=["driver.iterations=7", "slices.every=1"])
        self.assertEqual(len(before.names("*.png")), 8)
        found = drawn(self.run_nopal(parfile, options=["--recover", "auto"]))
        # Pictures of iterations after the checkpoint that are not drawn again are removed: here those of 5 and 7.
        odd = [f"wavetoy-phi.xy_{iteration:08d}.png" for iteration in (1, 3)]
        self.assertEqual(sorted(found), sorted([*expected, *odd]))
        self.assertEqual([name for name in expected if found[name] != expected[name]], [])

    def test_are_drawn_when_they_are_due(self):
        result = self.run_nopal(painted(iterations=7), sets=["slices.every=3", "slices.at_end=true"])
        self.assertEqual([name[-12:] for name in result.names("*.png")],
                         ["00000000.png", "00000003.png", "00000006.png", "00000007.png"])

    def test_end_with_one_message_if_rank_0_cannot_write_a_picture(self):
        for taken, text in ((".painted-phi.xy_00000000.png.part", "cannot create"),
                            ("painted-phi.xy_00000000.png", "cannot rename")):
            with self.subTest(taken=taken):
                folder = self.folder / f"taken-{len(taken)}"
                (folder / taken / "folder").mkdir(parents=True)
                log = self.run_nopal(painted(driver={"output": str(folder)}), ranks=2, succeeds=False).log
                self.assertEqual(log.count(text), 1, log)
                self.assertIn("Is a directory", log)
