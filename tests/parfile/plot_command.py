"""scripts/plot as users start it: its options and its error messages."""

import numpy

import harness
from pictures import image
from plot_case import Plots


class CommandLine(Plots):
    def test_a_folder_alone(self):
        result = self.grid((5, 4, 4))
        lines = self.start(result.folder).stdout
        for text in ("fields:", "lines:", "over time:", "every_type::phi ", "3-D, 6 x 5 x 5 points", "every_type::psi.r",
                     "every_type::psi.imag", "every_type::phi.z", "every_type::total", "iteration 0"):
            self.assertIn(text, lines.replace("every_type::psi.x.imag", "every_type::psi.imag"))
        names = {path.name for path in (result.folder / "plots").iterdir()}
        self.assertLessEqual({"every_type-phi.z=2.5_00000000.png", "every_type-phi.x_00000000.png", "every_type-total.png"},
                             names)
        listed = self.plot(result.folder, "--list").stdout
        self.assertIn("every_type::phi ", listed)
        self.assertNotIn(".png", listed)

    def test_help(self):
        text = self.start("--help").stdout
        for option in ("--iterations", "--at", "--scale", "--range", "--animate", "--output", "examples:"):
            self.assertIn(option, text)

    def test_where_pictures_go(self):
        result = self.grid((5, 4))
        path, = self.made(result.folder, "every_type::phi", "--output", self.folder / "else" / "where", "--size", "640x480")
        self.assertEqual(path.parent, self.folder / "else" / "where")
        self.assertEqual(image(path).size, (640, 480))
        self.assertFalse((result.folder / "plots").exists())

    def test_tables_as_they_may_come(self):
        """Tables with units, a plane, points, an array, and an incomplete last line of a killed run."""
        folder = self.folder / "run"
        folder.mkdir()
        (folder / "a-b.xy.tsv").write_text(
            "# description: Heat\n# unit: kelvin\n# column 5: x, coordinate [length]\n# iteration\ttime\ti\tj\tx\ty\tb\n" +
            "\n".join("".join(f"0\t0\t{i}\t{j}\t{i / 2}\t{j}\t{i + 10 * j}\n" for i in range(4)) for j in range(3)) + "\n\n")
        (folder / "points.tsv").write_text(
            "# content: values at points; a row per iteration\n# column 4: a::b[1], at (0.1, 2)\n"
            "# iteration\ttime\ta::b[0]\ta::b[1]\n0\t0\t1\t2\n1\t0.5\t2\t3\n2\t1.0\t3")
        (folder / "a-list.tsv").write_text("# iteration\ttime\ti\tlist\n" +
                                           "".join(f"0\t0\t{i}\t{i * i}\n" for i in range(9)))
        listing = self.plot(folder, "--list")
        self.assertRegex(listing.stdout, r"planes:\n +a::b\.xy +along x and y")
        self.assertIn("a::list", listing.stdout)
        self.assertIn("the last line of", listing.stderr)
        picture, labels = self.picture_and_labels(folder, "a::b.xy")
        self.check_points(picture, numpy.arange(4)[None, :] + 10.0 * numpy.arange(3)[:, None], 0, 23)
        self.check_texts(labels, "a::b [kelvin]", "x [length]", "Heat")
        self.check_texts(self.labels(folder, "points"), "points: values at points", "2 rows", "a::b[0]",
                         "a::b[1] at (0.1, 2)")

    def test_what_is_wrong_is_said_with_the_fix(self):
        result = self.run_nopal(harness.wave((9, 7), iterations=2, tsv={"norms": ["wavetoy::phi"], "lines": ["wavetoy::phi"]},
                                             hdf5={"every": 2, "variables": ["wavetoy::phi"]}))
        folder = result.folder
        (self.folder / "empty").mkdir()
        (self.folder / "file").write_text("")
        rows = (
            (["nowhere"], r"'nowhere' does not exist: give the output folder of a run"),
            (["file"], r"'file' is not a folder"),
            (["empty"], r"'empty' holds nothing to plot: it has no openPMD file \*\.h5"),
            ([folder, "wavetoy::phj"], r"holds no 'wavetoy::phj'; did you mean 'wavetoy::phi'\?"),
            ([folder, "phi", "--iterations", "1"], r"wavetoy::phi was not written at iteration 1, but at 0, 2"),
            ([folder, "phi", "--iterations", "3:9"], r"not written at any iteration of 3:9, but at 0, 2"),
            ([folder, "phi", "--iterations", "latest"], r"found \"latest\", expected first, last, all, a number"),
            ([folder, "phi", "--at", "z=0"], r"has no axis 'z' to cut with --at: it has x, y"),
            ([folder, "phi", "--at", "x=7"], r"--at x=7 lies outside of wavetoy::phi, which extends from x = -0.5 to 0.5"),
            ([folder, "phi", "--at", "x=0,y=0"], r"needs one or two axes that are not cut, so leave out one cut"),
            ([folder, "phi", "--at", "x"], r"--at x: expected AXIS=COORDINATE, such as --at z=0.25"),
            ([folder, "phi", "--at", "x=nan"], r"--at x=nan: expected AXIS=COORDINATE"),
            ([folder, "phi", "--range", "1:-1"], r"--range 1:-1: expected two finite numbers, the first smaller"),
            ([folder, "phi", "--range", "-1"], r"--range -1: expected same, each or LOW:HIGH"),
            ([folder, "phi", "--range", "0:1", "--scale", "log"], r"a logarithmic scale needs positive limits"),
            ([folder, "phi", "--range", "-1:2", "--scale", "symmetric"], r"limits such as -2:2; give these, or use --scale linear"),
            ([folder, "phi", "--colours", "rosy"], r"matplotlib has no such colour map; it has, for example, viridis"),
            ([folder, "phi", "--size", "10x10"], r"--size 10x10: expected WIDTHxHEIGHT in pixels, from 300x250"),
            ([folder, "phi", "--rate", "0", "--animate", "gif"], r"--rate 0: expected 1 to 50"),
            ([folder, "phi.norms", "--columns", "norm3"], r"has no column 'norm3': it has min, max, sum"),
            ([folder, "wavetoy::phi.norms", "--animate", "gif"], r"is already a plot over time: leave out --animate"),
            ([folder, "phi", "--output", "file/in"], r"cannot write 'file/in/wavetoy-phi_00000002.png': .*; --output names"),
            ([folder, "phi", "--format", "png,gif"], r"found \"gif\", expected png, svg, pdf; use --animate for animations"),
            ([folder, "phi", "--scale", "cubic"], r"invalid choice: 'cubic' \(choose from"),
            ([], r"the following arguments are required: FOLDER"),
        )
        for arguments, message in rows:
            with self.subTest(arguments=arguments):
                self.assertRegex(self.plot(*arguments, succeeds=False).stderr, message)

    def test_a_damaged_file_does_not_hide_the_others(self):
        result = self.run_nopal(harness.wave((9, 7), iterations=4, hdf5={"every": 2, "variables": ["wavetoy::phi"]}))
        damaged = result.path("fields_00000002.h5")
        damaged.write_bytes(damaged.read_bytes()[:1000])
        shown = self.plot(result.folder, "phi", "--iterations", "all")
        self.assertRegex(shown.stderr, r"warning: '.*fields_00000002.h5' is skipped: .* damaged, or may not be complete")
        self.assertEqual(len(list((result.folder / "plots").glob("*.png"))), 2)
        for path in result.folder.glob("*.h5"):
            path.write_bytes(b"")
        self.assertIn("holds nothing to plot", self.start(result.folder, succeeds=False).stderr)
