"""Lists the quantities of an output folder that can be plotted."""

import difflib
import fnmatch
import re

from . import meshes, openpmd, tsv
from .trouble import Trouble, listed, warn

KINDS = {"field": "fields", "mesh": "on meshes", "plane": "planes", "line": "lines", "series": "over time"}


class Catalogue:
    def __init__(self, folder):
        self.folder = folder
        if not folder.exists():
            raise Trouble(f"'{folder}' does not exist: give the output folder of a run, which is the value of "
                          "driver.output (default: the name of the parfile without .yaml)")
        if not folder.is_dir():
            raise Trouble(f"'{folder}' is not a folder; give the output folder of a run, such as '{folder.parent}'")
        self.refused = {}  # name: why it cannot be drawn
        found = self._fields_and_scalars() + self._tables()
        order = list(KINDS)
        self.quantities = sorted(unique(found), key=lambda each: (order.index(each.kind), each.name))
        if not self.quantities and self.refused:
            raise Trouble("\nerror: ".join(f"{name} {why}" for name, why in self.refused.items()))
        if not self.quantities:
            raise Trouble(f"'{folder}' holds nothing to plot: it has no openPMD file *.h5 with data and no table *.tsv "
                          "with rows; is it the output folder of a run with the thorns hdf5 or tsv?")

    def _fields_and_scalars(self):
        reader = openpmd.Reader()
        for path in sorted(self.folder.glob("*.h5")):
            reader.add(path, re.sub(r"_\d+$", "", path.stem))
        on_meshes, self.refused = meshes.fields(reader.dats, self.folder)
        stems_of = {}
        found = [*reader.fields.items(), *on_meshes.items(), *reader.scalars.items()]
        for (stem, name), _ in found:
            stems_of.setdefault(name, set()).add(stem)
        for (stem, name), quantity in found:
            if len(stems_of[name]) > 1:
                quantity.name += "@" + stem
        return [quantity for _, quantity in found]

    def _tables(self):
        found = []
        for path in sorted(self.folder.glob("*.tsv")):
            try:
                found += [quantity for quantity in tsv.quantities(path) if quantity.iterations]
            except Trouble as trouble:
                warn(f"skipped: {trouble}")
        return found

    def text(self):
        """Returns one line for each quantity, under a heading for each kind."""
        width = max(len(each.name) for each in self.quantities)
        lines = []
        for kind, heading in KINDS.items():
            members = [each for each in self.quantities if each.kind == kind]
            lines += [heading + ":"] * bool(members)
            for each in members:
                lines.append(f"  {each.name:{width}}  {each.about()}; {iterations_text(each.iterations)}")
        lines += ["not drawn:"] * bool(self.refused) + [f"  {name} {why}" for name, why in self.refused.items()]
        return "\n".join(lines)

    def choose(self, names):
        """Returns the quantities that match the names or patterns, in this order, each once."""
        chosen = []
        for name in names:
            found = self._matches(name)
            chosen += [each for each in found if each not in chosen]
        return chosen

    def _matches(self, name):
        for spelling in (lambda each: each, lambda each: plain(each), lambda each: each.rpartition("::")[2]):
            found = [each for each in self.quantities if fnmatch.fnmatchcase(spelling(each.name), name)]
            if found:
                return found
        found = [each for each in self.quantities if plain(each.name) == plain(name)]
        if found:
            return found
        for other, why in self.refused.items():
            if name in (other, plain(other), other.rpartition("::")[2]):
                raise Trouble(f"{other} {why}")
        names = [each.name for each in self.quantities]
        close = difflib.get_close_matches(name, names, 1, 0.5)
        raise Trouble(f"'{self.folder}' holds no '{name}'" + (f"; did you mean '{close[0]}'?" if close else ";") +
                      f" it holds {listed(names)}")


def plain(name):
    """The name in the spelling of files: thorn_variable for thorn::variable and thorn-variable."""
    return re.sub(r"::|-", "_", name)


def unique(quantities):
    """Keeps the later of two quantities with the same name: a table often has more iterations than the HDF5 files."""
    return list({(each.kind, each.name): each for each in quantities}.values())


def iterations_text(iterations):
    if len(iterations) == 1:
        return f"iteration {iterations[0]}"
    return f"iterations {iterations[0]} to {iterations[-1]} ({len(iterations)})"


def choose_iterations(quantity, words):
    """Returns iterations. `words`: first, last, all, N, N:M or N:M:STEP (both ends included), separated by commas."""
    there = quantity.iterations
    chosen = []
    for word in words.split(","):
        numbers = re.fullmatch(r"(\d+)(?::(\d+)(?::(\d+))?)?", word.strip())
        if word.strip() in ("first", "last", "all"):
            chosen += {"first": there[:1], "last": there[-1:], "all": there}[word.strip()]
        elif not numbers or numbers.group(3) and int(numbers.group(3)) == 0:
            raise Trouble(f"--iterations {words}: found \"{word}\", expected first, last, all, a number, "
                          "FIRST:LAST or FIRST:LAST:STEP")
        elif numbers.group(2) is None:
            if int(word) not in there:
                raise Trouble(f"{quantity.name} was not written at iteration {int(word)}, but at {listed(there)}")
            chosen.append(int(word))
        else:
            low, high, step = int(numbers.group(1)), int(numbers.group(2)), int(numbers.group(3) or 1)
            found = [each for each in there if low <= each <= high and (each - low) % step == 0]
            if not found:
                raise Trouble(f"{quantity.name} was not written at any iteration of {word}, but at {listed(there)}")
            chosen += found
    return sorted(set(chosen))


def spread(iterations, most):
    """Returns the first, the last, and some iterations between them."""
    if len(iterations) <= most:
        return iterations
    return [iterations[round(n * (len(iterations) - 1) / (most - 1))] for n in range(most)]
