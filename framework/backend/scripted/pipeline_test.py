#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests the whole program from protocol file to report on prescribed times: pipeline_test.py PROGRAM.
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""

PROTOCOL = """membound: 1
id: {id}
title: Is the fast arm fast?
question: Does it take half the time?
rationale: It was prescribed so.
prior_data: none
workload: {{name: doubling}}
cases:
  small: {{n: 1024}}
arms:
{arms}
instrument: {{launch: stream, launches: 4, warmup: 0 s, rounds: {rounds}, invocations: {invocations}, large_ceiling: 1 MiB}}
analysis: standard
predictions:
{predictions}
"""
ARMS = {"slow": "plain", "fast": "other"}
TIMES = {"slow": [2000, 2010, 1990, 2005, 1995], "fast": [1000, 1001, 999, 1002, 998],
         "stream/scripted_read": [500], "stream/scripted_read_slow": [1000],
         "stream/scripted_read@hot": [100],
         "stream/scripted_read@large": [130000], "stream/scripted_read_slow@large": [260000]}
TWICE = "  twice: {quantity: {speedup: {of: fast, over: slow}}, between: [1.9, 2.1], because: prescribed}"
THRICE = "  thrice: {quantity: {speedup: {of: fast, over: slow}}, at_least: 3, because: hoped}"


def protocol(arms=None, predictions=(TWICE, THRICE), invocations=5, rounds=3, name="example"):
    lines = [f"  {arm}: {{kernel: doubling/{kernel}, role: treatment}}" for arm, kernel in (arms or ARMS).items()]
    return PROTOCOL.format(id=name, arms="\n".join(lines), predictions="\n".join(predictions),
                           invocations=invocations, rounds=rounds)


class Pipeline(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.home = pathlib.Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)
        (self.home / "protocols").mkdir()
        self.file = self.home / "protocols" / "example.yaml"
        self.database = self.home / "results.db"
        self.write(protocol())
        self.prescribe(times=TIMES, jitter=0.001)

    def write(self, text):
        self.file.write_text(text)

    def prescribe(self, **script):
        (self.home / "script.json").write_text(json.dumps(script))

    def environment(self):
        return {**os.environ, "MEMBOUND_SCRIPT": str(self.home / "script.json")}

    def call(self, *arguments, expect=0):
        done = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.home, env=self.environment(),
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def run_protocol(self, *options, expect=0):
        return self.call("run", self.file, *options, expect=expect)

    def rows(self, query):
        with sqlite3.connect(self.database) as connection:
            return connection.execute(query).fetchall()

    def verdicts(self):
        return dict(self.rows("SELECT prediction, outcome FROM verdict"))


class Run(Pipeline):
    def test_ends_in_verdicts_rows_and_a_report(self):
        done = self.run_protocol()
        self.assertEqual(self.verdicts(), {"twice": "held", "thrice": "falsified"})
        self.assertIn("held", done.stdout)
        self.assertIn("reports/example.md", done.stdout)
        cells = self.rows("SELECT count(*) FROM cell")[0][0]
        self.assertEqual(self.rows("SELECT count(*) FROM repetition")[0][0], cells * 3 * 5)
        self.assertEqual(self.rows("SELECT count(*) FROM correctness WHERE passed = 0")[0][0], 0)
        report = (self.home / "reports" / "example.md").read_text()
        self.assertIn("**1 held, 1 falsified.**", report)
        self.assertNotIn(str(self.home), report)

    def test_shuffles_every_round_and_runs_every_cell_in_it(self):
        self.run_protocol()
        rounds = {}
        for invocation, number, cell in self.rows(
                "SELECT invocation, round, cell FROM repetition ORDER BY invocation, round, position"):
            rounds.setdefault((invocation, number), []).append(cell)
        self.assertEqual(len({tuple(sorted(order)) for order in rounds.values()}), 1)
        self.assertGreater(len({tuple(order) for order in rounds.values()}), 10)

    def test_gives_the_same_order_for_the_same_digest(self):
        order = "SELECT invocation, round, cell FROM repetition WHERE run = {} ORDER BY invocation, round, position"
        self.run_protocol()
        self.run_protocol()
        self.assertEqual(self.rows(order.format(1)), self.rows(order.format(2)))
        seeds = self.rows("SELECT DISTINCT data_seed FROM invocation")
        self.assertEqual(len(seeds), 10, "data are drawn anew for every invocation of every run")

    def test_lists_every_run_in_the_report(self):
        self.run_protocol()
        self.run_protocol()
        report = (self.home / "reports" / "example.md").read_text()
        for (run,) in self.rows("SELECT id FROM run"):
            self.assertIn(run[:12], report)

    def test_shows_neither_colour_nor_carriage_returns_nor_effects_when_not_on_a_terminal(self):
        done = self.run_protocol()
        self.assertNotRegex(done.stdout + done.stderr, r"[\r\x1b]")
        self.assertIn("invocation 1/5 finished; outputs correct", done.stderr)
        self.assertNotIn("1.9", done.stderr)

    def test_says_nothing_but_the_result_when_quiet(self):
        self.assertEqual(self.run_protocol("--quiet").stderr, "")

    def test_exploratory_freezes_nothing_and_judges_nothing(self):
        self.run_protocol("--exploratory")
        self.assertFalse((self.home / "protocols" / "example.frozen.yaml").exists())
        self.assertEqual(self.verdicts(), {})
        self.assertTrue((self.home / "reports" / "example.exploratory.md").exists())
        self.call("report", expect=2)

    def test_gate_turns_verdicts_into_exit_codes(self):
        self.run_protocol("--gate", expect=10)
        for predictions, arms, code in [((TWICE,), ARMS, 0), ((TWICE,), {"slow": "plain", "fast": "wrong"}, 12),
                                        ((TWICE.replace("1.9, 2.1", "1.9, 2.0"),), ARMS, 11)]:
            with self.subTest(code=code):
                (self.home / "protocols" / "example.frozen.yaml").unlink()
                self.write(protocol(arms=arms, predictions=predictions))
                self.run_protocol("--gate", expect=code)

    def test_a_scratch_protocol_leaves_the_results_alone(self):
        self.write(protocol().replace("prior_data: none", "prior_data: none\nresults: scratch"))
        self.run_protocol()
        self.assertFalse(self.database.exists())
        self.assertTrue((self.home / "build" / "scratch.db").exists())
        self.assertTrue((self.home / "build" / "scratch" / "example.md").exists())


