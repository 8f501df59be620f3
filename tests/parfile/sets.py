"""Loops over sets: the published examples, and the same bits for all numbers of ranks and threads."""

import itertools
import json
import math
import re
import subprocess
import sys
import unittest

import h5py
import numpy

import harness
import launch

sys.path.insert(0, str(harness.SOURCE / "tests" / "meshes"))
import jac_reference

MESH = harness.SOURCE / "parfiles" / "meshes" / "airfoil_1800.h5"
TABLES = ["airfoil::cell_nodes = pcell", "airfoil::edge_nodes = pedge", "airfoil::edge_cells = pecell",
          "airfoil::bedge_nodes = pbedge", "airfoil::bedge_cell = pbecell"]
FIGURES = {1: 6.519696136628172e-03, 100: 2.074220547521027e-04, 500: 1.982028230505819e-06, 1000: 8.941029039819376e-08}


def run_on_sets(iterations, driver=None, accelerator=None, **thorns):
    """A parfile without a grid."""
    return {"thorns": list(thorns), "driver": {"iterations": iterations} | (driver or {}),
            "accelerator": {"device": "none"} | (accelerator or {})} | {
                name: section for name, section in thorns.items() if section}


def airfoil(iterations, mesh=MESH, every=1, norms=("airfoil::rms", "airfoil::q"), data=None, **more):
    return run_on_sets(iterations, airfoil={},
                       mesh={"file": str(mesh), "sets": ["airfoil::nodes = nodes"], "maps": TABLES,
                             "data": data or ["airfoil::x = p_x", "airfoil::bound = p_bound"],
                             "positions": "airfoil::nodes = p_x"},
                       tsv={"every": every, "norms": list(norms)}, **more)


def random_mesh(folder):
    """Makes a mesh like that of airfoil whose elements have random numbers."""
    path = folder / "random.h5"
    subprocess.run([sys.executable, harness.SOURCE / "scripts" / "airfoil-mesh", path, "--along", "40", "--out", "16",
                    "--order", "random", "--seed", "3"], check=True, stdout=subprocess.PIPE)
    return path


DEVICES = ("checked", "opencl")


