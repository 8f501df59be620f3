"""The thorn `coupled` in numpy: a ring of beads and a periodic plane, whose points are the centres of cells.

usage: coupled_reference.py CELLS BEADS ITERATIONS    prints the heat of the beads, of the plane, and of both
"""

import sys

import numpy


class Plane:
    """A square of side 1 around the point (0, 0), and the ring in it."""

    def __init__(self, cells, beads, dt, radius=0.3, diffusivity=1.0, capacity=0.01, exchange=0.05, conduction=0.1):
        self.spacing, self.dt = 1 / numpy.array(cells), dt
        self.diffusivity, self.capacity, self.exchange, self.conduction = diffusivity, capacity, exchange, conduction
        angle = 2 * numpy.pi * numpy.arange(beads) / beads
        self.weights = self.bilinear(radius * numpy.stack((numpy.cos(angle), numpy.sin(angle)), axis=1), cells)
        self.temperature = numpy.zeros(cells)
        self.warmth = 1 + numpy.cos(angle)

    @staticmethod
    def bilinear(places, cells):
        """The weight of each point of the plane (beads x cells)."""
        weights = 1.0
        for axis, n in enumerate(cells):
            position = (places[:, axis] + 0.5) * n - 0.5
            apart = abs((numpy.arange(n) - position[:, None] + n / 2) % n - n / 2)
            of_axis = numpy.maximum(0, 1 - apart)
            weights = weights * (of_axis[:, :, None] if axis == 0 else of_axis[:, None, :])
        return weights

    def step(self):
        felt = numpy.einsum("bij,ij->b", self.weights, self.temperature)
        wires = self.conduction * (numpy.roll(self.warmth, -1) - self.warmth)
        given = self.exchange * (self.warmth - felt)
        self.warmth += self.dt * (wires - numpy.roll(wires, 1) - given) / self.capacity
        source = numpy.einsum("bij,b->ij", self.weights, given) / self.spacing.prod()
        curvature = sum((numpy.roll(self.temperature, 1, axis) - 2 * self.temperature + numpy.roll(self.temperature, -1, axis))
                        / self.spacing[axis]**2 for axis in (0, 1))
        self.temperature += self.dt * (self.diffusivity * curvature + source)

    def heat(self):
        """Of the beads, and of the plane."""
        return self.capacity * self.warmth.sum(), self.temperature.sum() * self.spacing.prod()


def main():
    cells, beads, iterations = map(int, sys.argv[1:])
    plane = Plane((cells, cells), beads, 0.1 / cells**2)
    for n in range(iterations + 1):
        if n % max(1, iterations // 10) == 0:
            print(n, *plane.heat(), sum(plane.heat()))
        plane.step()


if __name__ == "__main__":
    main()
