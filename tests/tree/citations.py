#!/usr/bin/python3
"""Checks that files of the tree name only files that the tree holds.

usage: citations.py ROOT    exits 1 and names file, line and what is wrong, for each of these:
- a relative link of a Markdown page whose file or heading does not exist
- a path such as core/grid/box.hpp, or the name of a page such as RULES.md, that does not exist
- a section, written as "docs/rules.md, Grid", that the page does not have
- a folder of core or driver that docs/architecture.md does not list with the rank of tests/tree/includes.py
"""

import functools
import os
import pathlib
import re
import sys

import includes

FOLDERS = ("bench", "cmake", "core", "docs", "driver", "examples", "io", "parfiles", "plugins", "schedules", "scripts", "tests")
TEXT = (".cpp", ".hpp", ".in", ".inl", ".kernel", ".md", ".py", ".sh", ".txt", ".yaml", ".cmake", "")
PATH = re.compile(r"(?<![\w./<-])((?:%s)/[\w./-]*\.(?:cmake|cpp|hpp|md|py|sh|yaml))\b" % "|".join(FOLDERS))
PAGE = re.compile(r"(?<![\w./-])([A-Z][A-Z_]+\.md)\b")
SECTION = re.compile(r"\b(docs/[\w-]+\.md), ([A-Z]\w+)")  # as in: docs/rules.md, Validity
LINK = re.compile(r"\]\(([^()\s]+)\)")
# These files name files of invented trees, so their paths are not looked up.
MADE_UP = ("tests/tree/test_", "tests/errors/", "tests/unit/", "tests/parfile/", "docs/wrong-thorns.md")
EXAMPLES = ("schedules/warmth.yaml",)


def files(root):
    """Returns the text files of the tree, without those that builds and tools write."""
    tops = [path for path in root.iterdir() if path.is_file()]
    for folder in FOLDERS:
        for place, folders, names in os.walk(root / folder):
            folders[:] = [name for name in folders if name not in ("__pycache__", "build")]
            tops += [pathlib.Path(place) / name for name in names]
    return sorted(path for path in tops if path.suffix in TEXT and path.is_file() and not path.is_symlink())


@functools.cache
def headings(page):
    """Returns the anchors of a Markdown page, as GitHub makes them."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line).lower()).replace(" ", "-") for line in lines}


def dead_link(page, link):
    """Returns what is wrong with a link of a page; None if nothing is wrong."""
    if re.match(r"[a-z]+:", link):
        return None
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not target.exists():
        return f"there is no file {link}"
    if anchor and target.suffix == ".md" and anchor not in headings(target):
        return f"{target.name} has no heading #{anchor}"
    return None


def citations(root):
    pages = {path.name for path in files(root)}
    for path in files(root):
        name = path.relative_to(root).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            links = LINK.findall(line) if path.suffix == ".md" else []
            wrong = [dead_link(path, link) for link in links]
            if not name.startswith("tests/tree/"):
                wrong += [f"there is no page {page}" for page in PAGE.findall(line) if page not in pages]
            if not name.startswith(MADE_UP):
                wrong += [f"there is no file {cited}" for cited in PATH.findall(line)
                          if cited not in EXAMPLES and not any((root / (cited + end)).exists() for end in ("", ".in"))]
            wrong += [f"{page} has no section {section}" for page, section in SECTION.findall(line)
                      if (root / page).exists() and section.lower() not in headings(root / page)]
            yield from (f"{name}:{number}: {text}" for text in wrong if text)


def ranks(root):
    """Yields the differences between the tables of docs/architecture.md and includes.RANKS."""
    page = root / "docs/architecture.md"
    if not page.exists():
        return
    for room, text in re.findall(r"^## Folders of (\w+)$(.*?)(?=^## )", page.read_text(encoding="utf-8"),
                                 re.MULTILINE | re.DOTALL):
        listed = {folder: int(rank) for rank, folder in re.findall(r"^\| (\d+) \| `(\w+)` \|", text, re.MULTILINE)}
        held = {folder: rank for rank, folders in enumerate(includes.RANKS[room]) for folder in folders}
        for folder in sorted(listed.keys() | held.keys()):
            if listed.get(folder) != held.get(folder):
                yield (f"docs/architecture.md: {room}/{folder} has rank {held.get(folder, 'none')} in "
                       f"tests/tree/includes.py and {listed.get(folder, 'none')} here")


def violations(root):
    yield from citations(root)
    yield from ranks(root)


def main():
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else "every file that is named exists")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
