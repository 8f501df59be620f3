"""Writes animations. Takes the pictures one by one."""

import itertools
import shutil
import subprocess
import tempfile

import numpy
from PIL import Image

from .trouble import Trouble

FORMATS = ("gif", "mp4")


def check(kind):
    if kind == "mp4" and shutil.which("ffmpeg") is None:
        raise Trouble("MP4 needs ffmpeg, which is not on the PATH: apt-get install ffmpeg, or use --animate gif")


def write(path, kind, frames, rate, colours):
    """Writes an animation. `frames` yields arrays (height, width, 3) of bytes, all of one size; `rate` is the number of
    pictures per second; `colours` is the colour map of the pictures, or None if they have only a few colours."""
    if kind == "gif":
        write_gif(path, frames, rate, colours)
    else:
        write_mp4(path, frames, rate)


def palette_of(colours):
    """The 256 colours of a GIF: most of them from the colour map, the others grey."""
    greys = numpy.repeat(numpy.linspace(0, 255, 40).round().astype(numpy.uint8)[:, None], 3, axis=1)
    mapped = (colours(numpy.linspace(0, 1, 256 - len(greys)))[:, :3] * 255).round().astype(numpy.uint8)
    palette = Image.new("P", (1, 1))
    palette.putpalette(numpy.concatenate((mapped, greys)).tobytes())
    return palette


def write_gif(path, frames, rate, colours):
    palette = palette_of(colours) if colours else None
    images = (Image.fromarray(frame).quantize(256, palette=palette, dither=Image.Dither.NONE) for frame in frames)
    next(images).save(path, "GIF", save_all=True, append_images=images, duration=round(1000 / rate), loop=0)


def write_mp4(path, frames, rate):
    first = next(frames)
    height, width, _ = first.shape
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}",
               "-r", str(rate), "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-f", "mp4",
               str(path)]
    with tempfile.TemporaryFile() as messages:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=messages, stderr=messages) as process:
            try:
                for frame in itertools.chain([first], frames):
                    process.stdin.write(numpy.ascontiguousarray(frame))
                process.stdin.close()
            except BrokenPipeError:
                pass  # the messages of ffmpeg follow below
        if process.returncode != 0:
            messages.seek(0)
            raise Trouble(f"ffmpeg could not write '{path}': {messages.read().decode(errors='replace').strip()}")
