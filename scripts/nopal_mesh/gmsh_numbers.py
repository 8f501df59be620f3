"""The sections of an MSH file, number by number. Text and binary files have the same numbers in the same order."""

import warnings

import numpy

from .trouble import Trouble

TYPES = {"int": "i4", "size": "u8", "real": "f8"}


class Sections:
    """Yields the name of each section; read() gives its numbers, lines() its text."""

    def __init__(self, path):
        self.path = path
        self.data = path.read_bytes()
        self.place = 0  # of the next byte
        self.name = ""
        self.binary, self.order = False, "<"
        self._values, self._used = None, 0

    def trouble(self, what):
        return Trouble(f"'{self.path}', ${self.name}: {what}")

    def truncated(self):
        return self.trouble("the file ends within this section, so it is not complete: write or copy it again")

    def __iter__(self):
        while True:
            start = self.data.find(b"$", self.place)
            if start < 0:
                return
            self.name, self._values = "", None
            self.name = self.line_at(start).lstrip("$")
            yield self.name
            end = self.data.find(b"$End" + self.name.encode(), self.place)
            if end < 0:
                raise self.truncated()
            self.place = end + len(self.name) + 4

    def line_at(self, start):
        """Returns a line of text, and goes on behind it."""
        end = self.data.find(b"\n", start)
        end = len(self.data) if end < 0 else end
        self.place = end + 1
        return self.data[start:end].decode("utf-8", "replace").strip()

    def lines(self):
        """Returns the lines of a section that is text in any file."""
        end = self.data.find(b"$End" + self.name.encode(), self.place)
        if end < 0:
            raise self.truncated()
        return self.data[self.place:end].decode("utf-8", "replace").strip().splitlines()

    def read(self, kind, count=1):
        """Returns `count` numbers: "int" and "size" as integers, "real" as reals."""
        if self.binary:
            size = int(TYPES[kind][1]) * count
            if not 0 <= size <= len(self.data) - self.place:
                raise self.truncated()
            values = numpy.frombuffer(self.data, self.order + TYPES[kind], count, self.place)
            self.place += size
        else:
            if self._values is None:
                self._parse()
            if not 0 <= count <= len(self._values) - self._used:
                raise self.trouble(f"the section ends where {count} more numbers were expected")
            values = self._values[self._used:self._used + count]
            self._used += count
        return values.astype(float if kind == "real" else numpy.int64)

    def one(self, kind):
        return self.read(kind)[0].item()

    def _parse(self):
        text = " ".join(self.lines())
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                self._values = numpy.fromstring(text, sep=" ")
            except (DeprecationWarning, ValueError) as error:
                raise self.trouble("it holds other text than numbers") from error
        self._used = 0
