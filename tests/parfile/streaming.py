"""What data that stream through a device cost and allow: counts of copies, memory, requests, refusals and faults."""

import collections
import dataclasses
import itertools
import json
import re

import harness
from epochs import Work, values
from recovery import checkpoint_data
from streams import ASYNC, CHECKED, MORE, OPENCL, PLANE, STAYS, STREAMS, Streams, Way, lengths, needed


class Epoch:
    """What an epoch of the leapfrog step moves, by a model of its own.

    Iteration t reads iteration t - 1 at neighbours and iteration t - 2 at its own point, whose storage it takes. It is
    t - 1 layers behind the first iteration. If the oldest timelevel is kept, the last iteration has storage of its own.
    """

    def __init__(self, iterations, keeps):
        self.points = collections.defaultdict(list)  # by array: first and last layer that each iteration uses
        self.used = collections.defaultdict(list)    # by array: iterations, and how far they read
        self.written = set()
        for t in range(1, iterations + 1):
            target = "new" if keeps and t == iterations else t % 2
            self.written.add(target)
            for array, reach in (((t - 1) % 2, 1), (t % 2, 0), (target, 0)):
                self.points[array].append((1 - t - reach, 1 - t + reach))
                self.used[array].append((t, reach))
        self.iterations = iterations

    def layers(self, block, stored, owned):
        """Returns the numbers of layers of each transfer to the device, and to the host."""
        def computed(t):
            """On a side that is shared, each iteration computes fewer ghosts."""
            left = self.iterations - t
            return max(stored[0], owned[0] - left), min(stored[1], owned[1] + left)
        begins = min(computed(t)[0] + t - 1 for t in range(1, self.iterations + 1))
        ends = max(computed(t)[1] + t - 1 for t in range(1, self.iterations + 1))
        n = -(-(ends - begins) // block)
        to_device, to_host = [], []
        for array, points in self.points.items():
            lowest = min(max(stored[0], computed(t)[0] - reach) for t, reach in self.used[array])
            highest = max(min(stored[1], computed(t)[1] + reach) for t, reach in self.used[array])
            def border(number, offset, lowest=lowest, highest=highest):
                return min(max(begins + number * block + offset, lowest), highest)
            behind, ahead = min(first for first, _ in points), max(last for _, last in points)
            uppers = [lowest, *(border(number + 1, ahead) for number in range(n - 1)), highest]
            lowers = [lowest, *(border(number, behind) for number in range(1, n)), highest]
            if array != "new":
                to_device += [after - before for before, after in itertools.pairwise(uppers)]
            if array in self.written:
                to_host += [min(after, owned[1]) - max(before, owned[0]) for before, after in itertools.pairwise(lowers)]
        return [layers for layers in to_device if layers > 0], [layers for layers in to_host if layers > 0]


class Counts(Streams):
    def content(self, cells, iterations, report=True):
        content = Work("wavetoy", cells, iterations=iterations).content()
        content["thorns"] = ["wavetoy"]
        del content["tsv"], content["hdf5"]
        content["driver"]["report_transfers"] = report
        return content

    def expected(self, points, lengths_, block, stored, owned):
        """The counts of a run: the initial kernel writes three timelevels, the last epoch keeps the oldest one."""
        row = -(-points[0] // 8) * 8
        layer, hole = row * points[1], row - points[0]

        def count(transfers):
            return (len(transfers), sum(transfers) * points[0] * points[1] * 8,
                    (sum(transfers) * layer - len(transfers) * hole) * 8)
        to_device, to_host = [], []
        n = stored[1] - stored[0]
        for begin in range(0, n, block):
            to_host += 3 * [min(block, n - begin)]
        for number, length in enumerate(lengths_):
            more_in, more_out = Epoch(length, number == len(lengths_) - 1).layers(block, stored, owned)
            to_device += more_in
            to_host += more_out
        return {"to_device": count(to_device), "to_host": count(to_host)}

    def planned_messages(self, parfile, words):
        """Returns the bytes that each rank sends after iteration 0."""
        sent = collections.Counter()
        for plan in json.loads(self.nopal("plan", parfile, "--json", "--ranks", 2, *words).stdout)["plans"]:
            for pattern in plan["patterns"]:
                times = sum(int(last or first) - int(first) + 1
                            for first, last in re.findall(r"(\d+)(?: to (\d+))?", pattern["iterations"]))
                for event in pattern["events"]:
                    for message in event.get("sync", {}).get("messages", ()):
                        sent[plan["rank"]] += times * message["send_bytes"]
        return sent

    def test_the_plan_counts_the_same(self):
        work = Work("wavetoy", (21, 12, 33), iterations=26)
        for thorn, ranks, ghosts, device in (("wavetoy", 1, 1, CHECKED), ("wavetoy", 2, 4, OPENCL), ("wavetoy", 2, 1, CHECKED),
                                             ("diffusion", 2, 2, ASYNC)):
            with self.subTest(thorn=thorn, ranks=ranks, ghosts=ghosts):
                content = dataclasses.replace(work, thorn=thorn).content()
                content["driver"]["report_transfers"] = True
                sets = [*Way(4, 3, device, ranks=ranks, ghosts=ghosts).sets("always")]
                result = self.run_nopal(content, ranks=ranks, sets=sets, options=["--compare-plan"])
                words = [word for each in sets for word in ("--set", each)]
                plan = json.loads(self.nopal("plan", self.parfile(content), "--json", "--ranks", ranks, *words).stdout)
                for rank, counted in result.transfers("total").items():
                    streaming = plan["plans"][rank]["streaming"]
                    if rank == 0:
                        n = sum(each["times"] for each in streaming["passes"])
                        self.assertIn(f"plan: {n} passes copied exactly what was planned", result.log)
                    self.assertTrue(streaming["exact"] and streaming["whole"], streaming)
                    for direction, other in (("to_device", "host_to_device"), ("to_host", "device_to_host")):
                        planned = tuple(sum(each["times"] * each["transfers"][other][key]
                                            for each in streaming["passes"])
                                        for key in ("transfers", "bytes", "bytes_moved"))
                        self.assertEqual(planned, counted[direction], (direction, streaming, result.log))

    def test_reductions_on_the_way(self):
        """The epochs before norms also bring their 896 bytes for each block, if there is memory for it."""
        work = Work("wavetoy", (21, 12, 33), norms_every=4, fields_every=0, iterations=12)

        def epochs_of(way):
            words = [word for each in way.sets() for word in ("--set", each)]
            plan = json.loads(self.nopal("plan", self.parfile(work.content()), "--json", *words).stdout)
            found = [each for each in plan["plans"][0]["streaming"]["passes"] if each["what"].startswith("epoch")]
            self.assertEqual([(each["times"], "reduces wavetoy::phi@0" in each["what"]) for each in found], [(3, True)])
            return found[0]
        for device in (CHECKED, OPENCL):
            way = Way(4, 3, device)
            with_reductions = epochs_of(way)
            little = dataclasses.replace(way, memory=f"{with_reductions['bytes_on_device'] + 1000} B")
            without = epochs_of(little)
            more = {key: with_reductions["transfers"]["device_to_host"][key] - without["transfers"]["device_to_host"][key]
                    for key in ("transfers", "bytes", "bytes_moved")}
            self.assertGreater(more["transfers"], with_reductions["blocks"] - 3, "almost every block brings layers back")
            self.assertEqual((more["bytes"], more["bytes_moved"]), 2 * (896 * more["transfers"],))
            for each in (way, little):
                self.compare(work, each, 4)

    def test_a_run_that_differs_from_its_plan(self):
        """The device has less memory than it said. So the blocks of the first epoch are smaller than planned."""
        device = (*CHECKED, "accelerator.device_options=[\"fault:create_variables=10\"]")
        for ranks, ghosts in ((1, 0), (2, 4)):
            log = self.run_nopal(Work("wavetoy", PLANE).content(), ranks=ranks, sets=Way(4, 4, device, ranks, ghosts).sets(),
                                 options=["--compare-plan"], succeeds=False).log
            self.assertRegex(log, r"the run differs from its plan on rank 0, pass 2:\n.*planned:  iteration 1, epoch of 4 "
                                  r"iterations of wavetoy::evolve, wavetoy::boundary: host->device (\d+) transfers, (\d+) bytes .*\n"
                                  r".*happened: iteration 1, epoch of 4 iterations of wavetoy::evolve, wavetoy::boundary: "
                                  r"host->device (?!\1 )\d+ transfers, \2 bytes ")

    def test_no_comparison(self):
        """What nopal chooses at run time cannot be compared."""
        result = self.run_nopal(self.content((21, 12, 33), 8), sets=Way(2, 0).sets(), options=["--compare-plan"])
        self.assertRegex(result.log, r"plan: this run cannot be compared with its plan: nopal chooses the numbers")

    def test_one_rank(self):
        for cells, iterations, lengths_, block, device in (
                ((47, 40, 30), 12, [2] * 6, 1, CHECKED),
                ((44, 40, 30), 10, [2] * 5, 1, OPENCL),
                ((21, 10, 95), 12, [4, 4, 4], 4, OPENCL),
                ((20, 9, 95), 14, [4, 4, 3, 3], 3, ASYNC),
                ((20, 9, 119), 16, [8, 8], 2, CHECKED)):
            with self.subTest(cells=cells, device=device):
                content = self.content(cells, iterations)
                stays = self.run_nopal(content, sets=[*device, "accelerator.streaming=never", "driver.iterations=0"])
                way = Way(max(lengths_), block, device, memory=f"{needed(stays) // 4} bytes")
                result = self.run_nopal(content, sets=way.sets("auto"))
                self.assertIn(STREAMS, result.log)
                self.assertEqual(sorted(set(lengths(result))), sorted(set(lengths_)), result.log)
                points = [n + 1 for n in cells]
                whole = (0, points[2])
                found = result.transfers("total")[0]
                self.assertEqual(found, self.expected(points, lengths_, block, whole, whole), result.log)
                # In plain words: two arrays in and out for each epoch, and three timelevels of initial data. The last
                # epoch has three out, if it writes three.
                field = points[0] * points[1] * points[2] * 8
                self.assertEqual(found["to_device"][1], 2 * len(lengths_) * field)
                last = min(lengths_[-1], 3)
                self.assertEqual(found["to_host"][1], (3 + 2 * (len(lengths_) - 1) + last) * field)

    def test_the_end_of_the_log(self):
        """The log says what all passes copied, and measures the first pass of each kind and each 16th after it."""
        content = self.content((21, 12, 33), 48)
        for device, ranks, options in ((OPENCL, 1, ()), (OPENCL, 1, ("--trace", str(self.folder / "trace.json"))),
                                       (OPENCL, 2, ()), (CHECKED, 1, ())):
            with self.subTest(device=device, ranks=ranks, options=options):
                result = self.run_nopal(content, ranks=ranks, sets=Way(2, 9, device, ranks, 2).sets(), options=options)
                line, = re.findall(r"^streaming: (25 passes on rank 0 .*)$", result.log, re.MULTILINE)
                found = result.transfers("total")[0]
                sizes = [f"{found[direction][1] / (1 << 20):.1f} MiB" for direction in ("to_device", "to_host")]
                self.assertIn(f"brought {sizes[0]} to the device and {sizes[1]} to the host", line)
                if device == CHECKED:
                    self.assertRegex(line, "; the device measures no times$")
                    continue
                # The initial kernel, epochs 1 and 17, and the last one, which keeps all timelevels.
                self.assertRegex(line, r"; in 4 of them that were measured, copies took [\d.e-]+ s and kernels [\d.e-]+ s, and "
                                       r"\d+ % of the time of copies was hidden behind kernels(?: \(\d+ % on rank 1, where it is "
                                       r"least\))?$")

    def test_two_ranks(self):
        """Deep ghosts come in with the owned points. Each epoch has one message to the neighbour."""
        points, ghosts = (22, 11, 64), 4
        for device in (CHECKED, OPENCL):
            with self.subTest(device=device):
                content = self.content((21, 10, 63), 24)
                parfile = self.parfile(content)
                file = self.folder / f"{parfile.stem}.json"
                way = Way(4, 3, device, ranks=2, ghosts=ghosts)
                result = self.run_nopal(parfile, ranks=2, sets=[*way.sets(), "driver.process_grid=[1, 1, 2]"],
                                        options=["--trace", str(file)])
                self.assertEqual(lengths(result), [4], result.log)
                for rank, stored, owned in ((0, (0, 36), (0, 32)), (1, (28, 64), (32, 64))):
                    found = result.transfers("total")[rank]
                    self.assertEqual(found, self.expected(points, [4] * 6, 3, stored, owned), f"{rank}\n{result.log}")
                    # One array is read at neighbours, so it needs one layer more.
                    layer = points[0] * points[1] * 8
                    self.assertEqual(found["to_device"][1], 6 * (32 + 4 + 32 + 3) * layer)
                    self.assertEqual(found["to_host"][1], (3 * 36 + (2 * 6 + 1) * 32) * layer)
                counts, sent = self.messages_of_two_ranks(file)
                self.assertEqual(counts, {0: 6, 1: 6})
                words = [word for each in (*way.sets(), "driver.process_grid=[1, 1, 2]") for word in ("--set", each)]
                self.assertEqual(sent, self.planned_messages(self.parfile(content), words))
                # The last epoch has computed three timelevels, and keeps all of them.
                self.assertEqual(set(sent.values()), {(2 * 6 + 1) * ghosts * points[0] * points[1] * 8})


class Memory(Streams):
    WORK = Work("wavetoy", (12, 10, 60), norms_every=20, fields_every=17)

    def test_auto_looks_at_the_memory(self):
        content = self.WORK.content()
        plain = self.run_nopal(content, sets=[*CHECKED, "accelerator.streaming=never"])
        need, expected = needed(plain), values(plain)
        for memory in ("", "1 GB", f"{2 * need} B", f"{need / 1024 + 1} KiB"):
            with self.subTest(memory=memory):
                result = self.run_nopal(content, sets=Way(4, 2, memory=memory).sets("auto"))
                self.assertIn(STAYS, result.log)
                self.assertNotIn(STREAMS, result.log)
                self.assert_same_output(result, expected)
        for memory in (f"{need // 4} bytes", f"{need / 4 / 1e3} kB"):
            with self.subTest(memory=memory):
                self.compare(self.WORK, Way(4, 2, memory=memory), 4, streaming="auto", says="This is too little on some rank")

    def test_errors(self):
        content = self.WORK.content()
        for sets, texts in (
                ([*CHECKED, "accelerator.streaming=never", "accelerator.device_memory=20 kB"],
                 [r"--set accelerator.device_memory: the run needs .* on the device, but accelerator.device_memory is 19.5 KiB",
                  "accelerator.streaming: auto"]),
                ([*CHECKED, "accelerator.device_memory=40 XB"],
                 [r"--set accelerator.device_memory: .*found \"40 XB\", expected a number of bytes with a unit"]),
                ([*CHECKED, "accelerator.device_memory=0 GB"], [r"found \"0 GB\""]),
                ([*CHECKED, "accelerator.device_memory=-1 GB"], [r"found \"-1 GB\""]),
                (Way(4, 50, memory="120 kB").sets(),
                 [r"--set accelerator.block_size: ", "blocks of 50 layers", r"set accelerator.block_size to \d+ or less"]),
                (Way(4, 0, memory="4 kB").sets(),
                 [r"--set accelerator.device_memory: ", r"blocks of 1 layer\b", r"more memory \(accelerator.device_memory\)"]),
                (Way(4, 1, device=(*CHECKED, "accelerator.device_options=[moves]")).sets(),
                 ["cannot stream through .*with these options", "accelerator.device: none"])):
            for ranks in (1, 2) if sets[-1].endswith(("20 kB", "=4 kB")) else (1,):
                with self.subTest(sets=sets, ranks=ranks):
                    log = self.fails(content, sets, ranks)
                    for text in texts:
                        self.assertRegex(log, text)
                    self.assertNotIn("evolution:", log)
                    self.assertEqual([*self.folder.glob("*/*.h5"), *self.folder.glob("*/*.tsv")], [], "no output")

    def test_a_parfile_is_named(self):
        content = self.WORK.content()
        content["accelerator"] = {"device": "checked", "device_memory": "40 XB"}
        self.assertRegex(self.fails(content, ()),
                         r"run1.yaml:\d+:\d+: accelerator.device_memory: found \"40 XB\"")

    def test_nopal_chooses(self):
        for device, ranks, ghosts in ((CHECKED, 1, 0), (ASYNC, 2, 4), (OPENCL, 1, 0)):
            work = Work("wavetoy", PLANE, iterations=300, norms_every=150, fields_every=100)
            self.compare(work, Way(0, 0, device, ranks, ghosts),
                         says=r"streaming: \d+ iterations? on blocks of \d+ layers?: .* s an iteration. The other ways that "
                              r"were tried:\n  streaming: \d+ iterations? on blocks of")

    def test_the_choice_is_remembered(self):
        content = Work("wavetoy", PLANE, iterations=300, norms_every=150, fields_every=100).content()
        for ranks, ghosts in ((1, 1), (2, 4)):
            sets = Way(0, 0, ASYNC, ranks, ghosts).sets()
            first, second = (self.run_nopal(content, ranks=ranks, sets=sets,
                                            variables={"NOPAL_CACHE": f"{self.folder}/kept{ranks}"}) for _ in range(2))
            chosen = re.search(r"streaming: (\d+ iterations? on blocks of \d+ layers?): .* s an iteration", first.log)
            self.assertTrue(chosen, first.log)
            self.assertIn(f"streaming: {chosen.group(1)}, as an earlier run has found", second.log)
            self.assert_same_output(second, values(first))

    def test_nopal_chooses_in_little_memory(self):
        work = dataclasses.replace(self.WORK, iterations=300, norms_every=100, fields_every=150)
        for factor, block in ((0, 0), (3, 0), (0, 2)):
            self.compare(work, Way(factor, block, memory="60 kB"), factor or None, streaming="auto")


class State(Streams):
    """Checkpoints, requests and services of a run whose data stream."""

    WORK = Work("wavetoy", PLANE, norms_every=7, fields_every=8, iterations=24)

    def test_an_interrupted_run_goes_on(self):
        expected = self.reference(self.WORK.content(checkpoint={"every": 0}), sets=[*CHECKED])
        stays = Way(1)
        for stop, before, after in ((13, Way(4, 3), Way(4, 5, ASYNC)), (11, Way(4, 2, ranks=2, ghosts=4), stays),
                                    (17, stays, Way(3, 4, ranks=2, ghosts=4))):
            with self.subTest(stop=stop, before=before, after=after):
                parfile = self.parfile(self.WORK.content(checkpoint={"every": 5}))
                ghosts = [f"driver.ghosts={max(before.ghosts, after.ghosts, 1)}"]

                def sets(way, ghosts=ghosts):
                    return [*way.sets("never" if way == stays else "always"), *ghosts]
                first = self.run_nopal(parfile, ranks=before.ranks, sets=[*sets(before), f"driver.iterations={stop}"])
                second = self.run_nopal(parfile, ranks=after.ranks, sets=sets(after), options=["--recover", "auto"])
                self.assertIn(f"iteration {stop // 5 * 5}\n", second.log)
                for result, way in ((first, before), (second, after)):
                    self.assertEqual(bool(lengths(result)), way != stays, result.log)
                self.assert_same_output(second, expected)

    def test_checkpoints_hold_all_timelevels(self):
        for every, way in ((6, Way(3, 4)), (5, Way(8, 2, ASYNC)), (6, Way(6, 3, ranks=2, ghosts=6))):
            with self.subTest(every=every, way=way):
                content = self.WORK.content(checkpoint={"every": every, "keep": 9, "at_end": "always"})
                ghosts = [f"driver.ghosts={way.ghosts or 1}"]
                plain = self.run_nopal(content, ranks=way.ranks, sets=[*CHECKED, *ghosts])
                result = self.run_nopal(content, ranks=way.ranks, sets=way.sets())
                self.assertEqual(max(lengths(result)), min(way.factor, every))
                expected, found = (checkpoint_data(each.folder) for each in (plain, result))
                self.assertGreaterEqual(len(expected), 24 // every)
                self.assertEqual(sorted(found), sorted(expected))
                for name, data in expected.items():
                    self.assertEqual(found[name], data, name)

    def rows_of(self, run):
        return [row for row in run.rows("wavetoy-phi.norms.tsv") if row] if run.path("wavetoy-phi.norms.tsv").exists() else []

    def test_it_is_steered_and_ended(self):
        """Output is steered to other iterations. A file ends the run, which then goes on from its checkpoint."""
        work = dataclasses.replace(self.WORK, iterations=10**9, norms_every=500, fields_every=0)
        way = Way(4, 4, ranks=2, ghosts=4)
        parfile = self.parfile(work.content(checkpoint={}))
        with self.running(parfile, "wavetoy-phi.norms.tsv", ranks=2, sets=way.sets()) as run:
            self.wait_until(lambda: len(self.rows_of(run)) > 1, "epochs")
            run.path("steer.yaml").write_text("tsv: {every: 50}\n")
            self.wait_until(lambda: run.names("steered_*.yaml"), "the file is taken")
            rows = len(self.rows_of(run))
            self.wait_until(lambda: len(self.rows_of(run)) > rows + 2, "it goes on")
            run.path("terminate").touch()
        self.assertEqual(max(lengths(run)), 4, run.log)
        last = int(re.search(r"the run ends after iteration (\d+): ", run.log)[1])
        rows = run.rows("wavetoy-phi.norms.tsv")
        self.assertTrue(any(row["iteration"] % 500 for row in rows), "it was steered")
        final = last + 9
        sets = [f"driver.iterations={final}", f"hdf5.every={final}", "tsv.every=50"]
        second = self.run_nopal(parfile, ranks=2, options=["--recover", "auto"], sets=[*way.sets(), *sets])
        self.assertIn(f"iteration {last}\n", second.log)
        plain = self.run_nopal(work.content(), sets=[*CHECKED, *sets])
        every_row = {row["iteration"]: row for row in plain.rows("wavetoy-phi.norms.tsv")}
        for row in rows:
            self.assertEqual(row, every_row[row["iteration"]])
        name = f"{final:08d}.h5"
        self.assertEqual(len(values(plain, name)), 1)
        self.assertEqual(values(second, name), values(plain, name))

    def test_a_condition_ends_the_run(self):
        """The condition is checked every 4th iteration. The run ends where the plain run ends."""
        content = self.WORK.content(termination={"conditions": ["min(wavetoy::phi) < -0.3"], "every": 4})
        logs = []
        for sets in ([*CHECKED], Way(8, 3).sets()):
            result = self.run_nopal(content, sets=[*sets, "driver.iterations=200"])
            logs.append((re.search(r"termination: min\(wavetoy::phi\) < -0.3 holds", result.log)[0],
                         re.search(r"evolution: (\d+) iterations", result.log)[1]))
            if sets[0] == CHECKED[0]:
                self.assert_same_output(result, getattr(self, "first", values(result)))
                self.first = values(result)
        self.assertEqual(len(set(logs)), 1, logs)
        self.assertLess(int(logs[0][1]), 200)

    def test_a_final_time_ends_the_run(self):
        content = self.WORK.content()
        del content["driver"]["iterations"]
        content["driver"]["final_time"] = 0.3
        expected = self.reference(content, sets=[*CHECKED, "accelerator.streaming=never"])
        result = self.run_nopal(content, sets=Way(5, 3).sets())
        self.assertEqual(max(lengths(result)), 5, result.log)
        self.assert_same_output(result, expected)


class Refusals(Streams):
    def refused(self, thorns, cells=PLANE, device=CHECKED, ranks=1, **driver):
        content = harness.content(cells, iterations=4, driver={"ghosts": 2, "boundary_width": 2} | driver, **thorns)
        log = self.fails(content, Way(2, 2, device).sets(), ranks)
        self.assertNotIn("evolution:", log)
        return log

    def test_routines_that_cannot_stream(self):
        for thorns, texts in (
                ({"taker": {}, "giver": {}}, [r"taker::advance \(evol\) cannot compute .* it is a function"]),
                ({"tiles": {}}, [r"tiles::step \(evol\) cannot .* its threads work together in blocks",
                                 r"tiles::survey \(analysis\) cannot .* it is a function"])):
            for device, ranks in ((CHECKED, 2 if "tiles" in thorns else 1), *((each, 1) for each in MORE)):
                with self.subTest(thorns=thorns, device=device, ranks=ranks):
                    log = self.refused(thorns, device=device, ranks=ranks)
                    for text in texts:
                        self.assertRegex(log, rf"\.yaml:\d+:\d+: {text}")
                    self.assertIn("Write device: false in its item, or set accelerator.streaming: auto", log)
        wide = self.refused({"mol": {}, "acoustics": {}, "boundary": {"all": "flat"}}, boundary_width=5)
        self.assertRegex(wide, r"boundary::fill_acoustics_p \(evol\) cannot .* whose extent nobody knows")


class Faults(Streams):
    WORK = Work("wavetoy", PLANE)

    def test_the_device_has_less_memory(self):
        """Three windows for each array: first those of the initial kernel, then those of the first epochs."""
        for call, what in ((1, "wavetoy::initial"), (9, "wavetoy::initial"), (10, "an epoch"), (14, "an epoch")):
            for ranks, ghosts in ((1, 0), (2, 4)):
                with self.subTest(call=call, ranks=ranks):
                    device = (*CHECKED, f"accelerator.device_options=[\"fault:create_variables={call}\"]")
                    result = self.run_nopal(self.WORK.content(), ranks=ranks, sets=Way(4, 4, device, ranks, ghosts).sets())
                    self.assertRegex(result.log, rf"{what}.*: blocks of 4 layers do not fit into the device after all, so "
                                                 rf"they get 2 layers: .*injected fault in call {call}")
                    self.assert_same_output(result, self.reference_of(self.WORK.content(), Way()))

    def test_one_layer_does_not_fit(self):
        device = (*CHECKED, "accelerator.device_options=[\"fault:create_variables=10\"]")
        log = self.fails(self.WORK.content(), Way(4, 1, device).sets())
        self.assertIn("injected fault in call 10 of create_variables", log)

    def test_errors_in_the_middle(self):
        for function, asynchronous, ranks in (("send_to_host", False, 1), ("send_to_host", True, 2), ("copy_to_device", True, 1),
                                              ("copy_to_device", False, 2), ("launch", False, 1), ("launch", True, 2),
                                              ("move_windows", True, 1), ("copy_boxes", False, 1), ("finish", True, 1)):
            with self.subTest(function=function, ranks=ranks):
                call = {"finish": 4}.get(function, 20)
                options = [*(["async"] if asynchronous else []), f"fault:{function}={call}"]
                way = Way(4, 3, (*CHECKED, f"accelerator.device_options={json.dumps(options)}"), ranks, 4)
                log = self.fails(self.WORK.content(), way.sets(), ranks)
                self.assertRegex(log, rf"injected fault in call {call} of {function}")
                self.assertRegex(log, "epochs of 4 iterations")
                if function == "launch":
                    self.assertRegex(log, r"wavetoy::\w+ \(evol, iteration \d+\): .*injected fault")


if __name__ == "__main__":
    harness.unittest.main()
