"""Failing runs: an error of all ranks is reported once, an error of some ranks with their numbers. No rank hangs."""

import itertools

import harness


def faulty(how="nothing", rank=-1, hdf5=None, iterations=4, device="none", **driver):
    """Without a number of iterations if `iterations` is None."""
    content = harness.content((16, 16), iterations=iterations, device=device, driver=driver,
                              faulty={"how": how, "rank": rank}, hdf5=hdf5)
    if iterations is None:
        del content["driver"]["iterations"]
    return content


class Failures(harness.Case):
    def fails(self, content, ranks, sets=()):
        return self.run_nopal(content, ranks=ranks, sets=sets, succeeds=False, timeout=60).log

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
        content = faulty("error", cells=[999, 999], hdf5={"every": 1, "variables": ["faulty::u"], "background": True})
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                result = self.run_nopal(content, ranks=ranks, succeeds=False)
                self.assertIn("nopal: faulty::fail (poststep, iteration 2): it failed as asked", result.log)
                self.assertNotIn("signal", result.log)
                # The file of iteration 0 was complete before that of iteration 1 was begun.
                self.assertEqual(sorted(path.name for path in result.folder.iterdir() if path.name != "provenance"),
                                 ["fields.xmf", "fields_00000000.h5"])
                self.assertNotIn("fields_00000001.h5", result.text("fields.xmf"))

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
        for device, ranks in itertools.product(("none", "checked"), (1, 2)):
            with self.subTest(device=device, ranks=ranks):
                self.run_nopal(faulty(device=device), ranks=ranks)


class Ends(harness.Case):
    def last_iteration(self, log):
        return next(line for line in log.splitlines() if line.startswith("evolution: ")).split()[1]

    def test_after_iterations_or_time_whichever_comes_first(self):
        for driver, last in (({"iterations": 3}, "3"), ({"iterations": None, "final_time": 0.1}, "4"),
                             ({"iterations": 9, "final_time": 0.1}, "4"), ({"iterations": 0}, "0")):
            with self.subTest(driver=driver):
                self.assertEqual(self.last_iteration(self.run_nopal(faulty(**driver), ranks=2).log), last)

    def test_when_one_rank_asks_for_it(self):
        log = self.run_nopal(faulty("end", rank=1, iterations=9), ranks=2).log
        self.assertEqual(self.last_iteration(log), "2")

    def test_when_the_walltime_is_over(self):
        log = self.run_nopal(faulty(iterations=None, walltime=0.001), ranks=2).log
        self.assertEqual(self.last_iteration(log), "0")
        self.assertIn("driver.walltime is reached", log)

    def test_check_ends_before_anything_is_made(self):
        parfile = self.parfile(faulty())
        log = self.run_nopal(parfile, command="check").log
        for text in ("17 x 17 points", "memory: ", "faulty::step", "nothing wrong found"):
            self.assertIn(text, log)
        self.assertFalse((self.folder / parfile.stem).exists())
