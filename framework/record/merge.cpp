// SPDX-License-Identifier: Apache-2.0
// Merge: the union of two databases, row by row.
#include "record/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace membound {
namespace {

/// How the rows of a table belong to a run.
struct Table {
  const char* name;
  const char* local;   ///< column with the run's local key, which differs between files; or empty
  const char* of_run;  ///< condition on the rows of the run whose key is the parameter
  int keys;            ///< leading columns, `local` aside, that name a row within its run
};

/// Parents before children.
constexpr std::array tables{
    Table{"protocol", "", "digest = (SELECT protocol FROM run WHERE key = ?)", 1},
    Table{"device", "", "digest IN (SELECT device FROM invocation WHERE run = ?)", 1},
    Table{"run", "key", "key = ?", 0},
    Table{"cell", "run", "run = ?", 1},
    Table{"invocation", "run", "run = ?", 1},
    Table{"finished", "run", "run = ?", 1},
    Table{"binding", "run", "run = ?", 2},
    Table{"correctness", "run", "run = ?", 3},
    Table{"repetition", "run", "run = ?", 3},
    Table{"event", "run", "run = ?", 1},
    Table{"verdict", "run", "run = ?", 2},
    Table{"case_verdict", "run", "run = ?", 3},
    Table{"link", "run", "run = ?", 1},
    Table{"reading", "run", "run = ?", 3},
    Table{"conclusion", "run", "run = ?", 2},
};

/// The statements that copy one table. Parameter i is column i of a source row, then the local key.
struct Copy {
  std::string select;
  std::string same;  ///< a row: the key is there; its value: with the same content
  std::string insert;
  int columns = 0;  ///< of a source row
};

Copy copy_of(Connection& connection, const Table& table) {
  Statement info(connection, "SELECT name FROM pragma_table_info(?) WHERE name <> ? ORDER BY cid");
  info.bind(table.name, table.local);
  std::vector<std::string> columns;
  while (info.step()) columns.push_back(info.take<std::string>());
  Copy copy;
  copy.columns = static_cast<int>(columns.size());
  copy.select = fmt::format("SELECT {} FROM {} WHERE {}", join(columns), table.name, table.of_run);

  std::vector<std::string> keys(columns.begin(), columns.begin() + table.keys);
  if (const std::string local = table.local; !local.empty()) {
    columns.push_back(local);
    keys.push_back(local);
  }
  std::vector<std::string> parameters;
  std::vector<std::string> equal;
  std::vector<std::string> named;
  for (const std::string& column : columns) {
    parameters.push_back(fmt::format("?{}", parameters.size() + 1));
    equal.push_back(fmt::format("{} IS {}", column, parameters.back()));
    if (std::find(keys.begin(), keys.end(), column) != keys.end()) named.push_back(equal.back());
  }
  copy.same = fmt::format("SELECT {} FROM {} WHERE {}", join(equal, " AND "), table.name,
                          join(named, " AND "));
  copy.insert =
      fmt::format("INSERT INTO {} ({}) VALUES ({})", table.name, join(columns), join(parameters));
  return copy;
}

/// One run in both files.
struct Pair {
  Connection& into;
  Connection& from;
  std::int64_t into_key;
  std::int64_t from_key;
  std::string id;
};

/// Copies the rows that are missing and returns their number.
int copy_rows(const Pair& run, const Table& table) {
  const Copy copy = copy_of(run.into, table);
  Statement source(run.from, copy.select);
  Statement same(run.into, copy.same);
  Statement insert(run.into, copy.insert);
  const auto fill = [&](Statement& target) {
    target.bind();
    for (int i = 0; i < copy.columns; ++i) target.bind_column(i + 1, source, i);
    if (*table.local != '\0') target.bind_one(copy.columns + 1, run.into_key);
  };
  int added = 0;
  for (source.bind(run.from_key); source.step();) {
    fill(same);
    if (!same.step()) {
      fill(insert);
      insert.run();
      ++added;
    } else if (!same.take<bool>()) {
      throw Error(fmt::format("{}: run {} differs from the run of the same id in {} (table {}); "
                              "one of the two files was edited: keep both and compare them",
                              run.into.name(), run.id, run.from.name(), table.name),
                  ExitCode::integrity);
    }
  }
  return added;
}

std::int64_t key_for(Connection& into, const std::string& id) {
  Statement find(
      into,
      "SELECT coalesce((SELECT key FROM run WHERE id = ?), (SELECT max(key) FROM run) + 1, 1)");
  find.bind(id).step();
  return find.take<std::int64_t>();
}

/// Whether a file has a table: one of an older schema lacks those that came later.
bool has(Connection& connection, const Table& table) {
  Statement find(connection, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return find.bind(table.name).step();
}

}  // namespace

MergeCounts merge_runs(Connection& into, Connection& from) {
  const Transaction snapshot(from, "BEGIN");
  Statement runs(from, "SELECT key, id FROM run ORDER BY key");
  MergeCounts counts;
  while (runs.step()) {
    const auto from_key = runs.take<std::int64_t>();
    const auto id = runs.take<std::string>();
    Transaction transaction(into);
    const Pair run{into, from, key_for(into, id), from_key, id};
    int rows = 0;
    for (const Table& table : tables) {
      if (has(from, table)) rows += copy_rows(run, table);
    }
    transaction.commit();
    ++(rows > 0 ? counts.added : counts.already_there);
  }
  return counts;
}

}  // namespace membound
