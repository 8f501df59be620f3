#!/usr/bin/python3
"""Checks that no function of core, driver, io and plugins has more than 60 lines between its braces.

usage: functions.py ROOT    exits 1 and names each function that is too long.

It reads the lines as clang-format writes them: a function begins on a line that ends with "{" and ends on the next line
that begins with "}" and is indented no further than the function's name.
"""

import pathlib
import re
import sys

FOLDERS = ("core", "driver", "io", "plugins")
MOST_LINES = 60
# Functions that may be longer: (file, text of the line that ends with "{") -> the reason.
EXCEPTIONS = {}
# Lines that end with "{" and begin no function.
OTHER = re.compile(r"\s*(namespace|class|struct|union|enum|if|for|while|switch|do|else|try|catch|extern|return|case)\b"
                   r"|.*(=|return|\() ?\{$|\s*\}")


def first_line_of_head(lines, number):
    """Returns the first line of the function's head. A head can have several lines: it can break within brackets, after a
    comma, and before the colon of an initialiser list."""
    first, depth = number, 0
    while True:
        depth += lines[first].count("(") - lines[first].count(")")
        if first == 0 or not (depth < 0 or lines[first].lstrip().startswith(":") or lines[first - 1].endswith(",")):
            return first
        first -= 1


def functions(text):
    """Yields (line number, first line, number of lines of the body) of each function."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not line.endswith("{") or OTHER.match(line):
            continue
        first = first_line_of_head(lines, number)
        if "(" not in "".join(lines[first:number + 1]):
            continue
        indentation = len(lines[first]) - len(lines[first].lstrip())
        end = next((later for later in range(number + 1, len(lines))
                    if re.match(rf"\s{{0,{indentation}}}\}}", lines[later])), len(lines))
        yield number + 1, lines[first].strip(), end - number - 1


def violations(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".hpp"):
                continue
            name = path.relative_to(root).as_posix()
            for number, head, length in functions(path.read_text(encoding="utf-8")):
                if length > MOST_LINES and (name, head) not in EXCEPTIONS:
                    yield f"{name}:{number}: {length} lines, {MOST_LINES} are allowed: split it: {head}"


def main():
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) if found else f"no function has more than {MOST_LINES} lines")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
