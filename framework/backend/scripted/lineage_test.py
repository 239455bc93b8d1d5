#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests of what follows a frozen protocol: amendments, earlier runs, registry forms: lineage_test.py PROGRAM.
import sys
import unittest

import pipeline_test
from pipeline_test import TWICE, Pipeline, protocol

WIDER = "[1.9, 2.2]"


class Amended(Pipeline):
    def setUp(self):
        super().setUp()
        self.frozen = self.home / "protocols" / "example.frozen.yaml"
        self.first = self.home / "protocols" / "example.frozen.1.yaml"

    def amend(self, seen, expect=0, reason="The range was too narrow: it ignored jitter."):
        return self.call("amend", self.file, "--reason", reason, "--seen", seen, expect=expect)

    def change(self, text=WIDER):
        self.write(self.file.read_text().replace("[1.9, 2.1]", text))

    def test_protocol_names_its_parent_the_reason_and_what_had_been_seen(self):
        self.call("freeze", self.file)
        parent = self.frozen.read_bytes()
        self.change()
        done = self.amend("nothing_run")
        self.assertEqual(self.first.read_bytes(), parent)
        digest = parent.decode().split('digest: "', 1)[1][:64]
        text = self.frozen.read_text()
        self.assertIn(f'amends:\n    parent: "{digest}"', text)
        self.assertIn("seen: nothing_run", text)
        self.assertIn("2.2", done.stdout)
        self.assertIn(f"amends  {digest} (now in", done.stdout)
        self.run_protocol()  # the draft carries the amendment, so it is what was frozen

    def test_report_shows_the_lineage_and_the_runs_of_the_parent(self):
        self.run_protocol()
        run = self.rows("SELECT id FROM run")[0][0]
        self.change()
        self.amend("results_seen")
        self.run_protocol()
        report = (self.home / "reports" / "example.md").read_text()
        lineage = report.split("## Lineage", 1)[1].split("\n## ", 1)[0]
        self.assertIn("The range was too narrow: it ignored jitter.", lineage)
        self.assertIn("written knowing them", lineage)
        self.assertIn(run[:12], lineage)
        self.assertIn("complete (1 held, 1 falsified)", lineage)
        self.call("verify")

    def test_second_amendment_follows_the_first(self):
        self.run_protocol()
        self.change()
        self.amend("results_seen")
        self.run_protocol()
        self.write(self.file.read_text().replace(WIDER, "[1.9, 2.3]"))
        self.amend("results_seen", reason="Wider still.")
        self.assertTrue((self.home / "protocols" / "example.frozen.2.yaml").exists())
        self.assertEqual(self.file.read_text().count("amends:"), 1)
        self.run_protocol()
        lineage = (self.home / "reports" / "example.md").read_text().split("## Lineage", 1)[1].split("\n## ", 1)[0]
        self.assertLess(lineage.index("Wider still."), lineage.index("too narrow"))
        done = self.call("verify")
        for name in ("example.frozen.yaml", "example.frozen.1.yaml", "example.frozen.2.yaml"):
            self.assertIn(name, done.stdout)

    def test_claim_that_nothing_was_run_is_contradicted_by_any_run(self):
        self.run_protocol()
        self.change()
        before = self.file.read_text(), self.frozen.read_text()
        done = self.amend("nothing_run", expect=4)
        self.assertIn("--seen nothing_run cannot be said", done.stderr)
        self.assertIn(self.rows("SELECT id FROM run")[0][0][:12], done.stderr)
        self.assertEqual((self.file.read_text(), self.frozen.read_text()), before)
        self.assertFalse(self.first.exists())
        self.amend("results_not_opened")

    def test_claim_that_no_result_was_seen_is_contradicted_by_a_complete_run_only(self):
        self.call("freeze", self.file)
        self.write(protocol(arms={"slow": "plain", "fast": "crash"}, predictions=(TWICE,)))
        self.frozen.unlink()
        self.prescribe(times=pipeline_test.TIMES)
        self.run_protocol()
        self.change()
        self.amend("no_results_seen", expect=4)

    def test_amendment_needs_something_frozen_and_something_changed_of_the_same_experiment(self):
        self.assertIn("has not been frozen", self.amend("nothing_run", expect=2).stderr)
        self.call("freeze", self.file)
        self.assertIn("nothing differs from what was frozen", self.amend("nothing_run", expect=2).stderr)
        self.write(protocol(name="other"))
        self.assertIn("keep the id", self.amend("nothing_run", expect=2).stderr)
        self.assertIn("results_seen", self.amend("nothing", expect=2).stderr)

    def test_witnesses_stay_with_what_they_bear_witness_for(self):
        self.call("freeze", self.file)
        (self.home / "protocols" / "example.frozen.tsr").write_text("token")
        (self.home / "protocols" / "example.frozen.yaml.sig").write_text("signature")
        self.change()
        self.amend("nothing_run")
        self.assertEqual((self.home / "protocols" / "example.frozen.1.tsr").read_text(), "token")
        self.assertEqual((self.home / "protocols" / "example.frozen.1.yaml.sig").read_text(), "signature")
        self.assertFalse((self.home / "protocols" / "example.frozen.tsr").exists())

    def test_amendment_is_not_written_where_it_would_not_be_read(self):
        self.call("freeze", self.file)
        self.change()
        self.write("".join(" " + line for line in self.file.read_text().splitlines(keepends=True)))
        before = self.file.read_text(), self.frozen.read_bytes()
        self.assertIn("begin every key of its top level at the start of a line", self.amend("nothing_run", expect=2).stderr)
        self.assertEqual(before, (self.file.read_text(), self.frozen.read_bytes()))

    def test_changed_protocol_is_told_of_amending(self):
        self.run_protocol()
        self.change()
        self.assertIn("membound amend", self.run_protocol(expect=4).stderr)


