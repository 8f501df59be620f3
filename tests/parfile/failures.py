"""Failing runs: an error of all ranks is reported once, an error of some ranks with their numbers. No rank hangs."""

import itertools
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess

import numpy

import harness
import launch


def faulty(how="nothing", rank=-1, hdf5=None, iterations=4, device="none", **driver):
    """Without a number of iterations if `iterations` is None."""
    content = harness.content((16, 16), iterations=iterations, device=device, driver=driver,
                              faulty={"how": how, "rank": rank}, hdf5=hdf5)
    if iterations is None:
        del content["driver"]["iterations"]
    return content


class Failures(harness.Case):
    def fails(self, content, ranks, sets=()):
        return self.run_nopal(content, ranks=ranks, sets=sets, succeeds=False).log

    def test_errors_of_all_ranks_are_told_once(self):
        for how, text in {"error": "it failed as asked", "exception": "unexpected failure: something of the library",
                          "memory": "out of memory on the host"}.items():
            for ranks in (1, 2, 4):
                with self.subTest(how=how, ranks=ranks):
                    log = self.fails(faulty(how), ranks)
                    self.assertEqual(log.count(text), 1, log)
                    self.assertIn(f"nopal: faulty::fail (poststep, iteration 2): {text}", log)

    def test_an_error_of_one_rank_carries_its_number_and_ends_the_job(self):
        for how, text in {"error": "it failed as asked", "memory": "out of memory"}.items():
            for rank in (0, 1, 3):
                with self.subTest(how=how, rank=rank):
                    log = self.fails(faulty(how, rank), 4)
                    self.assertIn(f"nopal: rank {rank}: faulty::fail (poststep, iteration 2): {text}", log)
                    self.assertEqual(log.count(text), 1, log)

    def test_output_under_way_is_given_up(self):
        content = faulty("error", cells=[999, 999], hdf5={"every": 1, "variables": ["faulty::u"], "background": True})
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                result = self.run_nopal(content, ranks=ranks, succeeds=False)
                self.assertIn("nopal: faulty::fail (poststep, iteration 2): it failed as asked", result.log)
                self.assertNotRegex(result.log, launch.CRASHED)
                # The file of iteration 0 was complete before that of iteration 1 was begun.
                self.assertEqual(sorted(path.name for path in result.folder.iterdir() if path.name != "provenance"),
                                 ["fields.xmf", "fields_00000000.h5"])
                self.assertNotIn("fields_00000001.h5", result.text("fields.xmf"))

    def test_what_is_no_exception_is_told(self):
        for how, text in {"text": r'"words", of type char const\*', "object": r"an object of type \S.*::Oops"}.items():
            with self.subTest(how=how):
                self.assertRegex(self.fails(faulty(how), 1), r"nopal: faulty::fail \(poststep, iteration 2\): unexpected "
                                                             rf"failure: it threw {text}; throw nopal::Error")

    def test_different_errors_are_all_told(self):
        log = self.fails(faulty("own_error"), 3)
        for rank in range(3):
            self.assertEqual(log.count(f"nopal: rank {rank}: "), 1, log)
            self.assertEqual(log.count(f"rank {rank} has trouble of its own"), 1, log)

    def test_wrong_parfiles_are_told_once_and_allocate_nothing(self):
        for content, text in ((faulty(iterations="many"), "found many"), (faulty(cells=[0, 1]), "out of range"),
                              (faulty(process_grid=[3, 3]), "driver.process_grid"),
                              (faulty(cells=[300000, 300000]), "of host memory on this node")):
            with self.subTest(text=text):
                log = self.fails(content, 2)
                self.assertEqual(log.count("nopal: "), 1, log)
                self.assertIn(text, log)

    def test_an_output_folder_that_cannot_be(self):
        (self.folder / "taken").write_text("a file")
        log = self.fails(faulty(output="taken"), 2)
        self.assertEqual(log.count("the output folder \"taken\" cannot be used: it exists and is not a folder"), 1, log)

    def test_devices_that_are_not_there(self):
        for device, text in {"opnecl": "did you mean \"opencl\"?", "checkd": "did you mean \"checked\"?"}.items():
            with self.subTest(device=device):
                log = self.fails(faulty(), 2, sets=[f"accelerator.device={device}"])
                self.assertEqual(log.count(text), 1, log)

    def test_device_libraries_that_crash(self):
        """The plugin shaky aborts when it is asked for its devices. `device: auto` would take it first."""
        crash = "shaky: when it was asked for its devices, it crashed (Aborted); its last words: shaky: assertion failed"
        variables = {"NOPAL_THORN_PATH": f"{harness.BUILD}/tests/thorns:{harness.BUILD}/tests/shaky", "NOPAL_SHAKY": "abort"}
        self.assertIn(f"shaky            none: {crash[7:]}", self.nopal("list", "devices", variables=variables).stdout)
        self.assertIn(crash[7:], self.nopal("list", "backends", variables=variables).stdout)
        run = self.run_nopal(faulty(device="auto"), 2, variables=variables)
        self.assertIn(f"  not {crash}", run.log)
        named = self.run_nopal(faulty(device="shaky"), 2, succeeds=False, variables=variables).log
        self.assertEqual(named.count(f"accelerator.device is \"shaky\", which has no device here: {crash[7:]}"), 1, named)


