#!/usr/bin/env python3
"""Writes the tables of docs/deep-ghosts.md: the time of an iteration with an exchange every k iterations, by a model.

usage: bench/deep_ghosts.py [--latency S] [--bandwidth B] [--memory B] [--cache B] [--point S]
  The defaults are those of driver.ghosts: auto (ExchangeNumbers in driver/setup/ghost_model.hpp).

The grid is a periodic cube of three axes. The kernel reads `extent` points away, and two timelevels are exchanged after an
epoch, one after a single iteration, as with wavetoy.
"""

import argparse

DEPTHS = (1, 2, 4, 8, 16, 32)
PROCESSES = (8, 64, 1000, 10**4, 10**5)
BYTES = 8
FIELDS_MOVED = 4  # values that a point reads from memory or writes to it in an iteration
ARRAYS = 3


def process_grid(processes):
    """Returns the three factors that are closest to a cube."""
    best = None
    for a in (a for a in range(1, processes + 1) if processes % a == 0):
        for b in (b for b in range(a, processes // a + 1) if processes // a % b == 0):
            if (c := processes // a // b) >= b and (best is None or c - a < best[2] - best[0]):
                best = (a, b, c)
    return best


def seconds(numbers, points, processes, depth, extent=1):
    """Returns the seconds of an iteration; None if the ghosts are wider than the process's points."""
    width = depth * extent
    if width > points:
        return None
    split = [n > 1 for n in process_grid(processes)]
    size = lambda beyond: (points + 2 * beyond) ** sum(split) * points ** (3 - sum(split))
    messages = 1
    for n in process_grid(processes):
        messages *= min(n, 3)
    messages -= 1
    slots = 1 if depth == 1 else 2
    sent = (size(width) - points**3) * slots * BYTES
    computed = sum(size((depth - 1 - step) * extent) for step in range(depth))
    compute = computed / depth * numbers.point
    in_cache = size(width) * ARRAYS * BYTES <= numbers.cache
    memory = 0 if in_cache else computed / depth * FIELDS_MOVED * BYTES / numbers.memory
    # The data go through the memory once between two exchanges.
    return (messages * numbers.latency + sent / numbers.bandwidth) / depth + max(compute, memory / depth)


def row(label, times):
    known = [time for time in times if time is not None]
    cells = ("–" if time is None else f"**{time * 1e3:.3g}**" if time == min(known) else f"{time * 1e3:.3g}" for time in times)
    return f"| {label} | {' | '.join(cells)} |"


def table(title, rows):
    print(f"\n{title}\n\n| | {' | '.join(f'k = {depth}' for depth in DEPTHS)} |\n|{'---|' * (len(DEPTHS) + 1)}")
    for label, times in rows:
        print(row(label, times))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, value in (("latency", 10e-6), ("bandwidth", 2e9), ("memory", 15e9), ("cache", 4e6), ("point", 2e-9)):
        parser.add_argument(f"--{name}", type=float, default=value)
    numbers = parser.parse_args()
    times = lambda points, processes, extent=1: [seconds(numbers, points, processes, depth, extent) for depth in DEPTHS]
    table("Weak scaling, extent 1, the same points n³ on each process, milliseconds an iteration:",
          [(f"{points}³, {processes} processes", times(points, processes))
           for points in (16, 32, 64, 128) for processes in (8, 10**5)])
    table("Strong scaling, extent 1, 512³ points in all:",
          [(f"{processes} processes, {points}³ each", times(points, processes))
           for processes in PROCESSES if (points := round(512 / processes ** (1 / 3))) > 1])
    table("Extent 2, 1000 processes:", [(f"{points}³", times(points, 1000, 2)) for points in (16, 32, 64, 128)])


if __name__ == "__main__":
    main()
