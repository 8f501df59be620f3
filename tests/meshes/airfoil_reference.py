"""The airfoil case in numpy: inviscid flow on a mesh as parfiles/meshes/README.md describes it.

usage: airfoil_reference.py MESH ITERATIONS...    prints the rms after each of these iterations

Increments are added in the order of the edges, then of the boundary edges, as plain loops do it.
"""

import sys
from types import SimpleNamespace

import h5py
import numpy


def single(value):
    """Returns the nearest number of single precision, as a double."""
    return float(numpy.float32(value))


GAMMA, CFL, SMOOTHING, MACH = single(1.4), single(0.9), single(0.05), single(0.4)
WALL, FAR_FIELD = 1, 2


def load(path):
    """Returns the tables of a mesh, by the names of their datasets."""
    with h5py.File(path) as file:
        return SimpleNamespace(**{name: data[...] for name, data in file.items()})


def free_stream():
    density, pressure = 1.0, 1.0
    velocity = numpy.sqrt(GAMMA * pressure / density) * MACH
    energy = pressure / (density * (GAMMA - 1)) + 0.5 * velocity * velocity
    return numpy.array([density, density * velocity, 0.0, density * energy])


def pressure_of(q):
    return (GAMMA - 1) * (q[:, 3] - 0.5 * (q[:, 1] ** 2 + q[:, 2] ** 2) / q[:, 0])


def flux_between(a, b, d, mu):
    """Returns the flux from the states a to the states b through sides with (dx, dy) = d."""
    dx, dy = d.T
    through_a, through_b = ((q[:, 1] * dy - q[:, 2] * dx) / q[:, 0] for q in (a, b))
    p_a, p_b = pressure_of(a), pressure_of(b)
    flux = numpy.empty_like(a)
    flux[:, 0] = 0.5 * (through_a * a[:, 0] + through_b * b[:, 0])
    flux[:, 1] = 0.5 * (through_a * a[:, 1] + p_a * dy + through_b * b[:, 1] + p_b * dy)
    flux[:, 2] = 0.5 * (through_a * a[:, 2] - p_a * dx + through_b * b[:, 2] - p_b * dx)
    flux[:, 3] = 0.5 * (through_a * (a[:, 3] + p_a) + through_b * (b[:, 3] + p_b))
    return flux + mu[:, None] * (a - b)


class Flow:
    """The state of a flow: q, qold, adt and res have a row for each cell."""

    def __init__(self, mesh):
        self.mesh = mesh
        x = mesh.p_x
        self.faces = numpy.roll(x[mesh.pcell], -1, axis=1) - x[mesh.pcell]
        self.edges = x[mesh.pedge[:, 0]] - x[mesh.pedge[:, 1]]
        self.bedges = x[mesh.pbedge[:, 0]] - x[mesh.pbedge[:, 1]]
        self.wall = mesh.p_bound[:, 0] == WALL
        self.q_inf = free_stream()
        self.q = numpy.tile(self.q_inf, (len(mesh.pcell), 1))
        self.q_old = self.q.copy()
        self.adt = numpy.zeros(len(self.q))
        self.res = numpy.zeros_like(self.q)

    def find_adt(self):
        u, v = self.q[:, 1] / self.q[:, 0], self.q[:, 2] / self.q[:, 0]
        sound = numpy.sqrt(GAMMA * pressure_of(self.q) / self.q[:, 0])
        dx, dy = self.faces[:, :, 0], self.faces[:, :, 1]
        each = numpy.abs(dy * u[:, None] - dx * v[:, None]) + sound[:, None] * numpy.sqrt(dx * dx + dy * dy)
        self.adt = (each[:, 0] + each[:, 1] + each[:, 2] + each[:, 3]) / CFL

    def add_fluxes(self):
        a, b = self.mesh.pecell.T
        mu = SMOOTHING * 0.5 * (self.adt[a] + self.adt[b])
        flux = flux_between(self.q[a], self.q[b], self.edges, mu)
        numpy.add.at(self.res, self.mesh.pecell.ravel(), numpy.stack((flux, -flux), axis=1).reshape(-1, 4))

    def add_boundary_fluxes(self):
        cell = self.mesh.pbecell[:, 0]
        q = self.q[cell]
        flux = flux_between(q, numpy.broadcast_to(self.q_inf, q.shape), self.bedges, SMOOTHING * self.adt[cell])
        dx, dy = self.bedges.T
        p, zero = pressure_of(q), numpy.zeros(len(q))
        flux[self.wall] = numpy.stack((zero, p * dy, -p * dx, zero), axis=1)[self.wall]
        numpy.add.at(self.res, cell, flux)

    def iterate(self, iterations):
        """Computes `iterations`, at least one, and returns the rms of the last one."""
        for _ in range(iterations):
            self.q_old[:] = self.q
            for _ in range(2):
                self.find_adt()
                self.add_fluxes()
                self.add_boundary_fluxes()
                change = self.res / self.adt[:, None]
                self.q[:] = self.q_old - change
                self.res[:] = 0
        return float(numpy.sqrt(numpy.sum(change * change) / len(self.q)))


def main():
    flow, done = Flow(load(sys.argv[1])), 0
    for iteration in sorted(map(int, sys.argv[2:])):
        print(f"{iteration} {flow.iterate(iteration - done):.15e}", flush=True)
        done = iteration


if __name__ == "__main__":
    main()
