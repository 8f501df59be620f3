#!/usr/bin/python3
"""Checks that every C++ file of the tree has the format of clang-format 19, which Debian 12 and 13 have.

usage: format.py SOURCE_ROOT
"""

import pathlib
import subprocess
import sys

FOLDERS = ("core", "driver", "io", "plugins", "tests", "bench", "examples")


def main():
    root = pathlib.Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".cpp", ".hpp", ".inl")]
    if not files:
        print(f"no C++ file under {root}")
        return 1
    result = subprocess.run(["clang-format-19", "--dry-run", "--Werror", *files], cwd=root, capture_output=True, text=True,
                            check=False)
    print(result.stderr if result.returncode else f"{len(files)} files are formatted")
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
