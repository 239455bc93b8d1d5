// SPDX-License-Identifier: Apache-2.0
// Conclusions: how what follows from the verdicts is stored and read back.
#include "record/conclusions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "record/recorder.hpp"

namespace membound {
namespace {

constexpr std::array rulings{Ruling::allowed, Ruling::not_allowed, Ruling::land,
                             Ruling::close,   Ruling::between,     Ruling::stop,
                             Ruling::go_on,   Ruling::undecided};
constexpr std::array kinds{Conclusion::Kind::claim, Conclusion::Kind::decision,
                           Conclusion::Kind::stop_rule};
constexpr std::array truths{Truth::met, Truth::not_met, Truth::unknown};

/// The value whose name is a word of the database.
template <class Values>
auto named(const Values& values, const std::string& word) {
  const auto found = std::ranges::find_if(values, [&](auto v) { return name_of(v) == word; });
  if (found == values.end())
    throw Error(fmt::format("'{}' is no word for a conclusion; the database was not written by "
                            "membound",
                            word),
                ExitCode::integrity);
  return *found;
}

std::string text_of(const std::vector<Clause>& clauses) {
  nlohmann::json list = nlohmann::json::array();
  for (const Clause& c : clauses) {
    list.push_back(
        {{"depth", c.depth}, {"text", c.text}, {"truth", name_of(c.truth)}, {"reason", c.reason}});
  }
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<Clause> clauses_of(const std::string& text) {
  std::vector<Clause> out;
  try {
    for (const nlohmann::json& one : nlohmann::json::parse(text)) {
      out.push_back(
          {one.at("depth"), one.at("text"), named(truths, one.at("truth")), one.at("reason")});
    }
  } catch (const nlohmann::json::exception& problem) {
    throw Error(fmt::format("the clauses of a conclusion cannot be read ({}); the database was not "
                            "written by membound",
                            problem.what()),
                ExitCode::integrity);
  }
  return out;
}

void insert_all(Connection& connection, std::int64_t run,
                const std::vector<Conclusion>& conclusions) {
  Statement insert(connection, "INSERT INTO conclusion VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t place = 0; place < conclusions.size(); ++place) {
    const Conclusion& c = conclusions[place];
    insert
        .bind(run, rules_version, place, name_of(c.kind), c.name, name_of(c.ruling), c.reason,
              text_of(c.clauses))
        .run();
  }
}

}  // namespace

void store_conclusions(Connection& connection, const std::string& run_id,
                       const std::vector<Conclusion>& conclusions) {
  if (conclusions.empty()) return;  // a file of an older schema need not grow a table for nothing
  Transaction transaction(connection);
  const std::int64_t run = run_key(connection, run_id);
  const std::vector<Conclusion> stored = read_conclusions(connection, run, rules_version);
  if (stored.empty()) {
    insert_all(connection, run, conclusions);
  } else if (stored != conclusions) {
    throw Error(fmt::format("{}: other conclusions of run {} are stored under rules {}; the "
                            "evidence or the judge was changed since",
                            connection.name(), run_id, rules_version),
                ExitCode::integrity);
  }
  transaction.commit();
}

std::vector<Conclusion> read_conclusions(Connection& connection, std::int64_t run, int rules) {
  if (connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'conclusion'") == 0)
    return {};
  Statement row(connection,
                "SELECT kind, name, ruling, reason, clauses FROM conclusion WHERE run = ? AND "
                "rules = ? ORDER BY place");
  row.bind(run, rules);
  std::vector<Conclusion> out;
  while (row.step()) {
    // Members of a braced list are evaluated from left to right: the order of the columns.
    out.push_back({named(kinds, row.take<std::string>()), row.take<std::string>(),
                   named(rulings, row.take<std::string>()), row.take<std::string>(),
                   clauses_of(row.take<std::string>())});
  }
  return out;
}

}  // namespace membound
