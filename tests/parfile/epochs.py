"""Iterations that are computed together, tile by tile, leave the same output as the plain run."""

import dataclasses
import itertools
import json
import re

import harness
from recovery import contents

VARIABLES = {"wavetoy": ["wavetoy::phi"], "jacobi": ["jacobi::u"], "himeno": ["himeno::p"],
             "cip": ["cip::f", "cip::fx", "cip::fy"], "late": ["late::u", "late::b", "late::v"], "diffusion": ["diffusion::u"],
             "advection_z": ["advection_z::u"], "rates": ["rates::u"]}
LAST = 23


@dataclasses.dataclass(frozen=True)
class Work:
    """What is computed and written. It does not depend on how epochs are cut."""
    thorn: str
    cells: tuple
    periodic: object = False
    centering: str = "vertex"
    norms_every: int = 19
    fields_every: int = 17
    iterations: int = LAST

    @property
    def reach(self):
        """How far the values of an iteration depend on those before it."""
        return 2 if self.thorn == "diffusion" else 1

    def exchanges(self, ranks):
        return ranks > 1 or any(self.periodic)

    def allows(self, depth, ranks):
        """Whether no process has fewer points than ghosts for so many iterations."""
        return depth * self.reach <= min(self.cells) // (4 if len(self.cells) == 1 and ranks == 4 else 2) - 1

    def longest(self, factor, depth, ranks):
        """The iterations of an epoch; 0: the stencil needs no ghosts along the third axis, which may be the only one that
        is exchanged."""
        if self.thorn == "diffusion" and len(self.cells) == 3 and self.exchanges(ranks):
            return 0
        return min(factor, depth) if self.exchanges(ranks) else factor

    def content(self, section=None, **sections):
        names = VARIABLES[self.thorn]
        return harness.content(
            self.cells, iterations=self.iterations, lower=-0.5, upper=0.5, periodic=self.periodic,
            driver={"centering": self.centering, "boundary_width": self.reach, "ghosts": self.reach, "courant": 0.3,
                    "blocking_factor": 1},
            **{self.thorn: section or {}}, **sections,
            tsv={"every": self.norms_every, "norms": list(names), "lines": names[:1], "lines_every": self.norms_every},
            hdf5={"every": self.fields_every, "variables": list(names), "compression": "none"})


@dataclasses.dataclass(frozen=True)
class Way:
    """How it is computed."""
    factor: int
    tile: tuple = ()
    ranks: int = 1
    ghosts: int = 0  # 0: as the plain run
    host: str = "serial"
    threads: int = 1
    check_bounds: bool = False

    def sets(self):
        return [f"driver.blocking_factor={self.factor}", f"driver.tile={list(self.tile)}",
                f"accelerator.host={self.host}", f"driver.check_bounds={str(self.check_bounds).lower()}",
                *([f"driver.ghosts={self.ghosts}"] if self.ghosts else [])]


def lengths(result):
    """The lengths of epochs that the log names. It names the first three texts."""
    return [int(n) for n in re.findall(r"epochs of (\d+) iterations", result.log)]


def values(result, suffix=""):
    """Datasets and texts of the output. Attributes may hold parameters, so they are left out."""
    def data(found):
        if isinstance(found, str):
            return found
        return {key: each for key, each in found.items() if isinstance(each, bytes)}
    return {name: data(found) for name, found in contents(result.folder).items() if name.endswith(suffix)}


