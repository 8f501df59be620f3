"""Output with NaN or infinity: the run says so once, again at its end, and in its record."""

import json
import re
import unittest

import harness
from sets import airfoil
from watch import spoilt

ADVICE = ("  the usual cause is a time step that is too long: set driver.courant, which is 0.5, to less; the thorn nan_checker finds the "
          "first iteration and the points\n")
FIRST = "nan at point (3, 2, 1), x = 3, y = 2, z = 1"  # of u, if it is spoilt around (4, 3, 2)
RANKS = (1, 2, 4)


def warnings(log):
    """The lines of each warning about output."""
    return re.findall(r"^(?:\[.*\] )?warning: output holds values that are not finite:\n((?:  .*\n)+)", log, re.MULTILINE)


def last_lines(log):
    return re.findall(r"warning: the output holds values that are not finite: (.*)", log)


class NotFinite(harness.Case):
    def record(self, result):
        return json.loads((result.folder / "provenance" / "run_0000" / "run.json").read_text())["not_finite"]

    def check(self, content, lines, last, ranks=RANKS, **options):
        """`lines`: of the one warning, without the advice."""
        for n in ranks:
            with self.subTest(ranks=n, **content.get("hdf5", {})):
                result = self.run_nopal(content, ranks=n, **options)
                self.assertEqual(warnings(result.log), ["".join(f"  {line}\n" for line in lines) + ADVICE], result.log)
                self.assertEqual(last_lines(result.log), [last])
                found = [f"{each['variable']} at iteration {each['iteration']}, time {each['time']:g}, in the output of "
                         f"{' and '.join(each['outputs'])}: {each['what']}" for each in self.record(result)]
                self.assertEqual(found, lines)

    def test_a_finite_run_says_nothing(self):
        content = spoilt(spoils={"radius": -1}, tsv={"norms": ["spoilt::state"]}, hdf5={"every": 1, "variables": ["spoilt::pairs"]})
        for ranks in (1, 2):
            result = self.run_nopal(content, ranks=ranks)
            self.assertNotIn("not finite", result.log)
            self.assertEqual(self.record(result), [])

    def test_what_is_not_written_is_not_said(self):
        self.assertNotIn("not finite", self.run_nopal(spoilt(tsv={"norms": ["spoilt::v"]})).log)

    def test_all_outputs_of_a_variable_together(self):
        """The first point counts, whichever rank and output knows it; no rank speaks for itself."""
        content = spoilt(tsv={"norms": ["spoilt::u"], "lines": ["spoilt::u"], "lines_every": 1, "point": [4.0, 3.0, 2.0]},
                         hdf5={"every": 1, "variables": ["spoilt::u"]},
                         slices={"every": 1, "variables": ["spoilt::u"], "point": [4.0, 3.0, 3.0]})
        self.check(content, [f"spoilt::u at iteration 3, time 1.5, in the output of hdf5 and slices and tsv: {FIRST}"],
                   "spoilt::u since iteration 3")

    def test_each_output_finds_what_it_writes(self):
        u, point = ["spoilt::u"], [4.0, 3.0, 2.0]
        for thorn, settings, what in (
                ("tsv", {"norms": u, "reductions": ["max", "norm1"]}, "its max is nan"),
                ("tsv", {"norms": u, "reductions": ["min"]}, "its min is nan"),
                ("tsv", {"lines": u, "lines_every": 1, "point": point}, "-inf at point (4, 3, 1), x = 4, y = 3, z = 1"),
                ("tsv", {"planes": u, "planes_every": 1, "planes_along": ["yz"], "point": point},
                 "inf at point (4, 2, 1), x = 4, y = 2, z = 1"),
                ("tsv", {"points": u, "points_every": 1, "points_at": [0.0, 0.0, 0.0, 4.0, 2.0, 1.0], "interpolation": "nearest"},
                 "inf at the point (4, 2, 1) of tsv.points_at"),
                ("slices", {"every": 1, "variables": u, "point": point, "normal": ["x"]},
                 "inf at point (4, 2, 1), x = 4, y = 2, z = 1"),
                ("hdf5", {"every": 1, "variables": u}, FIRST),
                ("hdf5", {"every": 1, "variables": u, "background": True}, FIRST),
                ("hdf5", {"every": 1, "variables": u, "transfers": "collective"}, FIRST),
                ("hdf5", {"every": 1, "variables": u, "lower": [5.0, 0.0, 0.0]}, "-inf at point (5, 2, 1), x = 5, y = 2, z = 1"),
                ("hdf5", {"every": 1, "variables": u, "stride": [2, 2, 2]}, None)):
            with self.subTest(thorn=thorn, **settings):
                content = spoilt(**{thorn: settings})
                if what is None:  # the points with even indices are 4, 2, 2
                    what = self.value(4, 2, 2) + " at point (4, 2, 2), x = 4, y = 2, z = 2"
                self.check(content, [f"spoilt::u at iteration 3, time 1.5, in the output of {thorn}: {what}"],
                           "spoilt::u since iteration 3", ranks=(1, 2))

    def value(self, *point):
        """What the thorn spoilt gives u there."""
        with self.run_nopal(spoilt(hdf5={"every": 3, "variables": ["spoilt::u"]})).fields(3) as file:
            value = float(file["data/3/meshes/spoilt_u"][tuple(reversed(point))])
        return {float("inf"): "inf", float("-inf"): "-inf"}.get(value, "nan")

    def test_variables_of_every_kind(self):
        """Complex numbers, arrays and scalars; of a grid function the last point of all, which the last rank owns."""
        names = ["spoilt::v", "spoilt::pair", "spoilt::list", "spoilt::single"]
        expected = ["v at iteration 3, time 1.5, in the output of {}: -inf at point (0, 0), x = 0, y = 0",
                    "pair at iteration 3, time 1.5, in the output of {}: 0.5 + nan i at point (9, 8), x = 9, y = 8",
                    "list at iteration 3, time 1.5, in the output of {}: inf at element (2, 0)",
                    "single at iteration 3, time 1.5, in the output of {}: nan"]
        others = {"others": ["v", "pair", "list", "single"], "radius": -1}
        last = "spoilt::v since iteration 3, spoilt::pair since iteration 3, spoilt::list since iteration 3, spoilt::single since iteration 3"
        for thorn, settings in (("hdf5", {"every": 1, "variables": names}),
                                ("tsv", {"norms": names[3:], "planes": names[:2], "planes_every": 1, "lines": names[2:3],
                                         "lines_every": 1, "point": [0.0, 0.0]})):
            self.check(spoilt((9, 8), spoils=others, **{thorn: settings}), [f"spoilt::{each.format(thorn)}" for each in expected], last)

    def test_what_a_float_cannot_hold(self):
        """The largest float rounds up from 2^128 - 2^103; the values of wavetoy are as large as their amplitude."""
        for amplitude, precision, says in ((1e39, "float", True), (1e39, "double", False), (3e38, "float", False)):
            content = harness.wave((8,), iterations=0, wavetoy={"amplitude": amplitude},
                                   hdf5={"every": 1, "variables": ["wavetoy::phi"], "precision": precision})
            with self.subTest(amplitude=amplitude, precision=precision):
                log = self.run_nopal(content).log
                self.assertEqual(len(warnings(log)), says, log)
                if says:
                    self.assertRegex(warnings(log)[0], r"  wavetoy::phi at iteration 0, .* hdf5: \S+e\+3[89], infinite as a float, at point \(")

    def test_the_first_and_the_last_iteration(self):
        """Nobody agrees on anything after the last one, so the ranks do so then."""
        for first, settings in ((0, {"every": 1}), (6, {"every": 1}), (6, {"every": 0, "at_end": True})):
            content = spoilt(spoils={"from": first}, hdf5=settings | {"variables": ["spoilt::u"]})
            self.check(content, [f"spoilt::u at iteration {first}, time {first / 2:g}, in the output of hdf5: {FIRST}"],
                       f"spoilt::u since iteration {first}", ranks=(1, 2))

    def test_a_second_variable_has_a_warning_without_advice(self):
        content = spoilt(spoils={"from": 2, "others": ["v"]}, tsv={"norms": ["spoilt::u"], "reductions": ["max"]},
                         hdf5={"every": 4, "variables": ["spoilt::v"]})
        log = self.run_nopal(content, ranks=2, sets=["hdf5.every=4"]).log
        found = warnings(log)
        # hdf5 writes iteration 0, which is finite, and then 4.
        self.assertEqual([each.count("\n") for each in found], [2, 1], log)
        self.assertTrue(found[1].startswith("  spoilt::v at iteration 4, time 2, in the output of hdf5: "))
        self.assertEqual(last_lines(log), ["spoilt::u since iteration 2, spoilt::v since iteration 4"])

    def test_what_nan_checker_reports_is_not_said_twice(self):
        for thorns in ({"nan_checker": {}, "tsv": {"norms": ["spoilt::u"]}}, {"tsv": {"norms": ["spoilt::u"]}, "nan_checker": {}}):
            content = spoilt(**{name: each | ({"variables": ["spoilt::u"], "action": "warn"} if name == "nan_checker" else {})
                                for name, each in thorns.items()})
            log = self.run_nopal(content, ranks=2).log
            self.assertEqual(log.count("nan_checker: spoilt::u is not finite at iteration 3"), 1, log)
            self.assertEqual((warnings(log), last_lines(log)), ([], ["spoilt::u since iteration 3"]))
        content["nan_checker"]["variables"] = ["spoilt::v"]
        log = self.run_nopal(content).log
        self.assertIn("nan_checker, with every: 1 and the variable in its list, finds", warnings(log)[0])

    def test_the_advice_names_the_parameter_that_is_set(self):
        content = spoilt(driver={"dt": 0.25}, tsv={"norms": ["spoilt::u"]})
        del content["driver"]["courant"]
        log = self.run_nopal(content).log
        self.assertIn("set driver.dt, which is 0.25, to less", log)

    def test_also_without_a_word_of_the_log(self):
        """A run that shows only warnings."""
        log = self.run_nopal(spoilt(tsv={"norms": ["spoilt::u"]}), options=["--quiet"]).log
        self.assertEqual((len(warnings(log)), len(last_lines(log))), (1, 1), log)


