#!/usr/bin/python3
"""Builds, runs and tests a thorn outside the tree with nopal's package.

usage: out_of_tree.py minimal_thorn|stencils|fourier|burgers|new_thorn SOURCE_ROOT PREFIX SANITIZER
  PREFIX is where nopal is installed, or its build folder
  minimal_thorn, stencils, fourier, burgers  that folder of examples/
  new_thorn                                  the thorn that `nopal new thorn warmth` makes, built with the command that it prints
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def run(*command, cwd):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], cwd=cwd, check=True)


def build_and_test(folder, prefix, sanitizer):
    build = folder / "build"
    options = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release"]
    if sanitizer:
        options.append(f"-DCMAKE_CXX_FLAGS=-fsanitize={sanitizer}")
    run("cmake", "-S", folder, "-B", build, "-G", "Ninja", *options, cwd=folder)
    run("cmake", "--build", build, cwd=folder)
    run("ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", cwd=folder)


def build_as_told(told, folder, sanitizer):
    """Runs the command that `nopal new thorn` has printed."""
    command = next(line for line in told.splitlines() if "cmake -S" in line)
    print("+", command, flush=True)
    variables = {"CMAKE_GENERATOR": "Ninja", "CTEST_OUTPUT_ON_FAILURE": "1"}
    if sanitizer:
        variables["CXXFLAGS"] = f"-fsanitize={sanitizer}"
    log = subprocess.run(command, shell=True, cwd=folder, check=False, env=os.environ | variables, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    print(log)
    assert "100% tests passed, 0 tests failed out of 1" in log, "the printed command did not build and test the thorn"


def main():
    what, source, prefix, sanitizer = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if what != "new_thorn":
            shutil.copytree(source / "examples" / what, folder / "thorn")
            build_and_test(folder / "thorn", prefix, sanitizer)
        else:
            create = [prefix / "bin/nopal", "new", "thorn", "warmth", "--in", "my thorns"]  # nopal is not on the PATH
            (folder / "my thorns").mkdir()
            told = subprocess.run(create, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout
            build_as_told(told, folder, sanitizer)
            refused = subprocess.run(create, cwd=folder, capture_output=True, text=True, check=False)
            assert refused.returncode != 0 and "warmth" in refused.stderr + refused.stdout, "an existing folder was not refused"
    return 0


if __name__ == "__main__":
    sys.exit(main())
