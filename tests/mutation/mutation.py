"""Tests that every wrong declaration is found. A mutant is a thorn with one clause that is removed, weakened or shifted, with
a before: or after: that is removed, or with a stencil whose stages are swapped, or which have another order or other
intervals. There is a mutant for each clause of each thorn of the tree, and of the thorn that `nopal new thorn` writes. Other
mutants change the text of a kernel: a read far away ("reach"), a read of a neighbour of what is written ("neighbour"), what
changes the meaning of a text ("text"), a missing block_sync() ("block sync").

These find a mutant, in this order
    declaration  nopal-generate refuses it
    compiler     the kernels do not compile
    check        `nopal check` reports an error, or a warning that the right thorn does not get
    call         a function is refused a variable that it does not declare
    validity     the run stops at a read or a reduction of data that are not valid
    poison       accelerator.poison finds points that were not written, or that were computed from invalid data
    guard        accelerator.guard finds an access that is not declared
    access       the bounds-checked version of a kernel refuses an access
    threads      the bounds-checked version of a block kernel finds a conflict between threads
A mutant that none of these finds must be listed under EQUIVALENT, with the reason why it changes nothing. Its output is
then compared bit by bit with that of the right thorn.

usage: mutation.py [NAME...]    mutants whose name contains one of the words; default all
"""

import collections
import concurrent.futures
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

from mutants import kernel_mutants, mutants

# NOPAL_ALL_MUTANTS=1 tests all mutants, otherwise one in 3. Texts of kernels and the clauses of stencils, airfoil and ico have
# many, and each one is compiled: of these one in 12, and of euler, which takes longer to compile than the others, one in 60.
ALL = os.environ.get("NOPAL_ALL_MUTANTS") == "1"
FEWEST, FEW, SOME = 60, 12, 3
SOURCE = pathlib.Path(os.environ["NOPAL_SOURCE"]).resolve()
BUILD = pathlib.Path(os.environ["NOPAL_BUILD"]).resolve()
FINDERS = ("declaration", "compiler", "check", "call", "validity", "poison", "guard", "access", "threads")

GRID = {"lower": [-0.5] * 3, "upper": [0.5] * 3, "cells": [8, 7, 9], "iterations": 5}
ACCELERATOR = {"device": "checked", "poison": True, "guard": True}
WAVE = {"energy_every": 2, "error_every": 1}
OUTPUT = {"tsv": {"every": 2, "norms": ["wavetoy::phi", "wavetoy::error", "wavetoy::energy"], "lines_every": 2,
                  "lines": ["wavetoy::phi"]},
          "hdf5": {"every": 2, "variables": ["wavetoy::phi"]}}


