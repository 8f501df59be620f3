"""Output of data on sets: the values by global number, whatever the number of ranks and the partition."""

import shutil
import unittest

import h5py
import numpy

import harness
import sets
import slices
from sets import MESH, airfoil, run_on_sets

DATS = ["airfoil::x", "airfoil::bound", "airfoil::q", "airfoil::res"]
MESHES = ["airfoil::cell_nodes on airfoil::x", "airfoil::bedge_nodes on airfoil::x"]


def flow(iterations=4, thorns=(), **settings):
    return airfoil(iterations, **dict(thorns), hdf5={
        "every": 2, "variables": [*DATS, "airfoil::rms"], "meshes": MESHES} | settings)


def datasets(result, iteration):
    """The datasets of an iteration, by path, with their attributes. Links are followed."""
    found = {}
    with result.fields(iteration) as file:
        for kind in ("dats", "maps"):
            for name, dataset in file[f"data/{iteration}/{kind}"].items():
                found[f"{kind}/{name}"] = (dataset[()], dict(dataset.attrs))
    return found


class Values(harness.Case):
    def assert_same(self, found, expected):
        self.assertEqual(list(found), list(expected))
        for name, (values, attributes) in found.items():
            self.assert_same_bits(values, expected[name][0], name)
            self.assertEqual({key: str(value) for key, value in attributes.items()},
                             {key: str(value) for key, value in expected[name][1].items()})

    def test_the_same_bits_on_all_ranks_with_all_partitions_and_transfers(self):
        expected = self.run_nopal(flow())
        for ranks, partition, settings in (
                (2, "graph", {}), (3, "coordinates", {}), (4, "blocks", {}), (4, "graph", {"background": True}),
                (2, "graph", {"background": True, "background_memory": 1}), (3, "graph", {"transfers": "collective"}),
                (2, "blocks", {"transfers": "independent"}), (2, "graph", {"compression": "deflate"}),
                (1, "graph", {"alignment": 4096}), (2, "graph", {"iteration_encoding": "groupBased"})):
            with self.subTest(ranks=ranks, partition=partition, **settings):
                result = self.run_nopal(flow(**settings), ranks=ranks, sets=[f"driver.partition={partition}"])
                for iteration in (0, 2, 4):
                    self.assert_same(datasets(result, iteration), datasets(expected, iteration))
                    with result.fields(iteration) as file:
                        self.assertEqual(float(file[f"data/{iteration}"].attrs["airfoil_rms"]),
                                         expected.column("airfoil-rms.tsv", "rms")[iteration])
                self.assertEqual(result.text("fields.xmf"), expected.text("fields.xmf"))
        with h5py.File(result.path("fields.h5")) as joined, h5py.File(MESH) as mesh:
            self.assert_same_bits(joined["data/4/maps/airfoil_cell_nodes"][()], mesh["pcell"][()].astype(numpy.int64))

    def test_rows_are_elements_in_the_order_of_the_file(self):
        result = self.run_nopal(flow(), ranks=3)
        found = datasets(result, 4)
        shapes = {"dats/airfoil_x": (1891, 2), "dats/airfoil_bound": (140, 1), "dats/airfoil_q": (1800, 4),
                  "dats/airfoil_res": (1800, 4), "maps/airfoil_cell_nodes": (1800, 4), "maps/airfoil_bedge_nodes": (140, 2)}
        self.assertEqual({name: values.shape for name, (values, _) in found.items()}, shapes)
        with h5py.File(MESH) as mesh:
            for name, dataset in (("dats/airfoil_x", "p_x"), ("dats/airfoil_bound", "p_bound"),
                                  ("maps/airfoil_cell_nodes", "pcell"), ("maps/airfoil_bedge_nodes", "pbedge")):
                values = mesh[dataset][()]
                numpy.testing.assert_array_equal(found[name][0], values.reshape(shapes[name]))
        self.assertEqual(found["dats/airfoil_bound"][0].dtype, numpy.int64)
        q = found["dats/airfoil_q"][0]
        self.assertGreater(len(numpy.unique(q[:, 3])), 100)
        norms, = (row for row in result.rows("airfoil-q.norms.tsv") if row["iteration"] == 4)
        self.assertEqual([norms["min"], norms["max"]], [q.min(), q.max()])
        self.assertEqual(found["dats/airfoil_q"][1]["set"], b"airfoil::cells")
        self.assertEqual(found["maps/airfoil_cell_nodes"][1]["to"], b"airfoil::nodes")
        with result.fields(0) as first, result.fields(4) as later:
            self.assertIsInstance(first.get("data/0/maps/airfoil_cell_nodes", getlink=True), h5py.HardLink)
            link = later.get("data/4/maps/airfoil_cell_nodes", getlink=True)
            self.assertEqual((link.filename, link.path), ("fields_00000000.h5", "/data/0/maps/airfoil_cell_nodes"))

    def test_the_log_names_the_memory(self):
        log = self.run_nopal(flow(0, background=True)).log
        values = 1891 * 2 + 140 + 2 * 1800 * 4 + 1800 * 4 + 140 * 2  # x, bound, q and res, both tables
        for what in ("values on sets in the order of the file", "copies for output in the background"):
            self.assertIn(f"hdf5, {what}: {8 * values / 1024:.1f} KiB\n", log)

    def test_floats(self):
        double, single = (datasets(self.run_nopal(flow(precision=word), ranks=ranks), 2)
                          for word, ranks in (("double", 1), ("float", 2)))
        for name, (values, _) in double.items():
            rounded = values.astype(numpy.float32) if values.dtype == numpy.float64 else values
            self.assert_same_bits(single[name][0], rounded, name)

    def test_sets_without_elements_and_integers_beyond_doubles(self):
        for knots, ranks in ((1, 1), (1, 3), (40, 2)):
            with self.subTest(knots=knots, ranks=ranks):
                for transfers in ("direct", "collective"):
                    result = self.run_nopal(run_on_sets(1, pond={"knots": knots}, hdf5={
                        "variables": ["pond::h", "pond::n", "pond::l"], "transfers": transfers}), ranks=ranks)
                    with result.fields(1) as file:
                        n = file["data/1/dats/pond_n"]
                        self.assertEqual((n.shape, n.dtype), ((knots, 3), numpy.int64))
                        self.assertEqual(list(n[:, 2]), [9007199254740993 + knot for knot in range(knots)])
                        self.assertEqual(file["data/1/dats/pond_l"].shape, (2 * knots, 1))

    def test_a_run_that_goes_on_writes_the_same_files(self):
        thorns = {"checkpoint": {"every": 3}}
        expected = self.run_nopal(flow(8, thorns))
        parfile = self.parfile(flow(8, thorns))
        self.run_nopal(parfile, ranks=2, sets=["driver.iterations=5"])
        result = self.run_nopal(parfile, ranks=3, sets=["driver.partition=blocks"], options=["--recover", "auto"])
        self.assertIn("iteration 3\n", result.log)
        self.assertEqual(result.names("*.h5"), expected.names("*.h5"))
        for iteration in (0, 2, 4, 6, 8):
            self.assert_same(datasets(result, iteration), datasets(expected, iteration))
        # The new run has its own tables.
        self.assertEqual([result.text("fields.xmf").count(f"h5:/data/{n}/maps/airfoil_cell_nodes") for n in (0, 4)], [2, 3])


