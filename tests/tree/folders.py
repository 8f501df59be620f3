#!/usr/bin/python3
"""Checks that docs/architecture.md lists each top-level folder of the tree, so that nobody commits the output of a run.

usage: folders.py ROOT    exits 1 and names each folder that is not listed; 77 if ROOT is not a clone, so that nobody can say what
                          belongs to the tree.
"""

import pathlib
import re
import subprocess
import sys

SKIPPED = 77


def listed(text):
    """The top-level folders in the first column of the table "Top-level folders"."""
    table = text.split("## Top-level folders\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    return {name for row in rows for name in re.findall(r"`([\w.-]+)/", row)}


def of_tree(root):
    """The top-level folders with a file in git's index. None: `root` is not a clone.

    A folder that git does not know may be the output of a run: README's first command leaves one."""
    if not (root / ".git").exists():
        return None
    names = subprocess.run(["git", "-c", f"safe.directory={root}", "ls-files", "-z"], cwd=root,
                           capture_output=True, check=True).stdout.decode().split("\0")
    return {name.split("/")[0] for name in names if "/" in name}


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    folders = of_tree(root)
    if folders is None:
        print("this is not a clone")
        return SKIPPED
    unknown = sorted(folders - listed((root / "docs" / "architecture.md").read_text(encoding="utf-8")))
    for name in unknown:
        print(f"{name}/ is not in the table of docs/architecture.md: list it there, or `git rm` it if a run wrote it")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
