#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests of files that cannot be read or written: files_test.py PROGRAM.
import sys
import unittest

import pipeline_test
from pipeline_test import Pipeline

TOO_LARGE = 16 * 1024 * 1024 + 1


class Read(Pipeline):
    def refusal(self, file):
        return self.call("check", file, expect=2).stderr

    def test_what_is_not_there(self):
        self.assertIn("there is no such file", self.refusal(self.home / "nothing.yaml"))

    def test_what_is_a_folder(self):
        self.assertIn("this is not a file", self.refusal(self.home / "protocols"))

    def test_what_is_too_large_to_be_a_protocol(self):
        with self.file.open("r+b") as file:
            file.truncate(TOO_LARGE)
        self.assertIn("too large to be a protocol", self.refusal(self.file))


class Written(Pipeline):
    def setUp(self):
        super().setUp()
        self.run_protocol("--quiet")

    def refusal(self, folder):
        return self.call("report", "--reports", folder, expect=1).stderr

    def test_below_what_is_no_folder(self):
        (self.home / "blocked").write_text("")
        said = self.refusal(self.home / "blocked" / "reports")
        self.assertIn("cannot write", said)
        self.assertIn("nothing was changed", said)

    def test_in_the_place_of_a_folder(self):
        (self.home / "pages" / "example.md" / "inside").mkdir(parents=True)
        self.assertIn("cannot write", self.refusal(self.home / "pages"))


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
