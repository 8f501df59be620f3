"""As far as oclgrind can see, no kernel of the tree accesses memory outside its buffers, races or uses undefined values.

Each kernel has two forms, by rows and by points. The runs take one and the other in turn; with NOPAL_LONG_TESTS=1 each run takes
both. A kernel that no run here launches is an error.
"""

import concurrent.futures
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import harness
import simulated

LONG = os.environ.get("NOPAL_LONG_TESTS") == "1"
# Folders with kernels, and the thorns that are built from them.
THORNS = {
    "plugins/wavetoy": "wavetoy",
    "plugins/diffusion": "diffusion",
    "plugins/advection_z": "advection_z",
    "plugins/smooth": "smooth",
    "plugins/jacobi": "jacobi",
    "plugins/himeno": "himeno",
    "plugins/cip": "cip",
    "plugins/coordinates": "coordinates",
    "plugins/acoustics": "acoustics",
    "plugins/boundary": "boundary",
    "plugins/dissipation": "dissipation",
    "plugins/maxwell": "maxwell",
    "plugins/yee": "yee",
    "plugins/heat": "heat",
    "plugins/reaction": "reaction",
    "plugins/coupled": "coupled",
    "plugins/euler": "euler",
    "plugins/airfoil": "airfoil",
    "plugins/jac": "jac",
    "plugins/ico": "ico",
    "tests/parfile/nine": "nine",
    "examples/stencils": "haze",
    "examples/minimal_thorn": "advect",
    "examples/fourier": "fourier",
    "examples/burgers": "burgers",
    "driver/commands/new_thorn": "warmth",
    "tests/backends/thorn": "conformance",
    "tests/device/thorn": "device_suite",
    "tests/parfile/decay": "decay",
    "tests/parfile/faulty": "faulty",
    "tests/parfile/oscillator": "oscillator",
    "tests/parfile/powers": "powers",
    "tests/parfile/relax": "relax",
    "tests/parfile/rim": "rim",
    "tests/parfile/spoilt": "spoilt",
    "tests/parfile/stepper": "stepper",
    "tests/parfile/stitch": "stitch",
    "tests/parfile/strand": "strand",
    "tests/parfile/taker": "taker",
    "tests/parfile/tiles": "tiles",
    "tests/parfile/winding": "winding",
}
# Folders and files that are not run here, and why.
LEFT_OUT = {
    **{f"tests/backends/thorn/{name}.kernel": "wrong on purpose"
       for name in ("outside", "beyond", "crowded", "disagree", "hasty", "narrow", "overfull", "roaming", "unset")},
    "tests/errors/thorns": "for the host, or wrong on purpose",
    "tests/parfile/faulty/compute.kernel": "wrong on purpose",
    "tests/oclgrind/astray": "wrong on purpose: findings.py",
    "tests/unit/kernels/samples": "pieces for unit tests, some wrong on purpose; no program runs them",
    "bench/swell": "the step of wavetoy with factors in place of divisions, for bench/tiles on the host",
    **{f"tests/parfile/nine/{name}.kernel": "a loop over a set that runs on the host"
       for name in ("count_up", "measure_most", "zero_most")},
    "tests/parfile/balance": "loops over sets on the host",
    "tests/parfile/pond": "loops over sets on the host",
    "tests/parfile/weave": "loops over sets on the host",
    "tests/parfile/stuck": "the host fills its field, which oclgrind takes for undefined; watchdog.py runs it",
    "tests/parfile/drift": "a formula at each point; interpolation.py runs it on PoCL",
    "tests/parfile/burst": "a difference and a sync as in advect; time_step.py runs it on PoCL",
    "tests/parfile/late": "for epochs, which run on the host",
    "tests/parfile/levels": "for calls that are computed together, which run on the host",
    "tests/parfile/rates": "for epochs, on the host and on the device checked",
    "tests/unit/tiles": "pieces for unit tests on the host; no program runs them",
    "tests/device/thorn/slow.kernel": "made to take long: minutes in a simulator",
    **{f"tests/device/thorn/{name}.kernel": "a stage of a stencil that the rows in SUITE launch only tile by tile"
       for name in ("chain_flux", "chain_square", "chain_update", "column_down", "column_first", "column_last",
                    "column_up")},
}
# Stencils that are not run here tile by tile, and why.
STENCILS_LEFT_OUT = {
    "device_suite::columns": "gives two kernels an order, for rows that launch them one by one; its stages read outputs of "
                             "each other around the point, so nopal refuses to run it",
    **{f"winding::{name}": "tiles of the second one need larger temporaries than those of the first (simulated.py); images.py "
                           "runs both on PoCL" for name in ("beside", "above")},
    "euler::ppm4": "the temporaries of the smallest tile do not fit into the memory of oclgrind's device",
}
# The device's own kernels: they pack, unpack and fill, and reduce.
OF_THE_DEVICE = {"rows": {"nopal_copy_rows", "nopal_reduce_rows"}, "points": {"nopal_copy_words", "nopal_reduce_points"}}
# oclgrind 21.10 damages its own memory if it counts the instructions of these.
UNCOUNTED = {"rows": "reduce.takes_the*", "points": "reduce.adds*"}
SUITE = "launch_on*.*:launch.arithmetic*:launch.integers*:copy_*:fill.*:launch_tiles.takes*:launch_tiles.computes*"
# The conformance suite of backends. Block kernels have only one form.
# 70,000 groups would take minutes, and would find no more errors than 70 groups.
ACCELERATORS = {"rows": "*/opencl:-*MoreBoxesThan*", "points": "*Pointwise*/opencl"}


