"""Each run leaves a correct record in its output folder. No run overwrites the output of an earlier one."""

import concurrent.futures
import datetime
import fcntl
import json
import os
import pathlib
import re
import socket
import subprocess
import unittest

import yaml

import harness


NORMS = "wavetoy-phi.norms.tsv"
LONG = 10**8  # iterations; only the test ends the run


def wave(iterations=6, **more):
    return harness.wave((12, 10), iterations=iterations, ghosts=2, wavetoy={"energy_every": 3},
                        tsv={"every": 2, "norms": ["wavetoy::phi"]}, **more)


def faulty(how, rank=-1):
    return harness.content([16], iterations=4, faulty={"how": how, "rank": rank})


def record(folder, number=0):
    return folder / "provenance" / f"run_{number:04d}"


def run_json(folder, number=0):
    return json.loads((record(folder, number) / "run.json").read_text())


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def is_held(folder):
    """True if a process holds the lock of the folder."""
    try:
        with open(folder / "provenance" / "lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


class Contents(harness.Case):
    def source(self, text, section, parameter):
        """The comment after a parameter in parameters.yaml."""
        lines = text.splitlines()
        lines = lines[lines.index(f"{section}:") + 1:]
        return next(line for line in lines if line.removeprefix("  ").removeprefix("# ").startswith(f"{parameter}: ")
                    ).split("  # ")[-1]

    def test_parfile_parameters_and_thorns(self):
        # The copy has the same bytes: comments, ends of lines, blanks, a byte order mark.
        text = "\ufeff# A comment\r\n" + yaml.safe_dump(wave(), sort_keys=False).replace("\n", "\r\n") + "# the end  "
        parfile = self.folder / "odd.yaml"
        parfile.write_bytes(text.encode())
        result = self.run_nopal(parfile, ranks=2, sets=["wavetoy.wavelength=2.5"])
        there = record(result.folder)
        self.assertEqual((there / "parfile.yaml").read_bytes(), text.encode())

        parameters = (there / "parameters.yaml").read_text()
        # Defaults are comments in the file.
        values = yaml.safe_load(re.sub(r"^  # ", "  ", parameters, flags=re.MULTILINE))
        self.assertEqual(values["thorns"], ["wavetoy", "tsv"])
        for section, name, value in (("driver", "cells", [12, 10]), ("driver", "courant", 0.5),
                                     ("wavetoy", "wavelength", 2.5), ("accelerator", "host", "threads")):
            self.assertEqual(values[section][name], value)
        line = 1 + next(n for n, line in enumerate(text.splitlines()) if line.startswith("  courant:"))
        self.assertRegex(self.source(parameters, "driver", "courant"), rf"^.*odd\.yaml:{line}:\d+$")
        self.assertEqual(self.source(parameters, "driver", "final_time"), "default")
        self.assertEqual(self.source(parameters, "wavetoy", "wavelength"), "--set wavetoy.wavelength")
        for section in ("driver", "accelerator", "wavetoy", "tsv"):
            declared = yaml.safe_load((harness.BUILD / "lib" / "nopal" / f"{section}.yaml").read_text())["parameters"]
            self.assertEqual(set(values[section]), set(declared), section)

        # The record is a parfile. It gives the same run.
        again = self.run_nopal(there / "parameters.yaml")
        self.assertEqual(again.text(NORMS), result.text(NORMS))

        names = sorted(path.name for path in (there / "thorns").iterdir())
        self.assertEqual(names, [f"{name}.yaml" for name in ("accelerator", "driver", "tsv", "wavetoy")])
        for name in names:
            self.assertEqual((there / "thorns" / name).read_bytes(), (harness.BUILD / "lib" / "nopal" / name).read_bytes())

    def test_program_machine_and_surroundings(self):
        before = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        parfile = self.parfile(wave(device="checked"))
        result = self.run_nopal(parfile, ranks=3, sets=["driver.process_grid=[1, 3]"], threads=2)
        after = datetime.datetime.now(datetime.timezone.utc)
        run = run_json(result.folder)
        start, end = (datetime.datetime.strptime(run[key], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
                      for key in ("start", "end"))
        self.assertTrue(before <= start <= end <= after, (before, start, end, after))
        for key, expected in {
                "status": {"state": "complete", "reason": None}, "iteration": 6, "recovery": None, "changes": [],
                "description": "End-to-end test", "parfile": str(parfile),
                "command_line": ["run", str(parfile), "--set", "driver.process_grid=[1, 3]"],
                "grid": {"points": [13 + 2, 11 + 2], "processes": [1, 3]},
                "hosts": [{"name": socket.gethostname(), "ranks": 3}]}.items():
            self.assertEqual(run[key], expected, key)
        self.assertEqual((run["output"]["requested"], run["output"]["folder"]), (parfile.stem, parfile.stem))
        for path, expected in ((run["working_directory"], self.folder), (run["output"]["path"], result.folder),
                               (run["nopal"]["path"], harness.BUILD / "bin" / "nopal")):
            self.assertEqual(pathlib.Path(path).resolve(), expected.resolve())

        self.assertEqual("nopal " + run["nopal"]["version"], self.nopal("--version").stdout.strip())
        self.assertRegex(run["nopal"]["git_revision"], r"^([0-9a-f]{40}(-dirty)?|unknown)$")
        self.assertRegex(run["nopal"]["compiler"], r"^\w+ \d+\.\d+")
        self.assertIn("-ffp-contract=off", run["nopal"]["compiler_flags"].split())
        self.assertNotIn("$<", run["nopal"]["compiler_flags"])
        self.assertIn("MPI", run["libraries"]["mpi"])
        for library in ("libmpi.so", "libyaml-cpp.so", "libnopal_core.so", "libwavetoy.so", "libchecked.so"):
            self.assertTrue(any(f"/{library}" in path for path in run["libraries"]["loaded"]), library)
        self.assertEqual([thorn["name"] for thorn in run["thorns"]], ["driver", "accelerator", "wavetoy", "tsv"])
        self.assertTrue(run["thorns"][2]["library"].endswith("/libwavetoy.so"))
        self.assertIsNone(run["thorns"][0]["library"])
        self.assertEqual(run["backends"]["host"]["name"], "threads")
        self.assertEqual(run["backends"]["device"], "checked")
        self.assertEqual(len(run["ranks"]), 3)
        for rank in run["ranks"]:
            self.assertEqual((rank["host"], rank["threads"]), (socket.gethostname(), 2))
            self.assertEqual(rank["device"]["number"], 0)
            self.assertTrue(rank["device"]["name"])
        self.assertEqual(run["environment"]["OMP_NUM_THREADS"], "2")
        self.assertEqual(run["environment"]["NOPAL_CACHE"], harness.environment()["NOPAL_CACHE"])
        self.assertNotIn("PATH", run["environment"])

    def test_no_device(self):
        run = run_json(self.run_nopal(wave()).folder)
        self.assertIsNone(run["backends"]["device"])
        self.assertEqual([rank["device"] for rank in run["ranks"]], [None])


class Ends(harness.Case):
    def status(self, result, number=0):
        run = run_json(result.folder, number)
        self.assertIsNotNone(run["end"])
        return run["status"]["state"], run["status"]["reason"], run["iteration"]

    def test_failed(self):
        for ranks, rank, whose in ((1, -1, ""), (2, -1, ""), (2, 0, ""), (3, 1, "rank 1: ")):
            with self.subTest(ranks=ranks, rank=rank):
                result = self.run_nopal(faulty("error", rank), ranks=ranks, succeeds=False)
                state, found, iteration = self.status(result)
                self.assertEqual((state, found),
                                 ("failed", whose + "faulty::fail (poststep, iteration 2): it failed as asked"))
                self.assertIn(iteration, (None, 1))

    def test_failed_while_it_is_set_up(self):
        sets = ["accelerator.device=checked", "accelerator.device_options=[nonsense=1]"]
        state, reason, iteration = self.status(self.run_nopal(wave(), ranks=2, sets=sets, succeeds=False))
        self.assertEqual((state, iteration), ("failed", None))
        self.assertIn("nonsense", reason)

    def test_terminated(self):
        for how, rank, sets, reason, iteration in (
                ("end", 1, (), "rank 1: it was asked for", 2), ("end", -1, (), "it was asked for", 2),
                ("nothing", -1, ["driver.walltime=0.000001"], "driver.walltime is reached", 0)):
            with self.subTest(reason):
                result = self.run_nopal(faulty(how, rank), ranks=2, sets=sets)
                self.assertEqual(self.status(result), ("terminated", reason, iteration))

    def test_terminated_by_a_file(self):
        with self.running(wave(iterations=LONG), NORMS) as run:
            run.path("terminate").touch()
        state, reason, iteration = self.status(run)
        self.assertEqual(state, "terminated")
        self.assertIn("'terminate'", reason)
        self.assertGreater(iteration, 0)

    def test_after_changes_of_parameters(self):
        with self.running(wave(iterations=LONG), NORMS) as run:
            run.path("steer.yaml").write_text("tsv: {every: 3, norms: [wavetoy::scalar]}\n")
            self.wait_until(lambda: run.names("steered_*.yaml"), "the file is taken")
            run.path("steer.yaml").write_text("driver: {iterations: 1}\n")
        first = int(re.search(r"tsv::every is 3 from iteration (\d+) on", run.log)[1])
        changes = run_json(run.folder)["changes"]
        self.assertEqual([(change["parameter"], change["old"], change["new"]) for change in changes],
                         [("tsv::every", "2", "3"), ("tsv::norms", "[wavetoy::phi]", "[wavetoy::scalar]"),
                          ("driver::iterations", "100000000", "1")])
        self.assertEqual([change["iteration"] for change in changes[:2]], [first, first])
        self.assertGreater(changes[2]["iteration"], first)
        self.assertEqual(self.status(run)[0], "complete")

    def test_stuck(self):
        content = harness.content([16], iterations=4, driver={"watchdog": 1.0}, stuck={"how": "sleep", "rank": 1})
        state, reason, _ = self.status(self.run_nopal(content, ranks=2, succeeds=False))
        self.assertEqual(state, "failed")
        self.assertRegex(reason, r"^rank [01]: no progress for 2 s: ")

    def test_killed(self):
        with self.running(wave(iterations=LONG), NORMS) as run:
            self.assertEqual(run_json(run.folder)["status"]["state"], "running")
            self.assertTrue(is_held(run.folder))
            run.kill()
        self.wait_until(lambda: not is_held(run.folder), "the lock is free")  # files are closed a little later
        found = run_json(run.folder)
        self.assertEqual((found["status"], found["end"]), ({"state": "running", "reason": None}, None))
        log = self.run_nopal(run.parfile, sets=["driver.existing_output=refuse"], succeeds=False).log
        self.assertRegex(log, r"holds the output of an earlier run \(started 20[-T:Z0-9]+, killed: wavetoy-phi.norms.tsv\)")


class SecondRuns(harness.Case):
    def test_take_a_number(self):
        parfile = self.parfile(wave())
        first = self.run_nopal(parfile)
        kept = files(first.folder)
        for number in (2, 3):
            result = self.run_nopal(parfile, ranks=number - 1, sets=["wavetoy.wavelength=3.0"])
            self.assertEqual(result.folder.name, f"{parfile.stem}-{number}")
            self.assertIn("holds the output of an earlier run", result.log)
            self.assertEqual(run_json(result.folder)["output"]["requested"], parfile.stem)
            self.assertNotEqual(result.path(NORMS).read_bytes(), kept[NORMS])
        self.assertEqual(files(first.folder), kept)
        self.assertNotIn("warning", result.log)

    def test_are_refused(self):
        parfile = self.parfile(wave(driver={"existing_output": "refuse"}))
        folder = self.run_nopal(parfile).folder
        kept = files(folder)
        for ranks in (1, 2):
            log = self.run_nopal(parfile, ranks=ranks, succeeds=False).log
            self.assertEqual(log.count("nopal: "), 1, log)
            for text in (f'the output folder "{folder.name}" holds the output of an earlier run', "complete at iteration 6",
                         "wavetoy-phi.norms.tsv", "--recover auto", "driver.existing_output=number",
                         "set driver.output to another folder"):
                self.assertIn(text, log)
        self.assertEqual(files(folder), kept)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), [folder.name, parfile.name])

    def test_go_on(self):
        expected = self.run_nopal(wave(iterations=9)).text(NORMS)
        for way in (["--set", "driver.existing_output=recover"], ["--recover", "auto"]):
            with self.subTest(way=way):
                parfile = self.parfile(wave(iterations=9, checkpoint={"every": 2, "keep": 9}))
                first = self.run_nopal(parfile, sets=["driver.iterations=5"], options=way)
                kept = files(record(first.folder))
                result = self.run_nopal(parfile, ranks=2, options=way)
                self.assertEqual(result.folder, first.folder)
                self.assertEqual(result.text(NORMS), expected)
                self.assertEqual(files(record(first.folder)), kept)
                before, after = run_json(result.folder, 0), run_json(result.folder, 1)
                self.assertEqual((before["iteration"], before["recovery"]), (5, None))
                self.assertEqual(after["recovery"], {"iteration": 4, "output_done": False})
                self.assertEqual((after["iteration"], after["status"]["state"]), (9, "complete"))
                self.assertEqual(len(after["ranks"]), 2)
                self.assertFalse(record(result.folder, 2).exists())

    def test_go_on_in_the_newest_folder(self):
        parfile = self.parfile(wave(iterations=9, checkpoint={"every": 2, "keep": 9}))
        self.run_nopal(parfile, sets=["driver.iterations=3"])
        self.run_nopal(parfile, sets=["driver.iterations=5"])
        result = self.run_nopal(parfile, options=["--recover", "auto"])
        self.assertEqual(result.folder.name, f"{parfile.stem}-2")
        self.assertIn("iteration 4\n", result.log)
        # With --recover FOLDER the run continues in that folder.
        named = self.folder / parfile.stem / "checkpoint_00000002"
        result = self.run_nopal(parfile, options=["--recover", str(named)])
        self.assertEqual(result.folder.name, parfile.stem)
        self.assertIn("iteration 2\n", result.log)
        # Or in another folder.
        result = self.run_nopal(parfile, sets=["driver.output=branch"], options=["--recover", str(named)])
        self.assertEqual(result.folder.name, "branch")
        self.assertEqual(run_json(result.folder)["recovery"]["iteration"], 2)

    def test_that_find_nothing_to_go_on_from_overwrite_nothing(self):
        parfile = self.parfile(wave(checkpoint={"every": 0}))
        first = self.run_nopal(parfile)
        kept = files(first.folder)
        for ranks, way in ((1, ["--recover", "auto"]), (2, ["--set", "driver.existing_output=recover"])):
            result = self.run_nopal(parfile, ranks=ranks, options=way)
            self.assertEqual(result.folder.name, f"{parfile.stem}-{ranks + 1}")
            self.assertIn("no sound checkpoint to go on from", result.log)
            self.assertEqual(result.path(NORMS).read_bytes(), kept[NORMS])
            self.assertEqual(run_json(result.folder)["output"]["folder"], result.folder.name)
        self.assertEqual(files(first.folder), kept)
        log = self.run_nopal(parfile, ranks=2, sets=["driver.existing_output=refuse"], options=["--recover", "auto"],
                             succeeds=False).log
        self.assertIn("no sound checkpoint to go on from, and driver.existing_output is refuse", log)
        self.assertEqual(run_json(first.folder, 1)["status"]["state"], "failed")
        self.assertEqual({name: text for name, text in files(first.folder).items() if "run_0001" not in name}, kept)

    def test_to_recover_without_the_thorn_take_a_number(self):
        parfile = self.parfile(wave(driver={"existing_output": "recover"}))
        self.run_nopal(parfile)
        self.assertEqual(self.run_nopal(parfile).folder.name, f"{parfile.stem}-2")