class SuddenEnds(harness.Case):
    """A signal or exit() inside a routine ends the whole job, and one line says where it happened."""

    ENDS = {"exit": r"exit\(0\) was called", "bad_access": "SIGSEGV: it accessed memory at 0x0 ",
            "deep": "SIGSEGV: its stack is full", "division": "SIGFPE: it divided an integer by 0",
            "abort": "SIGABRT: abort\\(\\) was called", "alarm": "SIGALRM: a timer has run out",
            "pipe": "SIGPIPE: it wrote to a pipe or socket that nobody reads any more",
            "file_size": "SIGXFSZ: a file would become larger than the limit"}

    AT_ONCE = {"exit_at_once": r"_exit\(0\) was called", "exit_as_in_c": r"_Exit\(0\) was called",
               "quick_exit": r"quick_exit\(\) was called", "daemon": r"daemon\(0\) was called",
               "end_of_thread": r"pthread_exit\(\) was called, which would end the thread that calls all routines: ",
               "end_of_c_thread": r"thrd_exit\(\) was called", "cancel": r"pthread_cancel\(\) was called",
               "mpi_abort": r"MPI_Abort\(0\) was called, which gives no reason: ",
               "thread": "SIGABRT: an exception left a thread, or a function that may not throw; catch it there: it failed "
                         "as asked"}

    def check_end(self, how, text, ranks, **changes):
        with self.subTest(how=how, ranks=ranks):
            result = self.run_nopal(faulty(how, ranks - 1, **changes), ranks=ranks, succeeds=False)
            rank = "rank 1: " if ranks > 1 else ""
            where = r"faulty::fail \(poststep, iteration 2\): "
            self.assertEqual(len(re.findall(f"^nopal: {rank}{where}{text}", result.log, re.MULTILINE)), 1, result.log)
            self.assertEqual(result.log.count("nopal: rank"), ranks - 1, result.log)
            status = json.loads(result.text("provenance/run_0000/run.json"))["status"]
            self.assertEqual(status["state"], "failed")
            self.assertRegex(status["reason"], text)

    def test_each_is_told_with_its_place(self):
        for how, text in self.ENDS.items():
            for ranks in (1, 2):
                self.check_end(how, text, ranks, device="opencl" if how == "division" else "none")

    def test_calls_that_end_the_process_at_once(self):
        for ranks, (how, text) in zip(itertools.cycle((1, 2)), self.AT_ONCE.items()):
            self.check_end(how, text, ranks)
        self.check_end("exit_at_once", self.AT_ONCE["exit_at_once"], 2)

    def test_a_function_may_end_its_own_threads(self):
        self.assertEqual(self.run_nopal(faulty("own_threads")).log.count("evolution: 4 "), 1)

    def test_a_damaged_heap(self):
        """The report uses nothing of the heap."""
        if harness.SMALL:
            self.skipTest("sanitizers have a heap of their own")
        for ranks in (1, 2):
            self.check_end("damage", "SIGSEGV: it accessed memory at 0x0 ", ranks)

    FAULTS = {"kernel_division": r"compute\.kernel:7: an integer is divided by 0",
              "kernel_function": r"functions\.kernel:2: an integer is divided by 0",
              "kernel_shift": r"compute\.kernel:9: the bits of an integer are shifted by 64",
              "kernel_conversion": r"compute\.kernel:10: the real 4\S*e\+300 is made an integer",
              "kernel_smallest": r"compute\.kernel:11: the smallest integer, -9223372036854775808, is divided by -1",
              "kernel_index": r"compute\.kernel:15: the index 4 is outside of a local array, '(double |real)\[4\]'"}
    FAULTS_ON_HOST = {"kernel_opposite": r"compute\.kernel:12: the result of 0 - -9223372036854775808 does not fit into an "
                                         r"integer of 64 bits",
                      "kernel_sum": r"compute\.kernel:13: the result of (9223372036854775807 \+ 4|4 \+ 9223372036854775807) does not fit",
                      "kernel_product": r"compute\.kernel:14: the result of 4000000 \* 1000000 does not fit into an integer of "
                                        r"32 bits: compute with an int"}

    def test_kernels_that_divide_by_0_or_leave_a_local_array(self):
        """No exception can leave the middle of an expression, so the bounds-checked version ends the process."""
        for how, text in {**self.FAULTS, **self.FAULTS_ON_HOST}.items():
            for ranks in (1, 2) if how == "kernel_index" else (1,):
                with self.subTest(how=how, ranks=ranks):
                    result = self.run_nopal(faulty(how, check_bounds=True), ranks=ranks, succeeds=False)
                    self.assertRegex(result.log, rf"nopal: (rank \d: )?faulty::compute \(poststep, iteration 0\): .*{text}")
                    status = json.loads(result.text("provenance/run_0000/run.json"))["status"]
                    self.assertEqual(status["state"], "failed")
                    self.assertRegex(status["reason"], text)

    def test_kernels_on_devices_that_do_so(self):
        """Devices end with an error. Only the checked versions look."""
        for how, text in self.FAULTS.items():
            with self.subTest(how=how):
                log = self.run_nopal(faulty(how, device="opencl", check_bounds=True), succeeds=False).log
                text = text.replace(r", '(double |real)\[4\]'", ", which has 4 elements")
                text = text.replace(": ", ": kernel compute of thorn faulty: ", 1)
                self.assertRegex(log, rf"nopal: faulty::compute \(poststep, iteration 0\): .*{text}")

    def test_the_signal_itself_ends_the_process(self):
        """So the system can write a core file."""
        if harness.SMALL:
            self.skipTest("sanitizers end the process themselves")
        with harness.started(self.parfile(faulty("bad_access")), self.folder) as process:
            log, _ = process.communicate(timeout=harness.LONGEST)
        self.assertRegex(log, r"exited on\ssignal 11")  # OpenMPI 5 breaks the line


