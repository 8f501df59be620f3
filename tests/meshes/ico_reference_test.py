"""The tables of the numpy version of ico: published rows, sizes, and the operators on fields that they treat exactly."""

import unittest

import numpy

from ico_reference import CORNERS, SETS, errors, operators, tables


def element(number, columns, colours):
    return number % columns, number // columns % colours, number // columns // colours


class Ico(unittest.TestCase):
    def test_neighbours_of_cells_as_published(self):
        columns = 6
        cell_cells = tables(columns, 5)["cell_cells"]
        for colour, rule in enumerate(([(0, 1, 0), (1, 1, 0), (0, 1, -1)], [(-1, 0, 0), (0, 0, 1), (0, 0, 0)])):
            found = [element(number, columns, 2) for number in cell_cells[2 + columns * (colour + 2 * 2)]]
            self.assertEqual(found, [(2 + i, other, 2 + j) for i, other, j in rule])

    def test_tables_there_and_back_are_inverse(self):
        columns, rows = 5, 4
        maps = tables(columns, rows)
        for kind, arities in (("cell", (3, 3, 3)), ("edge", (2, 4, 2)), ("vertex", (6, 6, 6))):
            for other, arity in zip(CORNERS, arities):
                there, back = maps[f"{kind}_{SETS[other]}"], maps[f"{other}_{SETS[kind]}"]
                self.assertEqual(there.shape, (columns * rows * len(CORNERS[kind]), arity))
                pairs = [(a, b) for a, row in enumerate(there) for b in row]
                self.assertEqual(len(set(pairs)), there.size)
                self.assertEqual(set(pairs), {(a, b) for b, row in enumerate(back) for a in row})

    def test_the_errors_become_smaller(self):
        coarse, fine = errors(9, 12), errors(18, 24)
        self.assertEqual(len(fine), 10)
        for name, error in fine.items():
            self.assertLess(error.most, 0.6 * coarse[name].most, name)

    def test_whatever_flows_out_flows_in(self):
        columns, rows = 7, 5
        found = {name: each for name, each, _ in operators(columns, rows, tables(columns, rows))}
        for name in ("divergence", "curl", "cell_laplacian", "vertex_laplacian"):
            self.assertLess(abs(found[name].sum()), 1e-10 * numpy.abs(found[name]).sum(), name)


if __name__ == "__main__":
    unittest.main()
