"""The ways in which a device brings what loops add through maps to its targets: gather, atomics and staged."""

import itertools
import json
import re
import unittest

import numpy

import harness
import icosahedral
import overlap
import set_bits
import sets

WAYS = ("gather", "atomics", "staged")
# Of each device, with and without work-items that are rows.
DEVICES = ({"device": "checked"}, {"device": "opencl"}, {"device": "opencl", "device_options": ["work_items=points"]})
ROUNDING = 1e-12  # of sums whose order varies, against the largest value
CHOICE = re.compile(r"loop (\S+) on the device: a call takes \S+ ms with gather, \S+ ms with atomics and \S+ ms with staged, "
                    r"so it now runs with (\w+)$", re.MULTILINE)


def in_way(way, **more):
    """The section of the Accelerator."""
    return {"reproducible": False, "loops": way} | more


class Ways(harness.Case):
    DATS = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 1}
    ITERATIONS = 3

    def stitch(self, accelerator, **options):
        """The dats at the end, each by global number, and the totals of all iterations."""
        content = sets.run_on_sets(self.ITERATIONS, stitch={"width": 23, "height": 31}, accelerator=accelerator,
                                   tsv={"every": 1, "norms": ["stitch::sum", "stitch::most"]},
                                   hdf5={"every": 0, "at_end": True, "variables": [f"stitch::{dat}" for dat in self.DATS]})
        result = self.run_nopal(content, options=["--compare-plan"], **options)
        with result.fields(self.ITERATIONS) as file:
            dats = {dat: file[f"data/{self.ITERATIONS}/dats/stitch_{dat}"][()] for dat in self.DATS}
        return dats, [result.column(f"stitch-{total}.tsv", total) for total in ("sum", "most")], result.log

    def expected(self):
        """The same without nopal, one seam after the other."""
        width, squares = 23, 23 * 31
        a, b, c = (numpy.tile(numpy.array(row), (squares, 1)) for row in ([1.0], [0.0, 1.0], [0.0, -1.0, -2.0]))
        d = numpy.tile(numpy.array([0.0, 10.0, 20.0, 30.0]), (squares, 1))
        e = numpy.array([[7 * n % 13 - 6] for n in range(2 * squares)], dtype=float)
        sums, most = [0.0], [0.0]
        seams = []
        for n in range(2 * squares):
            first = n // 2
            column = first % width
            right, below = first - column + (column + 1) % width, (first + width) % squares
            seams.append((first, right if n % 2 == 0 else below,
                          (first - width) % squares if n % 2 == 0 else first - column + (column - 1) % width))
        for _ in range(self.ITERATIONS):
            for n, (first, second, _) in enumerate(seams):
                a[second] += e[n]
                b[second] += (e[n, 0], -1.0)
                b[first, 1] += 2.0 * e[n, 0]
            sums.append(sum(a[first, 0] - a[second, 0] + e[n, 0] for n, (first, second, _) in enumerate(seams)))
            most.append(e.max())
            for n, (first, second, end) in enumerate(seams):
                for factor, square in ((1, first), (2, second), (3, first)):
                    c[square] += factor * e[n] + (0, 1, 2)
                d[first] += e[n] + (0, 1, 2, 3)
                d[end] -= e[n]
                if e[n] <= 5.0:
                    d[end, 3] += 4.0
            for n, (first, second, _) in enumerate(seams):
                a[first] += e[n]
                a[second] -= 3.0
            e = 1.0 - e
        return {"a": a, "b": b, "c": c, "d": d, "e": e}, [sums, most]

    def test_whole_numbers_are_exact_in_each_way(self):
        """One target and several, two clauses for one dat, two maps, 1 to 4 components, totals, and own elements."""
        dats, totals = self.expected()
        for (way, device), ranks in harness.in_turn(itertools.product((*WAYS, "auto"), DEVICES), (1, 2)):
            with self.subTest(way=way, ranks=ranks, **device):
                found, found_totals, _ = self.stitch(in_way(way, **device), ranks=ranks, threads=2)
                for name, values in dats.items():
                    numpy.testing.assert_array_equal(found[name].reshape(values.shape), values, name)
                self.assertEqual([column[1:] for column in found_totals], [column[1:] for column in totals])

    def test_poison_and_transfers_that_move(self):
        dats, _ = self.expected()
        poison, others = {"device": "checked", "poison": True}, (
            {"device": "checked", "device_options": ["moves"]}, {"device": "checked", "device_options": ["async"]},
            {"device": "checked"}, {"device": "opencl", "poison": True})
        for options, way in (*((poison, way) for way in WAYS), *harness.in_turn(others, WAYS)):
            with self.subTest(way=way, **options):
                found, *_ = self.stitch(in_way(way, **options), ranks=2)
                for name, values in dats.items():
                    numpy.testing.assert_array_equal(found[name].reshape(values.shape), values, name)

    def test_nine_cells(self):
        for (way, device), ranks in harness.in_turn(itertools.product(WAYS, DEVICES), (1, 2)):
            with self.subTest(way=way, ranks=ranks, **device):
                log = self.run_nopal(sets.run_on_sets(1, nine={}, accelerator=in_way(way, **device)), ranks=ranks).log
                cells = dict(re.findall(r"^cell (\d): (\S+) \S+ \d+$", log, re.MULTILINE))
                for cell, expected in enumerate(sets.Nine.CELLS):
                    self.assertAlmostEqual(float(cells[str(cell)]), expected, delta=ROUNDING * expected)

    def test_a_flow_to_rounding(self):
        expected = set_bits.dats(self.run_nopal(set_bits.flow(accelerator={"reproducible": False})))
        for (way, device), ranks in harness.in_turn(itertools.product(("atomics", "staged", "auto"), DEVICES), (1, 2)):
            with self.subTest(way=way, ranks=ranks, **device):
                found = set_bits.dats(self.run_nopal(set_bits.flow(accelerator=in_way(way, **device)), ranks=ranks, threads=2))
                for name in ("q", "qold", "adt"):
                    worst = numpy.abs(found[name] - expected[name]).max() / numpy.abs(expected[name]).max()
                    self.assertLess(worst, ROUNDING, name)

    def test_maps_by_rule(self):
        """Their rows have no table on the device."""
        expected = None
        checked, rows, points = DEVICES
        some = ("atomics", checked), ("staged", checked), ("atomics", rows), ("staged", points)
        more = itertools.product(("atomics", "staged"), DEVICES)
        for way, device in (("gather", checked), *(more if harness.LONG else some)):
            with self.subTest(way=way, **device):
                result = self.run_nopal(icosahedral.ico(6, 6, accelerator=in_way(way, **device)), ranks=2)
                found = result.rows("ico-divergence.norms.tsv")
                expected = expected or found
                for row, same in zip(found, expected, strict=True):
                    for column, value in row.items():
                        self.assertAlmostEqual(value, same[column], delta=1e-12 * abs(same["max"]))

    def test_overlap(self):
        expected = None
        ways = (*WAYS, "auto")
        cases = (*zip(ways, itertools.repeat("checked")), *zip(reversed(ways), itertools.repeat("opencl")))
        for (way, device), overlaps in harness.in_turn(cases, (False, True)):
            with self.subTest(way=way, device=device, overlap=overlaps):
                result = self.run_nopal(overlap.strand(overlap=overlaps, accelerator=in_way(way, device=device)), ranks=3)
                found = [row for name in ("strand-u.norms.tsv", "strand-sum.tsv", "strand-most.tsv") for row in result.rows(name)]
                expected = expected or found
                for row, same in zip(found, expected, strict=True):
                    for column, value in row.items():
                        self.assertAlmostEqual(value, same[column], delta=1e-11 * max(1, abs(same[column])))

    def test_measured_loops_are_printed_once(self):
        """Each loop that adds through maps tries all ways with 4 calls of each."""
        def content(iterations, **accelerator):
            return sets.run_on_sets(iterations, stitch={"width": 5, "height": 4}, accelerator=accelerator)
        loops = {f"stitch::{name}" for name in ("one_target", "apart", "several", "turn")}
        for device, ranks in itertools.product(("checked", "opencl"), (1, 2)):
            with self.subTest(device=device, ranks=ranks):
                found = CHOICE.findall(self.run_nopal(content(14, device=device, reproducible=False), ranks=ranks).log)
                self.assertEqual(sorted(name for name, _ in found), sorted(loops))
                self.assertLessEqual({way for _, way in found}, set(WAYS))
        for wish in ({"reproducible": True}, {"reproducible": False, "loops": "gather"},
                     {"reproducible": False, "loops": "atomics"}, {"reproducible": False, "loops": "staged"}):
            with self.subTest(**wish):
                self.assertNotIn("so it now runs with", self.run_nopal(content(14, device="checked", **wish)).log)
        log = self.run_nopal(content(11, device="checked", reproducible=False)).log
        self.assertNotIn("so it now runs with", log)  # the trial has not ended

    def test_only_the_ways_of_the_run_take_memory(self):
        def memory(**accelerator):
            result = self.nopal("plan", self.parfile(sets.run_on_sets(1, stitch={}, accelerator={"device": "checked"} | accelerator)),
                                "--json")
            return json.loads(result.stdout)["plans"][0]["memory"]["device"]
        gather, atomics, staged = (memory(reproducible=False, loops=way) for way in WAYS)
        self.assertEqual(memory(reproducible=True), gather)
        squares, seams = 23 * 31, 2 * 23 * 31
        # one_target, apart, several (two) and turn have tables of who adds to each square or knot. All loops use the same
        # memory for what elements give: several needs the most, 3 targets of 3 values, 2 of 4, and two totals.
        tables = sum(8 * (squares + 1) + 8 * seams * targets for targets in (1, 2, 3, 2, 2))
        self.assertEqual(gather - atomics, tables + 8 * seams * (3 * 3 + 2 * 4))
        self.assertGreater(staged, atomics)
        self.assertEqual(memory(reproducible=False), gather + staged - atomics)


if __name__ == "__main__":
    unittest.main()
