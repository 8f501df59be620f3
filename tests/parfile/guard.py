"""Guard and poison together change no result. They allow all accesses that functions declare or that hooks allow."""

import harness

ITERATIONS = 10


def guarded(device):
    return {"device": device, "guard": True, "poison": True}


class Guard(harness.Case):
    def wave(self, accelerator):
        return harness.wave((17, 13, 19), iterations=ITERATIONS, shape="plane", accelerator=accelerator,
                            periodic=[True, False, False],
                            wavetoy={"wavelength": 0.37, "direction_x": 1.0, "direction_y": -0.6, "error_every": 5,
                                     "energy_every": 5},
                            tsv={"every": 5, "norms": ["wavetoy::phi", "wavetoy::energy"], "lines": ["wavetoy::phi"]},
                            hdf5={"every": 5, "variables": ["wavetoy::phi", "wavetoy::error"]})

    def test_results_are_the_same_bits(self):
        for device, ranks in (("none", 1), ("none", 2), ("checked", 2), ("opencl", 1), ("opencl", 2)):
            with self.subTest(device=device, ranks=ranks):
                plain = self.run_nopal(self.wave({"device": device}))
                result = self.run_nopal(self.wave(guarded(device)), ranks=ranks, threads=2)
                for iteration in (0, ITERATIONS):
                    for field in ("wavetoy_phi", "wavetoy_error"):
                        one, other = (run.dataset(iteration, field) for run in (plain, result))
                        self.assert_same_bits(one, other, field)
                for name in ("wavetoy-phi.norms.tsv", "wavetoy-energy.tsv"):
                    self.assertEqual(plain.text(name), result.text(name), name)

    def test_hooks_allow_what_they_announce(self):
        """Also with temporary storage, functions that other thorns provide, reductions, syncs inside functions, and functions that
        choose points."""
        for thorns in ({"trespasser": {"fault": "none"}}, {"faulty": {}}, {"giver": {}, "taker": {}}, {"dotter": {}}):
            for device, ranks in (("none", 1), ("checked", 2)):
                with self.subTest(device=device, ranks=ranks, thorns=thorns):
                    content = harness.content((16, 16), iterations=4, accelerator=guarded(device), **thorns)
                    self.run_nopal(content, ranks=ranks)

    def test_scalars_are_the_same_on_all_ranks(self):
        content = harness.content((16, 16), iterations=4, accelerator=guarded("none"),
                                  stuck={"how": "differ", "iteration": 2})
        log = self.run_nopal(content, ranks=2, succeeds=False).log
        self.assertEqual(log.count("nopal: "), 1, log)
        self.assertRegex(log, r"nopal: stuck::\w+ \(\w+, iteration 2\): the scalars that it writes differ between ranks: "
                              r"stuck::level@0 is \S+ on rank 0 and \S+ on rank 1; a scalar has one value")
