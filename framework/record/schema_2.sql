-- SPDX-License-Identifier: Apache-2.0
-- Schema 2: what is added to schema 1. A database of schema 1 gets it when it is next written to.
PRAGMA user_version = 2;

-- One SHA-256 per transaction of a run, over the one before it and the rows that it stored; the first follows the
-- digest of the frozen protocol. conformance/chain.md says which bytes are hashed.
CREATE TABLE link (
  run        INTEGER NOT NULL REFERENCES run (key),
  sequence   INTEGER NOT NULL,
  invocation INTEGER,                 -- NULL: of no invocation, as is the next of no round
  round      INTEGER,
  rows       TEXT NOT NULL,           -- the rows covered: a line per table and leading keys
  digest     TEXT NOT NULL,
  PRIMARY KEY (run, sequence)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER link_keeps BEFORE UPDATE ON link BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER link_stays BEFORE DELETE ON link BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER link_grows BEFORE INSERT ON link
  WHEN EXISTS (SELECT 1 FROM link WHERE run = NEW.run AND sequence = NEW.sequence)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

-- A number that was read back of a running cell, apart from its timed launches: a hardware counter, or a receipt such
-- as the registers of its kernel.
CREATE TABLE reading (
  run        INTEGER NOT NULL,
  invocation INTEGER NOT NULL,
  cell       INTEGER NOT NULL,
  name       TEXT NOT NULL,           -- 'dram_bytes_written', 'registers'
  value      REAL NOT NULL,           -- of one launch
  collector  TEXT NOT NULL,           -- what read it
  scope      TEXT NOT NULL,           -- what it covers
  PRIMARY KEY (run, invocation, cell, name),
  FOREIGN KEY (run, invocation) REFERENCES invocation (run, invocation),
  FOREIGN KEY (run, cell) REFERENCES cell (run, cell)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER reading_keeps BEFORE UPDATE ON reading BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER reading_stays BEFORE DELETE ON reading BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER reading_grows BEFORE INSERT ON reading
  WHEN EXISTS (SELECT 1 FROM reading WHERE run = NEW.run AND invocation = NEW.invocation AND cell = NEW.cell AND name = NEW.name)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

-- What a run says of a claim, a decision or a stop rule, under one version of the rules.
CREATE TABLE conclusion (
  run     INTEGER NOT NULL REFERENCES run (key),
  rules   INTEGER NOT NULL,
  place   INTEGER NOT NULL,           -- order of the protocol: claims, decisions, stop rules
  kind    TEXT NOT NULL CHECK (kind IN ('claim', 'decision', 'stop_rule')),
  name    TEXT NOT NULL,
  ruling  TEXT NOT NULL,              -- allowed, not_allowed, land, close, between, stop, go_on, undecided
  reason  TEXT NOT NULL,
  clauses TEXT NOT NULL,              -- JSON list: {depth, text, truth, reason} per condition
  PRIMARY KEY (run, rules, place)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER conclusion_keeps BEFORE UPDATE ON conclusion BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER conclusion_stays BEFORE DELETE ON conclusion BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER conclusion_grows BEFORE INSERT ON conclusion
  WHEN EXISTS (SELECT 1 FROM conclusion WHERE run = NEW.run AND rules = NEW.rules AND place = NEW.place)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;
