"""Each run leaves a correct record in its output folder. No run overwrites the output of an earlier one."""

import datetime
import fcntl
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import unittest

import yaml

import harness


def wave(iterations=6, **more):
    content = harness.wave((12, 10), iterations=iterations, ghosts=2, wavetoy={"energy_every": 3},
                           tsv={"every": 2, "norms": ["wavetoy::phi"]}, accelerator={"initial_on_host": True}, **more)
    return content


def with_checkpoints(every=2, **more):
    content = wave(**more)
    content["thorns"].append("checkpoint")
    content["checkpoint"] = {"every": every, "keep": 9}
    return content


def faulty(how, rank=-1):
    return {"thorns": ["faulty"], "accelerator": {"device": "none"}, "faulty": {"how": how, "rank": rank},
            "driver": {"lower": [0.0], "upper": [1.0], "cells": [16], "iterations": 4}}


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

    def values(self, text):
        """Returns all parameters by section. Defaults, which are comments in the file, are included."""
        return yaml.safe_load(re.sub(r"^  # ", "  ", text, flags=re.MULTILINE))

    def test_parfile_parameters_and_thorns(self):
        # The copy has the same bytes: comments, ends of lines, blanks, a byte order mark.
        text = "\ufeff# A comment\r\n" + yaml.safe_dump(wave(), sort_keys=False).replace("\n", "\r\n") + "# the end  "
        parfile = self.folder / "odd.yaml"
        parfile.write_bytes(text.encode())
        result = self.run_nopal(parfile, ranks=2, sets=["wavetoy.wavelength=2.5"])
        there = record(result.folder)
        self.assertEqual((there / "parfile.yaml").read_bytes(), text.encode())

        parameters = (there / "parameters.yaml").read_text()
        values = self.values(parameters)
        self.assertEqual(values["thorns"], ["wavetoy", "tsv"])
        self.assertEqual(values["driver"]["cells"], [12, 10])
        self.assertEqual(values["driver"]["courant"], 0.5)
        self.assertEqual(values["wavetoy"]["wavelength"], 2.5)
        self.assertEqual(values["accelerator"]["host"], "openmp-blocks")
        line = 1 + next(n for n, line in enumerate(text.splitlines()) if line.startswith("  courant:"))
        self.assertRegex(self.source(parameters, "driver", "courant"), rf"^.*odd\.yaml:{line}:\d+$")
        self.assertEqual(self.source(parameters, "driver", "final_time"), "default")
        self.assertEqual(self.source(parameters, "wavetoy", "wavelength"), "--set wavetoy.wavelength")
        for section in ("driver", "accelerator", "wavetoy", "tsv"):
            declared = yaml.safe_load((harness.BUILD / "lib" / "nopal" / f"{section}.yaml").read_text())["parameters"]
            self.assertEqual(set(values[section]), set(declared), section)

        # The record is a parfile. It gives the same run.
        again = self.run_nopal(there / "parameters.yaml")
        self.assertEqual(again.path("wavetoy-phi.norms.tsv").read_text(), result.path("wavetoy-phi.norms.tsv").read_text())

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
        self.assertEqual(run["status"], {"state": "complete", "reason": None})
        self.assertEqual(run["iteration"], 6)
        start, end = (datetime.datetime.strptime(run[key], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)
                      for key in ("start", "end"))
        self.assertTrue(before <= start <= end <= after, (before, start, end, after))
        self.assertIsNone(run["recovery"])
        self.assertEqual(run["changes"], [])
        self.assertEqual(run["description"], "End-to-end test")
        self.assertEqual(run["parfile"], str(parfile))
        self.assertEqual(run["command_line"], ["run", str(parfile), "--set", "driver.process_grid=[1, 3]"])
        self.assertEqual(pathlib.Path(run["working_directory"]).resolve(), self.folder.resolve())
        self.assertEqual(run["output"]["requested"], parfile.stem)
        self.assertEqual(run["output"]["folder"], parfile.stem)
        self.assertEqual(pathlib.Path(run["output"]["path"]).resolve(), result.folder.resolve())

        program = harness.BUILD / "bin" / "nopal"
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual("nopal " + run["nopal"]["version"], version.strip())
        self.assertRegex(run["nopal"]["git_revision"], r"^([0-9a-f]{40}(-dirty)?|unknown)$")
        self.assertEqual(pathlib.Path(run["nopal"]["path"]), program)
        self.assertRegex(run["nopal"]["compiler"], r"^\w+ \d+\.\d+")
        self.assertIn("-ffp-contract=off", run["nopal"]["compiler_flags"].split())
        self.assertNotIn("$<", run["nopal"]["compiler_flags"])
        self.assertIn("MPI", run["libraries"]["mpi"])
        for library in ("libmpi.so", "libyaml-cpp.so", "libnopal_core.so", "libwavetoy.so", "libchecked.so"):
            self.assertTrue(any(f"/{library}" in path for path in run["libraries"]["loaded"]), library)
        self.assertEqual([thorn["name"] for thorn in run["thorns"]], ["driver", "accelerator", "wavetoy", "tsv"])
        self.assertTrue(run["thorns"][2]["library"].endswith("/libwavetoy.so"))
        self.assertIsNone(run["thorns"][0]["library"])
        self.assertEqual(run["grid"], {"points": [13 + 2, 11 + 2], "processes": [1, 3]})
        self.assertEqual(run["backends"]["host"]["name"], "openmp-blocks")
        self.assertEqual(run["backends"]["device"], "checked")
        self.assertEqual(run["hosts"], [{"name": socket.gethostname(), "ranks": 3}])
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
        for ranks, rank, reason in ((1, -1, "faulty::fail (poststep, iteration 2): it failed as asked"),
                                    (2, -1, "faulty::fail (poststep, iteration 2): it failed as asked"),
                                    (2, 0, "faulty::fail (poststep, iteration 2): it failed as asked"),
                                    (3, 1, "rank 1: faulty::fail (poststep, iteration 2): it failed as asked")):
            with self.subTest(ranks=ranks, rank=rank):
                result = self.run_nopal(faulty("error", rank), ranks=ranks, succeeds=False)
                state, found, iteration = self.status(result)
                self.assertEqual((state, found), ("failed", reason))
                self.assertIn(iteration, (None, 1))

    def test_failed_while_it_is_set_up(self):
        content = wave() | {"accelerator": {"device": "checked", "device_options": ["nonsense=1"]}}
        result = self.run_nopal(content, ranks=2, succeeds=False)
        state, reason, iteration = self.status(result)
        self.assertEqual((state, iteration), ("failed", None))
        self.assertIn("nonsense", reason)

    def test_terminated(self):
        self.assertEqual(self.status(self.run_nopal(faulty("end", rank=1), ranks=2)),
                         ("terminated", "rank 1: it was asked for", 2))
        self.assertEqual(self.status(self.run_nopal(faulty("end"), ranks=2)), ("terminated", "it was asked for", 2))
        self.assertEqual(self.status(self.run_nopal(faulty("nothing"), sets=["driver.walltime=0.000001"])),
                         ("terminated", "driver.walltime is reached", 0))

    def test_terminated_by_a_file(self):
        parfile = self.parfile(wave(iterations=10**8))
        folder = self.folder / parfile.stem
        with harness.started(parfile, self.folder, ranks=2) as process:
            self.wait_until(lambda: (folder / "wavetoy-phi.norms.tsv").exists(), "the first output")
            (folder / "terminate").touch()
            process.communicate(timeout=60)
        run = run_json(folder)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(run["status"]["state"], "terminated")
        self.assertIn("'terminate'", run["status"]["reason"])
        self.assertGreater(run["iteration"], 0)

    def test_after_changes_of_parameters(self):
        parfile = self.parfile(wave(iterations=10**8))
        folder = self.folder / parfile.stem
        with harness.started(parfile, self.folder, ranks=2) as process:
            self.wait_until(lambda: (folder / "wavetoy-phi.norms.tsv").exists(), "the first output")
            (folder / "steer.yaml").write_text("tsv: {every: 3, norms: [wavetoy::scalar]}\n")
            self.wait_until(lambda: list(folder.glob("steered_*.yaml")), "the file is taken")
            (folder / "steer.yaml").write_text("driver: {iterations: 1}\n")
            log, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, log)
        first = int(re.search(r"tsv::every is 3 from iteration (\d+) on", log)[1])
        changes = run_json(folder)["changes"]
        self.assertEqual([(change["parameter"], change["old"], change["new"]) for change in changes],
                         [("tsv::every", "2", "3"), ("tsv::norms", "[wavetoy::phi]", "[wavetoy::scalar]"),
                          ("driver::iterations", "100000000", "1")])
        self.assertEqual([change["iteration"] for change in changes[:2]], [first, first])
        self.assertGreater(changes[2]["iteration"], first)
        self.assertEqual(run_json(folder)["status"]["state"], "complete")

    def test_stuck(self):
        content = {"thorns": ["stuck"], "stuck": {"how": "sleep", "rank": 1}, "accelerator": {"device": "none"},
                   "driver": {"lower": [0.0], "upper": [1.0], "cells": [16], "iterations": 4, "watchdog": 1.0}}
        state, reason, _ = self.status(self.run_nopal(content, ranks=2, succeeds=False))
        self.assertEqual(state, "failed")
        self.assertRegex(reason, r"^rank [01]: no progress for 2 s: ")

    def test_killed(self):
        parfile = self.parfile(wave(iterations=10**8))
        folder = self.folder / parfile.stem
        with harness.started(parfile, self.folder, ranks=2) as process:
            self.wait_until(lambda: (folder / "wavetoy-phi.norms.tsv").exists(), "the first output")
            self.assertEqual(run_json(folder)["status"]["state"], "running")
            self.assertTrue(is_held(folder))
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.wait_for_ranks(parfile)
        self.wait_until(lambda: not is_held(folder), "the lock is free")  # a process that ends closes its files a little later
        run = run_json(folder)
        self.assertEqual((run["status"], run["end"]), ({"state": "running", "reason": None}, None))
        log = self.run_nopal(parfile, sets=["driver.existing_output=refuse"], succeeds=False).log
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
            self.assertNotEqual(result.path("wavetoy-phi.norms.tsv").read_bytes(), kept["wavetoy-phi.norms.tsv"])
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
        expected = self.run_nopal(wave(iterations=9)).path("wavetoy-phi.norms.tsv").read_text()
        for way in (["--set", "driver.existing_output=recover"], ["--recover", "auto"]):
            with self.subTest(way=way):
                parfile = self.parfile(with_checkpoints(iterations=9))
                first = self.run_nopal(parfile, sets=["driver.iterations=5"], options=way)
                kept = files(record(first.folder))
                result = self.run_nopal(parfile, ranks=2, options=way)
                self.assertEqual(result.folder, first.folder)
                self.assertEqual(result.path("wavetoy-phi.norms.tsv").read_text(), expected)
                self.assertEqual(files(record(first.folder)), kept)
                before, after = run_json(result.folder, 0), run_json(result.folder, 1)
                self.assertEqual((before["iteration"], before["recovery"]), (5, None))
                self.assertEqual(after["recovery"], {"iteration": 4, "output_done": False})
                self.assertEqual((after["iteration"], after["status"]["state"]), (9, "complete"))
                self.assertEqual(len(after["ranks"]), 2)
                self.assertFalse(record(result.folder, 2).exists())

    def test_go_on_in_the_newest_folder(self):
        parfile = self.parfile(with_checkpoints(iterations=9))
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
        parfile = self.parfile(with_checkpoints(every=0))
        first = self.run_nopal(parfile)
        kept = files(first.folder)
        for ranks, way in ((1, ["--recover", "auto"]), (2, ["--set", "driver.existing_output=recover"])):
            result = self.run_nopal(parfile, ranks=ranks, options=way)
            self.assertEqual(result.folder.name, f"{parfile.stem}-{ranks + 1}")
            self.assertIn("no sound checkpoint to go on from", result.log)
            self.assertEqual(result.path("wavetoy-phi.norms.tsv").read_bytes(), kept["wavetoy-phi.norms.tsv"])
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
        with harness.started(parfile, self.folder, ranks=2) as one, harness.started(parfile, self.folder) as other:
            logs = [process.communicate(timeout=120)[0] for process in (one, other)]
        self.assertEqual((one.returncode, other.returncode), (0, 0), logs)
        folders = {self.output_folder(log) for log in logs}
        self.assertEqual({folder.name for folder in folders}, {parfile.stem, f"{parfile.stem}-2"})
        norms = {(folder / "wavetoy-phi.norms.tsv").read_text() for folder in folders}
        self.assertEqual(len(norms), 1)
        for folder in folders:
            self.assertEqual(run_json(folder)["status"]["state"], "complete")
            self.assertFalse((folder / "provenance" / "lock").exists())

    def test_the_second_is_refused(self):
        parfile = self.parfile(wave(iterations=10**8, driver={"existing_output": "refuse"}))
        folder = self.folder / parfile.stem
        with harness.started(parfile, self.folder) as process:
            self.wait_until((record(folder) / "run.json").exists, "the record")
            log = self.run_nopal(parfile, ranks=2, succeeds=False).log
            self.assertIsNone(process.poll())
        self.assertRegex(log, rf'"{folder.name}" is in use by another run \(process \d+ on {socket.gethostname()}\)')
        self.assertFalse(record(folder, 1).exists())


class Trouble(harness.Case):
    def test_a_record_that_cannot_be_written(self):
        for ranks in (1, 2):
            folder = self.folder / f"out{ranks}"
            folder.mkdir()
            (folder / "provenance").write_text("a file")
            log = self.run_nopal(wave(driver={"output": folder.name}), ranks=ranks, succeeds=False, timeout=60).log
            self.assertEqual(log.count("nopal: "), 1, log)
            self.assertRegex(log, f"cannot create the folder '{folder.name}/provenance': .*driver.output")
            self.assertEqual([path.name for path in folder.iterdir()], ["provenance"])

    def test_a_folder_that_cannot_be_written(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", disk], check=False, capture_output=True).returncode:
            self.skipTest("a read-only file system cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", disk], check=False)
        for output in (disk, disk / "below"):
            log = self.run_nopal(wave(driver={"output": str(output)}), ranks=2, succeeds=False, timeout=60).log
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
