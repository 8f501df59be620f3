"""The same bits of all dats of airfoil, in the order of the mesh, in all ways to run it."""

import itertools
import sys
import unittest

import numpy

import harness
from sets import FIGURES, airfoil, random_mesh

sys.path.insert(0, str(harness.SOURCE / "tests" / "meshes"))
import airfoil_reference

DATS = ("x", "bound", "q", "qold", "res", "adt")
HOSTS = ("serial", "threads", "fibers", "openmp-blocks", "openmp-threads", "openmp-teams")
PARTITIONS = ("graph", "coordinates", "blocks")
# On one process a partition changes nothing.
DIVISIONS = ((1, "graph"), *itertools.product((2, 3, 4), PARTITIONS))
LAST = 20


def flow(iterations=LAST, **options):
    """All dats at the end, and what the iterations before it gave."""
    return airfoil(iterations, hdf5={"every": 0, "at_end": True, "variables": [f"airfoil::{dat}" for dat in DATS]}, **options)


def dats(result, iteration=LAST):
    """The values of each dat, a row for each element by its global number."""
    with result.fields(iteration) as file:
        return {dat: file[f"data/{iteration}/dats/airfoil_{dat}"][()] for dat in DATS}


def rows(result):
    """The lines with sums of all iterations, as text."""
    return {name: result.text(name).split("\n", 2)[2] for name in ("airfoil-rms.tsv", "airfoil-q.norms.tsv")}


class Bits(harness.Case):
    optimised = True

    @classmethod
    def setUpClass(cls):
        """The run that all others are compared with: one thread of one process."""
        result = cls.shared().run_nopal(flow(accelerator={"host": "serial"}))
        cls.dats, cls.rows = dats(result), rows(result)
        cls.rms = result.column("airfoil-rms.tsv", "rms")

    def check(self, ranks=1, threads=1, partition="graph", check_bounds=False, says="", **accelerator):
        """Makes a run and compares it. `says`: what stands in the log."""
        with self.subTest(ranks=ranks, threads=threads, partition=partition, check_bounds=check_bounds, **accelerator):
            driver = {"partition": partition, "check_bounds": check_bounds}
            result = self.run_nopal(flow(driver=driver, accelerator=accelerator), ranks=ranks, threads=threads)
            for name, values in dats(result).items():
                self.assert_same_bits(values, self.dats[name], name)
            self.assertEqual(rows(result), self.rows)
            self.assertIn(says, result.log)

    def test_the_reference_is_the_published_case(self):
        self.assertAlmostEqual(self.rms[1] / FIGURES[1], 1, delta=1e-9)
        shapes = {"x": (1891, 2), "bound": (140, 1), "q": (1800, 4), "qold": (1800, 4), "res": (1800, 4), "adt": (1800, 1)}
        self.assertEqual({name: values.shape for name, values in self.dats.items()}, shapes)
        for name in ("q", "qold", "adt"):  # many cells have values of their own
            self.assertGreater(len(numpy.unique(self.dats[name][:, 0])), 700, name)
        self.assertGreater(numpy.abs(self.dats["q"] - self.dats["qold"]).max(), 1e-4)

    def test_ranks_and_partitions_on_the_host(self):
        for (ranks, partition), check_bounds in harness.in_turn(DIVISIONS, (False, True)):
            self.check(ranks, partition=partition, check_bounds=check_bounds, says="device: none")

    def test_ranks_and_partitions_on_devices(self):
        for (ranks, partition), device in harness.in_turn(DIVISIONS, ("opencl", "checked")):
            self.check(ranks, partition=partition, device=device, says=f"device: {device}")

    def test_every_host_accelerator(self):
        several = (2, 2, "graph"), (3, 1, "coordinates"), (4, 2, "blocks")
        for host, (ranks, threads, partition) in (*harness.in_turn(HOSTS, several), *((host, (1, 3, "graph")) for host in HOSTS)):
            self.check(ranks, threads, partition, host=host, says=f"host: {host} ")

    def test_options_of_devices_poison_and_guard(self):
        for options in ({"device": "opencl", "threads": 2}, {"device": "opencl", "device_options": ["work_items=points"]},
                        {"device": "opencl", "device_options": ["work_items=points"], "ranks": 2},
                        {"device": "checked", "device_options": ["moves"], "ranks": 2},
                        {"device": "checked", "device_options": ["async"], "ranks": 2},
                        {"device": "checked"}, {"device": "opencl", "poison": True, "ranks": 2},
                        {"device": "checked", "poison": True}, {"device": "checked", "guard": True},
                        {"poison": True, "ranks": 2}):
            self.check(**options)


class RandomOrder(harness.Case):
    """A mesh whose numbers say nothing about who is near whom."""

    def test_bits_and_values(self):
        path = random_mesh(self.folder)
        reference = airfoil_reference.Flow(airfoil_reference.load(path))
        reference.iterate(LAST)
        expected = None
        for ranks, threads, partition, device in (
                (1, 1, "graph", "none"), (1, 2, "graph", "none"), (2, 2, "blocks", "none"), (3, 1, "coordinates", "none"),
                (4, 1, "graph", "none"), (1, 1, "graph", "checked"), (4, 1, "blocks", "checked"), (3, 1, "graph", "opencl")):
            with self.subTest(ranks=ranks, threads=threads, partition=partition, device=device):
                result = self.run_nopal(flow(mesh=path, driver={"partition": partition}, accelerator={"device": device}),
                                        ranks=ranks, threads=threads)
                found = dats(result)
                expected = expected or found
                for name, values in found.items():
                    self.assert_same_bits(values, expected[name], name)
        for name, values in (("q", reference.q), ("qold", reference.q_old), ("adt", reference.adt)):
            numpy.testing.assert_allclose(expected[name].reshape(values.shape), values, rtol=1e-9, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