class Processes(harness.Case):
    """What functions change in the process, and processes that they make."""

    def test_changes_are_set_back(self):
        """faulty::check_rules and the complete output say so."""
        run = self.run_nopal(faulty("changes", hdf5={"every": 1, "variables": ["faulty::u"]}), ranks=2)
        self.assertRegex(run.log, r"warning: \S*faulty.yaml:\d+:5: faulty::fail changes for all routines: how the processor "
                                  r"rounds \(now up\), .*, the locale of numbers \(now C.UTF-8\), the working folder "
                                  r"\(now /\); nopal has set it back, and does so after each call: ")
        self.assertEqual(len(list(run.folder.glob("fields_*.h5"))), 5)

    def test_a_child_that_comes_back_ends(self):
        log = self.run_nopal(faulty("child", 1), ranks=2).log
        self.assertRegex(log, r"nopal: rank 1: faulty::fail \(poststep, iteration 2\): fork\(\) has made process \d+, a "
                              r"second nopal, which goes on with the run: it ends here; call _exit")
        self.assertEqual(log.count("fork()"), 1, log)
        self.assertEqual(log.count("evolution: 4 "), 1, log)

    def test_a_child_that_would_wait_for_ranks_ends(self):
        log = self.run_nopal(faulty("waiting_child", 1), ranks=2).log
        self.assertRegex(log, r"nopal: rank 1: faulty::fail \(poststep, iteration 2\): fork\(\) has made process")
        self.assertEqual(log.count("evolution: 4 "), 1, log)

    def test_the_end_of_a_child_ends_no_run(self):
        log = self.run_nopal(faulty("failing_child"), ranks=2).log
        self.assertNotIn("nopal: ", log)
        self.assertEqual(log.count("evolution: 4 "), 1, log)

    def test_a_child_that_lives_longer_does_not_hold_the_run(self):
        log = self.folder / "log"
        with open(log, "w", encoding="utf-8") as file:
            with subprocess.Popen(harness.command_line(self.parfile(faulty("living_child")), launcher=False), stdout=file,
                                  stderr=file, cwd=self.folder, env=harness.environment() | harness.alone(),
                                  start_new_session=True) as process:
                try:
                    self.assertEqual(process.wait(timeout=harness.LONGEST), 0)
                finally:
                    os.killpg(process.pid, signal.SIGKILL)
        self.assertRegex(log.read_text(), "nopal: a process that faulty::fail has made with fork\\(\\) still runs: ")


