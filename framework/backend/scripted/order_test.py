#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests arms in blocks, from protocol file to report: order_test.py PROGRAM.
import sys
import unittest

import pipeline_test
from pipeline_test import Pipeline, protocol

ROUNDS = 20
RIGHT = "  right: {quantity: {time: slow}, at_most: 1 s, because: it is right}"
OTHER = "  other: {quantity: {time: fast}, at_most: 1 s, because: it is right}"
CLAIM = "claims:\n  fast: {text: it is fast, requires: [right]}\n"


class Order(Pipeline):
    def write_order(self, order, arms=None):
        text = protocol(arms=arms, predictions=(RIGHT, OTHER), rounds=ROUNDS)
        self.write(text.replace("launch: stream", f"launch: stream, order: {order}"))

    def sequence(self):
        """[(round, cell, cell before)] of each invocation, by position."""
        found = {}
        for invocation, *row in self.rows("SELECT invocation, position, round, cell, predecessor FROM repetition "
                                          "ORDER BY invocation, position"):
            found.setdefault(invocation, []).append(tuple(row))
        return found

    def report(self):
        return (self.home / "reports" / "example.md").read_text()

    def test_runs_all_rounds_of_a_cell_before_the_next_and_records_it_so(self):
        self.write_order("blocked")
        self.run_protocol()
        cells = self.rows("SELECT count(*) FROM cell")[0][0]
        turns = [(round_, cell) for cell in range(cells) for round_ in range(ROUNDS)]
        before = [None] + [cell for _, cell in turns[:-1]]
        expected = [(at, *turns[at], before[at]) for at in range(len(turns))]
        self.assertEqual(self.sequence(), {invocation: expected for invocation in range(5)})

    def test_says_so_beside_the_verdicts(self):
        self.write_order("blocked")
        self.assertIn("all rounds of an arm run before those of the next", self.call("check", self.file).stderr
                      + self.call("check", self.file).stdout)
        self.assertIn("all rounds of each cell before the next, in this order: 0 1 2", self.call("plan", self.file).stdout)
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"right": "held", "other": "held"})
        self.assertIn("Arms in blocks", self.report())
        self.assertIn("order: blocked", (self.home / "protocols" / "example.frozen.yaml").read_text())

    def test_really_does_what_it_records(self):
        for order, outcome in [("blocked", "held"), ("shuffled", "void")]:
            with self.subTest(order=order):
                (self.home / "protocols" / "example.frozen.yaml").unlink(missing_ok=True)
                self.write_order(order, arms={"slow": "patient", "fast": "patient_too"})
                self.run_protocol()
                self.assertIn(outcome, self.verdicts().values())
                self.assertEqual(len(set(self.verdicts().values())), 1)

    def test_looks_at_what_every_repetition_leaves(self):
        self.write_order("blocked", arms={"slow": "plain", "fast": "fickle"})
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"right": "held", "other": "void"})

    def test_leaves_out_what_cannot_run(self):
        self.write_order("blocked", arms={"slow": "plain", "fast": "absent"})
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"right": "held", "other": "not_run"})
        self.assertEqual([at for at, *_ in self.sequence()[0]], list(range(len(self.sequence()[0]))))

    def test_refuses_a_claim(self):
        self.write_order("blocked")
        self.write(self.file.read_text() + CLAIM)
        self.assertIn("would rest on arms in blocks", self.run_protocol(expect=2).stderr)
        self.assertFalse(self.database.exists())


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    del Pipeline
    unittest.main(verbosity=2)
