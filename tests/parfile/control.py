"""Requests to a run: signals, files in its output folder, changes of parameters, the end of its walltime."""

import os
import re
import signal
import sys
import unittest

import harness

LONG = 10**9  # iterations; only the test ends the run


def wave(*, iterations=LONG, checkpoint=None, **driver):
    content = harness.wave((12, 9), iterations=iterations, tsv={"every": 100, "norms": ["wavetoy::phi"]},
                           driver={"walltime": 100.0} | driver)
    content["thorns"].append("checkpoint")
    content["checkpoint"] = checkpoint or {}
    return content


def checkpoints(folder):
    return sorted(path.name for path in folder.glob("checkpoint_*[0-9]"))


class Control(harness.Case):
    def during(self, content, ask, ranks=2, succeeds=True, options=()):
        """Runs, calls `ask` with the process and the output folder once there is output, and waits for the end."""
        parfile = self.parfile(content)
        folder = self.folder / parfile.stem
        with harness.started(parfile, self.folder, ranks, options=options) as process:
            self.wait_until(lambda: (folder / "wavetoy-phi.norms.tsv").exists(), "output")
            ask(process, folder, parfile)
            log, _ = process.communicate(timeout=150)
        self.assertEqual(process.returncode == 0, succeeds, log)
        self.wait_for_ranks(parfile)
        return harness.Result(log, process.returncode, folder), parfile

    def test_signals_end_the_run_behind_an_iteration(self):
        def to_a_rank(number):
            return lambda process, folder, parfile: os.kill(harness.processes(parfile)[-1], number)

        for number, name in ((signal.SIGTERM, "SIGTERM"), (signal.SIGINT, "SIGINT")):
            with self.subTest(name):
                result, parfile = self.during(wave(), to_a_rank(number))
                last = int(re.search(rf"the run ends after iteration (\d+): {name} was received", result.log)[1])
                self.assertEqual(checkpoints(result.folder), [f"checkpoint_{last:08d}"])
                again = self.run_nopal(parfile, options=["--recover", "auto"], sets=[f"driver.iterations={last + 3}"])
                self.assertIn(f"iteration {last}\n", again.log)

    def test_mpirun_passes_a_signal_on(self):
        os.environ["OMPI_MCA_odls_base_sigkill_timeout"] = "5"  # seconds that mpirun waits for the ranks
        self.addCleanup(os.environ.pop, "OMPI_MCA_odls_base_sigkill_timeout")
        parfile = self.parfile(wave())
        folder = self.folder / parfile.stem
        with harness.started(parfile, self.folder, 2) as process:
            self.wait_until(lambda: (folder / "wavetoy-phi.norms.tsv").exists(), "output")
            process.terminate()
            log, _ = process.communicate(timeout=150)
        self.assertRegex(log, "SIGTERM was received")
        self.assertEqual(len(checkpoints(folder)), 1, log)

    def test_a_user_asks_for_checkpoints(self):
        def by_signal(process, folder, parfile):
            os.kill(harness.processes(parfile)[0], signal.SIGUSR1)
            self.wait_until(lambda: checkpoints(folder), "a checkpoint")
            (folder / "terminate").touch()

        def by_file(process, folder, parfile):
            (folder / "checkpoint").touch()
            self.wait_until(lambda: checkpoints(folder), "a checkpoint")
            self.assertFalse((folder / "checkpoint").exists())
            (folder / "terminate").touch()

        for ask in (by_signal, by_file):
            with self.subTest(ask.__name__):
                result, _ = self.during(wave(checkpoint={"at_end": "never"}), ask)
                self.assertRegex(result.log, r"ends after iteration \d+: the file 'terminate' was found")
                self.assertEqual(len(checkpoints(result.folder)), 1, "one that was asked for, none at the end")
                self.assertFalse((result.folder / "terminate").exists())

    def test_asking_for_checkpoints_that_nobody_writes_is_told(self):
        def ask(process, folder, parfile):
            (folder / "checkpoint").touch()
            self.wait_until(lambda: not (folder / "checkpoint").exists(), "it is heeded")
            (folder / "terminate").touch()

        content = wave()
        content["thorns"].remove("checkpoint")
        del content["checkpoint"]
        result, _ = self.during(content, ask)
        self.assertIn('no active thorn writes any: add checkpoint to "thorns:"', result.log)
        self.assertEqual(checkpoints(result.folder), [])

    def test_a_file_of_an_earlier_run_is_not_heeded(self):
        parfile = self.parfile(wave(iterations=300))
        folder = self.folder / parfile.stem
        folder.mkdir()
        (folder / "terminate").touch()
        result = self.run_nopal(parfile, ranks=2)
        self.assertIn("was there before this run", result.log)
        self.assertEqual(result.rows("wavetoy-phi.norms.tsv")[-1]["iteration"], 300)

    def test_there_is_time_for_a_checkpoint_before_the_walltime_ends(self):
        for options in ({"reserve": 3.0}, {}):
            result = self.run_nopal(wave(walltime=6.0, checkpoint=options), ranks=2)
            self.assertIn("checkpoint: driver.walltime is near", result.log)
            self.assertEqual(len(checkpoints(result.folder)), 1, result.log)
        result = self.run_nopal(wave(walltime=2.0, checkpoint={"at_end": "never"}), ranks=2)
        self.assertIn("driver.walltime is reached", result.log)
        self.assertEqual(checkpoints(result.folder), [])

    def test_by_wall_time(self):
        def wait(process, folder, parfile):
            self.wait_until(lambda: len(checkpoints(folder)) > 1, "two checkpoints")
            (folder / "terminate").touch()

        self.during(wave(checkpoint={"every_hours": 0.5 / 3600, "keep": 100, "at_end": "never"}), wait)

    def test_by_physical_time_and_at_the_end(self):
        content = wave(iterations=20, checkpoint={"every_time": 0.25, "at_end": "always", "keep": 100})
        result = self.run_nopal(content, ranks=2)
        times = {int(row["iteration"]): row["time"] for row in
                 self.run_nopal(content, sets=["tsv.every=1"]).rows("wavetoy-phi.norms.tsv")}
        expected = [n for n in range(1, 21) if times[n] // 0.25 > times[n - 1] // 0.25] + [20]
        self.assertEqual(checkpoints(result.folder), [f"checkpoint_{n:08d}" for n in expected])

    def test_parameters_are_steered(self):
        def steer(process, folder, parfile):
            (folder / "steer.yaml").write_text("tsv: {every: 10, evry: 3}\nwavetoy: {wavelength: 3.0}\n")
            self.wait_until(lambda: list(folder.glob("steered_*.yaml")), "the first file is taken")
            for n, wrong in enumerate(("wavetoy::fi", "wavetoy::energy"), 2):
                (folder / "steer.yaml").write_text(f"tsv: {{every: 7, norms: [{wrong}]}}\n")
                self.wait_until(lambda n=n: len(list(folder.glob("steered_*.yaml"))) == n, f"file {n} is taken")
            (folder / "steer.yaml").write_text("tsv: {every: 3, lines: [wavetoy::phi], lines_every: 5}\n")
            self.wait_until(lambda: (folder / "wavetoy-phi.x.tsv").exists(), "what was steered")
            (folder / "steer.yaml").write_text("driver: {iterations: 3}\n")

        result, _ = self.during(wave(), steer)
        self.assertIn('tsv has no parameter "evry" (did you mean "every"?)', result.log)
        self.assertIn("wavetoy.wavelength may not change: it is not declared steerable", result.log)
        self.assertRegex(result.log, "steer.yaml changes nothing: .*wavetoy::fi")
        self.assertIn("tsv::norms would read wavetoy::energy@0, but it holds no data, and no routine writes it", result.log)
        self.assertEqual(len(re.findall("changes nothing", result.log)), 3, result.log)
        first = int(re.search(r"tsv::every is 3 from iteration (\d+) on; it was 100", result.log)[1])
        rows = [int(row["iteration"]) for row in result.rows("wavetoy-phi.norms.tsv")]
        self.assertEqual([n for n in rows if n < first], list(range(0, first, 100)))
        last = rows[-1]
        self.assertEqual([n for n in rows if n >= first], list(range(first + -first % 3, last + 1, 3)))
        self.assertIn("driver::iterations is 3 from", result.log)


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