def tree(source):
    """All kernels in the folder, without build folders, as relative paths."""
    paths = (path.relative_to(source) for path in sorted(source.rglob("*.kernel")))
    return [path for path in paths if path.name != "functions.kernel" and path.parts[0] != "build"
            and not path.parts[0].startswith(".")]


def schedule(thorn):
    """The items of the thorn's schedule."""
    declaration = next(path for folder in ("lib/nopal", "tests/thorns", "tests/bin/thorns")
                       if (path := harness.BUILD / folder / f"{thorn}.yaml").exists())
    return harness.yaml.safe_load(declaration.read_text())["schedule"]


def kernels_of(item):
    """Yields the kernel and the name of each kernel item that stands in an item of a schedule."""
    if "kernel" in item:
        yield item["kernel"], item.get("as", item["kernel"])
    for stage in item.get("stages", ()):
        yield from kernels_of({key: stage[key] for key in ("kernel", "as") if key in stage})
        for kernel in stage.get("kernels", {}).values():
            yield kernel, f"{stage['as']}_{kernel}" if "as" in stage else kernel


def entries(thorn):
    """The entry points of each kernel of a thorn: {"fill": {"fill_rows", "fill_again_points", ...}, ...}."""
    names = {}
    for item in schedule(thorn):
        for kernel, name in kernels_of(item):
            for form in ("blocks",) if "threads" in item else simulated.FORMS:
                names.setdefault(kernel, set()).add(f"{name}_{form}")
            if any(" via " in clause for clause in item.get("increments", ())):  # the other ways of accelerator.loops
                names[kernel] |= {f"{name}_atomics_{form}" for form in simulated.FORMS} | {f"{name}_staged_blocks"}
    return names


def stencils_not_run(stored, each_form):
    """Yields a message for each stencil that no run launched tile by tile: as one kernel for all stages of the interior."""
    forms = ("tiles", "groups")
    for thorn in THORNS.values():
        for item in schedule(thorn):
            if "stencil" not in item or f"{thorn}::{item['stencil']}" in STENCILS_LEFT_OUT:
                continue
            missing = [form for form in forms if f"{thorn}_{item['stencil']}_{form}" not in stored]
            if each_form or len(missing) == len(forms):
                for form in missing:
                    yield f"{thorn}: no run launched the stencil {item['stencil']} as {form}"


