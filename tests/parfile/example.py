"""Runs a parfile of parfiles/ as its header comment says.

    # Test: parfile.<name of the file>
    # Check: [ranks=N] [set=thorn.parameter=value ...]
    # Expect: file ...
    # Says: "text" ...

`nopal check` must find no error. There may be several Check lines; each is a run. `set` makes the run small enough for a
test. The files named under Expect must be in the output folder afterwards. Every number in a .tsv file must be finite, and
every .h5 file must open. The log must hold the texts under Says, and says at its end where the time went and what was written.

The environment variable NOPAL_PARFILE names the parfile. Headers checks the comments of all parfiles.
"""

import itertools
import math
import os
import pathlib
import re
import shlex

import h5py
import yaml

import harness


def header(path):
    """Returns the words of each key in the header comment: {"Test": [words], "Check": [words, words], ...}."""
    found = {}
    for line in path.read_text().splitlines():
        if not line.startswith("#"):
            break
        if match := re.match(r"# (Test|Check|Expect|Says): *(.*)", line):
            found.setdefault(match[1], []).append(shlex.split(match[2]))
    return found


def mistakes(path):
    found = header(path)
    name = f"parfile.{path.stem}"
    if found.get("Test") != [[name]]:
        yield f"{path}: found no line \"# Test: {name}\" in the comment at its top"
    if "Check" not in found:
        yield f"{path}: found no line \"# Check: ranks=2 set=thorn.parameter=value\" in the comment at its top"
    for check in found.get("Check", []):
        for word in check:
            if not re.match(r"ranks=[1-9][0-9]*$|set=\w+\.\w+=", word):
                yield f"{path}: \"{word}\" under Check; it takes ranks=N and set=thorn.parameter=value"
    if not any(found.get("Expect", [])):
        yield f"{path}: found no line \"# Expect: files\" in the comment at its top"


class Headers(harness.Case):
    def test_every_parfile_names_its_test(self):
        paths = sorted((harness.SOURCE / "parfiles").glob("*.yaml"))
        self.assertTrue(paths)
        self.assertEqual([mistake for path in paths for mistake in mistakes(path)], [])

    def test_every_thorn_has_a_parfile(self):
        shipped = {path.stem for path in (harness.SOURCE / "schedules").glob("*.yaml")} - {"accelerator", "bins", "driver"}
        used = [yaml.safe_load(path.read_text())["thorns"] for path in (harness.SOURCE / "parfiles").glob("*.yaml")]
        self.assertIn("wavetoy", shipped)
        self.assertEqual(shipped - set(itertools.chain(*used)), set())

    def test_mistakes_are_found(self):
        path = self.folder / "wave.yaml"
        for text, expected in (("thorns: []\n# Test: parfile.wave\n", "found no line \"# Test: parfile.wave\""),
                               ("# Test: parfile.other\n", "found no line \"# Test: parfile.wave\""),
                               ("# Test: parfile.wave\n", "found no line \"# Check:"),
                               ("# Test: parfile.wave\n# Check: rank=2\n", "\"rank=2\" under Check"),
                               ("# Test: parfile.wave\n# Check:\n# Expect:\n", "found no line \"# Expect:")):
            path.write_text(text)
            self.assertIn(expected, "\n".join(mistakes(path)))
        path.write_text("# Test: parfile.wave\n# Check: ranks=2 'set=a.b=[1, 2]'\n# Expect: a.tsv\n")
        self.assertEqual(list(mistakes(path)), [])


class Example(harness.Case):
    path = pathlib.Path(os.environ.get("NOPAL_PARFILE", harness.SOURCE / "parfiles" / "wavetoy.yaml"))

    def check_output(self, result):
        for name in itertools.chain(*header(self.path).get("Expect", [])):
            self.assertTrue(result.path(name).is_file(), f"{name} was not written; the folder holds "
                            f"{sorted(path.name for path in result.folder.glob('*'))}")
        for path in result.folder.glob("*.tsv"):
            rows = result.rows(path.name)
            self.assertTrue(rows, f"{path.name} has no rows")
            self.assertTrue(all(math.isfinite(x) for row in rows for x in row.values()), path.read_text())
        for path in result.folder.glob("*.h5"):
            with h5py.File(path) as file:
                self.assertEqual(len(file["data"]), 1)

    def check_log(self, result):
        for text in itertools.chain(*header(self.path).get("Says", [])):
            self.assertIn(text, result.log)
        verbose = yaml.safe_load(self.path.read_text()).get("accelerator", {}).get("verbose", False)
        self.assertEqual("\naccelerator: " in result.log, verbose, result.log)
        self.assertEqual(result.log.count("\nthe run took "), 1)
        took, lines = result.log.split("\nthe run took ")[1].split("\n", 1)
        total, *parts = [round(100 * float(number)) for number in re.findall(r"([\d.]+) s\b", took)]
        self.assertEqual((len(parts), sum(parts)), (5, total), took)
        self.assertIn(f"written to {result.folder}:", lines)
        for name in itertools.chain(*header(self.path).get("Expect", [])):
            series = re.sub(r"_\d{8}", r"_(\\d{8}|\\*)", re.escape(name.split("/")[0])) + "/" * ("/" in name)
            self.assertRegex(lines, f"\n  {series}: ")

    def test_check_finds_nothing(self):
        for sets in ([], ["accelerator.device=none"], ["accelerator.device=checked"]):
            with self.subTest(sets=sets):
                log = self.run_nopal(self.path, sets=sets, command="check").log
                self.assertIn("nothing wrong found", log)
                self.assertNotIn("warning: ", log)

    def test_runs_as_its_header_says(self):
        for check in header(self.path)["Check"]:
            with self.subTest(check=check):
                words = [word.split("=", 1) for word in check]
                ranks = next((int(value) for key, value in words if key == "ranks"), 1)
                sets = [value for key, value in words if key == "set"]
                result = self.run_nopal(self.path, ranks=ranks, threads=max(1, 2 // ranks),
                                        sets=[*sets, f"driver.output={self.folder / self.path.stem}"])
                self.check_output(result)
                self.check_log(result)
