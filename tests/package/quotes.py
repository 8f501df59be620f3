#!/usr/bin/python3
"""Checks that code quoted in the documentation is the code that the tests compile and run.

A quotation follows a line `<!-- quote: path/of/file -->` as a fenced block and equals the whole file, or, with
`<!-- quote: path/of/file in part -->`, a run of its lines.  usage: quotes.py SOURCE_ROOT
"""

import pathlib
import re
import sys

QUOTE = re.compile(r"<!-- quote: (\S+)( in part)? -->\n```[a-z]*\n(.*?)```", re.DOTALL)


def main():
    root = pathlib.Path(sys.argv[1])
    count, wrong = 0, []
    for page in sorted((root / "docs").rglob("*.md")) + [root / "README.md"]:
        text = page.read_text(encoding="utf-8")
        for match in QUOTE.finditer(text):
            count += 1
            path, part, quoted = match.groups()
            line = text.count("\n", 0, match.start()) + 1
            file = root / path
            if not file.is_file():
                wrong.append(f"{page.relative_to(root)}:{line}: quotes {path}, which does not exist")
            elif (quoted not in file.read_text(encoding="utf-8")) if part else (quoted != file.read_text(encoding="utf-8")):
                wrong.append(f"{page.relative_to(root)}:{line}: the quotation differs from {path}")
    print("\n".join(wrong) if wrong else f"{count} quotations equal their files")
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
