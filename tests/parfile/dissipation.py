"""The thorn dissipation: its formula, what it damps and what it leaves alone, on every device and number of processes."""

import unittest

import numpy

import harness

ORDERS = (3, 5, 7, 9)
SIZES = ((24,), (20, 22), (12, 14, 16))
DT, STRENGTH = 1e-3, 0.3


def powers(cells, order, *, thorns=("mol", "powers", "dissipation"), iterations=1, dissipation=None, driver=None, **more):
    """A parfile. The grid has other spacings along each axis."""
    sections = {"mol": {"method": "Euler"}, "powers": {"degree": order},
                "dissipation": {"order": order, "strength": STRENGTH} | (dissipation or {})}
    return harness.content(cells, iterations=iterations, periodic=True,
                           driver={"dt": DT, "ghosts": (order + 1)//2} | (driver or {}),
                           hdf5={"every": iterations, "variables": ["powers::fields"]},
                           **{name: sections[name] for name in thorns}, **more)


def differences(values, order):
    """The sum over all axes of the difference of order 2m = order + 1, divided by the spacing."""
    total = numpy.zeros_like(values)
    for axis, cells in enumerate(values.shape):
        change = values
        for _ in range((order + 1)//2):
            change = numpy.roll(change, 1, axis) - 2*change + numpy.roll(change, -1, axis)
        total += change*cells  # the axes have the length 1
    return total


class Formula(harness.Case):
    def fields(self, result, iteration):
        return {name: result.dataset(iteration, f"powers_{name}") for name in ("polynomial", "zigzag", "waves")}

    def test_each_order_on_grids_of_one_to_three_axes(self):
        for number, (order, cells) in enumerate((order, cells) for order in ORDERS for cells in SIZES):
            device, ranks = (("none", 1), ("none", 2), ("checked", 1), ("opencl", 1))[number % 4]
            with self.subTest(order=order, cells=cells, device=device, ranks=ranks):
                result = self.run_nopal(powers(cells, order, device=device), ranks=ranks)
                before, after = self.fields(result, 0), self.fields(result, 1)
                m = (order + 1)//2
                # Away from the ends of the axes the polynomial only grows as its thorn says: its differences vanish.
                inside = tuple(slice(m, -m) for _ in cells)
                slope = numpy.broadcast_to(1 + numpy.arange(cells[0])/cells[0], cells[::-1])
                numpy.testing.assert_allclose((after["polynomial"] - before["polynomial"])[inside], DT*slope[inside], rtol=0,
                                              atol=1e-13)
                self.assertGreater(abs(after["polynomial"] - before["polynomial"] - DT*slope).max(), 1e-4)
                # The shortest wave decays at the rate strength/spacing along each axis.
                numpy.testing.assert_allclose(after["zigzag"], (1 - DT*STRENGTH*sum(cells))*before["zigzag"], rtol=1e-13)
                added = (-1)**(m + 1)*STRENGTH/4**m*differences(before["waves"], order)
                numpy.testing.assert_allclose(after["waves"], before["waves"] + DT*(added - before["waves"]), rtol=0, atol=1e-14)
                self.assertGreater(abs(DT*added).max(), 1e-7)

    def test_it_adds_after_all_that_computes_whatever_the_order_of_thorns(self):
        expected = self.fields(self.run_nopal(powers((12, 10), 5, iterations=2)), 2)
        for thorns in (("dissipation", "powers", "mol"), ("powers", "dissipation", "mol"), ("mol", "dissipation", "powers")):
            with self.subTest(thorns=thorns):
                parfile = self.parfile(powers((12, 10), 5, iterations=2, thorns=thorns))
                self.assertIn("nothing wrong found", self.nopal("check", parfile).stdout)
                for name, values in self.fields(self.run_nopal(parfile), 2).items():
                    self.assert_same_bits(values, expected[name], name)

    def test_epochs_change_no_bit(self):
        def run(factor):
            return self.run_nopal(powers((20, 18), 5, iterations=4, driver={"ghosts": 6, "blocking_factor": factor}))

        without, in_epochs = run(1), run(2)
        self.assertIn("epochs", in_epochs.log)
        for name, values in self.fields(in_epochs, 4).items():
            self.assert_same_bits(values, self.fields(without, 4)[name], name)

    def test_entries_choose_variables_and_their_strength(self):
        result = self.run_nopal(powers((16,), 3, dissipation={
            "variables": ["powers::zigzag", "powers::waves: strength=0"], "strength": 0.5}))
        before, after = self.fields(result, 0), self.fields(result, 1)
        numpy.testing.assert_allclose(after["zigzag"], (1 - DT*0.5*16)*before["zigzag"], rtol=1e-13)
        numpy.testing.assert_array_equal(after["waves"], before["waves"] - DT*before["waves"])
        numpy.testing.assert_array_equal(after["polynomial"], before["polynomial"] + DT*(1 + numpy.arange(16)/16))


def sound(cells, order, *, iterations=3, device="none", boundary=None, dissipation=None, **driver):
    return harness.content(cells, iterations=iterations, device=device, periodic=boundary is None, lower=-0.5, upper=0.5,
                           mol={}, acoustics={"shape": "gaussian", "width": 0.15}, boundary=boundary,
                           dissipation={"order": order} | (dissipation or {}),
                           driver={"ghosts": (order + 1)//2, "courant": 0.4, "centering": "cell"} | driver,
                           hdf5={"every": iterations, "variables": ["acoustics::gas"]})


class Bits(harness.Case):
    def fields(self, result, iteration=3):
        return {name: result.dataset(iteration, f"acoustics_{name}") for name in ("p", "vx", "vy", "vz")}

    def test_the_same_bits_on_every_device_and_number_of_processes_as_planned(self):
        for order, boundary in ((3, None), (5, {"all": "extrapolate"}), (7, {"all": "symmetric"}), (9, None)):
            cells = (10, 9, 16) if order < 9 else (24, 20)
            expected = self.fields(self.run_nopal(sound(cells, order, boundary=boundary)))
            self.assertGreater(abs(expected["vy"]).max(), 0.01)
            for device, ranks in (("checked", 2), ("none", 4)) if order in (3, 7) else (("opencl", 2), ("checked", 4)):
                with self.subTest(order=order, device=device, ranks=ranks):
                    result = self.run_nopal(sound(cells, order, boundary=boundary, device=device), ranks=ranks,
                                            options=["--compare-plan"])
                    for name, values in self.fields(result).items():
                        self.assert_same_bits(values, expected[name], name)

    def test_poison_and_guard_find_nothing(self):
        for device in ("none", "checked"):
            content = sound((12, 10), 5, device=device, boundary={"all": "flat"})
            content["accelerator"] |= {"poison": True, "guard": True}
            self.run_nopal(content, ranks=2)


class Sound(harness.Case):
    """What it is for: differences carry short waves too slowly, and they stay behind as noise."""

    def spectrum(self, strength):
        content = sound((128,), 5, dissipation={"strength": strength}, iterations=640, courant=0.2)
        content["acoustics"]["width"] = 0.01
        return abs(numpy.fft.rfft(self.run_nopal(content).dataset(640, "acoustics_p")))

    def test_short_waves_vanish_and_long_ones_stay(self):
        without, damped = self.spectrum(0.0), self.spectrum(0.2)
        self.assertGreater(without[40:64].max(), 1e-2*without.max())
        self.assertLess(damped[40:64].max(), 0.1*without[40:64].max())
        numpy.testing.assert_allclose(damped[:6], without[:6], rtol=1e-3)


if __name__ == "__main__":
    unittest.main()
