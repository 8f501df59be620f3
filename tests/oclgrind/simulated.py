"""Runs programs on oclgrind's simulated OpenCL device and reads its findings.

oclgrind reports accesses outside buffers, data races, undefined values and wrong calls of the API. It does not end the
program for them, so a run is clean if its log is empty.

One kind of report is false. oclgrind 21.10 keeps a record of the defined bytes of each buffer. A new buffer takes over the
number of a freed one, and with it the record, which keeps its old length. If the new buffer is larger, oclgrind takes
what lies beyond that length for undefined, whatever is written there. So runs here must not replace a buffer that kernels
write by a larger one. The temporaries of tiles by rows are such a buffer: it grows with the largest tile so far.

One race is harmless and does not count. An atomic addition to a real reads the value before it tries to exchange it, and this
read is not atomic. If another work-item changes the value meanwhile, the exchange fails and returns what is there.
"""

import re
import shlex
import shutil
import subprocess

import harness

# oclgrind 21.10 does not know some instructions of optimised code (freeze, scopes of noalias), which has no line numbers.
# Groups are small: on tiny grids most of 256 work-items would do nothing, and each one is interpreted.
OPTIONS = ["--build-options", "-cl-opt-disable", "--data-races", "--uninitialized", "--check-api",
           "--max-wgsize", "16", "--num-threads", "1"]
SCRIPT = f"""to=$0.${{OMPI_COMM_WORLD_RANK:-0}}
exec oclgrind {shlex.join(OPTIONS)} $NOPAL_COUNTS --log "$to.log" "$@" > "$to.out" """
FORMS = ("rows", "points")
# The lines of an atomic addition to a real that read the value and exchange it.
ADDITION = {"for (long nopal_seen = *nopal_w;;) {",
            "const long nopal_found = atom_cmpxchg(nopal_w, nopal_seen, as_long(nopal_next));"}


def harmless(finding):
    """Whether it is the race between both lines of an atomic addition."""
    return finding.startswith("Read-write data race") and set(re.findall(r"At line .*\n\t  (.*)\n", finding)) == ADDITION


def device(form):
    """The section of a parfile; each kernel has a form for CPUs and one for GPUs."""
    return {"device": "opencl", "device_options": ["platform=oclgrind", f"work_items={form}"]}


class Run:
    """A finished program: its exit code and output, the findings of oclgrind, and the entry points that stored something.

    Kernels are also launched over nothing when they are compiled; these store nothing.
    """

    def __init__(self, code, said, logs, counts):
        self.code = code
        self.said = said
        # A finding begins a line; the other lines of it are indented.
        self.findings = "".join(finding for finding in re.split(r"(?m)^(?=\S)", "".join(logs))
                                if finding.strip() and not harmless(finding))
        blocks = re.split(r"Instructions executed for kernel '(\w+)':\n", "".join(counts))
        self.stored = {name for name, block in zip(blocks[1::2], blocks[2::2])
                       if "store global" in block or "atom" in block}

    @property
    def clean(self):
        return self.code == 0 and self.findings == ""

    def __str__(self):
        return f"exit code {self.code}\n{self.said}\noclgrind:\n{self.findings[:10000]}"


def run(folder, name, words, ranks=0, counts=True, variables=None):
    """Runs a program in `folder`; `name` begins its files. `ranks` 0: without mpirun. `counts`: count instructions."""
    if shutil.which("oclgrind") is None:
        raise AssertionError("there is no oclgrind: install the Debian package oclgrind")
    words = ["sh", "-c", SCRIPT, str(folder / name), *map(str, words)]
    if ranks > 0:
        words = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), *words]
    environment = harness.environment() | {
        "NOPAL_CACHE": "",  # a cache would mix kernels compiled with different options of oclgrind
        "NOPAL_THORN_PATH": f"{harness.BUILD}/tests/oclgrind/thorns:{harness.BUILD}/tests/thorns",
        "NOPAL_COUNTS": "--inst-counts" if counts else "",
    } | (variables or {})
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, errors="replace",
                          timeout=300, check=False)
    said = done.stdout + done.stderr
    files = [folder / f"{name}.{rank}" for rank in range(max(1, ranks))]
    missing = [file.name for file in files if not file.with_name(file.name + ".log").exists()]
    if missing:
        raise AssertionError(f"oclgrind did not start {missing}: exit code {done.returncode}\n{said}")
    logs, counts = ([file.with_name(file.name + ending).read_text() for file in files] for ending in (".log", ".out"))
    return Run(done.returncode, said, logs, counts)


def run_nopal(folder, name, parfile, ranks=1):
    """Runs nopal with --quiet, because oclgrind writes its counts to standard output, too."""
    path = folder / f"{name}.yaml"
    path.write_text(harness.yaml.safe_dump(parfile, sort_keys=False))
    return run(folder, name, [harness.BUILD / "bin" / "nopal", "run", "--quiet", path], ranks)
