"""Mistakes that a user can correct."""

import sys


class Trouble(Exception):
    """The message says what was found, what was expected, where, and what to do."""


def warn(text):
    print(f"warning: {text}", file=sys.stderr)


def listed(items, most=12):
    """Returns "1, 2, 3". Of many items it has the first ones and the last."""
    words = [str(item) for item in items]
    if len(words) > most:
        words = words[:most - 2] + ["..."] + words[-1:]
    return ", ".join(words)
