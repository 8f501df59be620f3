"""A run that is interrupted and continues from a checkpoint writes the same bits as one that is not interrupted."""

import contextlib
import os
import random
import shutil
import signal

import h5py

import harness

LAST = 24


def wave(*, every=5, iterations=LAST, periodic=(False, True), centering="vertex", checkpoint=None,
         background=False):
    return harness.wave((14, 11) if harness.SMALL else (40, 31), iterations=iterations, ghosts=2, periodic=periodic,
                        centering=centering, wavetoy={"energy_every": 3},
                        tsv={"every": 2, "norms": ["wavetoy::phi", "wavetoy::energy"], "lines": ["wavetoy::phi"],
                             "lines_every": 7},
                        hdf5={"every": 4, "variables": ["wavetoy::phi", "wavetoy::energy"], "background": background},
                        checkpoint={"every": every} | (checkpoint or {}))


def checkpoint_data(folder):
    """The bytes of all checkpoints, without their lists of files, which hold times."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("checkpoint_*/rank_*.data")}


def contents(folder):
    """Returns the output of a run, without checkpoints, times of day and names of files."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix in (".tsv", ".xmf"):
            found[path.name] = path.read_text()
        elif path.suffix == ".h5":
            with h5py.File(path) as file:
                sets = {}
                file.visititems(lambda name, item, sets=sets: sets.update(
                    {name: item[()].tobytes() if isinstance(item, h5py.Dataset) else
                     {key: str(value) for key, value in item.attrs.items()}}))
                found[path.name] = sets
    return found


def checkpoints(folder):
    return sorted(path.name for path in folder.iterdir() if "checkpoint_" in path.name)


