"""Base of the tests of scripts/plot. It calls the script, and makes fields with known values.

No test takes an expected place or colour from the script. Expected values come from the indices of the thorn every_type,
from formulas, or from text files. Expected colours come from matplotlib's maps.
"""

import contextlib
import io
import os
import re
import resource
import subprocess
import sys

import numpy

import harness
from pictures import Labels, Picture, colours, distance, image

sys.path.insert(0, str(harness.SOURCE / "scripts"))
from nopal_plot import cli

SCRIPT = harness.SOURCE / "scripts" / "plot"


class Plots(harness.Case):
    def plot(self, *arguments, succeeds=True):
        """Runs the script's main function. The result has its texts as .stdout and .stderr."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = cli.main([str(argument) for argument in arguments])
            except SystemExit as end:  # argparse
                code = end.code
        self.assertEqual(not code, succeeds, f"{arguments}\n{out.getvalue()}{err.getvalue()}")
        return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())

    def start(self, *arguments, succeeds=True, environment=None, limit=None):
        """Runs the script in a process of its own, as users do. `limit`: of its memory, in bytes."""
        result = subprocess.run([str(SCRIPT), *map(str, arguments)], cwd=self.folder, text=True,
                                capture_output=True, timeout=harness.LONGEST, check=False,
                                preexec_fn=limit and (lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))),
                                env=(environment or os.environ) | {"OPENBLAS_NUM_THREADS": "1"})
        self.assertNotIn("Traceback", result.stderr)
        self.assertEqual(result.returncode == 0, succeeds, f"{arguments}\n{result.stdout}{result.stderr}")
        return result

    def made(self, *arguments, **options):
        """The files that the script reports."""
        lines = (self.start if options else self.plot)(*arguments, **options).stdout.splitlines()
        paths = [self.folder / line for line in lines if re.search(r"\.(png|svg|pdf|gif|mp4)$", line)]
        for path in paths:
            self.assertTrue(path.is_file(), path)
        self.assertEqual([path for each in paths for path in each.parent.glob(".*")], [], "left over")
        return paths

    def picture(self, *arguments):
        path, = self.made(*arguments)
        return Picture(image(path))

    def labels(self, *arguments):
        path, = self.made(*arguments, "--format", "svg")
        return Labels(path)

    def picture_and_labels(self, *arguments, kind=Picture):
        png, svg = self.made(*arguments, "--format", "png,svg")
        return kind(image(png)), Labels(svg)

    def grid(self, cells):
        """Makes fields: psi.i is 0.25 i at each point, phi is (i + 100 j + 10000 k) / 7."""
        return self.run_nopal(harness.content(
            cells, iterations=0, lower=[0.0, -1.0, 2.0][:len(cells)], upper=[1.0, 1.0, 3.0][:len(cells)], every_type={},
            hdf5={"variables": ["every_type::phi", "every_type::psi"]},
            tsv={"lines": ["every_type::phi", "every_type::psi"], "norms": ["every_type::total"]}), ranks=2)

    def check_texts(self, labels, *texts):
        for text in texts:
            self.assertIn(text, labels.joined())

    def check_points(self, picture, values, low, high, map_name="viridis", tolerance=2):
        """Checks that values[up, right] have the right places and colours."""
        n_up, n_right = values.shape
        expected = colours(map_name, (values - low) / (high - low))
        for up, right in numpy.ndindex(values.shape):
            found = picture.at((right + 0.5) / n_right, (up + 0.5) / n_up)
            wanted = expected[up, right]
            self.assertLessEqual(distance(found, wanted), tolerance, (right, up, found, wanted))
        self.assertGreater(len(numpy.unique(expected.reshape(-1, 3), axis=0)), 5, "the test tells points apart")
