"""Mistakes that a user can correct, and what is told about a mesh on the way."""

import importlib
import sys

from nopal_plot.trouble import Trouble, listed

__all__ = ["Trouble", "counted", "listed", "module", "numbers"]


def module(name, package, what):
    """Returns a module of Python, or says how to install it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        raise Trouble(f"{what} needs Python's module '{missing.name}', which is missing for {sys.executable}: "
                      f"apt-get install {package}") from missing


def counted(number, noun, plural=None):
    """Returns "1 cell", "2 cells"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def numbers(values):
    """Returns a few of many numbers."""
    return listed(values, most=8)
