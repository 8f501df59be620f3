"""Makes wrong declarations and wrong kernels from right ones. One clause is removed, or gets a smaller region, another
extent or another timelevel. A name of before: or after:, or last:, is removed. In a stencil a stage is removed, two stages are
swapped, or a stage gets another order or other intervals."""

import copy
import re

ACCESS = re.compile(r"\b(?P<name>[A-Za-z_]\w*)\(\s*(?P<i>i[^,()]*),(?P<rest>[^,()]*,[^,()]*)\)")
CLAUSE = re.compile(r"^(?P<name>[\w:]+)(@(?P<timelevel>\d+))?(<(?P<extent>[^>]*)>)?(\((?P<region>[^)]*)\))?"
                    r"(?P<loop>( (via|as|from) \S+)*)$")
LEVEL = re.compile(r"(\w+)([+-]\d+)")
REGIONS = {"interior": {"interior"}, "boundary": {"boundary"}, "ghosts": {"ghosts"}, "owned": {"interior", "boundary"},
           "everywhere": {"interior", "boundary", "ghosts"}}


def parts(region):
    return set().union(*(REGIONS[word.strip()] for word in region.split(",")))


def groups_by_variable(thorn):
    found = {}
    for group, fields in (thorn.get("groups") or {}).items():
        for name in [group, *fields["variables"]]:
            found[name] = found[f"{thorn['thorn']}::{name}"] = fields
    return found


def smaller_extents(extent):
    """Yields the extents that miss one of the outermost offsets: "<-1:1, 0>" gives "<0:1, 0>" and "<-1:0, 0>". An extent of
    one offset, such as "<-1:-1>", gives "<0>"."""
    axes = [axis.strip() for axis in extent.split(",")]
    for number, axis in enumerate(axes):
        if ":" not in axis:
            continue
        lower, upper = map(int, axis.split(":"))
        smaller = ["0"] if lower == upper else [f"{lower + 1}:{upper}"]*(lower < 0) + [f"{lower}:{upper - 1}"]*(upper > 0)
        for each in smaller:
            yield f"<{', '.join([*axes[:number], each, *axes[number + 1:]])}>"


def larger_extents(extent):
    """Yields the extents with one offset more, along each axis that is written and the next one: "<-1:1>" gives "<-2:1>",
    "<-1:2>" and "<-1:1, 0:1>"."""
    axes = [axis.strip() for axis in extent.split(",")] if extent else []
    for number, axis in enumerate(axes):
        lower, upper = map(int, axis.split(":")) if ":" in axis else (0, 0)
        for larger in (f"{lower - 1}:{upper}", f"{lower}:{upper + 1}"):
            yield f"<{', '.join([*axes[:number], larger, *axes[number + 1:]])}>"
    if 0 < len(axes) < 3:
        yield f"<{', '.join([*axes, '0:1'])}>"


def changed_loop_parts(match):
    """Yields (what was changed, new clause) for a clause of a loop over a set: without a map, through another target or
    through all targets."""
    at = match.string[:match.start("loop")]
    if " via " in match["loop"]:
        yield "without via", at
    if found := re.fullmatch(r" via (\w+)\[(\d+)\]", match["loop"]):
        yield "via all targets", f"{at} via {found[1]}"


def changed_clauses(text, key, group, in_stage=False):
    """Yields (what was changed, new clause or None) for each mutation of a clause."""
    match = CLAUSE.match(text)
    name, timelevel = match["name"], int(match["timelevel"] or 0)
    yield "removed", None
    if group["type"] != "gf":
        yield from changed_loop_parts(match)
        return
    extent = f"<{match['extent']}>" if match["extent"] else ""
    at = f"{name}@{timelevel}" if timelevel else name
    # A clause of reduces or interpolates has no region. Neither has a temporary. The regions that a stage reads follow from its
    # extents.
    usual = {"reads": "everywhere", "writes": "interior"}
    whole = key not in usual or group.get("temporary") or in_stage and key == "reads"
    region = set() if whole else parts(match["region"] or usual[key])
    for lost in sorted(region):
        rest = sorted(region - {lost})
        if rest:
            yield f"without {lost}", f"{name}@{timelevel}({', '.join(rest)})"
    for other in smaller_extents(match["extent"] or ""):
        yield f"with less, {other}", at + other
    for other in larger_extents(match["extent"] or ""):
        yield f"with more, {other}", at + other
    for other in (timelevel - 1, timelevel + 1):
        if 0 <= other < group.get("timelevels", 1):
            yield f"at timelevel {other}", f"{name}@{other}{extent}" + (f"({', '.join(sorted(region))})" if region else "")


def changed_entries(item, groups, in_stage=False):
    """Yields (what was changed, key, new entries) for each mutation of a clause or a sync of an item or a stage."""
    # A tag of another group or a parameter binds a grid function of some thorn.
    bound = {name: groups.get(variable, {"type": "gf"}) for name, variable in item.get("bind", {}).items()}
    bound |= {name: {"type": "gf"} for name in item.get("each", {})}
    for key in ("reads", "reduces", "interpolates", "writes", "increments", "minima", "maxima", "sync"):
        entries = item.get(key, [])
        entries = entries if isinstance(entries, list) else [entries]
        for position, entry in enumerate(entries):
            text = entry.get("clause", f"from {entry.get('from')}") if isinstance(entry, dict) else entry
            if isinstance(entry, dict) or key == "sync":
                changes = [("removed", None)]
            else:
                changes = changed_clauses(entry, key, (bound | groups)[CLAUSE.match(entry)["name"]], in_stage)
            for what, clause in changes:
                rest = copy.deepcopy(entries)
                rest[position:position + 1] = [] if clause is None else [clause]
                yield f"{key} {text}: {what}", key, rest


