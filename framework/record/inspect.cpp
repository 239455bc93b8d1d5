// SPDX-License-Identifier: Apache-2.0
// Inspect: what of a database contradicts itself.
#include "record/inspect.hpp"

#include <fmt/format.h>

#include <map>

#include "base/text.hpp"
#include "record/chain.hpp"
#include "record/reader.hpp"
#include "record/recorder.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

using Found = std::vector<std::string>;

void find_damage(Connection& connection, Found& found) {
  Statement row(connection, "PRAGMA integrity_check");
  while (row.step()) {
    const auto said = row.take<std::string>();
    if (said != "ok") found.push_back("the file: " + printable(said));
  }
}

void find_orphans(Connection& connection, Found& found) {
  Statement row(connection,
                "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2");
  while (row.step()) {
    const auto table = row.take<std::string>();
    const auto parent = row.take<std::string>();
    found.push_back(fmt::format("table {}: rows that belong to no row of table {}: {}", table,
                                parent, row.take<std::int64_t>()));
  }
}

void find_changed_schema(Connection& connection, Found& found) {
  const auto stored = schema_objects(connection);
  Connection ours = example_of(connection.number("PRAGMA user_version"));
  for (const auto& [name, sql] : schema_objects(ours)) {
    const auto it = stored.find(name);
    if (it == stored.end()) found.push_back(name + " is missing");
    if (it != stored.end() && it->second != sql) found.push_back(name + " was changed");
  }
}

/// A device is named by the digest of its row.
void find_changed_devices(Connection& connection, std::int64_t run, const Evidence& evidence,
                          Found& found) {
  Statement row(connection, "SELECT device FROM invocation WHERE run = ? ORDER BY invocation");
  row.bind(run);
  for (const InvocationStarted& started : evidence.invocations) {
    if (!row.step() || row.take<std::string>() == device_digest(started.device)) continue;
    found.push_back(
        fmt::format("table device: the device of invocation {} is not what its digest names",
                    started.invocation));
  }
}

/// Verdicts and conclusions are numbered in the order of the protocol, cases too, without a gap.
void find_gaps(Connection& connection, std::int64_t run, Found& found) {
  const auto gaps = [&](const char* table, const char* sql) {
    Statement row(connection, sql);
    if (row.bind(run).step())
      found.push_back(
          fmt::format("table {}: its rows are not numbered from 0 without a gap", table));
  };
  gaps("verdict",
       "SELECT 1 FROM verdict WHERE run = ? GROUP BY rules HAVING max(place) + 1 <> count(*) OR "
       "min(place) <> 0");
  if (connection.number("PRAGMA user_version") >= 2) {
    gaps("conclusion",
         "SELECT 1 FROM conclusion WHERE run = ? GROUP BY rules HAVING max(place) + 1 <> count(*) "
         "OR min(place) <> 0");
  }
  gaps("case_verdict",
       "SELECT 1 FROM case_verdict WHERE run = ? GROUP BY rules, place HAVING max(case_place) + 1 "
       "<> count(*) OR min(case_place) <> 0");
}

}  // namespace

Found inspect_file(Connection& connection) {
  Found found;
  find_damage(connection, found);
  find_orphans(connection, found);
  find_changed_schema(connection, found);
  return found;
}

Found inspect_run(Connection& connection, const std::string& run_id) {
  const std::int64_t run = run_key(connection, run_id);
  Found found = verify_chain(connection, run);
  find_gaps(connection, run, found);
  find_changed_devices(connection, run, read_evidence(connection, run_id), found);
  return found;
}

}  // namespace membound
