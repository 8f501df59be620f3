"""The command line of scripts/plot."""

import argparse
import math
import os
import pathlib
import re
import sys

import matplotlib

from . import animation, figures, loops, order, tune
from .called import called
from .catalogue import KINDS, Catalogue, choose_iterations, spread
from .scale import KINDS as SCALES
from .scale import Extremes, fixed
from .saving import formats, save, write
from .section import short, window
from .trouble import Trouble, listed

EXAMPLES = """\
examples:
  scripts/plot wavetoy                                      list what can be plotted, and plot it
  scripts/plot wavetoy --list                               list it
  scripts/plot wavetoy wavetoy::phi --iterations all        one picture for each iteration, with the same colours
  scripts/plot wavetoy wavetoy::phi --at y=0.25             the plane y = 0.25 of a 3-D field
  scripts/plot wavetoy wavetoy::phi --at y=0,z=0 --iterations 0:200:50     along x, one curve for each iteration
  scripts/plot wavetoy wavetoy::phi --scale symmetric --range -1:1
  scripts/plot wavetoy 'wavetoy::phi.norms' --scale log --columns norm2,norm_inf
  scripts/plot wavetoy wavetoy::phi --animate gif --rate 15
  scripts/plot order order.json                             the order of the work in an epoch; see scripts/plot order --help
  scripts/plot tune tune.json                               the seconds of an iteration; see scripts/plot tune --help
  scripts/plot airfoil airfoil::q.0 --window -1:2,-1:1      component 0 of data on a mesh, near the wing
  scripts/plot loops loops.json airfoil::flux_1             the colours of a loop over a set; see scripts/plot loops --help
"""
COMMANDS = {"loops": loops.run, "order": order.run, "tune": tune.run}  # words that may stand in the place of FOLDER


def parser():
    result = argparse.ArgumentParser(
        prog=called("plot"), formatter_class=argparse.RawDescriptionHelpFormatter, epilog=EXAMPLES.replace("scripts/plot", called("plot")),
        description="Makes pictures of fields and of data on meshes, line plots, plots over time and animations from an\n"
                    "output folder of nopal.\n"
                    "It reads the HDF5 files of the thorn hdf5 and the text files of the thorn tsv. If only FOLDER is\n"
                    "given, it lists what the folder holds, and plots all of it.")
    add = result.add_argument
    add("folder", metavar="FOLDER", type=pathlib.Path, help="output folder of a run")
    add("names", metavar="NAME", nargs="*", help="what to plot, as --list names it; patterns such as 'wavetoy::*' are "
        "allowed (default: everything)")
    add("--list", action="store_true", help="list what can be plotted, and plot nothing")
    add("--iterations", metavar="WHICH", help="iterations to plot: first, last, all, N, FIRST:LAST or "
        "FIRST:LAST:STEP, or several of these, separated by commas (default: last; for curves: up to 6, spread over the "
        "run; for animations: all)")
    add("--at", metavar="AXIS=X", action="append", default=[], help="cut a field at the grid point that is nearest to "
        "this coordinate. Two cuts of a 3-D field give a line: separate them by a comma, or repeat --at (default: a 3-D "
        "field is cut in the middle of its last axis)")
    add("--scale", choices=SCALES, default="linear", help="scale of the colours, or of the vertical axis; symmetric is "
        "linear with zero in the middle (default: linear)")
    add("--range", metavar="RANGE", default="same", help="limits of the scale. same: the smallest and the largest "
        "value of all chosen iterations; each: those of each picture; LOW:HIGH: these numbers (default: same)")
    add("--window", metavar="X0:X1,Y0:Y1", help="show only this part of a plane or of a mesh; colours and limits of the "
        "scale stay the same (default: all of it)")
    add("--columns", metavar="LIST", help="columns to plot over time, separated by commas (default: all)")
    add("--separate", action="store_true", help="make one picture of a line for each iteration, not one with all curves")
    add("--colours", metavar="MAP", help="colour map of matplotlib (default: viridis; symmetric: RdBu_r)")
    add("--animate", choices=animation.FORMATS, help="make an animation, not pictures; mp4 needs ffmpeg")
    add("--rate", type=int, default=10, metavar="N", help="pictures per second of an animation (default: 10)")
    add("--format", metavar="LIST", default="png", help="format of the pictures: png, svg, pdf, or several of these, "
        "separated by commas (default: png)")
    add("--size", metavar="WIDTHxHEIGHT", default="800x700", help="size of the pictures, in pixels (default: 800x700)")
    add("--output", metavar="FOLDER", type=pathlib.Path, help="folder for the pictures (default: FOLDER/plots)")
    return result