def not_run(paths, stored, each_form):
    """Yields a message with advice for each kernel that no run launched. each_form: by rows and by points, not only by one of them."""
    for path in paths:
        if any(str(part) in LEFT_OUT for part in (path, *path.parents)):
            continue
        thorn = THORNS.get(str(path.parent))
        if thorn is None:
            yield f"{path}: its folder is neither among THORNS nor LEFT_OUT of {pathlib.Path(__file__).name}"
            continue
        for entry in sorted(entries(thorn).get(path.stem, {f"{path.stem}_{form}" for form in simulated.FORMS}),
                            key=lambda entry: (entry.rpartition("_")[0], "rows" not in entry)):
            name, _, form = entry.rpartition("_")
            if f"{thorn}_{entry}" in stored:
                continue
            if each_form or not any(f"{thorn}_{name}_{other}" in stored for other in simulated.FORMS):
                yield f"{path}: no run launched {name} over {form}; add one to {pathlib.Path(__file__).name}"


def wave(cells, periodic, shape, form, **more):
    wavetoy = {"energy_every": 1} | ({} if shape == "gaussian" else {"error_every": 1})
    return harness.wave(cells, iterations=2, periodic=periodic, shape=shape, device="opencl", wavetoy=wavetoy,
                        tsv={"every": 1, "norms": ["wavetoy::phi"]},
                        accelerator=simulated.device(form) | more.pop("accelerator", {}), **more)


def small(cells, form, ghosts=1, periodic=None, iterations=2, **thorns):
    periodic = periodic or [True] + [False] * (len(cells) - 1)
    return harness.content(cells, iterations=iterations, periodic=periodic, driver={"ghosts": ghosts, "courant": 0.05},
                           accelerator=simulated.device(form), **thorns)


def stencils(form):
    """Yields runs of the thorns with stencils, stage by stage and tile by tile. A tile of oclgrind's device is small."""
    # On these axes there are fewer points than ghosts, so its stencils run stage by stage.
    yield "winding", 1, small([2, 3, 2], form, ghosts=5, periodic=[True] * 3, winding={})
    for way in ("stages", "tiles"):
        for name, ranks, cells, ghosts, thorns in (
                ("diffusion", 2, [7, 6, 3], 2, {"diffusion": {}}), ("advection_z", 1, [4, 3, 6], 1, {"advection_z": {}}),
                ("smooth", 1, [9, 8], 4, {"smooth": {}}), ("haze", 2, [5, 4, 7], 2, {"haze": {}})):
            parfile = small(cells, form, ghosts=ghosts, **thorns)
            parfile["accelerator"]["stencils"] = way
            yield f"{name}_by_{way}", ranks, parfile


