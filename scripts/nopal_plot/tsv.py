"""Reads the files of the thorn tsv: columns separated by tabs, a header of comments, blocks that end with blank lines."""

import re

import numpy

from .section import Axis, Section
from .trouble import Trouble, warn


class Table:
    """A file. For a file of blocks it keeps the position of each block, not its values."""

    def __init__(self, path):
        self.path = path
        self.header = []
        self.blocks = {}  # iteration: [time, first byte, end]
        self.values_of = {}  # iteration: the earlier time to which its values belong, if a remark says so
        self._scan()
        if not self.header:
            raise Trouble(f"'{path}' has no header; a header is a line that begins with '#' and names the columns")
        self.columns = self.header[-1].split("\t")
        if self.columns[:2] != ["iteration", "time"]:
            raise Trouble(f"'{path}' has the columns {', '.join(self.columns)}; tables of nopal begin with iteration, time")

    def key(self, name):
        """The value of a line "key: value" of the header; "" if there is none."""
        for line in self.header:
            if line.startswith(name + ": "):
                return line[len(name) + 2:]
        return ""

    def unit(self, column):
        """The text in brackets after a column of the header. Columns count from 0."""
        found = re.search(r"\[([^\]]*)\]$", self.key(f"column {column + 1}"))
        return found.group(1) if found else ""

    def _scan(self):
        position, remark = 0, None
        with self._open() as file:
            for number, line in enumerate(file, 1):
                start, position = position, position + len(line)
                if line.startswith(b"##"):
                    found = re.search(rb"those of iteration \d+, time (\S+)$", line.rstrip())
                    remark = float(found.group(1)) if found else None
                elif line.startswith(b"#"):
                    self.header.append(line[1:].decode(errors="replace").strip("\r\n").removeprefix(" "))
                elif not line.endswith(b"\n"):
                    warn(f"the last line of '{self.path}' is not complete and is skipped")
                elif line.strip():
                    self._note(line, number, start, position, remark)
                    remark = None

    def _open(self):
        try:
            return open(self.path, "rb")
        except OSError as error:
            raise Trouble(f"cannot read '{self.path}': {error.strerror}") from error

    def _note(self, line, number, start, end, values_of):
        words = line.split(b"\t", 2)
        try:
            iteration, time = int(words[0]), float(words[1])
        except (ValueError, IndexError):
            raise Trouble(f"'{self.path}', line {number}: expected iteration, time and values separated by tabs, "
                          f"found \"{line[:60].decode(errors='replace').strip()}\"") from None
        self.blocks.setdefault(iteration, [time, start, end])[2] = end
        if values_of is not None:
            self.values_of[iteration] = values_of

    def rows(self, iteration=None):
        """The numbers of all rows, or of one iteration, as an array (rows, columns)."""
        start, end = 0, -1
        if iteration is not None:
            _, start, end = self.blocks[iteration]
        elif self.blocks:
            end = max(block[2] for block in self.blocks.values())
        with self._open() as file:
            file.seek(start)
            lines = file.read(end - start).decode(errors="replace").splitlines()
        rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
        for row in rows:
            if len(row) != len(self.columns):
                raise Trouble(f"'{self.path}', iteration {row[0]}: a row has {len(row)} columns, the header names "
                              f"{len(self.columns)}")
        try:
            return numpy.array(rows, dtype=numpy.float64).reshape(-1, len(self.columns))
        except ValueError as error:
            raise Trouble(f"'{self.path}': {error}; expected numbers") from error


class Quantity:
    """A table with a name."""

    def __init__(self, name, table):
        self.name = name
        self.variable = name
        self.table = table

    @property
    def iterations(self):
        return sorted(self.table.blocks)

    def time(self, iteration):
        return self.table.blocks[iteration][0]

    def details(self):
        return self.table.key("description"), self.table.key("unit")


