// SPDX-License-Identifier: Apache-2.0
// Reader: plain values from the rows of a database.
#include "record/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <nlohmann/json.hpp>

#include "record/chain.hpp"

namespace membound {
namespace {

/// Runs a query with the run's key as its only parameter and makes a value of every row.
template <class Make>
auto rows(Connection& connection, std::string_view sql, std::int64_t run, Make make) {
  Statement statement(connection, sql);
  statement.bind(run);
  std::vector<decltype(make(statement))> values;
  while (statement.step()) values.push_back(make(statement));
  return values;
}

RunStatus status_of(const std::string& word) {
  return word == "complete"     ? RunStatus::complete
         : word == "incomplete" ? RunStatus::incomplete
                                : RunStatus::running;
}

std::vector<std::string> list_of(Connection& connection, const std::string& json) {
  const nlohmann::json list = nlohmann::json::parse(json, nullptr, false);
  const bool texts = list.is_array() && std::all_of(list.begin(), list.end(),
                                                    [](const auto& e) { return e.is_string(); });
  if (texts) return list.get<std::vector<std::string>>();
  throw Error(
      fmt::format(
          "{}: the notes of a device are not a list of texts; the file was not written by membound",
          connection.name()),
      ExitCode::integrity);
}

RunHead head(Statement& row) {
  RunHead run;
  run.id = row.take<std::string>();
  run.protocol_digest = row.take<std::string>();
  run.started = row.take<std::string>();
  run.backend = row.take<std::string>();
  run.device_selector = row.take<std::string>();
  run.build.version = row.take<std::string>();
  run.build.commit = row.take<std::string>();
  run.build.dirty = row.take<bool>();
  run.build.compiler = row.take<std::string>();
  run.exploratory = row.take<bool>();
  return run;
}

InvocationStarted invocation(Connection& connection, Statement& row) {
  InvocationStarted started;
  started.invocation = row.take<int>();
  started.data_seed = std::bit_cast<std::uint64_t>(row.take<std::int64_t>());
  started.time = row.take<std::string>();
  DeviceInfo& device = started.device;
  device.free_memory = {row.take<std::int64_t>()};
  device.backend = row.take<std::string>();
  device.name = row.take<std::string>();
  device.identity = row.take<std::string>();
  device.architecture = row.take<std::string>();
  device.driver = row.take<std::string>();
  device.runtime = row.take<std::string>();
  device.units = row.take<int>();
  device.memory = {row.take<std::int64_t>()};
  device.cache = {row.take<std::int64_t>()};
  device.notes = list_of(connection, row.take<std::string>());
  return started;
}

// Members of a braced list are evaluated from left to right: the order of the columns.

CellBound binding(Statement& row) {
  return {row.take<int>(),
          row.take<int>(),
          {row.take<std::int64_t>()},
          {row.take<std::int64_t>()},
          row.take<int>(),
          {row.take<std::int64_t>()},
          row.take<std::string>(),
          row.take<std::string>()};
}

Correctness correctness(Statement& row) {
  return {
      row.take<int>(),
      row.take<int>(),
      row.take<std::string>() == "before" ? Correctness::When::before : Correctness::When::after,
      row.take<int>(),
      row.take<std::optional<double>>().value_or(std::numeric_limits<double>::infinity()),
      row.take<double>(),
      row.take<bool>()};
}

Repetition repetition(Statement& row) {
  return {row.take<int>(),
          row.take<int>(),
          row.take<int>(),
          row.take<int>(),
          row.take<std::optional<int>>().value_or(-1),
          row.take<int>(),
          {row.take<std::int64_t>()},
          {row.take<std::optional<int>>(), row.take<std::optional<int>>(),
           row.take<std::optional<int>>(), row.take<std::optional<int>>(),
           row.take<std::optional<std::int64_t>>()},
          row.take<std::uint32_t>()};
}

InvocationFinished finished(Statement& row) {
  const auto seconds = [&] { return static_cast<double>(row.take<std::int64_t>()) / 1e9; };
  return {row.take<int>(), seconds(), seconds()};
}

Event event(Statement& row) {
  return {row.take<std::optional<int>>(), row.take<std::string>(), row.take<std::string>(),
          row.take<std::string>()};
}

constexpr const char* head_columns =
    "r.id, r.protocol, r.started, r.backend, r.device_selector, r.version, r.commit_id, r.dirty, "
    "r.compiler, "
    "r.exploratory";

/// A database of an older schema has no table for them.
std::vector<Reading> readings(Connection& connection, std::int64_t run) {
  const std::int64_t tables =
      connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'reading'");
  if (tables == 0) return {};
  return rows(connection,
              "SELECT invocation, cell, name, value, collector, scope FROM reading WHERE run = ? "
              "ORDER BY invocation, cell, name",
              run, [](Statement& row) {
                return Reading{row.take<int>(),         row.take<int>(),
                               row.take<std::string>(), row.take<double>(),
                               row.take<std::string>(), row.take<std::string>()};
              });
}

}  // namespace

std::vector<RunSummary> read_runs(Connection& connection) {
  Statement statement(
      connection,
      fmt::format("SELECT {}, v.protocol, v.device, v.status, v.invocations, v.repetitions "
                  "FROM run AS r JOIN v_runs AS v ON v.run = r.id "
                  "ORDER BY r.started, r.id",
                  head_columns));
  std::vector<RunSummary> runs;
  while (statement.step()) {
    RunSummary& summary = runs.emplace_back();
    summary.run = head(statement);
    summary.protocol = statement.take<std::string>();
    summary.device = statement.take<std::string>();
    summary.status = status_of(statement.take<std::string>());
    summary.invocations = statement.take<int>();
    summary.repetitions = statement.take<std::int64_t>();
  }
  return runs;
}

StoredProtocol read_protocol(Connection& connection, const std::string& digest) {
  Statement find(connection, "SELECT digest, id, title, text FROM protocol WHERE digest = ?");
  if (!find.bind(digest).step()) {
    throw Error(fmt::format("{}: no protocol of digest {}; its table protocol lists what was run",
                            connection.name(), digest),
                ExitCode::usage);
  }
  return {find.take<std::string>(), find.take<std::string>(), find.take<std::string>(),
          find.take<std::string>()};
}

std::string find_run(Connection& connection, const std::string& prefix) {
  Statement find(connection,
                 "SELECT id FROM run WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id LIMIT 2");
  if (!find.bind(prefix).step()) {
    throw Error(
        fmt::format("{}: no run begins with '{}'; its view v_runs lists those that are there",
                    connection.name(), prefix),
        ExitCode::usage);
  }
  auto id = find.take<std::string>();
  if (id == prefix || !find.step()) return id;
  throw Error(fmt::format("{}: more than one run begins with '{}': {} and {}; give more digits",
                          connection.name(), prefix, id, find.take<std::string>()),
              ExitCode::usage);
}

Evidence read_evidence(Connection& connection, const std::string& prefix) {
  const Transaction snapshot(connection, "BEGIN");  // a run may be written meanwhile
  const std::int64_t run = run_key(connection, find_run(connection, prefix));
  Evidence all;
  all.run = rows(connection, fmt::format("SELECT {} FROM run AS r WHERE r.key = ?", head_columns),
                 run, head)
                .at(0);
  all.status =
      rows(connection, "SELECT status FROM v_runs WHERE run = (SELECT id FROM run WHERE key = ?)",
           run, [](Statement& row) { return status_of(row.take<std::string>()); })
          .at(0);
  all.invocations = rows(
      connection,
      "SELECT i.invocation, i.data_seed, i.started, i.free_memory_bytes, d.backend, d.name, "
      "d.identity, d.architecture, d.driver, d.runtime, d.units, d.memory_bytes, d.cache_bytes, "
      "d.notes FROM invocation AS i JOIN device AS d ON d.digest = i.device WHERE i.run = ? "
      "ORDER BY i.invocation",
      run, [&](Statement& row) { return invocation(connection, row); });
  all.bindings = rows(
      connection,
      "SELECT invocation, cell, read_bytes, written_bytes, copies, working_set_bytes, data_digest, "
      "unavailable FROM binding WHERE run = ? ORDER BY invocation, cell",
      run, binding);
  all.correctness =
      rows(connection,
           "SELECT invocation, cell, moment, copies, error, tolerance, passed FROM correctness "
           "WHERE run = ? ORDER BY invocation, moment DESC, cell",
           run, correctness);
  all.repetitions =
      rows(connection,
           "SELECT invocation, round, position, cell, predecessor, launches, time_ns, core_mhz, "
           "memory_mhz, power_mw, temperature_c, throttle, flags FROM repetition WHERE run = ? "
           "ORDER BY invocation, round, position",
           run, repetition);
  all.finished =
      rows(connection,
           "SELECT invocation, worker_ns, timed_ns FROM finished WHERE run = ? ORDER BY invocation",
           run, finished);
  all.events =
      rows(connection,
           "SELECT invocation, kind, detail, time FROM event WHERE run = ? ORDER BY sequence", run,
           event);
  all.readings = readings(connection, run);
  all.chain = read_chain(connection, run);
  return all;
}

}  // namespace membound
