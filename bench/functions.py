#!/usr/bin/python3
"""Writes a thorn with one kernel for each function of docs/maths.md, to measure how fast they are.

usage: functions.py YAML HEADER    HEADER: core/maths/functions.hpp, which lists the functions. The kernels are written
                                   into the folder of YAML
"""

import pathlib
import re
import sys

DECLARATION = """\
thorn: functions
description: A mathematical function at each point; made by bench/functions.py, for bench/maths

groups:
  fields: {type: gf, variables: [u, w, v], description: Two arguments and a result}

schedule:
"""

ITEM = """\
  - kernel: of_{name}
    at: evol
    device: true
    reads: [{reads}]
    writes: [v(interior)]
    description: {formula}
"""


def formulas(header):
    """The right-hand sides, by name of the kernel."""
    found = re.findall(r"\b(one|two)\((\w+)\)", header.split("define NOPAL_MATHS_FUNCTIONS", 1)[1])
    texts = {name: f"{name}(u(i,j,k))" if kind == "one" else f"{name}(u(i,j,k), w(i,j,k))" for kind, name in found}
    return texts | {"exp_and_sin": "exp(u(i,j,k)) + sin(u(i,j,k))", "square": "u(i,j,k)*u(i,j,k) + u(i,j,k)",
                    "root": "sqrt(fabs(u(i,j,k))) + floor(u(i,j,k))"}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path = pathlib.Path(sys.argv[1])
    path.parent.mkdir(parents=True, exist_ok=True)
    declaration = DECLARATION
    for name, formula in formulas(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")).items():
        declaration += ITEM.format(name=name, reads="u, w" if "w(" in formula else "u", formula="v = " + formula)
        (path.parent / f"of_{name}.kernel").write_text(f"v(i,j,k) = {formula};\n", encoding="utf-8")
    path.write_text(declaration, encoding="utf-8")


if __name__ == "__main__":
    main()
