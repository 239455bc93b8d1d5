-- SPDX-License-Identifier: Apache-2.0
-- Schema of a membound database: tables that only grow, and one view per daily question.
--
-- Conventions
--   * Integers wherever possible: times in nanoseconds, sizes in bytes, booleans 0 or 1. Wall clock is UTC text.
--   * A protocol and a device are named by the SHA-256 of their content, a run by a random id. `run.key` is a
--     short local number that keeps rows small; it never leaves the file (merge assigns new ones).
--   * NULL means that a value could not be read; an empty text means that there was nothing to say.
--   * Lists and maps are JSON text: json_each() and ->> read them.
--   * Every table has three triggers: no UPDATE, no DELETE, and no INSERT over an existing key, because
--     INSERT OR REPLACE would otherwise slip past the first two. They stop accidents, not an attacker.
PRAGMA application_id = 0x6d656d62;  -- "memb"
PRAGMA user_version = 1;             -- number of this schema

-- Tables -----------------------------------------------------------------------------------------

-- The frozen text of every protocol that was run.
CREATE TABLE protocol (
  digest TEXT PRIMARY KEY,
  id     TEXT NOT NULL,
  title  TEXT NOT NULL,
  text   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A device as an invocation found it; the same card under another driver is another row of the same identity.
CREATE TABLE device (
  digest       TEXT PRIMARY KEY,
  backend      TEXT NOT NULL,
  name         TEXT NOT NULL,
  identity     TEXT NOT NULL,
  architecture TEXT NOT NULL,
  driver       TEXT NOT NULL,
  runtime      TEXT NOT NULL,
  units        INTEGER NOT NULL,      -- multiprocessors, or threads
  memory_bytes INTEGER NOT NULL,
  cache_bytes  INTEGER NOT NULL,      -- last level
  notes        TEXT NOT NULL          -- JSON list
) STRICT, WITHOUT ROWID;

-- The head of a run, written before its first launch. Its status follows from its events: see v_runs.
CREATE TABLE run (
  key             INTEGER PRIMARY KEY,
  id              TEXT NOT NULL UNIQUE,
  protocol        TEXT NOT NULL REFERENCES protocol (digest),
  started         TEXT NOT NULL,
  backend         TEXT NOT NULL,
  device_selector TEXT NOT NULL,
  version         TEXT NOT NULL,      -- of membound, as are the next three
  commit_id       TEXT NOT NULL,
  dirty           INTEGER NOT NULL CHECK (dirty IN (0, 1)),
  compiler        TEXT NOT NULL,
  exploratory     INTEGER NOT NULL CHECK (exploratory IN (0, 1))
) STRICT;

-- What a run times once per round: an arm on a case, a ceiling or a control.
CREATE TABLE cell (
  run        INTEGER NOT NULL REFERENCES run (key),
  cell       INTEGER NOT NULL,
  kind       TEXT NOT NULL,           -- arm, matched_ceiling, large_ceiling, cold_probe, hot_probe, null_launch
  case_name  TEXT NOT NULL,
  arm        TEXT NOT NULL,
  kernel     TEXT NOT NULL,
  format     TEXT NOT NULL,
  role       TEXT NOT NULL,           -- treatment, baseline, vendor, control, probe, post_hoc
  launches   INTEGER NOT NULL,        -- planned per repetition
  parameters TEXT NOT NULL,           -- JSON object
  workload   TEXT,                    -- of the operands, as is the next
  extents    TEXT,                    -- JSON object
  PRIMARY KEY (run, cell)
) STRICT, WITHOUT ROWID;

-- A fresh worker process and the device that it found.
CREATE TABLE invocation (
  run               INTEGER NOT NULL REFERENCES run (key),
  invocation        INTEGER NOT NULL,
  device            TEXT NOT NULL REFERENCES device (digest),
  free_memory_bytes INTEGER NOT NULL,
  data_seed         INTEGER NOT NULL, -- 64 bits, shown as signed
  started           TEXT NOT NULL,
  PRIMARY KEY (run, invocation)
) STRICT, WITHOUT ROWID;

-- An invocation that finished all its rounds.
CREATE TABLE finished (
  run        INTEGER NOT NULL,
  invocation INTEGER NOT NULL,
  worker_ns  INTEGER NOT NULL,        -- wall time of the worker
  timed_ns   INTEGER NOT NULL,        -- of which in warm-up and timed launches
  PRIMARY KEY (run, invocation),
  FOREIGN KEY (run, invocation) REFERENCES invocation (run, invocation)
) STRICT, WITHOUT ROWID;

-- The receipt: what a cell really was in an invocation.
CREATE TABLE binding (
  run               INTEGER NOT NULL,
  invocation        INTEGER NOT NULL,
  cell              INTEGER NOT NULL,
  read_bytes        INTEGER NOT NULL, -- counted traffic of one launch
  written_bytes     INTEGER NOT NULL,
  copies            INTEGER NOT NULL,
  working_set_bytes INTEGER NOT NULL,
  data_digest       TEXT NOT NULL,
  unavailable       TEXT NOT NULL,    -- why it did not run; empty when it did
  PRIMARY KEY (run, invocation, cell),
  FOREIGN KEY (run, invocation) REFERENCES invocation (run, invocation),
  FOREIGN KEY (run, cell) REFERENCES cell (run, cell)
) STRICT, WITHOUT ROWID;

-- A comparison of outputs with the reference. No error: an output was not finite or not written.
CREATE TABLE correctness (
  run        INTEGER NOT NULL,
  invocation INTEGER NOT NULL,
  moment     TEXT NOT NULL CHECK (moment IN ('before', 'after')),  -- the timed launches
  cell       INTEGER NOT NULL,
  copies     INTEGER NOT NULL,
  error      REAL,
  tolerance  REAL NOT NULL,
  passed     INTEGER NOT NULL CHECK (passed IN (0, 1)),
  PRIMARY KEY (run, invocation, moment, cell),
  FOREIGN KEY (run, invocation) REFERENCES invocation (run, invocation),
  FOREIGN KEY (run, cell) REFERENCES cell (run, cell),
  CHECK (error IS NOT NULL OR passed = 0)
) STRICT, WITHOUT ROWID;

-- One timed sample. A round is here as a whole or not at all.
CREATE TABLE repetition (
  run           INTEGER NOT NULL,
  invocation    INTEGER NOT NULL,
  round         INTEGER NOT NULL,
  position      INTEGER NOT NULL,     -- place within the round
  cell          INTEGER NOT NULL,
  predecessor   INTEGER,              -- cell that ran before; NULL for the first of an invocation
  launches      INTEGER NOT NULL CHECK (launches > 0),
  time_ns       INTEGER NOT NULL CHECK (time_ns >= 0),  -- of all launches together
  flags         INTEGER NOT NULL,     -- 0: none; bit 1: throttled
  core_mhz      INTEGER,
  memory_mhz    INTEGER,
  power_mw      INTEGER,
  temperature_c INTEGER,
  throttle      INTEGER,              -- reason bits of the device
  PRIMARY KEY (run, invocation, round, position),
  FOREIGN KEY (run, invocation) REFERENCES invocation (run, invocation),
  FOREIGN KEY (run, cell) REFERENCES cell (run, cell)
) STRICT, WITHOUT ROWID;

-- Something that a reader must know: a crash, a hang, an interruption, the end.
CREATE TABLE event (
  run        INTEGER NOT NULL REFERENCES run (key),
  sequence   INTEGER NOT NULL,
  invocation INTEGER,
  kind       TEXT NOT NULL,
  detail     TEXT NOT NULL,
  time       TEXT NOT NULL,
  PRIMARY KEY (run, sequence)
) STRICT, WITHOUT ROWID;

-- The verdict on a prediction or falsifier over all its cases, under one version of the rules.
CREATE TABLE verdict (
  run        INTEGER NOT NULL REFERENCES run (key),
  rules      INTEGER NOT NULL,
  place      INTEGER NOT NULL,        -- order of the protocol
  prediction TEXT NOT NULL,
  falsifier  INTEGER NOT NULL CHECK (falsifier IN (0, 1)),
  outcome    TEXT NOT NULL,           -- held, falsified, inconclusive, void, not_run, not_applicable
  reason     TEXT NOT NULL,
  PRIMARY KEY (run, rules, place)
) STRICT, WITHOUT ROWID;

-- The verdict on one case.
CREATE TABLE case_verdict (
  run                INTEGER NOT NULL,
  rules              INTEGER NOT NULL,
  place              INTEGER NOT NULL,
  case_place         INTEGER NOT NULL,
  case_name          TEXT NOT NULL,
  outcome            TEXT NOT NULL,
  reason             TEXT NOT NULL,
  estimate           REAL,            -- natural units of the quantity, as are the next two
  low                REAL,
  high               REAL,
  units              TEXT NOT NULL,   -- JSON list: one value per replication unit
  within_one_process INTEGER NOT NULL CHECK (within_one_process IN (0, 1)),
  more_invocations   INTEGER,
  sensitivity        TEXT NOT NULL,   -- outcome without flagged repetitions
  PRIMARY KEY (run, rules, place, case_place),
  FOREIGN KEY (run, rules, place) REFERENCES verdict (run, rules, place)
) STRICT, WITHOUT ROWID;

-- Views ------------------------------------------------------------------------------------------

-- Which runs are there, on what, and how did they end? One row per run, newest first. A run whose program was
-- killed cannot say so: it stays 'running'.
CREATE VIEW v_runs AS
SELECT r.started, r.id AS run, p.id AS protocol, p.title,
       (SELECT d.name FROM invocation AS i JOIN device AS d ON d.digest = i.device
         WHERE i.run = r.key ORDER BY i.invocation LIMIT 1) AS device,
       CASE WHEN EXISTS (SELECT 1 FROM event AS e WHERE e.run = r.key AND e.kind = 'complete') THEN 'complete'
            WHEN EXISTS (SELECT 1 FROM event AS e WHERE e.run = r.key
                          AND e.kind IN ('interrupted', 'incomplete', 'crashed', 'hung', 'error')) THEN 'incomplete'
            ELSE 'running' END AS status,
       r.exploratory,
       (SELECT count(*) FROM finished AS f WHERE f.run = r.key) AS invocations,
       (SELECT count(*) FROM (SELECT DISTINCT invocation, round FROM repetition WHERE run = r.key)) AS rounds,
       (SELECT count(*) FROM repetition AS t WHERE t.run = r.key) AS repetitions,
       (SELECT count(*) FROM repetition AS t WHERE t.run = r.key AND t.flags <> 0) AS flagged,
       (SELECT group_concat(e.kind, ', ') FROM event AS e WHERE e.run = r.key AND e.kind <> 'complete') AS trouble,
       r.version, r.commit_id, r.dirty, p.digest AS protocol_digest
  FROM run AS r JOIN protocol AS p ON p.digest = r.protocol
 ORDER BY r.started DESC, r.id;

-- Everything about every repetition, for pandas, R, DuckDB or a spreadsheet: one flat row each, every factor a column.
CREATE VIEW v_long AS
SELECT r.id AS run, p.id AS protocol, r.exploratory, d.name AS device, d.identity AS device_identity,
       d.driver, d.runtime, t.invocation, t.round, t.position,
       c.kind, c.workload, c.case_name, c.extents, c.arm, c.kernel, c.format, c.parameters, c.role,
       before.arm AS predecessor_arm, before.case_name AS predecessor_case,
       t.launches, t.time_ns, 1.0 * t.time_ns / t.launches AS ns_per_launch,
       b.read_bytes, b.written_bytes,
       (b.read_bytes + b.written_bytes) * t.launches / nullif(1.0 * t.time_ns, 0) AS gb_per_s,
       t.core_mhz, t.memory_mhz, t.power_mw, t.temperature_c, t.throttle, t.flags
  FROM repetition AS t
  JOIN run AS r ON r.key = t.run
  JOIN protocol AS p ON p.digest = r.protocol
  JOIN cell AS c ON c.run = t.run AND c.cell = t.cell
  JOIN invocation AS i ON i.run = t.run AND i.invocation = t.invocation
  JOIN device AS d ON d.digest = i.device
  LEFT JOIN cell AS before ON before.run = t.run AND before.cell = t.predecessor
  LEFT JOIN binding AS b ON b.run = t.run AND b.invocation = t.invocation AND b.cell = t.cell;

-- How fast was each arm, ceiling and control of a run? One row per run and cell over all its repetitions, cells that
-- could not run included. Quantiles interpolate linearly between order statistics.
CREATE VIEW v_arm AS
WITH sample AS (
  SELECT run, cell, 1.0 * time_ns / launches AS ns, flags FROM repetition),
ranked AS (
  SELECT run, cell, ns, flags,
         row_number() OVER (PARTITION BY run, cell ORDER BY ns) - 1 AS place,
         count(*) OVER (PARTITION BY run, cell) - 1 AS last
    FROM sample),
summary AS (
  SELECT run, cell, count(*) AS repetitions, sum(flags <> 0) AS flagged, min(ns) AS least, max(ns) AS most,
         sum(ns * max(0.0, 1 - abs(place - 0.25 * last))) AS low_quartile,
         sum(ns * max(0.0, 1 - abs(place - 0.50 * last))) AS median,
         sum(ns * max(0.0, 1 - abs(place - 0.75 * last))) AS high_quartile
    FROM ranked GROUP BY run, cell),
receipt AS (
  SELECT run, cell, max(read_bytes + written_bytes) AS bytes, max(nullif(unavailable, '')) AS unavailable
    FROM binding GROUP BY run, cell)
SELECT r.id AS run, p.id AS protocol, c.kind, c.case_name, c.arm, c.kernel, c.format, c.role,
       coalesce(s.repetitions, 0) AS repetitions, coalesce(s.flagged, 0) AS flagged,
       s.median AS median_ns, s.low_quartile AS low_quartile_ns, s.high_quartile AS high_quartile_ns,
       s.least AS least_ns, s.most AS most_ns,
       receipt.bytes, receipt.bytes / nullif(s.median, 0) AS gb_per_s, receipt.unavailable
  FROM cell AS c
  JOIN run AS r ON r.key = c.run
  JOIN protocol AS p ON p.digest = r.protocol
  LEFT JOIN summary AS s ON s.run = c.run AND s.cell = c.cell
  LEFT JOIN receipt ON receipt.run = c.run AND receipt.cell = c.cell
 ORDER BY r.started, r.id, c.cell;

-- How does an arm compare with the baseline beside it? One row per round, case, arm and baseline; a ratio of times
-- below 1 means that the arm was faster.
CREATE VIEW v_pairs AS
SELECT r.id AS run, p.id AS protocol, t.invocation, t.round, c.case_name, c.arm, c.role, base.arm AS baseline,
       (1.0 * t.time_ns / t.launches) / nullif(1.0 * bt.time_ns / bt.launches, 0) AS time_ratio,
       t.flags <> 0 OR bt.flags <> 0 AS flagged
  FROM repetition AS t
  JOIN cell AS c ON c.run = t.run AND c.cell = t.cell AND c.kind = 'arm' AND c.role <> 'baseline'
  JOIN repetition AS bt ON bt.run = t.run AND bt.invocation = t.invocation AND bt.round = t.round
  JOIN cell AS base ON base.run = bt.run AND base.cell = bt.cell AND base.kind = 'arm' AND base.role = 'baseline'
                   AND base.case_name = c.case_name
  JOIN run AS r ON r.key = t.run
  JOIN protocol AS p ON p.digest = r.protocol;

-- Where does each prediction stand? The verdict of the newest complete run per protocol, prediction, case and device,
-- under the newest rules; a row without a case speaks over all its cases. Exploratory runs never appear.
CREATE VIEW v_latest AS
WITH judged AS (
  SELECT run, rules, place, -1 AS case_place, prediction, falsifier, NULL AS case_name, outcome, reason,
         NULL AS estimate, NULL AS low, NULL AS high, NULL AS sensitivity
    FROM verdict
  UNION ALL
  SELECT c.run, c.rules, c.place, c.case_place, v.prediction, v.falsifier, c.case_name, c.outcome, c.reason,
         c.estimate, c.low, c.high, c.sensitivity
    FROM case_verdict AS c JOIN verdict AS v ON v.run = c.run AND v.rules = c.rules AND v.place = c.place),
aged AS (
  SELECT p.id AS protocol, j.*, d.name AS device, d.identity AS device_identity, r.id AS run_id, r.started,
         p.digest AS protocol_digest,
         row_number() OVER (PARTITION BY p.id, j.prediction, j.falsifier, j.case_name, d.backend, d.identity
                            ORDER BY r.started DESC, r.id DESC, j.rules DESC) AS age
    FROM judged AS j
    JOIN run AS r ON r.key = j.run AND r.exploratory = 0
    JOIN protocol AS p ON p.digest = r.protocol
    JOIN invocation AS i ON i.run = r.key
                        AND i.invocation = (SELECT min(invocation) FROM invocation WHERE run = r.key)
    JOIN device AS d ON d.digest = i.device
   WHERE EXISTS (SELECT 1 FROM event AS e WHERE e.run = r.key AND e.kind = 'complete'))
SELECT protocol, prediction, falsifier, case_name, device, outcome, estimate, low, high, sensitivity, reason,
       started, run_id AS run, rules, device_identity, protocol_digest
  FROM aged WHERE age = 1
 ORDER BY protocol, device, device_identity, place, case_place;

-- Append-only ------------------------------------------------------------------------------------

CREATE TRIGGER protocol_keeps BEFORE UPDATE ON protocol BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER protocol_stays BEFORE DELETE ON protocol BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER protocol_grows BEFORE INSERT ON protocol
  WHEN EXISTS (SELECT 1 FROM protocol WHERE digest = NEW.digest)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER device_keeps BEFORE UPDATE ON device BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER device_stays BEFORE DELETE ON device BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER device_grows BEFORE INSERT ON device
  WHEN EXISTS (SELECT 1 FROM device WHERE digest = NEW.digest)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER run_keeps BEFORE UPDATE ON run BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER run_stays BEFORE DELETE ON run BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER run_grows BEFORE INSERT ON run
  WHEN EXISTS (SELECT 1 FROM run WHERE key = NEW.key OR id = NEW.id)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER cell_keeps BEFORE UPDATE ON cell BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER cell_stays BEFORE DELETE ON cell BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER cell_grows BEFORE INSERT ON cell
  WHEN EXISTS (SELECT 1 FROM cell WHERE run = NEW.run AND cell = NEW.cell)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER invocation_keeps BEFORE UPDATE ON invocation BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER invocation_stays BEFORE DELETE ON invocation BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER invocation_grows BEFORE INSERT ON invocation
  WHEN EXISTS (SELECT 1 FROM invocation WHERE run = NEW.run AND invocation = NEW.invocation)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER finished_keeps BEFORE UPDATE ON finished BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER finished_stays BEFORE DELETE ON finished BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER finished_grows BEFORE INSERT ON finished
  WHEN EXISTS (SELECT 1 FROM finished WHERE run = NEW.run AND invocation = NEW.invocation)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER binding_keeps BEFORE UPDATE ON binding BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER binding_stays BEFORE DELETE ON binding BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER binding_grows BEFORE INSERT ON binding
  WHEN EXISTS (SELECT 1 FROM binding WHERE run = NEW.run AND invocation = NEW.invocation AND cell = NEW.cell)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER correctness_keeps BEFORE UPDATE ON correctness BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER correctness_stays BEFORE DELETE ON correctness BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER correctness_grows BEFORE INSERT ON correctness
  WHEN EXISTS (SELECT 1 FROM correctness WHERE run = NEW.run AND invocation = NEW.invocation AND moment = NEW.moment AND cell = NEW.cell)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER repetition_keeps BEFORE UPDATE ON repetition BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER repetition_stays BEFORE DELETE ON repetition BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER repetition_grows BEFORE INSERT ON repetition
  WHEN EXISTS (SELECT 1 FROM repetition WHERE run = NEW.run AND invocation = NEW.invocation AND round = NEW.round AND position = NEW.position)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER event_keeps BEFORE UPDATE ON event BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER event_grows BEFORE INSERT ON event
  WHEN EXISTS (SELECT 1 FROM event WHERE run = NEW.run AND sequence = NEW.sequence)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER verdict_keeps BEFORE UPDATE ON verdict BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER verdict_stays BEFORE DELETE ON verdict BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER verdict_grows BEFORE INSERT ON verdict
  WHEN EXISTS (SELECT 1 FROM verdict WHERE run = NEW.run AND rules = NEW.rules AND place = NEW.place)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;

CREATE TRIGGER case_verdict_keeps BEFORE UPDATE ON case_verdict BEGIN SELECT raise(ABORT, 'append-only: no row is ever changed'); END;
CREATE TRIGGER case_verdict_stays BEFORE DELETE ON case_verdict BEGIN SELECT raise(ABORT, 'append-only: no row is ever deleted'); END;
CREATE TRIGGER case_verdict_grows BEFORE INSERT ON case_verdict
  WHEN EXISTS (SELECT 1 FROM case_verdict WHERE run = NEW.run AND rules = NEW.rules AND place = NEW.place AND case_place = NEW.case_place)
  BEGIN SELECT raise(ABORT, 'append-only: no row is ever replaced'); END;
