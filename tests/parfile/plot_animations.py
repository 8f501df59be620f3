"""scripts/plot makes animations with one frame for each iteration."""

import os
import subprocess

import numpy
from PIL import Image

import harness
from pictures import Picture, image
from plot_case import Plots


class Animations(Plots):
    def setUp(self):
        super().setUp()
        self.result = self.run_nopal(harness.wave((12, 10), iterations=16, shape="gaussian", wavetoy={"width": 0.15},
                                                  hdf5={"every": 4, "variables": ["wavetoy::phi"]}), ranks=2)
        self.fields = [self.result.dataset(iteration, "wavetoy_phi") for iteration in range(0, 17, 4)]
        self.limits = min(map(numpy.min, self.fields)), max(map(numpy.max, self.fields))

    def check_frames(self, frames, tolerance):
        self.assertEqual(len(frames), 5)
        for frame, field in zip(frames, self.fields):
            self.check_points(Picture(frame), field, *self.limits, tolerance=tolerance)

    def test_gif(self):
        path, = self.made(self.result.folder, "wavetoy::phi", "--animate", "gif", "--rate", 5)
        frames = []
        with Image.open(path) as animation:
            for n in range(animation.n_frames):
                animation.seek(n)
                frames.append(animation.convert("RGB"))
            self.assertEqual(animation.info["duration"], 200)
        self.check_frames(frames, 16)

    def test_mp4(self):
        path, = self.made(self.result.folder, "wavetoy::phi", "--animate", "mp4")
        subprocess.run(["ffmpeg", "-loglevel", "error", "-i", path, "-vsync", "0", self.folder / "frame%d.png"], check=True)
        self.check_frames([image(self.folder / f"frame{n}.png") for n in range(1, 6)], 60)
        self.assertFalse((self.folder / "frame6.png").exists())

    def test_no_ffmpeg(self):
        empty = self.folder / "empty"
        empty.mkdir()
        result = self.start(self.result.folder, "--animate", "mp4", succeeds=False,
                            environment=os.environ | {"PATH": str(empty)})
        self.assertIn("apt-get install ffmpeg, or use --animate gif", result.stderr)