class Nine(harness.Case):
    CELLS = [10.828, 11.245, 9.924, 20.818, 28.546, 24.824, 14.412, 17.828, 10.237]
    STARTS = [0.128, 0.345, 0.224, 0.118, 0.246, 0.324, 0.112, 0.928, 0.237]
    COUNTS = [2, 3, 2, 3, 4, 3, 2, 3, 2]

    def cells(self, log, iteration):
        """The values of the cells after an iteration: [(c, gathered, n)]."""
        cells = []
        for cell in range(9):  # the lines of different processes may come in any order
            found = re.findall(rf"^cell {cell}: (\S+) (\S+) (\d+)$", log, re.MULTILINE)
            cells.append(tuple(map(float, found[iteration])))
        return cells

    def test_the_published_values(self):
        for ranks, threads, checked, way, device in (
                (1, 1, False, "graph", "none"), (1, 2, False, "graph", "none"), (1, 1, True, "blocks", "none"),
                (2, 1, False, "graph", "none"), (3, 2, True, "blocks", "none"), (4, 1, False, "graph", "none"),
                (12, 1, False, "blocks", "none"), (1, 1, False, "graph", "checked"), (3, 1, False, "blocks", "checked"),
                (1, 2, False, "graph", "opencl"), (12, 1, False, "blocks", "opencl")):
            with self.subTest(ranks=ranks, threads=threads, checked=checked, way=way, device=device):
                result = self.run_nopal(run_on_sets(
                    1, nine={}, driver={"check_bounds": checked, "partition": way}, accelerator={"device": device},
                    tsv={"norms": ["nine::totals", "nine::numbers"]}), ranks=ranks, threads=threads)
                cells = self.cells(result.log, 1)
                self.assertEqual(len(cells), 9)
                for cell, start, after, n in zip(cells, self.STARTS, self.CELLS, self.COUNTS):
                    self.assertAlmostEqual(cell[0], after, places=12)
                    self.assertAlmostEqual(cell[1], after - start, places=12)
                    self.assertEqual(cell[2], n)
                self.assertEqual(result.column("nine-sum.tsv", "sum")[1], math.fsum(cell[0] for cell in cells))
                self.assertEqual(result.column("nine-least.tsv", "least")[1], cells[2][0])
                self.assertEqual(result.column("nine-largest.tsv", "largest")[1], cells[4][0])
                self.assertEqual(result.column("nine-n_sum.tsv", "n_sum")[1], 24)
                self.assertEqual(result.column("nine-n_most.tsv", "n_most")[1], 4)

    def test_increments_arrive_in_the_order_of_the_edges(self):
        sums = numpy.array(self.STARTS)
        edges = [3.3, 2.1, 7.4, 5.5, 7.6, 3.4, 10.5, 9.9, 8.9, 6.4, 4.4, 3.6]
        cells = [(0, 1), (1, 2), (0, 3), (1, 4), (2, 5), (3, 4), (4, 5), (3, 6), (4, 7), (5, 8), (6, 7), (7, 8)]
        for _ in range(7):
            for edge, both in zip(edges, cells):
                for cell in both:
                    sums[cell] += edge
        for ranks, threads, device in ((1, 1, "none"), (1, 2, "none"), (2, 1, "none"), (4, 2, "none"),
                                       (1, 1, "checked"), (2, 1, "opencl"), (3, 1, "checked")):
            with self.subTest(ranks=ranks, threads=threads, device=device):
                result = self.run_nopal(run_on_sets(7, nine={}, accelerator={"device": device}), ranks=ranks,
                                        threads=threads)
                self.assertEqual([cell[0] for cell in self.cells(result.log, 7)], list(sums))

    def test_norms_where_some_processes_own_nothing(self):
        """On twelve processes three and more own no cell, and their devices reduce nothing."""
        found = {}
        for device, ranks in (("none", 1), ("checked", 12), ("opencl", 12)):
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(run_on_sets(
                    2, nine={}, driver={"partition": "blocks"}, accelerator={"device": device},
                    tsv={"norms": ["nine::of_cells", "nine::of_edges", "nine::counts"]}), ranks=ranks)
                found[device] = {name: result.text(name).split("\n", 2)[2] for name in result.names("nine-*.norms.tsv")}
                self.assertEqual(found[device], found["none"])
        self.assertEqual(len(found["none"]), 4)

    def test_the_log_says_why_a_loop_runs_on_the_host(self):
        log = self.run_nopal(run_on_sets(1, nine={}, accelerator={"device": "checked"})).log
        self.assertEqual(sorted(re.findall(r"the loop (\S+) runs on the host: (.*)", log)),
                         [("nine::count_up", "it adds to the integers nine::n"),
                          ("nine::measure_most", "it finds the largest of integers for nine::n_most"),
                          ("nine::zero_most", "it finds the largest of integers for nine::n_most")])
        self.assertNotIn("runs on the host", self.run_nopal(run_on_sets(1, jac={}, accelerator={"device": "checked"})).log)


class Jac(harness.Case):
    def test_the_sums_of_the_published_case(self):
        reference = list(jac_reference.iterate(jac_reference.graph(20), 12))
        bits = set()
        for ranks, threads, device in itertools.chain(itertools.product((1, 2, 3), (1, 2), ("none",)),
                                                      itertools.product((1, 2, 3), (1,), DEVICES)):
            with self.subTest(ranks=ranks, threads=threads, device=device):
                result = self.run_nopal(run_on_sets(12, jac={"size": 20}, accelerator={"device": device},
                                                    tsv={"norms": ["jac::u_sum", "jac::u_max", "jac::u"]}),
                                        ranks=ranks, threads=threads)
                bits.add(tuple(result.text(f"jac-{name}.tsv").split("\n", 2)[2] for name in ("u_sum", "u_max", "u.norms")))
                sums, most = result.column("jac-u_sum.tsv", "u_sum"), result.column("jac-u_max.tsv", "u_max")
                for n, (_, u_sum, u_max) in enumerate(reference, 1):
                    self.assertAlmostEqual(sums[n] / u_sum, 1, delta=1e-13)
                    self.assertEqual(most[n], u_max)
        self.assertEqual(len(bits), 1)


