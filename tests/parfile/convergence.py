"""The standing wave converges at second order, in one, two and three dimensions, on every device."""

import math

import harness


def error_norm(case, cells, device, time, ranks=1, **grid):
    """Returns norm2 of the error at a time. dt is half the spacing."""
    spacing = (grid.get("upper", 0.5) - grid.get("lower", -0.5)) / cells[0]
    iterations = round(time / (0.5 * spacing))
    result = case.run_nopal(
        harness.wave(cells, iterations=iterations, device=device, wavetoy={"error_every": iterations},
                     tsv={"every": iterations, "norms": ["wavetoy::error"], "reductions": ["norm2"]}, **grid),
        ranks=ranks, threads=2 // ranks)
    rows = result.rows("wavetoy-error.norms.tsv")
    case.assertEqual([row["iteration"] for row in rows], [0, iterations])
    case.assertAlmostEqual(rows[-1]["time"], time, delta=1e-12)
    case.assertGreater(rows[-1]["norm2"], 1e-8, "no error at all: the comparison is empty")
    return rows[-1]["norm2"]


class Convergence(harness.Case):
    def check_order(self, dimension, resolutions, device, time=0.24, **options):
        norms = [error_norm(self, [n] * dimension, device, time, **options) for n in resolutions]
        for coarse, fine, n in zip(norms, norms[1:], resolutions):
            self.assertAlmostEqual(math.log2(coarse / fine), 2.0, delta=0.1,
                                   msg=f"{dimension}-D on {device}, {n} to {2 * n} cells, norms {norms}")

    def test_every_dimension_on_every_device(self):
        for device in harness.DEVICES:
            for dimension in (1, 2, 3):
                with self.subTest(device=device, dimension=dimension):
                    resolutions = (25, 50) if dimension == 3 else (50, 100)
                    self.check_order(dimension, resolutions, device, ranks=2 if dimension == 3 else 1)

    def test_periodic_cell_centred(self):
        for dimension in (1, 2, 3):
            with self.subTest(dimension=dimension):
                self.check_order(dimension, (32, 64), "none", time=0.25, centering="cell", periodic=True,
                                 lower=-1.0, upper=1.0)


class Large(harness.Case):
    """From 50^3 to 200^3 cells, for a short time, since the device `checked` checks every access."""

    def test_three_dimensions_on_every_device(self):
        for device in harness.DEVICES:
            with self.subTest(device=device):
                Convergence.check_order(self, 3, (50, 100, 200), device, time=0.1, ranks=2)
