"""Failing runs: an error of all ranks is reported once, an error of some ranks with their numbers. No rank hangs."""

import sys
import time
import unittest

import harness


def faulty(how="nothing", rank=-1, **driver):
    return {
        "thorns": ["faulty"],
        "driver": {"lower": [0.0, 0.0], "upper": [1.0, 1.0], "cells": [16, 16], "iterations": 4} | driver,
        "accelerator": {"device": "none"},
        "faulty": {"how": how, "rank": rank},
    }


class Failures(harness.Case):
    def fails(self, content, ranks, sets=(), **options):
        start = time.monotonic()
        result = self.run_nopal(content, ranks=ranks, sets=sets, succeeds=False, timeout=60, **options)
        self.assertLess(time.monotonic() - start, 60)
        return result.log

    def test_errors_of_all_ranks_are_told_once(self):
        for how, text in {"error": "it failed as asked", "exception": "unexpected failure: something of the library",
                          "memory": "out of memory on the host"}.items():
            for ranks in (1, 2, 4):
                with self.subTest(how=how, ranks=ranks):
                    log = self.fails(faulty(how), ranks)
                    self.assertEqual(log.count(text), 1, log)
                    self.assertIn(f"nopal: faulty::fail (poststep, iteration 2): {text}", log)

    def test_an_error_of_one_rank_carries_its_number_and_ends_the_job(self):
        for how, text in {"error": "it failed as asked", "memory": "out of memory"}.items():
            for rank in (0, 1, 3):
                with self.subTest(how=how, rank=rank):
                    log = self.fails(faulty(how, rank), 4)
                    self.assertIn(f"nopal: rank {rank}: faulty::fail (poststep, iteration 2): {text}", log)
                    self.assertEqual(log.count(text), 1, log)

    def test_output_under_way_is_given_up(self):
        content = faulty("error", cells=[999, 999])
        content["thorns"].append("hdf5")
        content["hdf5"] = {"every": 1, "variables": ["faulty::u"], "background": True}
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                result = self.run_nopal(content, ranks=ranks, succeeds=False)
                self.assertIn("nopal: faulty::fail (poststep, iteration 2): it failed as asked", result.log)
                self.assertNotIn("signal", result.log)
                # The file of iteration 0 was complete before that of iteration 1 was begun.
                self.assertEqual(sorted(path.name for path in result.folder.iterdir() if path.name != "provenance"),
                                 ["fields.xmf", "fields_00000000.h5"])
                self.assertNotIn("fields_00000001.h5", result.path("fields.xmf").read_text())

    def test_different_errors_are_all_told(self):
        log = self.fails(faulty("own_error"), 3)
        for rank in range(3):
            self.assertEqual(log.count(f"nopal: rank {rank}: "), 1, log)
            self.assertEqual(log.count(f"rank {rank} has trouble of its own"), 1, log)

    def test_wrong_parfiles_are_told_once_and_allocate_nothing(self):
        for content, text in ((faulty(iterations="many"), "found many"), (faulty(cells=[0, 1]), "out of range"),
                              (faulty(process_grid=[3, 3]), "driver.process_grid"),
                              (faulty(cells=[300000, 300000]), "of host memory on this node")):
            with self.subTest(text=text):
                log = self.fails(content, 2)
                self.assertEqual(log.count("nopal: "), 1, log)
                self.assertIn(text, log)

    def test_an_output_folder_that_cannot_be(self):
        (self.folder / "taken").write_text("a file")
        log = self.fails(faulty(output="taken"), 2)
        self.assertEqual(log.count("the output folder \"taken\" cannot be used: it exists and is not a folder"), 1, log)

    def test_devices_that_are_not_there(self):
        for device, text in {"opnecl": "did you mean \"opencl\"?", "checkd": "did you mean \"checked\"?"}.items():
            with self.subTest(device=device):
                log = self.fails(faulty(), 2, sets=[f"accelerator.device={device}"])
                self.assertEqual(log.count(text), 1, log)


class Storage(harness.Case):
    def test_of_temporary_variables_comes_and_goes(self):
        for device in ("none", "checked"):
            for ranks in (1, 2):
                with self.subTest(device=device, ranks=ranks):
                    self.run_nopal(faulty() | {"accelerator": {"device": device}}, ranks=ranks)


class Ends(harness.Case):
    def last_iteration(self, log):
        return next(line for line in log.splitlines() if line.startswith("evolution: ")).split()[1]

    def test_after_iterations_or_time_whichever_comes_first(self):
        for driver, last in (({"iterations": 3}, "3"), ({"final_time": 0.1}, "4"),
                             ({"iterations": 9, "final_time": 0.1}, "4"), ({"iterations": 0}, "0")):
            with self.subTest(driver=driver):
                content = faulty(**driver)
                if "iterations" not in driver:
                    del content["driver"]["iterations"]
                self.assertEqual(self.last_iteration(self.run_nopal(content, ranks=2).log), last)

    def test_when_one_rank_asks_for_it(self):
        log = self.run_nopal(faulty("end", rank=1, iterations=9), ranks=2).log
        self.assertEqual(self.last_iteration(log), "2")

    def test_when_the_walltime_is_over(self):
        content = faulty(walltime=0.001)
        del content["driver"]["iterations"]
        log = self.run_nopal(content, ranks=2).log
        self.assertEqual(self.last_iteration(log), "0")
        self.assertIn("driver.walltime is reached", log)

    def test_check_ends_before_anything_is_made(self):
        parfile = self.parfile(faulty())
        with harness.started(parfile, self.folder, command="check") as process:
            log, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, log)
        for text in ("17 x 17 points", "memory: ", "faulty::step", "nothing wrong found"):
            self.assertIn(text, log)
        self.assertFalse((self.folder / parfile.stem).exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
