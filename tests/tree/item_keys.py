#!/usr/bin/python3
"""Keeps the table of the keys of a schedule item in docs/thorn-reference.md as nopal-generate prints it.

usage: item_keys.py [--check] NOPAL_GENERATE PAGE    writes the table; with --check exits 1 if the page has another one.
"""

import pathlib
import subprocess
import sys

BEGIN, END = "<!-- item keys -->\n", "<!-- end of item keys -->\n"


def main(arguments):
    check = arguments[0] == "--check"
    program, page = arguments[-2:]
    table = subprocess.run([program, "keys"], capture_output=True, text=True, check=True).stdout
    text = pathlib.Path(page).read_text()
    before, rest = text.split(BEGIN)
    current = before + BEGIN + "\n" + table + "\n" + END + rest.split(END)[1]
    if not check:
        pathlib.Path(page).write_text(current)
    elif text != current:
        sys.exit(f"{page} is out of date: run scripts/reference")


if __name__ == "__main__":
    main(sys.argv[1:])
