"""The thorn ico: operators on an icosahedral grid, whose maps come from a rule."""

import itertools
import math
import sys
import unittest

import h5py

import harness
from sets import run_on_sets

sys.path.insert(0, str(harness.SOURCE / "tests" / "meshes"))
import ico_reference

# The order of each operator. Around a vertex and around the middle of an edge the grid looks the same after half a turn, so
# the first error that is left is of second order. A triangle does not. There the errors of odd order remain: the three normal
# components of a velocity, or the three differences to the neighbours, give divergence, energy and Laplacian to first order,
# with opposite signs on the two colours. The mean of the corners has no error of first order, because the centre of the corners
# is that of the cell.
ORDERS = {"divergence": 1, "energy": 1, "cell_laplacian": 1, "cell_mean": 2, "across": 2, "along": 2, "drift": 2, "curl": 2,
          "vertex_laplacian": 2, "vertex_mean": 2}
# Elements of the set of each operator, for each rhombus.
COLOURS = dict.fromkeys(("divergence", "energy", "cell_laplacian", "cell_mean"), 2) | dict.fromkeys(
    ("across", "along", "drift"), 3) | dict.fromkeys(("curl", "vertex_laplacian", "vertex_mean"), 1)
FIELDS = ("divergence", "curl", "drift", "cell_laplacian")
# The fields begin with the same bits: a device has a sine of its own.
OPENCL = {"device": "opencl"}


def ico(columns, rows, driver=None, accelerator=None, maps="rule", iterations=0, **more):
    errors = [f"ico::{name}_{which}" for name in ORDERS for which in ("squares", "most")]
    return run_on_sets(iterations, driver, accelerator, ico={"columns": columns, "rows": rows, "maps": maps},
                       tsv={"norms": errors + [f"ico::{name}" for name in FIELDS]}, **more)


def errors_of(result):
    """The sum of the squares and the largest error of each operator."""
    return {name: tuple(result.column(f"ico-{name}_{which}.tsv", f"{name}_{which}")[0] for which in ("squares", "most"))
            for name in ORDERS}


def values_of(result):
    """Everything that the run has found, as text."""
    names = [f"{name}_{which}" for name in ORDERS for which in ("squares", "most")] + [f"{name}.norms" for name in FIELDS]
    return {name: result.text(f"ico-{name}.tsv").splitlines()[-1] for name in names}


