#!/usr/bin/python3
"""Keeps the tables of the keys of a schedule item and of a stage in docs/thorn-reference.md as nopal-generate prints them.

usage: item_keys.py [--check] NOPAL_GENERATE PAGE    writes the tables; with --check exits 1 if the page has others.
"""

import pathlib
import subprocess
import sys

# The argument of nopal-generate, and the words of the comments around its table.
TABLES = {"keys": "item keys", "stage-keys": "stage keys"}


def main(arguments):
    check = arguments[0] == "--check"
    program, page = arguments[-2:]
    text = current = pathlib.Path(page).read_text()
    for argument, words in TABLES.items():
        table = subprocess.run([program, argument], capture_output=True, text=True, check=True).stdout
        begin, end = f"<!-- {words} -->\n", f"<!-- end of {words} -->\n"
        before, rest = current.split(begin)
        current = before + begin + "\n" + table + "\n" + end + rest.split(end)[1]
    if not check:
        pathlib.Path(page).write_text(current)
    elif text != current:
        sys.exit(f"{page} is out of date: run scripts/reference")


if __name__ == "__main__":
    main(sys.argv[1:])
