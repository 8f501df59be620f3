"""During a run the disk gets full or read-only, or the output folder disappears. The error must be clear, no rank may
wait, and earlier output must not be lost."""

import shutil
import subprocess
import sys
import unittest

import h5py

import harness

LONG = 10**9  # iterations; the disk ends the run


def wave(thorn, folder, iterations=LONG):
    content = harness.wave((40, 31), iterations=iterations, wavetoy={"energy_every": 3},
                           driver={"walltime": 100.0, "output": str(folder)})
    background = thorn == BACKGROUND
    thorn = "hdf5" if background else thorn
    content["thorns"].append(thorn)
    content[thorn] = {"tsv": {"every": 1, "norms": ["wavetoy::phi"], "lines": ["wavetoy::phi"]},
                      "hdf5": {"every": 5, "variables": ["wavetoy::phi"], "background": background},
                      "checkpoint": {"every": 5, "keep": 10**6}}[thorn]
    return content


BACKGROUND = "hdf5 in the background"
WRITERS = ("tsv", "hdf5", BACKGROUND, "checkpoint")


class Disks(harness.Case):
    def disk(self, kilobytes):
        """Mounts a small file system and returns its folder."""
        path = self.folder / f"disk{self.runs}"
        path.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", path], check=False,
                                 capture_output=True)
        if mounted.returncode:
            self.skipTest("a small file system cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", path], check=False)
        return path

    def expect_sound(self, thorn, folder):
        """Every file with its final name must be complete. Returns the number of such files."""
        if thorn == "tsv":
            lines = (folder / "wavetoy-phi.norms.tsv").read_text().split("\n")[:-1]
            rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
            self.assertEqual({len(row) for row in rows}, {len(rows[0])})
            self.assertEqual([int(row[0]) for row in rows], list(range(len(rows))))
            return len(rows)
        if thorn in ("hdf5", BACKGROUND):
            files = sorted(folder.glob("fields_*.h5"))
            for n, path in enumerate(files):
                with h5py.File(path) as file:
                    self.assertEqual(file[f"data/{5 * n}/meshes/wavetoy_phi"][()].shape, (32, 41), path)
            return len(files)
        found = sorted(folder.glob("checkpoint_*"))
        for path in found:
            self.run_nopal(wave("checkpoint", self.folder / "trial", iterations=1), options=["--recover", str(path)],
                           sets=["checkpoint.every=0"])
        return len(found)

    def test_full(self):
        for thorn in WRITERS:
            with self.subTest(thorn):
                folder = self.disk(900) / "out"
                result = self.run_nopal(wave(thorn, folder), ranks=2, succeeds=False)
                self.assertRegex(result.log, f"{thorn.split()[0]}::.*No space left on device.*free space there")
                self.assertGreater(self.expect_sound(thorn, folder), 2)
                self.assertEqual(sorted(folder.glob(".*")), [], "nothing unfinished stays")

    def during(self, thorn, folder, change):
        parfile = self.parfile(wave(thorn, folder))
        first = {"tsv": "wavetoy-phi.x.tsv", "hdf5": "fields_*.h5", BACKGROUND: "fields_*.h5", "checkpoint": "checkpoint_*"}[thorn]
        with harness.started(parfile, self.folder, 2) as process:
            self.wait_until(lambda: list(folder.glob(first)), "output")
            change()
            log, _ = process.communicate(timeout=150)
        self.wait_for_ranks(parfile)
        self.assertNotEqual(process.returncode, 0, log)
        return log

    def test_becomes_read_only(self):
        for thorn in ("hdf5", BACKGROUND, "checkpoint"):  # a file system with files open for writing cannot become read-only
            with self.subTest(thorn):
                disk = self.disk(400000)

                def change(disk=disk):
                    self.wait_until(lambda: subprocess.run(["mount", "-o", "remount,ro", disk], check=False,
                                                           capture_output=True).returncode == 0, "read-only")

                log = self.during(thorn, disk / "out", change)
                self.assertRegex(log, f"(?s){thorn.split()[0]}::.*(Read-only file system|READ_ONLY)")
                self.assertRegex(log, f"(?s){thorn.split()[0]}::.*set driver.output")
                subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
                if thorn == "checkpoint":
                    for path in sorted((disk / "out").glob("checkpoint_*"))[:-1]:
                        shutil.rmtree(path)
                self.assertGreater(self.expect_sound(thorn, disk / "out"), 0)

    def test_loses_the_folder(self):
        for thorn in ("hdf5", BACKGROUND, "checkpoint"):
            with self.subTest(thorn):
                folder = self.folder / f"out{self.runs}"
                log = self.during(thorn, folder, lambda folder=folder: folder.rename(folder.with_suffix(".away")))
                self.assertRegex(log, f"(?s){thorn.split()[0]}::.*(No such file or directory|no such file|can't retrieve stat info)")
                self.assertGreater(self.expect_sound(thorn, folder.with_suffix(".away")), 0)

    def test_loses_files_that_are_open(self):
        folder = self.folder / "out"

        def remove():  # fails while the run writes its record there
            shutil.rmtree(folder, ignore_errors=True)
            return not folder.exists()

        log = self.during("tsv", folder, lambda: self.wait_until(remove, "the folder is gone"))
        self.assertRegex(log, "tsv::.*was removed while the run goes on")


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
