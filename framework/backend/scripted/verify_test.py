#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests that `membound verify` finds whatever was changed after a run, check by check: verify_test.py PROGRAM.
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import unittest

import pipeline_test
from pipeline_test import Pipeline, protocol

CHECK_CHAIN = pathlib.Path(__file__).resolve().parents[2] / "record" / "conformance" / "check_chain.py"
HIGH_BIT = 1 << 20


class Verified(Pipeline):
    """One run with its frozen file, its rows and its report, which tests change as somebody would who can."""

    def setUp(self):
        super().setUp()
        self.write(protocol() + "claims:\n  faster: {text: the fast arm is twice as fast, requires: [twice]}\n")
        self.run_protocol("--quiet")
        self.frozen = self.home / "protocols" / "example.frozen.yaml"
        self.report = self.home / "reports" / "example.md"

    def tamper(self, *statements, keep_triggers=True):
        """Past the triggers, which stand again afterwards."""
        connection = sqlite3.connect(self.database)
        triggers = [sql for sql, in connection.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")]
        for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)
        for sql in triggers if keep_triggers else []:
            connection.execute(sql)
        connection.commit()
        connection.close()

    def as_before_chains(self):
        """The same run as a program of schema 1 would have left it."""
        with sqlite3.connect(self.database) as connection:
            connection.execute("DROP TABLE link")
            connection.execute("PRAGMA user_version = 1")

    def forget_reports(self):
        shutil.rmtree(self.home / "reports")

    def finds(self, *fragments):
        """Exactly one finding, which holds the fragments: without its check there would be none."""
        done = self.call("verify", expect=4)
        for fragment in fragments:
            self.assertIn(fragment, done.stdout)
        self.assertIn(": 1 findings\n", done.stdout)


