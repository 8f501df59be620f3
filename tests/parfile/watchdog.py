"""The watchdog ends runs that make no progress. Every rank says what it was doing."""

import os
import re
import signal

import harness


def stuck(how, rank=-1, device="none", watchdog=1.0, **more):
    return harness.content((16, 16), iterations=4, device=device, driver={"watchdog": watchdog},
                           stuck={"how": how, "rank": rank} | more)


class Loops(harness.Case):
    """Loops of the schedule whose condition can never be decided, or that never end."""

    def test_a_nan_ends_the_run(self):
        for ranks in (1, 2):
            log = self.run_nopal(stuck("nan", watchdog=0.0), ranks=ranks, succeeds=False).log
            self.assertEqual(log.count('nopal: stuck::repeat: "while: level != 0" depends on a NaN after 1 pass of its '
                                       "loop (iteration 2): stuck::level is nan"), 1, log)

    def test_a_value_that_differs_between_ranks_ends_the_run(self):
        log = self.run_nopal(stuck("differ", watchdog=0.0), ranks=3, succeeds=False).log
        self.assertEqual(log.count('nopal: stuck::repeat: "while: level != 0" depends on values that differ between '
                                   "ranks: stuck::level is 1 on rank 0, 2 on rank 1 and 3 on rank 2; "), 1, log)

    def test_a_choice_by_such_a_value_ends_the_run(self):
        (self.folder / "asks.yaml").write_text("""thorn: asks
description: A group inside the loop whose condition is not the same on all ranks
inherits: [stuck]
schedule:
  - {group: perhaps, in: "stuck::repeat", after: ["stuck::change_level"], if: level > 1.5}
""")
        path = {"NOPAL_THORN_PATH": f"{self.folder}:{harness.environment()['NOPAL_THORN_PATH']}"}
        content = stuck("differ", watchdog=0.0)
        content["thorns"].append("asks")
        log = self.run_nopal(content, ranks=2, succeeds=False, variables=path).log
        self.assertEqual(log.count('nopal: asks::perhaps: "if: level > 1.5" depends on values that differ between ranks: '
                                   "stuck::level is 1 on rank 0 and 2 on rank 1; "), 1, log)

    def test_requests_are_heard(self):
        for by_file in (False, True):
            with self.subTest(by_file=by_file):
                content = stuck("loop", watchdog=0.0)
                content["driver"]["loop_grace"] = 0.0
                with self.running(content, "in_loop", succeeds=False) as run:
                    if by_file:
                        run.path("terminate").touch()
                    else:
                        os.kill(harness.processes(run.parfile)[-1], signal.SIGTERM)
                why = "the file 'terminate' was found in the output folder" if by_file else "SIGTERM was received"
                self.assertRegex(run.log, r'nopal: stuck::repeat: "while: level != 0" still goes on after \d+ pass(es)? of '
                                          rf"its loop: stuck::level is 1\. .*\({why}\)")


class Watchdog(harness.Case):
    def account(self, log, rank):
        """The message of a rank: its own line and the next two."""
        found = re.search(rf"nopal: rank {rank}: no progress for 1 s: (.*)\n  pending messages of a sync: (.*)\n"
                          r"  copies to the device that may still run: (.*)\n", log)
        self.assertIsNotNone(found, log)
        return found.groups()

    def test_all_ranks_wait_for_a_message_that_nobody_sends(self):
        log = self.run_nopal(stuck("message"), ranks=2, succeeds=False).log
        for rank in (0, 1):
            self.assertEqual(self.account(log, rank),
                             ("in stuck::hold on the host (prestep, iteration 2)", "none", "none"))
        self.assertIn("no progress for another 1 s: the job ends here (driver.watchdog)", log)

    def test_the_others_wait_for_the_one_that_sleeps(self):
        for device, copies in (("none", "none"), ("checked", "stuck::u@1")):
            with self.subTest(device=device):
                log = self.run_nopal(stuck("sleep", 1, device, iteration=1), ranks=2, succeeds=False).log
                self.assertEqual(self.account(log, 1),
                                 ("in stuck::hold on the host (prestep, iteration 1)", "none", "none"))
                where, messages, pending = self.account(log, 0)
                self.assertEqual(where, "after stuck::step (evol, iteration 1), in the sync of stuck::step")
                self.assertIn("from rank 1 (136 bytes)", messages)
                self.assertEqual(pending, copies)

    def test_a_loop_that_never_ends(self):
        log = self.run_nopal(stuck("loop"), ranks=2, succeeds=False).log
        for rank in (0, 1):
            self.assertRegex(self.account(log, rank)[0],
                             r"stuck::change_level .*\(evol, iteration 2\), in the loop of stuck::repeat: pass \d+ of "
                             r'"while: level != 0", stuck::level is 1\b')
        self.assertIn("no progress for another 1 s: the job ends here (driver.watchdog)", log)

    def test_one_process_needs_no_number(self):
        log = self.run_nopal(stuck("sleep"), succeeds=False).log
        self.assertEqual(log.count("nopal: no progress for 1 s: in stuck::hold on the host (prestep, iteration 2)\n"), 1,
                         log)

    def test_progress_is_left_alone(self):
        log = self.run_nopal(stuck("nap", watchdog=60.0, nap_seconds=0.1), ranks=2).log
        self.assertNotIn("progress for", log)
