"""Options of the thorn hdf5: regions, precision, compression, layouts of the series, ways of writing."""

import functools
import itertools
import math
import shutil
import time
import xml.etree.ElementTree

import h5py
import numpy

import harness

INF = math.inf
RANKS = (1, 2, 4)


def wave(cells, hdf5, *, iterations=2, **options):
    return harness.wave(cells, iterations=iterations, shape="plane", wavetoy={"wavelength": 0.7}, hdf5={
        "every": 2, "variables": ["wavetoy::phi"]} | hdf5, **options)


def every_type(hdf5):
    return harness.every_type(hdf5={"variables": [f"every_type::{name}" for name in harness.EVERY_TYPE]} | hdf5)


def coordinates(record, axis):
    """Coordinates of the points of a mesh record along each axis, slowest first, by the openPMD standard."""
    position = record.attrs["position"][axis]
    return record.attrs["gridGlobalOffset"][axis] + \
        (numpy.arange(record.shape[axis]) + position) * record.attrs["gridSpacing"][axis]


def grids(path):
    return xml.etree.ElementTree.parse(path).findall("Domain/Grid[@CollectionType='Temporal']/Grid")


def numbers(item):
    return [float(word) for word in item.text.split()]


class Regions(harness.Case):
    """Compares regions with the same points of the output of the whole grid."""

    GRIDS = ((dict(centering="vertex", ghosts=1, periodic=False), 0), (dict(centering="vertex", ghosts=2, periodic=False), -1),
             (dict(centering="cell", ghosts=2, periodic=False), -2), (dict(centering="cell", ghosts=1, periodic=True), 0))
    # By axis, x first. The domain extends from -0.5 to 0.5.
    REGIONS = (dict(lower=[-0.21, -0.4, -INF], upper=[0.3, INF, 0.12]),
               dict(lower=[-INF, 0.07, 0.21], upper=[INF, 0.07, 0.21]),
               dict(lower=[0.33, -INF, -INF], upper=[0.33, INF, INF]),
               dict(stride=[2, 3, 2]),
               dict(lower=[-0.21, -INF, -0.3], stride=[3, 1, 2]))

    def test_regions(self):
        whole = functools.cache(lambda cells, grid: self.run_nopal(wave(cells, {}, **self.GRIDS[grid][0])))
        for (dimension, region), grid in harness.in_turn(itertools.product((1, 2, 3), self.REGIONS), range(len(self.GRIDS))):
            options, first = self.GRIDS[grid]
            cells = (13, 10, 8)[:dimension]
            region = {key: value[:dimension] for key, value in region.items()}
            with self.subTest(region=region, cells=cells, **options):
                result = self.run_nopal(wave(cells, region, **options), ranks=1 + self.runs % 4)
                self.check_region(whole(cells, grid), result, region, first)

    def selected(self, region, axis, at, first):
        """Indices of the whole grid's output along an axis (x is 0) of the points at `at`."""
        ends = []
        for end, default in (("lower", 0), ("upper", len(at) - 1)):
            value = region.get(end, [INF] * 3)[axis]
            ends.append(default if math.isinf(value) else int(numpy.argmin(abs(at - value))))
        return [n for n in range(ends[0], ends[1] + 1) if (n + first) % region.get("stride", [1] * 3)[axis] == 0]

    def check_region(self, whole, result, region, first):
        with whole.fields(2) as all_file, result.fields(2) as file:
            everything, record = (each["data/2/meshes/wavetoy_phi"] for each in (all_file, file))
            dimension = record.ndim
            at = [coordinates(everything, axis) for axis in range(dimension)]
            picked = [self.selected(region, dimension - 1 - axis, at[axis], first) for axis in range(dimension)]
            self.assertTrue(all(picked))
            self.assert_same_bits(record[()], everything[()][numpy.ix_(*picked)])
            spacings = []
            for axis in range(dimension):
                numpy.testing.assert_allclose(coordinates(record, axis), at[axis][picked[axis]], rtol=0, atol=1e-14)
                stride = region.get("stride", [1] * 3)[dimension - 1 - axis]
                spacings.append(stride * everything.attrs["gridSpacing"][axis])
                self.assertEqual(record.attrs["gridSpacing"][axis], spacings[-1])
                self.assertTrue(0 <= record.attrs["position"][axis] < 1)
        missing = [0.0] * (3 - dimension)
        grid = grids(result.path("fields.xmf"))[1]
        shape = [1] * (3 - dimension) + [len(each) for each in picked]
        for item in ("Topology", "Attribute/DataItem"):
            self.assertEqual([int(n) for n in grid.find(item).get("Dimensions").split()], shape)
        origin, step = (numbers(item) for item in grid.findall("Geometry/DataItem"))
        numpy.testing.assert_allclose(origin, missing + [x[n[0]] for x, n in zip(at, picked)], rtol=0, atol=1e-14)
        self.assertEqual(step, [1.0] * len(missing) + spacings)

    def test_a_plane_on_a_periodic_axis_is_moved_inside(self):
        inside, outside = (self.run_nopal(wave((10, 8), {"lower": [-INF, y], "upper": [INF, y]}, periodic=True), ranks=2)
                           for y in (-0.25, 0.75))
        self.assertEqual(inside.dataset(2, "wavetoy_phi").shape, (1, 10))
        self.assert_same_bits(inside.dataset(2, "wavetoy_phi"), outside.dataset(2, "wavetoy_phi"))

    def test_a_plane_is_that_of_the_lines_of_tsv(self):
        # Halfway between two points, and on a point.
        for x in (0.05, 0.1, -0.35):
            result = self.run_nopal(wave((10, 8), {"lower": [x, -INF], "upper": [x, INF]}, tsv={
                "lines": ["wavetoy::phi"], "lines_every": 2, "point": [x, 0.0]}), ranks=2)
            line = [row["phi"] for row in result.rows("wavetoy-phi.y.tsv") if row["iteration"] == 2]
            self.assertEqual(list(result.dataset(2, "wavetoy_phi")[:, 0]), line, x)


