"""Jacobi iteration on a graph, in numpy: the published case `jac` of unstructured codes.

usage: jac_reference.py SIZE ITERATIONS    prints u_sum and u_max after each iteration

The nodes are the interior points of a grid of SIZE x SIZE squares. Each has an edge to itself, with A = -1, and one to
each neighbour among the nodes, with A = 1/4. Outside, u is 1: each neighbour there adds 1/4 to r. An iteration adds A u
of the second node of each edge to du of the first one; then u += du + r, and du = 0. u_sum is the sum of u^2.
"""

import sys
from types import SimpleNamespace

import numpy


def graph(size):
    """Returns edge_nodes (edges x 2), A of each edge and r of each node, in the published order."""
    i, j = (each.ravel() for each in numpy.mgrid[1:size, 1:size])
    other_i, other_j = (each[:, None] + shift for each, shift in ((i, (0, -1, 1, 0, 0)), (j, (0, 0, 0, -1, 1))))
    inside = (other_i > 0) & (other_i < size) & (other_j > 0) & (other_j < size)
    first = numpy.broadcast_to((i - 1 + (j - 1) * (size - 1))[:, None], inside.shape)
    second = other_i - 1 + (other_j - 1) * (size - 1)
    factor = numpy.broadcast_to((-1.0, 0.25, 0.25, 0.25, 0.25), inside.shape)
    r = numpy.empty((size - 1) ** 2)
    r[first[:, 0]] = 0.25 * (~inside).sum(axis=1)
    edge_nodes = numpy.stack((first[inside], second[inside]), axis=1)
    return SimpleNamespace(edge_nodes=edge_nodes, A=factor[inside].copy(), r=r)


def iterate(of, iterations, beta=1.0):
    """Yields u, u_sum and u_max after each of the iterations, from u = 0."""
    u, du = numpy.zeros_like(of.r), numpy.zeros_like(of.r)
    first, second = of.edge_nodes.T
    for _ in range(iterations):
        numpy.add.at(du, first, beta * of.A * u[second])
        u += du + of.r
        du[:] = 0
        yield u, float(numpy.sum(u * u)), float(u.max())


def main():
    for number, (_, u_sum, u_max) in enumerate(iterate(graph(int(sys.argv[1])), int(sys.argv[2])), 1):
        print(f"{number} {u_sum:.15e} {u_max:.15e}", flush=True)


if __name__ == "__main__":
    main()
