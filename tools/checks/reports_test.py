#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests that what is published comes from results.db and nowhere else: reports_test.py PROGRAM.
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ""


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


class Published(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)

    def call(self, *arguments):
        subprocess.run([PROGRAM, *map(str, arguments), "--db", str(ROOT / "results.db")], cwd=self.folder, check=True,
                       capture_output=True)

    def test_every_report_is_rebuilt_byte_for_byte(self):
        self.call("report", "--reports", self.folder / "reports")
        rebuilt = contents(self.folder / "reports")
        self.assertGreaterEqual(len(rebuilt), 2)
        self.assertEqual(sorted(rebuilt), sorted(contents(ROOT / "reports")))
        for name, text in contents(ROOT / "reports").items():
            self.assertEqual(text, rebuilt[name], name)

    def test_everything_that_is_published_verifies(self):
        done = subprocess.run([PROGRAM, "verify", "--db", str(ROOT / "results.db"), "--reports", str(ROOT / "reports"),
                               "--protocols", str(ROOT / "protocols")], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_protocol_of_the_readme_is_valid(self):
        text = (ROOT / "README.md").read_text()
        example = self.folder / "example.yaml"
        example.write_text(text.split("```yaml\n", 1)[1].split("```", 1)[0])
        done = subprocess.run([PROGRAM, "check", str(example)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_number_of_the_readme_that_is_spliced_is_current(self):
        page = self.folder / "README.md"
        shutil.copyfile(ROOT / "README.md", page)
        self.call("splice", page)
        self.assertEqual(page.read_text(), (ROOT / "README.md").read_text())


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