class Loader(yaml.SafeLoader):
    """Reads `on` and `no` as texts, as nopal does. In YAML 1.1 they are bools."""

    yaml_implicit_resolvers = {
        letter: [(tag, form) for tag, form in resolvers if letter not in "oOnN" or tag != "tag:yaml.org,2002:bool"]
        for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def load(path):
    return yaml.load(path.read_text(), Loader)


def wave(periodic):
    return {"description": "Mutation test", "thorns": ["wavetoy", "tsv", "hdf5"],
            "driver": GRID | {"periodic": periodic}, "accelerator": ACCELERATOR, "wavetoy": WAVE} | OUTPUT


def solver(thorn, variables, parameters, dimension, periodic):
    """Parfiles of a thorn on a grid of `dimension` axes. `periodic`: of the axes, one entry a parfile."""
    return [{"description": "Mutation test", "thorns": [thorn, "tsv", "hdf5"],
             "driver": {key: value[:dimension] if isinstance(value, list) else value for key, value in GRID.items()}
             | {"periodic": each, "courant": 0.2}, "accelerator": ACCELERATOR, thorn: parameters,
             "tsv": {"every": 2, "norms": variables}, "hdf5": {"every": 2, "variables": list(variables)}} for each in periodic]


def integrated(thorn, variables, parameters, periodic, ghosts=1):
    """Parfiles of a thorn that mol integrates, on grids of two axes."""
    return [each | {"thorns": ["mol", *each["thorns"]], "driver": each["driver"] | {"ghosts": ghosts}}
            for each in solver(thorn, variables, parameters, 2, periodic)]


def light(thorn, integrator, problem, layers):
    """A parfile of maxwell or yee."""
    variables = [f"{thorn}::{name}" for name in ("ex", "ey", "bz", "e_error", "b_error", "energy", "div_e", "div_b")]
    periodic = [problem == "plane_wave"] * 3
    return {"description": "Mutation test", "thorns": [*integrator, thorn, "tsv", "hdf5"],
            "driver": GRID | {"periodic": periodic, "ghosts": layers, "centering": "cell"}, "accelerator": ACCELERATOR,
            thorn: {"problem": problem, "mode_y": 1, "mode_z": 1, "polarisation_x": 0.5},
            "tsv": {"every": 2, "norms": variables},
            "hdf5": {"every": 2, "variables": [f"{thorn}::electric", f"{thorn}::magnetic"]}}


def stencil(thorn, variables, ghosts, periodic=((False, False, False), (True, False, True))):
    """Parfiles of a thorn with stencils."""
    return [{"description": "Mutation test", "thorns": [thorn, "tsv", "hdf5"],
             "driver": GRID | {"periodic": list(each), "ghosts": ghosts, "centering": "cell"}, "accelerator": ACCELERATOR,
             "tsv": {"every": 2, "norms": variables}, "hdf5": {"every": 2, "variables": list(variables)}} for each in periodic]


def gas(problem, periodic, **parameters):
    """A parfile of the thorn euler on a grid of so many axes."""
    n = len(periodic)
    return {"description": "Mutation test", "thorns": ["mol", "euler", "tsv", "hdf5"],
            "driver": {"lower": [-0.5] * n, "upper": [0.5] * n, "cells": GRID["cells"][:n], "iterations": 2, "dt": 0.001,
                       "periodic": periodic, "ghosts": 4, "centering": "cell"}, "accelerator": ACCELERATOR,
            "euler": {"problem": problem, "blast_width": 0.2} | parameters,
            "tsv": {"every": 2, "norms": ["euler::rho", "euler::pressure"]}, "hdf5": {"every": 2, "variables": ["euler::gas"]}}


def on_sets(thorn, variables, **more):
    """A parfile of a thorn with loops over sets."""
    return {"description": "Mutation test", "thorns": [thorn, *more, "tsv"], "driver": {"iterations": 5},
            "accelerator": ACCELERATOR, "tsv": {"every": 1, "norms": variables}} | more


class Thorn:
    """A thorn of the tree, with its sources and runs that use all of it."""

    def __init__(self, declaration, kernels, sources, parfiles, libraries=(), ranks=2, clauses=True):
        self.declaration = SOURCE / declaration
        self.kernels = SOURCE / kernels
        self.sources = [SOURCE / source for source in sources]
        self.parfiles = parfiles
        self.libraries = libraries
        self.ranks = ranks
        self.clauses = clauses  # False: only its kernels are changed
        self.yaml = load(self.declaration)
        self.name = self.yaml["thorn"]
        self.library = BUILD / "lib" / "nopal" / f"lib{self.name}.so"


PROBLEMS = ("plane_wave", "cavity")
PERIODIC = ([False, False, False], [True, False, True])
WAVES = [wave(periodic) for periodic in PERIODIC]
WATCHED = [each | {"thorns": [*each["thorns"], "slices", "nan_checker", "termination"],
                   "slices": {"every": 2, "variables": ["wavetoy::phi"]},
                   "nan_checker": {"every": 2, "variables": ["wavetoy::scalar", "wavetoy::energy"]},
                   "termination": {"every": 2, "conditions": ["change(norm2(wavetoy::phi)) < 1e-12", "wavetoy::energy > 1e9"]}}
           for each in WAVES]
ROOMS = [each | {"thorns": [*each["thorns"], "boundary"], "boundary": {"all": "extrapolate", "lower_x": "symmetric"}}
         for each in integrated("acoustics", ["acoustics::p", "acoustics::vx", "acoustics::p_error"], {},
                                [[False, False], [True, False]], 2)]
AIRFOIL = load(SOURCE / "parfiles" / "airfoil.yaml")["mesh"] | {
    "file": str(SOURCE / "parfiles" / "meshes" / "airfoil_1800.h5")}
THORNS = [
    Thorn("schedules/wavetoy.yaml", "plugins/wavetoy", ["plugins/wavetoy/check.cpp", "plugins/wavetoy/energy.cpp"],
          WAVES),
    Thorn("schedules/tsv.yaml", "io/tsv", [], WAVES),
    Thorn("schedules/hdf5.yaml", "io/hdf5", [], WAVES),
    Thorn("schedules/slices.yaml", "io/slices", [], WATCHED),
    Thorn("schedules/nan_checker.yaml", "io/nan_checker", [], WATCHED),
    Thorn("schedules/termination.yaml", "io/termination", [], WATCHED),
    Thorn("schedules/checkpoint.yaml", "io/checkpoint", [],
          [each | {"thorns": [*each["thorns"], "checkpoint"], "checkpoint": {"at_end": "always"}} for each in WAVES]),
    Thorn("examples/minimal_thorn/advect.yaml", "examples/minimal_thorn", ["examples/minimal_thorn/total.cpp"],
          [{"description": "Mutation test", "thorns": ["advect", "tsv"], "driver": GRID | {"periodic": periodic},
            "accelerator": ACCELERATOR, "advect": {"total_every": 2},
            "tsv": {"every": 2, "norms": ["advect::u", "advect::total"], "lines_every": 2, "lines": ["advect::u"]}}
           for periodic in PERIODIC]),
    Thorn("schedules/diffusion.yaml", "plugins/diffusion", [], stencil("diffusion", ["diffusion::u", "diffusion::coeff"], 2)),
    Thorn("schedules/advection_z.yaml", "plugins/advection_z", [], stencil("advection_z", ["advection_z::u"], 1)),
    Thorn("schedules/smooth.yaml", "plugins/smooth", [], stencil("smooth", ["smooth::u"], 4)),
    Thorn("examples/stencils/haze.yaml", "examples/stencils", [],
          stencil("haze", ["haze::h", "haze::change", "haze::depth"], 2)),
    Thorn("schedules/jacobi.yaml", "plugins/jacobi", [],
          solver("jacobi", ["jacobi::u", "jacobi::error"], {"error_every": 2}, 2, [[False, False], [True, False]])),
    Thorn("schedules/himeno.yaml", "plugins/himeno", ["plugins/himeno/gosa.cpp"],
          solver("himeno", ["himeno::p", "himeno::gosa"], {"gosa_every": 2}, 3, [[False] * 3])),
    Thorn("schedules/coordinates.yaml", "plugins/coordinates", [],
          solver("coordinates", ["coordinates::x", "coordinates::r"], {}, 3, PERIODIC)),
    Thorn("schedules/mol.yaml", "plugins/mol", [], integrated(
        "acoustics", ["acoustics::p", "acoustics::vx"], {}, [[True, True]], 2)),
    Thorn("schedules/acoustics.yaml", "plugins/acoustics", [], ROOMS),
    Thorn("schedules/boundary.yaml", "plugins/boundary", [], ROOMS),
    Thorn("schedules/maxwell.yaml", "plugins/maxwell", ["plugins/maxwell/wave.cpp"],
          [light("maxwell", ["mol"], problem, 2) for problem in PROBLEMS]),
    Thorn("schedules/yee.yaml", "plugins/yee", ["plugins/maxwell/wave.cpp"],
          [light("yee", [], problem, 1) for problem in PROBLEMS]),
    Thorn("schedules/heat.yaml", "plugins/heat", [], integrated(
        "heat", ["heat::temperature", "heat::error"], {"diffusivity": 0.1}, [[False, False], [True, False]])),
    Thorn("schedules/reaction.yaml", "plugins/reaction", [],
          integrated("reaction", ["reaction::u", "reaction::v"], {"seed_size": 0.5}, [[True, True]])),
    Thorn("schedules/euler.yaml", "plugins/euler", ["plugins/euler/check.cpp", "plugins/euler/watch.cpp"],
          [gas("double_mach", [False, False], reconstruction="mc"),
           gas("sedov", [False, True, False], reconstruction="ppm", positivity="repair"),
           gas("sedov", [False] * 3, reconstruction="ppm4")], ranks=1),
    Thorn("schedules/cip.yaml", "plugins/cip", [],
          solver("cip", ["cip::f", "cip::fx", "cip::fy", "cip::error"], {"error_every": 2}, 2, [[False, False], [True, False]])),
    Thorn("schedules/jac.yaml", "plugins/jac", ["plugins/jac/square.cpp"],
          [on_sets("jac", ["jac::u", "jac::u_sum", "jac::u_max"])]),
    Thorn("schedules/ico.yaml", "plugins/ico", ["plugins/ico/triangles.cpp"],
          [on_sets("ico", ["ico::errors"])]),
    Thorn("schedules/coupled.yaml", "plugins/coupled", ["plugins/coupled/exchange.cpp", "plugins/coupled/ring.cpp"],
          solver("coupled", ["coupled::temperature", "coupled::total"], {"beads": 9, "diffusivity": 0.05, "capacity": 1.0}, 2,
                 [[True, True]])),
    Thorn("schedules/airfoil.yaml", "plugins/airfoil", [],
          [on_sets("airfoil", ["airfoil::q", "airfoil::rms"], mesh=AIRFOIL)]),
    Thorn("schedules/mesh.yaml", "io/mesh", [], [on_sets("airfoil", ["airfoil::q", "airfoil::rms"], mesh=AIRFOIL)]),
    Thorn("tests/errors/thorns/turner/turner.yaml", "tests/errors/thorns/turner", [],
          [{"description": "Mutation test", "thorns": ["turner", "tsv"], "driver": GRID,
            "accelerator": {"device": "none", "host": "threads"}, "tsv": {"every": 2, "norms": ["turner::height"]}},
           {"description": "Mutation test", "thorns": ["turner", "tsv"], "driver": GRID, "turner": {"automatic": True},
            "accelerator": {"device": "none", "host": "threads"}, "tsv": {"every": 2, "norms": ["turner::height"]}}],
          ranks=1, clauses=False),
    Thorn("examples/fourier/fourier.yaml", "examples/fourier",
          [f"examples/fourier/{name}.cpp" for name in ("step", "fftw", "opencl", "cufft")],
          [{"description": "Mutation test", "thorns": ["fourier", "tsv"],
            "driver": GRID | {"periodic": [True] * 3, "ghosts": 2}, "accelerator": ACCELERATOR,
            "fourier": {"error_every": 2},
            "tsv": {"every": 2, "norms": ["fourier::u", "fourier::error"], "lines_every": 2, "lines": ["fourier::u"]}}],
          libraries=("-lfftw3", "-lOpenCL"), ranks=1),
]


def new_thorn(folder):
    """The thorn that `nopal new thorn` writes."""
    subprocess.run([BUILD / "bin" / "nopal", "new", "thorn", "warmth"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return Thorn(folder / "warmth" / "warmth.yaml", folder / "warmth", [],
                 [{"description": "Mutation test", "thorns": ["warmth", "tsv"],
                   "driver": GRID | {"periodic": periodic, "courant": 0.05}, "accelerator": ACCELERATOR,
                   "warmth": {"error_every": 2},
                   "tsv": {"every": 2, "norms": ["warmth::temperature", "warmth::error"], "lines_every": 2,
                           "lines": ["warmth::temperature"]}} for periodic in PERIODIC])


def not_tested(thorns):
    """Yields the declarations of the tree that have clauses but are not in `thorns`."""
    tested = {thorn.declaration for thorn in thorns}
    for path in [*(SOURCE / "schedules").glob("*.yaml"), *(SOURCE / "examples").rglob("*.yaml")]:
        declaration = load(path)
        if "thorn" in declaration and path not in tested and any(True for _ in mutants(declaration)):
            yield path


IN_ORDER = "without before: and after: the items of a file run in the order of the file"
REQUEST = f"no data pass from one to the other: the first asks for a call of the second, and {IN_ORDER}"
STATE = f"what passes from one to the other lies in C++ objects of the thorn, and {IN_ORDER}"
# Mutants that change nothing: name -> reason.
EQUIVALENT = {
    "nan_checker::look: after watch: removed": REQUEST,
    "checkpoint::decide_last: before write_last: removed": REQUEST,
    "tsv::points: after locate: removed": STATE,
    "slices::draw: after cover: removed": STATE,
    "diffusion::diffuse: stages flux_x and flux_y: swapped": "neither of the two reads what the other one writes",
    "coupled::diffuse: reads temperature@1<-1:1, -1:1>: without boundary": "all axes are periodic, so there is no boundary",
    "acoustics::rhs: reads vz<0, 0, -2:2>: without boundary": "the grids of its runs have two axes",
    "mol::pre_step: before step: removed": "no thorn of the tree has routines in it",
    "reaction::react: reads substances: without boundary": "all axes are periodic, so there is no boundary",
    "haze::overhead: stages sum and outside: swapped": "neither of the two reads what the other one writes",
    **{f"euler::{stencil}: stages {stages}: swapped": "neither of the two reads what the other one writes"
       for stencil, stages in (("muscl", "muscl_x and muscl_y"), ("muscl", "muscl_y and muscl_z"), ("ppm", "ppm_x and ppm_y"),
                               ("ppm", "ppm_y and ppm_z"), ("ppm4", "spread_x and face_y"), ("ppm4", "spread_y and face_z"))},
    "euler::look: after watch: removed": REQUEST,
    "euler::look_at: writes watched(owned): without interior": "the interior keeps what forget has written, and all is positive",
    **{f"euler::look_at: neighbour: reads the neighbour of {name}": "the branch is never taken, and only in kernels that write "
       "the interior do the texts of such branches count" for name in ("positive", "seen_rho", "seen_p")},
}


class Workshop:
    """Builds mutants and runs them. Each has a copy of the build tree's plugins, in which it replaces its thorn."""

    def __init__(self, folder):
        self.folder = folder
        self.objects = {}
        self.environment = os.environ | {
            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1",
            "POCL_MAX_PTHREAD_COUNT": "1", "NOPAL_CACHE": "", "NOPAL_THORN_PATH": ""}

    def run(self, *words, folder=None):
        result = subprocess.run([str(word) for word in words], cwd=folder, env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=120)
        return result.returncode, result.stdout

    def compile(self, source, target):
        """Compiles a source. The options that change results are the same as in nopal_add_thorn."""
        # Only the optimiser sees locals that are never set. It takes too long for all mutants.
        level = "-O1" if "real unset;" in source.read_text() else "-O0"
        return self.run("c++", "-std=c++20", level, "-g", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off",
                        "-DNOPAL_NO_CLONES", f"-I{SOURCE}", f"-I{SOURCE}/core/api", "-c", source, "-o", target)

    def object(self, source):
        """Compiles a source or a generated file, once. Returns the object file, the exit code and the output."""
        key = hashlib.sha256(source.read_bytes()).hexdigest()
        target = self.folder / f"{key}.o"
        if key not in self.objects:
            made = self.folder / f"{key}.{os.urandom(4).hex()}.o"
            self.objects[key] = self.compile(source, made)
            if self.objects[key][0] == 0:
                made.rename(target)
        return target, *self.objects[key]

    def tree(self, root, thorn):
        """Makes hard links to the build tree's program and plugins, without the thorn."""
        (root / "bin").mkdir(parents=True)
        for path in [BUILD / "bin" / "nopal", BUILD / "bin" / "nopal-devices", *sorted((BUILD / "lib").rglob("*"))]:
            copy = root / path.relative_to(BUILD)
            if path.is_dir() or path.name in (f"{thorn.name}.yaml", f"lib{thorn.name}.so"):
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            os.link(path.resolve(), copy)
        return root / "lib" / "nopal"

    def kernels(self, root, thorn, texts):
        """Returns the folder of the mutant's kernels."""
        if not texts:
            return thorn.kernels
        folder = root / "kernels"
        folder.mkdir(parents=True)
        for path in thorn.kernels.glob("*.kernel"):
            (folder / path.name).write_text(texts.get(path.stem, path.read_text()))
        return folder

    def build(self, root, thorn, declaration, texts):
        """Builds the mutant. Returns (finder, output) if that fails, otherwise None."""
        plugins = self.tree(root, thorn)
        path = plugins / f"{thorn.name}.yaml"
        path.write_text(yaml.safe_dump(declaration, sort_keys=False))
        generated = root / f"{thorn.name}.generated.cpp"
        code, output = self.run(BUILD / "bin" / "nopal-generate", "thorn", path, "--kernels",
                                self.kernels(root, thorn, texts), "--output",
                                generated, "--search", SOURCE / "schedules")
        if code != 0:
            return "declaration", output
        if not any(thorn.kernels.glob("*.kernel")):  # the sources of functions do not depend on the declaration
            os.link(thorn.library, plugins / thorn.library.name)
            return None
        objects = []
        for source in [generated, *thorn.sources]:
            target, code, output = self.object(source)
            if code != 0:
                return "compiler", output
            objects.append(target)
        code, output = self.run("c++", "-shared", *objects, f"-L{BUILD / 'lib'}", "-lnopal_core",
                                *thorn.libraries, "-Wl,-rpath,$ORIGIN/..", "-o", plugins / thorn.library.name)
        assert code == 0, output
        return None

    def nopal(self, root, ranks, command, parfile, number):
        path = root / f"run{number}.yaml"
        path.write_text(yaml.safe_dump(parfile, sort_keys=False))
        return self.run("mpirun", "--oversubscribe", "--bind-to", "none", "-n", ranks, root / "bin" / "nopal", command,
                        path, folder=root)

    def found_by(self, root, thorn, declaration, texts=None):
        """Runs the mutant. Returns (finder or None, output)."""
        if refused := self.build(root, thorn, declaration, texts or {}):
            return refused
        for number, parfile in enumerate(thorn.parfiles):
            code, output = self.nopal(root, thorn.ranks, "check", parfile, number)
            if code != 0 or "nothing wrong found" not in output:
                return "check", output
        for number, parfile in enumerate(thorn.parfiles):
            code, output = self.nopal(root, thorn.ranks, "run", parfile, number)
            if code != 0:
                return finder_of(output), output
        return None, ""

    def output(self, root):
        """Returns the output of the runs without dates and paths: rows of tsv files, datasets of HDF5 files."""
        import h5py
        found = {}
        for path in sorted(root.glob("run*/*")):
            name = str(path.relative_to(root))
            if path.suffix == ".tsv":
                found[name] = [line for line in path.read_text().splitlines() if not line.startswith("#")]
            elif path.suffix == ".h5":
                with h5py.File(path) as file:
                    file.visititems(lambda key, item, name=name: found.update({f"{name}:{key}": item[()].tobytes()})
                                    if isinstance(item, h5py.Dataset) else None)
        return found


# The words of the messages, and who finds a mutant with them. The first that an output has counts.
MESSAGES = (
    ("but it is valid nowhere", "validity"),
    ("cannot be reduced: it is not valid on the host", "validity"),
    ("; the access is in ", "guard"),
    ("outside of the region that it declares", "guard"),
    ("to a system call (Bad address)", "guard"),
    (" asks to ", "call"),
    (" asks for the sum of ", "call"),
    ("from values that are not valid", "poison"),
    ("but did not write", "poison"),
    ("without a block_sync() between them", "threads"),
    ("shared memory is undefined at first", "threads"),
    ("blocks run in any order", "threads"),
    ("there is no valid value at", "access"),
    ("which the clause does not name", "access"),
    ("but this process stores only", "access"),
    ("is stored here", "access"),
    ("the launch does not cover this point", "access"),
    ("its declaration promises to write", "access"),
)


def finder_of(output):
    """Returns the finder that stopped the run. The words of its message tell which."""
    for words, finder in MESSAGES:
        if words in output:
            return finder
    return f"a message that this test does not know:\n{output[-2000:]}"


def sample(found, step, words):
    """The mutants to test: those that were asked for, all, or one in `step`."""
    return found if words or ALL else found[::step]


def main(words):
    with tempfile.TemporaryDirectory(prefix="nopal-mutation-") as name:
        folder = pathlib.Path(name)
        workshop = Workshop(folder)
        originals, wanted = {}, []
        thorns = [*THORNS, new_thorn(folder)]
        if missing := sorted(not_tested(thorns)):
            sys.exit(f"no mutants are made of {', '.join(map(str, missing))}: list it in THORNS")
        for thorn in thorns:
            root = folder / f"{thorn.name}.original"
            finder, output = workshop.found_by(root, thorn, thorn.yaml)
            if finder is not None:
                sys.exit(f"{thorn.name} as it is was refused ({finder}):\n{output}")
            originals[thorn.name] = workshop.output(root)
            if not originals[thorn.name]:
                sys.exit(f"{thorn.name}: the runs wrote nothing")
            chosen = [mutant for mutant in mutants(thorn.yaml) if not words or any(word in mutant[0] for word in words)]
            made = [(thorn, name, declaration, {}) for name, declaration in chosen if thorn.clauses]
            many = any("stencil" in item for item in thorn.yaml.get("schedule") or []) or thorn.name in ("airfoil", "ico")
            few = FEWEST if thorn.name == "euler" else FEW
            wanted += sample(made, few if many else SOME, words)
            texts = {path.stem: path.read_text() for path in thorn.kernels.glob("*.kernel")}
            changed = [(thorn, *mutant) for mutant in kernel_mutants(thorn.yaml, texts)
                       if not words or any(word in mutant[0] for word in words)]
            wanted += sample(changed, few, words)

        def judge(number, thorn, declaration, texts):
            root = folder / f"mutant{number}"
            finder, output = workshop.found_by(root, thorn, declaration, texts)
            same = finder is None and workshop.output(root) == originals[thorn.name]
            shutil.rmtree(root)
            return finder, output, same

        # A run that ends with an error spends most of its time waiting for mpirun.
        with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
            results = list(pool.map(lambda each: judge(each[0], each[1][0], *each[1][2:]), enumerate(wanted)))

    counts, survivors, wrong = collections.Counter(), [], []
    for (_thorn, mutant, *_), (finder, output, same) in zip(wanted, results):
        counts[finder or "nobody"] += 1
        last = next((line for line in reversed(output.splitlines()) if "rror" in line or ":" in line), "")
        print(f"{(finder or 'nobody')[:12]:12s} {mutant}   {last.strip()[:160] if '-v' in sys.argv else ''}")
        if finder is None:
            survivors.append(mutant)
            if mutant not in EQUIVALENT:
                wrong.append(f"{mutant}: nobody found it, and EQUIVALENT does not say why it changes nothing; its "
                             f"output is {'the same' if same else 'DIFFERENT'}")
            elif not same:
                wrong.append(f"{mutant}: listed as equivalent, but its output differs")
        elif finder not in FINDERS:
            wrong.append(f"{mutant}: stopped by {finder}")
    found = {mutant for (_, mutant, *_), (finder, _, _) in zip(wanted, results) if finder is not None}
    wrong += [f"{mutant}: listed as equivalent, but it was found" for mutant in EQUIVALENT if mutant in found]
    if len(survivors) * 10 > len(wanted):
        wrong.append(f"{len(survivors)} of {len(wanted)} mutants are equivalent: more than a tenth")
    print(f"{len(wanted)} mutants: " + ", ".join(f"{counts[finder]} by {finder}" for finder in (*FINDERS, "nobody")))
    for line in wrong:
        print(f"FAILED {line}")
    return 1 if wrong or not wanted else 0


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word != "-v"]))
