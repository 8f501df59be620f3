"""Writes docs/wrong-thorns.md: wrong declarations, each with the message that a user sees.

The page shows the cases of cases/*.yaml that have the key `gallery`, a text that says what the thorn does wrong. The tests
of the tables check that each case gives its message.
"""

import argparse
import pathlib
import sys

import yaml

LEAST = 25
PLACES = {"{plugins}/": "", "{thorns}/": "", "{core}/": "schedules/", "{source}/": ""}
SECTIONS = {
    "kernels": "Found when the thorn is built",
    "stages": "Found in the declaration of a stencil",
    "schedule": "Found when the run begins",
    "stencils": "Found when the run begins: stencils",
    "check": "Found by `nopal check`",
    "reach": "Found by `nopal check`: how far kernels look",
    "loops": "Found by `nopal check`: loops over sets",
    "run": "Found when the routine runs",
    "poison": "Found with `accelerator.poison`",
    "guard": "Found with `accelerator.guard`",
}
HEAD = """\
# Wrong thorns and what nopal says

Each of these is a test (tests/errors). The message is the text that a user sees. `scripts/reference` writes this page.
"""


def exhibits(folder):
    for table, title in SECTIONS.items():
        path = folder / f"{table}.yaml"
        cases = yaml.safe_load(path.read_text()) if path.exists() else []
        shown = [case for case in cases if "gallery" in case]
        if shown:
            yield title, shown


def text_of(case):
    """The message of a case as the author of the thorn sees it. Lines that only the tests cause are left out: they declare
    kernels without building them."""
    text = case.get("message") or next(iter(case.get("messages", {}).values()), None) or "".join(case["contains"])
    for place, instead in PLACES.items():
        text = text.replace(place, instead)
    return "\n".join(line for line in text.strip().splitlines() if "but there is no lib" not in line)


def page(folder):
    text = HEAD
    for title, cases in exhibits(folder):
        text += f"\n## {title}\n"
        for case in cases:
            text += f"\n**{case['gallery']}**\n\n```\n{text_of(case)}\n```\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path, help="docs/wrong-thorns.md")
    parser.add_argument("--check", action="store_true",
                        help="write nothing; fail if the page is out of date, or shows too few cases")
    arguments = parser.parse_args()
    folder = pathlib.Path(__file__).parent / "cases"
    new = page(folder)
    if not arguments.check:
        arguments.page.write_text(new)
        return 0
    shown = sum(len(cases) for _, cases in exhibits(folder))
    if shown < LEAST:
        print(f"{shown} wrong thorns are shown, expected at least {LEAST}")
        return 1
    if not arguments.page.exists() or arguments.page.read_text() != new:
        print(f"{arguments.page} is not what gallery.py writes: run scripts/reference")
        return 1
    print(f"{shown} wrong thorns are shown")
    return 0


if __name__ == "__main__":
    sys.exit(main())