def physics(form):
    """Yields runs of the thorns that mol integrates, and of yee."""
    for thorn, integrator, layers in (("maxwell", {"mol": {"method": "RK4"}}, 2), ("yee", {}, 1)):
        norms = {"tsv": {"every": 1, "norms": [f"{thorn}::e_error", f"{thorn}::energy"]}}
        for problem, ranks in (("plane_wave", 2), ("cavity", 1)):
            parfile = small([4, 5, 4], form, ghosts=layers, periodic=[problem == "plane_wave"] * 3, iterations=1, **integrator,
                            **{thorn: {"problem": problem, "mode_y": 1}}, **norms)
            parfile["driver"]["centering"] = "cell"
            yield f"{thorn}_{problem}", ranks, parfile
    yield "oscillator", 1, small([6, 5], form, periodic=[True, True], mol={"method": "Heun"}, oscillator={})
    yield "acoustics", 2, small([6, 5], form, ghosts=2, periodic=[True, True], mol={}, acoustics={},
                                tsv={"every": 1, "norms": ["acoustics::p_error"]})
    yield "boundary", 1, small([4, 4, 4], form, ghosts=2, iterations=1, mol={"method": "LSRK4"}, acoustics={"shape": "gaussian"},
                               boundary={"all": "extrapolate", "order": 2, "lower_x": "symmetric", "upper_z": "scalar"})
    yield "rotated_boundary", 1, small([4, 4, 4], form, ghosts=2, iterations=1, periodic=[False] * 3, mol={"method": "Euler"},
                                       acoustics={"shape": "gaussian"}, boundary={"all": "flat", "lower_x": "rotated"})
    kept = ["tag rhs", "acoustics::p: all=flat, lower_y=copy, copy_from=coordinates::r, upper_y=none",
            "acoustics::vx: all=flat, lower_y=copy, copy_from=coordinates::r"]
    yield "open_boundary", 1, small([4, 4, 4], form, ghosts=2, iterations=1, mol={"method": "Euler"}, acoustics={"shape": "gaussian"},
                                    coordinates={}, rim={}, boundary={"all": "radiation", "upper_z": "flat", "variables": kept})
    for order in (3, 5, 7, 9):
        yield f"dissipation_{order}", 1, small([6, 5], form, ghosts=(order + 1)//2, periodic=[True, True], mol={"method": "Euler"},
                                               powers={}, dissipation={"order": order})
    # So many layers that no clause says how far boundary::fill reads.
    yield "burgers", 1, small([5, 6], form, ghosts=5, periodic=[False, False], mol={"method": "Heun"}, burgers={},
                              boundary={"all": "flat"})
    errors = {"tsv": {"every": 1, "norms": ["heat::error"]}}
    yield "heat", 1, small([6, 5], form, mol={"method": "Euler"}, heat={"diffusivity": 0.1}, **errors)
    yield "heat_pulse", 1, small([3, 4, 3], form, mol={"method": "Heun"}, heat={"shape": "pulse", "diffusivity": 0.1},
                                 **errors)
    yield "reaction", 2, small([6, 5], form, periodic=[True, True], mol={"method": "ICN"}, reaction={})


def gas(form):
    """Yields runs of euler with each chain of stages, stage by stage and tile by tile."""
    for way, scheme in itertools.product(("stages", "tiles"), ("mc", "ppm", "ppm4")):
        repairs = ["euler::n_repaired"] if scheme == "ppm" else []
        parfile = small([6, 5], form, ghosts=4, mol={}, tsv={"every": 1, "norms": ["euler::pressure", *repairs]},
                        euler={"problem": "double_mach" if scheme == "mc" else "sedov", "reconstruction": scheme,
                               "positivity": "repair" if repairs else "report"})
        parfile["driver"] |= {"centering": "cell", "iterations": 1, "time_step": "adaptive" if scheme == "ppm" else "fixed"}
        parfile["accelerator"]["stencils"] = way
        yield f"euler_{scheme}_by_{way}", 1, parfile


WAYS = ("gather", "atomics", "staged")


def in_way(form, way):
    """The section of a parfile whose loops over sets add through maps in this way."""
    return simulated.device(form) | ({} if way == "gather" else {"reproducible": False, "loops": way})


def loops(form, folder):
    """Yields runs of the thorns with loops over sets, in all ways in which these add through maps."""
    mesh = folder / f"{form}.h5"
    subprocess.run([sys.executable, harness.SOURCE / "scripts" / "airfoil-mesh", mesh, "--along", "10", "--out", "2"], check=True,
                   stdout=subprocess.DEVNULL)
    airfoil = harness.yaml.safe_load((harness.SOURCE / "parfiles" / "airfoil.yaml").read_text())
    # Reductions of more values than the first one had would let its buffer grow (simulated.py). So there are no norms of
    # airfoil::q, and ico, strand and stitch have so few elements on each process that one column of a reduction takes them.
    # In other ways than gather, elements also add to ghosts of the targets. Nobody reads these before they are brought up to
    # date, and they may be undefined. So these runs have one process.
    for way in WAYS:
        ranks = 2 if way == "gather" else 1
        accelerator = in_way(form, way)
        yield f"airfoil_{way}", ranks, airfoil | {"driver": {"iterations": 2}, "accelerator": accelerator,
                                                    "mesh": airfoil["mesh"] | {"file": str(mesh)},
                                                    "tsv": airfoil["tsv"] | {"norms": ["airfoil::rms"]}}
        for thorn, section in (("jac", {"size": 4}), ("nine", {}), ("strand", {"cells": 6 * ranks}),
                               ("stitch", {"width": 4, "height": 2})):
            yield f"{thorn}_{way}", ranks, {"thorns": [thorn], "driver": {"iterations": 2}, "accelerator": accelerator,
                                              thorn: section}
        yield f"ico_{way}", 3 if way == "gather" else 1, {"thorns": ["ico"], "driver": {"iterations": 2}, "accelerator": accelerator,
                                                      "ico": {"columns": 3, "rows": 3}}