def points_of(coordinates, points=("airfoil::q", "airfoil::bound", "airfoil::x"), iterations=4, thorns=(), **settings):
    content = flow(iterations, thorns)
    content["tsv"] |= {"points": list(points), "points_every": 2, "points_at": [x for point in coordinates for x in point],
                       "positions": ["airfoil::x"], "corners": ["airfoil::cell_nodes", "airfoil::bedge_nodes"]} | settings
    return content


class Points(harness.Case):
    COORDINATES = [(0.5, 0.1), (-3.0, 0.2), (100.0, 100.0), (1.0, 0.0)]

    def nearest(self, written, table, point):
        """The element whose corners' mean is nearest to the point; the first of several."""
        x = written["dats/airfoil_x"][0]
        positions = x if table is None else written[f"maps/airfoil_{table}"][0]
        if table is not None:
            total = 0.0
            for corner in range(positions.shape[1]):  # in the order of the row
                total = total + x[positions[:, corner]]
            positions = total / positions.shape[1]
        return int(numpy.argmin(((positions - numpy.array(point)) ** 2).sum(axis=1)))

    def test_values_are_those_of_the_nearest_elements(self):
        result = self.run_nopal(points_of(self.COORDINATES), ranks=3)
        self.assertEqual([row["iteration"] for row in result.rows("points.tsv")], [0, 2, 4])
        for row in result.rows("points.tsv"):
            written = datasets(result, int(row["iteration"]))
            for p, point in enumerate(self.COORDINATES):
                for name, table in (("q", "cell_nodes"), ("x", None), ("bound", "bedge_nodes")):
                    element = self.nearest(written, table, point)
                    values = written[f"dats/airfoil_{name}"][0][element]
                    columns = [f"airfoil::{name}[{p}]"] if name == "bound" else [
                        f"airfoil::{name}[{p}].{c}" for c in range(len(values))]
                    self.assertEqual([row[column] for column in columns], list(values), (name, point))
                    of_set = {"q": "cells", "x": "nodes", "bound": "bedges"}[name]
                    self.assertEqual(result.log.count(f"the element of airfoil::{of_set} nearest to "
                                                      f"({point[0]:g}, {point[1]:g}) is {element}, at a distance of "), 1)
        text = result.text("points.tsv")
        self.assertIn("\n# content: values at points, dats at the nearest element; a row per iteration\n", text)
        self.assertIn("\n# column 4: airfoil::q[0].1, at (0.5, 0.1), component 1\n", text)
        self.assertNotIn("# grid:", text)

    def test_the_same_bytes_on_all_ranks_with_all_partitions_and_devices(self):
        expected = self.run_nopal(points_of(self.COORDINATES)).text("points.tsv")
        for ranks, partition, device in ((2, "graph", "none"), (3, "coordinates", "none"), (4, "blocks", "checked"),
                                         (1, "graph", "checked")):
            with self.subTest(ranks=ranks, partition=partition, device=device):
                result = self.run_nopal(points_of(self.COORDINATES), ranks=ranks,
                                        sets=[f"driver.partition={partition}", f"accelerator.device={device}"])
                self.assertEqual(result.text("points.tsv"), expected)

    def test_of_elements_that_are_equally_near_the_smallest_number_counts(self):
        path = shutil.copy(MESH, self.folder / "same.h5")
        with h5py.File(path, "r+") as mesh:
            mesh["p_same"] = numpy.zeros_like(mesh["p_x"][()])
            mesh["p_same"][1000:] = 3.0
            mesh["p_same"][[0, 700]] = [[numpy.nan, 0.0], [numpy.inf, 0.0]]
        for ranks, partition in ((1, "graph"), (4, "graph"), (3, "blocks")):
            with self.subTest(ranks=ranks, partition=partition):
                log = self.run_nopal(airfoil(0, norms=[], data=["airfoil::x = p_same", "airfoil::bound = p_bound"], mesh=path) | {
                    "tsv": {"points": ["airfoil::x"], "points_at": [0.0, 0.0, 3.0, 3.0], "positions": ["airfoil::x"]}},
                    ranks=ranks, sets=[f"driver.partition={partition}"]).log
                for point, element in (("(0, 0)", 1), ("(3, 3)", 1000)):
                    self.assertIn(f"the element of airfoil::nodes nearest to {point} is {element}, at a distance of 0\n", log)

    def test_corners_of_a_varying_number_and_integers(self):
        """Each of the nine cells lies at the mean of the values of its edges."""
        edges = [3.3, 2.1, 7.4, 5.5, 7.6, 3.4, 10.5, 9.9, 8.9, 6.4, 4.4, 3.6]
        of_cells = [(0, 2), (0, 1, 3), (1, 4), (2, 5, 7), (3, 5, 6, 8), (4, 6, 9), (7, 10), (8, 10, 11), (9, 11)]
        positions = [sum(edges[edge] for edge in row) / len(row) for row in of_cells]
        points = [0.0, 5.0, 7.0, 100.0]
        cells = [min(range(9), key=lambda cell: abs(positions[cell] - point)) for point in points]
        content = run_on_sets(1, nine={}, tsv={"points": ["nine::n", "nine::c"], "points_at": points,
                                               "positions": ["nine::e"], "corners": ["nine::cell_edges"]})
        for ranks in (1, 3, 12):
            with self.subTest(ranks=ranks):
                row = self.run_nopal(content, ranks=ranks).rows("points.tsv")[-1]
                self.assertEqual([row[f"nine::n[{p}]"] for p in range(4)], [len(of_cells[cell]) for cell in cells])
                for p, cell in enumerate(cells):
                    self.assertAlmostEqual(row[f"nine::c[{p}]"], sets.Nine.CELLS[cell], places=12)

    def test_a_grid_and_a_mesh_in_one_file(self):
        content = harness.content(
            (24, 20), iterations=4, lower=-0.5, upper=0.5, periodic=True, driver={"centering": "cell", "dt": 1e-4},
            coupled={"beads": 11}, hdf5={"every": 2, "variables": ["coupled::place", "coupled::warmth"]}, tsv={
                "points": ["coupled::warmth", "coupled::temperature", "coupled::place"], "points_every": 2,
                "points_at": [0.3, 0.0, 0.0, -0.25], "positions": ["coupled::place"]})
        expected = self.run_nopal(content)
        text = expected.text("points.tsv")
        self.assertIn("\n# content: values at points, interpolation linear, dats at the nearest element; a row per iteration\n", text)
        self.assertIn("\n# grid: 2 axes, cell-centred\n", text)
        with expected.fields(4) as file:
            place, warmth = (file[f"data/4/dats/coupled_{name}"][()] for name in ("place", "warmth"))
        row = expected.rows("points.tsv")[-1]
        self.assertEqual(list(row)[2:], ["coupled::temperature[0]", "coupled::temperature[1]",
                                         "coupled::warmth[0]", "coupled::warmth[1]",
                                         *(f"coupled::place[{p}].{c}" for p in range(2) for c in range(2))])
        for p, point in enumerate(((0.3, 0.0), (0.0, -0.25))):
            bead = int(numpy.argmin(((place - numpy.array(point)) ** 2).sum(axis=1)))
            self.assertEqual(row[f"coupled::warmth[{p}]"], warmth[bead, 0])
            self.assertEqual([row[f"coupled::place[{p}].{c}"] for c in range(2)], list(place[bead]))
        for ranks in (2, 4):
            self.assertEqual(self.run_nopal(content, ranks=ranks).text("points.tsv"), text)

    def test_no_element_at_a_finite_distance(self):
        path = shutil.copy(MESH, self.folder / "nowhere.h5")
        with h5py.File(path, "r+") as mesh:
            mesh["p_nowhere"] = numpy.full_like(mesh["p_x"][()], numpy.nan)
        content = points_of([(0.0, 0.0)], points=["airfoil::q"])
        content["mesh"] |= {"file": str(path), "data": ["airfoil::x = p_nowhere", "airfoil::bound = p_bound"]}
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                log = self.run_nopal(content, ranks=ranks, succeeds=False).log
                self.assertEqual(log.count("tsv.points_at: no element of airfoil::cells is at a finite distance from "
                                           "point 0, (0, 0): "), 1, log)

    def test_a_run_that_goes_on_writes_the_same_file(self):
        thorns = {"checkpoint": {"every": 3}}
        expected = self.run_nopal(points_of(self.COORDINATES, iterations=8, thorns=thorns))
        parfile = self.parfile(points_of(self.COORDINATES, iterations=8, thorns=thorns))
        self.run_nopal(parfile, ranks=2, sets=["driver.iterations=5"])
        result = self.run_nopal(parfile, ranks=3, options=["--recover", "auto"])
        self.assertEqual(result.text("points.tsv"), expected.text("points.tsv"))


