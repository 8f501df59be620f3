"""scripts/plot draws data on meshes and the plans of loops: each element has the right place and colour. The pictures in
docs/sets.md are what the documented commands make."""

import json
import re
import shlex

import h5py
import numpy

import harness
from pictures import Labels, Picture, colours, distance, image
from plot_case import Plots
from sets import airfoil, run_on_sets

XMF = """<Xdmf><Domain><Grid>
<Topology><DataItem>fields_00000000.h5:/data/0/maps/{map}</DataItem></Topology>
<Geometry><DataItem>fields_00000000.h5:/data/0/dats/{dat}</DataItem></Geometry>
</Grid></Domain></Xdmf>"""
STEPS = numpy.arange(-2, 3) * 0.0025  # about a pixel of a panel
SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1], [2, 1]]


def flow(iterations, meshes=("airfoil::cell_nodes on airfoil::x",)):
    return airfoil(iterations, norms=[], hdf5={"variables": ["airfoil::x", "airfoil::q", "airfoil::bound"],
                                               "meshes": list(meshes)})


class Fields(Plots):
    def written(self, positions, corners, **dats):
        """An output folder with the elements t::things, their corners t::points, and data {name: (set, values)}."""
        folder = self.folder / "run"
        folder.mkdir(exist_ok=True)
        with h5py.File(folder / "fields_00000000.h5", "w") as file:
            file.attrs["openPMD"] = "1.1.0"
            file.attrs["parfile"] = "thorns: [t]"
            file.create_group("data/0").attrs["time"] = 0.25
            file["data/0/maps/t_corners"] = numpy.array(corners)
            file["data/0/maps/t_corners"].attrs["from"] = "t::things"
            for name, (on, values) in (dats | {"at": ("t::points", positions)}).items():
                file[f"data/0/dats/t_{name}"] = numpy.array(values, float)
                file[f"data/0/dats/t_{name}"].attrs["set"] = on
        (folder / "fields.xmf").write_text(XMF.format(map="t_corners", dat="t_at"))
        return folder

    def pixel(self, picture, window, at):
        """The pixel at a place of the mesh. The colours of the mesh must not be dark: that is how the frame is found."""
        return picture.at(*((value - low) / (high - low) for value, (low, high) in zip(at, window, strict=True)))

    def test_cells_of_airfoil(self):
        result = self.run_nopal(flow(3), ranks=2)
        with result.fields(3) as file:
            q, x, corners = (file[f"data/3/{name}"][()] for name in ("dats/airfoil_q", "dats/airfoil_x",
                                                                     "maps/airfoil_cell_nodes"))
        middles = x[corners].mean(axis=1)
        edges = numpy.linalg.norm(x[corners] - x[numpy.roll(corners, 1, axis=1)], axis=2).min(axis=1)
        for component, map_name in ((0, "spring"), (3, "cool")):
            values = q[:, component]
            expected = colours(map_name, (values - values.min()) / (values.max() - values.min()))
            for window in ([(-0.5, 1.5), (-1.0, 1.0)], [(-6.0, 2.0), (0.0, 7.5)]):
                words = ",".join(f"{low}:{high}" for low, high in window)
                picture = self.picture(result.folder, f"airfoil::q.{component}", "--window", words, "--colours", map_name)
                shown = [n for n, at in enumerate(middles) if edges[n] > 0.015 * (window[0][1] - window[0][0]) and
                         all(low + 0.1 < value < high - 0.1 for value, (low, high) in zip(at, window, strict=True))]
                self.assertGreater(len(shown), 60)
                self.assertGreater(len(numpy.unique(expected[shown], axis=0)), 8, "the test tells cells apart")
                for n in shown:
                    self.assertLessEqual(distance(self.pixel(picture, window, middles[n]), expected[n]), 2, n)
                if component == 0 and window[0][0] == -0.5:
                    self.assertEqual(list(self.pixel(picture, window, (0.5, 0.0))), [255, 255, 255], "the wing is empty")

    def test_lists_and_names(self):
        result = self.run_nopal(flow(2, ["airfoil::cell_nodes on airfoil::x", "airfoil::bedge_nodes on airfoil::x"]))
        listing = self.plot(result.folder, "--list").stdout
        self.assertRegex(listing, r"on meshes:\n  airfoil::bound +on airfoil::bedges; iterations 0 to 2 \(3\)\n")
        self.assertRegex(listing, r"\n  airfoil::q\.0 +on airfoil::cells; iterations")
        self.assertIn("not drawn:\n  airfoil::x holds the coordinates of a mesh", listing)
        made = self.made(result.folder, "bound", "q.3", "--iterations", "all")
        self.assertEqual([path.name for path in made],
                         [f"airfoil-{name}_0000000{n}.png" for name in ("bound", "q.3") for n in range(3)])
        labels = self.labels(result.folder, "airfoil::q.3")
        self.check_texts(labels, "airfoil::q.3", "airfoil::x.0", "airfoil::x.1", "time 2    iteration 2",
                         "airfoil::q.3: Density")
        gif, = self.made(result.folder, "q.3", "--animate", "gif")
        self.assertEqual(gif.name, "airfoil-q.3.gif")

    def test_triangles_lines_and_points(self):
        window = [(-0.5, 2.5), (-0.5, 1.5)]
        cases = (([[0, 1, 2], [0, 2, 3], [1, 4, 2]], [(0.7, 0.3), (0.3, 0.7), (1.3, 0.7)]),
                 ([[0, 1], [2, 3], [2, 4]], [(0.3, 0.0), (0.3, 1.0), (1.5, 1.0)]))
        for corners, places in cases:
            with self.subTest(corners=corners):
                folder = self.written(SQUARE, corners, v=("t::things", [[1], [2], [4]]),
                                      p=("t::points", [[n] for n in range(5)]))
                words = ["--window", "-0.5:2.5,-0.5:1.5", "--colours", "spring"]
                picture = self.picture(folder, "t::v", *words)
                for at, position in zip(places, (0.0, 1 / 3, 1.0), strict=True):
                    self.assertLessEqual(distance(self.pixel(picture, window, at), colours("spring", position)), 2, at)
                picture = self.picture(folder, "t::p", *words)
                for n, at in enumerate(SQUARE):
                    self.assertLessEqual(distance(self.pixel(picture, window, at), colours("spring", n / 4)), 2, at)

    def test_values_that_no_scale_shows(self):
        folder = self.written(SQUARE, [[0, 1, 2], [0, 2, 3], [1, 4, 2]], v=("t::things", [[1], [float("nan")], [-2]]))
        window = [(-0.5, 2.5), (-0.5, 1.5)]
        words = [folder, "t::v", "--window", "-0.5:2.5,-0.5:1.5", "--colours", "spring"]
        picture, labels = self.picture_and_labels(*words)
        self.assertEqual(list(self.pixel(picture, window, (0.3, 0.7))), [0xb0] * 3)
        self.check_texts(labels, "time 0.25    iteration 0    grey: 1 element is not finite")
        picture, labels = self.picture_and_labels(*words, "--scale", "log")
        self.assertEqual(list(self.pixel(picture, window, (1.3, 0.7))), [0xb0] * 3)
        self.check_texts(labels, "grey: 2 elements are not positive")

    def test_a_window_of_a_plane(self):
        result = self.grid((9, 6))  # 10 x 7 points between 0 and 1, -1 and 1
        picture = self.picture(result.folder, "every_type::phi", "--window", "0.25:0.75,-0.2:0.6")
        for path in self.made(result.folder, "--window", "0:1,0:1", "--output", self.folder / "planes"):
            self.assertRegex(path.name, r"^every_type-\w+(\.\w+)?_00000000\.png$", "not of lines and norms")
        expected = colours("viridis", numpy.array([(i + 100 * j) / (9 + 600) for i, j in ((3, 3), (6, 4))]))
        for at, colour in zip(((3 / 9, 0.0), (6 / 9, 1 / 3)), expected, strict=True):
            self.assertLessEqual(distance(self.pixel(picture, [(0.25, 0.75), (-0.2, 0.6)], at), colour), 2)

    def test_what_is_wrong_is_said_with_the_fix(self):
        triangle = [[0, 1, 2]]
        folder = self.written(SQUARE, triangle, v=("t::things", [[1]]), other=("t::others", [[1], [2]]))
        nowhere = [[float("nan"), 0]] * 5
        cases = [(["t::other"], "t::other lies on t::others, and the files hold no mesh with this set: add one to hdf5.m"),
                 (["other"], "t::other lies on t::others"),
                 (["t::at"], "t::at holds the coordinates of a mesh"),
                 (["t::w"], "holds no 't::w'; did you mean 't::v'?"),
                 (["t::v", "--at", "x=1"], "t::v lies on a mesh, which --at does not cut: leave out --at, or show a part"),
                 *((["t::v", "--window", word], f"--window {word}: expected X0:X1,Y0:Y1, such as --window -0.5:1.5,-1:1")
                   for word in ("1:2", "1:2,3", "1:0,0:1", "-1:1,0:inf", "a:b,c:d"))]
        for words, message in cases:
            with self.subTest(words=words):
                self.assertIn(message, self.plot(folder, *words, succeeds=False).stderr)
        with h5py.File(folder / "fields_00000000.h5", "r+") as file:
            del file["data/0/maps/t_corners"]
            file["data/0/maps/t_corners"] = h5py.ExternalLink("lost.h5", "/data/0/maps/t_corners")
        shown = self.plot(folder, succeeds=False).stderr
        self.assertIn("holds no table t_corners: keep the files of a run in one folder", shown)
        self.assertIn("t::v lies on t::things, and the files hold no mesh with this set", shown)
        self.written([[*at, 1] for at in SQUARE], triangle, v=("t::things", [[1]]))
        self.assertIn("t::v lies on a mesh whose coordinates t::at have 3 components: pictures show meshes in the plane; "
                      "ParaView shows others", self.plot(folder, "t::v", succeeds=False).stderr)
        self.written(nowhere, triangle, v=("t::things", [[1]]))
        for words in ([], ["--window", "0:1,0:1"]):
            self.assertIn("no element has finite coordinates", self.plot(folder, "t::v", *words, succeeds=False).stderr)
        (folder / "fields.xmf").unlink()
        self.assertIn("t::v lies on t::things, and the files hold no mesh", self.plot(folder, "t::v", succeeds=False).stderr)


