"""`nopal plan` predicts the transfers and messages of runs with sets. It is started with as many ranks as the run."""

import collections
import json
import re
import unittest

import harness
import plan
import sets


class SetPlans(plan.Case):
    def plan(self, parfile, ranks, sets):
        return json.loads(self.run_nopal(parfile, ranks=ranks, sets=sets, command="plan", options=["--json"]).log)

    def check_messages(self, parfile, ranks, settings):
        """Compares plan and run. The exchanges of a trace have the planned bytes, in their order."""
        file = self.folder / "messages.json"
        found = self.check(parfile, ranks, settings, ["--trace", file])
        self.assertEqual(len(found["plans"]), ranks)
        run = collections.defaultdict(list)
        events = json.loads(file.read_text(encoding="utf-8"))["traceEvents"]
        for event in sorted((event for event in events if event.get("cat") == "exchange"), key=lambda event: event["ts"]):
            run[event["pid"]].append((event["args"]["sent"], event["args"]["received"]))
        for each in found["plans"]:
            steps = [each["patterns"][pattern]["events"] for pattern in each["steps"]]
            last = found["iterations"]
            while len(steps) < last:
                steps.append(steps[each["repeats_after"] + (len(steps) - each["repeats_after"]) % each["period"]])
            planned = [event["sync"]["messages"] for step in (each["start"], *steps[:last], each["end"]) for event in step
                       if event.get("sync", {}).get("messages")]
            self.assertEqual([(sum(message["send_bytes"] for message in messages),
                               sum(message["receive_bytes"] for message in messages)) for messages in planned],
                             run[each["rank"]])
        return found

    def test_every_example_on_sets(self):
        found = []
        for parfile in sorted((harness.SOURCE / "parfiles").glob("*.yaml")):
            if not plan.is_on_sets(parfile):
                continue
            found.append(parfile.stem)
            settings = [*plan.smallest_check(parfile), f"driver.output={self.folder / 'out'}"]
            for device, ranks in plan.each_of({"none": plan.RANKS} | plan.DEVICES):
                with self.subTest(parfile=parfile.name, device=device, ranks=ranks):
                    self.check_messages(parfile, ranks, [*settings, f"accelerator.device={device}"])
        self.assertGreaterEqual(set(found), {"airfoil", "jac", "ico", "coupled"})

    def test_every_partition(self):
        content = sets.airfoil(5, every=0)
        for partition in ("coordinates", "blocks"):
            for overlap in ("true", "false"):
                with self.subTest(partition=partition, overlap=overlap):
                    self.check_messages(self.parfile(content), 3, [f"driver.partition={partition}",
                                                                   f"driver.overlap={overlap}"])

    def test_both_ranks_plan_the_same_messages(self):
        found = self.plan(self.parfile(sets.airfoil(5, every=0)), 2, [])
        sent = {each["rank"]: [(message["send_bytes"], message["receive_bytes"])
                               for pattern in each["patterns"] for event in pattern["events"]
                               for message in event.get("sync", {}).get("messages", [])] for each in found["plans"]}
        self.assertGreater(len(sent[0]), 3)
        self.assertEqual(sent[0], [(receive, send) for send, receive in sent[1]])

    def test_the_text_has_the_messages_and_the_memory_of_each_rank(self):
        parfile = self.parfile(sets.airfoil(5, every=0))
        log = self.run_nopal(parfile, ranks=2, command="plan").log
        self.assertRegex(log, r"sync of airfoil::flux_1: airfoil::q@0 packed on the host, .* 1 message; \d+ bytes to rank 1")
        self.assertEqual(len(re.findall(r"^rank \d: totals of iterations 0 to 5$", log, re.MULTILINE)), 2)
        memory = re.findall(r"^memory: (\d.*) on the host$", log, re.MULTILINE)
        whole, = re.findall(r"^memory: (\d.*) on the host$", self.nopal("plan", parfile).stdout, re.MULTILINE)
        self.assertEqual(len(memory), 2)
        self.assertNotIn(whole, memory)


if __name__ == "__main__":
    unittest.main()