def cells_of_pixels(corners, lower, upper, width, height):
    """The cell that each pixel shows, [row from below, column]; -1: none. A side belongs to the cell to its right."""
    shown = numpy.full((height, width), -1)
    x = lower[0] + (numpy.arange(width) + 0.5) / width * (upper[0] - lower[0])
    y = lower[1] + (numpy.arange(height) + 0.5) / height * (upper[1] - lower[1])
    for cell, polygon in enumerate(corners):
        columns = numpy.flatnonzero((x >= polygon[:, 0].min()) & (x <= polygon[:, 0].max()))
        for row in numpy.flatnonzero((y >= polygon[:, 1].min()) & (y <= polygon[:, 1].max())):
            inside = numpy.zeros(len(columns), dtype=bool)
            for ends in zip(polygon, numpy.roll(polygon, -1, axis=0)):
                low, high = sorted(ends, key=lambda end: end[1])
                if low[1] <= y[row] < high[1]:
                    inside ^= x[columns] >= low[0] + (y[row] - low[1]) / (high[1] - low[1]) * (high[0] - low[0])
            found = columns[inside & (shown[row, columns] < 0)]
            shown[row, found] = cell
    return shown


class Pictures(harness.Case):
    LOWER, UPPER = (-0.5, -0.1), (1.5, 0.7)

    def content(self, iterations=4, thorns=(), mesh=MESH, data=None, **settings):
        return airfoil(iterations, mesh, data=data, hdf5={"every": 4, "variables": DATS, "meshes": MESHES[:1]}, slices={
            "every": 4, "variables": ["airfoil::q"], "positions": ["airfoil::x"], "corners": ["airfoil::cell_nodes"],
            "lower": list(self.LOWER), "upper": list(self.UPPER), "width": 400, "height": 320} | settings, **dict(thorns))

    def check_same_pictures(self, result, expected):
        self.assertEqual(result.names("*.png"), expected.names("*.png"))
        for name in expected.names("*.png"):
            self.assertEqual(result.path(name).read_bytes(), expected.path(name).read_bytes(), name)

    def check(self, result, iteration, component, lower, upper, name="q"):
        page = slices.Page(result.path(f"airfoil-{name}.{component}_{iteration:08d}.png"))
        height, width = page.plot.shape[:2]
        written = datasets(result, iteration)
        corners = written["dats/airfoil_x"][0][written["maps/airfoil_cell_nodes"][0]]
        values = written[f"dats/airfoil_{name}"][0][:, component]
        met = ((corners.min(axis=1) <= upper) & (corners.max(axis=1) >= lower)).all(axis=1)
        shown = cells_of_pixels(corners, lower, upper, width, height)[::-1]
        colours, tolerance = slices.colours("viridis")
        expected = colours[slices.shades(values, values[met].min(), values[met].max())][shown]
        expected[shown < 0] = 255
        self.assertLessEqual(abs(page.plot - expected).max(), tolerance)
        return shown

    def test_each_pixel_has_the_colour_of_the_cell_around_it(self):
        result = self.run_nopal(self.content(), ranks=3)
        self.assertEqual(result.names("*.png"), [f"airfoil-q.{component}_{iteration:08d}.png" for component in range(4)
                                                 for iteration in (0, 4)])
        for component in range(4):
            shown = self.check(result, 4, component, self.LOWER, self.UPPER)
        self.assertGreater((shown < 0).sum(), 200)  # the profile
        self.assertGreater(len(numpy.unique(shown)), 90)

    def test_the_area_of_all_cells(self):
        result = self.run_nopal(self.content(lower=[], upper=[], aspect="fill"))
        with h5py.File(MESH) as mesh:
            x = mesh["p_x"][()]
        self.check(result, 4, 0, x.min(axis=0), x.max(axis=0))

    def test_the_same_bytes_on_all_ranks_with_all_partitions_and_devices(self):
        expected = self.run_nopal(self.content())
        for ranks, partition, device in ((2, "graph", "none"), (3, "coordinates", "checked"), (4, "blocks", "none")):
            with self.subTest(ranks=ranks, partition=partition, device=device):
                result = self.run_nopal(self.content(), ranks=ranks,
                                        sets=[f"driver.partition={partition}", f"accelerator.device={device}"])
                self.check_same_pictures(result, expected)

    def test_a_run_that_goes_on_draws_the_same_pictures(self):
        thorns = {"checkpoint": {"every": 3}}
        expected = self.run_nopal(self.content(8, thorns))
        parfile = self.parfile(self.content(8, thorns))
        self.run_nopal(parfile, ranks=2, sets=["driver.iterations=5"])
        result = self.run_nopal(parfile, ranks=3, options=["--recover", "auto"])
        self.assertEqual(len(result.names("*.png")), 4 * 3)
        self.check_same_pictures(result, expected)

    def test_cells_on_top_of_each_other_and_corners_that_are_not_finite(self):
        path = shutil.copy(MESH, self.folder / "folded.h5")
        with h5py.File(path, "r+") as mesh:
            mesh["p_folded"] = abs(mesh["p_x"][()])  # the lower half lies on the upper half
            mesh["p_folded"][500] = [numpy.nan, 0.0]
            mesh["p_qold"] = (numpy.arange(7200) * 7919 % 7200 / 7200).reshape(1800, 4)
        content = self.content(mesh=path, variables=["airfoil::qold"], iterations=0, data=[
            "airfoil::x = p_folded", "airfoil::bound = p_bound", "airfoil::qold = p_qold"])
        content["hdf5"]["variables"] = ["airfoil::x", "airfoil::qold"]
        expected = self.run_nopal(content)
        shown = self.check(expected, 0, 1, self.LOWER, self.UPPER, "qold")
        self.assertTrue((shown[:, :10] < 0).all())
        result = self.run_nopal(content, ranks=4, sets=["driver.partition=blocks"])
        self.check_same_pictures(result, expected)

    def test_corners_without_an_area(self):
        path = shutil.copy(MESH, self.folder / "flat.h5")
        with h5py.File(path, "r+") as mesh:
            mesh["p_flat"] = mesh["p_x"][()] * [1.0, 0.0]
        content = self.content(mesh=path, data=["airfoil::x = p_flat", "airfoil::bound = p_bound"], lower=[], upper=[])
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                log = self.run_nopal(content, ranks=ranks, succeeds=False).log
                self.assertEqual(log.count("slices: the corners of airfoil::cells span no finite area: "), 1, log)


