"""driver.ghosts: auto takes deep ghosts where they pay, and leaves the bits of any other width."""

import re

import harness
from epochs import Equal, Way, Work, lengths
from provenance import record

LINE, PLANE, BODY = (400,), (40, 36), (24, 20, 22)


def chosen(result):
    """The width and the number of iterations between two exchanges that the log names; 1: the least width."""
    found = re.search(r"driver\.ghosts: auto takes (\d+)(?:: one exchange in (\d+) iterations)?", result.log)
    return int(found[1]), int(found[2] or 1)


class Auto(Equal):
    def automatic(self, work, ranks=1, sets=(), **content):
        """Runs with auto, compares the output with that of one process with the least ghosts, and returns the choice."""
        with self.subTest(work=work, ranks=ranks, sets=sets):
            content = work.content(**content)
            expected = self.reference(content)
            content["driver"].pop("boundary_width")
            result = self.run_nopal(content, ranks=ranks, sets=["driver.ghosts=auto", "driver.blocking_factor=auto", *sets])
            self.assert_same_output(result, expected)
            width, iterations = chosen(result)
            self.assertIn(f"ghosts {width}, boundary {0 if work.periodic is True else content['driver']['ghosts']}", result.log)
            if iterations > 1:
                self.assertEqual(max(lengths(result)), iterations, result.log)
            return width, iterations

    def test_processes(self):
        for work in (Work("wavetoy", LINE), Work("wavetoy", PLANE), Work("wavetoy", PLANE, periodic=(True, False)),
                     Work("jacobi", PLANE), Work("rates", PLANE)):
            for ranks in (2, 4):
                width, iterations = self.automatic(work, ranks)
                self.assertGreater(iterations, 1, "messages of small grids wait longer than points take")
                self.assertGreaterEqual(width, iterations)

    def test_periodic_processes(self):
        for ranks in (1, 2, 4):
            self.automatic(Work("wavetoy", BODY, centering="cell", periodic=True), ranks)
            self.automatic(Work("cip", PLANE, periodic=True), ranks)

    def test_one_process_without_periodic_axes_needs_none(self):
        for work in (Work("wavetoy", PLANE), Work("diffusion", PLANE)):
            self.assertEqual(self.automatic(work)[1], 1)

    def test_stencils_have_the_least_width(self):
        self.assertEqual(self.automatic(Work("diffusion", PLANE), 2), (2, 1))

    def test_the_limit_of_the_iterations(self):
        self.assertEqual(self.automatic(Work("wavetoy", PLANE), 2, ["driver.blocking_factor=2"]), (2, 2))
        self.assertEqual(self.automatic(Work("wavetoy", PLANE), 2, ["driver.blocking_factor=1"]), (1, 1))

    def test_output_limits_them(self):
        _, iterations = self.automatic(Work("wavetoy", PLANE, norms_every=3, fields_every=3), 2)
        self.assertEqual(iterations, 3)

    def test_few_points_limit_the_width(self):
        width, _ = self.automatic(Work("wavetoy", (13,)), 4)
        self.assertLessEqual(width, 3)

    def test_every_run_and_the_plan_choose_the_same(self):
        parfile = self.parfile(Work("wavetoy", PLANE).content())
        sets = ["driver.ghosts=auto", "driver.blocking_factor=auto"]
        first, second = (chosen(self.run_nopal(parfile, ranks=2, sets=sets)) for _ in range(2))
        words = [word for each in sets for word in ("--set", each)]
        plan = self.nopal("plan", parfile, "--ranks", "2", *words)
        self.assertEqual({first, second}, {chosen(harness.Result(plan.stdout + plan.stderr, 0, None))})

    def test_a_checkpoint_goes_on_with_another_width(self):
        content = Work("wavetoy", PLANE, iterations=20).content(checkpoint={"every": 10})
        expected = self.run_nopal(content, ranks=2, sets=["driver.ghosts=1"]).dataset(17, "wavetoy_phi")
        for before, after in (("auto", "1"), ("1", "auto"), ("3", "auto")):
            with self.subTest(before=before, after=after):
                parfile = self.parfile(content)
                self.run_nopal(parfile, ranks=2, sets=[f"driver.ghosts={before}", "driver.iterations=10"])
                second = self.run_nopal(parfile, ranks=2, sets=[f"driver.ghosts={after}"],
                                        options=["--recover", "auto"])
                self.assert_same_bits(second.dataset(17, "wavetoy_phi"), expected)


class Words(harness.Case):
    def test_the_record_holds_the_word(self):
        content = Work("wavetoy", PLANE, iterations=4).content()
        result = self.run_nopal(content, sets=["driver.ghosts=auto", "accelerator.block_size=0"])
        parameters = (record(result.folder) / "parameters.yaml").read_text(encoding="utf-8")
        self.assertRegex(parameters, r"\n  ghosts: auto  #")
        self.assertRegex(parameters, r"\n  block_size: auto  #")


class Messages(Equal):
    def test_one_message_an_epoch(self):
        work = Work("wavetoy", PLANE, iterations=24, norms_every=0, fields_every=0)
        parfile = self.parfile(work.content())
        file = self.folder / "trace.json"
        result = self.run_nopal(parfile, ranks=2, options=["--trace", str(file)],
                                sets=["driver.ghosts=auto", *Way(8, (8, 4)).sets()[:1]])
        counts, _ = self.messages_of_two_ranks(file)
        self.assertEqual(chosen(result), (8, 8))
        self.assertEqual(set(counts.values()), {24 // 8}, result.log)


if __name__ == "__main__":
    harness.unittest.main()
