"""oclgrind reports mistakes of kernels on the device, with the line of the .kernel file. Neither the compiler nor
`nopal run` can find these mistakes. So the runs of kernels.py can fail."""

import concurrent.futures
import pathlib
import tempfile
import unittest

import harness
import simulated

# For each fault: the message of oclgrind, and the line of <fault>.kernel that it reports.
FAULTS = {
    "read": ("Invalid read of size 8 at global memory address", 1),
    "write": ("Invalid write of size 8 at global memory address", 1),
    "race": ("Read-write data race at global memory address", 3),
    "race_in_block": ("Read-write data race at local memory address", 4),
    "unset": ("Uninitialized value written to global memory address", 3),
}


def parfile(fault, form):
    return harness.content([12, 20], iterations=2, periodic=True, accelerator=simulated.device(form),
                           astray={"fault": fault})


class Findings(unittest.TestCase):
    def test_each_fault_is_found(self):
        with tempfile.TemporaryDirectory(prefix="nopal-oclgrind-") as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
            folder = pathlib.Path(name)
            started = {(fault, form): pool.submit(simulated.run_nopal, folder, f"{fault}_{form}", parfile(fault, form))
                       for fault in ("none", *FAULTS) for form in simulated.FORMS}
            for (fault, form), future in started.items():
                with self.subTest(fault=fault, form=form):
                    self.check(fault, form, future.result())

    def check(self, fault, form, result):
        self.assertEqual(result.code, 0, result)  # oclgrind reports, the run goes on
        if fault == "none":
            self.assertTrue(result.clean, result)
            self.assertIn(f"astray_fill_{form}", result.stored)
            return
        self.assertFalse(result.clean)
        message, line = FAULTS[fault]
        first = next(block for block in result.findings.split("\n\n") if block.strip())
        self.assertIn(message, first)
        entry = f"astray_{fault}_{'blocks' if fault in ('race_in_block', 'read', 'write') else form}"
        self.assertIn(f"Kernel: {entry}\n", result.findings)
        # The compiler may leave out the beginning of the path if that is its working folder.
        self.assertRegex(result.findings, rf"At line {line} \(column \d+\) of \S*tests/oclgrind/astray/{fault}\.kernel:")


class Reading(unittest.TestCase):
    def test_launches_over_nothing_do_not_count(self):
        run = simulated.Run(0, "", [""], ["Instructions executed for kernel 'a_b_rows':\n  4 - ret\n\n"
                                          "Instructions executed for kernel 'a_c_rows':\n  4 - store global (8 bytes)\n\n"])
        self.assertEqual(run.stored, {"a_c_rows"})
        self.assertTrue(run.clean)

    def test_anything_said_is_a_finding(self):
        self.assertFalse(simulated.Run(0, "", ["", "OCLGRIND FATAL ERROR\n"], ["", ""]).clean)
        self.assertFalse(simulated.Run(1, "", [""], [""]).clean)
