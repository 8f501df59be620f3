"""The thorn tsv writes planes and points: the values are right on any number of ranks, and other programs can read them."""

import itertools
import math
import re
import shutil
import subprocess
import unittest

import numpy

import harness

POINT = (0.11, -0.2, 0.28)
# Points on a grid point along some axes, between ranks, next to the boundary, and between the ends of a periodic axis.
POINTS = ((0.0, 0.0, 0.0), (0.013, -0.487, 0.21), (0.497, 0.499, -0.4999), (-0.25, 0.111, 0.013), (-0.5, -0.5, -0.5))


def wave(cells, *, variables=("wavetoy::phi",), iterations=6, every=3, points=POINTS, interpolation="cubic", **options):
    dimension = len(cells)
    return harness.wave(
        cells, iterations=iterations, shape="plane",
        wavetoy={"wavelength": 0.7} | {f"direction_{axis}": value for axis, value in zip("yz"[:dimension - 1], (0.5, -0.3))},
        tsv={"lines": list(variables), "lines_every": every, "planes": list(variables) if dimension > 1 else [],
             "planes_every": every, "point": list(POINT[:dimension]), "points": list(variables), "points_every": every,
             "points_at": [x for point in points for x in point[:dimension]], "interpolation": interpolation},
        hdf5={"every": every, "variables": list(variables)}, **options)


def texts(result):
    return {name: result.text(name) for name in result.names("*.tsv")}


def blocks(text):
    """The data sets of a file. A data set is a list of scans, a scan is a list of rows of numbers."""
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    return [[[list(map(float, row.split("\t"))) for row in scan.splitlines()] for scan in block.split("\n\n")]
            for block in body.split("\n\n\n") if block]


class Planes(harness.Case):
    def test_values_are_those_of_the_fields(self):
        for (cells, pairs), (centering, periodic, ghosts) in itertools.product(
                (((13, 10), ("xy",)), ((13, 10, 9), ("xy", "xz", "yz"))),
                (("vertex", False, 2), ("cell", True, 1), ("cell", False, 1))):
            with self.subTest(cells=cells, centering=centering, periodic=periodic):
                result = self.run_nopal(wave(cells, centering=centering, periodic=periodic, ghosts=ghosts), ranks=3)
                self.assertEqual(result.names("*phi.??.tsv"), [f"wavetoy-phi.{pair}.tsv" for pair in pairs])
                for pair in pairs:
                    self.check_plane(result, pair, cells, centering, periodic, ghosts)

    def check_plane(self, result, pair, cells, centering, periodic, ghosts):
        outside = 0 if periodic else ghosts if centering == "cell" else ghosts - 1
        centre = 0.5 if centering == "cell" else 0
        found = blocks(result.text(f"wavetoy-phi.{pair}.tsv"))
        self.assertEqual(len(found), 3)
        # numpy skips the empty lines.
        rows = numpy.loadtxt(result.path(f"wavetoy-phi.{pair}.tsv"))
        for block, iteration in zip(found, (0, 3, 6)):
            field = result.dataset(iteration, "wavetoy_phi")
            where = [math.ceil((x + 0.5) * n - centre - 0.5 - 1e-9) + outside for x, n in zip(POINT, cells)]
            for axis in pair:
                where["xyz".index(axis)] = slice(None)
            expected = field[tuple(reversed(where))]
            self.assertEqual(len(block), expected.shape[0])
            values = numpy.array(block)
            self.assert_same_bits(values[:, :, -1], expected, pair)
            self.assert_same_bits(rows[rows[:, 0] == iteration][:, -1], expected.ravel())
            self.assertEqual(set(values[:, :, 1].ravel()), {iteration * 0.5 / max(cells)})
            for axis, name in enumerate("xyz"[:len(cells)]):
                indices = values[:, :, 2 + pair.index(name)] if name in pair else numpy.full(values.shape[:2], where[axis] - outside)
                coordinates = -0.5 + (indices + centre) * (1 / cells[axis])
                self.assert_same_bits(values[:, :, 4 + axis], coordinates, name)
            if iteration == 0:
                self.assertEqual(list(values[:, 0, 3]), list(range(-outside, expected.shape[0] - outside)))
                self.assertEqual(list(values[0, :, 2]), list(range(-outside, expected.shape[1] - outside)))

    def test_complex_and_integer_planes(self):
        names = ["every_type::phi", "every_type::mask", "every_type::psi"]
        result = self.run_nopal(harness.every_type(tsv={
            "planes": names, "points": list(names), "points_at": [0.2, 0, 0, 0.9, 0, 0], "point": [0, 0, 0]}), ranks=4)
        self.assertIn("\n# unit: metre\n", result.text("every_type-phi.xz.tsv"))
        self.assertIn("\n# column 8: phi [metre]\n", result.text("every_type-phi.xz.tsv"))
        self.assertIn("\t9007199254740994\n", result.text("every_type-mask.xy.tsv"))
        self.assertEqual(result.column("every_type-psi.yz.tsv", "psi.real"),
                         [100 * j + 10000 * k for k in range(10) for j in range(8)])
        text = result.text("points.tsv")
        self.assertIn("\n# column 3: every_type::phi[0], at (0.2, 0, 0) [metre]\n", text)
        row = text.splitlines()[-1].split("\t")
        # Between the last point and the first: linear interpolation, integers as reals.
        self.assertEqual(row[2:], ["0.14285714285714285", format((4 / 7 + 0) / 2, ".17g"), "9007199254740994",
                                   format((9007199254740997.0 + 9007199254740993.0) / 2, ".17g"), "1", "0.25", "2", "0.5"])


