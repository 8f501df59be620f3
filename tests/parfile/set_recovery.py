"""Runs on sets that go on from a checkpoint write the same bits as runs that are not interrupted, on any number of ranks and
with any partition. Another mesh is refused."""

import itertools
import subprocess
import sys
import unittest

import h5py

import harness
from sets import MESH, airfoil, run_on_sets


def flow(**options):
    return airfoil(24, checkpoint={"every": 5}, **options)


def pond(iterations=24, **settings):
    return run_on_sets(iterations, pond=settings, checkpoint={"every": 5},
                       tsv={"every": 1, "norms": ["pond::heights", "pond::h_sum", "pond::n_sum"]})


def rows(result):
    """The text of each file with norms."""
    return {name: result.text(name) for name in result.names("*.tsv")}


class Recovery(harness.Case):
    def interrupted(self, content, stop, before, after, expected):
        """Ends a run at iteration `stop` and continues it. `before` and `after`: ranks and partition."""
        parfile = self.parfile(content)
        self.run_nopal(parfile, ranks=before[0], sets=[f"driver.iterations={stop}", f"driver.partition={before[1]}"])
        result = self.run_nopal(parfile, ranks=after[0], sets=[f"driver.partition={after[1]}"],
                                options=["--recover", "auto"])
        self.assertIn(f"iteration {stop // 5 * 5}\n", result.log)
        self.assertEqual(rows(result), expected)
        return result

    def test_airfoil_on_other_ranks_and_partitions(self):
        expected = rows(self.run_nopal(flow()))
        self.assertEqual(len(expected["airfoil-q.norms.tsv"].splitlines()[-1].split("\t")), 9)
        for stop, before, after in ((12, (1, "graph"), (2, "graph")), (7, (2, "coordinates"), (1, "graph")),
                                    (20, (3, "graph"), (2, "blocks")), (9, (2, "blocks"), (3, "coordinates")),
                                    (13, (1, "blocks"), (3, "graph")), (22, (3, "blocks"), (3, "graph"))):
            with self.subTest(before=before, after=after):
                self.interrupted(flow(), stop, before, after, expected)

    def test_timelevels_integers_and_maps_of_varying_arity(self):
        for knots, every in ((301, (1, 2, 3)), (2, (1, 3))):  # with 2 knots some processes own none
            expected = rows(self.run_nopal(pond(knots=knots)))
            self.assertNotEqual(*expected["pond-n_sum.tsv"].splitlines()[-2:])
            for before, after in itertools.product(every, every):
                with self.subTest(knots=knots, before=before, after=after):
                    self.interrupted(pond(knots=knots), 5 + 3 * before + 2 * after, (before, "graph"), (after, "blocks"),
                                     expected)

    def test_the_files_hold_blocks_of_global_numbers(self):
        """Ranks and partition change how many files there are, and nothing in them, one after another."""
        def values(ranks, partition):
            result = self.run_nopal(airfoil(5, checkpoint={"every": 5}, driver={"partition": partition}), ranks=ranks)
            files = sorted(result.folder.glob("checkpoint_00000005/*.data"))
            self.assertEqual(len(files), ranks)
            return [path.read_bytes() for path in files]
        whole, = values(1, "graph")
        for ranks, partition in ((2, "graph"), (3, "coordinates")):
            with self.subTest(ranks=ranks):
                together = b""
                parts = values(ranks, partition)
                # The dats in the order of their declaration: elements and values of each element.
                for elements, components in ((1891, 2), (140, 1), (1800, 4), (1800, 4), (1800, 4), (1800, 1)):
                    for rank in range(ranks):
                        n = 8 * components * (elements // ranks + (rank < elements % ranks))
                        together, parts[rank] = together + parts[rank][:n], parts[rank][n:]
                self.assertEqual(together + parts[0], whole)  # rank 0 holds the scalar

    def test_another_mesh_is_refused(self):
        parfile = self.parfile(flow())
        self.run_nopal(parfile)
        smaller = self.folder / "smaller.h5"
        subprocess.run([sys.executable, harness.SOURCE / "scripts" / "airfoil-mesh", smaller, "--along", "40", "--out", "16"],
                       check=True, stdout=subprocess.PIPE)
        swapped = self.folder / "swapped.h5"
        swapped.write_bytes(MESH.read_bytes())
        with h5py.File(swapped, "r+") as file:
            file["pedge"][7] = file["pedge"][7][::-1]
        for mesh, messages in (
                (smaller, [r"the set airfoil::cells has 640 elements, but that of '.*checkpoint_00000020' has 1800: "
                           "restore the mesh, or start a new run without --recover", "the set airfoil::nodes has "]),
                (swapped, ["the map airfoil::edge_nodes has another table than that of '.*checkpoint_00000020': the mesh "
                           "is another one, or its elements have other numbers: restore the mesh"])):
            for ranks in (1, 2):
                with self.subTest(mesh=mesh.name, ranks=ranks):
                    log = self.run_nopal(parfile, ranks=ranks, sets=[f"mesh.file={mesh}"], options=["--recover", "auto"],
                                         succeeds=False).log
                    for message in messages:
                        self.assertRegex(log, message)
                    self.assertEqual(log.count("has another table"), mesh == swapped)
        copy = self.folder / "copy.h5"  # the same mesh elsewhere
        copy.write_bytes(MESH.read_bytes())
        log = self.run_nopal(parfile, ranks=2, sets=[f"mesh.file={copy}"], options=["--recover", "auto"]).log
        self.assertIn("iteration 20\n", log)


if __name__ == "__main__":
    unittest.main()
