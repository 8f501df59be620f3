"""Thorns that watch a run: nan_checker reports values that are not finite, termination ends runs when conditions hold."""

import math
import re

import harness

MOMENTS = 896  # bytes to the host for the reductions of a field
EVERYWHERE = [(device, ranks) for device in harness.DEVICES for ranks in (1, 2, 4)]


def spoilt(cells=(9, 8, 7), *, iterations=6, spoils=None, driver=None, **more):
    return harness.content(cells, iterations=iterations, upper=[float(n) for n in cells],
                           driver={"courant": 0.5} | (driver or {}),
                           spoilt={"radius": 1, "centre_i": 4, "centre_j": 3, "centre_k": 2} | (spoils or {}), **more)


def checked(*cells, checker=None, **more):
    """nan_checker watches u of the thorn spoilt."""
    return spoilt(*cells, nan_checker={"variables": ["spoilt::u"]} | (checker or {}), **more)


def without_ranks(text):
    return re.sub(r", rank \d+$", "", text, flags=re.MULTILINE)


def report(log):
    """The log from the first report of nan_checker, without the prefixes of log lines."""
    found = re.search(r"(?:^|(?<= ))\S+ is not finite at iteration.*?$(?:\n  .*$|\n\S+ is not finite.*$)*", log,
                      re.MULTILINE)
    return found.group(0) if found else None


