#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests arms that do not rotate, from protocol file to report: rotation_test.py PROGRAM.
import sys
import unittest

import pipeline_test
from pipeline_test import TIMES, Pipeline, protocol

ABOVE = "  above: {quantity: {share_of_ceiling: warm}, at_least: 150 %, because: it comes from the cache}"
RATIO = "  ratio: {quantity: {speedup: {of: warm, over: cold}}, at_least: 5, because: the cache is faster}"
ALONE = "  alone: {quantity: {time: cold}, at_most: 1 s, because: it is slow}"


class Rotation(Pipeline):
    def write_rotation(self, role="control", rotation=", rotation: none", launch="stream", predictions=(ABOVE, RATIO, ALONE)):
        text = protocol(arms={"cold": "plain", "warm": "plain"}, predictions=predictions)
        warm = "  warm: {kernel: doubling/plain, role: treatment}"
        self.assertIn(warm, text)
        text = text.replace(warm, f"  warm: {{kernel: doubling/plain, role: {role}{rotation}}}")
        self.write(text.replace("launch: stream", f"launch: {launch}"))

    def prescribe_warm(self, warm):
        self.prescribe(times={**TIMES, "cold": [2000], "warm": [warm], "stream/scripted_null": [1]}, jitter=0.001)

    def report(self):
        return (self.home / "reports" / "example.md").read_text()

    def test_uses_one_copy_and_may_be_faster_than_the_memory(self):
        self.prescribe_warm(1)
        self.write_rotation()
        self.assertRegex(self.call("plan", self.file).stdout, r"warm +doubling/plain +4 launches on one copy")
        self.run_protocol()
        self.assertEqual(set(self.verdicts().values()), {"held"})
        copies = dict(self.rows("SELECT DISTINCT arm, copies FROM binding JOIN cell USING (run, cell) WHERE kind = 'arm'"))
        self.assertEqual(copies["warm"], 1)
        self.assertGreater(copies["cold"], 1)
        compared = dict(self.rows("SELECT DISTINCT arm, copies FROM correctness JOIN cell USING (run, cell) WHERE kind = 'arm'"))
        self.assertEqual(compared, copies)
        self.assertEqual(self.rows("SELECT count(*) FROM repetition WHERE flags <> 0")[0][0], 0)
        report = self.report()
        for told in ["Warm caches of warm", "the caches of cold are cold", "`warm` keeps its caches warm"]:
            self.assertIn(told, report)

    def test_is_void_as_before_when_it_rotates(self):
        self.prescribe_warm(1)
        self.write_rotation(rotation="", predictions=(RATIO, ALONE))
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"ratio": "void", "alone": "held"})
        self.assertNotIn("Warm caches", self.report())

    def test_leaves_the_cold_gate_as_it_is(self):
        self.prescribe(times={**TIMES, "cold": [2000], "warm": [1], "stream/scripted_read@hot": [500]}, jitter=0.001)
        self.write_rotation()
        self.run_protocol()
        self.assertEqual(set(self.verdicts().values()), {"void"})

    def test_is_not_flushed_where_others_are(self):
        self.prescribe_warm(100)
        self.write_rotation(launch="isolated")
        self.run_protocol()
        flushed = dict(self.rows("SELECT DISTINCT arm, value FROM reading JOIN cell USING (run, cell) WHERE name = 'flushed'"))
        self.assertEqual(flushed, {"cold": 1, "warm": 0})

    def test_is_refused_for_what_is_to_be_measured(self):
        self.write_rotation(role="treatment")
        said = self.run_protocol(expect=2).stderr
        self.assertIn("'warm' would be measured with warm caches, as a treatment", said)
        self.assertIn("role: control, rotation: none", said)
        self.write_rotation(launch="chain")
        self.assertIn("cannot all use one copy", self.run_protocol(expect=2).stderr)
        self.assertFalse(self.database.exists())


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    del Pipeline
    unittest.main(verbosity=2)
