"""tidy.py keeps a result until something changes that clang-tidy may see."""

import pathlib
import tempfile
import unittest

import tidy


class Hash(unittest.TestCase):
    def hash_of(self, text):
        with tempfile.NamedTemporaryFile() as file:
            path = pathlib.Path(file.name)
            path.write_text(text, encoding="utf-8")
            return tidy.text_hash(path)

    def test_lines_of_comments_do_not_count(self):
        self.assertEqual(self.hash_of("int x;\n// one\nint y;\n"), self.hash_of("int x;\n// other\n  /// more\nint y;\n"))

    def test_all_else_counts(self):
        for before, after in (("// a\n", "// NOLINT\n"), ("int x; // a\n", "int x; // b\n"), ("int x;\n", "long x;\n"),
                              ("// a\nint x;\n", "// a \\\nint x;\n"), ("int x;\n\n", "int x;\n"),
                              ("// NOLINTNEXTLINE\nint x;\n", "// NOLINTNEXTLINE\n// a\nint x;\n")):
            with self.subTest(before=before, after=after):
                self.assertNotEqual(self.hash_of(before), self.hash_of(after))


if __name__ == "__main__":
    unittest.main()