def changed_order(item):
    """Yields (what was changed, key, new value) for each name of before: and after: that is removed, and for last:."""
    if item.get("last"):
        yield "last: removed", "last", False
    for key in ("before", "after"):
        names = item.get(key, [])
        names = names if isinstance(names, list) else [names]
        for name in names:
            yield f"{key} {name}: removed", key, [each for each in names if each != name]


def changed_intervals(kernels):
    """Yields (what was changed, new kernels) for each mutation of the intervals of a stage."""
    for interval in kernels:
        yield f"interval {interval}: removed", {each: kernel for each, kernel in kernels.items() if each != interval}
        for level in LEVEL.finditer(interval):
            for step in (-1, 1):
                offset = int(level[2]) + step or step
                moved = f"{interval[:level.start()]}{level[1]}{offset:+d}{interval[level.end():]}"
                yield (f"interval {interval}: {moved}",
                       {moved if each == interval else each: kernel for each, kernel in kernels.items()})


def changed_stages(stages, groups):
    """Yields (what was changed, new stages) for each mutation of the stages of a stencil."""
    names = [stage.get("as") or stage["kernel"] for stage in stages]
    for number, (name, stage) in enumerate(zip(names, stages)):
        def with_stage(number=number, stage=stage, **changes):
            changed = {key: value for key, value in (stage | changes).items() if value not in ([], {})}
            return [*stages[:number], changed, *stages[number + 1:]]
        for what, key, entries in changed_entries(stage, groups, in_stage=True):
            yield f".{name}: {what}", with_stage(**{key: entries})
        for what, kernels in changed_intervals(stage.get("kernels", {})):
            yield f".{name}: {what}", with_stage(kernels=kernels)
        if "order" in stage:
            for order in sorted({"forward", "backward", "parallel"} - {stage["order"]}):
                yield f".{name}: order {order}", with_stage(order=order)
        yield f".{name}: removed", [*stages[:number], *stages[number + 1:]]
        if number > 0:
            swapped = [*stages[:number - 1], stage, stages[number - 1], *stages[number + 1:]]
            yield f": stages {names[number - 1]} and {name}: swapped", swapped


def mutants(thorn):
    """Yields (name, declaration) of every mutant. `thorn` is the declaration as read from YAML."""
    groups = groups_by_variable(thorn)
    for number, item in enumerate(thorn.get("schedule") or []):
        target = next(item[key] for key in ("as", "kernel", "function", "group", "stencil") if key in item)
        changes = [(f": {what}", key, entries) for what, key, entries in changed_entries(item, groups)]
        changes += [(f": {what}", key, names) for what, key, names in changed_order(item)]
        changes += [(what, "stages", stages) for what, stages in changed_stages(item.get("stages", []), groups)]
        for what, key, value in changes:
            mutant = copy.deepcopy(thorn)
            changed = mutant["schedule"][number]
            if value:
                changed[key] = copy.deepcopy(value)
            else:
                del changed[key]
            yield f"{thorn['thorn']}::{target}{what}", mutant


def kind_of(name):
    """What the mutant of this name changes, such as "reads: removed", "writes: without interior" or "text: trigraph"."""
    _, *where, what = name.split(": ")
    where = where[0].split()[0] if where else ""
    if where == "interval" and what != "removed":
        what = "moved"
    return where if where in ("reach", "neighbour") else f"{where}: {' '.join(what.split()[:2])}"


def changed_texts(text):
    """Yields (class, what was changed, new text) for each mutation of the text of a kernel."""
    code = re.sub(r"//.*", lambda comment: " "*len(comment.group()), text)
    accesses = list(ACCESS.finditer(code))
    for number, access in enumerate(accesses):
        far = f"{access['name']}(i+9,{access['rest']})"
        yield "reach", f"access {number} at i+9", text[:access.start()] + far + text[access.end():]
    written = {match[1] for match in re.finditer(r"\b(\w+)\(\s*i\s*,\s*j\s*,\s*k\s*\)\s*=[^=]", code)}
    for name in sorted(written) if "block_sync" not in code else []:
        yield ("neighbour", f"reads the neighbour of {name}",
               f"{text}\nif (x > 1e300) {name}(i,j,k) = 0.5*({name}(i,j,k) + {name}(i-1,j,k));\n")
    first, _, rest = text.partition("\n")
    yield "text", "trigraph", f"{first} // is it so??/\n{rest}"
    yield "text", "backslash", f"{first} // a folder\\\n{rest}"
    yield "text", "local without a value", f"{text}\nreal unset; if (unset > 1e300) printf(\"%g\\n\", unset);\n"
    for sync in re.finditer(r"\bblock_sync\(\);", code):
        yield "block sync", "without block_sync()", text[:sync.start()] + text[sync.end():]


def kernel_mutants(thorn, texts):
    """Yields (name, declaration, {name of the kernel: new text}) of every mutant of a kernel. `texts`: by kernel. In the
    class "neighbour" the items of the kernel declare the reads."""
    for kernel, text in sorted(texts.items()):
        for class_, what, changed in changed_texts(text):
            mutant = copy.deepcopy(thorn)
            if class_ == "neighbour":
                for item in mutant["schedule"]:
                    if item.get("kernel") == kernel:
                        reads = item.get("reads", [])
                        writes = item.get("writes", [])
                        item["reads"] = [*(reads if isinstance(reads, list) else [reads]),
                                         *(writes if isinstance(writes, list) else [writes])]
            yield f"{thorn['thorn']}::{kernel}: {class_}: {what}", mutant, {kernel: changed}
