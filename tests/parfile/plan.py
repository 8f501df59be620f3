"""`nopal plan` predicts the transfers and bytes of a run exactly, for every example."""

import json

import yaml

import harness
from example import header

RANKS = (1, 2, 4)
# Both devices count in the same code, so one number of processes is enough for the slower one.
DEVICES = {"checked": RANKS, "opencl": RANKS if harness.LONG else (2,)}
ZERO = {"transfers": 0, "bytes": 0, "bytes_moved": 0}


def each_of(devices):
    """Pairs of a device and a number of processes."""
    return [(device, ranks) for device, numbers in devices.items() for ranks in numbers]


def is_on_sets(parfile):
    """Whether thorns of the parfile declare sets. set_plans.py tests these."""
    thorns = yaml.safe_load(parfile.read_text())["thorns"]
    return any("\nsets:" in (harness.SOURCE / "schedules" / f"{thorn}.yaml").read_text() for thorn in thorns)


def smallest_check(path):
    """The parameters of the header's check with the most ranks. Its grid also fits the others."""
    checks = [[word.split("=", 1) for word in check] for check in header(path)["Check"]]
    best = max(checks, key=lambda words: max([int(value) for key, value in words if key == "ranks"], default=1))
    return [value for key, value in best if key == "set"]


class Case(harness.Case):
    def plan(self, parfile, ranks, sets):
        overrides = [word for each in sets for word in ("--set", each)]
        return json.loads(self.nopal("plan", parfile, "--json", "--ranks", ranks, *overrides).stdout)

    def check(self, parfile, ranks, sets, options=()):
        plan = self.plan(parfile, ranks, sets)
        self.assertEqual(plan["unknown"], [])
        result = self.run_nopal(parfile, ranks=ranks, sets=[*sets, "driver.report_transfers=true"],
                                options=["--compare-plan", *options])
        self.assertRegex(result.log, r"plan: the start and \d+ iterations? copied exactly what was planned")
        happened = result.transfers("total")
        self.assertEqual(sorted(happened), list(range(ranks)), result.log)
        for each in plan["plans"]:
            planned = {direction: tuple(each["totals"]["all"][key].values()) for direction, key in
                       (("to_device", "host_to_device"), ("to_host", "device_to_host"))}
            self.assertEqual("the points of call.interpolate() are not planned" in result.log, bool(each["interpolations"]))
            if each["interpolations"]:
                self.assertEqual(planned["to_device"], happened[each["rank"]]["to_device"], f"rank {each['rank']}")
                self.assertLessEqual(planned["to_host"], happened[each["rank"]]["to_host"], f"rank {each['rank']}")
            else:
                self.assertEqual(planned, happened[each["rank"]], f"rank {each['rank']}")
            by_cause = each["totals"]["by_cause"].values()
            by_variable = each["totals"]["by_variable"].values()
            for key, of_variable in (("host_to_device", "bytes_to_device"), ("device_to_host", "bytes_to_host")):
                total = each["totals"]["all"][key]
                for count in ZERO:
                    self.assertEqual(sum(cause[key][count] for cause in by_cause), total[count])
                self.assertEqual(sum(variable[of_variable] for variable in by_variable), total["bytes"])
        return plan