class Equal(harness.Case):
    """Compares runs with plain runs, each of which is made once."""

    plain = {}

    def reference(self, content, **options):
        key = json.dumps([content, options])
        if key not in self.plain:
            self.plain[key] = values(self.run_nopal(content, **options))
            self.assertGreater(len(self.plain[key]), 2, "output is compared")
        return self.plain[key]

    def assert_same_output(self, result, expected):
        found = values(result)
        self.assertEqual(sorted(found), sorted(expected))
        for name, content in expected.items():
            self.assertEqual(found[name], content, f"{name}\n{result.log}")

    def compare(self, work, way, longest=None, why=None, **content):
        """The run in this way has epochs of up to `longest` iterations (0: of any number), or none because of `why`."""
        with self.subTest(work=work, way=way):
            content = work.content(**content)
            expected = self.reference(content)
            result = self.run_nopal(content, ranks=way.ranks, sets=way.sets(), threads=way.threads)
            self.assert_same_output(result, expected)
            if why:
                self.assertEqual(lengths(result), [], result.log)
                self.assertRegex(result.log, rf"no epochs?\W.*(?:{why})")
            else:
                found = max(lengths(result), default=0)
                self.assertGreater(found, 1, result.log)
                self.assertEqual(found, longest or found, result.log)
            return result


