"""The model of Gray and Scott: the same bits as a numpy implementation, on all devices, and its patterns."""

import unittest

import numpy

import harness

PRIME = 65537


def initial(cells, lower, upper, seed_size, noise):
    """u and v at the start. The i axis is the last one of an array."""
    axes = [low + (high - low) / n * numpy.arange(n) for n, low, high in zip(cells, lower, upper)]
    inside = numpy.ones([*reversed(cells)], bool)
    mixed = numpy.ones([*reversed(cells)], numpy.int64)
    more = numpy.zeros([*reversed(cells)], numpy.int64)
    for axis, (points, factor, other) in enumerate(zip(axes, (7919, 6007, 4001), (3, 5, 7))):
        shape = [-1 if a == len(cells) - 1 - axis else 1 for a in range(len(cells))]
        inside &= (numpy.abs(points) <= 0.5 * seed_size).reshape(shape)
        mixed += (factor * numpy.arange(len(points))).reshape(shape)
        more += (other * numpy.arange(len(points))).reshape(shape)
    mixed %= PRIME
    mixed = (mixed * mixed + more) % PRIME
    mixed = mixed * mixed % PRIME
    factor = 1.0 + noise * (2.0 * mixed / PRIME - 1.0)
    return numpy.where(inside, 0.5, 1.0) * factor, numpy.where(inside, 0.25, 0.0) * factor


def spread(field, spacings):
    """The Laplacian, with its terms in the order of the kernel."""
    total = 0.0
    for axis, spacing in enumerate(spacings):
        along = field.ndim - 1 - axis
        total = total + (numpy.roll(field, 1, along) - 2.0 * field + numpy.roll(field, -1, along)) / (spacing * spacing)
    return total


def euler(u, v, spacings, dt, feed, kill, spread_u=2e-5, spread_v=1e-5):
    reaction = u * v * v
    u_rate = spread_u * spread(u, spacings) - reaction + feed * (1.0 - u)
    v_rate = spread_v * spread(v, spacings) + reaction - (feed + kill) * v
    return u + dt * u_rate, v + dt * v_rate


def pattern(cells, *, iterations, lower, upper, rates, dt=1.0, **more):
    return harness.content(cells, iterations=iterations, lower=lower, upper=upper, periodic=True, driver={"dt": dt},
                           mol={"method": "Euler"}, reaction=rates, **more)


class Reaction(harness.Case):
    def test_numpy_has_the_same_bits(self):
        """On all devices and for several processes: the initial data need no library either."""
        for cells, lower, upper, dt, iterations in (
                ([40, 36], [-0.2, -0.18], [0.2, 0.18], 1.0, 60), ([12, 10, 14], [-0.06] * 3, [0.06] * 3, 0.25, 20),
                ([50], [-0.25], [0.25], 1.5, 40)):
            rates = {"feed": 0.03, "kill": 0.06, "seed_size": 0.1, "noise": 0.05}
            u, v = initial(cells, lower, upper, 0.1, 0.05)
            start = u, v
            spacings = [(high - low) / n for low, high, n in zip(lower, upper, cells)]
            for _ in range(iterations):
                u, v = euler(u, v, spacings, dt, 0.03, 0.06)
            for device, ranks in (("none", 1), ("none", 2), ("none", 4), ("checked", 1), ("checked", 2), ("opencl", 1),
                                  ("opencl", 2)):
                with self.subTest(cells=cells, device=device, ranks=ranks):
                    result = self.run_nopal(pattern(
                        cells, iterations=iterations, lower=lower, upper=upper, rates=rates, dt=dt, device=device,
                        hdf5={"every": iterations, "variables": ["reaction::substances"]}), ranks=ranks)
                    for n, (u_at, v_at) in ((0, start), (iterations, (u, v))):
                        self.assert_same_bits(result.dataset(n, "reaction_u"), u_at, f"u at {n}")
                        self.assert_same_bits(result.dataset(n, "reaction_v"), v_at, f"v at {n}")
            self.assertGreater(numpy.max(numpy.abs(v - start[1])), 0.01)

    def test_without_v_nothing_happens(self):
        """u = 1 and v = 0 stay, and u returns to 1 at the rate of feed."""
        result = self.run_nopal(pattern([16, 16], iterations=100, lower=1.0, upper=1.16,
                                        rates={"feed": 0.05, "noise": 0.0},
                                        tsv={"every": 100, "norms": ["reaction::u", "reaction::v"]}))
        self.assertEqual([result.column(f"reaction-{name}.norms.tsv", "max")[-1] for name in "uv"], [1.0, 0.0])
        noisy = self.run_nopal(pattern([16, 16], iterations=100, lower=1.0, upper=1.16,
                                       rates={"feed": 0.05, "noise": 0.2},
                                       tsv={"every": 100, "norms": ["reaction::u"]}))
        first, last = (1 - value for value in noisy.column("reaction-u.norms.tsv", "average"))
        self.assertGreater(abs(first), 1e-4)
        self.assertAlmostEqual(last / first / (1 - 0.05)**100, 1.0, delta=1e-9)

    def test_patterns(self):
        """Spots divide, stripes fill the plane, and too much feed washes v out: the share of the plane where v is."""
        shares = {}
        for feed, kill in ((0.04, 0.065), (0.055, 0.062), (0.04, 0.08)):
            result = self.run_nopal(pattern([128, 128], iterations=5000, lower=-0.64, upper=0.64,
                                            rates={"feed": feed, "kill": kill, "seed_size": 0.2},
                                            hdf5={"every": 5000, "variables": ["reaction::v"]}))
            shares[feed, kill] = [numpy.mean(result.dataset(n, "reaction_v") > 0.15) for n in (0, 5000)]
        for (feed, kill), (first, last) in shares.items():
            self.assertAlmostEqual(first, (0.2 / 1.28)**2, delta=0.01)
        self.assertTrue(0.05 < shares[0.04, 0.065][1] < 0.3, shares)
        self.assertTrue(0.3 < shares[0.055, 0.062][1] < 0.8, shares)
        self.assertEqual(shares[0.04, 0.08][1], 0.0)

    def test_a_grid_with_a_boundary_is_refused(self):
        content = pattern([16, 16], iterations=1, lower=0, upper=0.16, rates={})
        content["driver"]["periodic"] = [True, False]
        self.assertIn("reaction", self.run_nopal(content, succeeds=False).log)


if __name__ == "__main__":
    unittest.main()