class Plan(Case):
    def check_everywhere(self, parfile, sets, most_ranks=4, devices=DEVICES):
        for device, ranks in each_of(devices):
            with self.subTest(parfile=parfile.name, device=device, ranks=ranks):
                self.check(parfile, min(ranks, most_ranks), [*sets, f"accelerator.device={device}", "accelerator.verbose=false",
                                            f"driver.output={self.folder / 'out'}"])

    def test_every_example(self):
        """There are many parfiles, so each one has one of the numbers of processes on "checked", in turn, and every eighth one
        also runs on "opencl"."""
        for number, parfile in enumerate(sorted((harness.SOURCE / "parfiles").glob("*.yaml"))):
            if is_on_sets(parfile):
                continue
            sets = smallest_check(parfile)
            if "termination" in yaml.safe_load(parfile.read_text())["thorns"]:  # a plan cannot know when a condition holds
                sets = [each for each in sets if not each.startswith("termination.")]
                sets += ["termination.every=0", "driver.iterations=30"]
            some = {"checked": (RANKS[number % len(RANKS)],), "opencl": (2,) if number % 8 == 4 else ()}
            in_turn = DEVICES if harness.LONG else some
            self.check_everywhere(parfile, sets, devices=in_turn)

    def test_parfiles_of_thorns_outside_the_tree(self):
        examples = sorted((harness.SOURCE / "examples").glob("*/*.yaml"))
        parfiles = [path for path in examples if "thorns" in yaml.safe_load(path.read_text())]
        self.assertEqual([path.name for path in parfiles], ["box.yaml", "heat.yaml", "pulse.yaml", "day.yaml"])
        box, spectral, pulse, day = parfiles
        self.check_everywhere(spectral, [], most_ranks=1)
        for parfile in (box, pulse, day, harness.BUILD / "tests" / "parfile" / "warmth_test.yaml"):
            self.check_everywhere(parfile, ["driver.iterations=45"])

    def test_copies_back_and_periods(self):
        """copy_back_* and outputs with different periods, for more iterations than the pattern has."""
        content = harness.wave([16, 14, 18], iterations=29, device="checked", periodic=[True, False, False], ghosts=2,
                               accelerator={"copy_back_vars": "all", "copy_back_every": 4,
                                            "copy_back_all_timelevels": True},
                               wavetoy={"error_every": 3}, tsv={"every": 2, "norms": ["wavetoy::phi", "wavetoy::error"]})
        plan = self.check(self.parfile(content), 2, [])
        self.assertEqual(plan["plans"][0]["period"], 12)
        self.assertLess(len(plan["plans"][0]["steps"]), 29)

    def test_a_moving_device(self):
        self.check(self.parfile(harness.wave([12, 12], iterations=6, device="checked",
                                             accelerator={"device_options": ["moves"]},
                                             tsv={"every": 2, "norms": ["wavetoy::phi"]})), 1, [])

    def test_the_host_copies_nothing(self):
        plan = self.plan(self.parfile(harness.wave([12, 12], iterations=4)), 3, [])
        for each in plan["plans"]:
            self.assertEqual(each["totals"]["all"], {"host_to_device": ZERO, "device_to_host": ZERO})
            self.assertGreater(each["memory"]["host"], 0)

    def test_a_device_need_not_be_there(self):
        plan = self.plan(self.parfile(harness.wave([12, 12], iterations=4, device="cuda",
                                                   tsv={"every": 2, "norms": ["wavetoy::phi"]})), 2, [])
        self.assertEqual(plan["plans"][0]["totals"]["all"]["device_to_host"]["transfers"], 4 + 3)

    def test_ranks_of_mpirun_are_the_default(self):
        parfile = self.parfile(harness.wave([12, 12], iterations=4, device="checked"))
        log = self.run_nopal(parfile, ranks=2, command="plan", options=["--json"]).log
        self.assertEqual(json.loads(log)["ranks"], 2)

    def test_people_read_the_same(self):
        parfile = self.parfile(harness.wave([12, 12], iterations=30, device="checked",
                                            tsv={"every": 10, "norms": ["wavetoy::phi"]}))
        log = self.nopal("plan", parfile, "--ranks", 2).stdout
        self.assertIn("sync of wavetoy::boundary: wavetoy::phi@0 packed on the device, ghosts valid on the device; "
                      "device->host 104 bytes, host->device 104 bytes, 1 message; 104 bytes to rank 1, 104 bytes from it", log)
        self.assertIn("iterations 1 to 9:\n", log)
        self.assertIn("from iteration 1 on, the plan repeats every 10 iterations\n", log)
        self.assertRegex(log, r"rank 1: totals of iterations 0 to 30\n(.*\n)*?.*sync of wavetoy::boundary +30 +3120 +30 +3120\n")