class Untouched(Verified):
    def test_page_of_somebody_else_is_left_alone(self):
        page = self.home / "reports" / "README.md"
        page.write_text("# Ours\n")
        self.call("report")
        self.assertEqual(page.read_text(), "# Ours\n")
        self.call("verify")

    def test_list_of_predictions_is_checked(self):
        page = self.home / "reports" / "README.md"
        self.assertIn("**held**", page.read_text())
        page.write_text(page.read_text().replace("**held**", "**falsified**", 1))
        self.finds("README.md: not what the database says")

    def test_run_is_fine(self):
        done = self.call("verify")
        self.assertIn("nothing differs", done.stdout)
        self.assertRegex(done.stdout, r"run [0-9a-f]{12} of example, complete: chain of \d+ links, head [0-9a-f]{12}; "
                                      r"2 verdicts reached again")
        self.assertIn("time: none: only the author's own clock", done.stdout)
        self.assertIn("not proved: that nobody measured before freezing", done.stdout)

    def test_run_is_fine_by_its_id_by_its_protocol_and_by_its_files(self):
        run = self.rows("SELECT id FROM run")[0][0]
        for name in (run[:8], "example", self.file, self.frozen):
            self.assertIn(f"run {run[:12]} of example", self.call("verify", name).stdout)
        self.assertIn("no run and no protocol is named 'nothing'", self.call("verify", "nothing", expect=2).stderr)

    def test_run_of_before_there_were_chains_is_fine_and_says_so(self):
        self.as_before_chains()
        self.forget_reports()
        self.assertIn("recorded before chains existed", self.call("verify").stdout)
        self.call("report")
        self.assertNotIn("hash chain", self.report.read_text())
        self.call("verify")

    def test_run_that_was_begun_and_no_more_is_fine(self):
        self.as_before_chains()
        with sqlite3.connect(self.database) as connection:
            connection.execute("INSERT INTO run SELECT key + 9, 'ab' || substr(id, 3), protocol, started, backend, "
                               "device_selector, version, commit_id, dirty, compiler, 0 FROM run LIMIT 1")
        self.call("report")
        self.call("verify")

    def test_chain_is_right_by_its_written_description_too_and_after_a_merge(self):
        self.run_protocol("--quiet")
        self.call("merge", self.database, "--db", self.home / "merged.db")
        for database in (self.database, self.home / "merged.db"):
            done = subprocess.run([sys.executable, str(CHECK_CHAIN), str(database)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
        head = self.rows("SELECT digest FROM link WHERE run = 2 ORDER BY sequence DESC LIMIT 1")[0][0]
        self.assertIn(head, self.report.read_text())
        self.call("verify", "--db", self.home / "merged.db")


class OneBit(Verified):
    def flipped(self, table, column, kind):
        keys = [name for name, in self.rows(f"SELECT name FROM pragma_table_info('{table}') WHERE pk > 0")]
        empty = {"TEXT": "'x'", "INTEGER": "1", "REAL": "1.5"}[kind]
        other = {"TEXT": f"char((unicode({column}) | 1) - (unicode({column}) & 1)) || substr({column}, 2)",
                 "INTEGER": f"({column} | {HIGH_BIT}) - ({column} & {HIGH_BIT})",
                 "REAL": f"CASE {column} WHEN 0 THEN 1e-300 ELSE {column} * (1 + 4e-16) END"}[kind]
        key = ", ".join(keys)
        return (f"UPDATE {table} SET {column} = CASE WHEN {column} IS NULL OR {column} = '' THEN {empty} ELSE {other} END "
                f"WHERE ({key}) = (SELECT {key} FROM {table} ORDER BY {key} DESC LIMIT 1)")

    def test_in_any_column_of_any_table_is_found(self):
        whole = self.database.read_bytes()
        columns = self.rows("SELECT t.name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c "
                            "WHERE t.type = 'table' ORDER BY 1, 2")
        self.assertGreater(len(columns), 100)
        for table, column, kind in columns:
            with self.subTest(table=table, column=column):
                self.database.write_bytes(whole)
                self.tamper(self.flipped(table, column, kind))
                self.assertNotEqual(self.database.read_bytes(), whole)
                self.assertIn("DIFFERS", self.call("verify", expect=4).stdout)

    def test_in_the_frozen_file_or_the_report_is_found(self):
        for file in (self.frozen, self.report, self.report.with_suffix(".svg")):
            whole = file.read_bytes()
            for place in range(0, len(whole), max(1, len(whole) // 20)):
                with self.subTest(file=file.name, place=place):
                    file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
                    self.assertIn(file.name, self.call("verify", expect=4).stdout)
            file.write_bytes(whole)
        self.call("verify")


class EachCheck(Verified):
    """Every change here is found by one check alone."""

    def setUp(self):
        super().setUp()
        self.call("verify")
        self.forget_reports()

    def test_damage(self):
        data = bytearray(self.database.read_bytes())
        for page in range(4096, len(data), 4096):
            data[page:page + 64] = b"\xff" * 64
        self.database.write_bytes(data)
        done = self.call("verify", expect=4)
        self.assertIn("damaged", done.stdout + done.stderr)

    def test_a_count_in_the_head_of_the_file(self):
        data = bytearray(self.database.read_bytes())
        data[36:40] = (5).to_bytes(4, "big")  # pages of the free list
        self.database.write_bytes(data)
        self.finds("the file: ", "reelist")

    def test_a_text_under_another_digest(self):
        self.as_before_chains()
        self.tamper("UPDATE protocol SET digest = 'ab' || substr(digest, 3)", "UPDATE run SET protocol = (SELECT digest FROM protocol)")
        self.assertRegex(self.call("verify", expect=4).stdout, "the text under digest ab[0-9a-f]+ has the digest")

    def test_words_that_no_program_of_ours_wrote(self):
        self.as_before_chains()
        whole = self.database.read_bytes()
        for statement, said in (("UPDATE conclusion SET clauses = '['", "the clauses of a conclusion cannot be read"),
                                ("UPDATE device SET notes = '{}'", "the notes of a device are not a list of texts"),
                                ("UPDATE protocol SET id = 'other'", "id or title of protocol"),
                                ("UPDATE protocol SET title = 'other'", "id or title of protocol")):
            with self.subTest(statement):
                self.database.write_bytes(whole)
                self.tamper(statement)
                done = self.call("verify", expect=4)
                self.assertIn(said, done.stdout + done.stderr)

    def test_a_file_that_was_never_frozen(self):
        other = self.home / "protocols" / "other.yaml"
        other.write_text(protocol(name="other"))
        self.assertIn("has not been frozen: there is no", self.call("verify", other, expect=2).stderr)

    def test_rows_without_their_run(self):
        self.as_before_chains()
        self.tamper("INSERT INTO event VALUES (99, 0, NULL, 'note', '', 't')")
        self.finds("table event: rows that belong to no row of table run: 1")

    def test_a_trigger_that_is_gone(self):
        self.tamper("DELETE FROM event WHERE run = 99", keep_triggers=False)
        done = self.call("verify", expect=4)
        self.assertIn("trigger repetition_keeps is missing", done.stdout)

    def test_a_trigger_that_does_nothing(self):
        with sqlite3.connect(self.database) as connection:
            connection.execute("DROP TRIGGER event_stays")
            connection.execute("CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT 1; END")
        self.finds("trigger event_stays was changed")

    def test_a_row_that_no_verdict_needs(self):
        self.tamper("UPDATE repetition SET temperature_c = 40 WHERE invocation = 2 AND round = 1 AND position = 0")
        self.finds("link", "repetition 2 1")

    def test_a_row_that_was_added(self):
        self.tamper("INSERT INTO event VALUES (1, 99, NULL, 'note', '', 't')")
        self.finds("table event: 14 rows of the run are stored, its chain covers 13")

    def test_a_link_that_was_taken_away(self):
        self.tamper("DELETE FROM link WHERE sequence = 3")
        self.assertIn("link 3 of the chain is missing", self.call("verify", expect=4).stdout)

    def test_a_verdict(self):
        self.tamper("UPDATE case_verdict SET estimate = estimate * 2 WHERE place = 0")
        self.finds("the verdict on prediction 'twice' is not the one that the repetitions give")

    def test_verdicts_that_are_gone(self):
        self.tamper("DELETE FROM case_verdict", "DELETE FROM verdict")
        self.finds("table verdict: 0 verdicts are stored, 2 are reached now")

    def test_the_numbering_of_verdicts_and_cases(self):
        self.tamper("UPDATE verdict SET place = 5 WHERE place = 1", "UPDATE case_verdict SET place = 5 WHERE place = 1")
        self.finds("table verdict: its rows are not numbered")
        self.tamper("UPDATE verdict SET place = 1 WHERE place = 5",
                    "UPDATE case_verdict SET place = 1, case_place = 3 WHERE place = 5")
        self.finds("table case_verdict: its rows are not numbered")

    def test_the_seed_of_the_data(self):
        self.as_before_chains()
        self.tamper("UPDATE invocation SET data_seed = data_seed + 1 WHERE invocation = 3")
        self.finds("table invocation: the data seed of invocation 3 does not follow from the run")

    def test_a_device(self):
        self.as_before_chains()
        self.tamper("UPDATE device SET notes = '[]'")
        self.assertIn("table device: the device of invocation 0 is not what its digest names",
                      self.call("verify", expect=4).stdout)

    def test_the_title_of_a_protocol(self):
        self.frozen.unlink()
        self.as_before_chains()
        self.tamper("UPDATE protocol SET title = 'Another'")
        self.finds("table protocol")

    def test_the_text_of_a_protocol(self):
        self.frozen.unlink()
        self.as_before_chains()
        self.tamper("UPDATE protocol SET text = replace(text, '1.9', '1.8')")
        self.finds("something was changed after freezing")

    def test_a_frozen_file_that_was_made_anew(self):
        lines = self.frozen.read_text().splitlines(keepends=True)
        self.frozen.write_text("".join('  time: "2020-01-01T00:00:00Z"\n' if line.startswith("  time:") else line
                                       for line in lines))
        self.finds("example.frozen.yaml", "not the text that the database holds under this digest")

    def test_a_frozen_file_that_was_edited(self):
        self.frozen.write_text(self.frozen.read_text().replace("[1.9", "[1.8").replace("- 1.9", "- 1.8"))
        self.finds("example.frozen.yaml", "something was changed after freezing")

    def test_a_report_and_its_plot(self):
        for name in ("example.md", "example.svg"):
            self.call("report")
            file = self.home / "reports" / name
            file.write_text(file.read_text() + "\n")
            self.finds(name + ": not what the database says")

    def test_a_report_of_no_run(self):
        self.call("report")
        self.tamper("DELETE FROM case_verdict", "DELETE FROM verdict", "DELETE FROM event", "DELETE FROM link")
        self.assertIn("the database has no run that it could show", self.call("verify", expect=4).stdout)


if __name__ == "__main__":
    pipeline_test.PROGRAM = sys.argv.pop(1)
    unittest.main(verbosity=2)