class Meshes(harness.Case):
    """A flow with too large a Courant number. Its bits are the same on any number of processes."""

    def test_elements_by_their_global_numbers(self):
        shown = {"positions": ["airfoil::x"], "corners": ["airfoil::cell_nodes"]}
        for thorn, settings, what in (
                ("hdf5", {"every": 1, "variables": ["airfoil::q"]}, r"nan at element \d+, component 0"),
                ("slices", {"every": 1, "variables": ["airfoil::q"]} | shown, r"nan at element \d+, component 0"),
                ("tsv", {"norms": ["airfoil::q"]}, "its min is nan"),
                ("tsv", {"points": ["airfoil::q"], "points_every": 1, "points_at": [0.5, 0.1]} | shown,
                 r"nan at element \d+, component 0")):
            with self.subTest(thorn=thorn, **settings):
                content = airfoil(40, norms=[])
                content["airfoil"] = {"cfl": 1e6}
                content["thorns"] = [each for each in content["thorns"] if each != "tsv"] + [thorn]
                del content["tsv"]
                content[thorn] = settings
                found = [warnings(self.run_nopal(content, ranks=ranks).log) for ranks in (1, 3)]
                self.assertEqual(found[0], found[1])
                self.assertEqual(len(found[0]), 1)
                self.assertIn("\n  the usual cause is a time step that is too long; the thorn nan_checker finds", found[0][0])
                self.assertRegex(found[0][0], rf"\A  airfoil::q at iteration \d+, time \S+, in the output of {thorn}: {what}\n")


if __name__ == "__main__":
    unittest.main()
