#!/usr/bin/python3
"""Runs clang-tidy with the tree's list of checks on every source file of core, driver, io and plugins.

usage: tidy.py SOURCE_ROOT BUILD_ROOT [JOBS [FILE...]]    FILE: as seen from SOURCE_ROOT; default all
"""

import concurrent.futures
import json
import pathlib
import subprocess
import sys


def check(file, build):
    # Flags that g++ knows and clang-tidy's front end does not are no concern of the checks.
    command = ["clang-tidy", "--quiet", "-p", str(build), "--extra-arg=-Wno-unknown-warning-option",
               "--extra-arg=-Wno-unused-command-line-argument", "--extra-arg=-Wno-unknown-pragmas", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return file, result.returncode, result.stdout + result.stderr


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    build = pathlib.Path(sys.argv[2]).resolve()
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
        for file, code, output in pool.map(lambda file: check(file, build), files):
            if code:
                failed += 1
                print(f"{file.relative_to(source)}:\n{output}")
    print(f"{len(files)} files checked, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
