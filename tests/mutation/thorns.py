"""What is made wrong: the thorns of the tree with runs that use all of them, and the mutants that change nothing."""

import os
import pathlib
import subprocess

import yaml

from mutants import mutants

SOURCE = pathlib.Path(os.environ["NOPAL_SOURCE"]).resolve()
BUILD = pathlib.Path(os.environ["NOPAL_BUILD"]).resolve()

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


def gas(problem, periodic, time_step="fixed", **parameters):
    """A parfile of the thorn euler on a grid of so many axes."""
    n = len(periodic)
    repairs = ["euler::repaired", "euler::n_repaired"] if parameters.get("positivity") == "repair" else []
    return {"description": "Mutation test", "thorns": ["mol", "euler", "tsv", "hdf5"],
            "driver": {"lower": [-0.5] * n, "upper": [0.5] * n, "cells": GRID["cells"][:n], "iterations": 2, "dt": 0.001,
                       "time_step": time_step, "periodic": periodic, "ghosts": 4, "centering": "cell"}, "accelerator": ACCELERATOR,
            "euler": {"problem": problem, "blast_width": 0.2} | parameters,
            "tsv": {"every": 2, "norms": ["euler::rho", "euler::pressure"] + repairs}, "hdf5": {"every": 2, "variables": ["euler::gas"]}}


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
# Waves leave, and values of another variable are copied: at some faces beside those, and at some of a variable without them.
OPEN = ROOMS + [each | {"thorns": [*each["thorns"], "coordinates"],
                        "boundary": {"all": "flat", "variables": [
                            "tag rhs: lower_x=radiation, upper_y=radiation",
                            "acoustics::p: upper_x=copy, copy_from=coordinates::r",
                            "acoustics::vx: lower_x=copy, copy_from=coordinates::x, upper_y=as_all"]}} for each in ROOMS[:1]]
# A face is turned, of one variable beside faces that are kept.
OPEN += [each | {"boundary": {"all": "flat", "lower_x": "rotated", "variables": [
    "tag rhs", "acoustics::vx: upper_x=radiation, upper_y=copy, copy_from=coordinates::x",
    "acoustics::vy: upper_y=copy, copy_from=coordinates::y"]}} for each in OPEN[-1:]]
DAMPED = [each | {"thorns": [*each["thorns"], "boundary", "dissipation"], "boundary": {"all": "flat"},
                  "dissipation": {"order": order},
                  "driver": each["driver"] | {"cells": [12, 10]}}  # two processes need at least 5 points each
          for order in (3, 5, 7, 9)
          for each in integrated("acoustics", ["acoustics::p", "acoustics::vx"], {}, [[False, True]], 5)]
# A run with error control.
CONTROLLED = DAMPED[0] | {"mol": {"method": "RK45"}, "driver": DAMPED[0]["driver"] | {"time_step": "adaptive"}}
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
    Thorn("examples/burgers/burgers.yaml", "examples/burgers", [],
          [each | {"thorns": [*each["thorns"], "boundary"], "boundary": {"all": "flat"}}
           for each in integrated("burgers", ["burgers::u", "burgers::v"], {}, [[False, False], [True, False]])]),
    Thorn("schedules/jacobi.yaml", "plugins/jacobi", [],
          solver("jacobi", ["jacobi::u", "jacobi::error"], {"error_every": 2}, 2, [[False, False], [True, False]])),
    Thorn("schedules/himeno.yaml", "plugins/himeno", ["plugins/himeno/gosa.cpp"],
          solver("himeno", ["himeno::p", "himeno::gosa"], {"gosa_every": 2}, 3, [[False] * 3])),
    Thorn("schedules/coordinates.yaml", "plugins/coordinates", [],
          solver("coordinates", ["coordinates::x", "coordinates::r"], {}, 3, PERIODIC)),
    Thorn("schedules/mol.yaml", "plugins/mol", [], [DAMPED[0], CONTROLLED]),
    Thorn("schedules/dissipation.yaml", "plugins/dissipation", [], DAMPED),
    Thorn("schedules/acoustics.yaml", "plugins/acoustics", [], ROOMS),
    Thorn("schedules/boundary.yaml", "plugins/boundary", ["plugins/boundary/check_rotation.cpp", "plugins/boundary/rotate.cpp"],
          OPEN),
    Thorn("schedules/maxwell.yaml", "plugins/maxwell", ["plugins/maxwell/wave.cpp"],
          [light("maxwell", ["mol"], problem, 2) for problem in PROBLEMS]),
    Thorn("schedules/yee.yaml", "plugins/yee", ["plugins/maxwell/wave.cpp"],
          [light("yee", [], problem, 1) for problem in PROBLEMS]),
    Thorn("schedules/heat.yaml", "plugins/heat", [], integrated(
        "heat", ["heat::temperature", "heat::error"], {"diffusivity": 0.1}, [[False, False], [True, False]])),
    Thorn("schedules/reaction.yaml", "plugins/reaction", [],
          integrated("reaction", ["reaction::u", "reaction::v"], {"seed_size": 0.5}, [[True, True]])),
    Thorn("schedules/euler.yaml", "plugins/euler", [f"plugins/euler/{source}.cpp" for source in ("check", "courant", "repairs", "watch")],
          [gas("double_mach", [False, False], reconstruction="mc"),
           gas("double_mach", [False, False], reconstruction="mc", positivity="repair"),
           gas("sedov", [False, True, False], time_step="adaptive", reconstruction="ppm", positivity="repair"),
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
    Thorn("schedules/tracers.yaml", "plugins/tracers", [],
          [each | {"thorns": [*each["thorns"], "tracers"],
                   "tracers": {"velocity": ["acoustics::vx", "acoustics::vy"], "from": [-0.4, 0.1], "to": [0.4, -0.1]}}
           for each in integrated("acoustics", ["acoustics::p"], {}, [[True, True]], 2)]),
    Thorn("schedules/airfoil.yaml", "plugins/airfoil", ["plugins/airfoil/root.cpp"],
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
    "mol::boundary_rhs: after add_rhs: removed": IN_ORDER,
    "mol::pre_step: before step: removed": "no thorn of the tree has routines in it",
    "reaction::react: reads substances: without boundary": "all axes are periodic, so there is no boundary",
    "haze::overhead: stages sum and outside: swapped": "neither of the two reads what the other one writes",
    **{f"euler::{stencil}: stages {stages}: swapped": "neither of the two reads what the other one writes"
       for stencil, stages in (("muscl", "muscl_x and muscl_y"), ("muscl", "muscl_y and muscl_z"), ("ppm", "ppm_x and edge_y"),
                               ("ppm", "ppm_y and edge_z"), ("ppm4", "spread_x and face_y"), ("ppm4", "spread_y and face_z"))},
    "euler::look: after watch: removed": REQUEST,
    "euler::look: reads watched(owned): removed": "it is called only if something is not positive, and in these runs all is",
    "euler::look_at: writes watched(owned): without interior": "the interior keeps what forget has written, and all is positive",
    **{f"euler::look_at: neighbour: reads the neighbour of {name}": "the branch is never taken, and only in kernels that write "
       "the interior do the texts of such branches count" for name in ("positive", "seen_rho", "seen_p")},
}
