"""scripts/plot draws fields: each value has the right place and colour, and labels are right."""

import h5py
import numpy

import harness
from pictures import Picture, colours, distance, image
from plot_case import Plots


class Maps(Plots):
    def test_planes_of_every_dimension(self):
        # cells, options, the index at the cut, the indices to the right and upwards
        cases = (((9, 6), [], {}, "i", "j"), ((9, 6, 5), [], {"k": 2}, "i", "j"),
                 ((9, 6, 5), ["--at", "y=-0.6"], {"j": 1}, "i", "k"),
                 ((9, 6, 5), ["--at", "x=0.72"], {"i": 6}, "j", "k"))
        folders = {cells: self.grid(cells).folder for cells in ((9, 6), (9, 6, 5))}
        for cells, at, fixed, right, upwards in cases:
            with self.subTest(cells=cells, at=at):
                horizontal, vertical = numpy.meshgrid(numpy.arange(cells["ijk".index(right)] + 1),
                                                      numpy.arange(cells["ijk".index(upwards)] + 1))
                index = {"i": 0, "j": 0, "k": 0} | {right: horizontal, upwards: vertical} | fixed
                phi = (index["i"] + 100 * index["j"] + 10000 * index["k"]) / 7
                picture = self.picture(folders[cells], "every_type::phi", *at)
                self.check_points(picture, phi, phi.min(), phi.max())
                if right == "i":
                    picture = self.picture(folders[cells], "every_type::psi.i", *at, "--range", "-1:3")
                    self.check_points(picture, 0.25 * numpy.broadcast_to(index["i"], phi.shape), -1, 3)

    def test_every_point_of_a_wave(self):
        """Compares a field that is not symmetric or monotonic with its formula, on grids of each kind."""
        for centering, periodic in (("vertex", False), ("cell", False), ("cell", True)):
            with self.subTest(centering=centering, periodic=periodic):
                result = self.run_nopal(harness.wave(
                    (12, 9), iterations=0, shape="gaussian", centering=centering, periodic=periodic, ghosts=1,
                    wavetoy={"centre_x": 0.2, "centre_y": -0.3, "width": 0.25},
                    hdf5={"variables": ["wavetoy::phi"]}), ranks=2)
                first = 0 if periodic or centering == "vertex" else -1
                count = [n - 2 * first + (centering == "vertex" and not periodic) for n in (12, 9)]
                x, y = (-0.5 + (numpy.arange(first, first + n) + (centering == "cell") / 2) / cells
                        for n, cells in zip(count, (12, 9)))
                wave = numpy.exp(-((x[None, :] - 0.2)**2 + (y[:, None] + 0.3)**2) / (2 * 0.25**2))
                if not periodic:
                    wave[[0, -1], :] = wave[:, [0, -1]] = 0
                picture = self.picture(result.folder, "wavetoy::phi", "--range", "0:1")
                self.check_points(picture, wave, 0, 1)
                picture = self.picture(result.folder, "wavetoy::phi", "--range", "-2:2", "--scale", "symmetric")
                self.check_points(picture, wave, -2, 2, "RdBu_r")

    def test_labels_tell_the_truth(self):
        for centering, outside in (("vertex", 0.5), ("cell", 1.0)):  # how far the outermost cells extend beyond the points, in spacings
            with self.subTest(centering=centering):
                result = self.run_nopal(harness.wave(
                    (12, 9), iterations=4, shape="gaussian", lower=-3.0, upper=3.0, centering=centering,
                    wavetoy={"centre_x": 1.0, "width": 1.0}, hdf5={"every": 2, "variables": ["wavetoy::phi"]}))
                self.check_labels(result.folder, [3 + outside * 6 / n for n in (12, 9)])

    def check_labels(self, folder, half_widths):
        picture, labels = self.picture_and_labels(folder, "wavetoy::phi", "--iterations", 2, "--range", "0:2")
        below = labels.numbers(lambda x, y: y > picture.bottom and picture.left < x < picture.right)
        beside = labels.numbers(lambda x, y: x < picture.left and picture.top < y < picture.bottom + 5)
        on_bar = labels.numbers(lambda x, y: x > picture.right and picture.top - 5 < y < picture.bottom + 10)
        self.assertGreaterEqual(min(len(below), len(beside), len(on_bar)), 3, labels.texts)
        for value, x, _ in below:
            fraction = (value / half_widths[0] + 1) / 2
            self.assertAlmostEqual(x, picture.left + fraction * (picture.right - picture.left), delta=2.5)
        for value, _, y in beside:  # the baseline of a text lies below the middle of its digits
            fraction = (value / half_widths[1] + 1) / 2
            self.assertAlmostEqual(y - 4, picture.bottom - fraction * (picture.bottom - picture.top), delta=3.5)
        bar = self.bar(picture)
        for value, _, y in on_bar:
            row = min(max(int(y) - 4, picture.top + 2), picture.bottom - 2)
            self.assertLessEqual(distance(picture.pixels[row, bar], colours("viridis", value / 2)), 12, (value, row))
        dt = 0.5 * 6 / 12
        self.check_texts(labels, "wavetoy::phi", "The wave", f"time {2 * dt:g}", "iteration 2", "x", "y")

    def bar(self, picture):
        """A column of the colour bar: the first coloured one to the right of the frame."""
        row = (picture.top + picture.bottom) // 2
        for x in range(picture.right + 8, picture.pixels.shape[1]):
            if numpy.ptp(picture.pixels[row, x]) > 30:
                return x + 4
        return self.fail("there is no colour bar")

    def test_units_and_places(self):
        result = self.grid((5, 4, 4))
        labels = self.labels(result.folder, "every_type::phi", "--at", "z=2.3")
        self.check_texts(labels, "every_type::phi [metre]", "z = 2.25")

    def test_what_has_no_place_on_the_scale_is_grey_and_counted(self):
        result = self.grid((9, 6))
        with h5py.File(result.path("fields_00000000.h5"), "r+") as file:
            data = file["data/0/meshes/every_type_phi"]
            data[3, 7] = numpy.nan
            data[5, 2] = -numpy.inf
            values = data[()]
        picture, labels = self.picture_and_labels(result.folder, "every_type::phi", "--range", "0:100")
        self.assertIn("grey: 2 points are not finite", labels.joined())
        grey = [int("b0", 16)] * 3
        for i, j in ((7, 3), (2, 5)):
            self.assertLessEqual(distance(picture.at((i + 0.5) / 10, (j + 0.5) / 7), grey), 2)
        log, labels = self.picture_and_labels(result.folder, "every_type::phi", "--scale", "log")
        self.assertIn("grey: 3 points are not positive", labels.joined())
        shown = numpy.isfinite(values) & (values > 0)
        low, high = numpy.log(values[shown].min()), numpy.log(values[shown].max())
        for j, i in zip(*numpy.nonzero(shown)):
            expected = colours("viridis", (numpy.log(values[j, i]) - low) / (high - low))
            self.assertLessEqual(distance(log.at((i + 0.5) / 10, (j + 0.5) / 7), expected), 3, (i, j))
        self.assertLessEqual(distance(log.at(0.5 / 10, 0.5 / 7), grey), 2)

    def test_one_range_for_all_iterations_or_each(self):
        result = self.run_nopal(harness.wave((16, 16), iterations=20, shape="gaussian", wavetoy={"width": 0.1},
                                             hdf5={"every": 10, "variables": ["wavetoy::phi"]}))
        fields = {iteration: result.dataset(iteration, "wavetoy_phi") for iteration in (0, 10, 20)}
        low, high = min(field.min() for field in fields.values()), max(field.max() for field in fields.values())
        for option, limits in (("same", lambda field: (low, high)), ("each", lambda field: (field.min(), field.max()))):
            with self.subTest(option=option):
                paths = self.made(result.folder, "phi", "--iterations", "all", "--range", option)
                self.assertEqual([path.name for path in paths], [f"wavetoy-phi_{n:08d}.png" for n in fields])
                for path, field in zip(paths, fields.values()):
                    self.check_points(Picture(image(path)), field, *limits(field), tolerance=3)
        self.assertNotAlmostEqual(fields[20].max(), high)

    def test_regions_and_joined_files(self):
        """Axes of one point are no axes of a picture. Virtual datasets without their source files are no fields."""
        result = self.grid((9, 6, 5))
        own = result.path("fields_00000000.h5")
        with h5py.File(own) as file, h5py.File(result.path("joined.h5"), "w") as joined:
            record = file["data/0/meshes/every_type_phi"]
            joined.attrs.update(file.attrs)
            joined.create_group("data/0").attrs.update(file["data/0"].attrs)
            for name, region in (("every_type_plane", numpy.s_[:, 2:3, :]), ("every_type_line", numpy.s_[3:4, :, 4:5])):
                layout = h5py.VirtualLayout(record[region].shape, record.dtype)
                layout[...] = h5py.VirtualSource(own.name, record.name, record.shape)[region]
                data = joined.create_virtual_dataset(f"data/0/meshes/{name}", layout)
                data.attrs.update(record.attrs)
            values = record[()]
        plane = values[:, 2, :]
        self.check_points(self.picture(result.folder, "every_type::plane"), plane, plane.min(), plane.max())
        self.assertIn("y", self.labels(result.folder, "every_type::line").joined().split("\n"))
        own.unlink()
        self.assertIn("which cannot be read", self.plot(result.folder, "--list").stderr)
        self.assertIn("holds no 'every_type::plane'", self.plot(result.folder, "every_type::plane", succeeds=False).stderr)

    def test_a_large_field_is_not_read_as_a_whole(self):
        result = self.grid((5, 4, 4))
        size = 2000  # 64 GB; the file holds no value of them
        with h5py.File(result.path("fields_00000000.h5"), "r+") as file:
            meshes = file["data/0/meshes"]
            large = meshes.create_dataset("every_type_large", (size, size, size), "f8", fillvalue=7.0)
            large.attrs.update(meshes["every_type_phi"].attrs)
        path, = self.made(result.folder, "every_type::large", "--range", "0:14", limit=4 << 30)
        picture = Picture(image(path))
        self.assertLessEqual(distance(picture.at(0.3, 0.6), colours("viridis", 0.5)), 2)
