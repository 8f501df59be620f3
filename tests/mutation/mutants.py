"""Makes wrong declarations from right ones: one clause is removed, or gets a smaller region or another timelevel."""

import copy
import re

CLAUSE = re.compile(r"^(?P<name>[\w:]+)(@(?P<timelevel>\d+))?(\((?P<region>[^)]*)\))?$")
REGIONS = {"interior": {"interior"}, "boundary": {"boundary"}, "ghosts": {"ghosts"}, "owned": {"interior", "boundary"},
           "everywhere": {"interior", "boundary", "ghosts"}}


def parts(region):
    return set().union(*(REGIONS[word.strip()] for word in region.split(",")))


def groups_by_variable(thorn):
    found = {}
    for group, fields in (thorn.get("groups") or {}).items():
        for name in [group, *fields["variables"]]:
            found[name] = fields
    return found


def changed_clauses(text, key, group):
    """Yields (what was changed, new clause or None) for each mutation of a clause."""
    match = CLAUSE.match(text)
    name, timelevel = match["name"], int(match["timelevel"] or 0)
    yield "removed", None
    if group["type"] != "gf":
        return
    # A reduces clause has no region.
    usual = {"reads": "everywhere", "writes": "interior"}
    region = parts(match["region"] or usual[key]) if key in usual else set()
    for lost in sorted(region):
        rest = sorted(region - {lost})
        if rest:
            yield f"without {lost}", f"{name}@{timelevel}({', '.join(rest)})"
    for other in (timelevel - 1, timelevel + 1):
        if 0 <= other < group.get("timelevels", 1):
            yield f"at timelevel {other}", f"{name}@{other}" + (f"({', '.join(sorted(region))})" if region else "")


def mutants(thorn):
    """Yields (name, declaration) of every mutant. `thorn` is the declaration as read from YAML."""
    groups = groups_by_variable(thorn)
    for number, item in enumerate(thorn.get("schedule") or []):
        target = item.get("as") or item.get("kernel") or item.get("function") or item.get("group")
        for key in ("reads", "reduces", "writes", "sync"):
            entries = item.get(key, [])
            single = not isinstance(entries, list)
            entries = [entries] if single else entries
            for position, entry in enumerate(entries):
                if isinstance(entry, dict) or key == "sync":
                    changes = [("removed", None)]
                else:
                    changes = list(changed_clauses(entry, key, groups[CLAUSE.match(entry)["name"]]))
                for what, clause in changes:
                    mutant = copy.deepcopy(thorn)
                    rest = copy.deepcopy(entries)
                    rest[position:position + 1] = [] if clause is None else [clause]
                    changed = mutant["schedule"][number]
                    if rest:
                        changed[key] = rest
                    else:
                        del changed[key]
                    text = f"from {entry['from']}" if isinstance(entry, dict) else entry
                    yield f"{thorn['thorn']}::{target}: {key} {text}: {what}", mutant
