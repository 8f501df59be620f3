"""scripts/plot order: boxes lie where the plan puts them, and the pictures in docs/ are what the documented commands make."""

import json
import re
import shlex

import numpy

import harness
from epochs import Work
from pictures import Labels, distance, image
from plot_case import Plots

TEXT = 4  # pixels that the middle of a text may be away from the middle of its box


class Panel:
    """A frame of a picture. The numbers at its edges say which pixel a point is. Their places are those of the lower ends of
    the letters, so pixels are found a bit too low."""

    def __init__(self, labels):
        below = max(y for _, _, y in labels)
        left = min(x for _, x, _ in labels)
        self.x = self.fit([(value, x) for value, x, y in labels if abs(y - below) < TEXT])
        beside = [(value, y) for value, x, y in labels if x - left < 12 and abs(y - below) >= TEXT]
        self.y = self.fit(beside)
        self.turns = [each for each in labels if abs(each[2] - below) >= TEXT and each[1] - left >= 12]

    @staticmethod
    def fit(pairs):
        values, pixels = zip(*pairs, strict=True)
        return numpy.poly1d(numpy.polyfit(values, pixels, 1))


class Pictures(Plots):
    def order(self, work, *sets):
        """Makes the plan and its picture. Returns the order of the work, the pixels and the numbers in the picture."""
        words = [word for each in sets for word in ("--set", each)]
        file = self.folder / "order.json"
        file.write_text(self.nopal("plan", self.parfile(work.content()), "--json", "--order", *words).stdout)
        png, svg = self.made("order", file, "--format", "png,svg")
        labels = Labels(svg)
        return json.loads(file.read_text())["order"], numpy.asarray(image(png)).astype(int), labels

    def check_boxes(self, panel, pixels, boxes):
        """`boxes`: (turn, tile, lower, upper) with two entries. Each has its number in its middle, if there is room for
        it, and the same tile has the same colour."""
        named, colours = 0, {}
        for turn, tile, lower, upper in boxes:
            x, y = ([axis(lower[n] - 0.5), axis(upper[n] - 0.5)] for n, axis in enumerate((panel.x, panel.y)))
            found = [value for value, *at in panel.turns
                     if abs(at[0] - sum(x) / 2) < TEXT and abs(at[1] - sum(y) / 2) < 2 * TEXT]
            if found:
                self.assertEqual(found, [turn])
            named += bool(found)
            pixel = pixels[round(min(y)) + 2, round(min(x)) + 4]
            self.assertLess(distance(pixel, colours.setdefault(tile, pixel)), 3, (turn, tile))
        self.assertEqual(named, len(panel.turns), "each number is that of a box")
        self.assertGreater(named, len(boxes) / 2)
        return colours

    def test_a_line(self):
        for work, sets, axis in ((Work("wavetoy", (40,)), ["driver.tile=[10]"], 0),
                                 (Work("wavetoy", (13, 40)), ["driver.tile=[99, 10]"], 1)):
            order, pixels, labels = self.order(work, "driver.blocking_factor=3", *sets)
            panel = Panel(labels.numbers(lambda x, y: y > 70))
            boxes = [(turn["turn"], turn["tile"], (box["lower"][axis], turn["iteration"]),
                      (box["upper"][axis], turn["iteration"] + 1)) for turn in order["turns"] for box in turn["boxes"]
                     if axis == 0 or box["lower"][0] <= 7 < box["upper"][0]]
            colours = self.check_boxes(panel, pixels, boxes)
            self.assertEqual(len(colours), 5)
            self.assertEqual(len({tuple(each) for each in colours.values()}), 5)
            self.check_texts(labels, f"point {'ij'[axis]}", "iteration", "5 tiles of", *(["i = 7"] if axis else []))

    def test_a_plane(self):
        for cells, axes in (((20, 15), (0, 1)), ((9, 20, 15), (1, 2))):
            with self.subTest(cells=cells):
                tile = [99] * (len(cells) - 2) + [9, 7]
                order, pixels, labels = self.order(Work("wavetoy", cells), "driver.blocking_factor=2", f"driver.tile={tile}")
                middle = pixels.shape[1] / 2
                for iteration, inside in ((1, lambda x, y: x < middle and y > 110), (2, lambda x, y: x > middle and y > 110)):
                    panel = Panel(labels.numbers(inside))
                    boxes = [(turn["turn"], turn["tile"], *([box[end][axis] for axis in axes] for end in ("lower", "upper")))
                             for turn in order["turns"] for box in turn["boxes"] if turn["iteration"] == iteration
                             if len(cells) == 2 or box["lower"][0] <= 5 < box["upper"][0]]
                    self.assertEqual(len(self.check_boxes(panel, pixels, boxes)), 9)
                self.check_texts(labels, f"point {'ijk'[axes[0]]}", f"point {'ijk'[axes[1]]}", "iteration 1", "iteration 2",
                                 "9 tiles of")

    def test_calls_of_the_same_points(self):
        """Each call has a row of its own, if two of them compute a point."""
        _, _, labels = self.order(Work("late", (12, 20)), "driver.blocking_factor=2", "driver.tile=[99, 8]")
        rows = re.findall(r"^[12] late::\w+$", labels.joined(), re.MULTILINE)
        self.assertEqual(len(rows), len(set(rows)))
        self.assertGreater(len(rows), 2)

    def test_many_iterations(self):
        _, _, labels = self.order(Work("wavetoy", (30, 30), norms_every=0, fields_every=0), "driver.blocking_factor=16",
                                  "driver.tile=[20, 20]", "driver.iterations=16")
        self.assertEqual(re.findall(r"^iteration (\d+)$", labels.joined(), re.MULTILINE)[::8], ["1", "16"])
        self.check_texts(labels, "9 of 16 iterations")

    def test_what_is_wrong_is_said_with_the_fix(self):
        (self.folder / "plan.json").write_text("{}")
        (self.folder / "text.json").write_text("plan of")
        for words, message in ((["nowhere.json"], "cannot read 'nowhere.json': No such file"),
                               (["plan.json"], "holds no order of the work: make it with `nopal plan PARFILE --json --order`"),
                               (["text.json"], "is not what `nopal plan --json` prints"),
                               (["plan.json", "--format", "gif"], "found \"gif\", expected png, svg, pdf"),
                               ([], "the following arguments are required: FILE")):
            with self.subTest(words=words):
                self.assertIn(message, self.plot("order", *words, succeeds=False).stderr)
        self.assertIn("scripts/plot order", self.start("order", "--help").stdout)


