"""--trace writes one JSON file for all ranks. Its events nest, and its bytes are those of the Accelerator."""

import collections
import json

import harness

HOST, KERNELS, TO_DEVICE, TO_HOST, VALIDITY = range(5)


def nanoseconds(microseconds):
    return round(microseconds * 1000)


def simple(device, **more):
    return harness.wave([20, 18, 16], iterations=12, device=device, driver={"report_transfers": True},
                        wavetoy={"energy_every": 5}, tsv={"every": 4, "norms": ["wavetoy::phi"]},
                        hdf5={"every": 6, "variables": ["wavetoy::phi"]}, **more)


class Trace(harness.Case):
    def traced(self, content, ranks=2, succeeds=True):
        """Returns the result, the events of the trace, and its file."""
        parfile = self.parfile(content)
        file = self.folder / f"{parfile.stem}.json"
        result = self.run_nopal(parfile, ranks, succeeds=succeeds, options=["--trace", str(file)])
        return result, json.loads(file.read_text(encoding="utf-8"))["traceEvents"], file

    def check_nesting(self, events):
        tracks = collections.defaultdict(list)
        for event in events:
            self.assertIn(event["ph"], ("M", "X", "i"))
            if event["ph"] != "X":
                continue
            begin = nanoseconds(event["ts"])
            self.assertGreaterEqual(event["dur"], 0)
            tracks[event["pid"], event["tid"]].append((begin, begin + nanoseconds(event["dur"]), event["name"]))
        for (rank, track), spans in tracks.items():
            spans.sort(key=lambda span: (span[0], -span[1]))
            around = []
            for begin, end, name in spans:
                while around and around[-1][1] <= begin:
                    around.pop()
                if around:
                    self.assertEqual(track, HOST, f"{name} overlaps {around[-1]} on track {track} of rank {rank}")
                    self.assertLessEqual(end, around[-1][1], f"{name} leaves {around[-1]} on rank {rank}")
                around.append((begin, end, name))

    def check_bytes(self, result, events, ranks):
        counted = result.transfers("total")
        self.assertEqual(sorted(counted), list(range(ranks)), result.log)
        sums = {rank: {"to_device": [0, 0, 0], "to_host": [0, 0, 0]} for rank in range(ranks)}
        for event in events:
            if event.get("cat") != "copy":
                continue
            up = event["args"]["direction"] == "host->device"
            self.assertEqual(event["tid"], TO_DEVICE if up else TO_HOST)
            self.assertIn(event["args"]["cause"], ("routine", "sync", "copyback", "hook"))
            self.assertEqual(sum(event["args"]["slots"].values()), event["args"]["bytes"])
            total = sums[event["pid"]]["to_device" if up else "to_host"]
            for i, number in enumerate((1, event["args"]["bytes"], event["args"]["moved"])):
                total[i] += number
        for rank, count in counted.items():
            self.assertEqual({key: tuple(value) for key, value in sums[rank].items()}, count, f"rank {rank}")
        self.assertGreater(sums[0]["to_host"][1], 0)

    def check_words(self, events, device):
        kinds = collections.Counter((event["pid"], event["cat"]) for event in events if event["ph"] == "X")
        for rank in range(2):
            for kind in ("iteration", "bin", "routine", "output", "function", "kernel", "copy", "exchange", "reduction",
                         "wait", "pack", "unpack"):
                self.assertGreater(kinds[rank, kind], 0, f"{kind} on rank {rank}")
            self.assertEqual(kinds[rank, "iteration"], 13)
        clocks = {event["args"]["clock"] for event in events if event["ph"] == "X" and event["tid"] != HOST}
        self.assertEqual(clocks, {"device" if device == "opencl" else "host"})
        exchanged = collections.Counter()
        for event in events:
            if event.get("cat") == "exchange":
                self.assertEqual(event["args"]["neighbours"], str(1 - event["pid"]))
                exchanged[event["pid"], "sent"] += event["args"]["sent"]
                exchanged[event["pid"], "received"] += event["args"]["received"]
        plane = 12 * 21 * 19 * 8  # bytes of the faces along the slowest axis, in 12 iterations
        self.assertEqual(set(exchanged.values()), {plane})

    def test_two_ranks_with_output(self):
        for device in ("checked", "opencl"):
            with self.subTest(device=device):
                result, events, file = self.traced(simple(device))
                self.check_nesting(events)
                self.check_bytes(result, events, 2)
                self.check_words(events, device)
                for words in ("trace: sums over 2 ranks", "sync wavetoy::boundary", "overlap: ", "wait for"):
                    self.assertIn(words, result.log)
                self.check_history(self.nopal("explain", file, "wavetoy::phi").stdout, device)

    def check_history(self, text, device):
        strips = 2 * 21 * 19 * 8
        for words in ("wavetoy::phi: gf, 3 timelevels; ", f".yaml, iterations 0 to 12, 2 ranks, device {device}\n",
                      "  initial: written by wavetoy::initial: phi@0, phi@1, phi@2 (everywhere) valid on the device\n",
                      "iteration 1\n  cycle of timelevels: timelevels move up, phi@0 is valid nowhere\n"
                      "  evol: written by wavetoy::evolve: phi@0 (interior) valid on the device\n"
                      "  evol: written by wavetoy::boundary: phi@0 (boundary) valid on the device\n"
                      f"  evol: sync of wavetoy::boundary: strips of phi@0 device->host, {strips} bytes; strips of "
                      f"phi@0 host->device, {strips} bytes; phi@0 (ghosts) valid on the device\n"
                      "iterations 2 to 3: as iteration 1\niteration 4\n",
                      "  output: reduced for tsv::norms: moments of phi@0 (owned) device->host, 1792 bytes\n",
                      "  output: read by hdf5::write: phi@0 (owned) device->host, 54264 bytes; phi@0 (owned) valid on "
                      "the host\n",
                      "at the end\n  phi@0 is valid on the device (everywhere), on the host (owned)\n"):
            self.assertIn(words, text)

    def test_every_copy_has_its_cause(self):
        """Traces with copies of copyback, and without any copy."""
        result, events, file = self.traced(simple("checked", accelerator={"copy_back_vars": "all"}), ranks=1)
        self.check_bytes(result, events, 1)
        causes = {event["args"]["cause"] for event in events if event.get("cat") == "copy"}
        self.assertEqual(causes, {"copyback", "routine"})
        self.assertIn("copyback: phi@0 (everywhere) device->host", self.nopal("explain", file, "wavetoy::phi").stdout)
        result, events, file = self.traced(simple("none"))
        self.check_nesting(events)
        self.assertEqual([event for event in events if event.get("cat") == "copy"], [])
        text = self.nopal("explain", file, "wavetoy::phi").stdout
        self.assertIn("it was never copied between host and device", text)
        for wrong in ("phi", "wavetoy::psi"):
            refused = self.nopal("explain", file, wrong, succeeds=False)
            self.assertEqual(refused.returncode, 1)
            self.assertIn(f'has no variable "{wrong}" (did you mean "wavetoy::phi"?)', refused.stderr)

    def test_the_trace_changes_nothing(self):
        content = simple("checked")
        plain, (traced, *_) = self.run_nopal(content, ranks=2), self.traced(content)
        self.assertEqual(plain.transfers("total"), traced.transfers("total"))
        self.assert_same_bits(plain.dataset(12, "wavetoy_phi"), traced.dataset(12, "wavetoy_phi"))

    def test_a_run_that_fails_leaves_what_it_knows(self):
        _, events, _ = self.traced(harness.content((16, 16), iterations=4, device="checked", faulty={"how": "error"}),
                                   succeeds=False)
        self.check_nesting(events)
        self.assertEqual({event["pid"] for event in events if event["ph"] == "X"}, {0, 1})

    def test_a_rank_that_fails_while_another_writes_the_trace_ends_the_job(self):
        content = harness.content((16, 16), iterations=4, faulty={"how": "late_error", "rank": 1})
        result, events, _ = self.traced(content, succeeds=False)
        self.assertIn("nopal: rank 1: faulty::fail_late (shutdown, iteration 4): it failed as asked", result.log)
        self.assertEqual({event["pid"] for event in events if event["ph"] == "X"}, {0, 1})