def runs(form, folder):
    """Yields name, number of processes and parfile of each run."""
    poison = {"poison": True}
    yield "wave_1d", 1, wave([9], False, "standing", form)
    yield "wave_1d_periodic", 1, wave([8], True, "plane", form, ghosts=2)
    yield "wave_1d_cells", 2, wave([9], False, "gaussian", form, centering="cell")
    yield "wave_2d", 2, wave([7, 5], False, "plane", form, accelerator=poison)
    yield "wave_2d_periodic", 1, wave([6, 7], True, "gaussian", form)
    yield "wave_2d_mixed", 1, wave([5, 6], [True, False], "standing", form, centering="cell")
    yield "wave_3d", 1, wave([4, 5, 3], False, "gaussian", form)
    yield "wave_3d_periodic", 1, wave([4, 3, 5], True, "plane", form, ghosts=2)
    yield "wave_3d_mixed", 2, wave([5, 4, 4], [False, True, False], "standing", form, accelerator=poison,
                                   driver={"process_grid": [2, 1, 1]})
    for shape in ("smooth", "box"):
        yield f"advect_{shape}", 1, small([9], form, advect={"shape": shape, "speed": -1.0, "total_every": 1})
    yield "advect_2d", 1, small([5, 6], form, advect={})
    yield "warmth", 1, small([5, 6], form, warmth={"error_every": 1})
    yield "warmth_3d", 1, small([3, 4, 3], form, warmth={"error_every": 1})
    # clFFT needs groups of 64 work-items.
    yield "fourier", 1, small([6, 5, 4], form, ghosts=2, periodic=True, fourier={"error_every": 1, "library": "fftw"})
    yield "stepper", 1, small([6, 5], form, decay={}, stepper={})
    yield "faulty", 1, small([6, 5], form, faulty={"how": "conversions"})
    yield "relax", 1, small([6, 5], form, periodic=True, relax={})
    yield "spoilt", 1, small([6, 5], form, spoilt={"from": 0, "radius": 1})
    yield "tiles", 1, small([6, 5], form, tiles={})
    yield "taker", 1, small([6, 5], form, taker={}, giver={})
    yield "jacobi", 2, small([6, 5], form, periodic=[False, False], jacobi={"error_every": 1})
    yield "himeno", 1, small([4, 3, 4], form, periodic=[False] * 3, himeno={"gosa_every": 1})
    yield "coordinates", 2, small([4, 5], form, coordinates={})
    yield from physics(form)
    yield "cip", 1, small([6, 5], form, cip={"error_every": 1})
    # With so many ghosts the first copies are the largest ones, and their buffers do not grow (simulated.py).
    for way in WAYS:
        yield f"coupled_{way}", 1, harness.content([6, 5], iterations=2, periodic=True, lower=-0.5, upper=0.5,
                                                   driver={"dt": 1e-3, "ghosts": 3}, accelerator=in_way(form, way),
                                                   coupled={"beads": 5})
    yield from stencils(form)
    yield from gas(form)
    yield from loops(form, folder)


