#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# What an arm and what a device may do wrong in a run, and what it costs: faults_test.py PROGRAM.
import sys
import unittest

import pipeline_test
from pipeline_test import TIMES, TWICE, Pipeline, protocol


class Arms(Pipeline):
    """What an arm may do wrong, and what it costs."""

    def outcome_with(self, kernel, *options, expect=0):
        self.write(protocol(arms={"slow": "plain", "fast": kernel, "other": "other"}, predictions=(
            TWICE, "  unharmed: {quantity: {time: slow}, at_most: 1 s, because: it has nothing to do with the other}")))
        self.run_protocol(*options, expect=expect)
        verdicts = self.verdicts()
        self.assertEqual(verdicts["unharmed"], "held")
        return verdicts["twice"]

    def reason(self):
        return self.rows("SELECT c.reason FROM case_verdict c JOIN verdict USING (run, rules, place) WHERE prediction = 'twice'")[0][0]

    def test_a_wrong_result_is_void(self):
        self.assertEqual(self.outcome_with("wrong"), "void")

    def test_a_result_that_is_only_half_written_is_void(self):
        self.assertEqual(self.outcome_with("partial"), "void")

    def test_doing_nothing_is_void(self):
        self.assertEqual(self.outcome_with("nothing"), "void")

    def test_becoming_wrong_while_timed_is_void(self):
        self.assertEqual(self.outcome_with("fickle"), "void")
        failed = self.rows("SELECT DISTINCT arm, moment FROM correctness JOIN cell USING (run, cell) WHERE NOT passed")
        self.assertEqual(failed, [("fast", "after")])

    def test_a_crash_costs_the_arm_and_one_invocation(self):
        self.assertEqual(self.outcome_with("crash_later"), "not_run")
        self.assertEqual(self.rows("SELECT count(*) FROM invocation"), [(6,)])
        self.assertIn("brought down", self.reason())
        events = self.rows("SELECT kind, detail FROM event ORDER BY sequence")
        self.assertIn("crashed", [kind for kind, _ in events])
        self.assertTrue(any("doubling/crash" in detail for _, detail in events))

    def test_a_crash_costs_no_invocation_where_an_arm_is_run_before_they_begin(self):
        self.outcome_with("crash")
        self.assertEqual(self.rows("SELECT count(*) FROM invocation"), [(5,)])

    def test_a_hang_costs_the_arm_and_one_invocation(self):
        self.assertEqual(self.outcome_with("hang", "--deadline", "1"), "not_run")
        self.assertIn("hung", [kind for kind, in self.rows("SELECT kind FROM event")])

    def test_a_refusal_to_be_bound_costs_the_arm(self):
        self.assertEqual(self.outcome_with("refuse"), "not_run")

    def test_absence_on_the_device_is_not_run_with_its_reason(self):
        self.assertEqual(self.outcome_with("absent"), "not_run")
        self.assertIn("a device of tomorrow", self.reason())

    def test_faster_than_the_memory_is_void(self):
        self.prescribe(times={**TIMES, "fast": [1]}, jitter=0.001)
        self.assertEqual(self.outcome_with("plain"), "void")
        self.assertIn("above_ceiling", self.reason())


class Device(Pipeline):
    """What the device reports of itself."""

    def reported(self, incidents, expect=0):
        self.prescribe(times=TIMES, jitter=0.001, incidents=incidents)
        done = self.run_protocol(expect=expect)
        return done, self.rows("SELECT DISTINCT invocation, detail FROM event WHERE kind = 'device' ORDER BY invocation")

    def test_fault_of_another_program_is_kept_and_said(self):
        _, told = self.reported({"Xid 31: a kernel accessed memory that is not mapped": False})
        self.assertEqual(told, [(i, "Xid 31: a kernel accessed memory that is not mapped") for i in range(5)])
        self.assertEqual(self.verdicts(), {"twice": "held", "thrice": "falsified"})
        self.assertRegex((self.home / "reports" / "example.md").read_text(),
                         r"\*\*device\*\* in invocation 0, .*: Xid 31: a kernel accessed memory")

    def test_device_that_cannot_be_trusted_ends_the_run_and_no_arm_is_blamed(self):
        done, told = self.reported({"Xid 48: uncorrectable memory error": True}, expect=1)
        self.assertEqual(told, [(0, "Xid 48: uncorrectable memory error")])
        self.assertIn("the device cannot be trusted: Xid 48", done.stderr)
        self.assertEqual(self.rows("SELECT detail FROM event WHERE kind = 'crashed'"),
                         [("worker ended with exit code 1 outside any cell",)])
        self.assertEqual(self.rows("SELECT count(*) FROM repetition"), [(0,)], "its round is not kept")
        self.assertEqual(self.verdicts(), {})


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
