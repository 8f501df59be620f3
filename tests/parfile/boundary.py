"""The thorn boundary against numpy: every condition, for several layers, on grids of one to three axes."""

import itertools
import unittest

import numpy

import harness

LAYERS = 3
CONDITIONS = ("flat", "scalar", "extrapolate", "symmetric")
STEP = 0.01
KEPT = ("rotated", "radiation", "copy", "none")  # faces whose values are there before the others are computed


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


def filled(values, faces, **more):
    """The values with those of the boundary computed again, except at faces that are kept. `faces`: for each axis of the array
    (x first), the conditions of its lower and upper face, each with what line() needs to know."""
    values = values.copy()
    for axis, (lower, upper) in enumerate(faces):
        moved = numpy.moveaxis(values, axis, 0)
        interior = moved[LAYERS:-LAYERS].copy()
        if lower[0] not in KEPT:
            moved[:LAYERS] = line(lower[0], interior[::-1], **lower[1], **more)[::-1]
        if upper[0] not in KEPT:
            moved[-LAYERS:] = line(upper[0], interior, **upper[1], **more)
    return values


def turned(values, normal, side, across, *, vertex, sign, also=()):
    """The values with those beyond a face along the axis `normal` turned about an axis in it. `side`: 0 for the lower face, 1 for
    the upper one. `across`: the other axis that the turn mirrors; it may be one that the grid does not have. `also`: axes beyond
    whose faces points are turned, too; their values are there."""
    values = values.copy()
    inside = [slice(None) if axis in also else slice(LAYERS, -LAYERS) for axis in range(values.ndim)]
    inside[normal] = slice(LAYERS, -LAYERS)
    own = values[tuple(inside)]
    partner = sign*(numpy.flip(own, across) if across < values.ndim else own)
    own, partner = (numpy.moveaxis(each, normal, 0)[::1 if side == 0 else -1] for each in (own, partner))
    layers = []
    for layer in range(1, LAYERS + 1):
        mirrored = layer - 1 - (1 if vertex else 0)
        both = own + partner
        layers.append(partner[mirrored] if mirrored >= 0 else 0.75*both[0] - 0.3*both[1] + 0.05*both[2])
    inside[normal] = slice(0, LAYERS) if side == 0 else slice(-LAYERS, None)
    numpy.moveaxis(values[tuple(inside)], normal, 0)[:] = layers[::-1] if side == 0 else layers
    return values


def radiated(u, places, spacing, faces, waves, speed, value, center):
    """The right-hand side of waves that leave at the faces with the condition radiation, at all points; 0 elsewhere."""
    normals = []
    for axis in range(u.ndim):
        n = numpy.zeros(u.shape[axis])
        n[:LAYERS], n[-LAYERS:] = -1, 1
        normals.append(n.reshape([-1 if a == axis else 1 for a in range(u.ndim)]))
    slopes = [numpy.gradient(u, spacing, axis=axis) for axis in range(u.ndim)]
    for axis, slope in enumerate(slopes):
        v, s = numpy.moveaxis(u, axis, 0), numpy.moveaxis(slope, axis, 0)
        for layer in range(LAYERS):
            s[layer] = (-3*v[layer] + 4*v[layer + 1] - v[layer + 2])/(2*spacing)
            last = u.shape[axis] - 1 - layer
            s[last] = (3*v[last] - 4*v[last - 1] + v[last - 2])/(2*spacing)
    if waves == "plane":
        direction, power = [numpy.broadcast_to(n, u.shape) for n in normals], 0.0
    else:
        direction = [numpy.broadcast_to(p - c, u.shape) for p, c in zip(places, center)]
        power = {"spherical": 1.0, "cylindrical": 0.5}[waves]
        if waves == "cylindrical":
            direction = direction[:2]
    distance = numpy.sqrt(sum(d**2 for d in direction))
    radiates = numpy.zeros(u.shape, bool)
    for axis, (lower, upper) in enumerate(faces):
        if lower[0] == "radiation":
            radiates |= numpy.broadcast_to(normals[axis] < 0, u.shape)
        if upper[0] == "radiation":
            radiates |= numpy.broadcast_to(normals[axis] > 0, u.shape)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        change = (sum(d*s for d, s in zip(direction, slopes)) + power*(u - value))/distance
    return numpy.where(radiates, -speed*change, 0.0)


def pressure(**values):
    """A section for a boundary that is flat, with values for the pressure of acoustics only."""
    return {"all": "flat", "variables": ["tag rhs", "acoustics::p: " + ", ".join(f"{name}={value}" for name, value in values.items())]}


