"""Runs nopal for the end-to-end tests, in a folder of its own, and reads what it wrote.

To run one file, or one test of it, in this folder: python3 -m unittest -v bits[.Bits.test_any_process_grid]

The environment names what is tested: NOPAL_BUILD, the build folder, and NOPAL_SOURCE, the source folder.
"""

import atexit
import collections
import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy
import yaml

SOURCE = pathlib.Path(os.environ.get("NOPAL_SOURCE", pathlib.Path(__file__).parents[2])).resolve()
BUILD = pathlib.Path(os.environ.get("NOPAL_BUILD", SOURCE / "build" / "release")).resolve()
SMALL = os.environ.get("NOPAL_SMALL") == "1"  # sanitizers: the same paths on smaller grids
LONG = os.environ.get("NOPAL_LONG_TESTS") == "1"  # scripts/test --long: what takes hours
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import launch

# Seconds. What takes longer hangs. PoCL compiles euler in two minutes when three other tests run beside it.
LONGEST = 600
DEVICES = ("none", "checked", "opencl")
# What starts the ranks.
OPENMPI_5 = "Open MPI) 5." in subprocess.run(["mpirun", "--version"], check=False, text=True, capture_output=True).stdout
CLANG = os.environ.get("NOPAL_COMPILER") == "Clang"  # CMake's name of the compiler that nopal was built with
# The variables of the thorn every_type.
EVERY_TYPE = ("phi", "mask", "psi", "mode", "phase", "total", "count", "amplitude")

# The tests of one program share what nopal keeps: compiled kernels and the answers of trials. They never use those of another
# program or of the user. All tests that one ctest runs also share what PoCL keeps (NOPAL_TEST_POCL), since PoCL takes a second
# and more to compile a kernel. All this lies in memory where that is possible: PoCL waits for the disk after each file.
_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
_shared = tempfile.TemporaryDirectory(prefix="nopal-parfile-", dir=_memory)
unittest.addModuleCleanup(_shared.cleanup)
_openmpi = tempfile.TemporaryDirectory(prefix="nopal-openmpi-", dir=_memory)
atexit.register(_openmpi.cleanup)


def environment(threads=1, optimised=LONG):
    """The environment for mpirun, OpenMP and PoCL: permission for root, and at most `threads` threads. `optimised`: whether PoCL
    optimises kernels. That takes up to two thirds of the time to compile them, so only some tests of bits ask for it."""
    return os.environ | launch.ENVIRONMENT | launch.under_mpirun(_openmpi.name) | {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMP_NUM_THREADS": str(threads),
        "POCL_MAX_PTHREAD_COUNT": str(threads),
        "POCL_CACHE_DIR": os.environ.get("NOPAL_TEST_POCL") or _shared.name + "/pocl",
        "POCL_EXTRA_BUILD_FLAGS": "" if optimised else "-cl-opt-disable",
        # PoCL compiles each kernel for any grid. It would also compile it for each size of work-groups.
        "POCL_WORK_GROUP_SPECIALIZATION": "1" if LONG else "0",
        "NOPAL_CACHE": _shared.name + ("/optimised" if optimised else "/kernels"),
        "NOPAL_THORN_PATH": f"{BUILD}/tests/thorns:{BUILD}/tests/errors/thorns",
    }


def command_line(parfile, ranks=1, sets=(), command="run", options=(), launcher=True):
    overrides = [word for each in sets for word in ("--set", each)]
    mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)] if launcher else []
    return [*mpirun, str(BUILD / "bin" / "nopal"), command, str(parfile), *overrides, *options]


def alone():
    """The environment of a process that starts without mpirun (launch.alone)."""
    return launch.alone(tempfile.mkdtemp(dir=_openmpi.name))


@contextlib.contextmanager
def started(parfile, folder, ranks=1, sets=(), threads=1, command="run", options=(), variables=None, launcher=True,
            optimised=LONG):
    """Starts a process in a group of its own. Afterwards no process of the group is left. `variables`: of its
    environment. `launcher`: whether mpirun starts it. `optimised`: see environment()."""
    process = subprocess.Popen(command_line(parfile, ranks, sets, command, options, launcher), cwd=folder, text=True,
                               errors="replace", start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=environment(threads, optimised) | ({} if launcher else alone()) | (variables or {}))
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def all_said(process, timeout):
    """Waits for the end. Returns the output without the bytes 0 of OpenMPI 5 (findings/openmpi-5-notice-ends-with-nul.sh)."""
    return process.communicate(timeout=timeout)[0].replace("\0", "")


