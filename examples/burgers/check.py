#!/usr/bin/env python3
"""Runs the parfile on two grids and compares with the exact solution: the error is small, and half the spacing makes it a
quarter.  usage: check.py NOPAL PARFILE"""

import math
import pathlib
import shutil
import subprocess
import sys

ITERATIONS, VISCOSITY, CONTRAST = 200, 0.05, 0.9  # of the parfile, and defaults of the thorn


def exact(x, y, time):
    """The velocity: -2*viscosity times the gradient of log(p), where p = 1 + wave solves the heat equation."""
    amplitude = CONTRAST*math.exp(-2*VISCOSITY*math.pi**2*time)
    p = 1 + amplitude*math.cos(math.pi*x)*math.cos(math.pi*y)
    factor = 2*VISCOSITY*math.pi*amplitude/p
    return {"u": factor*math.sin(math.pi*x)*math.cos(math.pi*y), "v": factor*math.cos(math.pi*x)*math.sin(math.pi*y)}


def errors(nopal, parfile, cells):
    """The largest errors of the velocity inside the box, at the start and at the end."""
    output = pathlib.Path(f"output_{cells}")
    shutil.rmtree(output, ignore_errors=True)  # an earlier run is never overwritten
    subprocess.run([nopal, "run", parfile, "--set", f"driver.cells=[{cells},{cells}]", "--set", f"driver.output={output}"],
                   check=True)
    found = {0: 0.0, ITERATIONS: 0.0}
    for name in ("u", "v"):
        rows = [line.split() for line in (output / f"burgers-{name}.xy.tsv").read_text().splitlines() if line[:1].isdigit()]
        for iteration, time, _, _, x, y, value in rows:
            if 0 < float(x) < 1 and 0 < float(y) < 1:
                error = abs(float(value) - exact(float(x), float(y), float(time))[name])
                found[int(iteration)] = max(found[int(iteration)], error)
    return found[0], found[ITERATIONS]


def main():
    nopal, parfile = sys.argv[1:]
    checked = subprocess.run([nopal, "check", parfile], stdout=subprocess.PIPE, text=True, check=True).stdout
    assert "nothing wrong found" in checked, checked
    (_, coarse), (first, fine) = (errors(nopal, parfile, cells) for cells in (20, 40))
    order = math.log2(coarse/fine)
    print(f"the error of velocities up to 0.65 is {fine:.2e} at the end, of order {order:.2f}")
    assert first < 1e-14, f"the initial velocities differ from the exact ones by {first:.2e}"
    assert fine < 1e-3, f"the error is {fine:.2e}, expected less than 1e-3"
    assert abs(order - 2) < 0.1, f"the order is {order:.2f}, expected 2"


if __name__ == "__main__":
    main()