class Points(harness.Case):
    def test_grid_points_give_their_own_values(self):
        cells = (12, 10, 8)
        nodes = [(i, j, k) for i in (0, 5, 12) for j in (0, 4, 5, 10) for k in (3, 4)]
        points = [tuple(-0.5 + index / n for index, n in zip(node, cells)) for node in nodes]
        for interpolation in ("nearest", "linear", "cubic"):
            with self.subTest(interpolation=interpolation):
                result = self.run_nopal(wave(cells, points=points, interpolation=interpolation), ranks=4)
                for row in result.rows("points.tsv"):
                    field = result.dataset(int(row["iteration"]), "wavetoy_phi")
                    for p, (i, j, k) in enumerate(nodes):
                        self.assertEqual(row[f"wavetoy::phi[{p}]"], field[k, j, i], (i, j, k))


class Ranks(harness.Case):
    def test_files_are_the_same_for_any_number_of_ranks_and_any_device(self):
        variables = ("wavetoy::phi", "wavetoy::error")
        for cells, periodic, interpolation in (((40,), True, "cubic"), ((13, 10), False, "cubic"), ((13, 10), True, "linear"),
                                               ((9, 8, 10), True, "cubic"), ((9, 8, 10), False, "linear")):
            with self.subTest(cells=cells, periodic=periodic, interpolation=interpolation):
                content = wave(cells, variables=variables, periodic=periodic, interpolation=interpolation)
                content["wavetoy"]["error_every"] = 1
                expected = texts(self.run_nopal(content))
                self.assertEqual(len(expected), 1 + 2 * len(cells) + 2 * math.comb(len(cells), 2))
                for ranks, device in ((2, "none"), (3, "checked"), (4, "none"), (1, "checked")):
                    content["accelerator"]["device"] = device
                    self.assertEqual(texts(self.run_nopal(content, ranks=ranks)), expected, (ranks, device))

    def test_more_ranks_than_planes_have_points(self):
        content = wave((4, 4, 12), driver={"process_grid": [1, 1, 4]})
        expected = texts(self.run_nopal(content, sets=["driver.process_grid=[1, 1, 1]"]))
        self.assertEqual(texts(self.run_nopal(content, ranks=4)), expected)


class Transfers(harness.Case):
    def test_planes_lines_and_points_copy_their_points_and_no_others(self):
        """Each kind of output brings the points that it writes to the host, each point once."""
        cells, iterations = (9, 8, 10), 6
        x, y, z = (n + 1 for n in cells)
        planes = x * y + x * z + y * z - (x + y + z) + 1
        lines = x + y + z - 2
        near = 2 * 2 * 1  # z = 0.3 is a plane of the grid
        at = {"points": ["wavetoy::phi"], "points_at": [0.1, 0.2, 0.3]}
        for tsv, outputs, points in (
                ({"planes": ["wavetoy::phi"], "planes_every": 2}, 4, 4 * planes),
                ({**at, "points_every": 3}, 3, 3 * near),
                ({"planes": ["wavetoy::phi"], "planes_every": 3, "lines": ["wavetoy::phi"], "lines_every": 3, **at,
                  "points_every": 2}, 3 + 3 + 4, 3 * planes + 3 * lines + 4 * near),
                ({"planes": ["wavetoy::phi"], "planes_every": 0}, 0, 0)):
            with self.subTest(tsv=tsv):
                result = self.run_nopal(harness.wave(cells, iterations=iterations, device="checked", tsv=tsv,
                                                     driver={"report_transfers": True}))
                count, payload, _ = result.transfers("evolution")[0]["to_host"]
                self.assertEqual((count, payload), (outputs, points * 8))


