#!/usr/bin/python3
"""Writes a thorn that is a stencil of N stages, each a smoothing along x or y: to measure how cost grows with stages.

usage: smooth_chain.py N YAML [FOLDER]    N: 1 to 64. Writes the declaration YAML, whose name is that of the thorn, and
                                          its kernels into FOLDER (default: the folder of YAML)

`smooth_chain.py 8 schedules/smooth.yaml plugins/smooth` writes the thorn smooth of the tree. A test compares the two.
The stencil reads u ceil(N/2) points away along x and floor(N/2) along y, so driver.ghosts must be at least ceil(N/2).
"""

import pathlib
import sys

DECLARATION = """\
thorn: {thorn}
description: A field is smoothed {times}; made by bench/smooth_chain.py, to measure how cost grows with stages

parameters:
  weight: {{type: real, default: 0.25, range: "0:0.5", description: Weight of the two neighbours in one smoothing}}

groups:
  state: {{type: gf, variables: [u], timelevels: 2, description: What is smoothed}}
{work}
schedule:
  - kernel: initial
    at: initial
    device: true
    writes: [u(owned)]
    sync: [state]
    description: A value at each point that follows from its indices
  - stencil: passes
    at: evol
    device: true
    description: {n} smoothing{s}, along x and y in turn
    sync: [state]
    stages:
      - kernel: first
        uses: [weight]
        reads: ["u@1<-1:1>"]
        writes: [{first}]
{stages}      - kernel: edge
        reads: [u@1]
        writes: [u(boundary)]
        description: Outer boundary points keep their values
"""

WORK = "  work: {{type: gf, variables: [{names}], temporary: true, description: The results of all smoothings but the last}}\n"

STAGE = """\
      - kernel: {kernel}
        as: s{number}
        uses: [weight]
        bind: {{before: "{thorn}::{before}", after: "{thorn}::{after}"}}
        reads: ["before{extent}"]
        writes: [{write}]
"""

KERNELS = {
    "initial": """\
// Whole numbers, so these are the same bits everywhere.
const int a = 7919*i + 3571*j + 1299709*k;
const int b = (a*a) % 10007;
u(i,j,k) = ((b*b) % 10007) / 10007.0;
""",
    "first": """\
// As along_x, from the past timelevel.
{first}(i,j,k) = u_p(i,j,k) + weight*(u_p(i+1,j,k) + u_p(i-1,j,k) - 2.0*u_p(i,j,k));
""",
    "along_x": "after(i,j,k) = before(i,j,k) + weight*(before(i+1,j,k) + before(i-1,j,k) - 2.0*before(i,j,k));\n",
    "along_y": "after(i,j,k) = before(i,j,k) + weight*(before(i,j+1,k) + before(i,j-1,k) - 2.0*before(i,j,k));\n",
    "edge": "u(i,j,k) = u_p(i,j,k);\n",
}


def stage(thorn, number, n):
    """The text of stage `number` of `n`, from 2."""
    kernel, extent = ("along_y", "<0, -1:1>") if number % 2 == 0 else ("along_x", "<-1:1>")
    last = number == n
    return STAGE.format(thorn=thorn, number=number, kernel=kernel, extent=extent, before=f"s{number - 1}",
                        after="u" if last else f"s{number}", write="after(interior)" if last else "after")


def declaration(thorn, n):
    names = ", ".join(f"s{number}" for number in range(1, n))
    return DECLARATION.format(
        thorn=thorn, n=n, s="s" if n > 1 else "", times="once" if n == 1 else f"{n} times in a row",
        work=WORK.format(names=names) if n > 1 else "", first="s1" if n > 1 else "u(interior)",
        stages="".join(stage(thorn, number, n) for number in range(2, n + 1)))


def kernels(n):
    """The texts of the kernels that `n` stages need, by name."""
    texts = dict(KERNELS, first=KERNELS["first"].format(first="s1" if n > 1 else "u"))
    for name, least in (("along_y", 2), ("along_x", 3)):
        if n < least:
            del texts[name]
    return texts


def main():
    if len(sys.argv) not in (3, 4) or not sys.argv[1].isdigit() or not 1 <= int(sys.argv[1]) <= 64:
        sys.exit(__doc__)
    n, path = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder = pathlib.Path(sys.argv[3]) if len(sys.argv) == 4 else path.parent
    for each in (path.parent, folder):
        each.mkdir(parents=True, exist_ok=True)
    path.write_text(declaration(path.stem, n), encoding="utf-8")
    for name, text in kernels(n).items():
        (folder / f"{name}.kernel").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
