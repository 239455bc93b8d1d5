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
