"""Whole runs with block kernels: scheduled ones and ones that a function launches, with arrays, on every backend."""

import itertools
import re
import shutil

import harness

HOSTS = ["serial", "threads", "fibers", "openmp-blocks", "openmp-threads"]
if not harness.CLANG:  # its OpenMP gives teams too few threads (core/host/openmp_team.hpp)
    HOSTS.append("openmp-teams")


def tiles(device, host="fibers", width=4):
    return harness.content((13, 7, 6), iterations=3, upper=[1.0, 0.5, 0.75], periodic=[True, False, False],
                           device=device, accelerator={"host": host}, tiles={"width": width},
                           tsv={"every": 1, "norms": ["tiles::u"], "lines_every": 3, "lines": ["tiles::u"]})


class Blocks(harness.Case):
    def check(self, written, parfile, ranks):
        result = self.run_nopal(parfile, ranks=ranks, options=["--compare-plan"])
        numbers = [line for path in sorted(result.folder.glob("*.tsv")) for line in path.read_text().splitlines()
                   if not line.startswith("#")]
        self.assertEqual(numbers, written.setdefault("numbers", numbers))
        if ranks == 1:
            counted = re.findall(r"counted (.*)", result.log)
            self.assertEqual(len(counted), 4, result.log)
            self.assertEqual(sum(map(int, counted[-1].split())), 4 * 13 * 6 * 5)
            self.assertEqual(counted, written.setdefault("counted", counted))

    def test_every_backend_gives_the_same_bits_and_plan_and_run_agree(self):
        written = {}
        for device, ranks in itertools.product(harness.DEVICES, (1, 2)):
            with self.subTest(device=device, ranks=ranks):
                self.check(written, tiles(device), ranks)
        for host in HOSTS:
            with self.subTest(host=host):
                self.check(written, tiles("none", host, 1 if host in ("serial", "openmp-blocks") else 3), 1)
        with self.subTest("with bounds checked"):
            parfile = tiles("none")
            parfile["driver"]["check_bounds"] = True
            self.check(written, parfile, 1)

    def test_an_array_is_reduced_on_the_host(self):
        parfile = tiles("none")
        parfile["tiles"]["ask"] = 1
        self.assertIn("asked: 390", self.run_nopal(parfile).log)
        parfile["accelerator"]["device"] = "checked"
        self.assertIn("tiles::count@0 cannot be reduced: it is not valid on the host, and devices reduce only grid "
                      "functions and dats: use a function without `device: true` that declares "
                      "`reduces: [tiles::count@0]`", self.run_nopal(parfile, succeeds=False).log)


class Declarations(harness.Case):
    """The declaration of the thorn has changed since its library was built."""

    def run_changed(self, *changes, device="none", host="fibers", succeeds=False):
        folder = self.folder / "thorns"
        folder.mkdir(exist_ok=True)
        text = (harness.BUILD / "tests" / "thorns" / "tiles.yaml").read_text()
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        (folder / "tiles.yaml").write_text(text)
        shutil.copy(harness.BUILD / "tests" / "thorns" / "libtiles.so", folder)
        return self.run_nopal(tiles(device, host), succeeds=succeeds, variables={"NOPAL_THORN_PATH": str(folder)}).log

    def test_what_makes_a_block_kernel_is_that_of_the_library(self):
        self.run_changed(succeeds=True)
        for kernel, what, *change in (
                ("step", 'threads: "8" is declared, but the library was built with "tiles::width"',
                 ("threads: [width]\n    reads: [u@1]", "threads: [8]\n    reads: [u@1]")),
                ("step", 'writes: "u@0 (owned)" is declared, but the library was built with "u@0 (interior)"',
                 ("writes: [u(interior)]", "writes: [u(owned)]")),
                ("tally", 'over: "owned" is declared, but the library was built with "interior"', ("over: interior", "over: owned")),
                ("zero", 'over: "3" is declared, but the library was built with "4"', ("over: [4]", "over: [3]")),
                ("edge", 'threads: "2" is declared, but the library was built without it',
                 ("    after: [step]\n", "    after: [step]\n    threads: [2]\n"))):
            with self.subTest(kernel=kernel, what=what):
                log = self.run_changed(*change)
                self.assertIn(f'was built from another declaration of the kernel "{kernel}" ({what})', log)

    def test_a_kernel_that_is_declared_no_more_is_refused(self):
        tally = ("  - kernel: tally\n    launched_by: [survey]\n    threads: [width, width]\n    over: interior\n"
                 "    reads: [u(interior), count]\n    writes: [count]\n")
        self.assertIn('another declaration of the kernel "tally" (only the library has it)', self.run_changed((tally, "")))

    def test_a_scheduled_kernel_launched_at_another_place_is_refused_there(self):
        log = self.run_changed(
            ("    launched_by: [survey]\n", "    at: poststep\n    device: true\n"),
            ("  - function: survey\n    at: analysis\n    device: true\n", "  - function: survey\n    at: analysis\n"),
            device="checked", host="openmp-blocks")
        self.assertIn("a block needs 4 x 4 x 1 threads, but openmp-blocks (accelerator.host) has at most 1; make the "
                      "blocks smaller, or choose another backend; `nopal list backends` shows all", log)
