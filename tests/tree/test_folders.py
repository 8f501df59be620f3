"""Tests the check of folders: it finds a folder that is not listed, and leaves out what is not committed."""

import pathlib
import subprocess
import tempfile
import unittest

import folders

TABLE = "# A\n\n## Top-level folders\n\n| folder | what |\n|---|---|\n| `core/`, `core/api/` | a |\n| `tests/` | `bad/` |\n\n## B\n\n| `no/` |\n"


class Folders(unittest.TestCase):
    def test_the_table_is_read(self):
        self.assertEqual(folders.listed(TABLE), {"core", "tests"})

    def test_a_clone_has_the_folders_in_its_index(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            self.assertIsNone(folders.of_tree(root))
            subprocess.run(["git", "init", "-q", name], check=True)
            for folder in ("core", "acoustics", "output-of-a-run"):
                (root / folder).mkdir()
                (root / folder / "file").write_text("")
            subprocess.run(["git", "add", "core", "acoustics"], cwd=root, check=True)
            self.assertEqual(folders.of_tree(root), {"core", "acoustics"})
