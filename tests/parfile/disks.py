"""During a run the disk gets full or read-only, or the output folder disappears. The error must be clear, no rank may
wait, and earlier output must not be lost."""

import shutil
import subprocess

import h5py
from PIL import Image

import harness

LONG = 10**9  # iterations; the disk ends the run
BACKGROUND = "hdf5 in the background"
# For each writer: the names of its outputs, and its section.
WRITERS = {
    "tsv": ("wavetoy-phi.norms.tsv", {"every": 1, "norms": ["wavetoy::phi"], "lines": ["wavetoy::phi"]}),
    "hdf5": ("fields_*.h5", {"every": 5, "variables": ["wavetoy::phi"]}),
    BACKGROUND: ("fields_*.h5", {"every": 5, "variables": ["wavetoy::phi"], "background": True}),
    "checkpoint": ("checkpoint_*", {"every": 5, "keep": 10**6}),
    "slices": ("wavetoy-phi.xy_*.png", {"every": 5, "variables": ["wavetoy::phi"], "width": 400, "height": 320}),
}
FOLDERS_OF_FILES = ("hdf5", BACKGROUND, "checkpoint")


def wave(writer, folder, iterations=LONG):
    return harness.wave((40, 31), iterations=iterations, wavetoy={"energy_every": 3},
                        driver={"walltime": 100.0, "output": str(folder)}, **{writer.split()[0]: WRITERS[writer][1]})


class Disks(harness.Case):
    def expect_sound(self, writer, folder):
        """Every file with its final name must be complete. Returns the number of such files."""
        found = sorted(folder.glob(WRITERS[writer][0]))
        if writer == "tsv":
            lines = (folder / "wavetoy-phi.norms.tsv").read_text().split("\n")[:-1]
            rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
            self.assertEqual({len(row) for row in rows}, {len(rows[0])})
            self.assertEqual([int(row[0]) for row in rows], list(range(len(rows))))
            return len(rows)
        for n, path in enumerate(found):
            if writer == "slices":
                self.assertEqual(path.name, f"wavetoy-phi.xy_{5 * n:08d}.png")
                with Image.open(path) as picture:
                    picture.load()
                    self.assertEqual(picture.size, (400, 320))
            elif writer == "checkpoint":
                self.run_nopal(wave(writer, self.folder / "trial", iterations=1), options=["--recover", str(path)],
                               sets=["checkpoint.every=0"])
            else:
                with h5py.File(path) as file:
                    self.assertEqual(file[f"data/{5 * n}/meshes/wavetoy_phi"][()].shape, (32, 41), path)
        return len(found)

    def test_full(self):
        for writer in WRITERS:
            with self.subTest(writer):
                folder = self.mounted("size=900k") / "out"
                log = self.run_nopal(wave(writer, folder), ranks=2, succeeds=False).log
                self.assertRegex(log, f"(?s){writer.split()[0]}::.*No space left on device.*free space there")
                self.assertGreater(self.expect_sound(writer, folder), 2)
                self.assertEqual(sorted(folder.glob(".*")), [], "nothing unfinished stays")

    def during(self, writer, folder, change):
        """Calls `change` when there is output, and returns the log of the run, which must fail."""
        with self.running(wave(writer, folder), WRITERS[writer][0], folder=folder, succeeds=False) as run:
            change()
        return run.log

    def test_becomes_read_only(self):
        for writer in FOLDERS_OF_FILES:  # a file system with files open for writing cannot become read-only
            with self.subTest(writer):
                disk = self.mounted("size=400000k")

                def change(disk=disk):
                    self.wait_until(lambda: subprocess.run(["mount", "-o", "remount,ro", disk], check=False,
                                                           capture_output=True).returncode == 0, "read-only")

                log = self.during(writer, disk / "out", change)
                self.assertRegex(log, f"(?s){writer.split()[0]}::.*(Read-only file system|READ_ONLY)")
                self.assertRegex(log, f"(?s){writer.split()[0]}::.*set driver.output")
                subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
                if writer == "checkpoint":
                    for path in sorted((disk / "out").glob("checkpoint_*"))[:-1]:
                        shutil.rmtree(path)
                self.assertGreater(self.expect_sound(writer, disk / "out"), 0)

    def test_loses_the_folder(self):
        for writer in FOLDERS_OF_FILES:
            with self.subTest(writer):
                folder = self.folder / f"out{self.runs}"
                away = folder.with_suffix(".away")
                log = self.during(writer, folder, lambda folder=folder, away=away: folder.rename(away))
                self.assertRegex(log, f"(?s){writer.split()[0]}::.*([Nn]o such file|can't retrieve stat info)")
                self.assertGreater(self.expect_sound(writer, away), 0)

    def test_loses_files_that_are_open(self):
        folder = self.folder / "out"

        def remove():  # fails while the run writes its record there
            shutil.rmtree(folder, ignore_errors=True)
            return not folder.exists()

        log = self.during("tsv", folder, lambda: self.wait_until(remove, "the folder is gone"))
        self.assertRegex(log, "tsv::.*was removed during the run")
