"""The search for the fastest way to compute iterations, and `nopal tune`."""

import json
import re
import shutil
import signal
import subprocess
import unittest

import numpy

import harness
from epochs import Equal, Way, Work
from streams import CHECKED

# Tiles are given, so that data that fit into the caches get epochs, too.
TILES = Way(0, (8, 8)).sets()
HOST = Work("wavetoy", (23, 17), iterations=600, norms_every=300, fields_every=0)


class Search(Equal):
    """The search in a run on the host. No test says which way is the fastest."""

    ways = r"(?:no epochs|epochs: \d+ iterations at most, tiles of [\dx ]+ points)"

    def jobs(self, n, content, ranks=1, sets=(), cache="kept"):
        kept = {"NOPAL_CACHE": f"{self.folder}/{cache}"}
        return [self.run_nopal(content, ranks=ranks, sets=sets, variables=kept) for _ in range(n)]

    def test_a_later_run_begins_with_the_result(self):
        for ranks, ghosts in ((1, []), (2, ["driver.ghosts=8"])):
            with self.subTest(ranks=ranks):
                content = HOST.content()
                first, second = self.jobs(2, content, ranks, [*TILES, *ghosts], f"kept{ranks}")
                found = re.search(rf"^({self.ways}): \S+ s an iteration\. The other ways that were tried:((?:\n  .*)+)",
                                  first.log, re.MULTILINE)
                self.assertTrue(found, first.log)
                others = found[2].strip().splitlines()
                self.assertGreaterEqual(len(others), 2, first.log)
                for line in others:
                    self.assertRegex(line, rf"^\s*{self.ways}: \S+ s$")
                self.assertEqual(len({found[1], *(line.strip().rsplit(":", 1)[0] for line in others)}), len(others) + 1)
                self.assertIn("no epochs", found[0])
                self.assertIn(f"{found[1]}, as an earlier run has found", second.log)
                self.assertNotIn("were tried", second.log)
                for result in (first, second):
                    self.assert_same_output(result, self.reference(content))

    def test_what_is_given_is_not_tried(self):
        content = HOST.content()
        result, = self.jobs(1, content, sets=Way(4).sets())
        found = re.search(r"(epochs: 4 .*): \S+ s an iteration(.*(?:\n  .*)+)", result.log)
        self.assertTrue(found, result.log)
        self.assertEqual(set(re.findall(r"(\d+) iterations at most", found[0])), {"4"})
        self.assertNotIn("no epochs", found[0])
        result, = self.jobs(1, content, sets=Way(4, (8, 8)).sets())
        self.assertIn("epochs: 4 iterations at most, tiles of 8 x 8 points\n", result.log)
        self.assertNotIn("were tried", result.log)

    def test_data_that_fit_into_the_caches_get_no_trial(self):
        result, = self.jobs(1, HOST.content(), sets=Way(0).sets())
        self.assertIn("no epochs: the data that they would use fit into the caches", result.log)
        self.assertNotIn("were tried", result.log)

    def test_another_grid_or_a_damaged_result_begins_a_trial(self):
        content = HOST.content()
        self.jobs(1, content, sets=TILES)
        other, = self.jobs(1, content, sets=[*TILES, "driver.cells=[24, 17]"])
        self.assertIn("were tried", other.log)
        files = [path for path in (self.folder / "kept").rglob("*") if path.is_file()]
        self.assertEqual(len([file for file in files if b"trial of epochs" in file.read_bytes()]), 2)
        for file in files:
            file.write_bytes(file.read_bytes()[:-2] + b"??")
        result, = self.jobs(1, content, sets=TILES)
        self.assertIn("were tried", result.log)
        self.assert_same_output(result, self.reference(content))