class Deviations(Pipeline):
    def report(self, name="example"):
        return (self.home / "reports" / f"{name}.md").read_text().split("## Deviations", 1)[1].split("\n## ", 1)[0]

    def test_section_is_there_when_it_is_empty(self):
        self.run_protocol()
        self.assertIn("Found by the tool", self.report())
        self.assertNotIn("Earlier runs of other protocols", self.report())

    def test_earlier_runs_of_the_same_arms_contradict_that_there_were_no_data(self):
        self.run_protocol()
        run = self.rows("SELECT id FROM run")[0][0]
        other = self.home / "protocols" / "other.yaml"
        other.write_text(protocol(name="other", predictions=(TWICE,)))
        self.call("run", other)
        self.assertIn("Prior data is stated as none, yet data were there.", self.report("other"))
        self.assertIn(run[:12], self.report("other"))
        self.assertIn("2 kernels in common", self.report("other"))
        self.assertNotIn("yet data were there", self.report("example"), "what came later was no prior data")

    def test_earlier_runs_that_were_disclosed_are_listed_without_a_reproach(self):
        self.run_protocol()
        other = self.home / "protocols" / "other.yaml"
        other.write_text(protocol(name="other").replace("prior_data: none", "prior_data: seen"))
        self.call("run", other)
        self.assertIn("Earlier runs of other protocols", self.report("other"))
        self.assertNotIn("yet data were there", self.report("other"))

    def test_other_shapes_are_no_earlier_runs(self):
        self.run_protocol()
        other = self.home / "protocols" / "other.yaml"
        other.write_text(protocol(name="other").replace("n: 1024", "n: 2048"))
        self.call("run", other)
        self.assertNotIn("Earlier runs of other protocols", self.report("other"))

    def test_second_run_of_a_digest_says_so_and_lists_the_first(self):
        self.run_protocol()
        self.run_protocol()
        self.assertIn("This is not the first run of this protocol", self.report())


class Seeds(Pipeline):
    """Nobody picks a seed: the order follows from the digest, the data from the id of the run."""

    ORDER = "SELECT group_concat(cell) FROM (SELECT cell FROM repetition WHERE run = {} ORDER BY invocation, round, position)"

    def test_order_follows_from_the_digest_and_data_from_the_run(self):
        self.run_protocol()
        self.run_protocol()
        self.change_protocol()
        self.run_protocol()
        orders = [self.rows(self.ORDER.format(run))[0][0] for run in (1, 2, 3)]
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])
        self.assertEqual(len(self.rows("SELECT DISTINCT data_seed FROM invocation")), 15)

    def change_protocol(self):
        (self.home / "protocols" / "example.frozen.yaml").unlink()
        self.write(protocol().replace("Is the fast arm fast?", "Is it fast?"))

    def test_no_option_and_no_key_sets_a_seed(self):
        for verb in ("run", "freeze", "amend"):
            self.assertNotIn("seed", self.call(verb, "--help").stdout)
        self.write(protocol().replace("analysis: standard", "analysis: standard\nseed: 1"))
        self.assertIn("unknown key 'seed'", self.run_protocol(expect=2).stderr)


class Exported(Pipeline):
    def test_frozen_protocol_answers_the_questions_of_a_registry(self):
        self.call("freeze", self.file)
        digest = (self.home / "protocols" / "example.frozen.yaml").read_text().split('digest: "', 1)[1][:64]
        for form, questions in (("aspredicted", 9), ("osf", 18)):
            text = self.call("export", form, self.file).stdout
            self.assertEqual(text.count("\n## "), questions)
            self.assertIn(digest, text)
            self.assertIn("between 1.9 x and 2.1 x", text)
            self.assertEqual(self.call("export", form, self.home / "protocols" / "example.frozen.yaml").stdout, text)

    def test_draft_that_is_not_frozen_is_refused(self):
        self.assertIn("'frozen' is missing", self.call("export", "osf", self.file, expect=4).stderr)
        self.call("export", "other", self.file, expect=2)


class Gated(Pipeline):
    """A protocol that is run only after a verdict of another one."""

    def setUp(self):
        super().setUp()
        self.next = self.home / "protocols" / "next.yaml"

    def ask(self, prediction, outcome, expect):
        gateway = f"proceeds_if: {{protocol: example, prediction: {prediction}, outcome: {outcome}}}\nworkload:"
        self.next.write_text(protocol(name="next").replace("workload:", gateway))
        return self.call("run", self.next, "--quiet", expect=expect).stderr

    def test_is_refused_before_that_protocol_has_run_unless_it_is_exploratory(self):
        self.assertIn("no complete run", self.ask("twice", "held", expect=2))
        self.assertFalse(self.next.with_suffix("").with_suffix(".frozen.yaml").exists())
        self.call("run", self.next, "--quiet", "--exploratory")

    def test_runs_when_the_verdict_is_the_one_and_not_when_it_is_another(self):
        self.run_protocol("--quiet")
        self.assertIn("where it is held", self.ask("twice", "falsified", expect=2))
        self.assertIn("no such prediction", self.ask("fourfold", "held", expect=2))
        self.ask("twice", "held", expect=0)

    def test_asks_whether_a_falsifier_fired(self):
        region = "\n  {}: {{when: {{quantity: {{speedup: {{of: fast, over: slow}}}}, above: {}}}, means: so}}"
        self.write(protocol() + "falsifiers:" + region.format("above", 1.5) + region.format("far-above", 3) + "\n")
        self.run_protocol("--quiet")
        self.assertIn("where it is fired", self.ask("above", "not_fired", expect=2))
        self.assertIn("where it is not_fired", self.ask("far-above", "fired", expect=2))
        self.ask("above", "fired", expect=0)


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
