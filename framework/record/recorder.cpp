// SPDX-License-Identifier: Apache-2.0
// Recorder: writes the messages of runs into a database, whole rounds only.
#include "record/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/digest.hpp"

namespace membound {
namespace {

constexpr std::string_view word(CellKind kind) {
  constexpr std::array<std::string_view, 6> words{"arm",        "matched_ceiling", "large_ceiling",
                                                  "cold_probe", "hot_probe",       "null_launch"};
  return words.at(static_cast<std::size_t>(kind));
}

constexpr std::string_view word(Role role) {
  constexpr std::array<std::string_view, 6> words{"treatment", "baseline", "vendor",
                                                  "control",   "probe",    "post_hoc"};
  return words.at(static_cast<std::size_t>(role));
}

constexpr std::string_view word(Correctness::When when) {
  return when == Correctness::When::before ? "before" : "after";
}

/// JSON text that any device or arm can be written as: bytes that are not UTF-8 are replaced.
std::string json_text(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::int64_t nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

void insert_protocol(Connection& connection, const StoredProtocol& p) {
  Statement stored(connection,
                   "SELECT id = ?2 AND title = ?3 AND text = ?4 FROM protocol WHERE digest = ?1");
  stored.bind(p.digest, p.id, p.title, p.text);
  if (!stored.step()) {
    Statement(connection, "INSERT INTO protocol VALUES (?, ?, ?, ?)")
        .bind(p.digest, p.id, p.title, p.text)
        .run();
  } else if (!stored.take<bool>()) {
    throw Error(fmt::format("{}: holds another text under the digest {} of protocol '{}'; one "
                            "of the two was edited: keep both and compare them",
                            connection.name(), p.digest, p.id),
                ExitCode::integrity);
  }
}

void insert_run(Connection& connection, const RunHead& run) {
  Statement(
      connection,
      "INSERT INTO run SELECT coalesce(max(key), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM run")
      .bind(run.id, run.protocol_digest, run.started, run.backend, run.device_selector,
            run.build.version, run.build.commit, run.build.dirty, run.build.compiler,
            run.exploratory)
      .run();
}

void insert_cells(Connection& connection, std::int64_t run, const Plan& plan) {
  Statement insert(connection, "INSERT INTO cell VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    const Cell& cell = plan.cells[i];
    std::optional<std::string> workload;
    std::optional<std::string> extents;
    if (cell.set >= 0) {
      const OperandSet& set = plan.sets.at(static_cast<std::size_t>(cell.set));
      workload = set.workload;
      extents = json_text(set.problem.extents);
    }
    insert
        .bind(run, i, word(cell.kind), cell.case_name, cell.arm, cell.kernel, cell.format,
              word(cell.role), cell.launches, json_text(cell.parameters), workload, extents)
        .run();
  }
}

/// Stores a device unless it is there, and returns its digest.
std::string insert_device(Connection& connection, const DeviceInfo& d) {
  std::string digest = device_digest(d);
  Statement(connection,
            "INSERT INTO device SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 "
            "WHERE NOT EXISTS (SELECT 1 FROM device WHERE digest = ?1)")
      .bind(digest, d.backend, d.name, d.identity, d.architecture, d.driver, d.runtime, d.units,
            d.memory.value, d.cache.value, json_text(d.notes))
      .run();
  return digest;
}

/// A link over some rows, whose place in the chain is not known yet.
ChainLink link(std::vector<RowSet> rows, std::optional<int> invocation,
               std::optional<int> round = std::nullopt) {
  ChainLink link;
  link.rows = std::move(rows);
  link.invocation = invocation;
  link.round = round;
  return link;
}

}  // namespace

std::string device_digest(const DeviceInfo& d) {
  return sha256(json_text({d.backend, d.name, d.identity, d.architecture, d.driver, d.runtime,
                           d.units, d.memory.value, d.cache.value, json_text(d.notes)}));
}

std::int64_t run_key(Connection& connection, const std::string& run_id) {
  Statement find(connection, "SELECT key FROM run WHERE id = ?");
  if (find.bind(run_id).step()) return find.take<std::int64_t>();
  throw Error(fmt::format("{}: no run {}; its view v_runs lists those that are there",
                          connection.name(), run_id),
              ExitCode::usage);
}

void Recorder::begin(const StoredProtocol& protocol, const Plan& plan, const RunHead& run) {
  Transaction transaction(*connection_);
  insert_protocol(*connection_, protocol);
  insert_run(*connection_, run);
  const std::int64_t key = run_key(*connection_, run.id);
  insert_cells(*connection_, key, plan);
  chain_.begin(key);
  transaction.commit();
}

void Recorder::record(const std::string& run_id, const Message& message) {
  select(run_id);
  try {
    std::visit([&](const auto& m) { keep(m); }, message);
  } catch (const StorageError& error) {
    // Reading still works when writing does not: say what is safe.
    const std::int64_t rounds = connection_->number(fmt::format(
        "SELECT count(*) FROM (SELECT DISTINCT invocation, round FROM repetition WHERE run = {})",
        run_));
    throw Error(fmt::format("{}: {} whole rounds of run {} are kept", error.what(), rounds, run_id),
                error.code());
  }
}

void Recorder::select(const std::string& run_id) {
  if (run_id == run_id_) return;
  if (!round_.empty() || !bound_.empty() || !checked_.empty() || !read_.empty()) {
    throw Error(fmt::format(
        "{}: messages of run {} arrived inside a round of run {}; record one run at a time",
        connection_->name(), run_id, run_id_));
  }
  run_ = run_key(*connection_, run_id);
  run_id_ = run_id;
}

template <class Insert>
void Recorder::commit(Insert insert) {
  Transaction transaction(*connection_);
  ChainLink link = insert();
  insert_checks(link.rows);
  insert_readings(link.rows);
  chain_.extend(run_, std::move(link));
  transaction.commit();
  bound_.clear();
  checked_.clear();
  read_.clear();
}

void Recorder::keep(const InvocationStarted& started) {
  const std::string number = std::to_string(started.invocation);
  commit([&] {
    const std::string device = insert_device(*connection_, started.device);
    Statement(*connection_, "INSERT INTO invocation VALUES (?, ?, ?, ?, ?, ?)")
        .bind(run_, started.invocation, device, started.device.free_memory.value,
              std::bit_cast<std::int64_t>(started.data_seed), started.time)
        .run();
    return link({{"device", {device}}, {"invocation", {number}}}, started.invocation);
  });
}

void Recorder::keep(const RoundFinished& finished) {
  const bool whole = std::all_of(round_.begin(), round_.end(), [&](const Repetition& r) {
    return r.invocation == finished.invocation && r.round == finished.round;
  });
  if (!whole) {
    throw Error(fmt::format(
        "{}: round {} of invocation {} ended with repetitions of another round; discard the open "
        "round when a worker dies",
        connection_->name(), finished.round, finished.invocation));
  }
  commit([&] {
    insert_round();
    return link(
        {{"repetition", {std::to_string(finished.invocation), std::to_string(finished.round)}}},
        finished.invocation, finished.round);
  });
  round_.clear();
}

void Recorder::keep(const InvocationFinished& finished) {
  commit([&] {
    Statement(*connection_, "INSERT INTO finished VALUES (?, ?, ?, ?)")
        .bind(run_, finished.invocation, nanoseconds(finished.worker_seconds),
              nanoseconds(finished.timed_seconds))
        .run();
    return link({{"finished", {std::to_string(finished.invocation)}}}, finished.invocation);
  });
}

void Recorder::keep(const Event& event) {
  commit([&] {
    const std::int64_t sequence =
        connection_->number(fmt::format("SELECT count(*) FROM event WHERE run = {}", run_));
    Statement(*connection_, "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)")
        .bind(run_, sequence, event.invocation, event.kind, event.detail, event.time)
        .run();
    return link({{"event", {std::to_string(sequence)}}}, event.invocation);
  });
}

void Recorder::insert_checks(std::vector<RowSet>& rows) {
  Statement binding(*connection_, "INSERT INTO binding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const CellBound& b : bound_) {
    binding
        .bind(run_, b.invocation, b.cell, b.read.value, b.written.value, b.copies,
              b.working_set.value, b.data_digest, b.unavailable)
        .run();
    rows.push_back({"binding", {std::to_string(b.invocation), std::to_string(b.cell)}});
  }
  Statement correctness(*connection_, "INSERT INTO correctness VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const Correctness& c : checked_) {
    // SQLite stores NaN as NULL: an error that is not finite has no number.
    const double error =
        std::isfinite(c.error) ? c.error : std::numeric_limits<double>::quiet_NaN();
    correctness
        .bind(run_, c.invocation, word(c.when), c.cell, c.copies, error, c.tolerance, c.passed)
        .run();
    rows.push_back(
        {"correctness",
         {std::to_string(c.invocation), std::string(word(c.when)), std::to_string(c.cell)}});
  }
}

void Recorder::insert_readings(std::vector<RowSet>& rows) {
  if (read_.empty()) return;  // a database of an older schema has no table for them
  Statement insert(*connection_, "INSERT INTO reading VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const Reading& r : read_) {
    insert.bind(run_, r.invocation, r.cell, r.name, r.value, r.collector, r.scope).run();
    rows.push_back({"reading", {std::to_string(r.invocation), std::to_string(r.cell), r.name}});
  }
}

void Recorder::insert_round() {
  Statement insert(
      *connection_,
      "INSERT INTO repetition VALUES (?, ?, ?, ?, ?, nullif(?, -1), ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const Repetition& r : round_) {
    const DeviceState& s = r.state;
    insert
        .bind(run_, r.invocation, r.round, r.position, r.cell, r.predecessor, r.launches,
              r.time.value, r.flags, s.core_clock_mhz, s.memory_clock_mhz, s.power_mw,
              s.temperature_c, s.throttle_reasons)
        .run();
  }
}

}  // namespace membound