class Tune(Equal):
    """`nopal tune`."""

    def setUp(self):
        super().setUp()
        self.kept = {"NOPAL_CACHE": str(self.folder / "cache")}

    def tune(self, content, *sets, ranks=1, options=(), **more):
        return self.run_nopal(content, ranks, sets, command="tune", options=options, variables=self.kept, **more)

    def measured(self, content, *sets, ranks=1):
        """What --json prints. Its numbers fit together."""
        found = json.loads(self.tune(content, *sets, ranks=ranks, options=["--json"]).log)
        self.assertEqual(found["ranks"], ranks)
        self.assertEqual(found["ended_early"], "")
        n_points = numpy.prod(found["points"])
        for way in found["ways"]:
            self.assertGreaterEqual(len(way["epochs"]), 3, way)
            self.assertEqual(way["seconds"], numpy.median(way["epochs"]))
            self.assertAlmostEqual(way["points_per_second"] * way["seconds"] / n_points, 1)
            self.assertAlmostEqual(way["speed"] * way["seconds"] / found["ways"][0]["seconds"], 1)
        seconds = [way["seconds"] for way in found["ways"]]
        self.assertEqual(found["fastest"], seconds.index(min(seconds)))
        self.assertIn(found["model"], range(len(seconds)))
        self.assertEqual((found["ways"][0]["most"], found["ways"][0]["iterations"]), (0, 1))
        return found

    def written(self):
        return sorted(path.name for path in self.folder.iterdir() if path.suffix != ".yaml" and path.name != "cache")

    def begins_with(self, found, content, ranks=1, sets=(), asked=False):
        """A run begins with the result, and computes the same bits."""
        ways = found["ways"]
        best = ways[found["fastest"]] if not asked else min(ways[1:], key=lambda way: way["seconds"])
        result = self.run_nopal(content, ranks, sets, variables=self.kept)
        said = re.search(r"^(.*), as an earlier run has found$", result.log, re.MULTILINE)
        self.assertTrue(said, result.log)
        self.assertTrue(said[1].endswith(best["shape"] or "no epochs"), (said[1], best))
        if best["most"] > 0:
            self.assertIn(str(best["most"]), re.findall(r"\d+", said[1]))
        return result

    def test_on_the_host(self):
        for ranks, sets, longest, limit in ((1, TILES, 32, ""), (2, [*TILES, "driver.ghosts=5"], 5, "driver.ghosts: 5")):
            with self.subTest(ranks=ranks):
                found = self.measured(HOST.content(), *sets, ranks=ranks)
                self.assertEqual(self.written(), [])
                self.assertEqual(found["place"], "host")
                self.assertEqual(max(way["iterations"] for way in found["ways"]), longest)
                self.assertEqual(found["limit"], limit)
                for way in found["ways"][1:]:
                    self.assertEqual(way["tile"], [8, 8])
                self.assertTrue(found["kept"])
                result = self.begins_with(found, HOST.content(), ranks, sets)
                self.assert_same_output(result, self.reference(HOST.content()))
                for each in self.folder.glob("run*"):
                    if each.is_dir():
                        shutil.rmtree(each)

    def test_all_shapes_and_numbers(self):
        found = self.measured(HOST.content(), *Way(0).sets(), "driver.cells=[90, 80]")
        self.assertEqual(sorted({way["most"] for way in found["ways"]}), [0, 2, 4, 8, 16, 32])
        self.assertGreater(len(found["ways"]), 6, "some numbers have several shapes")
        pairs = [(way["most"], way["shape"]) for way in found["ways"]]
        self.assertEqual(len(set(pairs)), len(pairs))
        self.assertEqual(pairs[0], (0, ""))
        self.assertEqual([most for most, _ in pairs], sorted(most for most, _ in pairs))
        self.assertEqual(found["model"], 0, "the data fit into the caches")

    def test_streaming(self):
        sets = [*CHECKED, "accelerator.streaming=always"]
        found = self.measured(HOST.content(), *sets)
        self.assertEqual(found["place"], "streaming through checked")
        self.assertEqual(sorted({way["most"] for way in found["ways"]}), [0, 1, 2, 4, 8, 16, 32])
        for most in (1, 2, 4, 8, 16, 32):
            sizes = [way["block_size"] for way in found["ways"] if way["most"] == most]
            self.assertEqual(sizes, [max(sizes) >> n for n in range(len(sizes))])
            self.assertEqual(sizes[-1], 1)
        self.assertEqual(self.written(), [])
        result = self.begins_with(found, HOST.content(), sets=sets, asked=True)
        self.assert_same_output(result, self.reference(HOST.content(), sets=[*CHECKED, "accelerator.streaming=never"]))

    def test_the_table(self):
        log = self.tune(HOST.content(), *TILES, "driver.iterations=3").log
        self.assertRegex(log, r"24 x 18 points, 1 rank of 1 thread, host\n")
        rows = re.findall(r"^  ( ?\d+ iterations, tiles of 8 x 8 points|no epochs) +(\S+) +(\S+) +(\S+)(.*)$", log, re.MULTILINE)
        self.assertEqual([row[0].strip().split(",")[0] for row in rows],
                         ["no epochs", *(f"{k} iterations" for k in (2, 4, 8, 16, 32))], log)
        self.assertEqual(rows[0][3], "1.00")
        self.assertEqual(sum("the fastest" in row[4] for row in rows), 1)
        self.assertEqual(sum("the choice of the model" in row[4] for row in rows), 1)
        best = next(row[0] for row in rows if "the fastest" in row[4])
        said = re.search(r"to set the fastest way: (.*)", log)[1]
        expected = "driver.blocking_factor: 1" if best == "no epochs" else \
            f"driver.blocking_factor: {best.split()[0]}, driver.tile: [8,8]"
        self.assertEqual(said, expected)

    def test_output_limits_the_iterations(self):
        content = Work("wavetoy", (23, 17), norms_every=4, fields_every=0).content()
        found = self.measured(content, *TILES)
        self.assertEqual([way["iterations"] for way in found["ways"]], [1, 2, 4])
        self.assertIn("tsv::norms (output)", found["limit"])
        self.assertEqual(self.written(), [])

    def test_a_run_without_epochs_says_why(self):
        for sets, why in ((["accelerator.guard=true"], "accelerator.guard looks at the data after each routine"),
                          (["driver.blocking_factor=1"], "driver.blocking_factor is 1"),
                          (CHECKED, "the run has a device")):
            with self.subTest(sets=sets):
                log = self.tune(HOST.content(), *sets).log
                self.assertRegex(log, rf"no epochs, because of: .*{re.escape(why)}")
                self.assertEqual(len(re.findall(r"^  no epochs ", log, re.MULTILINE)), 1)
                self.assertNotIn("to set", log)
        log = self.tune(Work("wavetoy", (23, 17), periodic=True).content(), *TILES).log
        self.assertIn("no epochs, because of: driver.ghosts: 1 are too few for 2 iterations", log)

    def test_it_ends_when_the_run_is_asked_to_end(self):
        log = self.tune(HOST.content(), *TILES, "driver.walltime=0.000001").log
        self.assertIn("the measurement ended early: driver.walltime is reached", log)
        self.assertIn("not measured", log)
        self.assertEqual(list((self.folder / "cache").rglob("*")) if (self.folder / "cache").exists() else [], [])
        # Longer than any test: the signal ends it.
        command = [harness.BUILD / "bin" / "nopal", "tune", self.parfile(HOST.content()), "--set", "driver.cells=[600, 600]",
                   "--set", "driver.blocking_factor=0"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True,
                              env=harness.environment() | self.kept) as process:
            lines = []
            for line in process.stdout:
                lines.append(line)
                if line.startswith("measuring "):
                    process.send_signal(signal.SIGTERM)
        log = "".join(lines)
        self.assertEqual(process.returncode, 0, log)
        self.assertRegex(log, r"the measurement ended early: .*SIGTERM")
        self.assertNotIn("begin with it", log)

    @unittest.skipIf(harness.OPENMPI_5, "OpenMPI 5 makes the folder that TMPDIR names")
    def test_a_temporary_folder_is_needed(self):
        kept = self.kept | {"TMPDIR": str(self.folder / "nowhere"), "OMPI_MCA_orte_tmpdir_base": "/tmp"}
        log = self.nopal("tune", self.parfile(HOST.content()), succeeds=False, variables=kept).stderr
        self.assertIn("cannot make a temporary folder", log)
        self.assertIn("let TMPDIR name a folder that you may write to", log)

    def test_errors_are_those_of_a_run(self):
        for sets, why in ((["driver.ghost=2"], "ghosts"), (["accelerator.device=nothing"], "nothing")):
            log = self.tune(HOST.content(), *sets, succeeds=False).log
            self.assertIn(why, log)
            self.assertEqual(self.written(), [])
