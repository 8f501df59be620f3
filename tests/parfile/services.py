"""Services of a run for functions of thorns: launches, loops, syncs, hooks, functions of other thorns."""

import itertools


import harness


def taker(device="none", mistake="none", completion=0.0, checkpoint=None, **driver):
    return harness.content((13, 11), iterations=5, device=device, driver={"ghosts": 2} | driver,
                           taker={"mistake": mistake, "completion": completion}, giver={}, checkpoint=checkpoint)


class Services(harness.Case):
    def test_everything_that_is_offered(self):
        for device, ranks, periodic in itertools.product(harness.DEVICES, (1, 2), (False, True)):
            with self.subTest(device=device, ranks=ranks, periodic=periodic):
                self.run_nopal(taker(device, periodic=[periodic] * 2), ranks=ranks)

    def test_mistakes_are_explained(self):
        for mistake, text in {
            "launch": "the thorn taker has no kernel \"ad\" (did you mean \"add\"?)",
            "launcher": "the kernel \"add\" is not for this function: add \"blunder\" to launched_by: of the kernel",
            "field": "the kernel \"grow\" uses taker::u@0, but this function does not declare it",
            "box": "the kernel \"grow\" is launched over [0:100, 0:1, 0:1], but the points stored here are [",
            "signature": "taker calls \"twice\" as float(float), but giver provides it as double(double)",
            "unknown": "taker calls the function \"thrice\" without declaring it under `requires:`",
            "name": "\"taker::uu\" is no variable or group of an active thorn (did you mean \"taker::u\"?)",
        }.items():
            with self.subTest(mistake=mistake):
                ranks = 1 if mistake == "box" else 2  # each process stores another box and reports its own
                log = self.run_nopal(taker(mistake=mistake), ranks=ranks, succeeds=False).log
                self.assertEqual(log.count(f"nopal: taker::blunder (analysis, iteration 0): {text}"), 1, log)

    def test_output_is_completed_before_checkpoints_are(self):
        content = taker(checkpoint={"every": 2, "at_end": "always"})
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                seen = self.run_nopal(content, ranks=ranks).text("before_checkpoints.txt").splitlines()
                # The new checkpoint has all files except the list of files, and has no final name yet.
                self.assertEqual([line.split() for line in seen], [
                    [".checkpoint_00000002.part", str(ranks)],
                    [".checkpoint_00000004.part", str(ranks), "checkpoint_00000002", str(ranks + 1)],
                    [".checkpoint_00000005.part", str(ranks), "checkpoint_00000002", str(ranks + 1),
                     "checkpoint_00000004", str(ranks + 1)]])

    def test_there_is_time_to_complete_output_before_the_walltime_ends(self):
        for completion, is_near in ((600.0, True), (100.0, False)):
            log = self.run_nopal(taker(completion=completion, checkpoint={}, walltime=1000.0), ranks=2).log
            self.assertEqual("driver.walltime is near" in log, is_near, log)

    def test_conditions_on_reductions_of_the_device(self):
        """A loop and the end of the run depend on a norm. Bits are the same everywhere; each norm moves 896 bytes."""
        written = {}
        for device, ranks in itertools.product(harness.DEVICES, (1, 2)):
            with self.subTest(device=device, ranks=ranks):
                result = self.run_nopal(harness.content(
                    (14, 11), iterations=200, device=device, periodic=True, driver={"report_transfers": True}, relax={},
                    tsv={"every": 1, "norms": ["relax::u", "relax::spread", "relax::sweeps"]}), ranks=ranks)
                text = [result.text(name) for name in ("relax-u.norms.tsv", "relax-spread.tsv", "relax-sweeps.tsv")]
                self.assertEqual(text, written.setdefault("first", text))
                spread = result.column("relax-spread.tsv", "spread")
                sweeps = result.column("relax-sweeps.tsv", "sweeps")
                self.assertGreater(sweeps[0], 1)
                self.assertEqual(sweeps, [sweeps[0] + n for n in range(len(sweeps))])
                self.assertLess(spread[0], 0.9)
                self.assertGreater(len(spread), 3)
                self.assertLess(spread[-1], 0.5)
                self.assertGreater(min(spread[:-1]), 0.5)
                self.assertEqual(result.log.count(f"the run ends after this iteration: the spread is {spread[-1]:f}"), 1)
                if device != "none" and ranks == 1:
                    norms = sweeps[-1] + len(spread)
                    self.assertEqual(result.transfers("total")[0],
                                     {"to_device": (0, 0, 0), "to_host": (norms, 896 * norms, 896 * norms)})
