"""The name by which a tool was called: scripts/plot in the source folder, nopal-plot where it is installed."""

import pathlib
import sys


def called(name):
    """Returns the command for messages. `name`: that of the tool's file, such as "plot"."""
    word = pathlib.Path(sys.argv[0]).name
    return word if word.startswith("nopal-") else f"scripts/{name}"
