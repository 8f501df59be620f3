"""Reads pictures of scripts/plot. It finds the frame in the pixels, and the labels in the same picture as SVG."""

import re
import xml.etree.ElementTree

import matplotlib
import numpy
from PIL import Image

SVG = "{http://www.w3.org/2000/svg}"
POINT = 100 / 72  # pixels


def image(path):
    with Image.open(path) as opened:
        return opened.convert("RGB")


def colours(name, positions):
    """The colours of a colour map at positions from 0 to 1, as bytes."""
    return numpy.round(numpy.array(matplotlib.colormaps[name](numpy.clip(positions, 0, 1)))[..., :3] * 255).astype(int)


def distance(a, b):
    return numpy.abs(numpy.asarray(a, dtype=int) - numpy.asarray(b, dtype=int)).max(axis=-1)


class Picture:
    """A picture: its pixels [row from the top, column], and the box inside its frame."""

    def __init__(self, pixels):
        self.pixels = numpy.asarray(pixels)[..., :3].astype(int)
        dark = self.pixels.max(axis=-1) < 110
        height, width = dark.shape
        rows = [y for y in range(height) if longest(dark[y]) > 0.25 * width]
        columns = [x for x in range(width) if longest(dark[:, x]) > 0.25 * height]
        self.left, self.bottom = columns[0], rows[-1]
        self.top = rows[0]
        # The frame ends where its lower edge ends. The colour bar has another frame.
        self.right = self.left + first_false(dark[self.bottom, self.left:])

    def at(self, along, up):
        """The pixel at a place in the frame, as fractions from the left and from below."""
        x = self.left + along * (self.right - self.left)
        y = self.bottom - up * (self.bottom - self.top)
        return self.pixels[int(round(y)), int(round(x))]


class Frame(Picture):
    """The frame of a diagram, which has lines only at the left and at the bottom."""

    def __init__(self, image):
        pixels = numpy.asarray(image)[..., :3].astype(int)
        self.pixels = pixels
        dark = pixels.max(axis=-1) < 110
        height, width = dark.shape
        self.bottom = next(y for y in range(height - 1, 0, -1) if longest(dark[y]) > 0.5 * width)
        self.left = next(x for x in range(width) if longest(dark[:, x]) > 0.5 * height)
        column = numpy.nonzero(dark[:, self.left])[0]
        self.top, self.right = int(column[0]), width


def longest_run(line):
    """Returns (first, last + 1) of the longest sequence of true values."""
    runs = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], line, [False])))).reshape(-1, 2)
    return tuple(map(int, max(runs, key=lambda run: run[1] - run[0], default=(0, 0))))


def longest(line):
    first, end = longest_run(line)
    return end - first


def first_false(line):
    return int(numpy.argmin(line)) if not line.all() else len(line)


class Labels:
    """The texts of an SVG picture with their positions in pixels from the top left."""

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
        """(value, x, y) of labels that are numbers, at positions that `inside` accepts."""
        return [(float(content), x, y) for content, x, y in self.texts
                if re.fullmatch(r"-?\d+(\.\d+)?", content) and inside(x, y)]
