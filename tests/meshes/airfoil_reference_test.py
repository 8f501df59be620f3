"""The numpy version of the airfoil case gives the published figures and keeps what the equations keep."""

import pathlib
import unittest

import numpy

from airfoil_reference import GAMMA, Flow, free_stream, flux_between, load, pressure_of

MESH = pathlib.Path(__file__).resolve().parents[2] / "parfiles/meshes/airfoil_1800.h5"
FIGURES = {1: 6.519696136628172e-03, 100: 2.074220547521027e-04}


class Airfoil(unittest.TestCase):
    def test_published_figures(self):
        flow, done = Flow(load(MESH)), 0
        for iteration, rms in FIGURES.items():
            self.assertAlmostEqual(flow.iterate(iteration - done) / rms, 1, delta=1e-9)
            done = iteration

    def test_the_free_stream_has_its_values(self):
        q = free_stream()[None, :]
        self.assertAlmostEqual(pressure_of(q)[0], 1, delta=1e-15)
        self.assertEqual(GAMMA, 1.399999976158142)

    def test_the_free_stream_stays_without_a_wall(self):
        mesh = load(MESH)
        mesh.p_bound[:] = 2
        self.assertLess(Flow(mesh).iterate(1), 1e-14)

    def test_flux_of_equal_states_is_that_of_the_state(self):
        """Density 1, momenta 2 and 3, pressure 1 through (dx, dy) = (0, 1): the flux along x."""
        q = numpy.array([[1.0, 2.0, 3.0, 1 / (GAMMA - 1) + 6.5]])
        flux = flux_between(q, q, numpy.array([[0.0, 1.0]]), numpy.array([5.0]))
        numpy.testing.assert_allclose(flux, [[2, 5, 6, 2 * (q[0, 3] + 1)]], rtol=1e-15)


if __name__ == "__main__":
    unittest.main()
