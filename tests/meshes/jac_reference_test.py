"""The numpy version of jac: exact values, and an independent version on the grid."""

import unittest

import numpy

from jac_reference import graph, iterate

SIZE = 6


class Jac(unittest.TestCase):
    def test_sizes(self):
        for size in (2, 3, 6, 10):
            of = graph(size)
            self.assertEqual(len(of.r), (size - 1) ** 2)
            self.assertEqual(of.edge_nodes.shape, ((size - 1) ** 2 + 4 * (size - 1) * (size - 2), 2))
            self.assertEqual(len(of.A), len(of.edge_nodes))

    def test_edges_begin_as_published(self):
        of = graph(SIZE)
        self.assertEqual(of.edge_nodes[:7].tolist(), [[0, 0], [0, 1], [0, 5], [5, 5], [5, 6], [5, 0], [5, 10]])
        self.assertEqual(of.A[:7].tolist(), [-1, 0.25, 0.25, -1, 0.25, 0.25, 0.25])
        self.assertEqual(of.r[:7].tolist(), [0.5, 0.25, 0.25, 0.25, 0.5, 0.25, 0])

    def test_rows_add_up(self):
        """u = 1 is the solution: A and r of each node cancel."""
        of = graph(SIZE)
        total = of.r.copy()
        numpy.add.at(total, of.edge_nodes[:, 0], of.A)
        self.assertTrue((total == 0).all())

    def test_exact_values(self):
        """All numbers are sums of few powers of 2, so no sum is rounded. By hand, as (nodes, u) of 5 x 5 nodes."""
        by_hand = [((4, 1 / 2), (12, 1 / 4), (9, 0)),
                   ((4, 5 / 8), (8, 7 / 16), (4, 3 / 8), (4, 1 / 8), (4, 1 / 16), (1, 0))]
        found = [(u_sum, u_max) for _, u_sum, u_max in iterate(graph(SIZE), 2)]
        self.assertEqual(found, [(sum(nodes * u * u for nodes, u in parts), parts[0][1]) for parts in by_hand])

    def test_against_a_grid(self):
        grid = numpy.ones((SIZE + 1, SIZE + 1))
        grid[1:-1, 1:-1] = 0
        for u, u_sum, u_max in iterate(graph(SIZE), 60):
            grid[1:-1, 1:-1] = 0.25 * (grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:])
            numpy.testing.assert_allclose(u.reshape(SIZE - 1, SIZE - 1), grid[1:-1, 1:-1], rtol=1e-14)
            self.assertAlmostEqual(u_sum, (grid[1:-1, 1:-1] ** 2).sum(), delta=1e-12)
            self.assertAlmostEqual(u_max, grid[1:-1, 1:-1].max(), delta=1e-14)
        self.assertLess(1 - u.min(), 1e-3)


if __name__ == "__main__":
    unittest.main()
