"""The memory that a run prints before it starts is the memory that it takes."""

import re

import harness

CELLS = 160
UNITS = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def bytes_of(text):
    number, unit = text.split()
    return float(number) * UNITS[unit]


class Memory(harness.Case):
    optimised = True  # PoCL computes large grids
    def measured(self, cells, device, **more):
        """What rank 0 takes, and what the log says that it takes, in bytes."""
        # Without mpirun, starting MPI would take more memory than the small run.
        log = self.run_nopal(harness.wave([cells] * 3, iterations=3, device=device, **more), threads=2, launcher=True).log
        expected = [line for line in log.splitlines() if line.startswith("memory: each rank takes")][-1]
        numbers = re.findall(r"takes ([\d.]+ \w+) on the host(?: and ([\d.]+ \w+) on the device)?", expected)[0]
        taken = re.search(r"^memory: rank 0 took at most ([\d.]+ \w+), with its libraries$", log, re.MULTILINE)[1]
        return bytes_of(taken), sum(bytes_of(number) for number in numbers if number), log

    def test_is_right_within_five_percent(self):
        """Devices without a GPU take memory of this process, too. What libraries take is in both runs."""
        output = {"every": 1, "variables": ["wavetoy::phi"]}
        for device, more in (("none", {"hdf5": output | {"background": True}}), ("checked", {"hdf5": output}),
                             ("opencl", {"tsv": {"every": 1, "norms": ["wavetoy::phi"]}}),
                             ("opencl", {"hdf5": output | {"background": True}})):
            with self.subTest(device=device, more=more):
                if device == "opencl":  # compiling kernels takes memory
                    for cells in (16, CELLS):
                        self.measured(cells, device, **more)
                small, printed_small, _ = self.measured(16, device, **more)
                large, printed_large, log = self.measured(CELLS, device, **more)
                self.assertAlmostEqual((large - small) / (printed_large - printed_small), 1, delta=0.05, msg=log)

    def test_what_is_not_touched_is_told_apart(self):
        log = self.measured(16, "none")[2]
        self.assertRegex(log, r"\n  wavetoy::scalar: [\d.]+ KiB \(3 slots\)\n")
        self.assertRegex(log, r"\n  wavetoy::errors: [\d.]+ KiB reserved, not touched\n")
        poisoned = self.measured(16, "none", accelerator={"poison": True})[2]
        self.assertRegex(poisoned, r"\n  wavetoy::errors: [\d.]+ KiB \(1 slot\)\n")
        device = self.measured(16, "checked", tsv={"every": 1, "norms": ["wavetoy::phi"]})[2]
        self.assertRegex(device, r"\n  wavetoy::scalar: [\d.]+ KiB reserved, not touched\n")
