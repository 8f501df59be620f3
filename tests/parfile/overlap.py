"""Loops over sets begin while their ghosts travel: with the same bits and messages, and without a rank that waits for ever."""

import itertools
import json
import unittest

import harness
import launch
import sets

SPLIT = ("strand::look", "strand::pass_on", "strand::tally")  # the loops that need ghosts in each iteration


def strand(iterations=4, overlap=True, driver=None, accelerator=None, **parameters):
    return sets.run_on_sets(iterations, strand=parameters or {"cells": 60}, driver={"overlap": overlap} | (driver or {}),
                            accelerator=accelerator, tsv={"every": 1, "norms": ["strand::u", "strand::totals"]})


class Overlap(harness.Case):
    def values(self, content, names, **options):
        result = self.run_nopal(content, **options)
        return [[line for line in result.text(name).splitlines() if not line.startswith("#")] for name in names]

    def test_the_bits_are_the_same(self):
        """On one process no ghosts travel."""
        names = ("strand-u.norms.tsv", "strand-most.tsv", "strand-sum.tsv")
        expected = self.values(strand(), names)
        self.assertEqual(len(set(expected[0][-5:])), 5)  # something changes in each iteration
        cases = itertools.product((2, 3, 4), (True, False))
        for (ranks, overlap), partition in harness.in_turn(cases, ("graph", "coordinates", "blocks")):
            with self.subTest(ranks=ranks, overlap=overlap, partition=partition):
                self.assertEqual(self.values(strand(overlap=overlap, driver={"partition": partition}), names, ranks=ranks,
                                             options=["--compare-plan"]), expected)
        for overlap in (True, False) if harness.LONG else (True,):
            for driver, accelerator, options in (
                    ({}, {}, {"threads": 2}), ({"check_bounds": True}, {}, {}), ({}, {"poison": True}, {"threads": 2}),
                    *(({}, {"host": host}, {"threads": 2}) for host in ("serial", "threads", "fibers", "openmp-teams")),
                    ({}, {"device": "checked"}, {}), ({}, {"device": "opencl"}, {}),
                    ({}, {"device": "checked", "device_options": ["async"]}, {}),
                    ({}, {"device": "checked", "device_options": ["moves"]}, {}),
                    ({}, {"device": "checked"}, {}),
                    ({}, {"device": "opencl", "poison": True}, {})):
                with self.subTest(overlap=overlap, driver=driver, accelerator=accelerator, **options):
                    content = strand(overlap=overlap, driver=driver, accelerator=accelerator)
                    self.assertEqual(self.values(content, names, ranks=3, **options), expected)

    def test_the_bits_of_a_flow_are_the_same(self):
        names = ("airfoil-rms.tsv", "airfoil-q.norms.tsv")
        expected = self.values(sets.airfoil(10), names)
        for (ranks, device), overlap in harness.in_turn(itertools.product((2, 4), harness.DEVICES), (True, False)):
            with self.subTest(ranks=ranks, device=device, overlap=overlap):
                content = sets.airfoil(10, driver={"overlap": overlap}, accelerator={"device": device})
                self.assertEqual(self.values(content, names, ranks=ranks, threads=1 if device == "opencl" else 2,
                                             options=["--compare-plan"]), expected)

    def spans(self, content, ranks):
        """Returns the host's spans of each rank after iteration 0, in order of their begin, and the exchanges."""
        file = self.folder / "trace.json"
        log = self.run_nopal(content, ranks=ranks, options=["--trace", file]).log
        events = [event for event in json.loads(file.read_text(encoding="utf-8"))["traceEvents"]
                  if event["ph"] == "X" and event["args"]["iteration"] > 0]
        exchanges = sorted(tuple(sorted(event["args"].items())) for event in events if event["cat"] == "exchange")
        by_rank = {rank: sorted((event for event in events if event["pid"] == rank), key=lambda event: event["ts"])
                   for rank in range(ranks)}
        return by_rank, [[(key, value) for key, value in each if key != "event"] for each in exchanges], log

    @staticmethod
    def inside(events, outer):
        """The events that lie in a span, which is not among them."""
        return [event for event in events if event is not outer and event["ts"] >= outer["ts"] and
                event["ts"] + event["dur"] <= outer["ts"] + outer["dur"]]

    def test_core_elements_are_computed_before_the_messages_have_arrived(self):
        """A span of the core lies in that of the exchange, before the wait for the messages. The rest follows the ghosts."""
        by_rank, exchanges, _ = self.spans(strand(3, driver={"partition": "blocks"}), 3)
        self.assertEqual(len(exchanges), 3 * 3 * 3)
        for rank, events in by_rank.items():
            for routine in SPLIT:
                calls = [event for event in events if event["cat"] == "routine" and event["name"] == routine]
                self.assertEqual(len(calls), 3)
                for call in calls:
                    with self.subTest(rank=rank, routine=routine, iteration=call["args"]["iteration"]):
                        parts = self.inside(events, call)
                        exchange, = (event for event in parts if event["cat"] == "exchange")
                        during = [(event["cat"], event["name"]) for event in self.inside(parts, exchange)
                                  if event["cat"] in ("kernel", "wait")]
                        after = [(event["cat"], event["name"]) for event in parts if event["cat"] in ("kernel", "unpack")
                                 and event["ts"] >= exchange["ts"] + exchange["dur"]]
                        wait = [("wait", "messages")]
                        alone = routine == "strand::tally"  # elements between both parts would count twice in its sum
                        self.assertEqual(during, wait if alone else [("kernel", f"{routine}, core elements"), *wait])
                        self.assertEqual(after, [("unpack", "post_sync"), ("kernel", routine)])

    def test_a_device_computes_core_elements_before_the_messages_have_arrived(self):
        """In iteration 1 the data still come from the host, and so do the ghosts. Then the loops wait."""
        by_rank, _, _ = self.spans(strand(3, driver={"partition": "blocks"}, accelerator={"device": "checked"}), 3)
        for rank, events in by_rank.items():
            for routine in SPLIT:
                exchanges = [event for event in events if event["cat"] == "exchange" and event["args"]["by"] == routine]
                self.assertEqual(len(exchanges), 3)
                for exchange in exchanges[1:]:
                    with self.subTest(rank=rank, routine=routine, iteration=exchange["args"]["iteration"]):
                        kernels = [event["name"] for event in self.inside(events, exchange)
                                   if event["cat"] == "kernel"]
                        self.assertEqual(kernels, [routine])
                        wait, = (event for event in self.inside(events, exchange)
                                 if event["cat"] == "wait" and event["name"] == "messages")
                        self.assertTrue(all(event["ts"] + event["dur"] <= wait["ts"] for event in
                                            self.inside(events, exchange) if event["cat"] == "kernel"))

    def test_messages_are_those_without_overlap(self):
        for device in ("none", "checked"):
            with self.subTest(device=device):
                runs = [self.spans(strand(3, overlap=overlap, accelerator={"device": device}), 3) for overlap in (True, False)]
                self.assertEqual(runs[0][1], runs[1][1])
                kernels = [[event["name"] for event in run[0][1] if event["cat"] == "kernel"] for run in runs]
                self.assertGreater(len(kernels[0]), len(kernels[1]))
                self.assertFalse([name for name in kernels[1] if "core" in name])

    def test_a_process_without_core_elements_waits(self):
        """Each of four processes has one cell, so each link leads to another process."""
        by_rank, _, _ = self.spans(strand(2, cells=4, driver={"partition": "blocks"}), 4)
        for events in by_rank.values():
            self.assertTrue([event for event in events if event["cat"] == "exchange"])
            self.assertFalse([event for event in events if "core" in event["name"]])