class Ways(harness.Case):
    """Every way of writing, on any number of ranks, gives the same bits."""

    def records(self, content, ranks):
        with self.run_nopal(content, ranks=ranks).fields(0) as file:
            found = {}
            file["data/0"].visititems(lambda name, item: found.update(
                {name: (item[()], item.chunks, item.compression, item.shuffle)} if isinstance(item, h5py.Dataset) else {}))
            return found

    def test_every_way_on_any_number_of_ranks(self):
        expected = {name: values for name, (values, *_) in self.records(every_type({}), 1).items()}
        self.assertEqual(set(expected), {"meshes/every_type_phi", "meshes/every_type_mask", "meshes/every_type_psi/r",
                                         "meshes/every_type_psi/i", "arrays/every_type_mode", "arrays/every_type_phase/r",
                                         "arrays/every_type_phase/i"})
        whole = {}, numpy.s_[:, :, :]
        sparse = {"stride": [1, 3, 2]}, numpy.s_[::2, ::3, :]
        plane = {"lower": [0, 0.4, 0.5], "upper": [1, 1, 0.5]}, numpy.s_[4:5, 3:8, 0:5]  # z: halfway between 4/9 and 5/9
        for (precision, compression, transfers, (region, cut)), several in harness.in_turn((
                ("double", "none", "collective", whole), ("double", "none", "independent", sparse),
                ("float", "none", "collective", whole), ("float", "none", "direct", sparse),
                ("double", "none", "direct", plane), ("float", "none", "independent", plane),
                ("double", "deflate", "collective", whole), ("float", "deflate", "collective", sparse),
                ("double", "deflate", "collective", plane)), ((1, 4), (2, 4), (1, 2))):
            content = every_type({"precision": precision, "compression": compression, "transfers": transfers} | region)
            layouts = set()
            for ranks in several:
                with self.subTest(precision=precision, compression=compression, region=region, ranks=ranks):
                    found = self.records(content, ranks)
                    self.assertEqual(set(found), set(expected))
                    for name, (values, chunks, filtered, shuffled) in found.items():
                        mesh = name.startswith("meshes")
                        wanted = expected[name][cut] if mesh else expected[name]
                        if precision == "float" and mesh and "mask" not in name:
                            wanted = wanted.astype(numpy.float32)
                        self.assert_same_bits(values, wanted, name)
                        compressed = compression == "deflate" and mesh
                        self.assertEqual((filtered, shuffled), ("gzip", True) if compressed else (None, False), name)
                        layouts.add((name, chunks))
            self.assertEqual(len(layouts), len(expected), "chunks depend on the number of ranks")

    def test_parts_that_lie_apart_in_the_file(self):
        cells = (14, 10, 8)
        for hdf5 in ({}, {"precision": "float"}, {"stride": [3, 2, 1], "lower": [0.1, -INF, -INF]}):
            whole = self.run_nopal(wave(cells, hdf5 | {"transfers": "collective"}))
            for grid, transfers in harness.in_turn(([2, 1, 1], [1, 2, 1], [2, 1, 2]), ("direct", "collective")):
                with self.subTest(hdf5=hdf5, grid=grid, transfers=transfers):
                    result = self.run_nopal(wave(cells, hdf5 | {"transfers": transfers}, driver={"process_grid": grid}),
                                            ranks=math.prod(grid))
                    self.assert_same_bits(whole.dataset(2, "wavetoy_phi"), result.dataset(2, "wavetoy_phi"))

    def test_compressed_fields_of_many_chunks(self):
        cells = (40, 40, 40) if harness.SMALL else (90, 80, 70)
        plain = self.run_nopal(wave(cells, {"sync": False}))
        for ranks in RANKS:
            result = self.run_nopal(wave(cells, {"compression": "deflate", "level": 9}), ranks=ranks)
            self.assert_same_bits(plain.dataset(2, "wavetoy_phi"), result.dataset(2, "wavetoy_phi"))
            with result.fields(2) as file:
                dataset = file["data/2/meshes/wavetoy_phi"]
                self.assertEqual(dataset.compression_opts, 9)
                if not harness.SMALL:
                    self.assertGreater(dataset.id.get_num_chunks(), 3)
                self.assertLess(dataset.id.get_storage_size(), 8 * dataset.size)
                self.assertLess(result.path("fields_00000002.h5").stat().st_size,
                                plain.path("fields_00000002.h5").stat().st_size)

    def test_xdmf_says_the_precision(self):
        result = self.run_nopal(every_type({"precision": "float"}))
        items = {each.get("Name"): each.find("DataItem") for each in grids(result.path("fields.xmf"))[0].findall("Attribute")}
        self.assertEqual({name: (item.get("NumberType"), item.get("Precision")) for name, item in items.items()},
                         {"every_type_phi": ("Float", "4"), "every_type_mask": ("Int", "8"),
                          "every_type_psi_r": ("Float", "4"), "every_type_psi_i": ("Float", "4")})

    def test_alignment_and_hints(self):
        plain = self.run_nopal(wave((20, 20), {}))
        for transfers in ("automatic", "collective", "independent"):
            result = self.run_nopal(wave((20, 20), {"alignment": 2048, "hints": ["cb_nodes=1", "cb_buffer_size=65536"],
                                                "transfers": transfers}), ranks=2)
            self.assert_same_bits(plain.dataset(2, "wavetoy_phi"), result.dataset(2, "wavetoy_phi"))
            with result.fields(2) as file:
                self.assertEqual(file["data/2/meshes/wavetoy_phi"].id.get_offset() % 2048, 0)