class Recovery(harness.Case):
    def uninterrupted(self, **options):
        return contents(self.run_nopal(wave(every=0, **options)).folder)

    def interrupted(self, stop, before, after, expected, **options):
        """Ends a run at iteration `stop` and continues it. `before` and `after`: ranks and device."""
        parfile = self.parfile(wave(**options))
        self.run_nopal(parfile, ranks=before[0], sets=[f"driver.iterations={stop}", f"accelerator.device={before[1]}"])
        result = self.run_nopal(parfile, ranks=after[0], sets=[f"accelerator.device={after[1]}"],
                                options=["--recover", "auto"])
        self.assertIn(f"iteration {stop // 5 * 5}\n", result.log)
        self.assertEqual(contents(result.folder), expected)
        self.assertEqual(checkpoints(result.folder), ["checkpoint_00000015", "checkpoint_00000020"])

    def test_other_ranks_and_devices(self):
        grids = ((False, True), "vertex", False), ((True, True), "cell", True), ((False, False), "cell", True)
        expected = {grid: self.uninterrupted(periodic=grid[0], centering=grid[1]) for grid in grids}
        for (before, after), grid in harness.in_turn((
                ((1, "none"), (2, "none")), ((2, "none"), (1, "none")), ((4, "none"), (3, "none")),
                ((2, "none"), (1, "opencl")), ((1, "opencl"), (2, "none")),
                ((4, "checked"), (3, "none")), ((3, "none"), (4, "checked"))), grids):
            periodic, centering, background = grid
            with self.subTest(before=before, after=after, periodic=periodic, centering=centering):
                self.interrupted(random.randrange(5, LAST), before, after, expected[grid], periodic=periodic,
                                 centering=centering, background=background)

    def test_a_checkpoint_of_the_end_goes_on_behind_its_output(self):
        expected = self.uninterrupted()
        parfile = self.parfile(wave(every=0, checkpoint={"at_end": "always"}))
        self.run_nopal(parfile, sets=["driver.iterations=8"])
        result = self.run_nopal(parfile, ranks=2, options=["--recover", "auto"])
        self.assertIn("iteration 8\n", result.log)
        self.assertEqual(contents(result.folder), expected)

    def kill(self, parfile, process):
        """Kills a random rank, or mpirun."""
        victims = [*harness.processes(parfile), process.pid]
        with contextlib.suppress(ProcessLookupError):
            os.kill(random.choice(victims), signal.SIGKILL)
        log, _ = process.communicate(timeout=harness.LONGEST)
        self.wait_for_ranks(parfile)
        return log

    def test_killed_at_any_moment(self):
        kills = int(os.environ.get("NOPAL_KILLS", "12" if harness.LONG and not harness.SMALL else "4"))
        options = {"every": 1, "iterations": 150}
        expected = contents(self.run_nopal(wave(**options | {"every": 0})).folder)
        while kills > 0:
            parfile = self.parfile(wave(**options, background=random.random() < 0.5))
            attempts = 0
            while True:
                with harness.started(parfile, self.folder, random.choice((1, 2, 3)), options=["--recover", "auto"]) as process:
                    try:
                        # Each run gets more time, so that it makes progress on a slow machine, too.
                        log, _ = process.communicate(timeout=random.uniform(0.3, 1.3) + 0.2 * attempts)
                        break
                    except harness.subprocess.TimeoutExpired:
                        log = self.kill(parfile, process)
                        # Each checkpoint with a final name is sound.
                        self.assertNotIn("skipped, because", log)
                        attempts += 1
                        kills -= 1
                        self.assertLess(attempts, 100, "never gets to its end")
            self.assertEqual(process.returncode, 0, log)
            self.assertNotIn("skipped, because", log)
            folder = self.output_folder(log)  # it has a number if the first run was killed before its first checkpoint
            self.assertEqual(contents(folder), expected)
            self.assertEqual([name for name in checkpoints(folder) if name.startswith(".")], [])

    def test_passes_over_what_is_damaged(self):
        expected = self.uninterrupted()
        parfile = self.parfile(wave(checkpoint={"keep": 9}))
        result = self.run_nopal(parfile, ranks=2)
        folder = result.folder
        self.assertEqual(checkpoints(folder), [f"checkpoint_{n:08d}" for n in (5, 10, 15, 20)])
        data = folder / "checkpoint_00000020" / "rank_00001.data"
        flipped = bytearray(data.read_bytes())
        flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
        data.write_bytes(flipped)
        (folder / "checkpoint_00000015" / "checkpoint.json").unlink()
        shorter = folder / "checkpoint_00000010" / "rank_00000.data"
        shorter.write_bytes(shorter.read_bytes()[:-1])
        text = folder / "checkpoint_00000005" / "checkpoint.json"
        again = {"options": ["--recover", "auto"], "sets": ["checkpoint.every=0"]}
        log = self.run_nopal(parfile, **again).log
        for name, why in (("checkpoint_00000020", "is wrong: it is damaged"), ("checkpoint_00000015", "No such file"),
                          ("checkpoint_00000010", "bytes instead of")):
            self.assertRegex(log, rf"skipped, because .*{name}.*{why}")
        self.assertIn("iteration 5\n", log)
        self.assertEqual(contents(folder), expected)
        text.write_text(text.read_text().replace('"iteration": 5', '"iteration": 6'))
        for path in folder.glob("checkpoint_000000[12]*"):
            shutil.rmtree(path)
        log = self.run_nopal(parfile, **again).log
        self.assertRegex(log, "skipped, because .*checkpoint_00000005.*its checksum is wrong")
        self.assertIn("the run begins with initial data", log)
        self.assertEqual(contents(folder), expected)

    def test_a_folder_that_is_named_must_be_sound(self):
        parfile = self.parfile(wave())
        folder = self.run_nopal(parfile).folder
        data = folder / "checkpoint_00000020" / "rank_00000.data"
        data.write_bytes(data.read_bytes()[::-1])
        result = self.run_nopal(parfile, ranks=2, options=["--recover", str(data.parent)], succeeds=False)
        self.assertRegex(result.log, "the checksum of '.*rank_00000.data' is wrong")
        result = self.run_nopal(parfile, ranks=2, options=["--recover", "nowhere"], succeeds=False)
        self.assertRegex(result.log, "'nowhere/checkpoint.json'.*No such file")
        result = self.run_nopal(parfile, options=["--recover", str(folder / "checkpoint_00000015")])
        self.assertIn("iteration 15\n", result.log)

    def test_another_simulation_is_refused(self):
        parfile = self.parfile(wave())
        self.run_nopal(parfile)
        result = self.run_nopal(parfile, ranks=2, options=["--recover", "auto"], succeeds=False,
                                sets=["wavetoy.wavelength=3.5", "driver.cells=[20, 20]"])
        self.assertRegex(result.log, r"wavetoy.wavelength is 3.5, but '.*checkpoint_00000020' was written with 2")
        self.assertRegex(result.log, r"driver.cells is \[20, 20\], but .* was written with \[\d+, \d+\]")

    def test_only_what_a_checkpoint_needs_is_copied(self):
        points = 17 * 11 if harness.SMALL else 43 * 31  # two layers of boundary along x, which is not periodic
        content = wave(every=3)
        content["thorns"] = ["wavetoy", "checkpoint"]
        del content["tsv"], content["hdf5"]
        sets = ["wavetoy.energy_every=0", "accelerator.device=opencl", "driver.report_transfers=true"]
        before, (count, payload, _) = (self.run_nopal(content, sets=[*sets, f"checkpoint.every={every}"])
                                       .transfers("evolution")[0]["to_host"] for every in (0, 3))
        # Eight checkpoints. Each copies all three timelevels: the three iterations since the last checkpoint have written
        # all of them.
        self.assertEqual((count - before[0], payload - before[1]), (8 * 3, 8 * 3 * points * 8))