class TwoAtOnce(harness.Case):
    def test_never_share_a_folder(self):
        parfile = self.parfile(wave(iterations=40))
        with concurrent.futures.ThreadPoolExecutor() as pool:
            one, other = pool.map(lambda ranks: self.run_nopal(parfile, ranks), (2, 1))
        self.assertEqual({one.folder.name, other.folder.name}, {parfile.stem, f"{parfile.stem}-2"})
        self.assertEqual(one.text(NORMS), other.text(NORMS))
        for run in (one, other):
            self.assertEqual(run_json(run.folder)["status"]["state"], "complete")
            self.assertFalse(run.path("provenance/lock").exists())

    def test_the_second_is_refused(self):
        content = wave(iterations=LONG, driver={"existing_output": "refuse"})
        with self.running(content, "provenance/run_0000/run.json", ranks=1) as run:
            log = self.run_nopal(run.parfile, ranks=2, succeeds=False).log
            self.assertIsNone(run.process.poll())
            run.kill()
        host = socket.gethostname()
        self.assertRegex(log, rf'"{run.folder.name}" is in use by another run \(process \d+ on {host}\)')
        self.assertFalse(record(run.folder, 1).exists())


class Trouble(harness.Case):
    def test_a_record_that_cannot_be_written(self):
        for ranks in (1, 2):
            folder = self.folder / f"out{ranks}"
            folder.mkdir()
            (folder / "provenance").write_text("a file")
            log = self.run_nopal(wave(driver={"output": folder.name}), ranks=ranks, succeeds=False).log
            self.assertEqual(log.count("nopal: "), 1, log)
            self.assertRegex(log, f"cannot create the folder '{folder.name}/provenance': .*driver.output")
            self.assertEqual([path.name for path in folder.iterdir()], ["provenance"])

    def test_a_folder_that_cannot_be_written(self):
        disk = self.mounted("ro")
        for output in (disk, disk / "below"):
            log = self.run_nopal(wave(driver={"output": str(output)}), ranks=2, succeeds=False).log
            self.assertEqual(log.count("nopal: "), 1, log)
            self.assertRegex(log, rf'the output folder "{output}" cannot be used: .*: Read-only file system')