class NanChecker(harness.Case):
    def test_the_report_has_counts_box_and_first_points(self):
        """The report is the same on every device and any number of ranks, except for the ranks in it."""
        expected = "\n".join([
            "spoilt::u is not finite at iteration 3, time 1.5: 9 nan, 9 inf, 9 -inf of 720 points, all within i 3..5, "
            "j 2..4, k 1..3 (x 3..5, y 2..4, z 1..3)",
            "  (3, 2, 1) at (3, 2, 1): nan",
            "  (4, 2, 1) at (4, 2, 1): inf",
            "  (5, 2, 1) at (5, 2, 1): -inf",
            "  (3, 3, 1) at (3, 3, 1): inf",
            "  and 23 more"])
        for device, ranks in EVERYWHERE:
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(checked(device=device, checker={"points": 4}, tsv={"norms": ["spoilt::count"]}),
                                        ranks=ranks, succeeds=False)
                self.assertEqual(result.log.count("nopal: nan_checker::look (output, iteration 3): spoilt::u is not "), 1,
                                 result.log)
                self.assertEqual(without_ranks(report(result.log)), expected)
                # tsv comes after nan_checker in the list of thorns.
                self.assertEqual(result.column("spoilt-count.tsv", "count"), [0, 1, 2])

    def test_ranks_are_those_that_own_the_points(self):
        """Two ranks split the slowest axis: of 10 points the first has 0 to 4."""
        result = self.run_nopal(checked((9,), spoils={"centre_i": 4}), ranks=2, succeeds=False)
        self.assertEqual(re.findall(r"\((\d)\) at \(\d\): \S+, rank (\d)", result.log),
                         [("3", "0"), ("4", "0"), ("5", "1")], result.log)

    def test_grids_of_every_kind(self):
        """Points of the outer boundary are reported, periodic images are not."""
        for cells, centering, periodic, spoils, points, box in (
            ((12,), "vertex", False, {"centre_i": 0}, 2, "i 0..1 (x 0..1)"),
            ((12,), "vertex", True, {"centre_i": 0}, 2, "i 0..1 (x 0..1)"),
            ((12,), "cell", False, {"centre_i": 0}, 3, "i -1..1 (x -0.5..1.5)"),
            ((9, 8), "cell", True, {"centre_i": 8, "centre_j": 0}, 4, "i 7..8, j 0..1 (x 7.5..8.5, y 0.5..1.5)"),
            ((9, 8), "vertex", False, {"centre_i": 9, "centre_j": 8, "radius": 0}, 1, "i 9, j 8 (x 9, y 8)"),
        ):
            for device, ranks in (("none", 1), ("checked", 4), ("opencl", 2)):
                with self.subTest(cells=cells, centering=centering, periodic=periodic, device=device, ranks=ranks):
                    log = self.run_nopal(checked(cells, device=device, spoils=spoils,
                                                driver={"centering": centering, "periodic": [periodic] * len(cells)}),
                                         ranks=ranks, succeeds=False).log
                    self.assertEqual(len(re.findall(r"^  \(.*\): (?:nan|inf|-inf), rank \d$", log, re.MULTILINE)), points,
                                     log)
                    self.assertIn(f"points, all within {box}\n", log)

    def test_variables_of_every_kind(self):
        """A group stands for its variables. Finite variables are not reported."""
        expected = "\n".join([
            "spoilt::v is not finite at iteration 3, time 1.5: 1 -inf of 90 points, all within i 0, j 0 (x 0, y 0)",
            "  (0, 0) at (0, 0): -inf",
            "spoilt::pair is not finite at iteration 3, time 1.5: 1 nan of 90 points, all within i 9, j 8 (x 9, y 8)",
            "  (9, 8) at (9, 8): 0.5 + nan i",
            "spoilt::list is not finite at iteration 3, time 1.5: 1 inf of 10 elements, all within i 2, j 0",
            "  (2, 0): inf",
            "spoilt::single is not finite at iteration 3, time 1.5: it is nan"])
        names = ["spoilt::state", "spoilt::pairs", "spoilt::lists", "spoilt::singles"]
        for device, ranks in EVERYWHERE:
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(checked((9, 8), device=device, checker={"variables": names},
                                               spoils={"radius": -1, "others": ["v", "pair", "list", "single"]}),
                                        ranks=ranks, succeeds=False)
                self.assertEqual(without_ranks(report(result.log)), expected, result.log)

    def test_a_warning_comes_once_until_the_variable_is_finite_again(self):
        for device, ranks in (("none", 1), ("checked", 2), ("opencl", 4)):
            with self.subTest(device=device, ranks=ranks):
                log = self.run_nopal(
                    checked((9, 8), device=device, iterations=9, spoils={"from": 2, "until": 6, "others": ["single"]},
                           checker={"variables": ["spoilt::u", "spoilt::single"], "action": "warn", "every": 2}),
                    ranks=ranks).log
                self.assertEqual(re.findall(r"(\S+) is (not finite|finite again) at iteration (\d)", log),
                                 [("spoilt::u", "not finite", "2"), ("spoilt::single", "not finite", "2"),
                                  ("spoilt::u", "finite again", "6"), ("spoilt::single", "finite again", "6")], log)

    def test_a_dump_has_all_points(self):
        rows = {}
        for device, ranks in EVERYWHERE:
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(checked(device=device, checker={"action": "dump", "points": 0}), ranks=ranks,
                                        succeeds=False)
                path = result.path("nan_checker-spoilt-u.00000003.tsv")
                self.assertIn(f"  and 27 more\n  the points were written to {path}\n", result.log)
                text = path.read_text()
                self.assertIn("# 9 nan, 9 inf, 9 -inf; 27 of these follow", text)
                self.assertIn("\n# i\tj\tk\tx\ty\tz\tu\trank\n", text)
                found = [list(row.values()) for row in result.rows(path.name)]
                self.assertEqual([tuple(row[:3]) for row in found],
                                 [(i, j, k) for k in (1, 2, 3) for j in (2, 3, 4) for i in (3, 4, 5)])
                for row in found:
                    self.assertEqual(row[3:6], row[:3])
                    expected = (math.nan, math.inf, -math.inf)[int(sum(row[:3])) % 3]
                    self.assertEqual(str(row[6]), str(expected))
                rest = [str(row[:7]) for row in found]
                self.assertEqual(rows.setdefault("first", rest), rest)

    def test_a_dump_keeps_to_its_limit(self):
        result = self.run_nopal(checked(checker={"action": "dump", "points": 1, "dump_points": 5}), ranks=4,
                                succeeds=False)
        self.assertEqual(len(result.rows("nan_checker-spoilt-u.00000003.tsv")), 5)
        self.assertIn("  and 26 more\n", result.log)

    def test_a_dump_that_cannot_be_written_still_tells(self):
        parfile = self.parfile(checked(checker={"action": "dump", "points": 1}))
        (self.folder / parfile.stem / "nan_checker-spoilt-u.00000003.tsv").mkdir(parents=True)
        log = self.run_nopal(parfile, ranks=2, succeeds=False).log
        self.assertIn("9 nan, 9 inf, 9 -inf of 720 points", log)
        self.assertRegex(log, r"\n  cannot write '\S*nan_checker-spoilt-u.00000003.tsv': Is a directory; ")

    def test_no_field_is_copied_while_all_is_finite(self):
        """Each look moves 896 bytes. A variable that is not finite is copied to the host once, with the other watched ones."""
        for device in ("checked", "opencl"):
            def counts(device=device, **options):
                return self.run_nopal(checked((40, 30), device=device, iterations=8, driver={"report_transfers": True},
                                              **options)).transfers("total")[0]

            for every, looks in ((1, 9), (3, 3), (0, 0)):
                with self.subTest(device=device, every=every):
                    self.assertEqual(counts(spoils={"radius": -1}, checker={"every": every}),
                                     {"to_device": (0, 0, 0), "to_host": (looks, MOMENTS * looks, MOMENTS * looks)})
            with self.subTest(device=device, spoilt=True):
                self.assertEqual(counts(checker={"action": "warn"})["to_host"][:2], (9 + 1, 9 * MOMENTS + 41 * 31 * 8))

    def test_a_wave_that_breaks_the_courant_limit(self):
        """Ordinary use: an unstable run ends, at the same iteration everywhere."""
        content = harness.wave([16], iterations=20000, shape="gaussian", driver={"courant": 1.5},
                               nan_checker={"variables": ["wavetoy::scalar"], "every": 10})
        first, *others = (without_ranks(report(self.run_nopal(
            content, ranks, sets=[f"accelerator.device={device}"], succeeds=False).log))
            for device, ranks in (("none", 1), ("none", 4), ("checked", 2)))
        self.assertRegex(first, "^wavetoy::phi is not finite at iteration [0-9]+0, time ")
        self.assertEqual(others, [first, first])

    def test_mistakes(self):
        for variables, text in {
            "spoilt::count": "nan_checker.variables lists 'spoilt::count', whose values are integers and always finite: "
                             "remove it",
            "spoilt::uu": "nan_checker::variables lists \"spoilt::uu\", which is no variable or group of an active thorn",
        }.items():
            with self.subTest(variables=variables):
                log = self.run_nopal(checked(checker={"variables": [variables]}), ranks=2, succeeds=False).log
                self.assertEqual(log.count(text), 1, log)
        log = self.run_nopal(spoilt(nan_checker={}), succeeds=False).log
        self.assertIn('add "variables: ..." to the section "nan_checker:"', log)


