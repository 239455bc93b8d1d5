#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Every known way to deceive a harness is rejected by name and for the right reason: cheats_test.py PROGRAM.
# Those that need a GPU (a persisting cache window, another stream) stand in the tests of the CUDA backend.
import sys
import unittest

import pipeline_test
from pipeline_test import TIMES, TWICE, Pipeline, protocol

AFTER = r"is off by .+ after the timed launches"
BEFORE = r"is off by .+ before the timed launches"


class Deceived(Pipeline):
    """Two arms, of which one cheats; what it claims must be void and what the honest one claims must not."""

    def judged(self, cheat, times=None, **changes):
        arms = {"slow": "plain", "fast": cheat, "fair": "other"}
        fair = TWICE.replace("twice", "fair").replace("of: fast", "of: fair")
        self.write(protocol(arms=arms, predictions=(TWICE, fair), rounds=13, **changes))
        self.prescribe(times={**TIMES, "fair": TIMES["fast"], **(times or {})}, jitter=0.001)
        self.run_protocol()
        return dict(self.rows("SELECT prediction, reason FROM verdict WHERE outcome = 'void'"))

    def rejected(self, cheat, reason, **changes):
        void = self.judged(cheat, **changes)
        self.assertEqual(list(void), ["twice"], "the cheat alone is void")
        self.assertRegex(void["twice"], reason)
        self.assertIn("fast", void["twice"], "it is named")

    def events(self, kind):
        return [detail for (detail,) in self.rows(f"SELECT detail FROM event WHERE kind = '{kind}'")]


class Honest(Deceived):
    def test_nothing_is_void_without_a_cheat(self):
        self.assertEqual(self.judged("honest"), {})
        self.assertEqual(self.events("audited"), ["3"], "one invocation of the run is audited")
        self.assertIn("changed where they lie", (self.home / "reports" / "example.md").read_text())


class Kept(Deceived):
    """What was computed or copied earlier: right and fast for as long as the inputs stay what they were."""

    def stale(self, cheat):
        self.rejected(cheat, AFTER)
        self.assertRegex(self.events("stale")[0], r"'fast' \(doubling/" + cheat + r"\) on case 'small' did not follow")

    def test_outputs_of_the_first_launch(self):
        self.stale("cached_output")

    def test_outputs_for_an_input_that_looks_known(self):
        # One time in sixty the element that the arm looks at is exchanged; three times in a row is no accident.
        for _ in range(3):
            if self.judged("replay"):
                break
        self.assertRegex(self.rows("SELECT reason FROM verdict WHERE outcome = 'void'")[0][0], AFTER)
        self.assertIn("(doubling/replay) on case 'small' did not follow", self.events("stale")[0])

    def test_half_of_the_outputs(self):
        self.stale("half_cached")

    def test_an_operand_that_was_unpacked_once(self):
        self.stale("unpacked_once")

    def test_one_copy_that_is_read_in_the_place_of_all_others(self):
        self.stale("one_copy")


