"""Runs nopal for the end-to-end tests, in a folder of its own, and reads what it wrote.

The environment names what is tested: NOPAL_BUILD, the build folder, and NOPAL_SOURCE, the source folder.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import h5py
import numpy
import yaml

SOURCE = pathlib.Path(os.environ.get("NOPAL_SOURCE", pathlib.Path(__file__).parents[2])).resolve()
BUILD = pathlib.Path(os.environ.get("NOPAL_BUILD", SOURCE / "build" / "release")).resolve()
SMALL = os.environ.get("NOPAL_SMALL") == "1"  # sanitizers: the same paths on smaller grids
DEVICES = ("none", "checked", "opencl")

# The tests of one program share compiled kernels. They never use those of another program or of the user.
_shared = tempfile.TemporaryDirectory(prefix="nopal-parfile-")
unittest.addModuleCleanup(_shared.cleanup)


def environment(threads=1):
    """The environment for mpirun, OpenMP and PoCL: permission for root, and at most `threads` threads."""
    return os.environ | {
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMP_NUM_THREADS": str(threads),
        "POCL_MAX_PTHREAD_COUNT": str(threads),
        "POCL_CACHE_DIR": _shared.name + "/pocl",
        "NOPAL_CACHE": _shared.name + "/kernels",
        "NOPAL_THORN_PATH": os.pathsep.join([str(BUILD / "tests" / "thorns"), str(BUILD / "tests" / "errors" / "thorns")]),
    }


def command_line(parfile, ranks=1, sets=(), command="run", options=()):
    overrides = [word for each in sets for word in ("--set", each)]
    return ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), str(BUILD / "bin" / "nopal"), command,
            str(parfile), *overrides, *options]


@contextlib.contextmanager
def started(parfile, folder, ranks=1, sets=(), threads=1, command="run", options=()):
    """Starts a process in a group of its own. Afterwards no process of the group is left."""
    process = subprocess.Popen(command_line(parfile, ranks, sets, command, options), cwd=folder,
                               env=environment(threads), text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def processes(parfile):
    """The process numbers of the ranks that run this parfile."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            words = path.read_bytes().split(b"\0")
            if words[0] == str(BUILD / "bin" / "nopal").encode() and str(parfile).encode() in words:
                found.append(int(path.parent.name))
    return sorted(found)


class Result:
    """A finished run: its log, its exit code and its output folder."""

    def __init__(self, log, code, folder):
        self.log = log
        self.code = code
        self.folder = folder

    def path(self, name):
        return self.folder / name

    def rows(self, name):
        """The rows of a tsv file, each as a dictionary from column to number."""
        lines = self.path(name).read_text().splitlines()
        columns = [line for line in lines if line.startswith("#")][-1][2:].split("\t")
        rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        return [dict(zip(columns, map(float, row), strict=True)) for row in rows]

    def dataset(self, iteration, record):
        """A mesh record (or "record/component") as an array, slowest axis first."""
        with h5py.File(self.path(f"fields_{iteration:08d}.h5")) as file:
            return file[f"data/{iteration}/meshes/{record}"][()]

    def transfers(self, span):
        """The numbers of each rank, from the line of driver.report_transfers for "evolution" or "total"."""
        number = r"(\d+) transfers?, (\d+) bytes payload, (\d+) bytes moved"
        found = re.findall(rf"rank (\d+) {span}: host->device {number}; device->host {number}", self.log)
        return {int(rank): {"to_device": tuple(map(int, rest[:3])), "to_host": tuple(map(int, rest[3:]))}
                for rank, *rest in found}


class Case(unittest.TestCase):
    """A test with a folder of its own, which is removed at the end."""

    longMessage = True

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="nopal-run-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.runs = 0

    def parfile(self, content):
        """Writes a parfile from a dictionary or a text. Each run has its own name, and so its own output folder."""
        self.runs += 1
        path = self.folder / f"run{self.runs}.yaml"
        path.write_text(content if isinstance(content, str) else yaml.safe_dump(content, sort_keys=False))
        return path

    def output_folder(self, log):
        """The last output folder that this log names; None if it names none."""
        found = re.findall(r"^output: (.*)$", log, re.MULTILINE)
        return self.folder / found[-1] if found else None

    def run_nopal(self, content, ranks=1, sets=(), threads=1, timeout=120, succeeds=True, options=()):
        parfile = content if isinstance(content, pathlib.Path) else self.parfile(content)
        with started(parfile, self.folder, ranks, sets, threads, options=options) as process:
            try:
                log, _ = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                self.fail(f"{parfile} did not end within {timeout} s")
        result = Result(log, process.returncode, self.output_folder(log) or self.folder / parfile.stem)
        if succeeds:
            self.assertEqual(result.code, 0, f"{parfile.read_text()}\n{log}")
        else:
            self.assertNotEqual(result.code, 0, f"{parfile.read_text()}\n{log}")
        return result

    def wait_until(self, condition, what, seconds=100):
        """Waits until the condition holds. The limit is long, for slow machines."""
        for _ in range(seconds * 20):
            if condition():
                return
            time.sleep(0.05)
        self.fail(f"{what}: not within {seconds} s")

    def wait_for_ranks(self, parfile):
        """Waits for the ranks: they live a moment longer than mpirun when it is killed."""
        self.wait_until(lambda: not processes(parfile), "the end of all ranks")


def wave(cells, *, iterations, centering="vertex", periodic=False, ghosts=1, device="none", shape="standing",
         lower=-0.5, upper=0.5, wavetoy=None, accelerator=None, driver=None, tsv=None, hdf5=None):
    """A parfile of the wave equation on [lower, upper]^d with `cells` along the d axes."""
    dimension = len(cells)
    thorns = ["wavetoy"] + ["tsv"] * (tsv is not None) + ["hdf5"] * (hdf5 is not None)
    content = {
        "description": "End-to-end test",
        "thorns": thorns,
        "driver": {
            "lower": [lower] * dimension,
            "upper": [upper] * dimension,
            "cells": list(cells),
            "periodic": list(periodic) if isinstance(periodic, (list, tuple)) else [periodic] * dimension,
            "centering": centering,
            "ghosts": ghosts,
            "courant": 0.5,
            "iterations": iterations,
        } | (driver or {}),
        "accelerator": {"device": device} | (accelerator or {}),
        "wavetoy": {"shape": shape} | (wavetoy or {}),
    }
    for thorn, values in (("tsv", tsv), ("hdf5", hdf5)):
        if values is not None:
            content[thorn] = values
    return content


def same_bits(a, b):
    """True if two arrays have the same shape, type and bytes. So 0 and -0 differ, and two NaNs can differ."""
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


def largest_difference(a, b):
    return float(numpy.max(numpy.abs(a - b)))
