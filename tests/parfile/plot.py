"""scripts/plot draws what the run computed: where it belongs, in the right colour, with labels that tell the truth.

Nothing here takes a place or a colour from the script. The frame of a picture is found in its pixels, the coordinates
that labels claim in the text of its SVG twin; expected values come from the indices of the thorn every_type, from
formulas, or from text files, and expected colours straight from matplotlib's maps.
"""

import contextlib
import io
import os
import re
import resource
import subprocess
import sys
import unittest
import xml.etree.ElementTree

import h5py
import matplotlib
import numpy
from PIL import Image

import harness

sys.path.insert(0, str(harness.SOURCE / "scripts"))
from nopal_plot import cli

SCRIPT = harness.SOURCE / "scripts" / "plot"
SVG = "{http://www.w3.org/2000/svg}"
POINT = 100 / 72  # pixels


def image(path):
    with Image.open(path) as opened:
        return opened.convert("RGB")


def colours(name, positions):
    """Of a colour map at positions from 0 to 1, as bytes."""
    return numpy.round(numpy.array(matplotlib.colormaps[name](numpy.clip(positions, 0, 1)))[..., :3] * 255).astype(int)


def distance(a, b):
    return numpy.abs(numpy.asarray(a, dtype=int) - numpy.asarray(b, dtype=int)).max(axis=-1)


class Picture:
    """Pixels [row from the top, column], and the box inside of its frame."""

    def __init__(self, pixels):
        self.pixels = numpy.asarray(pixels)[..., :3].astype(int)
        dark = self.pixels.max(axis=-1) < 110
        height, width = dark.shape
        rows = [y for y in range(height) if longest(dark[y]) > 0.25 * width]
        columns = [x for x in range(width) if longest(dark[:, x]) > 0.25 * height]
        self.left, self.bottom = columns[0], rows[-1]
        self.top = rows[0]
        # The frame ends where the row of its lower edge ends: the colour bar has a frame of its own.
        self.right = self.left + first_false(dark[self.bottom, self.left:])

    def at(self, along, up):
        """The pixel at fractions of the frame, from the left and from below."""
        x = self.left + along * (self.right - self.left)
        y = self.bottom - up * (self.bottom - self.top)
        return self.pixels[int(round(y)), int(round(x))]


def longest(line):
    """The length of the longest run of true values."""
    ends = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], line, [False]))))
    return int((ends[1::2] - ends[::2]).max(initial=0))


def first_false(line):
    return int(numpy.argmin(line)) if not line.all() else len(line)


