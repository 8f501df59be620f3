"""Tests the check of functions: it finds planted long functions and accepts others."""

import pathlib
import tempfile
import unittest

import functions

SHORT, LONG = ["  step();"] * functions.MOST_LINES, ["  step();"] * (functions.MOST_LINES + 1)
HEADS = {
    "function": "void run() {",
    "const member": "int Run::seconds() const {",
    "broken head": "void run(const Session& session,\n         const Options& options) {",
    "constructor": "Run::Run(const Session& session)\n    : session_(session), rank_(session.rank()) {",
    "member in a class": "class Run {\n  void run() {",
}


def violations(path, lines):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / path
        file.parent.mkdir(parents=True)
        file.write_text("\n".join(lines) + "\n")
        return list(functions.violations(pathlib.Path(folder)))


class Functions(unittest.TestCase):
    def test_long_functions_are_found_and_short_ones_pass(self):
        for name, head in HEADS.items():
            with self.subTest(name):
                indentation = "  " if head.startswith("class") else ""
                end = [indentation + "}"] + (["};"] if indentation else [])
                body = [[indentation + line for line in lines] for lines in (SHORT, LONG)]
                self.assertEqual(violations("core/a.cpp", head.split("\n") + body[0] + end), [])
                found = violations("core/a.cpp", head.split("\n") + body[1] + end)
                self.assertEqual(len(found), 1)
                self.assertIn(f"core/a.cpp:{head.count(chr(10)) + 1}: {len(LONG)} lines", found[0])

    def test_blocks_and_namespaces_are_no_functions(self):
        for head in ("namespace nopal {", "class Run {", "  if (is_long()) {", "const Table table = {"):
            with self.subTest(head):
                self.assertEqual(violations("driver/a.cpp", [head, *LONG, "}"]), [])

    def test_other_folders_are_not_checked(self):
        self.assertEqual(violations("tests/a.cpp", ["void run() {", *LONG, "}"]), [])