class Conversions(harness.Case):
    """Reals of a kernel that become integers, and reals again. Zeros have no sign."""

    LARGEST, SUM = 2.0**63, 2**31 - 2
    REALS = [0.0, 0.0, 2.0, -2.0, LARGEST, -LARGEST, LARGEST, -LARGEST, LARGEST - 1024, LARGEST, 0.0]
    # The sum of both types has 32 bits without a sign.
    NARROWS = [0, 0, 4, 2**32 - 2, SUM, 2**31, SUM, 2**31, SUM, SUM, 0]

    def test_have_the_same_bits_on_every_device(self):
        for device in ("none", "opencl"):
            with self.subTest(device=device):
                run = self.run_nopal(faulty("conversions", device=device, iterations=0,
                                            hdf5={"every": 1, "variables": ["faulty::result", "faulty::narrow"]}))
                for name, expected in (("faulty_result", self.REALS), ("faulty_narrow", self.NARROWS)):
                    found = run.dataset(0, name)[0][:len(expected)]
                    self.assert_same_bits(found, numpy.array(expected, dtype=float), name)

    def test_that_give_no_integer_end_the_checked_versions(self):
        for device, sets in (("none", {"check_bounds": True}), ("checked", {}), ("opencl", {"check_bounds": True})):
            with self.subTest(device=device):
                log = self.run_nopal(faulty("conversions", device=device, **sets), succeeds=False).log
                self.assertRegex(log, r"convert\.kernel:1[89]: .*the real \S+ is made an integer, but no integer")


class ChecksOnDevices(harness.Case):
    def test_find_nothing_in_a_right_thorn(self):
        """While data stream, the windows of what a kernel reads are wider than that of what it writes."""
        norms = []
        for streaming, checks in (("never", False), ("never", True), ("always", True)):
            run = self.run_nopal(harness.wave((12, 10, 14), iterations=4, device="opencl", driver={"check_bounds": checks},
                                              accelerator={"streaming": streaming},
                                              tsv={"every": 4, "norms": ["wavetoy::phi"]}))
            norms.append(run.text("wavetoy-phi.norms.tsv"))
        self.assertEqual(norms, norms[:1]*3)