class Faults(harness.Case):
    """A kernel fails while messages travel."""

    def fails(self, device, ranks=3, **parameters):
        content = strand(driver={"check_bounds": True, "partition": "blocks"}, accelerator={"device": device},
                         cells=60, **parameters)
        log = self.run_nopal(content, ranks=ranks, succeeds=False).log
        self.assertNotRegex(log, launch.CRASHED)
        return log

    def test_on_one_rank(self):
        """Links 20 to 38 are in the core of rank 1. Link 39 leads to a cell of rank 2, which executes it, too."""
        log = self.fails("none", wrong=30)
        self.assertRegex(log, r"nopal: rank 1: strand::pass_on \(evol, iteration 1\): .*pass_on\.kernel.* 30\b")
        self.assertEqual(log.count("strand::pass_on (evol"), 1, log)
        self.assertRegex(self.fails("none", wrong=39), r"strand::pass_on \(evol, iteration 1\): .*pass_on\.kernel.* 39\b")
        self.assertRegex(self.fails("checked", wrong=30), r"rank 1: strand::pass_on \(evol, iteration 1\): ")

    def test_on_all_ranks(self):
        """All ranks tell their error and end by themselves, so the messages of all have arrived."""
        log = self.fails("none", wrong=10, divisor=20)
        for rank, link in enumerate((10, 30, 50)):
            self.assertRegex(log, rf"nopal: rank {rank}: strand::pass_on \(evol, iteration 1\): .* {link}\b")
        self.assertNotIn("MPI_ABORT", log)


if __name__ == "__main__":
    unittest.main()
