#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Walks the section "Your first protocol" of README.md and compares what it prints with the transcript:
# readme_test.py PROGRAM; with --write it writes the transcript anew.
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TRANSCRIPT = pathlib.Path(__file__).resolve().parent / "testdata" / "first_protocol.txt"
SECTION = "Your first protocol"
PROGRAM = ""


def blocks(language):
    """The fenced blocks of the section in one language."""
    section = (ROOT / "README.md").read_text().split(f"\n## {SECTION}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def commands():
    return [line for block in blocks("sh") for line in block.splitlines()]


def normalised(text):
    """Without what differs between two walks."""
    text = re.sub(r"\b[0-9a-f]{64}\b", "DIGEST", text)
    text = re.sub(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "TIME", text)
    return re.sub(r"note    the program was built from a modified tree.*\n", "", text)


def walk(folder):
    """Runs the commands one after the other in a folder like the repository; all that a reader sees."""
    (folder / "tools").mkdir()
    (folder / "tools" / "membound").symlink_to(pathlib.Path(PROGRAM).resolve())
    (folder / "protocols").mkdir()
    shutil.copy(ROOT / "protocols" / "protocol.schema.json", folder / "protocols")
    seen = ""
    for command in commands():
        done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=60, check=False)
        code = f"(exit code {done.returncode})\n" if done.returncode else ""
        seen += f"$ {command}\n{done.stdout}{code}"
    return normalised(seen)


class FirstProtocol(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.seen = walk(pathlib.Path(temporary.name))

    def test_goes_as_the_transcript_says(self):
        self.assertEqual(self.seen, TRANSCRIPT.read_text())

    def test_prints_what_the_readme_shows(self):
        self.assertNotEqual(blocks("text"), [])
        for shown in blocks("text"):
            self.assertIn(shown, self.seen)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    if sys.argv[1:] == ["--write"]:
        with tempfile.TemporaryDirectory() as scratch:
            TRANSCRIPT.write_text(walk(pathlib.Path(scratch)))
    else:
        unittest.main(verbosity=1)
