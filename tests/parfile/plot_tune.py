"""scripts/plot tune: times lie where `nopal tune` puts them."""

import json
import re

import numpy

import harness
from pictures import image
from plot_case import Plots

SHAPES = ("tiles of 40 x 8 points", "the whole part of a process as one tile")


def measured(iterations, shape, seconds):
    return {"most": iterations, "iterations": iterations, "shape": shape, "seconds": seconds}


WAYS = [{"most": 0, "iterations": 1, "shape": "", "seconds": 0.5},
        *(measured(k, SHAPES[0], 0.4 / k) for k in (2, 4, 8, 16)), measured(2, SHAPES[1], 0.6),
        {"most": 32, "iterations": 32, "shape": "tiles of 9 x 9 points"}]
FOUND = {"points": [40, 30], "place": "host", "ranks": 2, "threads": 3, "fastest": 4, "ways": WAYS}


class Times(Plots):
    def labels(self, found):
        (self.folder / "tune.json").write_text(json.dumps(found))
        png, svg = self.made("tune", self.folder / "tune.json", "--format", "png,svg")
        return numpy.asarray(image(png)).astype(int), svg

    def test_lines_and_labels(self):
        pixels, svg = self.labels(FOUND)
        text = svg.read_text()
        for label in ("40 x 30 points", "host    ranks: 2    threads of a rank: 3", "no epochs", "the fastest", *SHAPES,
                      "iterations of an epoch", "seconds of an iteration"):
            self.assertIn(label, text)
        self.assertNotIn("9 x 9", text, "it was not measured")
        red = numpy.argwhere((pixels[..., 0] > 180) & (pixels[..., 1] < 90) & (pixels[..., 2] < 90))
        inside = red[red[:, 1] < 560]  # the legend has a ring, too
        self.assertGreater(len(inside), 8)
        y, x = inside.mean(axis=0)
        curve = self.curve(text)
        self.assertEqual(len(curve), 4, "the line of the first shape")
        self.assertLess(numpy.hypot(*(curve[-1] - (x, y))), 4, "the ring is at the last number of iterations")
        # Equal steps to the right, since the numbers are powers of two; heights as the times.
        steps = numpy.diff(curve[:, 0])
        self.assertLess(numpy.ptp(steps), 0.5)
        heights = numpy.diff(curve[:, 1])
        numpy.testing.assert_allclose(heights[1:] / heights[:-1], 0.5, rtol=0.01)

    @staticmethod
    def curve(svg):
        """The corners in pixels of the longest open line with four points."""
        for path in re.findall(r'<path d="(M [^"]+)" clip-path', svg):
            corners = re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", path)
            if len(corners) == 4:
                return numpy.array(corners, float) * 100 / 72
        raise AssertionError("no line has four points")

    def test_blocks_that_stream(self):
        ways = [WAYS[0], *(measured(k, f"blocks of {b} layers", 0.1 * b) for k in (1, 2) for b in (8, 4, 2))]
        _, svg = self.labels(FOUND | {"place": "streaming through opencl", "ways": ways, "fastest": 3})
        for b in (8, 4, 2):
            self.assertIn(f"blocks of {b} layers", svg.read_text())

    def test_what_nopal_prints(self):
        content = harness.wave((23, 17), iterations=3)
        content["driver"] |= {"blocking_factor": 0, "tile": [8, 8]}
        file = self.folder / "tune.json"
        file.write_text(self.nopal("tune", self.parfile(content), "--json").stdout)
        png, = self.made("tune", file)
        self.assertEqual(png, self.folder / "tune.png")

    def test_what_is_wrong_is_said_with_the_fix(self):
        (self.folder / "list.json").write_text("[]")
        (self.folder / "none.json").write_text(json.dumps(FOUND | {"ways": WAYS[:1]}))
        for words, message in ((["nowhere.json"], "cannot read 'nowhere.json': No such file"),
                               (["list.json"], "is not what `nopal tune --json` prints"),
                               (["none.json"], "holds no times of epochs: make it with `nopal tune PARFILE --json`")):
            with self.subTest(words=words):
                self.assertIn(message, self.plot("tune", *words, succeeds=False).stderr)
        self.assertIn("scripts/plot tune", self.start("tune", "--help").stdout)


if __name__ == "__main__":
    harness.unittest.main()
