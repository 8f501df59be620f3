#!/usr/bin/python3
"""Runs scripts/clang-tidy's clang-tidy with the tree's list of checks on every source file of core, driver, io, plugins.

usage: tidy.py SOURCE_ROOT BUILD_ROOT [JOBS [FILE...]]    FILE: as seen from SOURCE_ROOT; default all
"""

import concurrent.futures
import functools
import json
import pathlib
import subprocess
import sys


@functools.cache
def gcc_headers():
    return subprocess.run(["g++", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()


def check(tool, file, build):
    # clang-tidy does not know all flags of g++. This is no error.
    command = [str(tool), "--quiet", "-p", str(build), "--extra-arg=-Wno-unknown-warning-option",
               "--extra-arg=-Wno-unused-command-line-argument", "--extra-arg=-Wno-unknown-pragmas",
               # The standard library itself uses deprecated declarations. g++ reports those that nopal uses.
               "--extra-arg=-Wno-deprecated-declarations",
               # omp.h is a header of g++. Other headers of g++ must not come before those of clang.
               f"--extra-arg=-idirafter{gcc_headers()}", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return file, result.returncode, result.stdout + result.stderr


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    build = pathlib.Path(sys.argv[2]).resolve()
    tool = source / ".deps/clang-tidy/bin/clang-tidy"
    if not tool.exists():
        print(f"no {tool}; scripts/clang-tidy brings it")
        return 1
    jobs = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    entries = json.loads((build / "compile_commands.json").read_text())
    files = sorted({pathlib.Path(entry["file"]) for entry in entries})
    files = [file for file in files if file.is_relative_to(source) and not file.is_relative_to(build)
             and file.relative_to(source).parts[0] in ("core", "driver", "io", "plugins")]
    if len(sys.argv) > 4:
        files = [file for file in files if str(file.relative_to(source)) in sys.argv[4:]]
    if not files:
        print(f"no source file of {source} in {build}/compile_commands.json")
        return 1
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for file, code, output in pool.map(lambda file: check(tool, file, build), files):
            if code:
                failed += 1
                print(f"{file.relative_to(source)}:\n{output}")
    print(f"{len(files)} files checked, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
