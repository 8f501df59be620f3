"""What a new user does first: scripts/run and scripts/install-nopal, without PyPI; the contents of the package.

The scripts run in a copy of scripts/ beside a small project, so that they neither build nor change this tree.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["NOPAL_SOURCE"])
BUILD = pathlib.Path(os.environ["NOPAL_BUILD"])
TOOLKITS = '"${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda /usr'

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(nopal VERSION 0.1.0 LANGUAGES NONE)
option(NOPAL_CUDA "Build the device cuda" ON)
add_custom_target(nopal ALL COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/nopal ${CMAKE_BINARY_DIR}/bin/nopal)
add_custom_target(program DEPENDS nopal)
foreach(name wavetoy mol tsv opencl)
  add_custom_target(plugin_${name} COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/${name})
endforeach()
install(PROGRAMS ${CMAKE_BINARY_DIR}/bin/nopal DESTINATION bin)
"""
PROGRAM = "#!/bin/sh\necho \"nopal was called with: $*\"\n"


class Scripts(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name) / "a project"
        self.folder.mkdir()
        shutil.copytree(SOURCE / "scripts", self.folder / "scripts")
        shutil.copy(SOURCE / "CMakePresets.json", self.folder)
        for name in ("packages.txt", "packages-test.txt"):
            (self.folder / name).write_text("# none\n")
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        (self.folder / "nopal").write_text(PROGRAM)
        (self.folder / "nopal").chmod(0o755)
        (self.folder / "wave.yaml").write_text("thorns: []\n")
        headers = self.folder / "scripts/cuda-headers"
        text = headers.read_text()
        self.assertEqual(text.count(TOOLKITS), 1)
        headers.write_text(text.replace(TOOLKITS, '"$TOOLKIT"'))  # the only one of this machine

    def script(self, name, *arguments, succeeds=True, toolkit="", path=""):
        result = subprocess.run([self.folder / "scripts" / name, *arguments], cwd=self.folder, text=True, check=False,
                                env=os.environ | {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull,
                                                  "PATH": path + os.environ["PATH"],
                                                  "TOOLKIT": str(toolkit), "OCL_ICD_VENDORS": str(self.folder / "vendors")},
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(result.returncode == 0, succeeds, result.stdout)
        return result.stdout

    def uses_cuda(self):
        return "NOPAL_CUDA:BOOL=ON" in (self.folder / "build/release/CMakeCache.txt").read_text()

    def test_run_needs_no_package_of_pypi(self):
        log = self.script("run", "-n", "1", "wave.yaml", "--quiet")
        self.assertIn("nopal was called with: run wave.yaml --quiet", log)
        told = [line for line in log.splitlines() if "without the device cuda" in line]
        self.assertEqual(len(told), 1, log)
        self.assertIn("(ERROR: ", told[0])
        self.assertFalse(self.uses_cuda())

    def test_run_builds_the_plugins_that_are_named(self):
        for name in ("plugins/wavetoy", "plugins/mol", "plugins/opencl", "io/tsv"):
            (self.folder / name).mkdir(parents=True)
            (self.folder / name / "CMakeLists.txt").touch()

        def built(text, *options):
            (self.folder / "wave.yaml").write_text(text)
            (self.folder / "vendors").mkdir(exist_ok=True)
            (self.folder / "vendors/pocl.icd").touch()
            shutil.rmtree(self.folder / "build", ignore_errors=True)
            self.script("run", "-n", "1", "wave.yaml", *options)
            names = {path.name for path in (self.folder / "build/release").iterdir()}
            return names & {"wavetoy", "mol", "opencl", "tsv"}

        self.assertEqual(built("thorns: [wavetoy]\ntsv_or_not: {}\n"), {"wavetoy"})
        self.assertEqual(built("thorns:\n- mol\n", "--set", "accelerator.device=opencl"), {"mol", "opencl"})
        (self.folder / "vendors/a_gpu.icd").touch()
        self.assertEqual(built("thorns:\n- mol\n", "--set", "thorns=[mol,tsv]"), {"mol", "tsv", "opencl"})

    def test_run_takes_the_headers_where_they_are(self):
        for name in ("include/cuda.h", "include/nvrtc.h", "lib64/libnvrtc.so.12"):
            (self.folder / "toolkit" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / "toolkit" / name).touch()
        log = self.script("run", "-n", "1", "wave.yaml", toolkit=self.folder / "toolkit")
        self.assertNotIn("without the device cuda", log)
        self.assertTrue(self.uses_cuda())

    def test_a_build_without_disk_space(self):
        (self.folder / "bin").mkdir()
        for name, text in (("df", "printf 'Avail\\n1234\\n'"), ("cmake", "echo 'No space left on device' >&2; exit 1")):
            (self.folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (self.folder / "bin" / name).chmod(0o755)
        log = self.script("run", "-n", "1", "wave.yaml", succeeds=False, path=f"{self.folder}/bin:")
        self.assertIn(f'error: the build failed, and only 1 MB are left on the disk of "{self.folder}": the program of one parfile '
                      "takes 50 MB", log)
        self.assertNotIn("nopal was called", log)

    def test_a_build_that_fails_for_another_reason(self):
        (self.folder / "CMakeLists.txt").write_text(PROJECT.replace("E copy", "E false copy"))
        log = self.script("run", "-n", "1", "wave.yaml", succeeds=False)
        self.assertIn("error: the build failed; the reason is above", log)
        self.assertNotIn("nopal was called", log)

    def test_the_tests_need_them_and_say_so(self):
        self.assertIn("all tests, and the device cuda, need such wheels, but scripts/run does not",
                      self.script("test", succeeds=False))

    def test_install_nopal(self):
        log = self.script("install-nopal", "a place")
        place = self.folder / "a place"
        self.assertIn(f"== nopal is installed in {place}", log)
        self.assertIn(f'export PATH="{place}/bin:$PATH"', log)
        installed = subprocess.run([place / "bin/nopal", "list"], text=True, check=True, stdout=subprocess.PIPE)
        self.assertEqual(installed.stdout, "nopal was called with: list\n")
        self.script("install-nopal")
        self.assertTrue((self.folder / "install/bin/nopal").is_file())

    def test_install_nopal_refuses(self):
        below_a_file = f"{self.folder}/wave.yaml/place"
        self.assertIn(f'cannot write to the folder "{below_a_file}"',
                      self.script("install-nopal", below_a_file, succeeds=False))
        for wrong in (["a", "b"], ["--prefix=a"], [""]):
            self.assertIn("usage: scripts/install-nopal [PREFIX]", self.script("install-nopal", *wrong, succeeds=False))
        self.assertFalse((self.folder / "build").exists())


    def test_package_refuses(self):
        for wrong in (["a", "b"], ["--to=a"]):
            self.assertIn("usage: scripts/package [FOLDER]", self.script("package", *wrong, succeeds=False))
        self.assertIn('the folder "nowhere" does not exist', self.script("package", "nowhere", succeeds=False))
        self.assertFalse((self.folder / "build").exists())


class Package(unittest.TestCase):
    prefix = pathlib.Path(os.environ["NOPAL_PREFIX"])

    def test_tools_in_python(self):
        for tool in ("plot", "mesh", "airfoil-mesh"):
            text = subprocess.run([self.prefix / "bin" / f"nopal-{tool}", "--help"], text=True, check=True,
                                  stdout=subprocess.PIPE).stdout
            self.assertIn(f"usage: nopal-{tool} ", text)
            self.assertNotIn(f"  scripts/{tool}", text)

    def completed(self, *words):
        """The words that bash offers for the last one of `words`."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nopal; printf "%s\\n" "${COMPREPLY[@]}"')
        text = subprocess.run(["bash", "-c", script, "-", self.prefix / "share/bash-completion/completions/nopal",
                               self.prefix / "bin/nopal", *words], text=True, check=True, stdout=subprocess.PIPE).stdout
        return set(text.split())

    def test_completion(self):
        self.assertGreaterEqual(self.completed(""), {"run", "check", "plan", "describe", "new", "cache"})
        self.assertEqual(self.completed("r"), {"run"})
        self.assertEqual(self.completed("run", "--re"), {"--recover"})
        self.assertEqual(self.completed("run", "--recover", ""), {"auto"})
        self.assertEqual(self.completed("describe", "wav"), {"wavetoy"})
        self.assertEqual(self.completed("cache", ""), {"show", "clear"})
        self.assertEqual(self.completed("cache", "clear", "--dev"), {"--device"})
        self.assertIn("checked", self.completed("cache", "clear", "--device", ""))
        self.assertEqual(self.completed("list", "d"), {"devices"})
        self.assertEqual(self.completed("run", "parfile"), set())  # bash offers files

    def test_debian_package(self):
        if not shutil.which("dpkg-shlibdeps"):
            self.skipTest("this system has no dpkg-shlibdeps: it makes no packages of Debian")
        with tempfile.TemporaryDirectory() as folder:
            # gzip compresses five times as fast as xz.
            subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder,
                            "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"], check=True, stdout=subprocess.DEVNULL)
            (package,) = pathlib.Path(folder).glob("nopal_*.deb")
            depends = subprocess.run(["dpkg-deb", "-f", package, "Depends"], text=True, check=True,
                                     stdout=subprocess.PIPE).stdout
            contents = subprocess.run(["dpkg-deb", "-c", package], text=True, check=True, stdout=subprocess.PIPE).stdout
            refused = self.on_a_bare_system(package, pathlib.Path(folder))
        for name in ("openmpi-bin", "libhdf5-openmpi", "libc6", "libyaml-cpp", "ocl-icd-libopencl1"):
            self.assertIn(name, depends)
        for path in ("usr/bin/nopal", "usr/bin/nopal-plot", "usr/lib/nopal/wavetoy.yaml", "usr/lib/nopal/libwavetoy.so",
                     "usr/lib/cmake/nopal/nopalConfig.cmake", "usr/include/nopal/nopal/thorn.hpp",
                     "usr/share/nopal/parfiles/wavetoy.yaml", "usr/share/doc/nopal/README.md"):
            self.assertRegex(contents, rf" \./{path}( |\n)")
        self.assertNotRegex(contents, r"bench_|\.build\n|__pycache__")
        for name in ("openmpi-bin", "libhdf5-openmpi", "libc6", "libyaml-cpp"):
            self.assertRegex(refused, rf"nopal depends on {name}.*; however:\n +Package {name}\S* is not installed")

    def on_a_bare_system(self, package, folder):
        """What dpkg says if the package is installed where nothing else is."""
        for name in ("info", "updates", "triggers"):
            (folder / "dpkg" / name).mkdir(parents=True)
        for name in ("status", "available"):
            (folder / "dpkg" / name).touch()
        (folder / "root").mkdir()
        result = subprocess.run(["dpkg", "--admindir", folder / "dpkg", "--instdir", folder / "root", "--log", os.devnull,
                                 "--force-not-root", "--force-bad-path", "--install", package], text=True, check=False,
                                env=os.environ | {"LC_ALL": "C"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertNotEqual(result.returncode, 0, result.stdout)
        return result.stdout

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", BUILD, "-t", *arguments], text=True, check=True,
                              stdout=subprocess.PIPE).stdout.splitlines()

    def test_installs_only_what_scripts_run_builds(self):
        if not (BUILD / "build.ninja").is_file():
            self.skipTest("this build folder does not use Ninja")
        built = {line.rsplit(":", 1)[0] for line in self.ninja("targets", "all")}
        program = set(re.findall(r" -o (\S+)", "\n".join(self.ninja("commands", "program"))))
        prefix = os.environ["NOPAL_PREFIX"] + "/"
        installed = {line.removeprefix(prefix) for line in (BUILD / "install_manifest.txt").read_text().splitlines()}
        self.assertIn("bin/nopal", installed & program)
        self.assertEqual(installed & built - program, set())

    def test_is_configured_without_the_headers(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", "-DNOPAL_CUDA=OFF",
                            "-DCMAKE_DISABLE_FIND_PACKAGE_Nvrtc=ON"], check=True, stdout=subprocess.DEVNULL)
            targets = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], text=True, check=True,
                                     stdout=subprocess.PIPE).stdout
            self.assertIn("lib/nopal/devices/libopencl.so", targets)
            self.assertNotIn("libcuda.so", targets)


if __name__ == "__main__":
    unittest.main(verbosity=2)
