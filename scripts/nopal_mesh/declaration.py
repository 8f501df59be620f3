"""What a thorn declares: which of the tables of a mesh its sets, maps and dats get."""

import dataclasses
import pathlib

import numpy
import yaml

from .maps import Map
from .trouble import Trouble

GROUPS = {"x": "coordinates", "lonlat": "angles"}  # a group has another name than its variable
SCHEDULES = pathlib.Path(__file__).resolve().parents[2] / "schedules"


@dataclasses.dataclass
class Section:
    """The mesh section of a parfile. Names are those of the thorn, with those of the file behind them."""

    thorn: str
    sets: dict = dataclasses.field(default_factory=dict)
    maps: dict = dataclasses.field(default_factory=dict)
    data: dict = dataclasses.field(default_factory=dict)
    positions: str = ""  # the set that has them
    missing: list = dataclasses.field(default_factory=list)


def load(word):
    """Returns the declaration of a thorn of the tree, or of a file."""
    path = pathlib.Path(word) if word.endswith(".yaml") else SCHEDULES / f"{word}.yaml"
    try:
        found = yaml.load(path.read_text(), yaml.BaseLoader)  # all texts: to others, "on" means true
    except OSError as error:
        raise Trouble(f"--thorn {word}: cannot read '{path}': {error.strerror}; give the file with the thorn's "
                      "declaration") from error
    except yaml.YAMLError as error:
        raise Trouble(f"--thorn {word}: '{path}' is no YAML: {error}") from error
    if not isinstance(found, dict) or "thorn" not in found or not found.get("sets"):
        raise Trouble(f"--thorn {word}: '{path}' declares no thorn with sets")
    return found


def match(declared, tables):
    """Returns the section of the parfile for a thorn. Tables of the mesh may get the shape that the thorn declares."""
    section = Section(declared["thorn"])
    for name, about in (declared.get("maps") or {}).items():
        table = table_for(name, about, tables)
        if table is None:
            section.missing.append(f"map {name} ({about['from']} to {about['to']}): the mesh has no such map; it has "
                                   f"those from {about['from']}: " + (", ".join(known(tables, about["from"])) or "none"))
            continue
        why = fit(tables, table, about.get("arity"))
        if why:
            section.missing.append(f"map {name}: {why}")
        else:
            section.maps[name] = table
    for about in (declared.get("groups") or {}).values():
        if about.get("type") == "dat" and about.get("on") in tables.sets:
            dat = dat_for(about, tables)
            if dat:
                section.data[about["variables"][0]] = dat
            elif about.get("datatype") == "int" and len(about["variables"]) == 1:
                section.missing.append(f"dat {about['variables'][0]} (integers on {about['on']}): the mesh has no part with "
                                       f"{about['on']}, so no marks")
    if any(tables.dats[dat].on == "nodes" and dat == "x" for dat in section.data.values()):
        section.positions = "nodes"
    sized = {about["from"] for name, about in (declared.get("maps") or {}).items() if name in section.maps}
    for name in declared["sets"]:
        if name in tables.sets and name not in sized:
            section.sets[name] = name
        elif name not in tables.sets:
            section.missing.append(f"set {name}: the mesh has no such set; it has " + ", ".join(tables.sets))
    return section


def known(tables, start):
    return [name for name in (*tables.maps, *tables.further) if name.startswith(start.rstrip("s") + "_")]


def table_for(name, about, tables):
    """The map of the same name, or the only one between both sets."""
    table = tables.get(name)
    if table and (table.start, table.end) == (about["from"], about["to"]):
        return name
    between = [each for each, table in tables.maps.items() if (table.start, table.end) == (about["from"], about["to"])]
    return between[0] if len(between) == 1 else None


def fit(tables, name, arity):
    """Gives a map the arity that a thorn declares. Returns why that cannot be, or nothing."""
    table = tables.maps[name]
    if arity == "varying":
        if table.offsets is None:
            size, width = table.targets.shape
            tables.maps[name] = Map(table.start, table.end, table.targets.ravel(), numpy.arange(size + 1) * width, table.about)
        return ""
    arity = int(arity)
    if table.arity == arity:
        return ""
    counts = numpy.diff(table.offsets) if table.offsets is not None else numpy.full(len(table.targets), table.arity)
    if table.end != "nodes" or counts.size and counts.max() > arity:
        least, most = (counts.min(), counts.max()) if counts.size else (0, 0)
        have = f"{least}" + (f" to {most}" if most > least else "")
        return f"the thorn declares {arity} targets, but elements of the mesh have {have}"
    tables.maps[name] = repeated(table, counts, arity)
    tables.mesh.notes.append(f"{name}: {int((counts < arity).sum())} of {len(counts)} {table.start} have fewer than the {arity} "
                             "corners that the thorn declares; their last corner is repeated, which adds a side without length")
    return ""


def repeated(table, counts, arity):
    """Returns the map with rows that repeat their last corner."""
    starts = table.offsets[:-1] if table.offsets is not None else numpy.arange(len(counts)) * table.arity
    at = starts[:, None] + numpy.minimum(numpy.arange(arity), counts[:, None] - 1)
    return Map(table.start, table.end, table.targets.ravel()[at], about=table.about)


def dat_for(about, tables):
    """Coordinates go to the reals on nodes with as many components, marks to the integer of a set."""
    real = about.get("datatype", "real") == "real"
    components = int(about.get("components", 1))
    variables = about.get("variables", [])
    if len(variables) != 1:
        return None
    named = variables[0] if variables[0] in tables.dats else None
    for name in ([named] if named else []) + list(tables.dats):
        dat = tables.dats[name]
        if dat.on == about["on"] and dat.real == real and dat.values.shape[1] == components and not name.endswith("_in_file"):
            return name
    return None


def own(tables):
    """Returns the declaration of a thorn that takes everything, for those who have none yet."""
    maps = {name: {"from": table.start, "to": table.end, "arity": table.arity or "varying", "description": table.about}
            for name, table in tables.maps.items()}
    groups = {GROUPS.get(name, f"{name}s"): {"type": "dat", "on": dat.on, "variables": [name], "description": dat.about} | (
                  {"components": dat.values.shape[1]} if dat.values.shape[1] > 1 else {}) | (
                  {} if dat.real else {"datatype": "int"})
              for name, dat in tables.dats.items() if not name.endswith("_in_file")}
    return {"thorn": "mine", "sets": {name: {} for name in tables.sets}, "maps": maps, "groups": groups}
