// SPDX-License-Identifier: Apache-2.0
// Verdicts: how the judge's values are stored and read back.
#include "record/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "record/recorder.hpp"

namespace membound {
namespace {

constexpr std::array<std::string_view, 6> outcomes{"held", "falsified", "inconclusive",
                                                   "void", "not_run",   "not_applicable"};

std::string_view word(Outcome outcome) { return outcomes.at(static_cast<std::size_t>(outcome)); }

Outcome outcome_of(std::string_view word) {
  const auto found = std::find(outcomes.begin(), outcomes.end(), word);
  if (found != outcomes.end()) return static_cast<Outcome>(found - outcomes.begin());
  throw Error(fmt::format("'{}' is no outcome; the database was not written by membound", word),
              ExitCode::integrity);
}

/// JSON knows no NaN: it becomes null.
std::vector<double> units_of(const std::string& text) {
  std::vector<double> units;
  const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
  if (!list.is_array()) return units;
  for (const nlohmann::json& unit : list) {
    units.push_back(unit.is_number() ? unit.get<double>()
                                     : std::numeric_limits<double>::quiet_NaN());
  }
  return units;
}

void insert_cases(Connection& connection, std::int64_t run, std::size_t place,
                  const std::vector<CaseVerdict>& cases) {
  Statement insert(connection,
                   "INSERT INTO case_verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CaseVerdict& c = cases[i];
    insert
        .bind(run, rules_version, place, i, c.case_name, word(c.outcome), c.reason, c.estimate,
              c.low, c.high, nlohmann::json(c.units).dump(), c.within_one_process,
              c.more_invocations, word(c.sensitivity))
        .run();
  }
}

void insert_all(Connection& connection, std::int64_t run, const std::vector<Verdict>& verdicts) {
  Statement insert(connection, "INSERT INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t place = 0; place < verdicts.size(); ++place) {
    const Verdict& v = verdicts[place];
    insert.bind(run, rules_version, place, v.prediction, v.falsifier, word(v.outcome), v.reason)
        .run();
    insert_cases(connection, run, place, v.cases);
  }
}

std::vector<CaseVerdict> read_cases(Connection& connection, std::int64_t run, int rules,
                                    int place) {
  Statement row(connection,
                "SELECT case_name, outcome, reason, estimate, low, high, units, "
                "within_one_process, more_invocations, "
                "sensitivity FROM case_verdict WHERE run = ? AND rules = ? AND place = ? ORDER BY "
                "case_place");
  row.bind(run, rules, place);
  std::vector<CaseVerdict> cases;
  while (row.step()) {
    // Members of a braced list are evaluated from left to right: the order of the columns.
    cases.push_back({row.take<std::string>(), outcome_of(row.take<std::string>()),
                     row.take<std::string>(), row.take<std::optional<double>>(),
                     row.take<std::optional<double>>(), row.take<std::optional<double>>(),
                     units_of(row.take<std::string>()), row.take<bool>(),
                     row.take<std::optional<int>>(), outcome_of(row.take<std::string>())});
  }
  return cases;
}

}  // namespace

void store_verdicts(Connection& connection, const std::string& run_id,
                    const std::vector<Verdict>& verdicts) {
  Transaction transaction(connection);
  const std::int64_t run = run_key(connection, run_id);
  Statement status(connection, "SELECT status FROM v_runs WHERE run = ?");
  if (status.bind(run_id).step() && status.take<std::string>() == "running") {
    throw Error(fmt::format("{}: run {} has not ended; its verdicts can be stored when it has",
                            connection.name(), run_id),
                ExitCode::incomplete);
  }
  const std::vector<Verdict> stored = read_verdicts(connection, run, rules_version);
  if (stored.empty()) {
    insert_all(connection, run, verdicts);
  } else if (stored != verdicts) {
    throw Error(
        fmt::format(
            "{}: other verdicts of run {} are stored under rules {}; the evidence or the judge was "
            "changed since",
            connection.name(), run_id, rules_version),
        ExitCode::integrity);
  }
  transaction.commit();
}

std::vector<Verdict> read_verdicts(Connection& connection, std::int64_t run, int rules) {
  Statement row(connection,
                "SELECT place, prediction, falsifier, outcome, reason FROM verdict WHERE run = ? "
                "AND rules = ? "
                "ORDER BY place");
  row.bind(run, rules);
  std::vector<Verdict> verdicts;
  while (row.step()) {
    const int place = row.take<int>();
    verdicts.push_back({row.take<std::string>(), row.take<bool>(),
                        outcome_of(row.take<std::string>()), row.take<std::string>(),
                        read_cases(connection, run, rules, place)});
  }
  return verdicts;
}

}  // namespace membound
