"""What a user can mend."""

import sys


class Trouble(Exception):
    """Says what was found, what was expected, where, and the fix."""


def warn(text):
    print(f"warning: {text}", file=sys.stderr)


def listed(items, most=12):
    """"1, 2, 3", or the first and the last of many."""
    words = [str(item) for item in items]
    if len(words) > most:
        words = words[:most - 2] + ["..."] + words[-1:]
    return ", ".join(words)
