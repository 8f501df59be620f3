#!/usr/bin/python3
"""Runs scripts/clang-tidy's clang-tidy with the tree's list of checks on every source file of core, driver, io, plugins.

usage: tidy.py [--alone] SOURCE_ROOT BUILD_ROOT [JOBS [FILE...]]    FILE: as seen from SOURCE_ROOT; default all

Where the build compiles many files as one, they are checked as one: this takes a fourth of the time. --alone checks each file
alone, so that a missing include is found. Files that are named are checked alone, too.

A file in which nothing was found is not checked again until it, a header, the checks or the flags change. Lines that are only a
comment do not count, except those with NOLINT. The folder nopal/tidy of the user's cache (XDG_CACHE_HOME, or ~/.cache) has an
empty file for each such result.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

FOLDERS = ("core", "driver", "io", "plugins")
KEPT_DAYS = 60


@functools.cache
def gcc_headers():
    return subprocess.run(["g++", "-print-file-name=include"], capture_output=True, text=True, check=True).stdout.strip()


def matters(line, before):
    """Whether a line may change what clang-tidy finds. `before`: the line before it."""
    # A comment that ends with a backslash hides the next line.
    return not line.lstrip().startswith(b"//") or b"NOLINT" in line or b"NOLINTNEXTLINE" in before or line.endswith(b"\\")


@functools.cache
def text_hash(path):
    lines = path.read_bytes().splitlines()
    kept = [line for before, line in zip([b"", *lines], lines) if matters(line, before)]
    return hashlib.sha256(b"\n".join(kept)).hexdigest()


def dependencies(build):
    """Returns the files that each object file was made from, as ninja knows them."""
    lines = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    files, result = [], {}
    for line in lines.splitlines():
        if line.startswith(" "):
            files.append(build / line.strip())
        elif line.endswith("(VALID)"):
            files = result.setdefault(line.split(":")[0], [])
        else:
            files = []
    return result


def is_unity(file):
    return file.suffix == ".cxx" and file.name.startswith("unity_")


def parts(file):
    """The files that a unity file includes."""
    return re.findall(r'^#include "(.*)"$', file.read_text(encoding="utf-8"), re.MULTILINE)


def single_files(entries):
    """The entries of compile_commands.json, where an entry of a unity file becomes one for each file that it includes."""
    for entry in entries:
        file = pathlib.Path(entry["file"])
        if not is_unity(file):
            yield entry
            continue
        # Tests also compile a few files of the tree, with precompiled headers of g++, which clang does not read.
        command = re.sub(r" -include \S*/cmake_pch\.hxx", "", entry["command"])
        for path in parts(file):
            yield {**entry, "file": path, "command": command.replace(str(file), path)}


def of_the_tree(file, source, build):
    return file.is_relative_to(source) and not file.is_relative_to(build) and file.relative_to(source).parts[0] in FOLDERS


def units(entries, source, build):
    """The files to check so that each file of the tree is checked in at least one: unity files, then what they do not include."""
    files = {pathlib.Path(entry["file"]) for entry in entries}
    included = {file: [pathlib.Path(path) for path in parts(file)] for file in files if is_unity(file)}
    # A unit of tests needs precompiled headers of g++. What it includes of the tree is in another unit, too.
    result = {file for file, paths in included.items()
              if any(of_the_tree(path, source, build) for path in paths)
              and all(of_the_tree(path, source, build) or path.is_relative_to(build) for path in paths)}
    done = {path for file in result for path in included[file]}
    return result | {file for file in files - done if of_the_tree(file, source, build)}


class Known:
    """The results of earlier runs."""

    def __init__(self, tool, source, build, entries):
        cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
        self.folder = pathlib.Path(cache) / "nopal" / "tidy"
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.iterdir():
            if old.stat().st_mtime < time.time() - 86400 * KEPT_DAYS:
                old.unlink(missing_ok=True)
        self.source, self.build, self.dependencies = source, build, dependencies(build)
        self.commands = {}
        for entry in entries:
            self.commands.setdefault(pathlib.Path(entry["file"]), []).append(entry["command"])
        version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
        self.common = [version, (source / ".clang-tidy").read_text(encoding="utf-8"), text_hash(pathlib.Path(__file__))]

    def place(self, file):
        """Returns the file that stands for the result. None: ninja does not know from what an object was made."""
        words, files = list(self.common), set()
        for command in self.commands[file]:
            made_from = self.dependencies.get(re.search(r" -o (\S+)", command)[1])
            if not made_from:
                return None
            files.update(path.resolve() for path in made_from)
            words.append(command.replace(str(self.source), "."))
        for each in sorted(each for each in files if not is_unity(each)):
            name = each.relative_to(self.source) if each.is_relative_to(self.source) else each
            words += [str(name), text_hash(each)]
        return self.folder / hashlib.sha256("\n".join(words).encode()).hexdigest()


def check(tool, file, database, known):
    place = known.place(file)
    if place and place.exists():
        place.touch()
        return file, 0, ""
    # clang-tidy does not know all flags of g++. This is no error.
    command = [str(tool), "--quiet", "-p", str(database), "--extra-arg=-Wno-unknown-warning-option",
               "--extra-arg=-Wno-unused-command-line-argument", "--extra-arg=-Wno-unknown-pragmas",
               # The standard library itself uses deprecated declarations. g++ reports those that nopal uses.
               "--extra-arg=-Wno-deprecated-declarations",
               # clang-tidy 23 refuses fmt 10.1's own check of format strings, which Debian 13 has. g++ does this check, too.
               "--extra-arg=-DFMT_CONSTEVAL=",
               # omp.h is a header of g++. Other headers of g++ must not come before those of clang.
               f"--extra-arg=-idirafter{gcc_headers()}", str(file)]
    if is_unity(file):  # it includes sources on purpose
        command.insert(1, "--checks=-bugprone-suspicious-include")
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode == 0 and place:
        place.touch()
    return file, result.returncode, result.stdout + result.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("jobs", type=int, nargs="?", default=1)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    source, build = arguments.source.resolve(), arguments.build.resolve()
    tool = source / ".deps/clang-tidy/bin/clang-tidy"
    if not tool.exists():
        print(f"no {tool}; scripts/clang-tidy brings it")
        return 1
    entries = json.loads((build / "compile_commands.json").read_text())
    alone = arguments.alone or arguments.files
    if alone:
        entries = list(single_files(entries))
    database = build / "tidy"
    database.mkdir(exist_ok=True)
    (database / "compile_commands.json").write_text(json.dumps(entries))
    if alone:
        files = {pathlib.Path(entry["file"]) for entry in entries}
        files = {file for file in files if of_the_tree(file, source, build)}
    else:
        files = units(entries, source, build)
    if arguments.files:
        files = {file for file in files if str(file.relative_to(source)) in arguments.files}
    if not files:
        print(f"no source file of {source} in {build}/compile_commands.json")
        return 1
    failed = 0
    known = Known(tool, source, build, entries)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for file, code, output in pool.map(lambda file: check(tool, file, database, known), sorted(files)):
            if code:
                failed += 1
                print(f"{file.relative_to(source)}:\n{output}")
    print(f"{len(files)} files checked, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