class Frozen(Pipeline):
    def test_protocol_that_was_changed_is_refused_with_the_difference(self):
        self.run_protocol()
        self.write(protocol().replace("[1.9, 2.1]", "[1.9, 2.2]"))
        done = self.run_protocol(expect=4)
        self.assertIn("2.2", done.stderr)
        self.call("check", self.file, expect=4)
        self.assertEqual(len(self.rows("SELECT * FROM run")), 1)

    def test_text_that_was_edited_is_refused(self):
        self.call("freeze", self.file)
        frozen = self.home / "protocols" / "example.frozen.yaml"
        frozen.write_text(frozen.read_text().replace("1.9", "1.8"))
        self.run_protocol(expect=4)
        self.assertFalse(self.database.exists() and self.rows("SELECT * FROM run"))

    def test_freezing_twice_changes_nothing(self):
        self.call("freeze", self.file)
        first = (self.home / "protocols" / "example.frozen.yaml").read_bytes()
        self.call("freeze", self.file)
        self.assertEqual(first, (self.home / "protocols" / "example.frozen.yaml").read_bytes())


class Report(Pipeline):
    def test_is_rebuilt_byte_for_byte_from_the_database_alone(self):
        self.run_protocol()
        before = {p.name: p.read_bytes() for p in (self.home / "reports").iterdir()}
        self.file.unlink()
        (self.home / "protocols" / "example.frozen.yaml").unlink()
        self.call("report", "--reports", self.home / "again")
        self.assertEqual(before, {p.name: p.read_bytes() for p in (self.home / "again").iterdir()})

    def test_of_a_merged_database_is_the_same(self):
        self.run_protocol()
        self.call("merge", self.database, "--db", self.home / "merged.db")
        again = self.call("merge", self.database, "--db", self.home / "merged.db")
        self.assertIn("0 runs added, 1 already there", again.stdout)
        self.call("report", "--db", self.home / "merged.db", "--reports", self.home / "merged")
        for path in (self.home / "reports").iterdir():
            self.assertEqual(path.read_bytes(), (self.home / "merged" / path.name).read_bytes())

    def test_verdicts_are_judged_again_from_the_rows(self):
        done = self.run_protocol()
        table = self.call("judge").stdout.split("\n", 1)[1]
        self.assertIn(table.strip(), done.stdout)
        self.call("judge", "--gate", expect=10)

    def test_blocks_are_spliced_into_a_document(self):
        self.run_protocol()
        page = self.home / "README.md"
        page.write_text("# Page\n<!-- membound:begin example:twice,thrice -->\n<!-- membound:end example:twice,thrice -->\nend\n")
        self.call("splice", page)
        once = page.read_text()
        self.assertIn("falsified", once)
        self.call("splice", page)
        self.assertEqual(once, page.read_text())


class Interrupted(Pipeline):
    def test_run_keeps_whole_rounds_and_reaches_no_verdict(self):
        self.write(protocol(arms={"slow": "plain", "fast": "hang"}))
        process = subprocess.Popen([PROGRAM, "run", str(self.file)], cwd=self.home, env=self.environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.time() + 20
        while time.time() < deadline and not (self.database.exists() and self.started()):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, 3)
        self.assertIn("interrupted", [kind for kind, in self.rows("SELECT kind FROM event")])
        self.assertEqual(self.verdicts(), {})
        self.assertEqual(self.rows("PRAGMA integrity_check"), [("ok",)])

    def started(self):
        try:
            return bool(self.rows("SELECT 1 FROM run"))
        except sqlite3.OperationalError:
            return False