class TimeSteps(harness.Case):
    """A limit of the time step that only the run knows: spoilt::count is the iteration that was computed last."""

    def limited(self, text, **changes):
        (self.folder / "limited.yaml").write_text("thorn: limited\ndescription: Limits the time step\ninherits: [spoilt]\n" + text)
        self.variables = {"NOPAL_THORN_PATH": f"{harness.environment()['NOPAL_THORN_PATH']}:{self.folder}"}
        return harness.content((16, 16), iterations=8, spoilt={}, limited={}, **changes)

    def test_a_scalar_limits_the_time_step(self):
        """The time step is a quarter of the spacing, so the iteration after 4 is the first one that is refused."""
        content = self.limited("max_dt: spacing/(1 + spoilt::count)\n", driver={"courant": 0.25})
        check = self.nopal("check", self.parfile(content), variables=self.variables).stdout
        self.assertIn("0 errors", check)
        self.assertNotIn("these values of spoilt::count", check, "the limit reads it")
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                log = self.run_nopal(content, ranks=ranks, variables=self.variables, succeeds=False).log
                self.assertEqual(log.count("nopal: iteration 5: the time step is "), 1, log)
                self.assertRegex(log, r"but max_dt of limited at .*limited.yaml:4:9, spacing/\(1 \+ spoilt::count\), "
                                      r"allows at most \S+: set driver.courant: 0.2 or less \(spoilt::count is 4\)\n")
        content["driver"]["iterations"] = 4
        log = self.run_nopal(content, variables=self.variables, options=["--compare-plan"]).log
        self.assertIn("plan: the start and 4 iterations copied exactly what was planned", log)

    def test_a_limit_that_nobody_computes(self):
        content = self.limited("groups:\n  limits: {type: scalar, variables: [largest], description: d}\nmax_dt: largest\n")
        check = self.nopal("check", self.parfile(content), variables=self.variables, succeeds=False)
        self.assertIn("limited.yaml:6:9: max_dt of limited depends on limited::largest, but limited::largest",
                      check.stdout + check.stderr)
        self.assertIn("max_dt of limited", self.run_nopal(content, variables=self.variables, succeeds=False).log)


class DifferentInput(harness.Case):
    """Ranks that were told different things end with one error, which names the difference."""

    def run_ranks(self, *ranks):
        """Runs each rank with arguments of its own: the command, a parfile, options."""
        script = 'case "$OMPI_COMM_WORLD_RANK" in\n'  # not every mpirun takes several programs
        for number, (command, content, *options) in enumerate(ranks):
            parfile = content if isinstance(content, pathlib.Path) else self.parfile(content)
            words = shlex.join([str(harness.BUILD / "bin" / "nopal"), command, str(parfile), *options])
            script += f"{number}) exec {words} ;;\n"
        words = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(len(ranks)), "bash", "-c", script + "esac"]
        result = subprocess.run(words, cwd=self.folder, env=harness.environment(), capture_output=True, text=True,
                                check=False, timeout=harness.LONGEST)
        return result.returncode, result.stdout + result.stderr

    def test_the_first_difference_is_told_once(self):
        parfile = self.parfile(faulty(output="out"))
        larger = self.parfile(faulty(output="out", cells=[16, 32]))
        more = self.parfile(harness.content((16, 16), iterations=4, faulty={}, tsv={}, driver={"output": "out"}))
        for ranks, text in (
                ((("run", parfile), ("run", larger), ("run", parfile)),
                 "driver.cells is [16, 16] on ranks 0, 2 and [16, 32] on rank 1"),
                ((("run", parfile), ("run", parfile, "--set", "faulty.rank=7")),
                 "faulty.rank is -1 on rank 0 and 7 on rank 1"),
                ((("run", parfile), ("run", more)),
                 "the list of active thorns is driver, accelerator, faulty on rank 0 and driver, accelerator, faulty, "
                 "tsv on rank 1"),
                ((("run", parfile, "--trace", "t.json"), ("run", parfile)),
                 "the option --trace is on on rank 0 and off on rank 1"),
                ((("check", parfile), ("run", parfile)), "the command of nopal is check on rank 0 and run on rank 1")):
            with self.subTest(text=text):
                code, log = self.run_ranks(*ranks)
                self.assertNotEqual(code, 0, log)
                line = f"nopal: the ranks were started with different input: {text}; "
                self.assertEqual(log.count(line), 1, log)
                self.assertEqual(log.count("nopal: "), 1, log)
                self.assertFalse((self.folder / "out").exists(), "nothing is made")

    def test_a_rank_that_fails_early_ends_all(self):
        parfile = self.parfile(faulty(output="out"))
        for other, text in ((("run", pathlib.Path("missing.yaml")), "nopal: rank 1: missing.yaml: this file cannot be "
                             "read: No such file or directory"),
                            (("run", self.parfile(faulty(cells="many"))), ": driver::cells: found many, expected a list"),
                            (("run", parfile, "--sett", "a"), "nopal: rank 1: unknown option --sett of `nopal run`")):
            with self.subTest(other=other):
                code, log = self.run_ranks(("run", parfile), other)
                self.assertNotEqual(code, 0, log)
                self.assertEqual((log.count(text), log.count("nopal: rank 1: ")), (1, 1), log)
                self.assertNotIn("MPI_ERR", log)