class Boundary(harness.Case):
    def check(self, cells, centering, sections, faces, device, ranks):
        content = harness.content(
            cells, iterations=0, device=device, lower=0.1, upper=1.3, mol={}, acoustics={"shape": "gaussian", "width": 0.7},
            driver={"centering": centering, "ghosts": 2, "boundary_width": LAYERS}, boundary=sections,
            hdf5={"every": 1, "variables": ["acoustics::p"]})
        values = self.run_nopal(content, ranks=ranks).dataset(0, "acoustics_p").T
        expected = filled(values, faces, vertex=centering == "vertex")
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

    def test_the_interior_turned_by_180_degrees(self):
        """About each axis, in each face, beside faces that continue the values. The numbers: cells; the face, its side, the axis."""
        cases = [((9,), 0, 0, 2), ((9,), 0, 1, 1), ((9, 8), 0, 0, 2), ((9, 8), 1, 1, 2), ((8, 9), 0, 1, 1), ((9, 8, 7), 0, 0, 2),
                 ((9, 8, 7), 2, 1, 0), ((9, 8, 7), 1, 0, 0), ((9, 8, 7), 2, 0, 1)]
        runs = itertools.cycle((("none", 1), ("none", 2), ("checked", 4), ("opencl", 2), ("none", 4)))
        for number, ((cells, normal, side, axis), (device, ranks)) in enumerate(zip(cases, runs)):
            across = 3 - normal - axis
            odd = [number % 3 > 0 and normal == a or number % 3 > 1 and across == a for a in range(3)]
            sections = {"all": "flat", ("lower_", "upper_")[side] + "xyz"[normal]: "rotated", "rotation_axis": "xyz"[axis]} | {
                f"parity_{name}": "odd" for name, is_odd in zip("xyz", odd) if is_odd}
            sign = (-1)**(odd[normal] + odd[across])
            faces = [[("flat", {}), ("flat", {})] for _ in cells]
            faces[normal][side] = ("rotated", {})
            for centering in ("cell", "vertex") if harness.LONG else (("cell", "vertex")[number % 2],):
                vertex = centering == "vertex"
                with self.subTest(cells=cells, normal=normal, side=side, axis=axis, centering=centering, device=device, ranks=ranks):
                    content = harness.content(
                        cells, iterations=0, device=device, lower=0.1, upper=1.3, mol={}, acoustics={"shape": "gaussian", "width": 0.7},
                        driver={"centering": centering, "ghosts": 2, "boundary_width": LAYERS}, boundary=sections,
                        hdf5={"every": 1, "variables": ["acoustics::p"]})
                    values = self.run_nopal(content, ranks=ranks, options=["--compare-plan"]).dataset(0, "acoustics_p").T
                    expected = filled(turned(values, normal, side, across, vertex=vertex, sign=sign), faces, vertex=vertex)
                    numpy.testing.assert_allclose(values, expected, rtol=1e-13, atol=1e-13)

    def test_rotated_faces_along_several_axes(self):
        """Each with its own axis, also where two or three of them meet. The numbers: cells; the faces, their sides, the axes."""
        all_faces = [(axis, side, 2) for axis in (0, 1) for side in (0, 1)]
        for cells, turns, centering, device, ranks in (
                ((9, 8), [(0, 0, 1), (1, 1, 0)], "vertex", "none", 2), ((8, 9), all_faces, "cell", "checked", 4),
                ((9, 8, 7), [(0, 0, 1), (1, 1, 0)], "cell", "none", 4),
                ((7, 9, 8), [*all_faces[:2], (2, 0, 0), (2, 1, 0), *all_faces[2:]], "vertex", "opencl", 2)):
            signs = {0: 1, 1: -1, 2: 1}  # only parity_y is odd
            sections = {"all": "flat", "parity_y": "odd"}
            faces = [[("flat", {}), ("flat", {})] for _ in cells]
            for normal, side, axis in turns:
                sections |= {("lower_", "upper_")[side] + "xyz"[normal]: "rotated", "rotation_axis_" + "xyz"[normal]: "xyz"[axis]}
                faces[normal][side] = ("rotated", {})
            with self.subTest(cells=cells, turns=turns, centering=centering, device=device, ranks=ranks):
                content = harness.content(
                    cells, iterations=0, device=device, lower=0.1, upper=1.3, mol={}, acoustics={"shape": "gaussian", "width": 0.7},
                    driver={"centering": centering, "ghosts": 2, "boundary_width": LAYERS}, boundary=sections,
                    hdf5={"every": 1, "variables": ["acoustics::p"]})
                values = self.run_nopal(content, ranks=ranks, options=["--compare-plan"]).dataset(0, "acoustics_p").T
                expected, done = values, set()
                for normal, side, axis in turns:
                    across = 3 - normal - axis
                    expected = turned(expected, normal, side, across, vertex=centering == "vertex", sign=signs[normal]*signs[across],
                                      also=done - {normal})
                    done.add(normal)
                expected = filled(expected, faces, vertex=centering == "vertex")
                numpy.testing.assert_allclose(values, expected, rtol=1e-13, atol=1e-13)

    def stage_bytes(self, boundary, device, ranks):
        """The payload of all ranks to the device and to the host, in one stage, beyond what a run with flat faces has."""
        def payload(boundary):
            result = self.run_nopal(harness.content(
                (9, 8), iterations=4, device=device, lower=0.1, upper=1.3, mol={"method": "Euler"},
                acoustics={"shape": "gaussian", "width": 0.7}, boundary=boundary,
                driver={"centering": "cell", "ghosts": 2, "boundary_width": LAYERS, "dt": STEP, "report_transfers": True},
                accelerator={"poison": device == "checked"}), ranks=ranks, options=["--compare-plan"])
            counts = result.transfers("evolution").values()
            return numpy.array([sum(each[direction][1] for each in counts) for direction in ("to_device", "to_host")])

        more = payload(boundary) - payload({"all": "flat"})
        self.assertEqual((more % 4).tolist(), [0, 0])
        return (more // 4).tolist()

    def test_only_points_beyond_rotated_faces_travel(self):
        """In each stage those that are written travel to the device, and those that they are computed from travel to the host."""
        quarter = {"all": "flat", "lower_x": "rotated", "rotation_axis_x": "y", "lower_y": "rotated", "rotation_axis_y": "x"}
        half = {"all": "flat", "lower_x": "rotated"}
        for (boundary, written, read), (device, ranks) in harness.in_turn((
                (half, 8*LAYERS, 8*LAYERS), (half | {"upper_x": "radiation"}, 8*LAYERS, 8*LAYERS),
                (half | {"upper_y": "radiation"}, 8*LAYERS, 8*LAYERS),
                (quarter, (8 + 9 + LAYERS)*LAYERS, (8 + 9 - LAYERS)*LAYERS)),
                (("opencl", 1), ("checked", 1), ("opencl", 2), ("checked", 3))):
            with self.subTest(boundary=boundary, device=device, ranks=ranks):
                self.assertEqual(self.stage_bytes(boundary, device, ranks), [4*8*written, 4*8*read])

    def test_half_of_a_grid_is_like_the_whole(self):
        def pressure_of(lower, cells, conditions, **more):
            result = self.run_nopal(harness.content(
                (cells, 16), iterations=30, lower=[lower, -0.5], upper=[1.0, 0.5], periodic=more.get("periodic", False), mol={},
                acoustics={"shape": "gaussian", "width": 0.2}, boundary=conditions,
                driver={"centering": "cell", "ghosts": 2, "courant": 0.4}, hdf5={"every": 30, "variables": ["acoustics::p"]}),
                ranks=more.get("ranks", 1))
            return result.dataset(30, "acoustics_p").T

        for periodic in ([False, False], [False, True]):
            with self.subTest(periodic=periodic):
                whole = pressure_of(-1.0, 32, {"all": "flat"}, periodic=periodic)
                half = pressure_of(0.0, 16, {"all": "flat", "lower_x": "rotated"}, periodic=periodic, ranks=3)
                numpy.testing.assert_allclose(half[2:], whole[18:], rtol=0, atol=1e-13)

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

    def after_a_step(self, cells, boundary, device="none", ranks=1, centering="cell", **thorns):
        """The pressure before and after one step of the method Euler, and the coordinates along the axes."""
        content = harness.content(
            cells, iterations=1, device=device, lower=0.1, upper=1.3, mol={"method": "Euler"},
            acoustics={"shape": "gaussian", "width": 0.7}, boundary=boundary,
            driver={"centering": centering, "ghosts": 2, "boundary_width": LAYERS, "dt": STEP},
            hdf5={"every": 1, "variables": ["acoustics::p"]}, **thorns)
        result = self.run_nopal(content, ranks=ranks)
        places = []
        for axis, n in enumerate(cells):
            first = 0.1 - LAYERS*1.2/n + (0.6/n if centering == "cell" else 1.2/n)
            points = n + 2*LAYERS - (0 if centering == "cell" else 1)
            places.append((first + 1.2/n*numpy.arange(points)).reshape([-1 if a == axis else 1 for a in range(len(cells))]))
        before, after = (result.dataset(n, "acoustics_p").T for n in (0, 1))
        return before, after, places

    def test_waves_leave(self):
        """One step against the formula."""
        radiation, flat = ("radiation", {}), ("flat", {})
        more = {"radiation_speed": 1.5, "radiation_value": 0.3, "radiation_center_x": -0.2, "radiation_center_y": 0.6,
                "radiation_center_z": 0.1}
        every_face = {"all": "radiation"} | more
        upper_only = {"all": "flat", "upper_x": "radiation", "upper_y": "radiation"} | more
        for (cells, waves), (device, ranks), centering, (boundary, mixed) in zip(
                (((9,), "plane"), ((9, 9), "cylindrical"), ((9, 9), "plane"), ((9, 9, 9), "spherical"), ((9, 9, 9), "cylindrical"),
                 ((9, 9), "spherical")),
                itertools.cycle((("none", 1), ("none", 2), ("checked", 1), ("opencl", 2))), itertools.cycle(("cell", "vertex")),
                itertools.cycle(((every_face, False), (every_face, False), (upper_only, True)))):
            of_grid = waves == ("plane", "cylindrical", "spherical")[len(cells) - 1]
            sections = boundary | ({} if of_grid else {"radiation_waves": waves})
            faces = [(flat if mixed else radiation, flat if mixed and axis == 2 else radiation) for axis in range(len(cells))]
            with self.subTest(cells=cells, waves=waves, device=device, ranks=ranks, centering=centering, mixed=mixed):
                before, after, places = self.after_a_step(cells, sections, device, ranks, centering)
                rate = radiated(before, places, 1.2/9, faces, waves, 1.5, 0.3, (-0.2, 0.6, 0.1))
                inside = tuple(slice(LAYERS, -LAYERS) for _ in cells)
                expected = before + STEP*rate
                self.assertGreater(abs(rate).max(), 0.1)
                expected[inside] = after[inside]
                expected = filled(expected, faces, vertex=centering == "vertex")
                numpy.testing.assert_allclose(after, expected, rtol=0, atol=1e-14)

    def test_a_pulse_leaves(self):
        """Little of it comes back: much less than from flat boundaries."""
        for cells in ((200,), (60, 60), (24, 24, 24)):
            left = {}
            for condition in ("flat", "radiation"):
                result = self.run_nopal(harness.content(
                    cells, iterations=-1, lower=-0.5, upper=0.5, driver={"centering": "cell", "ghosts": 2, "courant": 0.4,
                                                                        "final_time": 1.5},
                    mol={}, acoustics={"shape": "gaussian", "width": 0.1}, boundary={"all": condition},
                    tsv={"every": 0, "at_end": True, "norms": ["acoustics::p"]}))
                (row,) = result.rows("acoustics-p.norms.tsv")
                left[condition] = max(abs(row["min"]), abs(row["max"]))
            with self.subTest(cells=cells, left=left):
                self.assertLess(left["radiation"], 0.02)
                self.assertLess(left["radiation"], 0.2*left["flat"])

    def test_values_of_another_variable(self):
        """Copied at two faces, beside faces that follow from the interior and, in the second case, one where waves leave."""
        copied = {"copy_from": "coordinates::r", "lower_x": "copy", "upper_y": "copy"}
        for more, device, ranks in (({}, "none", 1), ({"upper_x": "radiation"}, "checked", 2), ({}, "opencl", 2)):
            with self.subTest(more=more, device=device):
                _, after, (x, y) = self.after_a_step((9, 8), pressure(**copied, **more), device, ranks, coordinates={})
                r = numpy.sqrt(x**2 + y**2)
                numpy.testing.assert_allclose(after[:LAYERS, LAYERS:], r[:LAYERS, LAYERS:], rtol=1e-15)
                numpy.testing.assert_allclose(after[:-LAYERS, -LAYERS:], r[:-LAYERS, -LAYERS:], rtol=1e-15)
                faces = [(("copy", {}), (more.get("upper_x", "flat"), {})), (("flat", {}), ("copy", {}))]
                numpy.testing.assert_array_equal(after, filled(after, faces, vertex=False))

    def test_another_thorn_sets_a_face(self):
        for device, ranks in (("none", 1), ("checked", 2), ("opencl", 1)):
            with self.subTest(device=device):
                _, after, (x, y) = self.after_a_step((9, 8), pressure(lower_x="none", upper_y="none"), device, ranks, rim={})
                painted = 7 + x - 2*y + STEP
                numpy.testing.assert_allclose(after[:LAYERS, LAYERS:], painted[:LAYERS, LAYERS:], rtol=1e-15)
                numpy.testing.assert_allclose(after[:-LAYERS, -LAYERS:], painted[:-LAYERS, -LAYERS:], rtol=1e-15)
                faces = [(("none", {}), ("flat", {})), (("flat", {}), ("none", {}))]
                numpy.testing.assert_array_equal(after, filled(after, faces, vertex=False))

    def open_box(self, device="none", iterations=4):
        """All kinds of faces that are kept, and others."""
        variables = ["tag rhs", "acoustics::p: upper_y=copy, copy_from=coordinates::r, lower_z=none",
                     "acoustics::vx: upper_x=flat"]
        return harness.content(
            (9, 8, 10), iterations=iterations, device=device, lower=-0.4, upper=0.6, mol={"method": "LSRK4"},
            acoustics={"shape": "gaussian", "width": 0.3}, coordinates={}, rim={},
            boundary={"all": "radiation", "lower_x": "rotated", "lower_y": "symmetric", "variables": variables},
            driver={"centering": "cell", "ghosts": 2, "courant": 0.3},
            hdf5={"every": 4, "variables": ["acoustics::gas"]}, checkpoint={"at_end": "always"})

    def test_the_same_bits_on_every_device_and_number_of_processes_as_planned(self):
        def fields(result):
            return {name: result.dataset(4, f"acoustics_{name}") for name in ("p", "vx", "vy", "vz")}

        expected = fields(self.run_nopal(self.open_box()))
        self.assertGreater(abs(expected["vz"]).max(), 0.01)
        more = (("none", 2), ("none", 4), ("checked", 2), ("opencl", 1), ("opencl", 2)) if harness.LONG else ()
        for device, ranks in (("none", 3), ("none", 5), ("checked", 5), ("opencl", 3), *more):
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(self.open_box(device), ranks=ranks, options=["--compare-plan"])
                for name, values in fields(result).items():
                    self.assert_same_bits(values, expected[name], name)
        with self.subTest("recovery"):
            parfile = self.parfile(self.open_box())
            self.run_nopal(parfile, sets=["driver.iterations=2"])
            for name, values in fields(self.run_nopal(parfile, ranks=2, options=["--recover", "auto"])).items():
                self.assert_same_bits(values, expected[name], name)

    def test_poison_and_guard_find_nothing(self):
        for device in ("none", "checked"):
            content = self.open_box(device, iterations=2)
            content["accelerator"] |= {"poison": True, "guard": True}
            self.run_nopal(content, ranks=2)

    def test_processes_that_share_few_points_have_the_same_bits(self):
        """Each process at the boundary owns what its points are computed from, so that none is computed from old ghosts."""
        def sound(cells, iterations, upper, ghosts, **more):
            return harness.content(
                cells, iterations=iterations, upper=upper, mol={}, acoustics={"shape": "gaussian", "width": 0.3},
                boundary={"all": "symmetric"}, driver={"centering": "cell", "ghosts": ghosts, "courant": 0.3},
                tsv={"every": iterations, "norms": ["acoustics::p"], "reductions": ["min", "max", "sum", "norm2"]}, **more)

        blast = harness.content(
            (13, 11), iterations=5, periodic=[True, False], mol={}, euler={"problem": "sedov", "boundary": "reflecting"},
            driver={"centering": "cell", "ghosts": 3, "dt": 0.002}, tsv={"every": 5, "norms": ["euler::rho"]})
        for content, ranks, shares in (
                (sound((40, 12), 40, [4.0, 1.2], 3, dissipation={"order": 5, "strength": 0.1}), 5,
                 "5 x 1, each owns 10 x 18 points"),
                (sound((12,), 10, 1.0, 2), 5, "5, each owns 4 points (the smallest 2)"),
                (blast, 3, "1 x 3, each owns 13 x 6 points (the smallest 13 x 5)")):
            with self.subTest(cells=content["driver"]["cells"]):
                (name,) = (f"{each.replace('::', '-')}.norms.tsv" for each in content["tsv"]["norms"])
                several = self.run_nopal(content, ranks=ranks)
                self.assertIn(f"processes: {ranks} as {shares}", several.log)
                self.assertEqual(several.rows(name), self.run_nopal(content).rows(name))

    def test_a_condition_must_be_chosen(self):
        content = harness.content((8,), iterations=1, mol={}, acoustics={}, driver={"ghosts": 2}, boundary={"order": 1})
        result = self.nopal("check", self.parfile(content), succeeds=False)
        self.assertIn('add "all: ..." to the section "boundary:"', result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
