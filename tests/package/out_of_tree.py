#!/usr/bin/python3
"""Builds, runs and tests a thorn outside the tree against an installed nopal.

usage: out_of_tree.py minimal_thorn|stencils|fourier|new_thorn SOURCE_ROOT PREFIX SANITIZER
  minimal_thorn, stencils, fourier  that folder of examples/
  new_thorn                         the thorn that `nopal new thorn heat` makes
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


def main():
    what, source, prefix, sanitizer = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    os.environ["PATH"] = f"{prefix / 'bin'}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if what != "new_thorn":
            shutil.copytree(source / "examples" / what, folder / "thorn")
            build_and_test(folder / "thorn", prefix, sanitizer)
        else:
            run("nopal", "new", "thorn", "heat", cwd=folder)
            build_and_test(folder / "heat", prefix, sanitizer)
            refused = subprocess.run(["nopal", "new", "thorn", "heat"], cwd=folder, capture_output=True, text=True,
                                     check=False)
            assert refused.returncode != 0 and "heat" in refused.stderr + refused.stdout, "an existing folder was not refused"
    return 0


if __name__ == "__main__":
    sys.exit(main())
