// SPDX-License-Identifier: Apache-2.0
// Chain: one SHA-256 per transaction of a run, over the one before it and the rows that it stored.
#include "record/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/digest.hpp"
#include "base/text.hpp"
#include "record/layout.hpp"

namespace membound {
namespace {

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + separator.size(), text.size()));
  }
  return parts;
}

[[noreturn]] void unreadable(std::string_view text) {
  throw Error(fmt::format("'{}' names no rows of a run; the database was not written by membound",
                          printable(text)),
              ExitCode::integrity);
}

const Layout& layout_of(const RowSet& rows) {
  const auto found = std::ranges::find(layouts, std::string_view(rows.table), &Layout::table);
  if (found == layouts.end() || rows.keys.size() > split(found->keys, ", ").size())
    unreadable(rows.table);
  return *found;
}

/// A query of the rows, ready to step.
Statement select(Connection& connection, std::int64_t run, const RowSet& rows,
                 std::string_view columns) {
  const Layout& layout = layout_of(rows);
  std::string sql = fmt::format("SELECT {} FROM {} WHERE {}", columns, layout.table, layout.of_run);
  const std::vector<std::string> keys = split(layout.keys, ", ");
  for (std::size_t i = 0; i < rows.keys.size(); ++i)
    sql += fmt::format(" AND {} = ?{}", keys[i], i + 2);
  if (!keys.empty()) sql += fmt::format(" ORDER BY {}", layout.keys);
  Statement statement(connection, sql);
  statement.bind(run);
  for (std::size_t i = 0; i < rows.keys.size(); ++i)
    statement.bind_one(static_cast<int>(i) + 2, rows.keys[i]);
  return statement;
}

/// One value, so that no two rows are written alike.
std::string canonical_value(const Value& value) {
  struct Write {
    std::string operator()(std::monostate) const { return "n"; }
    std::string operator()(std::int64_t v) const { return fmt::format("i{}", v); }
    std::string operator()(double v) const {
      return fmt::format("r{:016x}", std::bit_cast<std::uint64_t>(v));
    }
    std::string operator()(const std::string& v) const {
      return fmt::format("t{}:{}", v.size(), v);
    }
  };
  return std::visit(Write{}, value);
}

}  // namespace

std::string text_of(const std::vector<RowSet>& rows) {
  std::string text;
  for (const RowSet& set : rows) {
    text += set.table;
    for (const std::string& key : set.keys) text += ' ' + key;
    text += '\n';
  }
  return text;
}

std::vector<RowSet> rows_of(std::string_view text) {
  std::vector<RowSet> all;
  for (const std::string& line : split(text, "\n")) {
    std::vector<std::string> words = split(line, " ");
    if (words.empty()) unreadable(text);
    RowSet rows{words.front(), {words.begin() + 1, words.end()}};
    layout_of(rows);
    all.push_back(std::move(rows));
  }
  if (text_of(all) != text) unreadable(text);
  return all;
}

std::int64_t count(Connection& connection, std::int64_t run, const RowSet& rows) {
  Statement row = select(connection, run, rows, "count(*)");
  row.step();
  return row.take<std::int64_t>();
}

std::string canonical(Connection& connection, std::int64_t run, const ChainLink& link) {
  const auto number = [](const std::optional<int>& n) { return n ? fmt::format("{}", *n) : "-"; };
  std::string bytes =
      fmt::format("membound-link-1\n{}\n{} {} {}\n{}\n", link.previous, link.sequence,
                  number(link.invocation), number(link.round), text_of(link.rows));
  for (const RowSet& set : link.rows) {
    Statement row = select(connection, run, set, layout_of(set).columns);
    while (row.step()) {
      bytes += set.table;
      for (int i = 0; i < row.columns(); ++i) bytes += ' ' + canonical_value(row.value(i));
      bytes += '\n';
    }
  }
  return bytes;
}

void Chain::begin(std::int64_t run) {
  Statement protocol(*connection_, "SELECT protocol FROM run WHERE key = ?");
  protocol.bind(run).step();
  ChainLink first;
  first.previous = protocol.take<std::string>();
  first.rows = {{"protocol", {}}, {"run", {}}, {"cell", {}}};
  append(run, first);
}

void Chain::extend(std::int64_t run, ChainLink link) {
  const ChainHead head = read_chain(*connection_, run);
  if (head.links == 0) return;
  link.previous = head.digest;
  link.sequence = head.links;
  append(run, link);
}

void Chain::append(std::int64_t run, const ChainLink& link) {
  Statement(*connection_, "INSERT INTO link VALUES (?, ?, ?, ?, ?, ?)")
      .bind(run, link.sequence, link.invocation, link.round, text_of(link.rows),
            sha256(canonical(*connection_, run, link)))
      .run();
}

ChainHead read_chain(Connection& connection, std::int64_t run) {
  if (connection.number("PRAGMA user_version") < 2) return {};
  Statement last(connection,
                 "SELECT sequence + 1, digest FROM link WHERE run = ? ORDER BY sequence DESC "
                 "LIMIT 1");
  if (!last.bind(run).step()) return {};
  const auto links = last.take<std::int64_t>();
  return {last.take<std::string>(), links};
}

}  // namespace membound
