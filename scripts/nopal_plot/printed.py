"""Commands that draw what a command of nopal has printed as JSON."""

import argparse
import json
import pathlib

from .called import called
from .saving import formats, save
from .trouble import Trouble


def read(path, command):
    """Returns the dictionary that a command of nopal has printed to a file."""
    try:
        found = json.loads(path.read_text())
    except OSError as error:
        raise Trouble(f"cannot read '{path}': {error.strerror}") from error
    except ValueError as error:
        raise Trouble(f"'{path}' is not what `{command}` prints: {error}") from error
    if not isinstance(found, dict):
        raise Trouble(f"'{path}' is not what `{command}` prints")
    return found


def run_command(name, text, file, draw, words, more=()):
    """Reads the words after `scripts/plot NAME` and saves the figure that draw(arguments) returns. `file`: what the file
    holds. `more`: further arguments, (name, options of argparse)."""
    parser = argparse.ArgumentParser(prog=f"{called('plot')} {name}", description=text,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", type=pathlib.Path, help=file)
    for word, options in more:
        parser.add_argument(word, **options)
    parser.add_argument("--format", metavar="LIST", default="png", help="format of the picture: png, svg, pdf, or several "
                        "of these, separated by commas (default: png)")
    parser.add_argument("--output", metavar="FOLDER", type=pathlib.Path, help="folder for the picture (default: that of "
                        "FILE)")
    arguments = parser.parse_args(words)
    chosen = formats(arguments.format)
    save(draw(arguments), arguments.output or arguments.file.parent, arguments.file.stem, chosen)