class Options:
    """The options. Checks them as far as possible without the data."""

    def __init__(self, arguments):
        self.__dict__.update(vars(arguments))
        self.output = arguments.output or arguments.folder / "plots"
        self.cuts = cuts(arguments.at)
        self.size = size(arguments.size)
        self.formats = formats(arguments.format, "; use --animate for animations")
        # The colours of curves tell their time, so the middle of a map of two colours must not be white.
        self.curve_colours = arguments.colours or "viridis"
        self.colours = arguments.colours or ("RdBu_r" if arguments.scale == "symmetric" else "viridis")
        if self.colours not in matplotlib.colormaps:
            raise Trouble(f"--colours {self.colours}: matplotlib has no such colour map; it has, for example, viridis, "
                          "cividis, magma, turbo, RdBu_r, coolwarm, gray")
        if not 1 <= self.rate <= 50:
            raise Trouble(f"--rate {self.rate}: expected 1 to 50 pictures per second")
        self.window = window(arguments.window) if arguments.window else None
        self.fixed = None if self.range in ("same", "each") else fixed(self.scale, self.range)
        if self.animate:
            animation.check(self.animate)


def cuts(words):
    result = {}
    for word in (each for word in words for each in word.split(",")):
        label, _, value = word.partition("=")
        try:
            result[label.strip()] = float(value)
            if not math.isfinite(result[label.strip()]):
                raise ValueError
        except ValueError:
            raise Trouble(f"--at {word}: expected AXIS=COORDINATE, such as --at z=0.25") from None
    return result


def size(text):
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    width, height = (int(found.group(1)), int(found.group(2))) if found else (0, 0)
    if not (300 <= width <= 10000 and 250 <= height <= 10000):
        raise Trouble(f"--size {text}: expected WIDTHxHEIGHT in pixels, from 300x250 to 10000x10000, such as 1200x900")
    return width, height


class Plotter:
    """Makes the pictures of quantities, one quantity at a time."""

    def __init__(self, options):
        self.options = options

    def plot(self, quantity):
        if quantity.kind == "series":
            if self.options.animate:
                raise Trouble(f"{quantity.name} is already a plot over time: leave out --animate")
            return self._series(quantity)
        cuts_here = quantity.cuts(self.options.cuts) if quantity.kind == "field" else self.options.cuts
        lines = quantity.kind == "line" or quantity.kind == "field" and quantity.dimension - len(cuts_here) == 1
        iterations = self._iterations(quantity, lines)
        details = quantity.details()
        sections = Sections(quantity, iterations, cuts_here)
        if lines and not self.options.separate and not self.options.animate:
            self._curves(sections, details)
        else:
            self._pictures(sections, details, lines)

    def _iterations(self, quantity, lines):
        if self.options.iterations:
            return choose_iterations(quantity, self.options.iterations)
        if self.options.animate:
            return quantity.iterations
        return spread(quantity.iterations, 6) if lines and not self.options.separate else quantity.iterations[-1:]

    def _scale(self, sections):
        """Returns a function that maps a section to its scale."""
        if self.options.fixed:
            return lambda section: self.options.fixed
        if self.options.range == "each":
            return lambda section: self._extremes([section]).scale(sections.name)
        common = self._extremes(sections).scale(sections.name)
        return lambda section: common

    def _extremes(self, sections):
        extremes = Extremes(self.options.scale)
        for section in sections:
            extremes.add(section.values)
        return extremes

    def _curves(self, sections, details):
        held = list(sections)
        scale = self.options.fixed or self._extremes(held).scale(sections.name)
        figure = figures.curves_figure(held, sections.variable, details, scale, self.options.curve_colours,
                                       self.options.size)
        number = f"_{held[0].iteration:08d}" if len(held) == 1 else ""
        save(figure, self.options.output, file_stem(sections.name, held[0].place if sections.cuts else {}) + number,
             self.options.formats)

    def _pictures(self, sections, details, lines):
        scale_of = self._scale(sections)

        def draw(section):
            if lines:
                return figures.curves_figure([section], sections.variable, details, scale_of(section),
                                             self.options.colours, self.options.size)
            figure = figures.mesh_figure if sections.quantity.kind == "mesh" else figures.map_figure
            return figure(section, sections.variable, details, scale_of(section), self.options.colours, self.options.size,
                          self.options.window)

        if self.options.animate:
            stem = file_stem(sections.name, sections.first().place if sections.cuts else {})
            frames = (figures.pixels(draw(section)) for section in sections)
            colours = None if lines else matplotlib.colormaps[self.options.colours]
            write(self.options.output, f"{stem}.{self.options.animate}",
                  lambda path: animation.write(path, self.options.animate, frames, self.options.rate, colours))
            return
        for section in sections:
            stem = file_stem(sections.name, section.place if sections.cuts else {})
            save(draw(section), self.options.output, f"{stem}_{section.iteration:08d}", self.options.formats)

    def _series(self, quantity):
        times, columns = quantity.rows()
        if self.options.columns:
            chosen = [word.strip() for word in self.options.columns.split(",")]
            for column in chosen:
                if column not in columns:
                    raise Trouble(f"{quantity.name} has no column '{column}': it has {listed(columns)}")
            columns = {column: columns[column] for column in chosen}

        def limits(kind, values, name):
            if self.options.fixed:
                return self.options.fixed
            extremes = Extremes(kind)
            for each in values:
                extremes.add(each)
            return extremes.scale(name)

        figure = figures.series_figure(times, columns, quantity.label, quantity.name, quantity.details(),
                                       self.options.scale, limits, self.options.size)
        save(figure, self.options.output, file_stem(quantity.name, {}), self.options.formats)


