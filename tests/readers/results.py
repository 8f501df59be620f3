"""Shared code of the scripts of this folder. Each script opens the output of several runs with one reader and saves the
values that the reader returns, unchanged. Its only argument is a JSON file:

    {"folders": [...], "stem": "fields", "snippet": "page.py", "where": folder to run the snippet in, "out": "file.npz"}

The file `out` maps "<folder>|<iteration>|<record>|<what>" to arrays.
"""

import json
import os
import runpy
import sys

import numpy


class Results:
    def __init__(self):
        with open(sys.argv[1]) as file:
            self.task = json.load(file)
        self.arrays = {}

    @property
    def folders(self):
        return self.task["folders"]

    def add(self, folder, iteration, record, **arrays):
        for what, array in arrays.items():
            self.arrays[f"{folder}|{iteration}|{record}|{what}"] = numpy.asarray(array)

    def run_snippet(self):
        """Runs the code of the page unchanged. Returns its variables."""
        os.chdir(self.task["where"])
        return runpy.run_path(self.task["snippet"])

    def save(self):
        numpy.savez(self.task["out"], **self.arrays)
