"""The example of a thorn that launches kernels of its own and calls libraries: examples/fourier.

Places and Refusals need no CUDA; Cufft and NoCufft are for a device `cuda`, with cuFFT and without, real or emulated.
"""

import unittest

import harness

STORED = 10 * 11 * 12  # points of a grid of 6 x 7 x 8, with ghosts


def heat(cells, upper, device, iterations=20, **more):
    return harness.content(
        cells, upper=upper, device=device, iterations=iterations, periodic=True,
        driver={"ghosts": 2} | more.pop("driver", {}), fourier={"error_every": 5} | more.pop("fourier", {}),
        tsv={"every": 5, "norms": ["fourier::error", "fourier::u"], "reductions": ["norm_inf"]}, **more)


# Even and odd numbers of points, axes of different lengths, one to three axes.
GRIDS = {"1d": ([24], [1.0]), "1d_odd": ([15], [2.0]), "2d": ([16, 21], [1.0, 2.0]), "3d": ([16, 15, 18], [2.0, 1.0, 1.0]),
         "3d_odd": ([9, 16, 15], [1.0, 0.5, 2.0])}


class OnDevice(harness.Case):
    def check_solution(self, device, said, grids=tuple(GRIDS), **more):
        for name in grids:
            with self.subTest(device=device, grid=name, more=more):
                result = self.run_nopal(heat(*GRIDS[name], device, **more))
                self.assertIn(f"fourier: {said}", result.log)
                errors = result.column("fourier-error.norms.tsv", "norm_inf")
                highest = result.column("fourier-u.norms.tsv", "norm_inf")
                self.assertEqual(len(errors), 5)
                self.assertLess(max(errors), 2e-14, errors)
                self.assertLess(highest[-1], 0.9 * highest[0], "the wave decays")

    def check_transfers(self, device):
        """The factors go to the device once, before the first iteration. Iterations copy nothing."""
        for iterations in (1, 7):
            with self.subTest(device=device, iterations=iterations):
                parfile = harness.content([6, 7, 8], device=device, iterations=iterations, periodic=True, fourier={},
                                          driver={"ghosts": 2, "report_transfers": True})
                counts = self.run_nopal(parfile).transfers("total")[0]
                self.assertEqual(counts["to_device"][:2], (1, 8 * STORED))
                self.assertEqual(counts["to_host"], (0, 0, 0))


class Places(OnDevice):
    def test_host(self):
        self.check_solution("none", "FFTW (")
        self.check_solution("none", "FFTW (", ("2d",), accelerator={"guard": True, "poison": True}, driver={"check_bounds": True})

    def test_checked(self):
        self.check_solution("checked", "FFTW (", ("1d", "3d_odd"))
        self.check_solution("checked", "FFTW (", ("3d",), accelerator={"device_options": ["async"]})
        self.check_transfers("checked")

    @unittest.skipIf(harness.SMALL, "clFFT deletes objects as what they are not, and asan says so")
    def test_clfft(self):
        # PoCL takes seconds to compile clFFT's kernels, so there are only a few grids.
        self.check_solution("opencl", "clFFT ", ("1d_odd", "3d"), fourier={"library": "clfft"})
        log = self.run_nopal(heat([17], [1.0], "opencl", fourier={"library": "clfft"}), succeeds=False).log
        self.assertIn("an axis must have 2^a 3^b 5^c 7^d 11^e 13^f points", log)

    def test_opencl(self):
        self.check_solution("opencl", "FFTW (")
        self.check_solution("opencl", "FFTW (", ("3d",), accelerator={"poison": True})
        self.check_transfers("opencl")


class Cufft(OnDevice):
    def test_cuda(self):
        self.check_solution("cuda", "cuFFT ")
        self.check_transfers("cuda")


class NoCufft(harness.Case):
    def test_what_is_missing_is_said(self):
        log = self.run_nopal(heat([8], [1.0], "cuda"), succeeds=False).log
        for part in ("nopal: fourier::step (evol, iteration 1): the thorn fourier runs on a CUDA device, but finds no cuFFT "
                     "(/nowhere/libcufft.so: ", "install the package libcufft of the CUDA Toolkit", "accelerator.device: none"):
            self.assertEqual(log.count(part), 1, log)


class Refusals(harness.Case):
    def refused(self, text, ranks=1, **more):
        log = self.run_nopal(heat([8, 9], [1.0, 1.0], "none", **more), ranks=ranks, succeeds=False).log
        self.assertEqual(log.count(f"nopal: fourier::refuse (paramcheck, iteration 0): {text}"), 1, log)

    def test_grids_that_it_cannot_work_on(self):
        self.refused("the thorn fourier transforms whole axes, so it runs on one process only; found 2", ranks=2)
        self.refused("the thorn fourier needs a grid that is periodic along every axis", driver={"periodic": [True, False]})
        self.refused("the transform of a row needs up to two points after its end: set driver.ghosts: 2",
                     driver={"ghosts": 1})
        self.refused("the axis x holds 1.428571 waves", fourier={"wavelength": 0.7})
