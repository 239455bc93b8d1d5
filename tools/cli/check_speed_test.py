#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests that checking is quick enough to do on every key stroke, and that no file can hold it up:
# check_speed_test.py PROGRAM. Times are the best of several, since a busy machine only ever adds to them.
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
TRIALS = 7
MOST_FOR_A_LARGE_PROTOCOL = 0.050  # seconds
MOST_FOR_A_HOSTILE_FILE = 0.200
MEBIBYTE = 1 << 20

HEAD = """membound: 1
id: large
title: Is checking quick?
question: How long does it take?
rationale: Nothing in it is quadratic.
prior_data: none
workload: {name: gemv, format: f16}
cases:
  square: {rows: 4096, cols: 4096}
  wide: {rows: 4096, cols: 14336}
arms:
  before: {kernel: gemv/cpu_scalar, role: baseline}
  after: {kernel: gemv/cpu_threaded, role: treatment}
instrument: {launch: stream, launches: 6, warmup: 0.5 s, rounds: 8, invocations: 5}
analysis: standard
predictions:
"""
PREDICTION = """  p{0}:
    quantity: {{speedup: {{of: after, over: before}}}}
    between: [1.{0}, 4]
    cases: {{at_least: 1, of: [square, wide]}}
    because: it is number {0} of many
"""
HOSTILE = {
    "anchors": "- &a x\n", "documents": "---\na\n", "keys": "k#: 1\n", "items": "- a\n", "quotes": "\"a\" \"",
    "brackets": "[", "mistakes": "  p#: {order: [warp, warp], because: x}\n", "junk": "\x7f",
}


def repeated(piece):
    parts = []
    size = 0
    while size < MEBIBYTE:
        parts.append(piece.replace("#", str(len(parts))))
        size += len(parts[-1])
    return "".join(parts)[:MEBIBYTE]


class Speed(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.file = pathlib.Path(temporary.name) / "large.yaml"

    def seconds(self, expect):
        """Processor time of the quickest of several checks of the file, in user and system."""
        def spent():
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            return usage.ru_utime + usage.ru_stime
        trials = []
        for _ in range(TRIALS):
            before = spent()
            done = subprocess.run([PROGRAM, "check", self.file], capture_output=True, check=False)
            trials.append(spent() - before)
            self.assertEqual(done.returncode, expect, done.stderr[-2000:])
        return min(trials)

    def test_of_two_hundred_predictions(self):
        self.file.write_text(HEAD + "".join(PREDICTION.format(i) for i in range(200)))
        took = self.seconds(expect=0)
        print(f"200 predictions: {1e3 * took:.1f} ms")
        self.assertLess(took, MOST_FOR_A_LARGE_PROTOCOL)

    def test_of_a_mebibyte_of_anything(self):
        for name, piece in HOSTILE.items():
            self.file.write_text(((HEAD if name == "mistakes" else "") + repeated(piece))[:MEBIBYTE])
            took = self.seconds(expect=2)
            print(f"1 MiB of {name}: {1e3 * took:.1f} ms")
            self.assertLess(took, MOST_FOR_A_HOSTILE_FILE, name)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=1)