class Airfoil(harness.Case):
    def rms(self, result):
        return dict(enumerate(result.column("airfoil-rms.tsv", "rms")))

    def test_the_published_figures(self):
        for device, last in (("none", 1000), ("checked", 100), ("opencl", 1000)):
            found = self.rms(self.run_nopal(airfoil(last, accelerator={"device": device}), threads=2))
            for iteration in [iteration for iteration in FIGURES if iteration <= last]:
                with self.subTest(device=device, iteration=iteration):
                    self.assertAlmostEqual(found[iteration] / FIGURES[iteration], 1, delta=1e-9)

    def test_ghosts_travel_when_a_loop_needs_them_and_only_then(self):
        """x and bound travel once, q and adt together before each of the two loops over edges of an iteration."""
        parfile = self.parfile(airfoil(10, every=0))
        file = self.folder / "messages.json"
        for ranks in (2, 4):
            with self.subTest(ranks=ranks):
                result = self.run_nopal(parfile, ranks=ranks, options=["--trace", str(file), "--compare-plan"])
                ghosts = {found[1]: int(found[2]) + int(found[3]) for found in re.finditer(
                    r"^set airfoil::(\w+): .*ghosts: (\d+) executed, (\d+) others", result.log, re.MULTILINE)}
                self.assertGreater(ghosts["cells"], 50)
                exchanges = list(self.traced_exchanges(file))
                self.assertEqual(sum(sent for _, _, sent in exchanges),
                                 8 * (10 * 2 * 5 * ghosts["cells"] + 2 * ghosts["nodes"] + ghosts["bedges"]))
                for rank in range(ranks):
                    neighbours = [others for each, others, _ in exchanges if each == rank]
                    self.assertIn(len(neighbours), (10 * 2 + 1, 10 * 2 + 2))  # bound may have no ghosts on one side
                    self.assertEqual(neighbours[-18:], neighbours[-1:] * 18)  # of cells, in all iterations but the first
                    self.assertNotIn(rank, neighbours[-1])

    def evolution(self, iterations, device, ranks, norms=()):
        """The transfers of each rank in so many iterations from the third on, by comparison of two runs. The log of one."""
        runs = [self.run_nopal(airfoil(n, every=1, norms=norms, driver={"report_transfers": True},
                                       accelerator={"device": device}), ranks=ranks, options=["--compare-plan"])
                for n in (2, 2 + iterations)]
        few, many = (run.transfers("evolution") for run in runs)
        return {rank: {way: tuple(b - a for a, b in zip(few[rank][way], many[rank][way], strict=True))
                       for way in many[rank]} for rank in many}, runs[0].log

    def test_a_device_sends_only_the_results_of_reductions(self):
        """Each iteration reduces squares once."""
        for device in DEVICES:
            with self.subTest(device=device):
                transfers, _ = self.evolution(7, device, 1)
                self.assertEqual(transfers, {0: {"to_device": (0, 0, 0), "to_host": (7, 7 * 896, 7 * 896)}})

    def test_norms_of_dats_are_found_on_the_device(self):
        """Each iteration reduces squares, q and res there. x and bound never change, so they are valid on the host."""
        norms = [f"airfoil::{name}" for name in ("q", "res", "rms", "x", "bound")]
        for device in DEVICES:
            for ranks in (1, 2):
                with self.subTest(device=device, ranks=ranks):
                    transfers, log = self.evolution(7, device, ranks, norms)
                    cells = re.search(r"^set airfoil::cells: .*ghosts: (\d+) executed, (\d+) others", log, re.MULTILINE)
                    halos = 8 * 7 * 2 * 5 * (int(cells[1]) + int(cells[2])) if ranks > 1 else 0
                    self.assertEqual(sum(rank["to_device"][1] for rank in transfers.values()), halos)
                    self.assertEqual(sum(rank["to_host"][1] for rank in transfers.values()), halos + ranks * 7 * 3 * 896)
                    for rank in transfers.values():
                        self.assertEqual((rank["to_device"][0], rank["to_host"][0]),
                                         (7 * 2 if ranks > 1 else 0, 7 * (2 + 3) if ranks > 1 else 7 * 3))

    def test_a_trace_shows_what_a_device_reduces(self):
        file = self.folder / "device.json"
        for device in DEVICES:
            with self.subTest(device=device):
                self.run_nopal(airfoil(4, every=0, accelerator={"device": device}), options=["--trace", str(file)])
                self.assertIn("  evol: reduced for airfoil::update: moments of squares@0 device->host, 896 bytes\n",
                              self.nopal("explain", file, "airfoil::squares").stdout)
                events = json.loads(file.read_text(encoding="utf-8"))["traceEvents"]
                copies = [event["args"] for event in events if "direction" in event.get("args", {})]
                self.assertEqual(sum(copy["bytes"] for copy in copies if copy["iteration"] > 1), 3 * 896)
                for kernel in ("airfoil::flux_1", "nopal::gather"):
                    self.assertGreaterEqual(sum(event.get("name") == kernel and event["tid"] > 0 for event in events), 4)

    def test_only_halos_travel_between_devices(self):
        """q and adt travel together before each of the two loops over edges of an iteration, in one transfer."""
        for device in DEVICES:
            with self.subTest(device=device):
                transfers, log = self.evolution(7, device, 2)
                ghosts = {found[1]: int(found[2]) + int(found[3]) for found in re.finditer(
                    r"^set airfoil::(\w+): .*ghosts: (\d+) executed, (\d+) others", log, re.MULTILINE)}
                halos = 8 * 7 * 2 * 5 * ghosts["cells"]
                self.assertEqual(sum(rank["to_device"][1] for rank in transfers.values()), halos)
                self.assertEqual(sum(rank["to_host"][1] for rank in transfers.values()), halos + 2 * 7 * 896)
                for rank in transfers.values():
                    self.assertEqual((rank["to_device"][0], rank["to_host"][0]), (7 * 2, 7 * 2 + 7))

    def test_sums_in_the_order_of_the_memory(self):
        path = random_mesh(self.folder)

        def rms(reproducible, device, **options):
            accelerator = {"device": device, "reproducible": reproducible, "loops": "gather"}
            return self.run_nopal(airfoil(5, mesh=path, accelerator=accelerator), **options).column("airfoil-rms.tsv", "rms")
        expected = rms(True, "none")
        self.assertNotEqual(rms(False, "none"), expected)
        for ranks in (1, 2):
            found = rms(False, "none", ranks=ranks)
            for each, other in zip(found[1:], expected[1:], strict=True):
                self.assertAlmostEqual(each / other, 1, delta=1e-10)
            self.assertEqual(rms(False, "none", ranks=ranks, threads=2), found)
            self.assertEqual(rms(False, "checked", ranks=ranks), found)

    def test_what_the_boundary_does_not_change_is_conserved(self):
        """A wall gives no mass and no energy, so with walls everywhere all cells together keep both."""
        path = self.folder / "closed.h5"
        for order in ("natural", "random"):
            subprocess.run([sys.executable, harness.SOURCE / "scripts" / "airfoil-mesh", path, "--cells", "20000",
                            "--order", order, "--overwrite"], check=True, stdout=subprocess.PIPE)
            for walls, ranks in ((False, 1), (True, 1), (True, 2), (True, 3)):
                with self.subTest(order=order, walls=walls, ranks=ranks):
                    with h5py.File(path, "r+") as mesh:
                        bound = mesh["p_bound"]
                        bound[...] = 1 if walls else numpy.resize([1, 2], bound.shape)
                    result = self.run_nopal(airfoil(4, mesh=path, balance={},
                                                    norms=["balance::gains", "balance::sizes"]), ranks=ranks)
                    mass, energy, size = (result.column(f"balance-{name}.tsv", name)[1:]
                                          for name in ("mass", "energy", "size"))
                    self.assertEqual(len(size), 4)
                    for gain in (mass, energy):
                        lost = max(abs(each) / all for each, all in zip(gain, size))
                        (self.assertLess if walls else self.assertGreater)(lost, 1e-12)


