"""Runs a table of wrong parfiles and wrong declarations and compares the messages of nopal with the expected ones.

Each case of cases/*.yaml is a mapping:

  name      what is wrong
  parfile   text of run.yaml; if it has no `driver:` section, a small grid is added
  thorns    texts of files on the thorn path, by name: {wrong.yaml: …, evolve.kernel: …}
  files     texts of further files in the folder of the run
  meshes    HDF5 files in the folder of the run: {mesh.h5: {dataset: values}}. null leaves a dataset out;
            {shape: [3, 2], type: int64} makes one without values, {values: [1, 2], type: uint8} one of another type
  set       texts of --set
  command   arguments of nopal; default [run, run.yaml]
  env       further environment variables
  message   the whole message, exactly; {thorns}, {plugins} (the compiled test thorns), {core}
            (nopal's own declarations), {library} and {source} stand for folders, {abi} for the plugin ABI version
  contains  texts that the output must contain, for output that cannot be given exactly (messages of other programs)
  ranks     numbers of processes; default [1, 2]. 1 is started without mpirun
  messages  messages by number of processes, if they differ from `message`
  speakers  by number of processes: how many processes print a message of their own; default 1
  status    exit code; default 1. 0: there is no error, only the warnings in `contains`
  reaches   how far the run gets: `memory` (it prints the memory that it needs), or `run`; by default not so far
  gallery   what the thorn does wrong; docs/wrong-thorns.md shows the case
  generate  run nopal-generate for this thorn in place of nopal; with `compile: true` also the compiler, and with
            `compile: object` also its optimiser, which sees more
  clang     with `compile`, what the output contains if the compiler is clang; false: clang does not find the mistake
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import h5py
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import launch

GRID = "driver: {lower: [0, 0], upper: [1, 1], cells: [16, 16], periodic: [true, false], iterations: 3}\n"
TIMEOUT = 120  # seconds; far above what any case takes
KEYS = {"name", "parfile", "thorns", "files", "meshes", "set", "command", "env", "message", "contains", "ranks",
        "messages", "speakers", "status", "reaches", "gallery", "generate", "compile", "clang"}


class Failure(Exception):
    pass


def write_files(folder, files):
    for name, text in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def write_meshes(folder, meshes):
    for name, datasets in (meshes or {}).items():
        with h5py.File(folder / name, "w") as file:
            for dataset, values in datasets.items():
                if isinstance(values, dict):
                    file.create_dataset(dataset, values.get("shape"), values["type"], data=values.get("values"), chunks=True)
                elif values is not None:
                    file[dataset] = values


def prepare(case, folder):
    (folder / "thorns").mkdir(parents=True)
    write_files(folder / "thorns", case.get("thorns"))
    write_files(folder, case.get("files"))
    write_meshes(folder, case.get("meshes"))
    text = case.get("parfile")
    if text is not None:
        if isinstance(text, str) and "driver:" not in text:
            text += GRID
        write_files(folder, {"run.yaml": text})


def contents(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


class Runner:
    def __init__(self, options):
        self.options = options
        self.clang = options.compiler_id == "Clang"
        header = pathlib.Path(options.include[0]) / "core" / "plugins" / "plugin.hpp"
        self.abi = re.search(r"abi_version = (\d+);", header.read_text()).group(1)

    def environment(self, case, folder):
        environment = os.environ | launch.ENVIRONMENT | {"OMP_NUM_THREADS": "1", "NOPAL_CACHE": "", "LC_ALL": "C.UTF-8"}
        environment["NOPAL_THORN_PATH"] = os.pathsep.join([str(folder / "thorns"), self.options.thorns])
        environment.update({name: self.in_folder(value, folder) for name, value in case.get("env", {}).items()})
        return environment

    def in_folder(self, text, folder):
        return (text.replace("{here}", str(folder)).replace("{plugins}", self.options.thorns)
                .replace("{thorns}", str(folder / "thorns")).replace("{core}", self.options.core)
                .replace("{library}", os.path.dirname(self.options.core)).replace("{abi}", self.abi)
                .replace("{source}", self.options.include[0]))

    def execute(self, command, case, folder, more=None):
        process = subprocess.run(command, cwd=folder, env=self.environment(case, folder) | (more or {}),
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
        # HDF5 1.14 says "synchronously" where 1.10 does not.
        return process.returncode, process.stdout, process.stderr.replace("unable to synchronously open", "unable to open")

    def run(self, case, ranks, folder):
        command = [self.options.nopal, *case.get("command", ["run", "run.yaml"])]
        for override in case.get("set", []):
            command += ["--set", override]
        if ranks > 1:
            command = [*shlex.split(self.options.mpirun), "-n", str(ranks), *command]
        before = contents(folder)
        with tempfile.TemporaryDirectory(prefix="nopal-errors-") as session:
            more = launch.under_mpirun(session) if ranks > 1 else launch.alone(session)
            status, out, err = self.execute(command, case, folder, more)
        text = out + err
        if sign := re.search(f"{launch.CRASHED}|bug:|terminate called|AddressSanitizer|runtime error:", text):
            raise Failure(f"it crashed (\"{sign[0]}\"):\n{text}")
        expected_status = case.get("status", 1)
        if (status == 0) != (expected_status == 0) or (ranks == 1 and status != expected_status):
            raise Failure(f"exit code {status}, expected {expected_status}:\n{text}")
        if "reaches" not in case and "memory" in out:
            raise Failure(f"it went on to allocate memory:\n{out}")
        if case.get("reaches") != "run" and contents(folder) != before:
            raise Failure(f"it created {set(contents(folder)) - set(before)}")
        self.compare(case, ranks, folder, out, err)

    def compare(self, case, ranks, folder, out, err):
        speakers = case.get("speakers", {}).get(ranks, 0 if case.get("status") == 0 else 1)
        if err.count("nopal: ") != speakers:
            raise Failure(f"it should say what is wrong {speakers} times:\n{out}{err}")
        for text in case.get("contains", []):
            if (out + err).count(self.in_folder(text, folder)) != 1:
                raise Failure(f"it should say \"{text}\" once:\n{out}{err}")
        message = case.get("messages", {}).get(ranks, case.get("message"))
        if message is None:
            if not case.get("contains"):
                raise Failure("the case expects nothing")
            return
        block = "nopal: " + self.in_folder(message, folder).strip("\n") + "\n"
        if ranks == 1 and err != block:
            raise Failure(f"it says\n{err}\nexpected\n{block}")
        # mpirun adds its own text.
        for line in block.splitlines():
            if (out + err).count(line + "\n") != 1:
                raise Failure(f"it should say \"{line}\" once:\n{err}")

    def generate(self, case, folder):
        thorns = folder / "thorns"
        generated = folder / "generated.cpp"
        command = [self.options.generate, "thorn", str(thorns / (case["generate"] + ".yaml")), "--kernels", str(thorns),
                   "--output", str(generated), "--depfile", str(folder / "generated.d"), "--search", str(thorns)]
        status, out, err = self.execute(command, case, folder)
        if case.get("compile"):
            if status != 0:
                raise Failure(f"the generator refuses it:\n{err}")
            form = ["-O1", "-c", "-o", "/dev/null"] if case["compile"] == "object" else ["-fsyntax-only"]
            command = [*shlex.split(self.options.compiler), "-std=c++20", *form, "-fopenmp",
                       *(f"-I{path}" for path in self.options.include), str(generated)]
            status, out, err = self.execute(command, case, folder)
        elif generated.exists():
            raise Failure("the generator wrote a file in spite of the error")
        if status <= 0 or status >= 126:
            raise Failure(f"exit code {status}:\n{out}{err}")
        for text in case["clang"] if self.clang and "clang" in case else case["contains"]:
            if self.in_folder(text, folder) not in out + err:
                raise Failure(f"the output lacks \"{text}\":\n{out}{err}")

    def failures(self, case):
        """Returns what is wrong with this case; nothing if it passes."""
        try:
            unknown = set(case) - KEYS
            if unknown:
                raise Failure(f"unknown keys {unknown}")
            for ranks in [1] if "generate" in case else case.get("ranks", [1, 2]):
                folder = pathlib.Path(tempfile.mkdtemp(prefix="nopal-errors-"))
                try:
                    prepare(case, folder)
                    if "generate" in case:
                        self.generate(case, folder)
                    else:
                        self.run(case, ranks, folder)
                except (Failure, subprocess.TimeoutExpired) as failure:
                    return f"with {ranks} process{'es' if ranks > 1 else ''}: {failure}"
                finally:
                    shutil.rmtree(folder)
        except Failure as failure:
            return str(failure)
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", help="a file of cases/")
    parser.add_argument("--nopal", required=True)
    parser.add_argument("--generate", required=True)
    parser.add_argument("--mpirun", required=True)
    parser.add_argument("--thorns", required=True, help="folder of the compiled test thorns")
    parser.add_argument("--core", required=True, help="folder of nopal's own declarations")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--compiler-id", required=True, help="CMake's name of it, such as GNU or Clang")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--only", default="", help="cases whose name contains this")
    options = parser.parse_args()

    cases = [case for case in yaml.safe_load(pathlib.Path(options.table).read_text()) if options.only in case["name"]]
    if not cases:
        sys.exit("no case to run")
    names = [case["name"] for case in cases]
    if len(set(names)) != len(names):
        sys.exit("two cases have the same name")
    runner = Runner(options)
    if runner.clang:
        for case in [case for case in cases if case.get("clang") is False]:
            print(f"left out {case['name']}: clang does not find it")
            cases.remove(case)
    failed = 0
    # There are more threads than cores, because a run on several ranks waits for mpirun most of the time.
    with concurrent.futures.ThreadPoolExecutor(max_workers=8) as pool:
        for case, failure in zip(cases, pool.map(runner.failures, cases)):
            print(f"{'FAILED' if failure else 'ok':<7} {case['name']}", flush=True)
            if failure:
                failed += 1
                print("  " + failure.replace("\n", "\n  "))
    print(f"{len(cases) - failed} of {len(cases)} cases passed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
