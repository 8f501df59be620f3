"""Reads VTK and VTU files, and others that meshio knows."""

import contextlib
import importlib
import io
import pathlib
import re
import tempfile

import numpy

from .kinds import KINDS, MESHIO, polygon
from .raw import Block, Group, RawMesh
from .trouble import Trouble, listed, module

OF_PARTS = ("gmsh:physical", "medit:ref", "su2:tag", "abaqus:elset")  # data by which formats name parts


def knows(path):
    """Whether the name of a file is one that meshio reads. Without meshio, only VTK's are known."""
    suffix = path.suffix.lower()
    try:
        helpers = importlib.import_module("meshio._helpers")
        return suffix in helpers.extension_to_filetypes
    except ModuleNotFoundError:
        return suffix in (".vtk", ".vtu")


def load(path):
    """Returns meshio's mesh. meshio prints to the terminal and ends the process when it cannot read a file."""
    meshio = module("meshio", "python3-meshio", f"'{path}'")
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), readable(path) as file:
            return meshio.read(file)
    except (Exception, SystemExit) as error:  # whatever a damaged file leads to
        why = " ".join(said.getvalue().split()) or str(error) or type(error).__name__
        raise Trouble(f"'{path}' cannot be read by meshio {meshio.__version__}: {why}; it may not be complete, or hold what "
                      "meshio does not know: write it again, as VTU or MSH 4.1") from error


@contextlib.contextmanager
def readable(path):
    """Yields the file, or a copy with a line end behind its last number: meshio needs one, and Gmsh writes none in binary VTK."""
    content = path.read_bytes() if path.suffix.lower() == ".vtk" else b"\n"
    if content.endswith(b"\n"):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / path.name
        copy.write_bytes(content + b"\n")
        yield copy


def table_of(cells, path):
    """Returns (kind, corners, whether there were more nodes)."""
    word = re.match(r"[a-zA-Z]*", cells.type)[0]
    data = numpy.asarray(cells.data)
    if word == "polygon" and data.ndim == 2:
        return polygon(data.shape[1]).name, data, False
    kind = MESHIO.get(word)
    if kind is None or data.ndim != 2:
        raise Trouble(f"'{path}': {len(data)} elements of the kind '{cells.type}', which is not known here; known are "
                      f"{listed(MESHIO)} and polygon")
    corners = KINDS[kind].corners
    return kind, data[:, :corners], data.shape[1] > corners


def whole(values):
    """Whether each element has one whole number."""
    return numpy.issubdtype(numpy.asarray(values).dtype, numpy.integer) and numpy.size(values) == len(values)


def groups_by(name, mesh):
    """Returns a group for each number in the data `name` of elements; 0 is none."""
    names = {int(number): word for word, (number, *_) in mesh.field_data.items()}
    rows = {}
    for n, values in enumerate(map(numpy.ravel, mesh.cell_data[name])):
        for number in numpy.unique(values):
            rows.setdefault(int(number), []).append((n, numpy.flatnonzero(values == number)))
    return [Group(names.get(number, f"part_{number}"), number, rows[number]) for number in sorted(rows) if number > 0]


def groups_of_sets(mesh):
    groups = []
    for name, of_blocks in mesh.cell_sets.items():
        rows = [(n, numpy.asarray(chosen, numpy.int64)) for n, chosen in enumerate(of_blocks)
                if chosen is not None and len(chosen)]
        if not name.startswith("gmsh:") and rows:
            groups.append(Group(name, len(groups) + 1, rows))
    for name, nodes in mesh.point_sets.items():
        groups.append(Group(name, len(groups) + 1, nodes=numpy.asarray(nodes, numpy.int64)))
    return groups


def read(path, parts=None):
    """`parts`: the data of elements whose numbers are those of parts."""
    mesh = load(path)
    blocks, notes, start = [], [], 0
    for cells in mesh.cells:
        kind, table, higher = table_of(cells, path)
        wrong = numpy.flatnonzero(((table < 0) | (table >= len(mesh.points))).any(axis=1))
        if len(wrong):
            raise Trouble(f"'{path}': element {start + wrong[0]}, a {kind}, names a node that is not one of 0 to "
                          f"{len(mesh.points) - 1}: the file is damaged")
        blocks.append(Block(kind, table.astype(numpy.int64), numpy.arange(len(table)) + start))
        start += len(table)
        if higher:
            notes.append(f"the {KINDS[kind].plural} are of higher order ({cells.type}): only their corners are kept, so curved "
                         "sides become straight")
    candidates = [name for name, values in mesh.cell_data.items() if all(map(whole, values))]
    if parts is not None and parts not in candidates:
        raise Trouble(f"'{path}' has no whole numbers '{parts}' on its elements; it has {listed(candidates) or 'none'}")
    known = parts or next((name for name in OF_PARTS if name in candidates), None)
    groups = groups_by(known, mesh) if known else groups_of_sets(mesh)
    if not groups and candidates:
        notes.append(f"no parts are read; elements have these whole numbers, which may name some: --parts {listed(candidates)}")
    return RawMesh(numpy.asarray(mesh.points, float), blocks, groups, list(dict.fromkeys(notes)))