class Sections:
    """The sections of a quantity at some iterations. Each is read on demand and not kept."""

    def __init__(self, quantity, iterations, cuts_here):
        self.quantity = quantity
        self.name = quantity.name
        self.variable = quantity.variable
        self.iterations = iterations
        self.cuts = cuts_here

    def __iter__(self):
        return (self.quantity.section(iteration, self.cuts) for iteration in self.iterations)

    def first(self):
        return next(iter(self))


def file_stem(name, place):
    """The name of a file, such as wavetoy-phi.z=0.25."""
    stem = re.sub(r"[^A-Za-z0-9_.@=+-]", "_", name.replace("::", "-"))
    return stem + "".join(f".{label}={short(value)}" for label, value in place.items())


def negative_values(words):
    """Joins --range or --window and its value: argparse would take "-1:1" for another option."""
    joined = []
    for word in words:
        if joined and joined[-1] in ("--range", "--window") and re.match(r"-[\d.]", word):
            joined[-1] += "=" + word
        else:
            joined.append(word)
    return joined


def run(words):
    arguments = parser().parse_intermixed_args(negative_values(words))
    options = Options(arguments)
    catalogue = Catalogue(options.folder)
    if options.list or not options.names:
        print(catalogue.text(), flush=True)
    if options.list:
        return
    chosen = catalogue.choose(options.names) if options.names else default_choice(catalogue, options)
    plotter = Plotter(options)
    troubles = []
    for quantity in chosen:
        try:
            plotter.plot(quantity)
        except Trouble as trouble:  # plot the other quantities first
            troubles.append(str(trouble))
    if troubles:
        raise Trouble("\nerror: ".join(dict.fromkeys(troubles)))


def default_choice(catalogue, options):
    """Returns all quantities to which the options apply."""
    chosen = catalogue.quantities
    if options.animate:
        chosen = [each for each in chosen if each.kind != "series"]
    if options.cuts:
        chosen = [each for each in chosen if each.kind == "field"]
    if options.window:
        chosen = [each for each in chosen if each.kind in ("field", "mesh", "plane")]
    if options.columns:
        chosen = [each for each in chosen if each.kind == "series"]
    if not chosen:
        raise Trouble(f"'{options.folder}' holds nothing to which these options apply; it holds " +
                      listed(f"{each.name} ({KINDS[each.kind]})" for each in catalogue.quantities))
    return chosen


def main(words):
    try:
        if words and words[0] in COMMANDS:
            COMMANDS[words[0]](negative_values(words[1:]))
        else:
            run(words)
    except Trouble as trouble:
        print(f"error: {trouble}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # such as: scripts/plot ... | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
