"""Tests that every wrong declaration is found. A mutant is a thorn with one clause that is removed, weakened or shifted, with
a before:, after: or last: that is removed, or with a stencil whose stages are swapped, or which have another order or other
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
A mutant that none of these finds must be listed under EQUIVALENT of thorns.py, with the reason why it changes nothing. Its output is
then compared bit by bit with that of the right thorn.

usage: mutation.py [NAME...]    mutants whose name contains one of the words; default all
"""

import collections
import concurrent.futures
import hashlib
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import launch
from mutants import kernel_mutants, kind_of, mutants
from thorns import BUILD, EQUIVALENT, SOURCE, THORNS, new_thorn, not_tested

# NOPAL_ALL_MUTANTS=1 tests all mutants, otherwise one of each kind, and at least one mutant of the clauses and one of the
# kernels of each thorn.
ALL = os.environ.get("NOPAL_ALL_MUTANTS") == "1"
OF_A_KIND = 1
SLOW = ("euler",)  # takes far longer to compile than the others
# The headers that each generated file includes first.
HEADERS = ("kernels/host_block", "kernels/host_kernel", "kernels/host_loop", "kernels/stencil_kernel", "thorn/registration")
COMPILER = ("c++", "-std=c++20", "-g1", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-DNOPAL_NO_CLONES", f"-I{SOURCE}",
            f"-I{SOURCE}/core/api")
FINDERS = ("declaration", "compiler", "check", "call", "validity", "poison", "guard", "access", "threads")


class Workshop:
    """Builds mutants and runs them. Each has a copy of the build tree's plugins, in which it replaces its thorn."""

    def __init__(self, folder):
        self.folder = folder
        self.objects = {}
        self.environment = os.environ | launch.ENVIRONMENT | launch.under_mpirun(folder) | {
            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_NUM_THREADS": "1",
            "POCL_MAX_PTHREAD_COUNT": "1", "NOPAL_CACHE": "", "NOPAL_THORN_PATH": ""}
        # The headers of generated files, compiled once. For a small thorn they take half of the time.
        self.headers = folder / "headers.hpp"
        self.headers.write_text("".join(f'#include "core/{name}.hpp"\n' for name in HEADERS))
        code, output = self.run(*COMPILER, "-O0", "-x", "c++-header", self.headers, "-o", f"{self.headers}.gch")
        assert code == 0, output

    def run(self, *words, folder=None):
        result = subprocess.run([str(word) for word in words], cwd=folder, env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=120)
        return result.returncode, result.stdout

    def compile(self, source, target):
        """Compiles a source. The options that change results are the same as in nopal_add_thorn."""
        options = ["-O0", *(["-include", self.headers] if source.name.endswith(".generated.cpp") else [])]
        return self.run(*COMPILER, *options, "-c", source, "-o", target)

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
    ("the access is in ", "guard"),
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


def spread(found, number):
    """So many of a list, from all parts of it."""
    number = min(number, len(found))
    return [found[(2*n + 1)*len(found) // (2*number)] for n in range(number)]


def sample(found):
    """Some mutants of each kind and of each thorn. `found`: a list for the clauses and one for the kernels of each thorn."""
    kinds = collections.defaultdict(list)
    for mutant in itertools.chain(*found):
        kinds[kind_of(mutant[1])].append(mutant)
    chosen = {}
    for of_kind in kinds.values():
        fast = [mutant for mutant in of_kind if mutant[0].name not in SLOW]
        chosen |= {mutant[1]: mutant for mutant in spread(fast or of_kind, OF_A_KIND)}
    for mutants_of_thorn in found:
        if not any(mutant[1] in chosen for mutant in mutants_of_thorn):
            chosen |= {mutant[1]: mutant for mutant in spread(mutants_of_thorn, 1)}
    return list(chosen.values())


def main(words):
    with tempfile.TemporaryDirectory(prefix="nopal-mutation-", dir=BUILD) as name:  # links cannot lead to another disk
        folder = pathlib.Path(name)
        workshop = Workshop(folder)
        originals, found = {}, []
        thorns = [*THORNS, new_thorn(folder)]
        if missing := sorted(not_tested(thorns)):
            sys.exit(f"no mutants are made of {', '.join(map(str, missing))}: list it in THORNS of thorns.py")
        def root_of(thorn):
            return folder / f"{thorn.name}.original"

        with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
            judged = list(pool.map(lambda thorn: workshop.found_by(root_of(thorn), thorn, thorn.yaml), thorns))
        for thorn, (finder, output) in zip(thorns, judged):
            if finder is not None:
                sys.exit(f"{thorn.name} as it is was refused ({finder}):\n{output}")
            originals[thorn.name] = workshop.output(root_of(thorn))
            if not originals[thorn.name]:
                sys.exit(f"{thorn.name}: the runs wrote nothing")
            texts = {path.stem: path.read_text() for path in thorn.kernels.glob("*.kernel")}
            found.append([(thorn, *mutant, {}) for mutant in mutants(thorn.yaml) if thorn.clauses])
            found.append([(thorn, *mutant) for mutant in kernel_mutants(thorn.yaml, texts)])
        wanted = [mutant for mutant in itertools.chain(*found) if any(word in mutant[1] for word in words)]
        if not words:
            wanted = list(itertools.chain(*found)) if ALL else sample(found)

        def judge(number, mutant, thorn, declaration, texts):
            root = folder / f"mutant{number}"
            finder, output = workshop.found_by(root, thorn, declaration, texts)
            same = finder is None and workshop.output(root) == originals[thorn.name]
            shutil.rmtree(root)
            last = next((line for line in reversed(output.splitlines()) if "rror" in line or ":" in line), "")
            # All mutants take long. Who ends the run early keeps what is known.
            print(f"{(finder or 'nobody')[:12]:12s} {mutant}   {last.strip()[:160] if '-v' in sys.argv else ''}", flush=True)
            return finder, same

        # A short run waits for mpirun for half of its time.
        with concurrent.futures.ThreadPoolExecutor(2 * os.cpu_count()) as pool:
            results = list(pool.map(lambda each: judge(each[0], each[1][1], each[1][0], *each[1][2:]), enumerate(wanted)))

    counts, survivors, wrong = collections.Counter(), [], []
    for (_thorn, mutant, *_), (finder, same) in zip(wanted, results):
        counts[finder or "nobody"] += 1
        if finder is None:
            survivors.append(mutant)
            if mutant not in EQUIVALENT:
                wrong.append(f"{mutant}: nobody found it, and EQUIVALENT does not say why it changes nothing; its "
                             f"output is {'the same' if same else 'DIFFERENT'}")
            elif not same:
                wrong.append(f"{mutant}: listed as equivalent, but its output differs")
        elif finder not in FINDERS:
            wrong.append(f"{mutant}: stopped by {finder}")
    found = {mutant for (_, mutant, *_), (finder, _) in zip(wanted, results) if finder is not None}
    wrong += [f"{mutant}: listed as equivalent, but it was found" for mutant in EQUIVALENT if mutant in found]
    if len(survivors) * 10 > len(wanted):
        wrong.append(f"{len(survivors)} of {len(wanted)} mutants are equivalent: more than a tenth")
    print(f"{len(wanted)} mutants: " + ", ".join(f"{counts[finder]} by {finder}" for finder in (*FINDERS, "nobody")))
    for line in wrong:
        print(f"FAILED {line}")
    return 1 if wrong or not wanted else 0


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word != "-v"]))