class Epochs(Equal):
    def test_one_rank(self):
        line, plane, body = (31,), (23, 17), (11, 14, 9)
        for thorn, cells, centering, way, longest in (
                ("wavetoy", line, "vertex", Way(2, (7,)), 2),
                ("wavetoy", line, "cell", Way(8, (5,), host="threads", threads=2), 8),
                ("wavetoy", plane, "vertex", Way(3, (8, 5), host="openmp-blocks", threads=2), 3),
                ("wavetoy", plane, "cell", Way(7, (0, 4), check_bounds=True), 7),
                ("wavetoy", body, "vertex", Way(4, (0, 5, 3), host="threads", threads=2), 4),
                ("wavetoy", body, "vertex", Way(8, (4, 3, 0), check_bounds=True), 8),
                ("wavetoy", body, "cell", Way(6), 6),
                ("jacobi", plane, "vertex", Way(5, (6, 0), host="threads", threads=2), 5),
                ("jacobi", plane, "vertex", Way(8, (1, 1), check_bounds=True), 8),
                ("himeno", body, "vertex", Way(4, (0, 4, 5), host="threads", threads=2), 4),
                ("cip", plane, "vertex", Way(6, (7, 4), host="openmp-blocks", threads=2), 6)):
            self.compare(Work(thorn, cells, centering=centering), way, longest)

    def test_a_kernel_that_reads_the_old_values_after_the_new_ones_are_written(self):
        # An optimised kernel may keep the old value in a register. So the unit tests of the rule are stricter.
        for way in (Way(6, (7, 4)), Way(6, (99, 99), check_bounds=True)):
            self.compare(Work("late", (23, 17)), way, 6)

    def test_the_plan_lists_epochs(self):
        parfile = self.parfile(Work("wavetoy", (23, 17), norms_every=20, fields_every=0).content())

        def epochs(*sets):
            words = [word for each in sets for word in ("--set", each)]
            lines = self.nopal("plan", parfile, *words).stdout.splitlines()
            return [line.strip() for line in lines if re.match("  (iterations|from iteration) |no epochs", line)]
        by_output = "ended by tsv::norms (output): it is a function"
        self.assertEqual(epochs("driver.blocking_factor=16", "driver.iterations=45"),
                         [f"iterations 1 to 40, 2 times: epochs of 10 + 10 iterations, {by_output}",
                          "iterations 41 to 45: epochs of 5 iterations, ended by the end of the run"])
        long = epochs("driver.blocking_factor=4", "driver.iterations=1000000000")
        self.assertEqual(long[0], f"iterations 1 to 1000, 50 times: epochs of 5 x 4 iterations, {by_output}")
        self.assertIn("from iteration 1001 on", long[1])
        self.assertIn("accelerator.guard", epochs("driver.blocking_factor=4", "accelerator.guard=true")[0])

    def test_no_epochs(self):
        plane = (23, 17)
        self.compare(Work("wavetoy", plane, norms_every=1, iterations=5), Way(8), why="tsv::norms")
        self.compare(Work("advection_z", (9, 8, 11)), Way(4, (8, 8)),
                     why="advection_z::advect .*: its stages have an order or intervals along k")

    def test_a_work_variable_needs_no_valid_ghosts(self):
        """The epoch computes it before anybody reads it, also on the ghosts."""
        for work, ranks in ((Work("rates", (23, 17)), 2), (Work("rates", (23, 17), periodic=(False, True)), 4)):
            self.compare(work, Way(4, (0, 4), ranks=ranks, ghosts=4), 4)
        self.compare(Work("rates", (23, 17)), Way(4, (0, 4)), 4, section={"scratch": True})

    def test_the_plan_knows_the_messages(self):
        plane, body = (23, 17), (11, 14, 9)
        for work, way in ((Work("wavetoy", plane), Way(4, (0, 4), ranks=4, ghosts=4)),
                          (Work("wavetoy", plane, periodic=True), Way(3, ranks=2, ghosts=3)),
                          (Work("himeno", body), Way(3, (0, 4, 4), ranks=2, ghosts=3)),  # exchanges coefficients first
                          (Work("diffusion", plane), Way(8, (8, 8), ranks=2, ghosts=4)),
                          (Work("wavetoy", body, norms_every=1), Way(4, ranks=2, ghosts=4)),
                          (Work("cip", plane, norms_every=5), Way(8, ranks=2, ghosts=1))):
            with self.subTest(work=work, way=way):
                result = self.run_nopal(work.content(checkpoint={"every": 9}), ranks=way.ranks, sets=way.sets(), options=["--compare-plan"])
                self.assertRegex(result.log, "plan: the start and 23 iterations copied exactly what was planned")
                self.assertEqual(bool(lengths(result)), way.ghosts > 1 and work.norms_every > 1, result.log)
        log = self.run_nopal(Work("wavetoy", plane).content(), sets=Way(0, (8, 8)).sets(), options=["--compare-plan"]).log
        self.assertRegex(log, "plan: the start and 23 iterations copied exactly")
        self.assertNotIn("epochs of", log)

    def test_one_iteration_at_a_time_makes_no_epochs(self):
        work = Work("wavetoy", (23, 17))
        self.assertNotIn("epoch", self.run_nopal(work.content()).log)

    def test_nopal_chooses_the_number(self):
        plane = (23, 17)
        self.compare(Work("wavetoy", plane), Way(0), why="fit into the caches")
        self.compare(Work("wavetoy", plane), Way(0, (8, 8)), 0)
        self.compare(Work("cip", plane, periodic=True), Way(0, (5, 5), ranks=2, ghosts=4), 0)

    def test_output_at_odd_intervals(self):
        """Epochs end where output is due. Iterations between two outputs are as many as fit."""
        work = Work("wavetoy", (23, 17), norms_every=3, fields_every=5, iterations=17)
        result = self.compare(work, Way(8, (6, 6)), 3)
        self.assertEqual(set(lengths(result)), {3, 2}, "1-3, 4-5, 6, 7-9, 10, 11-12, 13-15, 16-17")
        work = Work("cip", (23, 17), norms_every=7, fields_every=5, iterations=17)
        result = self.compare(work, Way(4, (6, 6)), 4)
        self.assertLessEqual(set(lengths(result)), {2, 3, 4}, "no epoch holds 5, 10, 15, and 7, 14, except at its end")

    def test_results_of_analysis(self):
        for section in ({"energy_every": 5, "error_every": 3}, {"energy_every": 4}):
            self.compare(Work("wavetoy", (23, 17)), Way(8, (0, 5)), 4 if len(section) == 1 else 3, section=section)
        self.compare(Work("himeno", (9, 8, 7)), Way(4, (0, 3, 3)), 4, section={"gosa_every": 4})

    def test_ranks(self):
        plane, body = (23, 17), (11, 14, 9)
        for work, way, longest in (
                (Work("wavetoy", plane), Way(4, (8, 5), ranks=2, ghosts=4), 4),
                (Work("wavetoy", plane), Way(5, (8, 5), ranks=2, ghosts=3), 3),
                (Work("wavetoy", plane, periodic=(True, False)),
                 Way(3, (6, 6), ranks=4, ghosts=3, check_bounds=True), 3),
                (Work("wavetoy", body, centering="cell", periodic=True), Way(2, (0, 4, 4), ranks=4, ghosts=2), 2),
                (Work("wavetoy", (31,), periodic=True, centering="cell"), Way(6, (4,), ranks=2, ghosts=6), 6),
                (Work("jacobi", plane), Way(4, (0, 5), ranks=4, ghosts=5, host="threads", threads=2), 4),
                (Work("himeno", body), Way(3, (0, 4, 4), ranks=2, ghosts=3), 3),
                (Work("cip", plane, periodic=True), Way(3, (5, 5), ranks=2, ghosts=4), 3)):
            self.compare(work, way, longest)
        self.compare(Work("wavetoy", plane), Way(4, (8, 5), ranks=2, ghosts=1),
                     why="ghosts: 1 are too few for 2 iterations")

    def test_one_rank_with_periodic_axes(self):
        plane = (23, 17)
        for work, way, longest in (
                (Work("wavetoy", (11, 14, 9), periodic=(True, False, True)),
                 Way(4, (0, 4, 4), ghosts=4, check_bounds=True), 4),
                (Work("wavetoy", plane, periodic=True, centering="cell"), Way(8, (7, 0), ghosts=5), 5),
                (Work("cip", plane, periodic=(False, True)), Way(4, (7, 5), ghosts=4, host="threads", threads=2), 4)):
            self.compare(work, way, longest)
        self.compare(Work("wavetoy", plane, periodic=True), Way(4), why="ghosts: 1 are too few for 2 iterations")

    def test_stencils(self):
        """Each stage is a call of its own. Temporaries have storage."""
        plane, body = (23, 17), (15, 14, 9)
        for work, way, longest in (
                (Work("diffusion", plane), Way(4, (8, 8)), 4),
                (Work("diffusion", body, centering="cell"), Way(8, (0, 4, 3), check_bounds=True), 8),
                (Work("diffusion", plane), Way(5, (6, 5), host="threads", threads=2), 5),
                (Work("diffusion", body, periodic=(True, False, True)), Way(4, (0, 5, 4), ghosts=4), 2),
                (Work("diffusion", plane, periodic=(True, False)), Way(3, (0, 5), ranks=2, ghosts=6, check_bounds=True), 3),
                (Work("diffusion", plane), Way(4, (7, 7), ranks=4, ghosts=5), 2)):
            self.compare(work, way, longest)
        self.assertRegex(self.run_nopal(Work("diffusion", body).content(), sets=Way(4).sets()).log,
                         r"storage for the temporaries of stencils, which take [\d.]+ KiB")

    def test_ghosts_that_nobody_exchanges(self):
        """The coefficients have no valid ghosts, and are read at their own point. So the first epoch exchanges them."""
        work = Work("himeno", (11, 14, 9))
        for way in (Way(3, (0, 4, 4), ranks=2, ghosts=3), Way(2, (0, 3), ranks=4, ghosts=2, check_bounds=True)):
            self.compare(work, way, way.factor)
        # The medium is written on the interior after it was written on the boundary.
        self.compare(Work("rates", (23, 17)), Way(3, (0, 4), ranks=2, ghosts=3), section={"scratch": True},
                     why="ghosts of rates::m@0 are not valid before it, and cannot be exchanged")
        with self.subTest("messages"):
            result = self.run_nopal(work.content(), ranks=2, sets=[*Way(3, ranks=2, ghosts=3).sets()],
                                    options=["--trace", "trace.json"])
            counts, _ = self.messages_of_two_ranks(result.folder.parent / "trace.json")
            self.assertEqual(set(counts.values()), {9},
                             "epochs of iterations 1 to 17, 18 and 19, 20 to 23; the coefficients only once, before them")

    def test_what_looks_at_every_call_has_no_epochs(self):
        content = Work("wavetoy", (23, 17)).content()
        expected = self.reference(content)
        for setting in ("accelerator.poison=true", "accelerator.guard=true", "accelerator.device=checked"):
            with self.subTest(setting):
                result = self.run_nopal(content, sets=[*Way(4, (8, 8)).sets(), setting])
                self.assert_same_output(result, expected)
                self.assertEqual(lengths(result), [], result.log)
                self.assertRegex(result.log, r"no epochs: .*(accelerator\.|device)")
        result = self.run_nopal(content, sets=Way(4, (8, 8)).sets())
        self.assertEqual(max(lengths(result)), 4, "the same run has epochs otherwise")

    def test_the_sweep(self):
        """Every number of iterations with every grid, thorn and number of ranks. Tiles and backends take turns."""
        if not harness.LONG:
            self.skipTest("NOPAL_LONG_TESTS is not 1")
        tiles = {1: itertools.cycle(((), (5,), (1,))), 2: itertools.cycle(((), (0, 4), (7, 5), (5, 0), (1, 3))),
                 3: itertools.cycle(((), (0, 5, 3), (4, 3, 0), (7, 5, 4), (0, 0, 2)))}
        hosts = itertools.cycle((("serial", 1, False), ("threads", 2, False), ("openmp-blocks", 2, False),
                                 ("serial", 1, True)))
        for work, ranks, factor in itertools.product(self.works(), (1, 2, 4), range(2, 9)):
            for depth in sorted({2, factor - 1, factor} - {1}) if work.exchanges(ranks) else (1,):
                if work.allows(depth, ranks):
                    self.compare(work, Way(factor, next(tiles[len(work.cells)]), ranks, depth * work.reach, *next(hosts)),
                                 work.longest(factor, depth, ranks))

    @staticmethod
    def works():
        for cells, centering in itertools.product(((31,), (23, 17), (11, 14, 9)), ("vertex", "cell")):
            n = len(cells)
            for thorn in {1: ("wavetoy",), 2: ("wavetoy", "jacobi", "cip"), 3: ("wavetoy", "himeno")}[n]:
                for periodic in {(False,) * n, (True,) + (False,) * (n - 1), (True,) * n}:
                    if thorn != "himeno" or not any(periodic):
                        yield Work(thorn, cells, periodic, centering)
        for cells in ((37, 38), (19, 22, 20)):
            for periodic in (False, True):
                yield Work("diffusion", cells, (periodic,) * len(cells), "cell")


class Messages(Equal):
    """Each rank has one neighbour, so an exchange is one message to it."""

    def exchanges(self, way, iterations=24):
        work = Work("wavetoy", (23, 17), iterations=iterations, norms_every=0, fields_every=0)
        parfile = self.parfile(work.content())
        file = self.folder / f"{parfile.stem}.json"
        result = self.run_nopal(parfile, ranks=2, sets=way.sets(), options=["--trace", str(file)])
        return result, *self.messages_of_two_ranks(file)

    def test_one_exchange_an_epoch(self):
        for factor in (1, 2, 4, 8):
            with self.subTest(factor=factor):
                result, counts, sent = self.exchanges(Way(factor, (8, 4), ranks=2, ghosts=factor))
                self.assertEqual(set(counts.values()), {24 // factor}, result.log)
                self.assertEqual(sorted(counts), [0, 1])
                # In an epoch two timelevels, in a single iteration one. The last epoch keeps the third one, which it
                # has computed itself if it has three iterations.
                timelevels = 24 if factor == 1 else 24 // factor * 2 + (factor > 2)
                self.assertEqual(set(sent.values()), {timelevels * factor * 24 * 8})


if __name__ == "__main__":
    harness.unittest.main()
