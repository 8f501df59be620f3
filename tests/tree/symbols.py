#!/usr/bin/python3
"""Fails if the program and the library nopal_core define functions of the same name: the program's would be called for both.

usage: symbols.py PROGRAM LIBRARY
"""

import subprocess
import sys


def defined(file):
    lines = subprocess.run(["nm", "--demangle", "--defined-only", file], capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in lines.splitlines())
    return {row[2] for row in rows if len(row) == 3 and row[1] == "T" and row[2].startswith("nopal::")}


def main():
    both = sorted(defined(sys.argv[1]) & defined(sys.argv[2]))
    for name in both:
        print(f"the program and nopal_core both define {name}: rename one")
    print(f"{len(both)} names stand for two functions")
    return 1 if both else 0


if __name__ == "__main__":
    sys.exit(main())
