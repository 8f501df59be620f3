"""The output is complete and exact, and has the layout of the openPMD standard."""

import itertools
import math
import re
import xml.etree.ElementTree

import h5py
import numpy

import harness


class OpenPMD(harness.Case):
    """Checks the attributes that the openPMD standard 1.1.0 requires."""

    def check_root(self, file, parfile):
        expected = {"openPMD": b"1.1.0", "openPMDextension": 0, "basePath": b"/data/%T/", "meshesPath": b"meshes/",
                    "iterationEncoding": b"fileBased", "iterationFormat": b"fields_%T.h5", "software": b"nopal"}
        for name, value in expected.items():
            self.assertEqual(file.attrs[name], value, name)
        self.assertEqual(file.attrs["openPMDextension"].dtype, numpy.uint32)
        self.assertRegex(file.attrs["softwareVersion"].decode(), r"^\d+\.\d+\.\d+")
        self.assertRegex(file.attrs["date"].decode(), r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$")
        self.assertIn(parfile, file.attrs["parfile"].decode())

    def check_mesh(self, record, dimension, spacing, offset, centre):
        labels = [b"z", b"y", b"x"][3 - dimension:]
        self.assertEqual((record.attrs["geometry"], record.attrs["dataOrder"]), (b"cartesian", b"C"))
        for name, value in {"axisLabels": labels, "gridSpacing": spacing, "unitDimension": [0.0] * 7,
                            "position": [centre] * dimension}.items():
            self.assertEqual(list(record.attrs[name]), value, name)
        numpy.testing.assert_allclose(record.attrs["gridGlobalOffset"], offset, rtol=1e-15, atol=1e-15)
        for name, value in {"gridUnitSI": 1.0, "timeOffset": 0.0, "unitSI": 1.0}.items():
            self.assertEqual(record.attrs[name], value, name)
            self.assertEqual(record.attrs[name].dtype, numpy.float64, name)

    def test_every_dimension_and_centering(self):
        for cells, (centering, centre, ghosts) in itertools.product(
                ((12,), (12, 8), (12, 8, 6)), (("vertex", 0.0, 1), ("vertex", 0.0, 2), ("cell", 0.5, 2))):
            with self.subTest(cells=cells, centering=centering, ghosts=ghosts):
                parfile = self.parfile(harness.wave(cells, iterations=4, centering=centering, ghosts=ghosts,
                                                    hdf5={"every": 2, "variables": ["wavetoy::phi"]}))
                result = self.run_nopal(parfile, ranks=2)
                outside = ghosts if centering == "cell" else ghosts - 1
                spacing = [1 / n for n in reversed(cells)]
                dt = 0.5 * min(spacing)
                for iteration in (0, 2, 4):
                    with result.fields(iteration) as file:
                        self.check_root(file, parfile.read_text())
                        base = file[f"data/{iteration}"]
                        self.assertEqual([base.attrs[name] for name in ("time", "dt", "timeUnitSI")],
                                         [iteration * dt, dt, 1.0])
                        record = base["meshes/wavetoy_phi"]
                        shape = [n + 2 * outside + (centering == "vertex") for n in reversed(cells)]
                        self.assertEqual((list(record.shape), record.dtype), (shape, numpy.float64))
                        self.check_mesh(record, len(cells), spacing, [-0.5 - outside * h for h in spacing], centre)


class Values(harness.Case):
    def test_lines_and_norms_agree_with_fields(self):
        cells = (13, 10, 9)
        for periodic in (False, True):
            with self.subTest(periodic=periodic):
                result = self.run_nopal(harness.wave(
                    cells, iterations=6, shape="plane", periodic=periodic,
                    wavetoy={"wavelength": 0.7, "direction_y": 0.5, "direction_z": -0.3},
                    tsv={"every": 3, "norms": ["wavetoy::scalar"], "lines": ["wavetoy::phi"], "lines_every": 6,
                         "point": [0.11, -0.2, 0.28]},
                    hdf5={"every": 3, "variables": ["wavetoy::phi"]}), ranks=4)
                for iteration in (0, 6):
                    self.check_lines(result, cells, iteration)
                self.check_norms(result)

    def check_lines(self, result, cells, iteration):
        field = result.dataset(iteration, "wavetoy_phi")
        spacing = [1 / n for n in cells]
        nearest = [round((x + 0.5) / h) for x, h in zip((0.11, -0.2, 0.28), spacing)]
        for axis, name in enumerate("xyz"):
            rows = [row for row in result.rows(f"wavetoy-phi.{name}.tsv") if row["iteration"] == iteration]
            index = list(reversed(nearest))
            index[2 - axis] = slice(None)
            expected = field[tuple(index)]
            self.assertEqual([row["phi"] for row in rows], list(expected), name)
            self.assertEqual([row["index"] for row in rows], list(range(len(expected))))
            coordinates = -0.5 + numpy.arange(len(expected)) * spacing[axis]
            self.assertEqual([row[name] for row in rows], list(coordinates), name)
            for other, label in enumerate("xyz"):
                if other != axis:
                    self.assertEqual({row[label] for row in rows}, {-0.5 + nearest[other] * spacing[other]})

    def check_norms(self, result):
        rows = result.rows("wavetoy-phi.norms.tsv")
        self.assertEqual([row["iteration"] for row in rows], [0, 3, 6])
        for row in rows:
            values = result.dataset(int(row["iteration"]), "wavetoy_phi").ravel()
            n = values.size
            exact = {"min": values.min(), "max": values.max(), "norm_inf": abs(values).max(), "sum": math.fsum(values),
                     "average": math.fsum(values) / n, "norm1": math.fsum(abs(values)) / n}
            self.assertEqual({name: row[name] for name in exact}, exact)
            self.assertAlmostEqual(row["norm2"], math.sqrt(math.fsum(values * values) / n), delta=1e-15)

    def test_scalars(self):
        result = self.run_nopal(harness.wave(
            (20, 20), iterations=4, wavetoy={"energy_every": 2}, tsv={"every": 2, "norms": ["wavetoy::energy"]},
            hdf5={"every": 2, "variables": ["wavetoy::energies"]}), ranks=2)
        for iteration, row in zip((0, 2, 4), result.rows("wavetoy-energy.tsv"), strict=True):
            self.assertEqual(row["iteration"], iteration)
            with result.fields(iteration) as file:
                self.assertEqual(file[f"data/{iteration}"].attrs["wavetoy_energy"], row["energy"])
                self.assertEqual(list(file[f"data/{iteration}/meshes"]), [])

    def test_what_is_computed_now_and_then_is_computed_for_output(self):
        def rows(every):
            result = self.run_nopal(harness.wave(
                (14, 12), iterations=7, device="checked", wavetoy={"error_every": every, "energy_every": every},
                tsv={"every": 2, "at_end": True, "norms": ["wavetoy::error", "wavetoy::energy"]}), ranks=2,
                options=["--compare-plan"])
            return [result.rows(f"wavetoy-{name}.tsv") for name in ("error.norms", "energy")]

        expected = rows(1)
        self.assertEqual([row["iteration"] for row in expected[0]], [0, 2, 4, 6, 7])
        for every in (0, 4, 7):
            self.assertEqual(rows(every), expected, every)

    def test_old_values_are_marked(self):
        names = [f"every_type::{name}" for name in harness.EVERY_TYPE]
        content = harness.every_type(hdf5={"variables": names, "every": 2}, checkpoint={"every": 5}, tsv={
            "every": 2, "norms": names[5:] + names[:1], "lines": names[:1], "lines_every": 2})
        content["driver"]["iterations"] = 6
        content["every_type"] = {"every": 4}
        parfile = self.parfile(content)
        plain = self.run_nopal(parfile, ranks=2)
        self.check_marks(plain)
        log = self.run_nopal(parfile, command="check").log
        self.assertEqual(log.count(" gets values of every_type::"), 6, log)  # of phi 3, of total 2, of mode
        self.run_nopal(parfile, sets=["driver.iterations=5", "driver.output=again"])
        again = self.run_nopal(parfile, ranks=3, sets=["driver.output=again"], options=["--recover", "auto"])
        again.folder = self.folder / "again"
        self.check_marks(again)
        for name in ("every_type-phi.norms.tsv", "every_type-phi.x.tsv", "every_type-total.tsv"):
            self.assertEqual(again.text(name), plain.text(name))

    def check_marks(self, result):
        dt = self.time_of(result, 2) / 2
        for iteration, offset in ((0, 0), (2, -2 * dt), (4, 0), (6, -2 * dt)):
            with result.fields(iteration) as file:
                base = file[f"data/{iteration}"]
                self.assertAlmostEqual(base["meshes/every_type_phi"].attrs["timeOffset"], offset, delta=1e-15)
                self.assertAlmostEqual(base["arrays/every_type_mode"].attrs["timeOffset"], offset, delta=1e-15)
                self.assertAlmostEqual(base.attrs.get("every_type_total_timeOffset", 0), offset, delta=1e-15)
                for name in ("mask", "psi"):  # they do not change
                    self.assertEqual(base[f"meshes/every_type_{name}"].attrs["timeOffset"], 0)
        for name in ("every_type-phi.norms.tsv", "every_type-phi.x.tsv", "every_type-total.tsv"):
            marks = [line for line in result.text(name).splitlines() if line.startswith("##")]
            self.assertEqual([mark[:15] for mark in marks], ["## iteration 2,", "## iteration 6,"])
            self.assertIn("are those of iteration 4, time", marks[1])
        self.assertNotIn("##", result.text("every_type-count.tsv"))

    def time_of(self, result, iteration):
        with result.fields(iteration) as file:
            return file[f"data/{iteration}"].attrs["time"]

    def test_every_kind_and_type(self):
        names = [f"every_type::{name}" for name in harness.EVERY_TYPE]
        for ranks in (1, 3):
            with self.subTest(ranks=ranks):
                tsv = {"norms": names[5:], "lines": names[:5], "point": [0, 0, 0]}
                result = self.run_nopal(harness.every_type(hdf5={"variables": names}, tsv=tsv), ranks=ranks)
                k, j, i = numpy.meshgrid(numpy.arange(10), numpy.arange(8), numpy.arange(5), indexing="ij")
                number = i + 100 * j + 10000 * k
                with result.fields(0) as file:
                    base = file["data/0"]
                    meshes = base["meshes"]
                    self.assert_same_bits(meshes["every_type_phi"][()], number / 7)
                    self.assertEqual(meshes["every_type_phi"].attrs["unit"], b"metre")
                    self.assert_same_bits(meshes["every_type_mask"][()], 9007199254740993 + number)
                    self.assert_same_bits(meshes["every_type_psi/r"][()], number.astype(float))
                    self.assert_same_bits(meshes["every_type_psi/i"][()], 0.25 * i)
                    self.assertEqual(meshes["every_type_psi"].attrs["geometry"], b"cartesian")
                    self.assertEqual(base["arrays/every_type_mode"][()].tolist(), [[0, 10], [1, 11], [2, 12]])
                    self.assertEqual(base["arrays/every_type_phase/i"][()].tolist(), [0, -1, -2, -3])
                    self.assertEqual(base.attrs["every_type_total"], 0.1)
                    self.assertEqual(base.attrs["every_type_count"], 9007199254740993)
                    self.assertEqual(base.attrs["every_type_amplitude_r"], 1.5)
                    self.assertEqual(base.attrs["every_type_amplitude_i"], -2.5)
                self.assertIn("\t9007199254740994\n", result.text("every_type-mask.x.tsv"))
                self.assertEqual(result.column("every_type-psi.x.tsv", "psi.imag"), [0, 0.25, 0.5, 0.75, 1])
                self.assertEqual(result.column("every_type-mode.tsv", "mode"), [0, 10, 1, 11, 2, 12])


class Xdmf(harness.Case):
    def test_refers_to_what_exists(self):
        for cells in ((9,), (9, 7), (9, 7, 5)):
            with self.subTest(cells=cells):
                result = self.run_nopal(harness.wave(
                    cells, iterations=6, wavetoy={"error_every": 2},
                    hdf5={"every": 2, "variables": ["wavetoy::phi", "wavetoy::error"]}), ranks=2)
                document = xml.etree.ElementTree.parse(result.path("fields.xmf"))
                grids = document.findall("Domain/Grid[@CollectionType='Temporal']/Grid")
                self.assertEqual(len(grids), 4)
                for grid, iteration in zip(grids, (0, 2, 4, 6)):
                    self.check_grid(result, grid, iteration, cells)

    def check_grid(self, result, grid, iteration, cells):
        spacing = [1 / n for n in cells]
        self.assertEqual(float(grid.find("Time").get("Value")), iteration * 0.5 * min(spacing))
        dimensions = [int(n) for n in grid.find("Topology").get("Dimensions").split()]
        self.assertEqual(dimensions, [1] * (3 - len(cells)) + [n + 1 for n in reversed(cells)])
        origin, step = ([float(x) for x in item.text.split()] for item in grid.findall("Geometry/DataItem"))
        self.assertEqual(origin, [0.0] * (3 - len(cells)) + [-0.5] * len(cells))
        self.assertEqual(step, [1.0] * (3 - len(cells)) + list(reversed(spacing)))
        names = [attribute.get("Name") for attribute in grid.findall("Attribute")]
        self.assertEqual(names, ["wavetoy_phi", "wavetoy_error"])
        for attribute in grid.findall("Attribute"):
            name, dataset = attribute.find("DataItem").text.split(":")
            with h5py.File(result.path(name)) as file:
                self.assertEqual(file[dataset].size, math.prod(dimensions))
            shape = [int(n) for n in attribute.find("DataItem").get("Dimensions").split()]
            self.assertEqual(shape, dimensions)


class Trouble(harness.Case):
    def test_a_killed_run_leaves_readable_outputs(self):
        with self.running(harness.wave((40, 40, 40), iterations=100000, tsv={"norms": ["wavetoy::phi"]},
                                       hdf5={"every": 1, "variables": ["wavetoy::phi"]}), "fields_*4.h5") as result:
            result.kill()
        grids = xml.etree.ElementTree.parse(result.path("fields.xmf")).findall("Domain/Grid/Grid")
        files = sorted(result.folder.glob("fields_*.h5"))
        self.assertGreaterEqual(len(grids), 4)
        self.assertLessEqual(len(grids), len(files))
        for path in files:
            iteration = int(re.search(r"_(\d+)\.h5", path.name).group(1))
            self.assertEqual(result.dataset(iteration, "wavetoy_phi").shape, (41, 41, 41))
        self.assertGreaterEqual(len(result.rows("wavetoy-phi.norms.tsv")), len(grids))

    def test_a_file_that_cannot_be_written(self):
        for (name, thorn), ranks in itertools.product(
                (("wavetoy-phi.norms.tsv", {"tsv": {"norms": ["wavetoy::phi"]}}),
                 (".fields_00000000.h5.part", {"hdf5": {"variables": ["wavetoy::phi"]}})), (1, 2)):
            with self.subTest(name=name, ranks=ranks):
                parfile = self.parfile(harness.wave((20, 20), iterations=2, **thorn))
                (self.folder / parfile.stem / name).mkdir(parents=True)
                log = self.run_nopal(parfile, ranks=ranks, succeeds=False).log
                shown = re.escape(f"'{self.folder / parfile.stem / name}'")
                self.assertEqual(len(re.findall(f"cannot (open|create) {shown}", log)), 1, log)
                self.assertIn("driver.output", log)