class Labels:
    """The texts of an SVG picture with their places in pixels, from the top left."""

    def __init__(self, path):
        self.texts = []
        for text in xml.etree.ElementTree.parse(path).iter(f"{SVG}text"):
            content = "".join(text.itertext()).strip().replace("\N{MINUS SIGN}", "-")
            move = re.search(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", text.get("transform", ""))
            x, y = move.groups() if move else (text.get("x", "nan"), text.get("y", "nan"))
            self.texts.append((content, float(x) * POINT, float(y) * POINT))

    def joined(self):
        return "\n".join(content for content, _, _ in self.texts)

    def numbers(self, inside):
        """(value, x, y) of labels that are numbers, at places that `inside` accepts."""
        return [(float(content), x, y) for content, x, y in self.texts
                if re.fullmatch(r"-?\d+(\.\d+)?", content) and inside(x, y)]


class Plots(harness.Case):
    def plot(self, *arguments, succeeds=True):
        """Runs the script's main function: what it printed, as .stdout and .stderr."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = cli.main([str(argument) for argument in arguments])
            except SystemExit as end:  # argparse
                code = end.code
        self.assertEqual(not code, succeeds, f"{arguments}\n{out.getvalue()}{err.getvalue()}")
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())

    def start(self, *arguments, succeeds=True, environment=None, limit=None):
        """The same in a process of its own, as users start it; `limit` is of its memory, in bytes."""
        result = subprocess.run([str(SCRIPT), *map(str, arguments)], cwd=self.folder, text=True,
                                capture_output=True, timeout=120, check=False,
                                preexec_fn=limit and (lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))),
                                env=(environment or os.environ) | {"OPENBLAS_NUM_THREADS": "1"})
        self.assertNotIn("Traceback", result.stderr)
        self.assertEqual(result.returncode == 0, succeeds, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def made(self, *arguments, **options):
        """The files that the script says it made."""
        lines = (self.start if options else self.plot)(*arguments, **options).stdout.splitlines()
        paths = [self.folder / line for line in lines if re.search(r"\.(png|svg|pdf|gif|mp4)$", line)]
        for path in paths:
            self.assertTrue(path.is_file(), path)
        self.assertEqual([path for each in paths for path in each.parent.glob(".*")], [], "left over")
        return paths

    def picture(self, *arguments):
        path, = self.made(*arguments)
        return Picture(image(path))

    def labels(self, *arguments):
        path, = self.made(*arguments, "--format", "svg")
        return Labels(path)

    def picture_and_labels(self, *arguments, kind=Picture):
        png, svg = self.made(*arguments, "--format", "png,svg")
        return kind(image(png)), Labels(svg)

    def grid(self, cells, **driver):
        """Every point of the field psi.i is 0.25 i, of phi (i + 100 j + 10000 k) / 7."""
        names = ["every_type::phi", "every_type::psi"]
        return self.run_nopal({
            "description": "Known fields", "thorns": ["every_type", "hdf5", "tsv"],
            "driver": {"lower": [0.0, -1.0, 2.0][:len(cells)], "upper": [1.0, 1.0, 3.0][:len(cells)], "cells": list(cells),
                       "iterations": 0} | driver,
            "hdf5": {"variables": names}, "tsv": {"lines": list(names), "norms": ["every_type::total"]}}, ranks=2)

    def check_points(self, picture, values, low, high, map_name="viridis", tolerance=2):
        """values[up, right] are where they belong, each in its colour."""
        n_up, n_right = values.shape
        expected = colours(map_name, (values - low) / (high - low))
        for up in range(n_up):
            for right in range(n_right):
                found = picture.at((right + 0.5) / n_right, (up + 0.5) / n_up)
                self.assertLessEqual(distance(found, expected[up, right]), tolerance, (right, up, found, expected[up, right]))
        self.assertGreater(len(numpy.unique(expected.reshape(-1, 3), axis=0)), 5, "the test tells points apart")


class Maps(Plots):
    def test_planes_of_every_dimension(self):
        number = lambda i, j, k: (i + 100 * j + 10000 * k) / 7
        # cells, cut, the index that it fixes, axes to the right and upwards
        cases = (((9, 6), None, None, "x", "y"), ((9, 6, 5), None, {"k": 2}, "x", "y"),
                 ((9, 6, 5), "y=-0.6", {"j": 1}, "x", "z"), ((9, 6, 5), "x=0.72", {"i": 6}, "y", "z"))
        results = {}
        for cells, cut, fixed, right, upwards in cases:
            with self.subTest(cells=cells, cut=cut):
                if cells not in results:
                    results[cells] = self.grid(cells)
                result = results[cells]
                fixed = fixed or ({"k": 0} if len(cells) == 2 else {})
                n = dict(zip("ijk", [cell + 1 for cell in cells] + [1] * (3 - len(cells))))
                j_or_k = {"x": "i", "y": "j", "z": "k"}
                horizontal, vertical = numpy.meshgrid(numpy.arange(n[j_or_k[right]]), numpy.arange(n[j_or_k[upwards]]))
                index = dict({"i": 0, "j": 0, "k": 0}, **{j_or_k[right]: horizontal, j_or_k[upwards]: vertical}, **fixed)
                at = ["--at", cut] if cut else []
                phi = number(index["i"], index["j"], index["k"])
                picture = self.picture(result.folder, "every_type::phi", *at)
                self.check_points(picture, phi, phi.min(), phi.max())
                if right == "x":
                    picture = self.picture(result.folder, "every_type::psi.i", *at, "--range", "-1:3")
                    self.check_points(picture, 0.25 * numpy.broadcast_to(index["i"], phi.shape), -1, 3)

    def test_every_point_of_a_wave(self):
        """Neither symmetric nor monotonic: against the formula, on grids of each kind."""
        for centering, periodic in (("vertex", False), ("cell", False), ("cell", True)):
            with self.subTest(centering=centering, periodic=periodic):
                result = self.run_nopal(harness.wave(
                    (12, 9), iterations=0, shape="gaussian", centering=centering, periodic=periodic, ghosts=1,
                    wavetoy={"centre_x": 0.2, "centre_y": -0.3, "width": 0.25},
                    hdf5={"variables": ["wavetoy::phi"]}), ranks=2)
                first = 0 if periodic or centering == "vertex" else -1
                count = [n - 2 * first + (centering == "vertex" and not periodic) for n in (12, 9)]
                x, y = (-0.5 + (numpy.arange(first, first + n) + (centering == "cell") / 2) / cells
                        for n, cells in zip(count, (12, 9)))
                wave = numpy.exp(-((x[None, :] - 0.2)**2 + (y[:, None] + 0.3)**2) / (2 * 0.25**2))
                if not periodic:
                    wave[[0, -1], :] = wave[:, [0, -1]] = 0
                picture = self.picture(result.folder, "wavetoy::phi", "--range", "0:1")
                self.check_points(picture, wave, 0, 1)
                picture = self.picture(result.folder, "wavetoy::phi", "--range", "-2:2", "--scale", "symmetric")
                self.check_points(picture, wave, -2, 2, "RdBu_r")

    def test_labels_tell_the_truth(self):
        for centering, outside in (("vertex", 0.5), ("cell", 1.0)):  # what the outermost cells reach beyond, in spacings
            with self.subTest(centering=centering):
                result = self.run_nopal(harness.wave(
                    (12, 9), iterations=4, shape="gaussian", lower=-3.0, upper=3.0, centering=centering,
                    wavetoy={"centre_x": 1.0, "width": 1.0}, hdf5={"every": 2, "variables": ["wavetoy::phi"]}))
                self.check_labels(result.folder, [3 + outside * 6 / n for n in (12, 9)])

    def check_labels(self, folder, half_widths):
        picture, labels = self.picture_and_labels(folder, "wavetoy::phi", "--iterations", 2, "--range", "0:2")
        below = labels.numbers(lambda x, y: y > picture.bottom and picture.left < x < picture.right)
        beside = labels.numbers(lambda x, y: x < picture.left and picture.top < y < picture.bottom + 5)
        on_bar = labels.numbers(lambda x, y: x > picture.right and picture.top - 5 < y < picture.bottom + 10)
        self.assertGreaterEqual(min(len(below), len(beside), len(on_bar)), 3, labels.texts)
        for value, x, _ in below:
            fraction = (value / half_widths[0] + 1) / 2
            self.assertAlmostEqual(x, picture.left + fraction * (picture.right - picture.left), delta=2.5)
        for value, _, y in beside:  # a baseline lies a little below the middle of the digits
            fraction = (value / half_widths[1] + 1) / 2
            self.assertAlmostEqual(y - 4, picture.bottom - fraction * (picture.bottom - picture.top), delta=3.5)
        bar = self.bar(picture)
        for value, _, y in on_bar:
            row = min(max(int(y) - 4, picture.top + 2), picture.bottom - 2)
            self.assertLessEqual(distance(picture.pixels[row, bar], colours("viridis", value / 2)), 12, (value, row))
        dt = 0.5 * 6 / 12
        for text in ("wavetoy::phi", "The wave", f"time {2 * dt:g}", "iteration 2", "x", "y"):
            self.assertIn(text, labels.joined())

    def bar(self, picture):
        """A column inside of the colour bar: the first coloured one right of the frame."""
        row = (picture.top + picture.bottom) // 2
        for x in range(picture.right + 8, picture.pixels.shape[1]):
            if numpy.ptp(picture.pixels[row, x]) > 30:
                return x + 4
        return self.fail("there is no colour bar")

    def test_units_and_places(self):
        result = self.grid((5, 4, 4))
        text = self.labels(result.folder, "every_type::phi", "--at", "z=2.3").joined()
        self.assertIn("every_type::phi [metre]", text)
        self.assertIn("z = 2.25", text)

    def test_what_has_no_place_on_the_scale_is_grey_and_counted(self):
        result = self.grid((9, 6))
        path = result.path("fields_00000000.h5")
        with h5py.File(path, "r+") as file:
            data = file["data/0/meshes/every_type_phi"]
            data[3, 7] = numpy.nan
            data[5, 2] = -numpy.inf
            values = data[()]
        picture, labels = self.picture_and_labels(result.folder, "every_type::phi", "--range", "0:100")
        self.assertIn("grey: 2 points not finite", labels.joined())
        grey = [int("b0", 16)] * 3
        self.assertLessEqual(distance(picture.at(7.5 / 10, 3.5 / 7), grey), 2)
        self.assertLessEqual(distance(picture.at(2.5 / 10, 5.5 / 7), grey), 2)

        log, labels = self.picture_and_labels(result.folder, "every_type::phi", "--scale", "log")
        self.assertIn("grey: 3 points not positive", labels.joined())
        shown = numpy.isfinite(values) & (values > 0)
        low, high = numpy.log(values[shown].min()), numpy.log(values[shown].max())
        for j, i in zip(*numpy.nonzero(shown)):
            expected = colours("viridis", (numpy.log(values[j, i]) - low) / (high - low))
            self.assertLessEqual(distance(log.at((i + 0.5) / 10, (j + 0.5) / 7), expected), 3, (i, j))
        self.assertLessEqual(distance(log.at(0.5 / 10, 0.5 / 7), grey), 2)

    def test_one_range_for_all_iterations_or_each(self):
        result = self.run_nopal(harness.wave((16, 16), iterations=20, shape="gaussian", wavetoy={"width": 0.1},
                                             hdf5={"every": 10, "variables": ["wavetoy::phi"]}))
        fields = {iteration: result.dataset(iteration, "wavetoy_phi") for iteration in (0, 10, 20)}
        low, high = min(field.min() for field in fields.values()), max(field.max() for field in fields.values())
        for option, limits in (("same", lambda field: (low, high)), ("each", lambda field: (field.min(), field.max()))):
            with self.subTest(option=option):
                paths = self.made(result.folder, "phi", "--iterations", "all", "--range", option)
                self.assertEqual([path.name for path in paths], [f"wavetoy-phi_{n:08d}.png" for n in fields])
                for path, field in zip(paths, fields.values()):
                    self.check_points(Picture(image(path)), field, *limits(field), tolerance=3)
        self.assertNotAlmostEqual(fields[20].max(), high)

    def test_regions_and_joined_files(self):
        """Axes of one point are no axes of a picture; virtual datasets whose values are gone are no fields."""
        result = self.grid((9, 6, 5))
        own = result.path("fields_00000000.h5")
        with h5py.File(own) as file, h5py.File(result.path("joined.h5"), "w") as joined:
            record = file["data/0/meshes/every_type_phi"]
            joined.attrs.update(file.attrs)
            joined.create_group("data/0").attrs.update(file["data/0"].attrs)
            for name, region in (("every_type_plane", numpy.s_[:, 2:3, :]), ("every_type_line", numpy.s_[3:4, :, 4:5])):
                layout = h5py.VirtualLayout(record[region].shape, record.dtype)
                layout[...] = h5py.VirtualSource(own.name, record.name, record.shape)[region]
                data = joined.create_virtual_dataset(f"data/0/meshes/{name}", layout)
                data.attrs.update(record.attrs)
            values = record[()]
        plane = values[:, 2, :]
        self.check_points(self.picture(result.folder, "every_type::plane"), plane, plane.min(), plane.max())
        self.assertIn("y", self.labels(result.folder, "every_type::line").joined().split("\n"))
        own.unlink()
        self.assertIn("which cannot be read", self.plot(result.folder, "--list").stderr)
        self.assertIn("holds no 'every_type::plane'", self.plot(result.folder, "every_type::plane", succeeds=False).stderr)

    def test_a_large_field_is_not_read_as_a_whole(self):
        result = self.grid((5, 4, 4))
        size = 2000  # 64 GB, of which the file holds nothing
        with h5py.File(result.path("fields_00000000.h5"), "r+") as file:
            meshes = file["data/0/meshes"]
            large = meshes.create_dataset("every_type_large", (size, size, size), "f8", fillvalue=7.0)
            large.attrs.update(meshes["every_type_phi"].attrs)
        path, = self.made(result.folder, "every_type::large", "--range", "0:14", limit=4 << 30)
        picture = Picture(image(path))
        self.assertLessEqual(distance(picture.at(0.3, 0.6), colours("viridis", 0.5)), 2)


class Curves(Plots):
    BLUE = (31, 119, 180)

    def places(self, labels, picture):
        """From coordinates to pixels, as the numbers at the axes claim."""
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
        rows = [row for row in result.rows("wavetoy-phi.x.tsv") if row["iteration"] == 15]
        self.assertEqual(len(rows), 40)
        x, phi = [row["x"] for row in rows], [row["phi"] for row in rows]
        for name in ("wavetoy::phi", "wavetoy::phi.x"):
            with self.subTest(name=name):
                self.check_curve((result.folder, name, "--iterations", 15), x, phi)
        text = self.labels(result.folder, "wavetoy::phi.x").joined()
        for iteration in (0, 15, 30):
            self.assertIn(f"iteration {iteration}", text)
        self.assertEqual(len(self.made(result.folder, "wavetoy::phi.x", "--separate", "--iterations", "all")), 3)

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
        rows = result.rows("wavetoy-phi.norms.tsv")
        times = [row["time"] for row in rows]
        self.check_curve((result.folder, "wavetoy::phi.norms", "--columns", "norm2"), times, [row["norm2"] for row in rows])
        text = self.labels(result.folder, "wavetoy::phi.norms").joined()
        for column in ("min", "max", "sum", "average", "norm1", "norm2", "norm_inf", "time"):
            self.assertIn(column, text.split("\n"))
        # From the text file, which has a row where there are fewer HDF5 files.
        self.assertIn("11 rows", self.labels(result.folder, "wavetoy::energy").joined())
        result.path("wavetoy-energy.tsv").unlink()
        self.assertIn("5 rows", self.labels(result.folder, "wavetoy::energy").joined())


class Frame(Picture):
    """Of diagrams, which have a line at the left and at the bottom alone."""

    def __init__(self, image):
        pixels = numpy.asarray(image)[..., :3].astype(int)
        self.pixels = pixels
        dark = pixels.max(axis=-1) < 110
        height, width = dark.shape
        self.bottom = next(y for y in range(height - 1, 0, -1) if longest(dark[y]) > 0.5 * width)
        self.left = next(x for x in range(width) if longest(dark[:, x]) > 0.5 * height)
        column = numpy.nonzero(dark[:, self.left])[0]
        self.top, self.right = int(column[0]), width


class Animations(Plots):
    def setUp(self):
        super().setUp()
        self.result = self.run_nopal(harness.wave((12, 10), iterations=16, shape="gaussian", wavetoy={"width": 0.15},
                                                  hdf5={"every": 4, "variables": ["wavetoy::phi"]}), ranks=2)
        self.fields = [self.result.dataset(iteration, "wavetoy_phi") for iteration in range(0, 17, 4)]
        self.limits = min(map(numpy.min, self.fields)), max(map(numpy.max, self.fields))

    def check_frames(self, frames, tolerance):
        self.assertEqual(len(frames), 5)
        for frame, field in zip(frames, self.fields):
            self.check_points(Picture(frame), field, *self.limits, tolerance=tolerance)

    def test_gif(self):
        path, = self.made(self.result.folder, "wavetoy::phi", "--animate", "gif", "--rate", 5)
        frames = []
        with Image.open(path) as animation:
            for n in range(animation.n_frames):
                animation.seek(n)
                frames.append(animation.convert("RGB"))
            self.assertEqual(animation.info["duration"], 200)
        self.check_frames(frames, 16)

    def test_mp4(self):
        path, = self.made(self.result.folder, "wavetoy::phi", "--animate", "mp4")
        subprocess.run(["ffmpeg", "-loglevel", "error", "-i", path, "-vsync", "0", self.folder / "frame%d.png"], check=True)
        self.check_frames([image(self.folder / f"frame{n}.png") for n in range(1, 6)], 60)
        self.assertFalse((self.folder / "frame6.png").exists())

    def test_no_ffmpeg(self):
        empty = self.folder / "empty"
        empty.mkdir()
        result = self.start(self.result.folder, "--animate", "mp4", succeeds=False,
                            environment=os.environ | {"PATH": str(empty)})
        self.assertIn("apt-get install ffmpeg, or use --animate gif", result.stderr)


class CommandLine(Plots):
    def test_a_folder_alone(self):
        result = self.grid((5, 4, 4))
        lines = self.start(result.folder).stdout
        for text in ("fields:", "lines:", "over time:", "every_type::phi ", "3-D, 6 x 5 x 5 points", "every_type::psi.r",
                     "every_type::psi.imag", "every_type::phi.z", "every_type::total", "iteration 0"):
            self.assertIn(text, lines.replace("every_type::psi.x.imag", "every_type::psi.imag"))
        names = {path.name for path in (result.folder / "plots").iterdir()}
        self.assertLessEqual({"every_type-phi.z=2.5_00000000.png", "every_type-phi.x_00000000.png", "every_type-total.png"},
                             names)
        listed = self.plot(result.folder, "--list").stdout
        self.assertIn("every_type::phi ", listed)
        self.assertNotIn(".png", listed)

    def test_help(self):
        text = self.start("--help").stdout
        for option in ("--iterations", "--at", "--scale", "--range", "--animate", "--output", "examples:"):
            self.assertIn(option, text)

    def test_where_pictures_go(self):
        result = self.grid((5, 4))
        path, = self.made(result.folder, "every_type::phi", "--output", self.folder / "else" / "where", "--size", "640x480")
        self.assertEqual(path.parent, self.folder / "else" / "where")
        self.assertEqual(image(path).size, (640, 480))
        self.assertFalse((result.folder / "plots").exists())

    def test_tables_as_they_may_come(self):
        """A header with units, a plane, points, an array, and a last line that a killed run left."""
        folder = self.folder / "run"
        folder.mkdir()
        (folder / "a-b.xy.tsv").write_text(
            "# description: Heat\n# unit: kelvin\n# column 5: x, coordinate [length]\n# iteration\ttime\ti\tj\tx\ty\tb\n" +
            "\n".join("".join(f"0\t0\t{i}\t{j}\t{i / 2}\t{j}\t{i + 10 * j}\n" for i in range(4)) for j in range(3)) + "\n\n")
        (folder / "points.tsv").write_text(
            "# content: values at points; a row an iteration\n# column 4: a::b[1], at (0.1, 2)\n"
            "# iteration\ttime\ta::b[0]\ta::b[1]\n0\t0\t1\t2\n1\t0.5\t2\t3\n2\t1.0\t3")
        (folder / "a-list.tsv").write_text("# iteration\ttime\ti\tlist\n" +
                                           "".join(f"0\t0\t{i}\t{i * i}\n" for i in range(9)))
        listing = self.plot(folder, "--list")
        self.assertRegex(listing.stdout, r"planes:\n +a::b\.xy +along x and y")
        self.assertIn("a::list", listing.stdout)
        self.assertIn("the last line of", listing.stderr)
        picture, labels = self.picture_and_labels(folder, "a::b.xy")
        self.check_points(picture, numpy.arange(4)[None, :] + 10.0 * numpy.arange(3)[:, None], 0, 23)
        text = labels.joined()
        for expected in ("a::b [kelvin]", "x [length]", "Heat"):
            self.assertIn(expected, text)
        text = self.labels(folder, "points").joined()
        for expected in ("points: values at points", "2 rows", "a::b[0]", "a::b[1] at (0.1, 2)"):
            self.assertIn(expected, text)

    def test_what_is_wrong_is_said_with_the_fix(self):
        result = self.run_nopal(harness.wave((9, 7), iterations=2, tsv={"norms": ["wavetoy::phi"], "lines": ["wavetoy::phi"]},
                                             hdf5={"every": 2, "variables": ["wavetoy::phi"]}))
        folder = result.folder
        (self.folder / "empty").mkdir()
        (self.folder / "file").write_text("")
        rows = (
            (["nowhere"], r"'nowhere' does not exist; give the output folder of a run"),
            (["file"], r"'file' is no folder"),
            (["empty"], r"'empty' holds nothing to plot: no openPMD file \*\.h5"),
            ([folder, "wavetoy::phj"], r"holds no 'wavetoy::phj'; did you mean 'wavetoy::phi'\?"),
            ([folder, "phi", "--iterations", "1"], r"wavetoy::phi was not written at iteration 1, but at 0, 2"),
            ([folder, "phi", "--iterations", "3:9"], r"not written at any iteration of 3:9, but at 0, 2"),
            ([folder, "phi", "--iterations", "latest"], r"found \"latest\", expected first, last, all, a number"),
            ([folder, "phi", "--at", "z=0"], r"has no axis 'z' to cut with --at: it has x, y"),
            ([folder, "phi", "--at", "x=7"], r"--at x=7 lies outside of wavetoy::phi, which extends from x = -0.5 to 0.5"),
            ([folder, "phi", "--at", "x=0,y=0"], r"a picture needs one axis or two, so leave one out"),
            ([folder, "phi", "--at", "x"], r"--at x: expected AXIS=COORDINATE, such as --at z=0.25"),
            ([folder, "phi", "--at", "x=nan"], r"--at x=nan: expected AXIS=COORDINATE"),
            ([folder, "phi", "--range", "1:-1"], r"--range 1:-1: expected two finite numbers, the first smaller"),
            ([folder, "phi", "--range", "-1"], r"--range -1: expected same, each or LOW:HIGH"),
            ([folder, "phi", "--range", "0:1", "--scale", "log"], r"a logarithmic scale has positive limits alone"),
            ([folder, "phi", "--range", "-1:2", "--scale", "symmetric"], r"limits such as -2:2; or use --scale linear"),
            ([folder, "phi", "--colours", "rosy"], r"matplotlib has no such colour map; some that it has: viridis"),
            ([folder, "phi", "--size", "10x10"], r"--size 10x10: expected WIDTHxHEIGHT in pixels, from 300x250"),
            ([folder, "phi", "--rate", "0", "--animate", "gif"], r"--rate 0: expected 1 to 50"),
            ([folder, "phi.norms", "--columns", "norm3"], r"has no column 'norm3': it has min, max, sum"),
            ([folder, "wavetoy::phi.norms", "--animate", "gif"], r"goes over time already: plot it without --animate"),
            ([folder, "phi", "--output", "file/in"], r"cannot write 'file/in/wavetoy-phi_00000002.png': .*; --output names"),
            ([folder, "phi", "--format", "png,gif"], r"found \"gif\", expected png, svg, pdf; animations: --animate"),
            ([folder, "phi", "--scale", "cubic"], r"invalid choice: 'cubic' \(choose from"),
            ([], r"the following arguments are required: FOLDER"),
        )
        for arguments, message in rows:
            with self.subTest(arguments=arguments):
                self.assertRegex(self.plot(*arguments, succeeds=False).stderr, message)

    def test_a_damaged_file_does_not_hide_the_others(self):
        result = self.run_nopal(harness.wave((9, 7), iterations=4, hdf5={"every": 2, "variables": ["wavetoy::phi"]}))
        damaged = result.path("fields_00000002.h5")
        damaged.write_bytes(damaged.read_bytes()[:1000])
        shown = self.plot(result.folder, "phi", "--iterations", "all")
        self.assertRegex(shown.stderr, r"warning: '.*fields_00000002.h5' is passed over: .* damaged, or not be complete")
        self.assertEqual(len(list((result.folder / "plots").glob("*.png"))), 2)
        for path in result.folder.glob("*.h5"):
            path.write_bytes(b"")
        self.assertIn("holds nothing to plot", self.start(result.folder, succeeds=False).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
