"""Whole runs with compiled kernels on disk: empty, filled, damaged, not writable, shared by jobs at the same time."""

import concurrent.futures
import pathlib
import shutil
import struct

import harness

USELESS = "cannot be used"


def digest(text):
    """The checksum of an entry."""
    sums = [0xCBF29CE484222325, 0x9E3779B97F4A7C15]
    for byte in text:
        sums = [((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF for value in sums]
    return "".join(f"{value:016x}" for value in sums).encode()


def of_no_driver(entry):
    """Replaces the code of an entry and makes the checksum fit. Only the driver can find that."""
    magic, header, rest = entry.split(b"\n", 2)
    label, key = map(int, header.split()[:2])
    body = rest[:label + key] + struct.pack("<16Q", *range(16))
    return b"\n".join([magic, b"%d %d %d %s" % (label, key, 128, digest(body)), body])


class KernelCache(harness.Case):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "kernels"
        self.content = harness.wave([12, 12, 12], iterations=2, device="opencl", shape="gaussian",
                                    tsv={"every": 1, "norms": ["wavetoy::phi"]})

    def run_job(self, ranks=4, parfile=None, **variables):
        """Returns the log and the norms. The norms have the same bits in every state of the cache."""
        result = self.run_nopal(parfile or self.content, ranks, variables={"NOPAL_CACHE": str(self.cache)} | variables)
        return result.log, result.text("wavetoy-phi.norms.tsv")

    def cached(self, *words):
        return self.nopal("cache", *words, variables={"NOPAL_CACHE": str(self.cache)}).stdout

    def state(self):
        """The files of the cache, with inode number and time, which differ if a file is replaced."""
        return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in self.cache.iterdir()}

    def entries(self):
        return sorted(self.cache.glob("*.kernel"))

    def test_cold_warm_and_damaged(self):
        log, norms = self.run_job()
        self.assertNotIn("warning", log)
        cold = self.state()
        self.assertGreaterEqual(len(cold), 4)
        self.assertEqual({pathlib.Path(name).suffix for name in cold}, {".kernel"}, "nothing but entries is left")
        self.assertEqual(norms, self.run_job()[1])
        self.assertEqual(self.state(), cold, "nothing was compiled again")

        shown = self.cached("show")
        self.assertIn(f"compiled kernels in {self.cache} (NOPAL_CACHE says so):\n  opencl: ", shown)
        self.assertEqual(shown.count("wavetoy::evolve"), 1, shown)
        self.assertIn(f"\n  {len(cold)} kernels, ", shown)

        entries = self.entries()
        good = [path.read_bytes() for path in entries]
        middle = len(good[2]) // 2
        for path, content in zip(entries, [
                b"", of_no_driver(good[1]), good[2][:middle] + bytes([good[2][middle] ^ 1]) + good[2][middle + 1:], good[0],
                good[4][:-1] if len(good) > 4 else b""]):
            path.write_bytes(content)
        entries[0].unlink()
        entries[0].mkdir()
        damaged = min(5, len(entries))
        shown = self.cached("show")
        self.assertEqual(shown.count(f"{self.cache}/"), damaged - 1, "what only the driver can find is not seen")
        log, again = self.run_job()
        self.assertEqual(again, norms)
        self.assertEqual(log.count(USELESS), damaged, log)
        for text in ("it is a folder", "the driver of the device does not accept it", "its checksum is wrong", "it holds another kernel"):
            self.assertEqual(log.count(text), 1, log)
        mended = self.state()
        log, again = self.run_job()
        self.assertEqual(again, norms)
        self.assertNotIn("warning", log)
        self.assertEqual(self.state(), mended)

    def test_whichever_rank_finds_damage_it_is_told(self):
        self.run_job()
        entries = self.entries()
        for path in entries:
            path.write_bytes(path.read_bytes()[:-1])
        log, _ = self.run_job()
        self.assertEqual(log.count(USELESS), len(entries), log)
        self.assertEqual(log.count('"reductions"'), 1, log)

    def test_a_folder_that_cannot_be_written(self):
        _, norms = self.run_job()
        log, again = self.run_job(NOPAL_CACHE="/proc")  # not even by root
        self.assertEqual(again, norms)
        self.assertEqual(log.count("compiled kernels are not kept"), 1, log)

    def test_two_jobs_at_once_and_one_that_was_killed(self):
        variables = {"NOPAL_CACHE": str(self.cache), "POCL_CACHE_DIR": f"{self.folder}/pocl"}
        with harness.started(self.parfile(self.content), self.folder, ranks=2, variables=variables) as process:
            self.wait_until(lambda: process.poll() is not None or any(self.cache.glob("*.lock")), "a lock", pause=0.001)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            parfiles = [self.parfile(self.content), self.parfile(self.content)]
            (log, norms), (other_log, other_norms) = pool.map(lambda parfile: self.run_job(2, parfile), parfiles)
        self.assertEqual(norms, other_norms)
        self.assertNotIn("warning", log + other_log)
        self.assertEqual(list(self.cache.glob("*.lock")), [])
        self.assertNotIn("damaged", self.cached("show"))

    def test_clear_removes_what_it_says_and_nothing_else(self):
        self.assertIn("  0 kernels, 0 bytes; ", self.cached("show"))
        self.assertTrue(self.cached("clear").startswith("removed 0 kernels, 0 bytes, from "))
        self.run_job(ranks=1)
        (self.cache / "notes.txt").write_text("of a user")
        (self.cache / ("0" * 32 + ".kernel")).write_text("damaged")
        (self.cache / ("0" * 32 + ".kernel.0123456789abcdef.new")).write_text("begun")
        shutil.copy(self.entries()[-1], self.cache / "copy.kernel")
        n = len(self.entries()) - 2
        self.assertTrue(self.cached("clear", "--device", "cuda").startswith("removed 0 kernels"))
        text = self.cached("clear", "wavetoy", "--device", "opencl")
        left = len(self.entries()) - 2
        self.assertEqual(text.count("  wavetoy::"), n - left, text)
        self.assertIn(f"\nremoved {n - left} kernels, ", text)
        self.assertGreaterEqual(left, 1)
        text = self.cached("clear")
        self.assertIn(f"\nremoved {left + 1} kernels, ", text)
        self.assertIn("\nremoved 1 file of runs that were killed\nleft 2 files that nopal did not make\n", text)
        self.assertEqual(sorted(self.state()), ["copy.kernel", "notes.txt"])
