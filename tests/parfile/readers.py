"""Real readers open the output. They must return the values that the run computed, to the bit, at the right places.

The expected values of every_type follow from indices. Those of wavetoy are read from text files. Each reader runs once, for
all runs, as a script of tests/readers. The script also runs the reader's example in docs/output.md.
"""

import contextlib
import io
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import unittest
import unittest.mock
import warnings

import numpy
from PIL import Image

import harness

SCRIPTS = harness.SOURCE / "tests" / "readers"
OPENPMD = harness.SOURCE / ".deps" / "openpmd"
CELLS = (9, 7, 6)
LOWER, UPPER = (-0.5, 1.0, 2.0), (1.0, 2.0, 5.0)
ITERATIONS = (0, 2, 4) if harness.LONG else (0, 2)
EVERY_TYPE = ("phi", "mask", "psi")


def snippet(heading):
    """Returns the code that docs/output.md shows below a heading."""
    page = (harness.SOURCE / "docs" / "output.md").read_text()
    found = re.search(rf"^### {re.escape(heading)}\n(.*?)(?=^##)", page + "\n##", re.MULTILINE | re.DOTALL)
    code = re.findall(r"^```python\n(.*?)^```", found.group(1), re.MULTILINE | re.DOTALL) if found else []
    if len(code) != 1:
        raise AssertionError(f"docs/output.md, section {heading}: expected one block of Python, found {len(code)}")
    return code[0]


