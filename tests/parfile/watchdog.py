"""The watchdog ends runs that make no progress. Every rank says what it was doing."""

import re

import harness


def stuck(how, rank=-1, device="none", watchdog=1.0, **more):
    return harness.content((16, 16), iterations=4, device=device, driver={"watchdog": watchdog},
                           accelerator={"initial_on_host": True}, stuck={"how": how, "rank": rank} | more)


class Watchdog(harness.Case):
    def account(self, log, rank):
        """The message of a rank: its own line and the next two."""
        found = re.search(rf"nopal: rank {rank}: no progress for 1 s: (.*)\n  pending messages of a sync: (.*)\n"
                          r"  copies to the device that may still run: (.*)\n", log)
        self.assertIsNotNone(found, log)
        return found.groups()

    def test_all_ranks_wait_for_a_message_that_nobody_sends(self):
        log = self.run_nopal(stuck("message"), ranks=2, succeeds=False, timeout=60).log
        for rank in (0, 1):
            self.assertEqual(self.account(log, rank),
                             ("in stuck::hold on the host (prestep, iteration 2)", "none", "none"))
        self.assertIn("no progress for another 1 s: the job ends here (driver.watchdog)", log)

    def test_the_others_wait_for_the_one_that_sleeps(self):
        for device, copies in (("none", "none"), ("checked", "stuck::u@1")):
            with self.subTest(device=device):
                log = self.run_nopal(stuck("sleep", 1, device, iteration=1), ranks=2, succeeds=False, timeout=60).log
                self.assertEqual(self.account(log, 1),
                                 ("in stuck::hold on the host (prestep, iteration 1)", "none", "none"))
                where, messages, pending = self.account(log, 0)
                self.assertEqual(where, "after stuck::step (evol, iteration 1), in the sync of stuck::step")
                self.assertIn("from rank 1 (136 bytes)", messages)
                self.assertEqual(pending, copies)

    def test_one_process_needs_no_number(self):
        log = self.run_nopal(stuck("sleep"), succeeds=False, timeout=60).log
        self.assertEqual(log.count("nopal: no progress for 1 s: in stuck::hold on the host (prestep, iteration 2)\n"), 1,
                         log)

    def test_progress_is_left_alone(self):
        log = self.run_nopal(stuck("nap", watchdog=60.0, nap_seconds=0.1), ranks=2).log
        self.assertNotIn("progress for", log)