def nine():
    return run_on_sets(1, nine={})


class Loops(Plots):
    def plan(self, content, size):
        file = self.folder / "plan.json"
        file.write_text(self.nopal("plan", self.parfile(content), "--json", "--loops", size).stdout)
        return file, json.loads(file.read_text())["loops"]

    def check_groups(self, pixels, labels):
        """Elements of one label have one colour, and those of different labels have different colours."""
        found = {}
        for pixel, label in zip(pixels, labels, strict=True):
            self.assertLess(distance(pixel, found.setdefault(label, pixel)), 30, label)
        for a, b in ((a, b) for a in found for b in found if a < b):
            self.assertGreater(distance(found[a], found[b]), 60, (a, b))
        self.assertNotIn((255, 255, 255), {tuple(each) for each in found.values()})

    def test_nine_cells(self):
        for size, panels in ((12, ["elements"]), (4, ["blocks", "elements"])):
            with self.subTest(size=size):
                file, loops = self.plan(nine(), size)
                add, = (loop for loop in loops["plans"] if loop["routine"] == "nine::add")
                png, svg = self.made("loops", file, "add", "--window", "-1:3,-1:3", "--format", "png,svg")
                picture, labels = Picture(image(png)), Labels(svg)
                side = picture.right - picture.left
                self.assertAlmostEqual(side, picture.bottom - picture.top, delta=1)
                rows = loops["places"]["corners"]["nine::edges"]["rows"]
                ends = numpy.array(loops["places"]["positions"])[[rows[edge] for edge in add["order"]]]
                colour = {"elements": add["colours_of_elements"],
                          "blocks": [add["colours_of_blocks"][place // size] for place in range(12)]}
                numbers = {"elements": add["order"], "blocks": [place // size for place in range(12)]}
                for number, panel in enumerate(panels):
                    left = picture.left + number * (side + 90)  # the gap between panels
                    pixel = lambda at: (left + (at[0] + 1) / 4 * side, picture.bottom - (at[1] + 1) / 4 * side)
                    found = []
                    for (a, b), text in zip(ends, numbers[panel], strict=True):
                        x, y = pixel(0.7 * a + 0.3 * b)
                        found.append(picture.pixels[round(y), round(x)])
                        near = [word for word, *at in labels.texts
                                if numpy.hypot(*(numpy.array(at) - pixel((a + b) / 2))) < 8]
                        self.assertEqual(near, [str(text)], "the number at an edge")
                    self.check_groups(found, colour[panel])
                    for cell, at in enumerate(loops["places"]["positions"]):
                        near = [word for word, *there in labels.texts if numpy.hypot(*(numpy.array(there) - pixel(at))) < 8]
                        self.assertEqual(near, [str(cell)], "the number of a cell")
                blocks = "in a block" if size == 12 else "in 3 blocks of 4"
                self.check_texts(labels, "nine::add", f"12 elements of nine::edges {blocks}", "nine::cells, coordinate 0")

    def test_polygons_lines_and_points(self):
        """Around the wing of a mesh with positions of its nodes: cells, edges between them, and the middle of each colour."""
        file, loops = self.plan(airfoil(1), 40)
        positions = numpy.array(loops["places"]["positions"])
        window = [(-0.5, 1.5), (-1.0, 1.0)]
        for name, on in (("time_step_1", "cells"), ("flux_1", "edges"), ("boundary_flux_1", "bedges")):
            with self.subTest(loop=name):
                png, = self.made("loops", file, name, "--window", "-0.5:1.5,-1:1")
                picture = Picture(image(png))
                plan, = (loop for loop in loops["plans"] if loop["routine"] == f"airfoil::{name}")
                rows = loops["places"]["corners"][f"airfoil::{on}"]["rows"]
                found, labels = [], []
                for place, element in enumerate(plan["order"]):
                    corners = positions[rows[element]]
                    middle = corners.mean(axis=0)
                    at = [(value - low) / (high - low) for value, (low, high) in zip(middle, window, strict=True)]
                    if all(0.02 < place < 0.98 for place in at) and numpy.hypot(*(corners[0] - corners[1])) > 0.06:
                        # Lines are two pixels wide, so one of these has their colour.
                        near = [picture.at(at[0] + x, at[1] + y) for x in STEPS for y in STEPS]
                        found.append(min(near, key=lambda pixel: pixel.min()))
                        labels.append(plan["colours_of_blocks"][place // 40])
                self.assertGreater(len(labels), 10)
                self.check_groups(found, labels)

    def test_points(self):
        """A set with positions of its own is drawn as points."""
        file, loops = self.plan(nine(), 4)
        picture = self.picture("loops", file, "nine::gather", "--window", "-1:3,-1:3")
        gather, = (loop for loop in loops["plans"] if loop["routine"] == "nine::gather")
        self.assertEqual(gather["block_colours"], 1, "it adds to nothing")
        beside = [picture.at((x + 1.06) / 4, (y + 1) / 4) for x, y in loops["places"]["positions"]]  # of the number
        self.check_groups(beside, [0] * 9)

    def test_what_is_wrong_is_said_with_the_fix(self):
        file, loops = self.plan(nine(), 4)
        plain = json.loads(file.read_text())

        def changed(name, change):
            plan = json.loads(json.dumps(plain))
            change(plan["loops"])
            (self.folder / name).write_text(json.dumps(plan))

        def without_order(loops):
            for loop in loops["plans"]:
                loop.pop("order", None)

        def in_space(loops):
            loops["places"]["positions"] = [[*at, 0.0] for at in loops["places"]["positions"]]

        changed("large.json", without_order)
        changed("nowhere.json", lambda loops: loops.pop("places"))
        changed("space.json", in_space)
        changed("astray.json", lambda loops: loops["places"].update(corners={}))
        changed("no_maps.json", lambda loops: loops.update(plans=loops["plans"][:1]))
        (self.folder / "none.json").write_text("{}")
        for words, message in (
                (["missing.json"], "cannot read 'missing.json': No such file"),
                (["none.json"], "holds no loops: make it with `nopal plan PARFILE --json --loops N`"),
                ([file], "holds several loops: name one of them after the file: nine::add, nine::count_up, nine::gather"),
                ([file, "nine::sub"], "holds no loop 'nine::sub'; it holds nine::add"),
                ([file, "zero"], "nine::zero uses no map, so it has no colours; others do: nine::add"),
                (["no_maps.json"], "holds no loop that uses maps"),
                (["large.json", "add"], "does not list the elements of nine::add: nopal plan lists those of meshes whose"),
                (["nowhere.json", "add"], "holds no positions: name them under mesh.positions"),
                (["space.json", "add"], "the positions of nine::cells have 3 coordinates: pictures show 2"),
                (["astray.json", "add"], "no map leads from nine::edges to nine::cells, which has the positions"),
                ([file, "add", "--window", "1"], "--window 1: expected X0:X1,Y0:Y1")):
            with self.subTest(words=words):
                self.assertIn(message, self.plot("loops", *words, succeeds=False).stderr)
        self.assertIn("scripts/plot loops", self.start("loops", "--help").stdout)


class Documentation(Plots):
    def check_picture(self, path, shown):
        self.assertEqual(path.name, shown.split("/")[1])
        expected, found = (numpy.asarray(image(each)) for each in (harness.SOURCE / "docs" / shown, path))
        self.assertEqual(expected.shape, found.shape)
        # Other versions of matplotlib draw letters in another way.
        self.assertLess((distance(expected, found) > 40).mean(), 0.01, f"{shown} is not up to date: copy {path.name}")

    def test_the_documented_commands_make_the_pictures(self):
        page = (harness.SOURCE / "docs" / "sets.md").read_text()
        (self.folder / "nine.yaml").write_text(json.dumps(nine()))
        plans = re.findall(r"^nopal plan (\S+) (--json .*) > (\S+\.json)\nscripts/plot loops (\S+) (.*)$", page, re.MULTILINE)
        runs = re.findall(r"^nopal run (\S+)\nscripts/plot (\S+) (.*)$", page, re.MULTILINE)
        self.assertEqual((len(plans), len(runs)), (3, 1))
        made = []
        for parfile, options, file, plotted, words in plans:
            self.assertEqual(file, plotted)
            parfile = self.folder / parfile if parfile == "nine.yaml" else harness.SOURCE / parfile
            (self.folder / file).write_text(self.nopal("plan", parfile, *shlex.split(options)).stdout)
            made += self.made("loops", file, *shlex.split(words))
        for parfile, folder, words in runs:
            result = self.run_nopal(harness.SOURCE / parfile)
            self.assertEqual(result.folder.name, folder)
            made += self.made(result.folder, *shlex.split(words))
        shown = re.findall(r"!\[[^]]+\]\((pictures/\S+\.png)\)", page)
        self.assertEqual(len(made), len(shown))
        for path, name in zip(made, shown, strict=True):
            self.check_picture(path, name)


if __name__ == "__main__":
    harness.unittest.main()
