#!/usr/bin/python3
"""Checks all includes between the top-level folders, and between the folders of core and of driver.

usage: includes.py ROOT    exits 1 and names file, line, include and what is allowed, for each include that is not.

docs/architecture.md lists the ranks that RANKS holds.
"""

import pathlib
import re
import sys

# Libraries by the first part of an include. All folders may include the standard library and POSIX.
LIBRARIES = {
    "mpi.h": "MPI", "ptscotch.h": "PT-Scotch", "hdf5.h": "HDF5", "H5": "HDF5", "CL/": "OpenCL", "cuda": "CUDA", "nvrtc": "CUDA",
    "yaml-cpp/": "yaml-cpp", "spdlog/": "spdlog", "fmt/": "fmt", "CLI/": "CLI11", "nlohmann/": "nlohmann-json", "xxhash": "xxHash", "cairo": "Cairo", "omp.h": "OpenMP",
    "boost/": "Boost", "valgrind/": "Valgrind", "gtest/": "GoogleTest", "gmock/": "GoogleTest",
}
# The includes that each folder may have: first folders of the project, then libraries.
ALLOWED = {
    "core": (["core/"], ["yaml-cpp", "spdlog", "fmt", "OpenMP"]),
    "core/api": (["core/"], ["MPI"]),
    "driver": (["core/", "driver/"], ["MPI", "PT-Scotch", "CLI11", "nlohmann-json", "spdlog", "fmt", "OpenMP"]),
    "io": (["nopal/thorn.hpp", "nopal/mpi.hpp", "nopal/native.hpp", "io/common/"],
           ["HDF5", "MPI", "OpenMP", "nlohmann-json", "xxHash", "Cairo", "fmt"]),
    "plugins": (["nopal/thorn.hpp", "nopal/icosahedral.hpp", "nopal/device.hpp", "nopal/host_backend.hpp"],
                ["OpenCL", "CUDA", "OpenMP", "Boost", "Valgrind", "fmt"]),
}
# The folders of core and of driver, lowest first. A folder may include those of lower ranks and itself. Folders of one
# rank do not include each other, so there is no cycle.
RANKS = {
    "core": [
        ["maths"],
        ["base"],
        ["files"],
        ["grid", "kernel_text", "yaml"],
        ["host", "parameters", "sets", "stencils", "variables"],
        ["declarations", "kernels", "reductions", "spaces"],
        ["device", "generator", "plugins", "schedule", "tiles"],
        ["accelerator", "kernel_cache", "launch", "thorn"],
        ["plan", "trace"],
        ["api", "check"],
    ],
    "driver": [
        ["command_line", "devices", "exchange", "mesh", "records", "session", "storage"],
        ["output_folder", "setup", "sudden_end", "trace", "watchdog"],
        ["control", "plan", "provenance", "reductions"],
        ["check", "services"],
        ["guard"],
        ["loop"],
        ["tune"],
        ["simulation"],
        ["commands"],
    ],
}
PROJECT = ("core/", "driver/", "io/", "plugins/", "tests/", "bench/", "nopal/")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def library_of(include):
    for prefix, library in LIBRARIES.items():
        if include.startswith(prefix):
            return library
    return None


def rank_violation(parts, include):
    """Returns what is wrong with the ranks of a file and its include; None if nothing is wrong."""
    if parts[0] not in RANKS or len(parts) < 3 or not include.startswith(parts[0] + "/") or include.count("/") < 2:
        return None
    rank = {folder: number for number, folders in enumerate(RANKS[parts[0]]) for folder in folders}
    own, other = parts[1], include.split("/")[1]
    for folder in (own, other):
        if folder not in rank:
            return f"{parts[0]}/{folder} has no rank: give it one in RANKS of tests/tree/includes.py"
    if own == other or rank[other] < rank[own]:
        return None
    return (f"{parts[0]}/{own} has rank {rank[own]} and may not include \"{include}\", whose folder has rank "
            f"{rank[other]}: move what is needed to a folder of a lower rank")


def violations(root):
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".hpp", ".cpp", ".inl", ".h", ".c", ".cu", ".cl"):
            continue
        parts = path.relative_to(root).parts
        room = "core/api" if parts[:2] == ("core", "api") else parts[0]
        if room not in ALLOWED:
            continue
        folders, libraries = ALLOWED[room]
        own = "/".join(parts[:2]) + "/"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            include = match.group(1)
            allowed = True
            if include.startswith(PROJECT):
                allowed = any(include.startswith(folder) for folder in folders) or include.startswith(own)
            elif library_of(include):
                allowed = library_of(include) in libraries
            elif ".." in include:
                allowed = False
            if wrong := rank_violation(parts, include):
                yield f"{'/'.join(parts)}:{number}: {wrong}"
            if not allowed:
                yield f"{'/'.join(parts)}:{number}: {room}/ may not include \"{include}\"; it may include " + \
                    ", ".join(folders + [own] + libraries) + ", the standard library"


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(violations(root))
    print("\n".join(found) if found else "every include is allowed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