def wave(conditions, *, every=1, when="any", **options):
    content = harness.wave([14, 11], iterations=60, wavetoy={"energy_every": 5},
                           tsv={"every": 1, "norms": ["wavetoy::phi", "wavetoy::energy"]}, **options,
                           termination={"conditions": conditions, "every": every, "when": when})
    # termination is first in the list. The results of analysis are there nevertheless.
    content["thorns"].insert(0, content["thorns"].pop())
    return content


class Termination(harness.Case):
    @classmethod
    def setUpClass(cls):
        """The norms of a run without conditions."""
        cls.rows = cls.shared().run_nopal(wave([])).rows("wavetoy-phi.norms.tsv")

    def first(self, holds, every=1):
        """The first iteration whose row fulfils the condition, together with the row before it."""
        rows = self.rows[::every]
        return next(int(row["iteration"]) for n, row in enumerate(rows) if holds(row, rows[n - 1] if n > 0 else None))

    def ends_at(self, iteration, content, ranks=1, **options):
        result = self.run_nopal(content, ranks=ranks, **options)
        self.assertEqual(result.column("wavetoy-phi.norms.tsv", "iteration")[-1], iteration, result.log)
        return result

    def test_a_run_ends_when_a_norm_falls(self):
        limit = 0.5 * self.rows[0]["norm2"]
        last = self.first(lambda row, _: row["norm2"] < limit)
        self.assertGreater(last, 3)
        for device, ranks in EVERYWHERE:
            with self.subTest(device=device, ranks=ranks):
                condition = f"norm2(wavetoy::phi) < {limit!r}"
                result = self.ends_at(last, wave([condition], device=device), ranks)
                self.assertIn(f"the run ends after this iteration: termination: {condition} holds, because the value is "
                              f"{self.rows[last]['norm2']!r}\n", result.log)
                self.assertEqual(result.code, 0)

    def test_every_reduction(self):
        for name in ("min", "max", "sum", "average", "norm1", "norm_inf"):
            start = self.rows[0][name]
            farthest = max((row[name] for row in self.rows), key=lambda value: abs(value - start))
            limit = 0.5 * (start + farthest)
            below = limit < start
            last = self.first(lambda row, _: row[name] < limit if below else row[name] > limit)
            self.assertGreater(last, 2)
            with self.subTest(name=name):
                self.ends_at(last, wave([f"{name}(wavetoy::phi) {'<' if below else '>'} {limit!r}"], device="checked"), 2)

    def test_scalars_and_several_conditions(self):
        limit = 0.5 * self.rows[0]["norm2"]
        last = self.first(lambda row, _: row["norm2"] < limit)
        norm = f"norm2(wavetoy::phi) < {limit!r}"
        for device, ranks in (("none", 1), ("opencl", 2)):
            with self.subTest(device=device, ranks=ranks):
                self.ends_at(0, wave(["wavetoy::energy > 0"], device=device), ranks)
                self.ends_at(60, wave(["wavetoy::energy < 0", "sum(wavetoy::energy) < 0"], device=device), ranks)
                self.ends_at(last, wave(["wavetoy::energy < 0", norm], device=device), ranks)
                both = self.ends_at(last, wave(["wavetoy::energy > 0", norm], device=device, when="all"), ranks)
                self.assertRegex(both.log, r"termination: wavetoy::energy > 0 holds, because the value is \S+; norm2\(")
                self.ends_at(60, wave(["wavetoy::energy < 0", norm], device=device, when="all"), ranks)

    def test_looks_every_so_many_iterations(self):
        limit = 0.5 * self.rows[0]["norm2"]
        last = self.first(lambda row, _: row["norm2"] < limit, every=7)
        self.ends_at(last, wave([f"norm2(wavetoy::phi) < {limit!r}"], every=7))
        self.ends_at(60, wave([f"norm2(wavetoy::phi) < {limit!r}"], every=0))

    def test_changes(self):
        """The norm changes least at its extremes. A change is measured since the last look, not the last iteration."""
        for every, limit in ((1, 5e-3), (3, 2e-2)):
            last = self.first(lambda row, before: before is not None and abs(row["norm2"] - before["norm2"]) < limit, every)
            self.assertGreater(last, 3 * every)
            for device, ranks in (("none", 1), ("checked", 4), ("opencl", 2)):
                with self.subTest(every=every, device=device, ranks=ranks):
                    self.ends_at(last, wave([f"change(norm2(wavetoy::phi)) < {limit}"], every=every, device=device), ranks)

    def test_changes_across_a_checkpoint(self):
        """A run that continues compares with the last value of the earlier run."""
        last = self.first(lambda row, before: before is not None and abs(row["norm2"] - before["norm2"]) < 3e-3)
        for stop in (last - 1, last - 2):
            with self.subTest(stop=stop):
                content = wave(["change(norm2(wavetoy::phi)) < 3e-3"], checkpoint={"at_end": "always"})
                parfile = self.parfile(content)
                self.run_nopal(parfile, ranks=2, sets=[f"driver.iterations={stop}"])
                self.ends_at(last, parfile, ranks=1, options=["--recover", "auto"])
        # At the first look there is no earlier value, so no change.
        self.ends_at(1, wave(["change(norm1(wavetoy::phi)) != -1"]))
        # The value of another quantity is not used for the comparison.
        content["termination"]["conditions"] = ["change(norm1(wavetoy::phi)) < 1000"]
        parfile.write_text(harness.yaml.safe_dump(content))
        self.ends_at(last + 2, parfile, options=["--recover", "auto"])

    def test_only_reductions_are_copied(self):
        for device in ("checked", "opencl"):
            with self.subTest(device=device):
                conditions = ["norm2(wavetoy::phi) < 0", "max(wavetoy::phi) > 10"]
                counts = self.run_nopal(harness.wave(
                    [14, 11], iterations=8, device=device, driver={"report_transfers": True},
                    termination={"conditions": conditions, "every": 4})).transfers("total")
                self.assertEqual(counts, {0: {"to_device": (0, 0, 0), "to_host": (3, 3 * MOMENTS, 3 * MOMENTS)}})

    def test_what_is_not_a_number_meets_no_condition(self):
        for conditions, last in ((["max(spoilt::u) > 0.5"], 0), (["max(spoilt::u) > 1.5", "spoilt::single < -1"], 6),
                                 (["spoilt::single != 0"], 1), (["spoilt::count == 4"], 4),
                                 (["max(spoilt::list) > 1"], 6)):
            with self.subTest(conditions=conditions):
                content = spoilt((9, 8), spoils={"others": ["single"]}, termination={"conditions": conditions},
                                 tsv={"norms": ["spoilt::count"]})
                for ranks in (1, 2):
                    result = self.run_nopal(content, ranks=ranks)
                    self.assertEqual(result.column("spoilt-count.tsv", "count")[-1], last, result.log)

    def test_mistakes_are_told_together(self):
        log = self.run_nopal(spoilt((9, 8), termination={"conditions": [
            "norm(spoilt::u) < 1", "spoilt::u < 1", "max(spoilt::state) > 1", "max(spoilt::pair) > 1", "spoilt::list > 1",
            "max(spoilt::u) > 1"]}), ranks=2, succeeds=False).log
        for text in (
            '"norm(spoilt::u) < 1": character 1: "norm" is not a reduction (did you mean "norm1"?)',
            '"spoilt::u < 1": character 1: spoilt::u is a grid function: write a reduction of it, such as norm2(spoilt::u)',
            '"max(spoilt::state) > 1": character 5: spoilt::state is a group: name one of its variables',
            '"max(spoilt::pair) > 1": character 5: spoilt::pair is complex, but conditions use only real and int variables',
            '"spoilt::list > 1": character 1: spoilt::list is an array: write a reduction of it',
        ):
            self.assertEqual(log.count("termination.conditions: " + text), 1, log)
        self.assertEqual(log.count("termination.conditions: "), 5, log)
        self.assertEqual(log.count(".yaml:"), 5, log)
        log = self.run_nopal(spoilt((9, 8), termination={"conditions": ["max(spoilt::uu) > 1"]}), succeeds=False).log
        self.assertIn('termination::conditions names "spoilt::uu", which is no variable or group of an active thorn '
                      '(did you mean "spoilt::u"?)', log)
