"""Writes pictures to files."""

import contextlib
import os

from .figures import DPI
from .trouble import Trouble, listed

METADATA = {"png": {"Software": "nopal"}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}  # by format


def formats(text, hint=""):
    chosen = [word.strip() for word in text.split(",")]
    for word in chosen:
        if word not in METADATA:
            raise Trouble(f"--format {text}: found \"{word}\", expected {listed(METADATA)}{hint}")
    return chosen


def save(figure, folder, stem, chosen):
    """Writes a figure in each of the chosen formats."""
    for kind in chosen:
        write(folder, f"{stem}.{kind}",
              lambda path, kind=kind: figure.savefig(path, format=kind, dpi=DPI, metadata=METADATA[kind]))


def write(folder, name, writer):
    """Writes a file. It has another name until it is complete."""
    path = folder / name
    temporary = path.with_name(f".{name}.part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writer(temporary)
        os.replace(temporary, path)
    except OSError as error:
        raise Trouble(f"cannot write '{path}': {error.strerror or error}; --output names another folder") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    print(path, flush=True)