class Outside(Deceived):
    """Outputs that are right, and accesses where the operands end: found before anything is timed."""

    REASON = r"fast did not run on small: it reads or writes outside of its operands"

    def refused(self, cheat, detail, small="n: 1024"):
        arms = {"slow": "plain", "fast": cheat, "fair": "other"}
        fair = TWICE.replace("twice", "fair").replace("of: fast", "of: fair")
        self.write(protocol(arms=arms, predictions=(TWICE, fair)).replace("n: 1024", small))
        self.prescribe(times={**TIMES, "fair": TIMES["fast"]}, jitter=0.001)
        self.run_protocol()
        self.assertEqual(self.verdicts(), {"twice": "not_run", "fair": "held"}, "the run goes on without it")
        self.assertRegex(self.rows("SELECT reason FROM verdict WHERE prediction = 'twice'")[0][0], self.REASON)
        self.assertRegex(" ".join(self.events("crashed") + self.events("error")), detail)
        self.assertEqual(self.events("admitted"), ["2"])
        self.assertEqual(self.rows("SELECT count(*) FROM invocation"), [(5,)], "no invocation is lost")
        self.assertRegex((self.home / "reports" / "example.md").read_text(), "it reads or writes outside of its operands")

    def test_read_behind_an_input(self):
        self.refused("reads_behind", r"signal 11 .* in 'fast' \(doubling/reads_behind\) on case 'small', before anything")

    def test_read_before_an_input(self):
        self.refused("reads_before", r"signal 11 .* in 'fast'")

    def test_write_behind_the_output(self):
        self.refused("writes_behind", r"signal 11 .* in 'fast'")

    def test_write_into_the_room_that_alignment_leaves(self):
        self.refused("writes_behind", r"'fast' .* wrote beside its operand 'y'", small="n: 1020")

    def test_write_to_an_input(self):
        self.refused("marks_input", r"'fast' .* wrote beside its operand 'x', or to it though it is an input")

    def test_report_says_what_was_done(self):
        self.run_protocol()
        self.assertEqual(self.events("admitted"), ["2"])
        report = (self.home / "reports" / "example.md").read_text()
        self.assertIn("at whose ends memory stops", report)
        self.assertNotIn("admitted", report, "it is no deviation")

    def test_report_says_where_it_could_not_be_done(self):
        self.prescribe(times=TIMES, jitter=0.001, guarded=False)
        self.run_protocol()
        self.assertEqual(self.events("admitted"), ["0"])
        self.assertIn("not checked", (self.home / "reports" / "example.md").read_text())


class Wrong(Deceived):
    """Outputs that are not what they should be."""

    def test_last_element_left_unwritten(self):
        self.rejected("short_tail", BEFORE)

    def test_nothing_done(self):
        self.rejected("nothing", BEFORE)

    def test_half_done(self):
        self.rejected("partial", BEFORE)

    def test_zeros(self):
        self.rejected("zeros", BEFORE)

    def test_not_a_number(self):
        self.rejected("not_a_number", BEFORE)

    def test_wrong_as_soon_as_it_is_timed(self):
        self.rejected("fickle", AFTER)

    def test_work_of_the_first_launch_alone(self):
        self.rejected("works_once", AFTER)
        self.assertEqual(self.events("stale"), [], "it is found in the first round")

    def test_wrong_in_one_launch_of_fifty_whichever_round_that_is_in(self):
        self.rejected("sometimes", AFTER)
        self.assertEqual(self.events("stale"), [], "it is wrong, not stale")

    def test_work_that_is_done_after_the_clock_was_read(self):
        self.rejected("late", r"is off by .+ the timed launches")


class Impossible(Deceived):
    """Outputs that are right, in a time that cannot be."""

    def test_faster_than_memory(self):
        self.rejected("honest", r"above_ceiling: fast .* reached", times={"fast": [1]})

    def test_faster_than_memory_in_one_repetition(self):
        self.rejected("honest", r"above_ceiling: fast .* reached", times={"fast": [1000, 1, 1000]})

    def test_no_time_at_all(self):
        self.rejected("honest", r"receipt: round \d+ of fast .* took no time", times={"fast": [0]})

    def test_rotation_that_meets_a_warm_cache_voids_all(self):
        void = self.judged("honest", times={"stream/scripted_read@hot": [500]})
        self.assertEqual(set(void), {"twice", "fair"})
        self.assertRegex(void["twice"], r"cold: in invocation 0 the hot probe ran at 1\.00 times")


class Claimed(Deceived):
    """More bytes than the operands have."""

    def test_traffic_that_the_layout_does_not_give(self):
        self.write(protocol().replace("  fast: {kernel: doubling/other,",
                                      "  fast: {kernel: doubling/other, traffic: {small: 64 KiB},"))
        self.assertIn("traffic", self.call("check", self.file, expect=2).stderr)


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
