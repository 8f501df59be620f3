"""Base of the tests of data that stream through a device."""

import dataclasses
import re

import harness
from epochs import Equal

STREAMS = "data stream through it"
STAYS = "The data stay on the device"
CHECKED = ("accelerator.device=checked",)
ASYNC = (*CHECKED, "accelerator.device_options=[async]")
OPENCL = ("accelerator.device=opencl",)
MORE = (OPENCL,) if harness.LONG else ()  # compiling kernels for it takes seconds
AT_TIMES_OPENCL = OPENCL if harness.LONG else ASYNC  # where another case runs the same kernels on it
LINE, PLANE, BODY = (31,), (23, 17), (11, 14, 9)


@dataclasses.dataclass(frozen=True)
class Way:
    """How the data stream."""
    factor: int = 0
    block: int = 0
    device: tuple = CHECKED
    ranks: int = 1
    ghosts: int = 0  # 0: as the work says
    memory: str = ""

    def sets(self, streaming="always"):
        return [*self.device, f"accelerator.streaming={streaming}", f"accelerator.blocking_factor={self.factor}",
                f"accelerator.block_size={self.block}", *([f"accelerator.device_memory={self.memory}"] if self.memory else []),
                *([f"driver.ghosts={self.ghosts}"] if self.ghosts else [])]


def lengths(result):
    return [int(n) for n in re.findall(r"epochs of (\d+) iterations?", result.log)]


def needed(result):
    """The bytes that the run needs on the device, as exactly as the log says it."""
    number, unit = re.search(r"device memory: the run needs ([\d.]+) (\w+) on the device", result.log).groups()
    return int(float(number) * {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20}[unit])


class Streams(Equal):
    def reference_of(self, content, way):
        """The output of the run whose data stay on the device."""
        return self.reference(content, sets=[*way.device, "accelerator.streaming=never"])

    def compare(self, work, way, longest=None, streaming="always", says="", **content):
        """The run has epochs of up to `longest` iterations; None: any. `says`: a pattern of a line of its log."""
        with self.subTest(work=work, way=way):
            content = work.content(**content)
            expected = self.reference_of(content, way)
            result = self.run_nopal(content, ranks=way.ranks, sets=way.sets(streaming))
            self.assert_same_output(result, expected)
            self.assertIn(STREAMS, result.log)
            if longest is not None:
                self.assertEqual(max(lengths(result), default=0), longest, result.log)
            self.assertRegex(result.log, says or ".")

    def run_nopal(self, content, ranks=1, sets=(), succeeds=True, options=(), **more):
        """Without mpirun, if that is possible: it is slow, and takes two seconds to end after an error."""
        if ranks > 1 or more:
            return super().run_nopal(content, ranks, sets, succeeds=succeeds, options=options, **more)
        parfile = content if isinstance(content, harness.pathlib.Path) else self.parfile(content)
        words = [word for each in sets for word in ("--set", each)]
        done = self.nopal("run", parfile, *words, *options, succeeds=succeeds)
        log = done.stdout + done.stderr
        return harness.Result(log, done.returncode, self.output_folder(log) or self.folder / parfile.stem)

    def fails(self, content, sets, ranks=1):
        """Returns the log of a run that must end with an error."""
        return self.run_nopal(content, ranks, sets, succeeds=False).log
