"""Tests the check of citations: it finds planted wrong citations and accepts right ones."""

import pathlib
import tempfile
import unittest

import citations
import includes


class Citations(unittest.TestCase):
    def violations(self, texts):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in texts.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return list(citations.violations(root))

    def test_dead_citations_are_found(self):
        for name, text, message in [
            ("docs/a.md", "see [b](b.md)", "docs/a.md:1: there is no file b.md"),
            ("docs/a.md", "# One\n[b](#two)", "docs/a.md:2: a.md has no heading #two"),
            ("README.md", "[b](docs/b.md)", "README.md:1: there is no file docs/b.md"),
            ("core/grid/a.hpp", "// see PLAN.md section 5", "core/grid/a.hpp:1: there is no page PLAN.md"),
            ("core/grid/a.hpp", "// docs/rules.md", "core/grid/a.hpp:1: there is no file docs/rules.md"),
            ("cmake/a.cmake", "# core/grid/b.hpp", "cmake/a.cmake:1: there is no file core/grid/b.hpp"),
            ("docs/a.md", "# One\nsee docs/a.md, Two", "docs/a.md:2: docs/a.md has no section Two"),
        ]:
            with self.subTest(text=text):
                self.assertIn(message, self.violations({name: text}))

    def test_right_citations_pass(self):
        self.assertEqual(self.violations({
            "docs/a.md": "# One thing\n## Two\n[b](../core/b.hpp) [c](#one-thing) [d](https://nopal.org/d.md)",
            "core/b.hpp": "// docs/a.md, Two, and README.md, <vector>, build/docs/none.md",
            "README.md": "[a](docs/a.md#one-thing)",
        }), [])

    def test_architecture_lists_each_folder_with_its_rank(self):
        page = "## Folders of core\n" + "".join(
            f"| {rank} | `{folder}` | … |\n" for rank, folders in enumerate(includes.RANKS["core"]) for folder in folders)
        self.assertEqual(self.violations({"docs/architecture.md": page + "## End\n"}), [])
        wrong = page.replace("| 1 | `base`", "| 2 | `base`") + "| 2 | `novel` | … |\n## End\n"
        self.assertEqual([text.split(" has ")[0] for text in self.violations({"docs/architecture.md": wrong})],
                         ["docs/architecture.md: core/base", "docs/architecture.md: core/novel"])
