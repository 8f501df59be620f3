"""The thorn boundary against numpy: every condition, for several layers, on grids of one to three axes."""

import itertools
import unittest

import numpy

import harness

LAYERS = 3
CONDITIONS = ("flat", "scalar", "extrapolate", "symmetric")


def line(condition, values, *, vertex, order=1, value=0.0, even=True):
    """The layers beyond the last of `values` along the first axis, the nearest first."""
    result = []
    for layer in range(1, LAYERS + 1):
        if condition == "flat":
            result.append(values[-1])
        elif condition == "scalar":
            result.append(numpy.full_like(values[-1], value))
        elif condition == "extrapolate":
            x = -numpy.arange(order + 1.0)
            weights = [numpy.prod([(layer - x[m])/(x[n] - x[m]) for m in range(order + 1) if m != n]) for n in range(order + 1)]
            result.append(sum(weight*values[-1 - n] for n, weight in enumerate(weights)))
        else:
            mirrored = layer - 1 - (1 if vertex else 0)
            if mirrored >= 0:
                result.append(values[-1 - mirrored]*(1 if even else -1))
            elif even:  # in the plane: the polynomial in the square of the distance
                result.append(1.5*values[-1] - 0.6*values[-2] + 0.1*values[-3])
            else:
                result.append(numpy.zeros_like(values[-1]))
    return result


def filled(interior, faces, **more):
    """`faces`: for each axis of the array (slowest last: x first), the conditions of its lower and upper face."""
    values = interior
    for axis, (lower, upper) in enumerate(faces):
        moved = numpy.moveaxis(values, axis, 0)
        before = line(lower[0], moved[::-1], **lower[1], **more)[::-1]
        after = line(upper[0], moved, **upper[1], **more)
        values = numpy.moveaxis(numpy.stack([*before, *moved, *after]), 0, axis)
    return values


class Boundary(harness.Case):
    def check(self, cells, centering, sections, faces, device, ranks):
        content = harness.content(
            cells, iterations=0, device=device, lower=0.1, upper=1.3, mol={}, acoustics={"shape": "gaussian", "width": 0.7},
            driver={"centering": centering, "ghosts": 2, "boundary_width": LAYERS}, boundary=sections,
            hdf5={"every": 1, "variables": ["acoustics::p"]})
        values = self.run_nopal(content, ranks=ranks).dataset(0, "acoustics_p").T
        interior = values[tuple(slice(LAYERS, -LAYERS) for _ in cells)]
        expected = filled(interior, faces, vertex=centering == "vertex")
        self.assertEqual(expected.shape, values.shape)
        numpy.testing.assert_allclose(values, expected, rtol=1e-13, atol=1e-13)

    def test_every_condition_in_every_layer_edge_and_corner(self):
        for number, (condition, centering, cells) in enumerate(itertools.product(
                CONDITIONS, ("vertex", "cell"), ((9,), (9, 8), (9, 8, 7)))):
            device, ranks = (("none", 1), ("none", 2), ("checked", 1), ("opencl", 2))[number % 4]
            with self.subTest(condition=condition, centering=centering, cells=cells, device=device, ranks=ranks):
                face = (condition, {"order": 2} if condition == "extrapolate" else {})
                self.check(cells, centering, {"all": condition, "order": 2}, [(face, face)]*len(cells), device, ranks)

    def test_each_face_has_its_own_condition(self):
        sections = {"all": "flat", "lower_x": "scalar", "lower_x_value": -2.5, "upper_x": "extrapolate", "order": 4,
                    "upper_y": "symmetric", "parity_y": "odd"}
        faces = [(("scalar", {"value": -2.5}), ("extrapolate", {"order": 4})), (("flat", {}), ("symmetric", {"even": False}))]
        for device, ranks, centering in (("none", 1, "vertex"), ("checked", 2, "cell"), ("opencl", 1, "cell")):
            with self.subTest(device=device, centering=centering):
                self.check((9, 8), centering, sections, faces, device, ranks)

    def test_entries_and_tags_give_variables_their_own_conditions(self):
        content = harness.content(
            (8,), iterations=4, mol={}, acoustics={"shape": "gaussian"}, driver={"ghosts": 2, "centering": "cell"},
            boundary={"all": "symmetric", "variables": ["tag rhs", "acoustics::p: upper_x=scalar, upper_x_value=3.5"]},
            hdf5={"every": 4, "variables": ["acoustics::p", "acoustics::vx"]})
        result = self.run_nopal(content)
        p, vx = (result.dataset(4, f"acoustics_{name}") for name in ("p", "vx"))
        numpy.testing.assert_array_equal(p[-2:], [3.5, 3.5])
        numpy.testing.assert_array_equal(p[:2], p[[3, 2]])
        numpy.testing.assert_array_equal(vx[:2], -vx[[3, 2]])  # its parity stands in the declaration of acoustics

    def test_a_condition_must_be_chosen(self):
        content = harness.content((8,), iterations=1, mol={}, acoustics={}, driver={"ghosts": 2}, boundary={"order": 1})
        result = self.nopal("check", self.parfile(content), succeeds=False)
        self.assertIn('add "all: ..." to the section "boundary:"', result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
