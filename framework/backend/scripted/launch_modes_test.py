#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests launch modes isolated and chain from protocol file to report: launch_modes_test.py PROGRAM.
import sys
import unittest

import pipeline_test
from pipeline_test import THRICE, TIMES, TWICE, Pipeline, protocol

NULL = "stream/scripted_null"


class Modes(Pipeline):
    def write_mode(self, instrument, arms=None):
        text = protocol(arms=arms, predictions=(TWICE, THRICE))
        self.assertIn("launch: stream", text)
        self.write(text.replace("launch: stream", instrument))

    def report(self):
        return (self.home / "reports" / "example.md").read_text()

    def frozen(self):
        return (self.home / "protocols" / "example.frozen.yaml").read_text()


class Chain(Modes):
    def test_compares_every_link_and_says_so(self):
        self.write_mode("launch: chain")
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"twice": "held", "thrice": "falsified"})
        self.assertEqual(self.rows("SELECT DISTINCT copies FROM correctness JOIN cell USING (run, cell) "
                                   "WHERE kind = 'arm' AND passed = 1"), [(4,)])
        self.assertIn("in launch mode chain;", self.report())
        self.assertIn("links or copies compared", self.report())
        self.assertNotIn("flush", self.frozen())

    def test_voids_an_arm_that_does_not_wait_for_its_input(self):
        self.write_mode("launch: chain", arms={"slow": "plain", "fast": "impatient"})
        self.run_protocol()
        self.assertEqual(set(self.verdicts().values()), {"void"})

    def test_refuses_an_arm_that_cannot_be_a_link(self):
        self.write_mode("launch: chain", arms={"slow": "plain", "fast": "unlinked"})
        message = self.run_protocol(expect=2).stderr
        self.assertIn("kernel 'doubling/unlinked' cannot be a link of a chain", message)
        self.assertIn("doubling/plain", message)

    def test_refuses_settings_of_another_mode_and_a_chain_of_one(self):
        self.write_mode("launch: chain, flush: memset")
        self.assertIn("launch mode 'chain' has no such setting", self.run_protocol(expect=2).stderr)
        self.write(protocol().replace("launch: stream, launches: 4", "launch: chain, launches: 1"))
        self.assertIn("one launch is no chain", self.run_protocol(expect=2).stderr)


class Isolated(Modes):
    def test_freezes_and_prints_the_kind_of_flush(self):
        self.prescribe(times={**TIMES, NULL: [100]}, jitter=0.001)
        self.write_mode("launch: isolated")
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"twice": "held", "thrice": "falsified"})
        self.assertIn("flush: read", self.frozen())
        self.assertIn("caches flushed", self.report())
        self.assertIn("in launch mode isolated;", self.report())

    def test_refuses_arms_that_are_short_against_launching_nothing(self):
        self.prescribe(times={**TIMES, NULL: [300]}, jitter=0.001)
        self.write_mode("launch: isolated")
        self.run_protocol()
        self.assertEqual(set(self.verdicts().values()), {"not_run"})
        self.assertIn("less than five times as long", self.report())

    def test_accepts_them_when_the_protocol_says_so(self):
        self.prescribe(times={**TIMES, NULL: [300]}, jitter=0.001)
        self.write_mode("launch: isolated, short_launches: accept")
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"twice": "held", "thrice": "falsified"})
        self.assertIn("the cost of the clock readings counts", self.report())


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    del Pipeline
    unittest.main(verbosity=2)
