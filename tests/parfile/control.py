"""Requests to a run: signals, files in its output folder, changes of parameters, the end of its walltime."""

import contextlib
import json
import os
import re
import signal
import subprocess

import harness

LONG = 10**9  # iterations; only the test ends the run


NORMS = "wavetoy-phi.norms.tsv"


def wave(*, iterations=LONG, checkpoint=(), **driver):
    """`checkpoint`: the section of the thorn checkpoint; None: the thorn is not active."""
    return harness.wave((12, 9), iterations=iterations, driver={"walltime": 100.0} | driver,
                        tsv={"every": 100, "norms": ["wavetoy::phi"]}, checkpoint=checkpoint)


def checkpoints(run):
    return run.names("checkpoint_*[0-9]")


class Control(harness.Case):
    def test_signals_end_the_run_behind_an_iteration(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number.name):
                with self.running(wave(), NORMS) as run:
                    os.kill(harness.processes(run.parfile)[-1], number)
                last = int(re.search(rf"the run ends after iteration (\d+): {number.name} was received", run.log)[1])
                self.assertRegex(run.log, rf"nopal: rank 1: {number.name} was received: the run ends after iteration \d+ "
                                          rf"and writes a checkpoint; a second {number.name} ends it at once\n")
                self.assertEqual(checkpoints(run), [f"checkpoint_{last:08d}"])
                self.assertIn(f"to go on: mpirun -n 2 nopal run {run.parfile} --recover auto\n", run.log)
                sets = [f"driver.iterations={last + 3}"]
                again = self.run_nopal(run.parfile, options=["--recover", "auto"], sets=sets)
                self.assertIn(f"iteration {last}\n", again.log)

    def test_mpirun_passes_a_signal_on(self):
        with self.running(wave(), NORMS) as run:
            run.process.send_signal(signal.SIGUSR2)
        self.assertRegex(run.log, r"the run ends after iteration \d+: SIGUSR2 was received")
        self.assertEqual(len(re.findall("SIGUSR2 was received: ", run.log)), 1, "rank 0 speaks for all")
        self.assertEqual(len(checkpoints(run)), 1, run.log)

    def test_last_words_at_a_signal_of_the_launcher(self):
        """They last, also if the launcher shows them no more. Here the test is the launcher."""
        with self.running(wave(), NORMS, ranks=1, launcher=False) as run:
            os.kill(run.process.pid, signal.SIGTERM)
        words = run.text("last_words.txt").splitlines()
        when = r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ "
        self.assertRegex(words[0], when + r"SIGTERM was received from the launcher, which may end the job soon: the run ends "
                                          r"after iteration \d+ and writes a checkpoint if there is time$")
        self.assertRegex(words[1], when + rf"the run ended after iteration \d+; to go on: nopal run {run.parfile} --recover auto$")
        self.assertEqual(len(words), 2)

    def test_openmpi_5_leaves_last_words_only(self):
        """Its mpirun shows nothing that a rank prints after the signal, and kills the ranks at once."""
        if not harness.OPENMPI_5:
            self.skipTest("there is another MPI")
        with self.running(wave(), NORMS, succeeds=False) as run:
            run.process.send_signal(signal.SIGTERM)
        self.assertIn(" SIGTERM was received from the launcher", run.text("last_words.txt"))
        status = json.loads(run.text("provenance/run_0000/run.json"))["status"]
        self.assertIn(status["state"], ("running", "terminated"))
        self.assertRegex(status["reason"], "^SIGTERM was received")

    def test_a_run_says_how_to_end_it_under_openmpi_5(self):
        line = (r"mpirun of OpenMPI 5 kills this run half a second after it gets Ctrl-C or SIGTERM; what ends the run after an "
                r"iteration: SIGUSR2 to mpirun, a file 'run\d+/terminate', driver.walltime\n")
        self.assertRegex(self.run_nopal(wave(iterations=3), variables={"PRTE_LAUNCHED": "1"}).log, line)
        log = self.run_nopal(wave(iterations=3), ranks=2).log
        (self.assertRegex if harness.OPENMPI_5 else self.assertNotRegex)(log, line)

    def test_interrupts_of_the_scripts(self):
        parfile = self.parfile(wave())
        words = f'source "{harness.SOURCE}/scripts/common.sh"; run_job 2 "{harness.BUILD}/bin/nopal" run "{parfile}"'
        process = subprocess.Popen(["bash", "-c", words], cwd=self.folder, env=harness.environment(), text=True,
                                   start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(process.communicate)  # after the cleanup of the next line
        self.addCleanup(self.end_ranks, parfile)
        folder = self.folder / parfile.stem
        self.wait_until(lambda: any(folder.glob(NORMS)) or process.poll() is not None, "output")
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C at a terminal does
        log, _ = process.communicate(timeout=harness.LONGEST)
        self.assertEqual(process.returncode, 0, log)
        self.assertRegex(log, r"SIGUSR2 was received: the run ends after iteration \d+ and writes a checkpoint; a second "
                              "SIGUSR2 ends it at once")
        self.assertEqual(len(list(folder.glob("checkpoint_*[0-9]"))), 1, log)

    def end_ranks(self, parfile):
        for number in harness.processes(parfile):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)

    def test_a_user_asks_for_checkpoints(self):
        for by_file in (False, True):
            with self.subTest(by_file=by_file):
                with self.running(wave(checkpoint={"at_end": "never"}), NORMS) as run:
                    if by_file:
                        run.path("checkpoint").touch()
                    else:
                        os.kill(harness.processes(run.parfile)[0], signal.SIGUSR1)
                    self.wait_until(lambda run=run: checkpoints(run), "a checkpoint")
                    self.assertFalse(run.path("checkpoint").exists())
                    run.path("terminate").touch()
                self.assertRegex(run.log, r"ends after iteration \d+: the file 'terminate' was found")
                self.assertEqual(len(checkpoints(run)), 1, "one that was asked for, none at the end")
                self.assertFalse(run.path("terminate").exists())

    def test_asking_for_checkpoints_that_nobody_writes_is_told(self):
        with self.running(wave(checkpoint=None), NORMS) as run:
            run.path("checkpoint").touch()
            self.wait_until(lambda: not run.path("checkpoint").exists(), "it is heeded")
            run.path("terminate").touch()
        self.assertIn('no active thorn writes any: add checkpoint to "thorns:"', run.log)
        self.assertEqual(checkpoints(run), [])
        self.assertIn("this run cannot go on, since there is no checkpoint", run.log)

    def test_a_file_of_an_earlier_run_is_not_heeded(self):
        parfile = self.parfile(wave(iterations=300))
        folder = self.folder / parfile.stem
        folder.mkdir()
        (folder / "terminate").touch()
        result = self.run_nopal(parfile, ranks=2)
        self.assertIn("was there before this run", result.log)
        self.assertEqual(result.column(NORMS, "iteration")[-1], 300)

    def test_there_is_time_for_a_checkpoint_before_the_walltime_ends(self):
        for options in ({"reserve": 3.0}, {}):
            result = self.run_nopal(wave(walltime=6.0, checkpoint=options), ranks=2)
            self.assertIn("checkpoint: driver.walltime is near", result.log)
            self.assertEqual(len(checkpoints(result)), 1, result.log)
        result = self.run_nopal(wave(walltime=2.0, checkpoint={"at_end": "never"}), ranks=2)
        self.assertIn("driver.walltime is reached", result.log)
        self.assertEqual(checkpoints(result), [])

    def test_by_wall_time(self):
        with self.running(wave(checkpoint={"every_hours": 0.5 / 3600, "keep": 100, "at_end": "never"}), NORMS) as run:
            self.wait_until(lambda: len(checkpoints(run)) > 1, "two checkpoints")
            run.path("terminate").touch()

    def test_by_physical_time_and_at_the_end(self):
        content = wave(iterations=20, checkpoint={"every_time": 0.25, "at_end": "always", "keep": 100})
        result = self.run_nopal(content, ranks=2)
        times = self.run_nopal(content, sets=["tsv.every=1"]).column(NORMS, "time")
        expected = [n for n in range(1, 21) if times[n] // 0.25 > times[n - 1] // 0.25] + [20]
        self.assertEqual(checkpoints(result), [f"checkpoint_{n:08d}" for n in expected])

    def test_a_time_step_that_becomes_too_long_is_refused(self):
        (self.folder / "limited.yaml").write_text(
            "thorn: limited\ndescription: Limits the time step\nmax_dt: spacing/speed\nparameters:\n"
            "  speed: {type: real, default: 1.0, steerable: always, description: Of what moves}\n")
        content = wave(courant=0.5)
        content["thorns"].append("limited")
        variables = {"NOPAL_THORN_PATH": f"{harness.environment()['NOPAL_THORN_PATH']}:{self.folder}"}
        with self.running(content, NORMS, variables=variables) as run:
            run.path("steer.yaml").write_text("limited: {speed: 8.0}\n")
            self.wait_until(lambda: len(run.names("steered_*.yaml")) == 1, "the file is taken")
            run.path("steer.yaml").write_text("driver: {iterations: 3}\n")
        self.assertRegex(run.log, "steer.yaml changes nothing: .*the time step is .*max_dt of limited at")

    def test_parameters_are_steered(self):
        content = wave()
        content["wavetoy"]["shape"] = "gaussian"  # nobody computes the error of a pulse
        with self.running(content, NORMS) as run:
            for n, text in enumerate(("tsv: {every: 10, evry: 3}\nwavetoy: {wavelength: 3.0}\n",
                                      "tsv: {every: 7, norms: [wavetoy::fi]}\n",
                                      "tsv: {every: 7, norms: [wavetoy::error]}\n"), 1):
                run.path("steer.yaml").write_text(text)
                self.wait_until(lambda n=n: len(run.names("steered_*.yaml")) == n, f"file {n} is taken")
            run.path("steer.yaml").write_text("tsv: {every: 3, lines: [wavetoy::phi], lines_every: 5}\n")
            self.wait_until(run.path("wavetoy-phi.x.tsv").exists, "what was steered")
            run.path("steer.yaml").write_text("driver: {iterations: 3}\n")
        self.assertIn('tsv has no parameter "evry" (did you mean "every"?)', run.log)
        self.assertIn("wavetoy.wavelength may not change: it is not declared steerable", run.log)
        self.assertRegex(run.log, "steer.yaml changes nothing: .*wavetoy::fi")
        self.assertIn("tsv::norms would read wavetoy::error@0 (owned), but it holds no data, and no routine writes it",
                      run.log)
        self.assertEqual(len(re.findall("changes nothing", run.log)), 3, run.log)
        first = int(re.search(r"tsv::every is 3 from iteration (\d+) on; it was 100", run.log)[1])
        rows = [int(n) for n in run.column(NORMS, "iteration")]
        self.assertEqual([n for n in rows if n < first], list(range(0, first, 100)))
        last = rows[-1]
        self.assertEqual([n for n in rows if n >= first], list(range(first + -first % 3, last + 1, 3)))
        self.assertIn("driver::iterations is 3 from", run.log)