class NotFinite(harness.Case):
    WRONG = {17: (0.0, "nan"), 1000: ("inf", "nan"), 1890: (0.0, "-inf")}  # nodes and their coordinates

    def wrong_mesh(self):
        path = shutil.copy(MESH, self.folder / "wrong.h5")
        with h5py.File(path, "r+") as mesh:
            mesh["p_wrong"] = mesh["p_x"][()]
            for node, values in self.WRONG.items():
                mesh["p_wrong"][node] = [float(value) for value in values]
        return path

    def run_with(self, ranks, **settings):
        return self.run_nopal(airfoil(1, mesh=self.wrong_mesh(), norms=[],
                                      data=["airfoil::x = p_wrong", "airfoil::bound = p_bound"],
                                      nan_checker={"variables": ["airfoil::x", "airfoil::q"]} | settings),
                              ranks=ranks, succeeds=False)

    def test_elements_are_named_by_their_global_numbers(self):
        for ranks in (1, 2, 3):
            with self.subTest(ranks=ranks):
                log = self.run_with(ranks, points=3).log
                self.assertIn("airfoil::x is not finite at iteration 0, time 0: 2 nan, 1 inf, 1 -inf of 3782 values on "
                              "airfoil::nodes, all within element 17..1890, component 0..1\n", log)
                for element, component, value in ((17, 1, "nan"), (1000, 0, "inf"), (1000, 1, "nan")):
                    self.assertRegex(log, rf"  element {element}, component {component}: {value}, rank \d\n")
                self.assertIn("  and 1 more", log)

    def test_a_file_lists_them(self):
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                text = self.run_with(ranks, action="dump").text("nan_checker-airfoil-x.00000000.tsv")
                rows = [line.split("\t") for line in text.splitlines()[3:]]
                self.assertEqual([row[:3] for row in rows], [["17", "1", "nan"], ["1000", "0", "inf"], ["1000", "1", "nan"],
                                                            ["1890", "1", "-inf"]])
                self.assertEqual(text.splitlines()[2], "# element\tcomponent\tx\trank")
                self.assertIn("in the order of the elements", text)


if __name__ == "__main__":
    unittest.main()
