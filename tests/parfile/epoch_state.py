"""Checkpoints, requests, steering and services of a run with epochs: as in the plain run."""

import dataclasses
import os
import re
import signal

import harness
from epochs import Equal, Way, Work, lengths, values
from recovery import checkpoint_data


class State(Equal):
    """Checkpoints, requests and services of a run with epochs."""

    WORK = Work("wavetoy", (23, 17), norms_every=7, fields_every=8, iterations=24)

    def content(self, **checkpoint):
        return self.WORK.content(checkpoint=checkpoint)

    def test_an_interrupted_run_goes_on(self):
        expected = self.reference(self.content(every=0))
        for stop, before, after in ((13, Way(4, (8, 8)), Way(4, (8, 8))),
                                    (11, Way(4, (8, 5), ranks=2, ghosts=4), Way(1)),
                                    (17, Way(1, ranks=2, ghosts=4), Way(3, (0, 5), ranks=2, ghosts=4))):
            with self.subTest(stop=stop, before=before, after=after):
                parfile = self.parfile(self.content(every=5))
                ghosts = [word for word in before.sets() + after.sets() if word.startswith("driver.ghosts")][:1]
                first = self.run_nopal(parfile, ranks=before.ranks,
                                       sets=[*before.sets(), *ghosts, f"driver.iterations={stop}"])
                second = self.run_nopal(parfile, ranks=after.ranks, sets=[*after.sets(), *ghosts],
                                        options=["--recover", "auto"])
                self.assertIn(f"iteration {stop // 5 * 5}\n", second.log)
                for result, way in ((first, before), (second, after)):
                    self.assertEqual(bool(lengths(result)), way.factor > 1, result.log)
                self.assert_same_output(second, expected)

    def test_checkpoints_hold_all_timelevels(self):
        """Leapfrog gives the storage of phi@2 away, but not where a checkpoint follows."""
        for every, way in ((6, Way(3, (8, 5))), (5, Way(8, (0, 4))), (6, Way(6, (8, 5), ranks=2, ghosts=6))):
            with self.subTest(every=every, way=way):
                content = self.content(every=every, keep=9, at_end="always")
                ghosts = [f"driver.ghosts={way.ghosts or 1}"]
                plain = self.run_nopal(content, ranks=way.ranks, sets=ghosts)
                result = self.run_nopal(content, ranks=way.ranks, sets=way.sets())
                self.assertEqual(max(lengths(result)), min(way.factor, every))
                expected = checkpoint_data(plain.folder)
                self.assertEqual(len(expected), len(list(plain.folder.glob("checkpoint_*[0-9]"))) * way.ranks)
                self.assertGreaterEqual(len(expected), 24 // every)
                found = checkpoint_data(result.folder)
                self.assertEqual(sorted(found), sorted(expected))
                for name, data in expected.items():
                    self.assertEqual(found[name], data, name)

    def wait_for_epochs(self, run):
        """Waits for the second row of norms: the first one is that of iteration 0."""
        self.wait_until(lambda: sum(line[:1].isdigit() for line in run.text("wavetoy-phi.norms.tsv").splitlines()) > 1, "epochs")

    def end_and_go_on(self, way, end):
        """Ends a long run, and compares what it has written, and what the run that goes on writes, with plain runs."""
        work = dataclasses.replace(self.WORK, iterations=10**9, norms_every=1000, fields_every=0)
        parfile = self.parfile(work.content(checkpoint={}))
        with self.running(parfile, "wavetoy-phi.norms.tsv", ranks=way.ranks, options=(), sets=way.sets()) as run:
            self.wait_for_epochs(run)
            end(run)
        self.assertEqual(max(lengths(run)), way.factor, run.log)
        last = int(re.search(r"the run ends after iteration (\d+): ", run.log)[1])
        self.assertEqual(run.names("checkpoint_*[0-9]"), [f"checkpoint_{last:08d}"])
        final = last + 9
        result = self.run_nopal(parfile, ranks=way.ranks, options=["--recover", "auto"],
                                sets=[*way.sets(), f"driver.iterations={final}", f"hdf5.every={final}"])
        self.assertIn(f"iteration {last}\n", result.log)
        plain = self.run_nopal(work.content(), sets=[f"driver.iterations={final}", f"hdf5.every={final}"])
        expected = values(plain)
        self.assertIn(f"fields_{final:08d}.h5", expected)
        found = values(result)
        for name in (f"fields_{final:08d}.h5", "wavetoy-phi.norms.tsv"):
            self.assertEqual(found[name], expected[name], name)

    def test_a_signal_ends_the_run(self):
        self.end_and_go_on(Way(4, (8, 8), ranks=2, ghosts=4),
                           lambda run: os.kill(harness.processes(run.parfile)[-1], signal.SIGTERM))

    def test_a_file_ends_the_run(self):
        self.end_and_go_on(Way(7, (8, 8)), lambda run: run.path("terminate").touch())

    def test_a_user_asks_for_a_checkpoint(self):
        """It may hold no phi@2, and the run that goes on from it needs none."""
        work = dataclasses.replace(self.WORK, iterations=10**9, norms_every=1000, fields_every=0)
        way = Way(7, (8, 8))
        parfile = self.parfile(work.content(checkpoint={"at_end": "never"}))
        with self.running(parfile, "wavetoy-phi.norms.tsv", ranks=1, sets=way.sets()) as run:
            self.wait_for_epochs(run)
            run.path("checkpoint").touch()
            self.wait_until(lambda: run.names("checkpoint_*[0-9]"), "a checkpoint")
            run.path("terminate").touch()
        self.assertEqual(max(lengths(run)), 7, run.log)
        number = int(run.names("checkpoint_*[0-9]")[0][-8:])
        final = number + 10
        sets = [f"driver.iterations={final}", f"hdf5.every={final}"]
        result = self.run_nopal(parfile, options=["--recover", "auto"], sets=sets)
        plain = self.run_nopal(work.content(), sets=sets)
        self.assertEqual(values(result, f"{final:08d}.h5"), values(plain, f"{final:08d}.h5"))

    def test_the_number_is_steered(self):
        work = dataclasses.replace(self.WORK, iterations=10**9, norms_every=500, fields_every=0)
        way = Way(3, (8, 8), ranks=2, ghosts=4)
        first = []
        with self.running(work.content(), "wavetoy-phi.norms.tsv", ranks=2, sets=way.sets()) as run:
            for number, factor in enumerate((1, 4), 1):
                run.path("steer.yaml").write_text(f"driver: {{blocking_factor: {factor}}}\n")
                self.wait_until(lambda number=number: len(run.names("steered_*.yaml")) == number, "the file is taken")
                rows = len(run.rows("wavetoy-phi.norms.tsv"))
                self.wait_until(lambda rows=rows: len(run.rows("wavetoy-phi.norms.tsv")) > rows, "it goes on")
            run.path("terminate").touch()
        for factor in (1, 4):
            first.append(int(re.search(rf"driver::blocking_factor is {factor} from iteration (\d+) on", run.log)[1]))
        self.assertEqual([n for n in lengths(run) if n > 2], [3, 4], f"{first}\n{run.log}")
        rows = run.rows("wavetoy-phi.norms.tsv")
        plain = self.run_nopal(work.content(), sets=[f"driver.iterations={int(rows[-1]['iteration'])}"])
        self.assertEqual(rows, plain.rows("wavetoy-phi.norms.tsv"))

    def test_a_condition_ends_the_run(self):
        """The condition is checked every 4th iteration. The run ends where the plain run ends."""
        content = self.WORK.content(termination={"conditions": ["min(wavetoy::phi) < -0.3"], "every": 4})
        plain = self.run_nopal(content, sets=["driver.iterations=200"])
        result = self.run_nopal(content, sets=[*Way(8, (8, 5)).sets(), "driver.iterations=200"])
        ended = [re.search(r"termination: min\(wavetoy::phi\) < -0.3 holds, because the value is (.*)", each.log)[1]
                 for each in (plain, result)]
        self.assertEqual(*ended)
        done = [int(re.search(r"evolution: (\d+) iterations", each.log)[1]) for each in (plain, result)]
        self.assertEqual(*done)
        self.assertLess(done[0], 200)
        self.assertEqual(max(lengths(result)), 4, result.log)
        self.assert_same_output(result, values(plain))

    def test_values_that_are_not_finite_are_found(self):
        """The step is too large, so the values grow beyond all bounds."""
        content = self.WORK.content(section={"amplitude": 1e290},
                                    nan_checker={"variables": ["wavetoy::phi"], "every": 5})
        content["driver"] |= {"courant": 3.0, "iterations": 400}
        content["tsv"]["every"] = content["tsv"]["lines_every"] = 0
        content["hdf5"]["every"] = 5
        logs = []
        for sets in ([], Way(8, (8, 5)).sets()):
            result = self.run_nopal(content, sets=sets, succeeds=False)
            found = re.search(r"nan_checker::look \(output, iteration (\d+)\).*", result.log)
            self.assertTrue(found, result.log)
            logs.append((found[0], values(result, ".h5")))
        self.assertEqual(lengths(result), [5], result.log)
        self.assertEqual(int(found[1]) % 5, 0)
        self.assertEqual(*logs)


if __name__ == "__main__":
    harness.unittest.main()
