"""What is printed about a mesh: its summary, the mesh section of a parfile, the declaration of a thorn."""

import json

import numpy

from .kinds import named


def summary(tables, name, what):
    """Returns the lines about a mesh. Those of sets and maps look as `nopal check` prints them."""
    mesh = tables.mesh
    cells = ", ".join(f"{named(kind, table.shape[1]).plural}: {len(rows)}" for kind, rows, table in mesh.cells.by_kind())
    measure = "area" if mesh.dimension == 2 else "volume"
    total = float(numpy.sum(mesh.sizes))
    lines = [f"mesh {name}: {what}; {cells}"]
    lines += [f"set {each}: {size} elements" for each, size in tables.sets.items()]
    lines += [map_line(each, table) for each, table in tables.maps.items()]
    low, high = mesh.points.min(axis=0), mesh.points.max(axis=0)
    lines.append("coordinates: " + ", ".join(f"{axis} from {a:g} to {b:g}" for axis, a, b in zip("xyz", low, high)))
    lines.append(f"{measure} {total:.12g}; of a cell {mesh.sizes.min():.4g} to {mesh.sizes.max():.4g}; "
                 f"Euler number {euler(tables)}")
    for part in mesh.parts:
        counts = {f"b{tables.side}s": part.boundary, f"{tables.side}s": part.inner, "cells": part.cells, "nodes": part.nodes}
        lines.append(f"part '{part.name}', number {part.number}: " +
                     ", ".join(f"{len(rows)} {what}" for what, rows in counts.items() if len(rows)))
    return lines


def map_line(name, table):
    rows = len(table.targets) if table.offsets is None else len(table.offsets) - 1
    each = (f"{table.arity} of each" if table.offsets is None else
            f"{len(table.targets) / max(1, rows):.1f} of each on average, at most {numpy.diff(table.offsets).max(initial=0)}")
    return f"map {name}: {table.start} to {table.end}, {each}"


def euler(tables):
    """Nodes minus edges plus faces minus solids: 1 for a disk or ball, 2 for a sphere, 0 for a ring."""
    mesh, sets = tables.mesh, tables.sets
    sides = len(mesh.inner) + len(mesh.boundary)
    used = len(numpy.unique(mesh.cells.nodes))
    return used - sides + len(mesh.cells) if mesh.dimension == 2 else used - sets["edges"] + sides - len(mesh.cells)


def parfile(section, tables, file):
    """Returns the mesh section of a parfile."""
    thorn = section.thorn
    lines = ["mesh:", f"  file: {json.dumps(str(file))}"]
    if section.sets:
        lines.append("  sets: [" + ", ".join(f"{thorn}::{name} = {of}" for name, of in section.sets.items()) + "]")
    lines.append("  maps:")
    for name, of in section.maps.items():
        offsets = f", {of}_offsets" if tables.maps[of].offsets is not None else ""
        lines.append(f"    - {json.dumps(f'{thorn}::{name} = {of}{offsets}') if offsets else f'{thorn}::{name} = {of}'}")
    if section.data:
        lines.append("  data: [" + ", ".join(f"{thorn}::{name} = {of}" for name, of in section.data.items()) + "]")
    if section.positions:
        lines.append(f"  positions: {thorn}::{section.positions} = x")
    return lines


def declaration(declared):
    """Returns the sets, maps and groups for the declaration of a thorn."""
    lines = ["sets:"] + [f"  {name}: {{}}" for name in declared["sets"]] + ["maps:"]
    for title in ("maps", "groups"):
        lines += [f"{title}:"] if title == "groups" else []
        for name, about in declared[title].items():
            lines.append(f"  {name}: {{" + ", ".join(f"{key}: {word(value)}" for key, value in about.items()) + "}")
    return lines


def word(value):
    if isinstance(value, list):
        return "[" + ", ".join(value) + "]"
    return json.dumps(value) if isinstance(value, str) and not value.isidentifier() else str(value)