class Kernels(unittest.TestCase):
    def test_every_kernel_of_the_tree_is_clean(self):
        with tempfile.TemporaryDirectory(prefix="nopal-oclgrind-") as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
            folder = pathlib.Path(name)
            started = {}
            for first, form in enumerate(simulated.FORMS):
                words = [harness.BUILD / "tests" / "bin" / "device_suite", "--device", "opencl", "--threads", 1, "--options",
                         f"platform=oclgrind,work_items={form}", "--row"]
                uncounted = ":".join(UNCOUNTED.values()) if LONG else UNCOUNTED[form]
                for run, rows, counts in ((f"{form}_suite", SUITE, True), (f"{form}_uncounted", uncounted, False)):
                    started[run] = pool.submit(simulated.run, folder, run, [*words, rows], counts=counts)
                started[f"{form}_blocks"] = pool.submit(
                    simulated.run, folder, f"{form}_blocks",
                    [harness.BUILD / "tests" / "bin" / "backends", f"--gtest_filter={ACCELERATORS[form]}"],
                    variables={"NOPAL_TEST_PLATFORM": "platform=oclgrind", "NOPAL_TEST_WORK_ITEMS": f"work_items={form}"})
                for run, ranks, parfile in itertools.islice(runs(form, folder), 0 if LONG else first, None, 1 if LONG else 2):
                    run = f"{form}_{run}"
                    started[run] = pool.submit(simulated.run_nopal, folder, run, parfile, ranks)
            stored = set()
            for run, future in started.items():
                with self.subTest(run=run):
                    result = future.result()
                    self.assertTrue(result.clean, result)
                    stored |= result.stored
                    if run in ("rows_wave_2d", "points_wave_1d_cells"):
                        self.assertLessEqual(OF_THE_DEVICE[run.split("_")[0]], result.stored)
        self.assertEqual(list(not_run(tree(harness.SOURCE), stored, LONG)), [])
        self.assertEqual(list(stencils_not_run(stored, LONG)), [])

    def test_a_kernel_without_a_run_is_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for path in ("plugins/wavetoy/damp.kernel", "plugins/new/step.kernel", "build/release/copy.kernel",
                         "tests/errors/thorns/ripple/edge.kernel", "plugins/wavetoy/evolve.kernel",
                         "tests/parfile/taker/double.kernel"):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).touch()
            found = list(not_run(tree(folder), {"wavetoy_evolve_rows", "wavetoy_evolve_points", "wavetoy_damp_points",
                                                "taker_grow_rows"}, each_form=True))
            self.assertEqual(found, ["plugins/new/step.kernel: its folder is neither among THORNS nor LEFT_OUT of kernels.py",
                                     "plugins/wavetoy/damp.kernel: no run launched damp over rows; add one to kernels.py",
                                     "tests/parfile/taker/double.kernel: no run launched grow over points; add one to "
                                     "kernels.py"])
            found = list(not_run(tree(folder), {"wavetoy_damp_points", "taker_grow_rows"}, each_form=False))
            self.assertEqual([message.partition(": ")[2] for message in found],
                             ["its folder is neither among THORNS nor LEFT_OUT of kernels.py",
                              "no run launched evolve over rows; add one to kernels.py",
                              "no run launched evolve over points; add one to kernels.py"])

    def test_a_stencil_without_a_run_is_noticed(self):
        found = list(stencils_not_run({"haze_spread_tiles", "device_suite_chain_tiles", "device_suite_chain_groups"}, each_form=True))
        self.assertIn("haze: no run launched the stencil spread as groups", found)
        self.assertIn("haze: no run launched the stencil overhead as tiles", found)
        self.assertNotIn("haze: no run launched the stencil spread as tiles", found)
        self.assertEqual([message for message in found if message.startswith("device_suite: ")],
                         [f"device_suite: no run launched the stencil column as {form}" for form in ("tiles", "groups")])
        found = list(stencils_not_run({"haze_spread_tiles"}, each_form=False))
        self.assertIn("haze: no run launched the stencil overhead as tiles", found)
        self.assertNotIn("haze: no run launched the stencil spread as groups", found)

    def test_what_is_left_out_exists(self):
        self.assertEqual([path for path in (*THORNS, *LEFT_OUT) if not (harness.SOURCE / path).exists()], [])
        stencils = {f"{thorn}::{item['stencil']}" for thorn in THORNS.values() for item in schedule(thorn)
                    if "stencil" in item}
        self.assertLessEqual(STENCILS_LEFT_OUT.keys(), stencils)