class Revision(unittest.TestCase):
    """The git revision that the build finds."""

    def setUp(self):
        folder = harness.tempfile.TemporaryDirectory(prefix="nopal-git-")
        self.addCleanup(folder.cleanup)
        self.output = pathlib.Path(folder.name) / "revision.cpp"
        self.source = pathlib.Path(folder.name) / "source"
        self.source.mkdir()
        (self.source / "file").write_text("one")

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", "-C", self.source, *words], check=True,
                              capture_output=True, text=True).stdout.strip()

    def revision(self, source=None):
        subprocess.run(["cmake", "-D", f"source={source or self.source}", "-D", f"output={self.output}", "-P",
                        harness.SOURCE / "cmake" / "git_revision.cmake"], check=True)
        return re.search(r'return "(.*)";', self.output.read_text()).group(1)

    def test_of_clean_and_changed_checkouts(self):
        self.assertEqual(self.revision(), "unknown")
        self.git("init", "-q")
        self.assertEqual(self.revision(), "unknown")
        self.git("add", "file")
        self.git("commit", "-q", "-m", "one")
        head = self.git("rev-parse", "HEAD")
        self.assertEqual(self.revision(), head)
        (self.source / "build").write_text("not under version control")
        self.assertEqual(self.revision(), head)
        (self.source / "file").write_text("two")
        self.assertEqual(self.revision(), head + "-dirty")
        inside = self.source / "inside"
        inside.mkdir()
        self.assertEqual(self.revision(inside), "unknown")

    def test_a_file_that_would_be_the_same_is_left_alone(self):
        self.revision()
        os.utime(self.output, (1, 1))
        self.revision()
        self.assertEqual(self.output.stat().st_mtime, 1)
