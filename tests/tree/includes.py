#!/usr/bin/python3
"""Checks the one-way street of DESIGN.md section 3: which folder may include what.

usage: includes.py ROOT    exits 1 and names file, line, include and what is allowed where an arrow runs the
other way.
"""

import pathlib
import re
import sys

# Libraries by the first part of an include; the standard library and POSIX are open to all.
LIBRARIES = {
    "mpi.h": "MPI", "hdf5.h": "HDF5", "H5": "HDF5", "CL/": "OpenCL", "cuda": "CUDA", "nvrtc": "CUDA",
    "yaml-cpp/": "yaml-cpp", "spdlog/": "spdlog", "fmt/": "fmt", "CLI/": "CLI11", "nlohmann/": "nlohmann-json", "xxhash": "xxHash", "cairo": "Cairo", "omp.h": "OpenMP",
    "boost/": "Boost", "valgrind/": "Valgrind", "gtest/": "GoogleTest", "gmock/": "GoogleTest",
}
# What each folder may include: folders of the project, then libraries.
ALLOWED = {
    "core": (["core/"], ["yaml-cpp", "spdlog", "fmt", "OpenMP"]),
    "core/api": (["core/"], []),
    "driver": (["core/", "driver/"], ["MPI", "CLI11", "nlohmann-json", "spdlog", "fmt", "OpenMP"]),
    "io": (["nopal/thorn.hpp"], ["HDF5", "MPI", "OpenMP", "nlohmann-json", "xxHash", "Cairo"]),
    "plugins": (["nopal/thorn.hpp", "nopal/device.hpp", "nopal/host_backend.hpp"],
                ["OpenCL", "CUDA", "OpenMP", "Boost", "Valgrind", "fmt"]),
}
PROJECT = ("core/", "driver/", "io/", "plugins/", "tests/", "bench/", "nopal/")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def library_of(include):
    for prefix, library in LIBRARIES.items():
        if include.startswith(prefix):
            return library
    return None


def violations(root):
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".hpp", ".cpp", ".h", ".c", ".cu", ".cl"):
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
            if not allowed:
                yield f"{'/'.join(parts)}:{number}: {room}/ may not include \"{include}\"; it may include " + \
                    ", ".join(folders + [own] + libraries) + ", the standard library"


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(violations(root))
    print("\n".join(found) if found else "no include runs against the one-way street")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