class Documentation(Plots):
    def test_the_documented_commands_make_the_pictures(self):
        page = (harness.SOURCE / "docs" / "tiles.md").read_text()
        commands = re.findall(r"^nopal plan (parfiles/\S+) (.*) > (\S+\.json)\nscripts/plot order (\S+) *(.*)$", page,
                              re.MULTILINE)
        shown = re.findall(r"!\[[^]]+\]\((pictures/\S+\.png)\)", page)
        self.assertEqual(len(commands), 2)
        made = []
        for parfile, options, file, plotted, more in commands:
            self.assertEqual((file, more), (plotted, ""))
            (self.folder / file).write_text(self.nopal("plan", harness.SOURCE / parfile, *shlex.split(options)).stdout)
            made += self.made("order", self.folder / file)
        self.assertEqual([path.name for path in made], [path.split("/")[1] for path in shown])
        for path, name in zip(made, shown, strict=True):
            expected, found = (numpy.asarray(image(each)) for each in (harness.SOURCE / "docs" / name, path))
            self.assertEqual(expected.shape, found.shape)
            # Other versions of matplotlib draw letters in another way.
            self.assertLess((distance(expected, found) > 40).mean(), 0.01, f"{name} is not up to date: copy {path.name}")


if __name__ == "__main__":
    harness.unittest.main()