@contextlib.contextmanager
def x_server():
    """Starts an X server that draws into memory. Yields its display when it is ready."""
    end, own_end = os.pipe()
    with subprocess.Popen(["Xvfb", "-displayfd", str(own_end), "-screen", "0", "640x480x24", "-noreset", "-nolisten", "tcp"],
                          pass_fds=[own_end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        os.close(own_end)
        try:
            with open(end) as pipe:
                number = pipe.readline().strip()
            if not number:
                raise AssertionError("Xvfb found no display to serve")
            yield f":{number}"
        finally:
            server.terminate()


def picker(found, run, iteration):
    return lambda record, what: found[f"{run.folder}|{iteration}|{record}|{what}"]


class Kind:
    """A grid of each kind, and the values that every_type sets on it."""

    def __init__(self, dimension, centering, periodic):
        self.dimension = dimension
        self.periodic = [periodic] + [False] * (dimension - 1) if periodic != "all" else [True] * dimension
        self.centre = 0.5 if centering == "cell" else 0.0
        outside = [0 if p else 2 - (centering == "vertex") for p in self.periodic]
        # The indices along each axis that are written.
        self.indices = [numpy.arange(-n, cells + n + (centering == "vertex" and not p))
                        for cells, n, p in zip(CELLS, outside, self.periodic)]
        self.spacing = [(high - low) / cells for low, high, cells in zip(LOWER, UPPER, CELLS)][:dimension]
        self.written_spacing = self.spacing
        self.whole = True
        self.hdf5 = {}
        self.real = numpy.float64
        self.name = f"{dimension}-D, {centering}, periodic {self.periodic}"
        self.centering = centering

    @property
    def shape(self):
        """The shape of the expected values, slowest axis first."""
        return tuple(len(indices) for indices in reversed(self.indices))

    def coordinates(self, axis):
        return LOWER[axis] + (self.indices[axis] + self.centre) * self.spacing[axis]

    def expected(self):
        grids = numpy.meshgrid(*reversed(self.indices), indexing="ij")
        k, j, i = [0] * (3 - self.dimension) + list(grids)  # numpy 2 has a tuple
        number = i + 100 * j + 10000 * k
        return {"every_type_phi": (number / 7).astype(self.real), "every_type_mask": 9007199254740993 + number,
                "every_type_psi.r": number.astype(self.real), "every_type_psi.i": (0.25 * (i + 0 * number)).astype(self.real)}


class Part(Kind):
    """A part of the grid: every second point along x from index 1 to 7, all points along y, one plane of z. The values are
    rounded and compressed."""

    def __init__(self, dimension, centering, periodic):
        super().__init__(dimension, centering, periodic)
        ends = [(1, 7), (-math.inf, math.inf), (3, 3)][:dimension]
        strides = [2, 1, 1][:dimension]
        self.hdf5 = {"lower": [self.coordinate(axis, low) for axis, (low, _) in enumerate(ends)],
                     "upper": [self.coordinate(axis, high) for axis, (_, high) in enumerate(ends)],
                     "stride": strides, "precision": "float", "compression": "deflate", "iteration_encoding": "groupBased"}
        self.indices = [indices[(indices >= low) & (indices <= high) & (indices % stride == 0)]
                        for indices, (low, high), stride in zip(self.indices, ends, strides)]
        self.written_spacing = [spacing * stride for spacing, stride in zip(self.spacing, strides)]
        self.whole = False
        self.real = numpy.float32
        self.name += ", a part"

    def coordinate(self, axis, index):
        return LOWER[axis] + (index + self.centre) * self.spacing[axis]


PERIODIC = {(1, "vertex"): (False,), (1, "cell"): (True,), (2, "vertex"): (False, "all"), (2, "cell"): (True,),
            (3, "vertex"): (True,), (3, "cell"): (False, "all")}
if harness.LONG:
    PERIODIC = {key: (False, True, "all")[:3 if key[0] > 1 else 2] for key in PERIODIC}
KINDS = [Kind(*key, periodic) for key, several in PERIODIC.items() for periodic in several]
KINDS += [Part(*key, False) for key in (PERIODIC if harness.LONG else ((1, "vertex"), (2, "cell"), (3, "vertex")))]


class Readers(harness.Case):
    @classmethod
    def setUpClass(cls):
        """Makes the runs, once for all readers."""
        case = cls.shared()
        cls.written = []
        for number, kind in enumerate(KINDS):
            fields = ["wavetoy::phi"] + [f"every_type::{name}" for name in EVERY_TYPE]
            parfile = harness.wave(
                CELLS[:kind.dimension], iterations=ITERATIONS[-1], shape="plane", centering=kind.centering,
                periodic=kind.periodic, ghosts=2, lower=LOWER[:kind.dimension], upper=UPPER[:kind.dimension],
                wavetoy={"wavelength": 0.7, "direction_y": 0.5, "direction_z": -0.3},
                tsv={"lines": ["wavetoy::phi"], "lines_every": 2, "norms": ["wavetoy::phi"], "every": 2},
                hdf5={"every": 2, "variables": fields} | kind.hdf5, every_type={})
            cls.written.append(case.run_nopal(parfile, ranks=1 + number % 4))
        # The run that docs/output.md reads, with the same name, records and iterations, and with fewer points.
        page = case.folder / "wavetoy.yaml"
        shutil.copy(harness.SOURCE / "parfiles" / "wavetoy.yaml", page)
        cls.page = case.run_nopal(page, ranks=2, sets=["driver.cells=[12,10,8]", "driver.iterations=100",
                                                       "accelerator.device=none"])
        cls.folder_of_runs = case.folder

    def setUp(self):
        super().setUp()
        self.home = self.folder
        self.folder = self.folder_of_runs

    def read(self, script, heading, command, **task):
        """Runs a script of tests/readers and returns its results."""
        (self.home / "snippet.py").write_text(snippet(heading))
        task |= {"folders": [str(run.folder) for run in self.written], "stem": "fields", "iterations": ITERATIONS,
                 "snippet": str(self.home / "snippet.py"), "where": str(self.folder), "out": str(self.home / "out.npz")}
        (self.home / "task.json").write_text(json.dumps(task))
        environment = harness.environment() | {
            "PYTHONPATH": os.pathsep.join([str(SCRIPTS), str(OPENPMD)]), "PYTHONDONTWRITEBYTECODE": "1",
            "MPLBACKEND": "Agg", "LIBGL_ALWAYS_SOFTWARE": "1",
            "OMPI_MCA_orte_tmpdir_base": str(self.home)}  # without mpirun processes share a folder, and the first one that ends removes it
        with subprocess.Popen([*command, str(SCRIPTS / script), str(self.home / "task.json")], cwd=self.home, text=True,
                              env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              start_new_session=True) as process:
            try:
                log, _ = process.communicate(timeout=harness.LONGEST)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        self.assertEqual(process.returncode, 0, f"{log}\n(scripts/install --tests installs Debian's readers, "
                         "scripts/openpmd brings openPMD's)")
        with numpy.load(self.home / "out.npz") as file:
            return {name: file[name] for name in file.files}

    def check_each(self, check):
        """Calls check(run, kind, iteration, time) for all iterations that were written."""
        for run, kind in zip(self.written, KINDS, strict=True):
            for iteration in ITERATIONS:
                with self.subTest(kind=kind.name, iteration=iteration):
                    check(run, kind, iteration, iteration * 0.5 * min(kind.spacing))

    def check_wave(self, run, kind, iteration, values):
        """Compares phi, slowest axis first, with the lines and sums in text files."""
        self.assertEqual(values.shape, kind.shape)
        if not kind.whole:  # the values of the other fields are known at each point
            return
        rows = {axis: [row for row in run.rows(f"wavetoy-phi.{axis}.tsv") if row["iteration"] == iteration]
                for axis in "xyz"[:kind.dimension]}
        place = [int(rows[axis][0]["index"]) for axis in rows]
        for number, axis in enumerate(rows):
            through = [round((rows[axis][0][other] - LOWER[n]) / kind.spacing[n] - kind.centre) - kind.indices[n][0]
                       for n, other in enumerate(rows)]
            through[number] = slice(None)
            self.assertEqual(place[number], kind.indices[number][0])
            line = values[tuple(reversed(through))]
            self.assertEqual(list(line), [row["phi"] for row in rows[axis]], axis)
        norms, = (row for row in run.rows("wavetoy-phi.norms.tsv") if row["iteration"] == iteration)
        self.assertEqual([norms["min"], norms["max"], norms["sum"]], [values.min(), values.max(), math.fsum(values.flat)])
        self.assertGreater(len(numpy.unique(values)), 5)

    def check_all(self, results, run, kind, iteration, record_of, values_of):
        """Checks all records of an iteration. `values_of` brings the reader's values into the order of the file."""
        self.check_wave(run, kind, iteration, values_of(results(record_of("wavetoy_phi"), "values"), kind))
        for record, expected in kind.expected().items():
            self.assert_same_bits(values_of(results(record_of(record), "values"), kind), expected, record)

    def test_validator(self):
        sys.path.insert(0, str(OPENPMD))
        self.addCleanup(sys.path.remove, str(OPENPMD))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # warnings of the validator itself
                from openpmd_validator import check_h5
        except ModuleNotFoundError:
            self.fail("openPMD's validator is missing: run scripts/openpmd")
        for run in [*self.written, self.page]:
            files = sorted(run.folder.glob("*.h5"))
            joined = (run.folder / "fields.h5").exists()
            self.assertEqual(len(files), len(ITERATIONS) + joined if run is not self.page else 2)
            for path in files:
                text = io.StringIO()
                with contextlib.redirect_stdout(text), self.assertRaises(SystemExit, msg=path) as end, \
                        unittest.mock.patch.object(sys, "argv", ["check_h5", "-i", str(path)]):
                    check_h5.main()
                self.assertEqual(end.exception.code, 0, text.getvalue())
                self.assertRegex(text.getvalue(), r"found [1-9]\d* meshes")
                self.assertRegex(text.getvalue(), r"Result: 0 Errors and [01] Warnings")

    def test_openpmd_api(self):
        found = self.read("with_openpmd.py", "openPMD-api", [sys.executable])
        def check(run, kind, iteration, time):
            results = picker(found, run, iteration)
            self.check_all(results, run, kind, iteration, lambda record: record, lambda values, kind: values)
            self.assertEqual(results("wavetoy_phi", "time"), time)
            self.assertEqual(list(results("wavetoy_phi", "labels")), ["z", "y", "x"][3 - kind.dimension:])
            for record in ("wavetoy_phi", "every_type_psi.i"):
                for axis in range(kind.dimension):
                    offset, spacing, position = (results(record, what)[kind.dimension - 1 - axis]
                                                 for what in ("offset", "spacing", "position"))
                    n = numpy.arange(len(kind.indices[axis]))
                    numpy.testing.assert_allclose(offset + (n + position) * spacing, kind.coordinates(axis), rtol=1e-14,
                                                  atol=1e-14)

        self.check_each(check)
        page = self.page.dataset(100, "wavetoy_phi")
        self.assert_same_bits(found["snippet|0|phi|values"], page[4])
        self.assertEqual(found["snippet|0|phi|z"], 0.0)

    def test_h5py_and_the_page(self):
        """Checks the code of the page, and every value. The other readers are compared with the same numbers."""
        def check(run, kind, iteration, _):
            self.check_all(lambda record, what: run.dataset(iteration, record.replace(".", "/")), run, kind, iteration,
                           lambda record: record, lambda values, kind: values)

        self.check_each(check)
        shown = {}
        with contextlib.chdir(self.folder):
            exec(snippet("h5py"), shown)  # the test runs the code of the page
        page = self.page.dataset(100, "wavetoy_phi")
        self.assert_same_bits(shown["plane"], page[4])
        for axis, n in (("x", 12), ("y", 10), ("z", 8)):
            numpy.testing.assert_allclose(shown[axis], -0.5 + numpy.arange(n + 1) / n, rtol=1e-14, atol=1e-15)
        self.assertEqual(shown["time"], 100 * (0.5 / 12))

    def test_text_files_of_the_page(self):
        shown = {}
        with contextlib.chdir(self.folder):
            exec(snippet("numpy"), shown)
        for name in ("norm2", "time"):
            self.assertEqual(list(shown[name]), self.page.column("wavetoy-phi.norms.tsv", name))

    def test_yt(self):
        found = self.read("with_yt.py", "yt", [sys.executable])
        def check(run, kind, iteration, time):
            results = picker(found, run, iteration)

            wave, found_phi = (values.reshape(values.shape[:kind.dimension]) for values in
                               (results("wavetoy-phi", "values"), results("every-type-phi", "values")))
            self.check_wave(run, kind, iteration, wave)
            expected = kind.expected()["every_type_phi"]
            self.assert_same_bits(found_phi, expected.astype(numpy.float64))  # yt converts to this type
            self.assertAlmostEqual(float(results("wavetoy-phi", "time")), time, delta=1e-15)
            self.check_edges(results, kind)
            self.check_slice(results, kind, expected)

        self.check_each(check)
        page = self.page.dataset(100, "wavetoy_phi")
        self.assert_same_bits(found["snippet|0|phi|values"], page)
        self.assertEqual(sorted(found["snippet|0|phi|plane"]), sorted(page[4].flat))
        self.assertEqual(found["snippet|0|phi|time"], 100 * (0.5 / 12))
        self.check_picture(self.folder / "phi-yt.png")

    def test_yt_with_the_axes_of_nopal(self):
        (self.home / "with_nopal_yt.py").write_text(snippet("yt with the axes of nopal") + textwrap.dedent('''
            import numpy
            around = ds.all_data()
            numpy.savez("out.npz", phi=phi, time=float(ds.current_time), values=around[field],
                        **{axis: around[("index", axis)].to("code_length") for axis in "xyz"})
            '''))
        environment = harness.environment() | {"PYTHONPATH": str(harness.SOURCE / "scripts"), "MPLBACKEND": "Agg",
                                               "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, str(self.home / "with_nopal_yt.py")], cwd=self.folder, env=environment,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=harness.LONGEST)
        self.assertEqual(done.returncode, 0, done.stdout)
        expected = self.page.dataset(100, "wavetoy_phi")
        with numpy.load(self.folder / "out.npz") as found:
            self.assert_same_bits(found["phi"], expected.transpose())
            self.assertEqual(found["time"], 100 * (0.5 / 12))
            index = [numpy.rint((found[axis] + 0.5) * n).astype(int) for axis, n in (("z", 8), ("y", 10), ("x", 12))]
            self.assertEqual(list(found["values"]), list(expected[tuple(index)]))
            numpy.testing.assert_allclose(numpy.unique(found["x"].round(12)), (numpy.arange(13) / 12 - 0.5).round(12))
        self.check_picture(self.folder / "phi-nopal-yt.png")

    def check_edges(self, results, kind):
        """Checks the edges of yt's domain: yt takes the values as those of cells that begin at the offset."""
        for axis in range(kind.dimension):
            edge = kind.coordinates(axis)[0] - kind.centre * kind.spacing[axis]
            ends = [results("wavetoy-phi", side)[kind.dimension - 1 - axis] for side in ("left", "right")]
            numpy.testing.assert_allclose(ends, [edge, edge + len(kind.indices[axis]) * kind.written_spacing[axis]],
                                          rtol=1e-14, atol=1e-14)

    def check_slice(self, results, kind, expected):
        """Checks a slice normal to yt's first axis, the slowest of the file: each cell is at the place that yt names."""
        cut, y, z = (results("every-type-phi", what) for what in ("cut", "cut_y", "cut_z"))
        plane = numpy.atleast_2d(expected[int(results("every-type-phi", "middle"))])
        if kind.dimension == 2:
            plane = plane.T
        self.assertEqual(cut.size, plane.size)
        left = results("every-type-phi", "left")
        spacing = list(reversed(kind.written_spacing)) + [1.0] * (3 - kind.dimension)
        rows = numpy.floor((y - left[1]) / spacing[1]).astype(int)
        columns = numpy.floor((z - left[2]) / spacing[2]).astype(int)
        self.assertEqual(len(set(zip(rows, columns))), plane.size)
        self.assertEqual(list(cut), [plane[row, column] for row, column in zip(rows, columns)])

    def check_picture(self, path):
        pixels = numpy.asarray(Image.open(path).convert("RGB")).reshape(-1, 3)
        self.assertGreater(len(numpy.unique(pixels, axis=0)), 100, "the picture is blank")

    def test_paraview(self):
        for program, package in (("pvbatch", "python3-paraview"), ("Xvfb", "xvfb")):
            if not shutil.which(program):
                self.fail(f"{program} is missing: apt-get install {package}, or scripts/install --tests")
        flat, = (run for run, kind in zip(self.written, KINDS) if kind.name == "2-D, vertex, periodic [False, False]")
        kind = KINDS[self.written.index(flat)]
        fields = kind.expected()
        pictures = [{"folder": str(flat.folder), "record": record, "path": str(self.home / f"{axis}.png"),
                     "values": [float(fields[name].min()), float(fields[name].max())]}
                    for axis, record, name in (("x", "every_type_psi_i", "every_type_psi.i"),
                                               ("y", "every_type_phi", "every_type_phi"))]
        with x_server() as display:
            found = self.read("with_paraview.py", "ParaView", ["env", f"DISPLAY={display}", "pvbatch"], pictures=pictures)
        def check(run, kind, iteration, time):
            for prefix in ("", "xdmf3:"):
                results = picker(found, run, iteration)
                self.check_all(results, run, kind, iteration, lambda record: prefix + record.replace(".", "_"),
                               lambda values, kind: values.reshape(kind.shape))
                self.assertEqual(results(prefix + "wavetoy_phi", "time"), time)
                self.check_geometry(results, kind, prefix + "wavetoy_phi")

        self.check_each(check)
        self.check_direction(self.home / "x.png", lambda x, y: x)
        self.check_direction(self.home / "y.png", lambda x, y: y)
        self.check_picture(self.folder / "phi-paraview.png")

    def check_geometry(self, results, kind, record):
        missing = 3 - kind.dimension
        self.assertEqual(list(results(record, "dimensions")), [*reversed(kind.shape)] + [1] * missing)
        for what, point in (("first", 0), ("last", -1)):
            expected = [kind.coordinates(axis)[point] for axis in range(kind.dimension)] + [0.0] * missing
            numpy.testing.assert_allclose(results(record, what), expected, rtol=1e-14, atol=1e-14)

    def check_direction(self, path, growing):
        """Checks that colours go from blue to red along one axis: x to the right, y upwards."""
        pixels = numpy.asarray(Image.open(path).convert("RGB")).astype(int)
        lit = pixels.max(axis=-1) > 40
        rows, columns = numpy.flatnonzero(lit.any(axis=1)), numpy.flatnonzero(lit.any(axis=0))
        self.assertGreater(min(len(rows), len(columns)), 80, "the picture is blank")
        place = lambda fraction, ends: ends[int(fraction * (len(ends) - 1))]
        for x in (0.15, 0.5, 0.85):
            for y in (0.15, 0.5, 0.85):
                red, _, blue = pixels[place(1 - y, rows), place(x, columns)]
                self.assertAlmostEqual(red / 255, growing(x, y), delta=0.12, msg=(path.name, x, y))
                self.assertAlmostEqual(blue / 255, 1 - growing(x, y), delta=0.12, msg=(path.name, x, y))
