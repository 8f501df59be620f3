"""The parfiles of maxwell, yee, heat and reaction as they are, against the figures that they are expected to give."""

import unittest

import harness

# By parfile: file, column, iteration, the expected value, and by how much of it a run may differ.
FIGURES = {
    "maxwell_plane_wave": [("maxwell-e_error.norms.tsv", "norm2", 80, 6.1841107e-4, 1e-6),
                           ("maxwell-b_error.norms.tsv", "norm2", 80, 6.1842202e-4, 1e-6),
                           ("maxwell-div_b.norms.tsv", "norm_inf", 80, 7.5060613e-4, 1e-6),
                           ("maxwell-energy.norms.tsv", "average", 80, 0.49999345, 1e-7)],
    "maxwell_cavity": [("maxwell-e_error.norms.tsv", "norm_inf", 120, 5.2943051e-4, 1e-6),
                       ("maxwell-b_error.norms.tsv", "norm_inf", 120, 1.5734367e-4, 1e-6),
                       ("maxwell-energy.norms.tsv", "sum", 0, 5400.0, 1e-9),  # a quarter of the amplitude squared
                       ("maxwell-energy.norms.tsv", "sum", 120, 5399.9118, 1e-7),
                       ("points.tsv", "maxwell::ez[0]", 120, -0.19264082, 1e-6)],
    "yee": [("yee-e_error.norms.tsv", "norm_inf", 120, 5.8829187e-3, 1e-6),
            ("yee-energy.norms.tsv", "sum", 0, 5371.1645550902, 1e-12),
            ("yee-energy.norms.tsv", "sum", 120, 5371.1645550902, 1e-12)],
    "heat": [("heat-temperature.norms.tsv", "max", 200, 0.20032381, 1e-7),  # the exact pulse has 0.2
             ("heat-error.norms.tsv", "norm_inf", 200, 3.2380373e-4, 1e-6)],
    "gray_scott": [("reaction-u.norms.tsv", "average", 15000, 0.56465513, 1e-7),
                   ("reaction-v.norms.tsv", "average", 15000, 0.20464965, 1e-7)],
}


class Figures(harness.Case):
    def test_parfiles_give_their_figures(self):
        for name, figures in FIGURES.items():
            with self.subTest(parfile=name):
                result = self.run_nopal(harness.SOURCE / "parfiles" / f"{name}.yaml", sets=["accelerator.device=none"])
                for file, column, iteration, expected, part in figures:
                    found = {row["iteration"]: row[column] for row in result.rows(file)}[iteration]
                    self.assertAlmostEqual(found / expected, 1.0, delta=part, msg=f"{file}, {column}: {found}")

    def test_a_wrong_figure_is_noticed(self):
        result = self.run_nopal(harness.SOURCE / "parfiles" / "heat.yaml",
                                sets=["accelerator.device=none", "heat.width=0.11"])
        _, _, iteration, expected, part = FIGURES["heat"][0]
        self.assertNotAlmostEqual(result.column("heat-temperature.norms.tsv", "max")[-1] / expected, 1.0, delta=part)
        self.assertEqual(result.column("heat-temperature.norms.tsv", "iteration")[-1], iteration)


if __name__ == "__main__":
    unittest.main()
