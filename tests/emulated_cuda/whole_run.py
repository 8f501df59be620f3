#!/usr/bin/python3
"""Whole runs on the emulated cuda. `device: auto` must choose it and give the bits of the host and a trace with times
of the device. A device with the estimated memory is enough, one with less is not. If a kernel fails, the run must end
with a message.

usage: whole_run.py NOPAL PARFILE FOLDER LOOPS

LOOPS is the parfile of airfoil: loops over sets must have the bits of the host, too.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys


def start(nopal, parfile, output, device, options=(), environment=(), command="run"):
    command = [nopal, command, parfile, *options]
    for setting in (f"accelerator.device={device}", "driver.cells=[21,17,19]",
                    "driver.iterations=12", "tsv.every=3", "hdf5.every=0", f"driver.output={output}"):
        command += ["--set", setting]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600,
                            env={**os.environ, **dict(environment)})
    return result.returncode, result.stdout + result.stderr


def run(nopal, parfile, output, device, options=()):
    status, text = start(nopal, parfile, output, device, options)
    if status != 0:
        sys.exit(f"{output}: exit code {status}\n{text}")
    return text


def expect_fault(nopal, parfile, output, synchronous, says):
    status, text = start(nopal, parfile, output, "cuda", ["--set", f"accelerator.synchronous={synchronous}"],
                         {"NOPAL_EMULATED_FAULT": "24"})
    if status != 1 or text.count("ILLEGAL_ADDRESS") != 1 or any(part not in text for part in says):
        sys.exit(f"a kernel failed, synchronous: {synchronous}; exit code {status}, expected once {says}:\n{text}")


def expect_memory(nopal, parfile, output):
    """A run takes as much memory as was estimated, apart from lists of boxes. With less its data stream."""
    status, plan = start(nopal, parfile, output, "cuda", ["--json"], command="plan")
    estimate = json.loads(plan)["plans"][0]["memory"]["device"] if status == 0 else sys.exit(plan)
    few = estimate / 2
    for memory, streaming, expected, says in (
            (estimate + 65536, "auto", 0, "The data stay on the device"),
            (0.98 * estimate, "never", 1, "nopal: the run needs "),
            (few, "auto", 0, "so the data stream through it")):
        status, text = start(nopal, parfile, output, "cuda", ["--set", f"accelerator.streaming={streaming}"],
                             {"NOPAL_EMULATED_MEMORY": str(int(memory))})
        if status != expected or says not in text:
            sys.exit(f"{estimate} bytes were estimated, the device has {memory}; exit code {status}:\n{text}")


def expect_loops(nopal, parfile, output):
    """Loops over the sets of airfoil give the bits of the host."""
    texts = []
    for device in ("none", "cuda"):
        command = [nopal, "run", parfile]
        for setting in (f"accelerator.device={device}", "driver.iterations=10", "tsv.every=1", f"driver.output={output}_{device}"):
            command += ["--set", setting]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        if result.returncode != 0:
            sys.exit(f"airfoil on {device}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
        texts.append([(output.with_name(f"{output.name}_{device}") / f"airfoil-{name}.tsv").read_text(encoding="utf-8")
                      for name in ("rms", "q.norms")])
    if texts[0] != texts[1] or len(texts[0][0].splitlines()) < 11:
        sys.exit(f"airfoil on the host:\n{texts[0]}\non cuda:\n{texts[1]}")


def expect_ways(nopal, parfile, output):
    """In each way that reproducible runs do not have, the loops of airfoil give the same to rounding."""
    values = {}
    for way in ("gather", "atomics", "staged", "auto"):
        command = [nopal, "run", parfile]
        for setting in ("accelerator.device=cuda", "accelerator.reproducible=false", f"accelerator.loops={way}",
                        "driver.iterations=14", "tsv.every=1", f"driver.output={output}_{way}"):
            command += ["--set", setting]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        if result.returncode != 0:
            sys.exit(f"airfoil with {way}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
        lines = (output.with_name(f"{output.name}_{way}") / "airfoil-rms.tsv").read_text(encoding="utf-8").splitlines()
        values[way] = [float(line.split("\t")[-1]) for line in lines if not line.startswith("#")]
        chosen = "loop airfoil::flux_1 on the device: a call takes " in result.stdout + result.stderr
        if chosen != (way == "auto"):
            sys.exit(f"airfoil with {way}: the log shows a choice of a way: {chosen}")
    for way, found in values.items():
        worst = max(abs(each - other) for each, other in zip(found, values["gather"], strict=True))
        if len(found) < 15 or worst > 1e-12 * max(values["gather"]):
            sys.exit(f"rms of airfoil with {way} differs by {worst}:\n{found}\n{values['gather']}")


def main():
    nopal, parfile, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    run(nopal, parfile, folder / "host", "none")
    trace = folder / "trace.json"
    log = run(nopal, parfile, folder / "cuda", "auto", ["--trace", trace])
    if "device: cuda (Emulated GPU 0" not in log:
        sys.exit(f"auto did not take the emulated cuda:\n{log}")
    norms = [(folder / device / "wavetoy-phi.norms.tsv").read_text(encoding="utf-8") for device in ("host", "cuda")]
    if norms[0] != norms[1] or len(norms[0].splitlines()) < 5:
        sys.exit(f"norms on the host:\n{norms[0]}norms on cuda:\n{norms[1]}")
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    clocks = [event["args"]["clock"] for event in events if event["ph"] == "X" and event["tid"] > 0]
    if len(clocks) < 24 or set(clocks) != {"device"}:
        sys.exit(f"the trace has {len(clocks)} commands of the device, timed by {set(clocks)}")
    expect_memory(nopal, parfile, folder / "memory")
    expect_loops(nopal, sys.argv[4], folder / "loops")
    expect_ways(nopal, sys.argv[4], folder / "ways")
    for block_size in (1, 4):
        log = run(nopal, parfile, folder / f"streamed{block_size}", "cuda",
                  ["--set", "accelerator.streaming=always", "--set", f"accelerator.block_size={block_size}"])
        if "that were measured, copies took " not in log:
            sys.exit(f"the device measured no times of passes:\n{log}")
        if (folder / f"streamed{block_size}" / "wavetoy-phi.norms.tsv").read_text(encoding="utf-8") != norms[0]:
            sys.exit(f"norms of a streamed run with blocks of {block_size} layers differ from those on the host")
    asynchronous = ["Commands run asynchronously", "accelerator.synchronous: true", "wavetoy::evolve (", " blocks of "]
    expect_fault(nopal, parfile, folder / "fault", "false", asynchronous)
    expect_fault(nopal, parfile, folder / "fault", "true", ["CUDA cannot run wavetoy::", "so this command failed"])


if __name__ == "__main__":
    main()