class BadInput(Pipeline):
    """Each is answered with what, where and what next, exit code 2, and nothing is written."""

    def refused(self, text, *fragments, code=2):
        if text is not None:
            if isinstance(text, bytes):
                self.file.write_bytes(text)
            else:
                self.write(text)
        done = self.run_protocol(expect=code)
        for fragment in fragments:
            self.assertIn(fragment, done.stderr)
        self.assertFalse(self.database.exists())
        self.assertFalse((self.home / "protocols" / "example.frozen.yaml").exists())

    def test_a_missing_file(self):
        self.file.unlink()
        self.refused(None, "example.yaml", "no such file")

    def test_an_empty_file(self):
        self.refused("", "empty")

    def test_what_is_not_yaml(self):
        self.refused("a: [1, 2\nb: }", "example.yaml:2")

    def test_a_duplicate_key(self):
        self.refused(protocol().replace("prior_data: none", "prior_data: none\nprior_data: seen"), "example.yaml:7:1", "first at 6:1")

    def test_an_alias_bomb(self):
        bomb = "a: &a [x, x]\n" + "".join(f"b{i}: &b{i} [*a, *a]\n" for i in range(100))
        self.refused(bomb, "example.yaml:1:4")

    def test_an_unknown_key(self):
        self.refused(protocol().replace("rounds:", "ruonds:"), "example.yaml:", "did you mean 'rounds'?")

    def test_an_unknown_arm(self):
        self.refused(protocol().replace("{of: fast, over", "{of: fats, over"), "fats", "did you mean 'fast'?")

    def test_an_unknown_kernel(self):
        self.refused(protocol().replace("doubling/other", "doubling/othre"), "did you mean 'doubling/other'?")

    def test_a_wrong_unit(self):
        self.refused(protocol(predictions=("  p: {quantity: {time: fast}, at_most: 3 GB/s, because: b}",)), "example.yaml:", "GB/s")

    def test_a_number_without_its_unit(self):
        self.refused(protocol(predictions=("  p: {quantity: {time: fast}, at_most: 3, because: b}",)), "unit")

    def test_impossible_extents(self):
        for extent in ("-4", "0", "3", "99999999999999999999", "4611686018427387904"):
            self.refused(protocol().replace("n: 1024", f"n: {extent}"), "example.yaml:")

    def test_more_memory_than_the_device_has(self):
        self.write(protocol().replace("n: 1024", "n: 1073741824"))
        done = self.run_protocol(expect=2)
        self.assertIn("the protocol needs 16395 MiB", done.stderr)
        self.assertEqual(self.rows("SELECT * FROM run"), [])

    def test_an_unknown_verb_and_option(self):
        self.assertIn("did you mean 'check'?", self.call("chekc", self.file, expect=2).stderr)
        self.assertIn("did you mean '--exploratory'?", self.run_protocol("--exploratroy", expect=2).stderr)

    def test_a_database_that_is_not_ours(self):
        self.database.write_bytes(b"hello, this is no database" * 100)
        self.run_protocol(expect=2)
        self.assertTrue(self.database.read_bytes().startswith(b"hello"))

    def test_a_database_of_a_newer_program(self):
        self.run_protocol()
        with sqlite3.connect(self.database) as connection:
            connection.execute("PRAGMA user_version = 9999")
        self.assertIn("newer", self.run_protocol(expect=2).stderr)

    def test_a_read_only_place(self):
        self.call("freeze", self.file)
        for folder in (self.home, self.home / "protocols"):
            folder.chmod(0o555)
            self.addCleanup(folder.chmod, 0o755)
        nobody = 65534 if os.geteuid() == 0 else None  # root may write anywhere
        try:
            subprocess.run([PROGRAM, "--version"], cwd=self.home, user=nobody, capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("the program lies where an ordinary user may not go")
        done = subprocess.run([PROGRAM, "run", str(self.file)], cwd=self.home, env=self.environment(), user=nobody,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("results.db", done.stderr)

    def test_a_disk_that_is_full(self):
        done = subprocess.run(["bash", "-c", 'ulimit -f 40; exec "$0" run "$1"', PROGRAM, str(self.file)], cwd=self.home,
                              env=self.environment(), capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(self.rows("PRAGMA integrity_check"), [("ok",)])


class Verbs(Pipeline):
    def test_plan_shows_cells_and_order(self):
        text = self.call("plan", self.file).stdout
        self.assertIn("repetitions", text)
        self.assertIn("first round:", text)

    def test_runs_lists_what_there_is(self):
        self.run_protocol()
        self.assertRegex(self.call("runs").stdout, r"example .* complete")

    def test_arms_shows_formulas_and_availability(self):
        text = self.call("arms", "doubling/*").stdout
        self.assertIn("reads 4*n bytes, writes 4*n bytes", text)
        self.assertIn("not here: it needs a device of tomorrow", text)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
