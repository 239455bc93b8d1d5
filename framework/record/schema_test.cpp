// SPDX-License-Identifier: Apache-2.0
// Tests of the schema: its numbers, and that its tables only grow.
#include "record/schema.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/conclusions.hpp"
#include "record/example.hpp"
#include "record/verdicts.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> tables(Connection& connection) {
  std::vector<std::string> names;
  Statement row(connection, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  while (row.step()) names.push_back(row.take<std::string>());
  return names;
}

/// A database with a row in every table.
Connection filled() {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa");
  store_verdicts(connection, "aa", {{.prediction = "p", .cases = {{.case_name = "case_0"}}}});
  store_conclusions(connection, "aa", {{.name = "c", .clauses = {{.text = "t"}}}});
  return connection;
}

TEST(DatabaseSchema, carries_the_numbers_that_the_program_knows) {
  Connection connection = open_writing(":memory:");
  EXPECT_EQ(connection.number("PRAGMA application_id"), application_id);
  EXPECT_EQ(connection.number("PRAGMA user_version"), schema_version);
}

TEST(DatabaseSchema, has_strict_tables_only) {
  Connection connection = filled();
  EXPECT_EQ(connection.number(
                "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
                "AND name NOT LIKE 'sqlite_%' AND strict = 0"),
            0);
  EXPECT_EQ(tables(connection).size(), 15U);
}

TEST(DatabaseSchema, refuses_to_change_any_row) {
  Connection connection = filled();
  for (const std::string& table : tables(connection)) {
    const std::string column =
        connection.text(fmt::format("SELECT name FROM pragma_table_info('{}')", table));
    const std::string sql = fmt::format("UPDATE {0} SET {1} = {1}", table, column);
    EXPECT_THAT(recorded::refusal([&] { connection.execute(sql.c_str()); }),
                HasSubstr("no row is ever changed"))
        << sql;
  }
}

TEST(DatabaseSchema, refuses_to_delete_any_row) {
  Connection connection = filled();
  for (const std::string& table : tables(connection)) {
    const std::string sql = "DELETE FROM " + table;
    EXPECT_THAT(recorded::refusal([&] { connection.execute(sql.c_str()); }),
                HasSubstr("no row is ever deleted"))
        << sql;
  }
}

TEST(DatabaseSchema, refuses_to_replace_any_row) {
  Connection connection = filled();
  for (const std::string& table : tables(connection)) {
    for (const char* conflict : {"REPLACE", "IGNORE"}) {
      const std::string sql =
          fmt::format("INSERT OR {0} INTO {1} SELECT * FROM {1}", conflict, table);
      EXPECT_THAT(recorded::refusal([&] { connection.execute(sql.c_str()); }),
                  HasSubstr("no row is ever replaced"))
          << sql;
    }
  }
}

TEST(DatabaseSchema, refuses_to_replace_a_run_by_its_key_or_by_its_id) {
  Connection connection = filled();
  const char* replace =
      "INSERT OR REPLACE INTO run SELECT {}, {}, protocol, started, backend, device_selector, "
      "version, commit_id, "
      "dirty, compiler, exploratory FROM run";
  for (const std::string& sql : {fmt::format(fmt::runtime(replace), "1", "'new'"),
                                 fmt::format(fmt::runtime(replace), "2", "'aa'")}) {
    EXPECT_THAT(recorded::refusal([&] { connection.execute(sql.c_str()); }),
                HasSubstr("no row is ever replaced"))
        << sql;
  }
}

TEST(DatabaseSchema, refuses_rows_without_their_parents) {
  Connection connection = filled();
  EXPECT_THAT(recorded::refusal([&] {
                connection.execute(
                    "INSERT INTO repetition VALUES (1, 9, 0, 0, 0, NULL, 1, 1, 0, 0, 0, 0, 0, 0)");
              }),
              HasSubstr("FOREIGN KEY"));
}

}  // namespace
}  // namespace membound
