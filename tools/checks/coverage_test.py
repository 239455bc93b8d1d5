#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Tests that protocols/README.md knows every protocol and names only predictions that there are, and that every
# falsified prediction of a protocol that repeats a source is read in protocols/READINGS.md.
import pathlib
import re
import sqlite3
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTOCOLS = ROOT / "protocols"


def drafts():
    return {path.stem: path.read_text() for path in PROTOCOLS.glob("*.yaml") if ".frozen" not in path.name}


def latest_falsified():
    """Falsified predictions by protocol, of the latest complete run of each protocol that repeats a source."""
    database = sqlite3.connect(f"file:{ROOT / 'results.db'}?mode=ro", uri=True)
    runs = database.execute(
        "SELECT p.id, p.text, r.key FROM run r JOIN protocol p ON p.digest = r.protocol "
        "WHERE r.exploratory = 0 AND EXISTS (SELECT 1 FROM event e WHERE e.run = r.key AND e.kind = 'complete') "
        "ORDER BY r.started").fetchall()
    latest = {name: key for name, text, key in runs if re.search(r"^\s*replicates: ", text, re.MULTILINE)}
    query = "SELECT DISTINCT prediction FROM verdict WHERE run = ? AND falsifier = 0 AND outcome = 'falsified'"
    return {name: [row[0] for row in database.execute(query, (key,))] for name, key in latest.items()}


class Coverage(unittest.TestCase):
    def setUp(self):
        self.table = (PROTOCOLS / "README.md").read_text()

    def test_every_protocol_is_in_the_table_and_no_other(self):
        linked = set(re.findall(r"\]\(([a-z0-9-]+)\.yaml\)", self.table))
        self.assertEqual(linked, set(drafts()))

    def test_every_prediction_in_the_table_is_in_a_protocol(self):
        known = "\n".join(drafts().values())
        for row in self.table.splitlines():
            if ".yaml)" not in row:
                continue
            for name in re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)+)`", row):
                self.assertRegex(known, rf"(?m)^  {name}:", row)

    def test_every_falsified_transfer_is_read(self):
        sections = dict(re.findall(r"^## ([a-z0-9-]+)\n(.*?)(?=^## |\Z)", (PROTOCOLS / "READINGS.md").read_text(),
                                   re.MULTILINE | re.DOTALL))
        falsified = latest_falsified()
        self.assertTrue(falsified)
        for protocol, names in falsified.items():
            for name in names:
                self.assertIn(f"`{name}`", sections.get(protocol, ""), f"{protocol}: {name} is not read")


if __name__ == "__main__":
    unittest.main(verbosity=2)
