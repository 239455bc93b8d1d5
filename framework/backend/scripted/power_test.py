#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests pilot, forecast and the freezer's refusal on prescribed times: power_test.py PROGRAM.
import json
import sys
import time
import unittest

import pipeline_test
from pipeline_test import Pipeline, protocol

NARROW = "  narrow: {quantity: {speedup: {of: fast, over: slow}}, between: [1.999, 2.001], because: prescribed}"
WIDE = "  wide: {quantity: {speedup: {of: fast, over: slow}}, between: [1.5, 2.5], because: prescribed}"
ORDER = "  order: {order: [fast, slow], because: prescribed}"
REASON = "a first look at this machine, | and no more"


class Power(Pipeline):
    def setUp(self):
        super().setUp()
        self.pilot_file = self.file.with_suffix("").with_suffix(".pilot.json")
        self.prescribe(times={**pipeline_test.TIMES, "again": [2000, 1990, 2010, 2005, 1995]}, jitter=0.02)

    def draft(self, *predictions):
        text = protocol(predictions=predictions)
        self.write(text.replace("slow: {kernel: doubling/plain, role: treatment}",
                                "slow: {kernel: doubling/plain, role: baseline}"))

    def pilot(self):
        return self.call("plan", self.file, "--pilot", "--quiet", "--db", self.home / "scratch.db").stdout

    def test_a_pilot_runs_the_baseline_alone_and_is_exploratory(self):
        self.draft(WIDE)
        self.pilot()
        self.database = self.home / "scratch.db"
        arms = self.rows("SELECT DISTINCT arm FROM cell WHERE kind = 'arm' ORDER BY arm")
        self.assertEqual(arms, [("again",), ("slow",)])
        self.assertEqual(self.rows("SELECT exploratory FROM run"), [(1,)])
        self.assertEqual(self.rows("SELECT count(*) FROM verdict"), [(0,)])

    def test_a_pilot_may_be_repeated_as_may_any_exploratory_run(self):
        self.draft(WIDE)
        self.pilot()
        time.sleep(1.1)  # another second on the clock
        self.pilot()
        self.run_protocol("--exploratory", "--quiet")
        self.run_protocol("--quiet")
        self.run_protocol("--exploratory", "--quiet")
        self.call("report")  # it lists the later runs too
        self.call("verify")
        self.assertEqual(self.rows("SELECT count(*) FROM protocol"), [(2,)])  # explored twice, frozen once

    def test_plan_shows_chances_time_and_what_it_recommends(self):
        self.draft(WIDE, ORDER)
        text = self.pilot()
        self.assertRegex(text, r"wide +small +\d+\.\d\d % +1\.00 0\.00 0\.00 \|")
        self.assertRegex(text, r"order +small .* holds 4 times in 5 when the truth is \d+\.\d\d % beyond")
        self.assertRegex(text, r"recommended: invocations: \d+, rounds: \d+")
        self.assertEqual(self.call("plan", self.file).stdout, text)  # the pilot is kept

    def test_plan_without_a_pilot_says_how_to_get_one(self):
        self.assertIn("--pilot", self.call("plan", self.file).stdout)
        self.assertIn("plan --pilot", self.call("freeze", self.file).stdout)

    def test_a_pilot_needs_a_baseline(self):
        self.assertIn("role baseline", self.call("plan", self.file, "--pilot", expect=2).stderr)

    def test_what_is_hopeless_is_not_frozen(self):
        self.draft(NARROW, WIDE)
        self.pilot()
        refusal = self.call("freeze", self.file, expect=2).stderr
        self.assertIn("narrow on small", refusal)
        self.assertNotIn("wide on small", refusal)
        self.assertIn("--accept-low-power", self.call("run", self.file, expect=2).stderr)
        self.assertFalse(self.file.with_suffix("").with_suffix(".frozen.yaml").exists())

    def test_a_reason_lets_it_be_frozen_and_is_printed_in_the_report(self):
        self.draft(NARROW)
        self.pilot()
        self.call("freeze", self.file, "--accept-low-power", REASON)
        self.run_protocol()
        report = (self.home / "reports" / "example.md").read_text()
        self.assertIn("frozen in spite of low power", report)
        self.assertIn("a first look at this machine", report)
        self.assertIn("chance to hold at the centre", report)

    def test_what_can_decide_is_frozen_with_what_the_pilot_foretold(self):
        self.draft(WIDE)
        self.pilot()
        self.call("freeze", self.file)
        self.assertIn("wide 1.00", self.file.with_suffix("").with_suffix(".frozen.yaml").read_text())

    def test_a_pilot_file_that_is_damaged_is_refused_with_the_remedy(self):
        self.draft(WIDE)
        for content in ("", "{}", "[1]", json.dumps({"cases": 3})):
            self.pilot_file.write_text(content)
            self.assertIn("plan --pilot", self.call("freeze", self.file, expect=2).stderr)


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
