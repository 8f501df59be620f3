"""The numpy version of coupled: heat stays, and goes from the warm to the cold."""

import unittest

import numpy

from coupled_reference import Plane


class Coupled(unittest.TestCase):
    def plane(self, **more):
        return Plane((20, 16), 11, 1e-4, **more)

    def test_weights_find_straight_lines(self):
        cells, places = (20, 16), numpy.array([(0.1, -0.2), (0.0, 0.0), (-0.31, 0.27)])
        x, y = ((numpy.arange(n) + 0.5) / n - 0.5 for n in cells)
        weights = Plane.bilinear(places, cells)
        found = numpy.einsum("bij,ij->b", weights, 3 * x[:, None] - 2 * y + 1)
        numpy.testing.assert_allclose(found, 3 * places[:, 0] - 2 * places[:, 1] + 1, rtol=1e-13)

    def test_weights_go_around_the_edge(self):
        weights = Plane.bilinear(numpy.array([(0.499, -0.499)]), (20, 16))
        self.assertEqual(numpy.count_nonzero(weights), 4)
        self.assertAlmostEqual(weights.sum(), 1)
        self.assertTrue((weights[0, (0, 0, -1, -1), (0, -1, 0, -1)] > 0).all())

    def test_heat_stays(self):
        plane = self.plane()
        begin = sum(plane.heat())
        for _ in range(100):
            plane.step()
        self.assertAlmostEqual(sum(plane.heat()), begin, delta=1e-12)
        self.assertGreater(plane.heat()[1], 0.005)

    def test_all_gets_the_same_temperature(self):
        plane = self.plane(capacity=0.1, exchange=2.0, conduction=4.0)
        for _ in range(5000):
            plane.step()
        even = 11 * 0.1 / (11 * 0.1 + 1)
        numpy.testing.assert_allclose(plane.warmth, even, rtol=1e-3)
        numpy.testing.assert_allclose(plane.temperature, even, rtol=1e-3)


if __name__ == "__main__":
    unittest.main()