def processes(parfile):
    """The process numbers of the ranks that run this parfile."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            words = path.read_bytes().split(b"\0")
            if words[0] == str(BUILD / "bin" / "nopal").encode() and str(parfile).encode() in words:
                found.append(int(path.parent.name))
    return sorted(found)


def in_turn(cases, settings):
    """Pairs of a case and a setting: each case with one of the settings in turn, in long tests with all of them."""
    return list(itertools.product(cases, settings) if LONG else zip(cases, itertools.cycle(settings)))


class Result:
    """A finished run: its log, its exit code and its output folder."""

    def __init__(self, log, code, folder):
        self.log = log
        self.code = code
        self.folder = folder

    def path(self, name):
        return self.folder / name

    def text(self, name):
        return self.path(name).read_text()

    def names(self, pattern):
        return sorted(path.name for path in self.folder.glob(pattern))

    def column(self, name, column):
        """The numbers of a column of a tsv file."""
        return [row[column] for row in self.rows(name)]

    def rows(self, name):
        """The rows of a tsv file, each as a dictionary from column to number."""
        lines = self.text(name).splitlines()
        columns = [line for line in lines if line.startswith("# ")][-1][2:].split("\t")
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        return [dict(zip(columns, map(float, row), strict=True)) for row in rows]

    def fields(self, iteration):
        """The HDF5 file of an iteration, opened."""
        return h5py.File(self.path(f"fields_{iteration:08d}.h5"))

    def dataset(self, iteration, record):
        """A mesh record (or "record/component") as an array, slowest axis first."""
        with self.fields(iteration) as file:
            return file[f"data/{iteration}/meshes/{record}"][()]

    def transfers(self, span):
        """The numbers of each rank, from the line of driver.report_transfers for "evolution" or "total"."""
        number = r"(\d+) transfers?, (\d+) bytes payload, (\d+) bytes moved"
        found = re.findall(rf"rank (\d+) {span}: host->device {number}; device->host {number}", self.log)
        return {int(rank): {"to_device": tuple(map(int, rest[:3])), "to_host": tuple(map(int, rest[3:]))}
                for rank, *rest in found}


class Running(Result):
    """A run that goes on. It gets its log and exit code at its end."""

    def __init__(self, parfile, process, folder):
        super().__init__(None, None, folder)
        self.parfile = parfile
        self.process = process
        self.killed = False

    def kill(self):
        """Kills the launcher and the ranks. If OpenMPI 5's mpirun alone is killed, a single rank goes on, and others end with an
        error. So it must not notice before all are killed."""
        self.killed = True
        os.killpg(self.process.pid, signal.SIGSTOP)
        for number in processes(self.parfile):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        os.killpg(self.process.pid, signal.SIGKILL)


class Case(unittest.TestCase):
    """A test with a folder of its own, which is removed at the end."""

    optimised = LONG  # see environment()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nopal-run-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.runs = 0

    @classmethod
    def shared(cls):
        """A case for runs that all tests of the class share. Its folder is removed after the last test."""
        case = cls()
        Case.setUp(case)
        cls.addClassCleanup(case.doCleanups)
        return case

    def parfile(self, content):
        """Writes a parfile from a dictionary. Each has its own name, and so its own output folder."""
        self.runs += 1
        path = self.folder / f"run{self.runs}.yaml"
        path.write_text(yaml.safe_dump(content, sort_keys=False))
        return path

    def output_folder(self, log):
        """The last output folder that this log names; None if it names none."""
        found = re.findall(r"^output: (.*)$", log, re.MULTILINE)
        return self.folder / found[-1] if found else None

    def run_nopal(self, content, ranks=1, sets=(), threads=1, timeout=LONGEST, succeeds=True, **options):
        """Runs nopal to its end; one rank without mpirun, which takes longer to start. `options`: further arguments of
        started()."""
        parfile = content if isinstance(content, pathlib.Path) else self.parfile(content)
        options = {"launcher": ranks > 1, "optimised": self.optimised} | options
        with started(parfile, self.folder, ranks, sets, threads, **options) as process:
            try:
                log = all_said(process, timeout)
            except subprocess.TimeoutExpired:
                self.fail(f"{parfile} did not end within {timeout} s")
        self.assertEqual(process.returncode == 0, succeeds, f"{parfile.read_text()}\n{log}")
        return Result(log, process.returncode, self.output_folder(log) or self.folder / parfile.stem)

    @contextlib.contextmanager
    def running(self, content, first, ranks=2, folder=None, succeeds=True, **options):
        """Starts a run, waits for an output file whose name matches `first`, and yields the run. After the block it
        waits for the end of all ranks. The run must succeed, or not, unless the block kills it or `succeeds` is None.
        `folder`: that of its output."""
        parfile = content if isinstance(content, pathlib.Path) else self.parfile(content)
        folder = folder or self.folder / parfile.stem
        with started(parfile, self.folder, ranks, **{"optimised": self.optimised} | options) as process:
            run = Running(parfile, process, folder)
            self.wait_until(lambda: any(folder.glob(first)) or process.poll() is not None, "output")
            yield run
            run.log = all_said(process, LONGEST)
        self.wait_for_ranks(parfile)
        run.code = process.returncode
        if run.killed:
            self.assertEqual(run.code, -signal.SIGKILL, "the run ended before it was killed")
        elif succeeds is not None:
            self.assertEqual(run.code == 0, succeeds, run.log)

    def nopal(self, *words, succeeds=True, variables=None):
        """Runs a command of nopal without mpirun. The result has its texts as .stdout and .stderr."""
        result = subprocess.run([BUILD / "bin" / "nopal", *map(str, words)], cwd=self.folder, text=True, check=False,
                                capture_output=True, timeout=LONGEST,
                                env=environment(optimised=self.optimised) | alone() | (variables or {}))
        self.assertEqual(result.returncode == 0, succeeds, result.stdout + result.stderr)
        return result

    def mounted(self, options):
        """Mounts a file system in memory, such as "size=64k", and returns its folder."""
        path = pathlib.Path(tempfile.mkdtemp(prefix="disk", dir=self.folder))
        words = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", path]
        if subprocess.run(words, check=False, capture_output=True).returncode:
            self.skipTest("a file system cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", path], check=False)
        return path

    def traced_exchanges(self, file):
        """Yields rank, neighbours (a list) and sent bytes of each exchange after iteration 0, as a trace says it."""
        for event in json.loads(file.read_text(encoding="utf-8"))["traceEvents"]:
            if event.get("cat") == "exchange" and event["args"]["iteration"] > 0:
                neighbours = [int(rank) for rank in event["args"]["neighbours"].replace(",", " ").split()]
                yield event["pid"], neighbours, event["args"]["sent"]

    def messages_of_two_ranks(self, file):
        """Returns the number and bytes of the messages of each rank after iteration 0, as a trace says it."""
        counts, sent = collections.Counter(), collections.Counter()
        for rank, neighbours, size in self.traced_exchanges(file):
            self.assertEqual(neighbours, [1 - rank])
            counts[rank] += 1
            sent[rank] += size
        return counts, sent

    def assert_same_bits(self, a, b, message=None):
        """Two arrays must have the same shape, type and bytes. So 0 and -0 differ, and two NaNs can differ."""
        self.assertEqual((a.shape, a.dtype), (b.shape, b.dtype), message)
        if a.tobytes() != b.tobytes():
            self.fail(f"{message or 'values'}: they differ by {numpy.max(numpy.abs(a - b))}")

    def wait_until(self, condition, what, seconds=100, pause=0.05):
        """Waits until the condition holds. The limit is long, for slow machines."""
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, f"{what}: not within {seconds} s")
            time.sleep(pause)

    def wait_for_ranks(self, parfile):
        """Waits for the ranks: they live a moment longer than mpirun when it is killed."""
        self.wait_until(lambda: not processes(parfile), "the end of all ranks")


def content(cells, *, iterations, device="none", lower=0.0, upper=1.0, periodic=False, driver=None, accelerator=None,
            **thorns):
    """A parfile as a dictionary, for a grid with `cells` along its axes. lower, upper and periodic are lists, or values
    for all axes. `thorns`: the sections of the active thorns, in their order; one whose section is None is left out."""
    def of_each_axis(value):
        return list(value) if isinstance(value, (list, tuple)) else [value] * len(cells)

    thorns = {name: section for name, section in thorns.items() if section is not None}
    return {
        "description": "End-to-end test",
        "thorns": list(thorns),
        "driver": {"lower": of_each_axis(lower), "upper": of_each_axis(upper), "cells": list(cells),
                   "periodic": of_each_axis(periodic), "iterations": iterations} | (driver or {}),
        "accelerator": {"device": device} | (accelerator or {}),
    } | {name: section for name, section in thorns.items() if section}


def wave(cells, *, centering="vertex", ghosts=1, shape="standing", lower=-0.5, upper=0.5, wavetoy=None, driver=None,
         **more):
    """A parfile of the wave equation. `more`: the other arguments of content()."""
    return content(cells, lower=lower, upper=upper, wavetoy={"shape": shape} | (wavetoy or {}),
                   driver={"centering": centering, "ghosts": ghosts, "courant": 0.5} | (driver or {}), **more)


def every_type(**thorns):
    """A parfile of the thorn every_type, on a grid of 5 x 8 x 10 points, and of the thorns that write its variables."""
    return content((5, 7, 9), iterations=0, periodic=[True, False, False], every_type={}, **thorns)