def tree(item):
    """The contents of a group and of everything below it. Follows links."""
    attributes = {key: numpy.asarray(value).tobytes() for key, value in item.attrs.items()}
    if isinstance(item, h5py.Dataset):
        return attributes, item.dtype, item.shape, item[()].tobytes()
    return attributes, {name: tree(each) for name, each in item.items()}


class Joined(harness.Case):
    """The joined file of a groupBased series."""

    def content(self, **options):
        return harness.wave((14, 11), shape="plane", wavetoy={"energy_every": 1}, hdf5={
            "every": 2, "variables": ["wavetoy::phi", "wavetoy::energy"], "iteration_encoding": "groupBased"},
            **options)

    def check_joined(self, folder, iterations):
        with h5py.File(folder / "fields.h5") as joined:
            self.assertEqual(joined.attrs["iterationEncoding"], b"groupBased")
            self.assertEqual(joined.attrs["iterationFormat"], b"/data/%T/")
            self.assertEqual(joined.attrs["openPMD"], b"1.1.0")
            self.assertEqual(sorted(map(int, joined["data"])), list(iterations))
            for iteration in iterations:
                with h5py.File(folder / f"fields_{iteration:08d}.h5") as file:
                    self.assertEqual(file.attrs["iterationEncoding"], b"fileBased")
                    self.assertEqual(tree(joined[f"data/{iteration}"]), tree(file[f"data/{iteration}"]))
                self.assertEqual(joined[f"data/{iteration}/meshes/wavetoy_phi"].shape, (12, 15))
                self.assertIn("wavetoy_energy", joined[f"data/{iteration}"].attrs)

    def test_holds_all_iterations(self):
        for ranks in RANKS:
            result = self.run_nopal(self.content(iterations=8), ranks=ranks)
            moved = self.folder / f"moved{ranks}"
            shutil.move(result.folder, moved)
            self.check_joined(moved, range(0, 9, 2))
            self.assertEqual(sorted(path.name for path in moved.glob(".*")), [])

    def test_copied_into_one(self):
        """Copies all values into one file, as docs/output.md shows."""
        result = self.run_nopal(every_type({"iteration_encoding": "groupBased", "compression": "deflate"}))
        with h5py.File(result.path("fields.h5")) as joined, h5py.File(self.folder / "all.h5", "w") as file:
            file.attrs.update(joined.attrs)
            joined.copy("data", file, expand_external=True)
        shutil.rmtree(result.folder)
        with h5py.File(self.folder / "all.h5") as copied:
            self.assertEqual(copied["data/0/meshes/every_type_psi/r"].shape, (10, 8, 5))
            self.assertEqual(copied["data/0/meshes/every_type_psi/r"][2, 3, 4], 4 + 100 * 3 + 10000 * 2)
            self.assertEqual(copied["data/0"].attrs["every_type_total"], 0.1)

    def test_a_new_run_begins_it_anew(self):
        parfile = self.parfile(self.content(iterations=4))
        self.run_nopal(parfile)
        result = self.run_nopal(parfile, sets=["hdf5.every=1", "driver.iterations=3"])
        self.check_joined(result.folder, range(4))

    def test_recovery_cuts_what_came_later(self):
        content = self.content(iterations=12, checkpoint={"every": 5})
        uninterrupted = self.run_nopal(content)
        for remove in (False, True):
            parfile = self.parfile(content)
            first = self.run_nopal(parfile, ranks=2, sets=["driver.iterations=9"])
            self.check_joined(first.folder, (0, 2, 4, 6, 8))
            if remove:
                first.path("fields.h5").unlink()
            result = self.run_nopal(parfile, options=["--recover", "auto"])
            self.assertIn("iteration 5\n", result.log)
            self.check_joined(result.folder, range(0, 13, 2))
            with h5py.File(result.path("fields.h5")) as ours, h5py.File(uninterrupted.path("fields.h5")) as theirs:
                self.assertEqual(tree(ours["data"]), tree(theirs["data"]))
            self.assertEqual(result.text("fields.xmf"), uninterrupted.text("fields.xmf"))

    def test_readable_whenever_the_run_is_killed(self):
        for _ in range(2):
            with self.running(self.content(iterations=100000), "fields_*.h5") as run:
                while len(run.names("fields_*.h5")) < 6:
                    self.assertIsNone(run.process.poll(), "the run ended")
                    # A reader that reads while the run writes sees complete iterations.
                    if run.path("fields.h5").exists():
                        with h5py.File(run.path("fields.h5")) as joined:
                            for iteration in joined["data"].values():
                                self.assertEqual(iteration["meshes/wavetoy_phi"].shape, (12, 15))
                    time.sleep(0.01)
                run.kill()
            with h5py.File(run.path("fields.h5")) as joined:
                present = sorted(map(int, joined["data"]))
            self.assertEqual(present, list(range(0, present[-1] + 1, 2)))
            self.check_joined(run.folder, present)