class Recovery(harness.Case):
    def test_interrupted_and_continued_equals_uninterrupted(self):
        content = wave((13, 10, 9), iterations=12, every=2, periodic=(False, True, False),
                       checkpoint={"every": 3, "keep": 9})
        content["tsv"] |= {"norms": ["wavetoy::phi"], "every": 1}
        parfile = self.parfile(content)
        whole = self.run_nopal(parfile, ranks=2)
        expected = texts(whole)
        self.assertEqual(len(expected), 1 + 3 + 3 + 1)
        for checkpoint, before, after in ((3, 1, 2), (6, 2, 1), (9, 4, 3)):
            with self.subTest(checkpoint=checkpoint):
                shutil.rmtree(whole.folder)
                result = self.run_nopal(parfile, ranks=before)
                for path in result.folder.glob("*.tsv"):
                    with path.open("r+b") as file:  # as if the run was killed in the middle of a row after the checkpoint
                        file.truncate(path.stat().st_size - 7)
                result = self.run_nopal(parfile, ranks=after,
                                        options=["--recover", str(result.folder / f"checkpoint_{checkpoint:08d}")])
                self.assertIn(f"iteration {checkpoint}\n", result.log)
                self.assertEqual(texts(result), expected)


class Trouble(harness.Case):
    def test_what_is_wrong_with_planes_and_points_is_told_at_once(self):
        content = wave((10, 10))
        content["tsv"] |= {"planes_along": ["xz"], "points_at": [0.1, 0.2, 0.6, 0.1], "planes": ["wavetoy::energy"]}
        log = self.run_nopal(content, ranks=2, succeeds=False).log
        for message in ("tsv.planes lists 'wavetoy::energy', which is a scalar", "tsv.planes_along lists xz on a grid of 2 axes",
                        "tsv.points_at: point 1 has coordinate 0.6 along x, outside the grid"):
            self.assertEqual(log.count(message), 1, log)


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is not installed")
class Gnuplot(harness.Case):
    def gnuplot(self, folder, commands):
        run = subprocess.run(["gnuplot", "-e", commands], cwd=folder, text=True, capture_output=True, check=False)
        self.assertEqual((run.returncode, re.sub(r"\s*", "", run.stderr)), (0, ""), run.stderr)
        return run.stdout

    def test_blocks_are_data_sets_and_scans_make_a_surface(self):
        result = self.run_nopal(wave((8, 6)), ranks=2)
        rows = result.rows("wavetoy-phi.xy.tsv")
        for index, iteration in enumerate((0, 3, 6)):
            out = self.gnuplot(result.folder, "set table; set format '%.17g'; "
                               f"splot 'wavetoy-phi.xy.tsv' index {index} using 5:6:7")
            self.assertEqual(out.count("# IsoCurve"), 7)
            surface = [list(map(float, line.split()[:3])) for line in out.splitlines() if line.strip().endswith("i")]
            self.assertEqual(sorted(surface), sorted([row["x"], row["y"], row["phi"]] for row in rows
                                                     if row["iteration"] == iteration))
        self.gnuplot(result.folder, "set terminal png; set output 'plane.png'; set pm3d map; "
                     "splot 'wavetoy-phi.xy.tsv' index 2 using 5:6:7")
        self.gnuplot(result.folder, "set terminal png; set output 'lines.png'; set multiplot layout 1,2; "
                     "plot 'wavetoy-phi.x.tsv' index 2 using 4:6 with lines; "
                     "plot 'points.tsv' using 2:3 with lines, '' using 2:4 with lines")
        for name in ("plane.png", "lines.png"):
            self.assertGreater(result.path(name).stat().st_size, 1000)
