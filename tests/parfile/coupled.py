"""The thorn coupled: a grid and a mesh in one run, which feed each other."""

import sys
import unittest

import numpy

import harness

sys.path.insert(0, str(harness.SOURCE / "tests" / "meshes"))
from coupled_reference import Plane

NORMS = ["coupled::total", "coupled::warmth", "coupled::temperature"]


def coupled(iterations, cells=(20, 16), beads=11, driver=None, **more):
    return harness.content(cells, iterations=iterations, lower=-0.5, upper=0.5, periodic=True,
                           driver={"centering": "cell", "dt": 1e-4} | (driver or {}), coupled={"beads": beads},
                           tsv={"every": 10, "norms": NORMS}, hdf5={"every": iterations, "variables": ["coupled::plane"]}, **more)


class Coupled(harness.Case):
    def test_the_values_are_those_of_numpy(self):
        for cells, beads in (((20, 16), 11), ((15, 22), 48)):
            with self.subTest(cells=cells, beads=beads):
                plane = Plane(cells, beads, 1e-4)
                result = self.run_nopal(coupled(40, cells, beads), ranks=2)
                rows = result.rows("coupled-warmth.norms.tsv")
                for n in range(5):
                    self.assertAlmostEqual(rows[n]["sum"] / plane.warmth.sum(), 1, delta=1e-12)
                    self.assertAlmostEqual(rows[n]["min"], plane.warmth.min(), delta=1e-12)
                    self.assertAlmostEqual(rows[n]["max"], plane.warmth.max(), delta=1e-12)
                    if n < 4:
                        for _ in range(10):
                            plane.step()
                numpy.testing.assert_allclose(result.dataset(40, "coupled_temperature").T, plane.temperature, rtol=0,
                                              atol=1e-12 * plane.temperature.max())
                self.assertGreater(plane.temperature.max(), 0.01)

    def test_heat_is_only_exchanged(self):
        result = self.run_nopal(coupled(200), threads=2)
        total = result.column("coupled-total.tsv", "total")
        numpy.testing.assert_allclose(total, 11 * 0.01, rtol=1e-13)
        warmth = result.column("coupled-warmth.norms.tsv", "sum")
        self.assertLess(warmth[-1], 0.95 * warmth[0])

    def test_the_bits_do_not_depend_on_ranks_threads_partition_and_device(self):
        def values(partition="graph", checked=False, device="none", **options):
            content = coupled(20, beads=31, device=device, driver={"partition": partition, "check_bounds": checked})
            result = self.run_nopal(content, **options)
            names = [f"coupled-{name}.tsv" for name in ("total", "warmth.norms", "temperature.norms")]
            return ([line for name in names for line in result.text(name).splitlines() if not line.startswith("#")],
                    result.dataset(20, "coupled_temperature").tobytes())
        expected = values()
        for options in ({"threads": 2}, {"ranks": 2}, {"ranks": 3}, {"ranks": 3, "threads": 2},
                        {"ranks": 2, "partition": "coordinates"}, {"ranks": 3, "partition": "blocks"},
                        {"checked": True}, {"ranks": 2, "checked": True}, {"device": "checked", "ranks": 2},
                        {"device": "opencl"}):
            with self.subTest(**options):
                self.assertEqual(values(**options), expected)

    def test_it_needs_a_periodic_plane(self):
        content = coupled(1)
        content["driver"]["periodic"] = [True, False]
        self.assertRegex(self.run_nopal(content, succeeds=False).log, "coupled.*periodic|periodic.*coupled")


if __name__ == "__main__":
    unittest.main()