class Icosahedral(harness.Case):
    def test_the_errors_are_those_of_numpy(self):
        for columns, rows in ((12, 9), (5, 8), (3, 3)):
            with self.subTest(columns=columns, rows=rows):
                found = errors_of(self.run_nopal(ico(columns, rows), ranks=2))
                for name, error in ico_reference.errors(columns, rows).items():
                    self.assertAlmostEqual(found[name][0] / error.squares, 1, delta=1e-9, msg=name)
                    self.assertAlmostEqual(found[name][1] / error.most, 1, delta=1e-9, msg=name)

    def test_orders(self):
        sizes = ((32, 48), (64, 96), (128, 192))
        found = [errors_of(self.run_nopal(ico(*size), threads=2)) for size in sizes]
        for coarse, fine in itertools.pairwise(range(len(sizes))):
            for name, order in ORDERS.items():
                # The number of elements grows four times.
                mean = 0.5 * math.log2(4 * found[coarse][name][0] / found[fine][name][0])
                most = math.log2(found[coarse][name][1] / found[fine][name][1])
                self.assertAlmostEqual(mean, order, delta=0.1, msg=f"{name}, {sizes[fine]}")
                self.assertAlmostEqual(most, order, delta=0.15, msg=f"{name}, {sizes[fine]}")

    def test_the_bits_do_not_depend_on_ranks_threads_backends_and_partition(self):
        def values(partition="graph", checked=False, accelerator=None, **options):
            content = ico(13, 10, {"partition": partition, "check_bounds": checked}, accelerator)
            return values_of(self.run_nopal(content, **options))
        expected = values()
        for options in ({"threads": 2}, {"threads": 3}, {"ranks": 2}, {"ranks": 3}, {"ranks": 4, "threads": 2},
                        {"ranks": 3, "partition": "blocks"}, {"checked": True}, {"ranks": 2, "checked": True},
                        {"ranks": 2, "accelerator": {"poison": True}}, {"accelerator": {"host": "serial"}},
                        {"accelerator": {"host": "fibers"}, "threads": 2}):
            with self.subTest(**options):
                self.assertEqual(values(**options), expected)

    def test_all_fields_have_the_same_bits_by_rule_and_by_table(self):
        """On fewer rows than ranks, too: some processes own nothing."""
        output = {"every": 1, "variables": [f"ico::{name}" for name in ORDERS]}

        def fields(size, maps="rule", checked=False, accelerator=None, **options):
            content = ico(*size, {"check_bounds": checked}, accelerator, maps=maps, hdf5=output)
            with self.run_nopal(content, **options).fields(0) as file:
                return {name: values[()] for name, values in file["data/0/dats"].items()}
        sizes = (13, 10), (7, 11), (9, 3)
        expected = {size: fields(size, maps="table") for size in sizes}
        checked = {"device": "checked"}
        cases = ({}, {"threads": 2}, {"ranks": 2}, {"ranks": 2, "threads": 2}, {"ranks": 3}, {"ranks": 5}, {"checked": True},
                 {"ranks": 3, "checked": True, "threads": 2}, {"accelerator": checked}, {"ranks": 2, "accelerator": checked},
                 {"accelerator": OPENCL}, {"ranks": 3, "accelerator": OPENCL}, {"accelerator": OPENCL, "maps": "table"},
                 {"accelerator": checked, "maps": "table"}, {"accelerator": OPENCL | {"device_options": ["work_items=points"]}})
        for options, size in harness.in_turn(cases, sizes):
            with self.subTest(size=size, **options):
                found = fields(size, **options)
                self.assertEqual((list(found), len(found)), (list(expected[size]), len(ORDERS)))
                for name, values in found.items():
                    self.assert_same_bits(values, expected[size][name], name)

    def test_a_map_by_rule_keeps_a_row_for_each_line_only(self):
        """Two numbers of 4 bytes for each target of a line; a table has one for each target of an element."""
        columns, rows, arities = 13, 10, {"cell_cells": 3, "edge_edges": 4, "vertex_cells": 6}
        colours = {"cell": 2, "edge": 3, "vertex": 1}
        for maps, word in (("rule", "a rule"), ("table", "a table")):
            log = self.run_nopal(ico(columns, rows, maps=maps)).log
            for name, arity in arities.items():
                lines = colours[name.split("_")[0]] * rows
                kept = 2 * lines * arity if maps == "rule" else columns * lines * arity
                self.assertRegex(log, rf"map ico::{name}: .*, {arity} of each; {word} of {4 * kept} bytes\n")
            self.assertEqual("each process has whole rows" in log, maps == "rule")

    def test_checks_plans_output_and_recovery_follow_the_rule(self):
        def content(**more):
            return ico(7, 6, iterations=3, hdf5={"every": 1, "variables": ["ico::energy", "ico::centre", "ico::corner"],
                                                 "meshes": ["ico::cell_vertices on ico::corner"]}, **more)
        self.assertIn("nothing wrong found", self.nopal("check", self.parfile(content())).stdout)
        plan = self.nopal("plan", self.parfile(content()), "--loops", "8").stdout
        self.assertRegex(plan, r"ico::divergence +ico::edges +126 +16 ")
        files = {}
        for maps, ranks in itertools.product(("rule", "table"), (1, 3)):
            result = self.run_nopal(content(maps=maps), ranks=ranks)
            with result.fields(3) as file:
                files[maps, ranks] = file["data/3/maps/ico_cell_vertices"][()].tolist()
        self.assertEqual(files["rule", 1], ico_reference.tables(7, 6)["cell_vertices"].tolist())
        for found in files.values():
            self.assertEqual(found, files["rule", 1])
        parfile = self.parfile(content(checkpoint={"every": 1}))
        self.run_nopal(parfile, ranks=2, sets=["driver.iterations=2"])
        result = self.run_nopal(parfile, ranks=3, options=["--recover", "auto"])
        self.assertEqual(values_of(result), values_of(self.run_nopal(content())))

    def test_the_rule_gives_the_same_bits_as_tables_from_coordinates(self):
        columns, rows = 11, 7
        maps = ico_reference.tables(columns, rows)
        path = self.folder / "tables.h5"
        with h5py.File(path, "w") as file:
            for name, table in maps.items():
                file[name] = table
        expected = values_of(self.run_nopal(ico(columns, rows)))
        section = {"file": str(path), "maps": [f"ico::{name} = {name}" for name in maps]}
        for ranks, threads in harness.in_turn((1, 2, 3), (1, 2)):
            with self.subTest(ranks=ranks, threads=threads):
                content = ico(columns, rows, maps="file", mesh=section)
                self.assertEqual(values_of(self.run_nopal(content, ranks=ranks, threads=threads)), expected)
        with h5py.File(path, "r+") as file:  # another order of two neighbours gives other values
            file["vertex_edges"][0] = file["vertex_edges"][0][[1, 0, 2, 3, 4, 5]]
        self.assertNotEqual(values_of(self.run_nopal(ico(columns, rows, maps="file", mesh=section))), expected)

    def test_what_is_refused(self):
        for setting, message in (("ico.columns=2", "ico::columns"), ("ico.maps=file", "ico::cells")):
            self.assertRegex(self.run_nopal(ico(6, 5), sets=[setting], succeeds=False).log, message)


if __name__ == "__main__":
    unittest.main()
