"""The groups of a file as parts of the mesh: which cells, inner sides, boundary sides and nodes belong to each."""

import dataclasses
import re

import numpy

from . import sides
from .cells import kind_of
from .trouble import Trouble, counted, listed

NO_NAMES = ("on", "off", "yes", "no", "y", "n", "true", "false", "null")  # other things than texts in YAML
PLACES = ("cells", "inner", "boundary", "nodes")


@dataclasses.dataclass
class Part:
    name: str  # as the file has it
    number: int
    cells: numpy.ndarray
    inner: numpy.ndarray  # rows of the inner sides
    boundary: numpy.ndarray  # rows of the boundary sides
    nodes: numpy.ndarray


def identifier(name):
    """Returns a name that nopal takes: a letter followed by letters, digits and underscores."""
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
    fits = re.match(r"[A-Za-z]", plain) and plain.lower() not in NO_NAMES
    return plain if fits else f"part_{plain}".rstrip("_")


def make(raw, cells, rows_of_blocks, inner, boundary, notes):
    """Returns the parts, ordered by number."""
    parts = [part_of(group, raw, cells, rows_of_blocks, inner, boundary, notes) for group in raw.groups]
    if not any(len(part.inner) + len(part.boundary) for part in parts):
        by_nodes(parts, boundary, notes)
    return sorted((part for part in parts if any(len(getattr(part, place)) for place in PLACES)), key=lambda part: part.number)


def part_of(group, raw, cells, rows_of_blocks, inner, boundary, notes):
    found = {place: [numpy.empty(0, numpy.int64)] for place in PLACES}
    lost = 0
    if group.nodes is not None:
        found["nodes"].append(group.nodes)
    for n, rows in group.rows:
        block = raw.blocks[n]
        below = cells.dimension - kind_of(block).dimension
        if below == 0:
            found["cells"].append(rows_of_blocks[n][rows])
        elif below == 1:
            table = block.nodes[rows]
            at = {"inner": sides.find(inner, table), "boundary": sides.find(boundary, table)}
            for place, each in at.items():
                found[place].append(each[each >= 0])
            lost += int(((at["inner"] < 0) & (at["boundary"] < 0)).sum())
        else:
            found["nodes"].append(block.nodes[rows].ravel())
    if lost:
        notes.append(f"'{group.name}': {counted(lost, 'element')} left out, since they are no sides of cells")
    return Part(group.name, group.number, *(numpy.unique(numpy.concatenate(found[place])) for place in PLACES))


def by_nodes(parts, boundary, notes):
    """A file whose only parts of the boundary are groups of nodes: a side belongs to a group if all of its nodes do."""
    for part in parts:
        if len(part.nodes) and len(boundary):
            part.boundary = numpy.flatnonzero((numpy.isin(boundary.nodes, part.nodes) | (boundary.nodes < 0)).all(axis=1))
            if len(part.boundary):
                notes.append(f"'{part.name}' is a group of nodes: boundary sides whose nodes all belong to it are taken as "
                             "its part")


def renumber(parts, texts):
    """Gives parts the numbers of texts such as "wall=1"."""
    for text in texts:
        name, equals, number = text.rpartition("=")
        if not equals or not re.fullmatch(r"\d{1,9}", number):
            raise Trouble(f"--number {text}: expected NAME=NUMBER with a whole number, such as wall=1")
        mine = [part for part in parts if part.name == name]
        if not mine:
            raise Trouble(f"--number {text}: the file has no part '{name}'; it has "
                          f"{listed(part.name for part in parts) or 'none'}")
        for part in mine:
            part.number = int(number)


def marks(parts, place, size, what, notes):
    """Returns the number of the part of each element, 0 where there is none; None if no part has such elements."""
    if not any(len(getattr(part, place)) for part in parts):
        return None
    found = numpy.zeros(size, numpy.int64)
    times = numpy.zeros(size, numpy.int64)
    for part in reversed(parts):
        found[getattr(part, place)] = part.number
        times[getattr(part, place)] += 1
    if (times > 1).any() and place != "nodes":
        notes.append(f"{int((times > 1).sum())} {what} belong to several parts; their mark is that of the first one")
    if (times == 0).any() and place in ("boundary", "cells"):
        notes.append(f"{int((times == 0).sum())} of {size} {what} belong to no part, so their mark is 0")
    return found