class Series(Quantity):
    """Columns over time."""

    kind = "series"

    def about(self):
        return ", ".join(self.table.columns[2:])

    def rows(self):
        """Returns the times, and the values of each column by name."""
        rows = self.table.rows()
        return rows[:, 1], dict(zip(self.table.columns[2:], rows[:, 2:].T, strict=True))

    def details(self):
        """The description. For a file of several variables it names them."""
        if "::" in self.name:
            return super().details()
        return self.table.key("content").partition(";")[0], ""

    def label(self, column):
        """The name of a column, with the point of its values."""
        found = re.search(r", (at \(.*?\))", self.table.key(f"column {self.table.columns.index(column) + 1}"))
        return f"{column} {found.group(1)}" if found else column


class Block(Quantity):
    """A value on one or two axes, with one block for each iteration."""

    def __init__(self, name, variable, table, axes, value):
        super().__init__(name, table)
        self.variable = variable
        self.axes = axes  # columns of the coordinates, fastest first
        self.value = value  # column
        self.kind = "plane" if len(axes) == 2 else "line"

    def about(self):
        return f"along {' and '.join(self.table.columns[axis] for axis in self.axes)}"

    def section(self, iteration, cuts):
        if cuts:
            raise Trouble(f"{self.name} is {self.about()} in a text file; --at can only cut fields of HDF5 files")
        rows = self.table.rows(iteration)
        points = [len(numpy.unique(rows[:, axis])) for axis in self.axes]
        if len(rows) != numpy.prod(points):
            raise Trouble(f"'{self.table.path}', iteration {iteration}: {len(rows)} rows are not "
                          f"{' x '.join(map(str, points))} points; the block may not be complete yet")
        axes = tuple(self._axis(rows, axis, n) for axis, n in zip(self.axes, points, strict=True))
        place = {name: rows[0, column] for column, name in enumerate(self.table.columns)
                 if name in ("x", "y", "z") and column < self.value and column not in self.axes}
        values = rows[:, self.value].reshape([axis.points for axis in reversed(axes)])
        return Section(axes, values, iteration, self.time(iteration), place, self.table.values_of.get(iteration))

    def _axis(self, rows, column, points):
        first, last = rows[0, column], rows[-1, column]
        spacing = (last - first) / (points - 1) if points > 1 else 1.0
        return Axis(self.table.columns[column], first, spacing, points, self.table.unit(column))


class Elements(Quantity):
    """All elements of an array, in the order of the file."""

    kind = "line"

    def __init__(self, name, table, value):
        super().__init__(name, table)
        self.value = value

    def about(self):
        return "elements of an array"

    def section(self, iteration, cuts):
        if cuts:
            raise Trouble(f"{self.name} is an array; it has no coordinates, so --at cannot cut it")
        values = self.table.rows(iteration)[:, self.value]
        return Section((Axis("element", 0, 1, len(values)),), values, iteration, self.time(iteration),
                       values_of=self.table.values_of.get(iteration))


def quantities(path):
    """The quantities of a file <thorn>-<variable>[.<kind>].tsv or points.tsv. Raises Trouble if nopal did not write it."""
    table = Table(path)
    stem, _, kind = path.name.removesuffix(".tsv").partition(".")
    variable = stem.replace("-", "::", 1)
    name = variable + (f".{kind}" if kind else "")
    columns = table.columns
    if kind and set(kind) <= set("xyz"):
        axes = [columns.index(axis) for axis in kind]
        values = range(max(columns.index(axis) for axis in "xyz" if axis in columns[:-1]) + 1, len(columns))
        parts = [(suffix(columns[value]), value) for value in values]
        return [Block(name + part, variable + part, table, axes, value) for part, value in parts]
    if not kind and "i" in columns[2:-1]:
        values = [column for column in range(3, len(columns)) if columns[column] not in ("j", "k") or
                  column == len(columns) - 1]
        return [Elements(name + suffix(columns[value]), table, value) for value in values]
    return [Series(name, table)]


def suffix(column):
    """The columns of a complex variable end in .real and .imag."""
    return next((part for part in (".real", ".imag") if column.endswith(part)), "")