class Storage(harness.Case):
    def test_of_temporary_variables_comes_and_goes(self):
        for device, ranks in itertools.product(("none", "checked"), (1, 2)):
            with self.subTest(device=device, ranks=ranks):
                self.run_nopal(faulty(device=device), ranks=ranks)


class Ends(harness.Case):
    def last_iteration(self, log):
        return next(line for line in log.splitlines() if line.startswith("evolution: ")).split()[1]

    def test_after_iterations_or_time_whichever_comes_first(self):
        for driver, last in (({"iterations": 3}, "3"), ({"iterations": None, "final_time": 0.1}, "4"),
                             ({"iterations": 9, "final_time": 0.1}, "4"), ({"iterations": 0}, "0")):
            with self.subTest(driver=driver):
                self.assertEqual(self.last_iteration(self.run_nopal(faulty(**driver), ranks=2).log), last)

    def test_when_one_rank_asks_for_it(self):
        log = self.run_nopal(faulty("end", rank=1, iterations=9), ranks=2).log
        self.assertEqual(self.last_iteration(log), "2")

    def test_when_the_walltime_is_over(self):
        log = self.run_nopal(faulty(iterations=None, walltime=0.001), ranks=2).log
        self.assertEqual(self.last_iteration(log), "0")
        self.assertIn("driver.walltime is reached", log)

    def test_check_ends_before_anything_is_made(self):
        parfile = self.parfile(faulty())
        log = self.run_nopal(parfile, command="check").log
        for text in ("17 x 17 points", "memory: ", "nothing wrong found"):
            self.assertIn(text, log)
        self.assertFalse((self.folder / parfile.stem).exists())

    def test_check_prints_the_schedule_if_asked(self):
        """After the warnings, and before the errors, which may be what somebody looks for in the schedule."""
        item = "  faulty::step: kernel, device\n"
        parfile = self.parfile(faulty())
        self.assertNotIn(item, self.run_nopal(parfile, command="check").log)
        self.assertIn(item, self.run_nopal(parfile, ranks=2, command="check", options=["--schedule"]).log)
        content = harness.wave((8,), iterations=2, coordinates={}, tsv={"every": 1, "norms": ["wavetoy::phi"]})
        lines = self.run_nopal(content, command="check", options=["--schedule"]).log.splitlines()
        places = [next(n for n, line in enumerate(lines) if text in line)
                  for text in ("warning: ", "wavetoy::evolve: kernel", "0 errors")]
        self.assertEqual(places, sorted(places))