class Refusals(harness.Case):
    def refuse(self, content, sets, message):
        for ranks in (1, 2):
            with self.subTest(sets=sets, ranks=ranks):
                log = self.run_nopal(content, ranks=ranks, sets=sets, succeeds=False).log
                self.assertRegex(log, message)
                self.assertNotRegex(log, launch.CRASHED)

    def test_wrong_meshes_of_a_function(self):
        parfile = self.parfile(run_on_sets(1, nine={}))
        for twist, message in enumerate((
                "nine::edge_cells: element 0 leads to 9 as target 0, but nine::cells has 9 elements",
                r"nine::edge_cells: element \d+ leads to -1 as target 1",
                "lead to nine::cells, but this set has no elements",
                "the set nine::edges has the size -12; expected 0 or more",
                "nine::edges: the number of elements is 1152921504606846976, but at most",
                "the set nine::edges gets a size twice: 12 and 12",
                "each row of the table has 1 target, but the map is declared with 2 targets",
                "the map nine::cell_edges has no table",
                'no active thorn declares the map "nine::no_such_map"'), 1):
            self.refuse(parfile, [f"nine.twist={twist}"], message)

    def test_wrong_files_and_datasets(self):
        parfile = self.parfile(airfoil(1))
        (self.folder / "text.h5").write_text("no mesh")
        for setting, message in (
                ("mesh.file=/tmp/no_such_mesh.h5", "cannot read the mesh .*: No such file or directory"),
                ("mesh.file=/tmp", "cannot read the mesh /tmp: it is a folder"),
                (f"mesh.file={self.folder / 'text.h5'}", "cannot read .*text.h5 as an HDF5 file with a mesh"),
                ("mesh.maps=[airfoil::edge_cell = pecell]", r'the map "airfoil::edge_cell" \(did you mean "airfoil::edge_cells"'),
                ("mesh.maps=[airfoil::edge_cells = nothing]", 'has no dataset "nothing"'),
                ("mesh.maps=[airfoil::edge_cells]", 'there is no "="'),
                ("mesh.maps=[airfoil::edge_cells = pcell]", "4 columns, but airfoil::edge_cells is declared with arity: 2"),
                ("mesh.maps=[airfoil::cell_nodes = p_x]", "values of another type than integers"),
                ("mesh.sets=[airfoil::cells = 1801]", "has 1801 elements by .*, but 1800 by"),
                ("mesh.sets=[airfoil::cells = pcell]", "has 7200 numbers, expected one"),
                ("mesh.data=[airfoil::q = p_x]", "has 1891 rows of 2, but airfoil::q needs 1800 of 4"),
                ("mesh.data=[airfoil::x = pcell]", "values of another type than floating-point numbers"),
                ("mesh.data=[airfoil::rms = p_x]", "airfoil::rms is no variable of type dat"),
                ("mesh.positions=airfoil::nodes = nothing", 'has no dataset "nothing"'),
                ("driver.partition=circles", "driver::partition: found \"circles\"")):
            self.refuse(parfile, [setting], message)


if __name__ == "__main__":
    unittest.main()
