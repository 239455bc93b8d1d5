// SPDX-License-Identifier: Apache-2.0
// Tests of the hash chain: its bytes are those of the vectors, it covers every row, it survives a
// merge.
#include "record/chain.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <fstream>
#include <sstream>

#include "base/digest.hpp"
#include "record/example.hpp"
#include "record/layout.hpp"
#include "record/merge.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
namespace fs = std::filesystem;

constexpr std::int64_t run = 1;

Connection recorded_run() {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa");
  return connection;
}

/// Changes rows as someone does who knows how to get past the triggers.
void tamper(Connection& connection, const std::string& table, const std::string& sql) {
  connection.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF");
  for (const char* trigger : {"keeps", "stays", "grows"})
    connection.execute(fmt::format("DROP TRIGGER {}_{}", table, trigger).c_str());
  connection.execute(sql.c_str());
}

/// Bytes and digests of every link, as the vectors hold them.
std::string vectors(Connection& connection) {
  std::string all;
  ChainLink link;
  link.previous = recorded::protocol().digest;
  Statement row(connection,
                "SELECT sequence, invocation, round, rows, digest FROM link ORDER BY sequence");
  while (row.step()) {
    link.sequence = row.take<std::int64_t>();
    link.invocation = row.take<std::optional<int>>();
    link.round = row.take<std::optional<int>>();
    link.rows = rows_of(row.take<std::string>());
    const std::string bytes = canonical(connection, run, link);
    link.previous = row.take<std::string>();
    all += fmt::format("link {} {}\n{}\n", bytes.size(), link.previous, bytes);
  }
  return all;
}

TEST(Chain, hashes_the_bytes_of_the_conformance_vectors) {
  Connection connection = open_writing(":memory:");
  std::vector<Message> all = recorded::run({.rounds = 1, .invocations = 1});
  all.insert(all.end() - 1, Event{0, "note", "a \"quoted\" word\nand a line", "t"});
  recorded::fill(connection, "aa", all);
  const fs::path file = fs::path(MEMBOUND_SOURCE_DIR) / "framework/record/conformance/chain.txt";
  std::stringstream expected;
  expected << std::ifstream(file, std::ios::binary).rdbuf();
  const std::string actual = vectors(connection);
  if (actual != expected.str())
    std::ofstream(fs::path(MEMBOUND_BINARY_DIR) / "chain.txt", std::ios::binary) << actual;
  EXPECT_EQ(actual, expected.str()) << "what was written now is in the build folder";
}

TEST(Chain, has_one_link_per_transaction_that_names_its_rows) {
  Connection connection = recorded_run();
  EXPECT_EQ(recorded::ask(connection,
                          "SELECT sequence, invocation, round, replace(rows, char(10), ';') FROM "
                          "link WHERE sequence IN (0, 2, 3, 5, 11) ORDER BY sequence"),
            "0|-|-|protocol;run;cell;\n"
            "2|0|0|repetition 0 0;binding 0 0;binding 0 1;correctness 0 before 0;correctness 0 "
            "before 1;reading 0 0 registers;reading 0 1 registers;\n"
            "3|0|1|repetition 0 1;\n"
            "5|0|-|finished 0;correctness 0 after 0;correctness 0 after 1;\n"
            "11|-|-|event 0;\n");
  EXPECT_EQ(connection.number("SELECT count(*) FROM link"), 12);
}

TEST(Chain, begins_with_the_digest_of_the_frozen_protocol) {
  Connection connection = recorded_run();
  ChainLink first;
  first.previous = recorded::protocol().digest;
  first.rows = rows_of("protocol\nrun\ncell\n");
  EXPECT_EQ(connection.text("SELECT digest FROM link WHERE sequence = 0"),
            sha256(canonical(connection, run, first)));
}

TEST(Chain, head_is_read_with_the_evidence) {
  Connection connection = recorded_run();
  const ChainHead head = read_evidence(connection, "aa").chain;
  EXPECT_EQ(head.digest, connection.text("SELECT digest FROM link WHERE sequence = 11"));
  EXPECT_EQ(head.links, 12);
}

TEST(Chain, of_an_untouched_run_verifies) {
  Connection connection = recorded_run();
  EXPECT_THAT(verify_chain(connection, run), IsEmpty());
}

/// Flips one bit of a column of one row; where there is none to flip, writes a value.
std::string one_bit(const Layout& layout, const std::string& column) {
  std::string sql = fmt::format(
      "UPDATE {0} SET {1} = CASE WHEN {1} IS NULL OR {1} = '' THEN 1 WHEN typeof({1}) = 'text' "
      "THEN "
      "char((unicode({1}) | 1) - (unicode({1}) & 1)) || substr({1}, 2) WHEN typeof({1}) = 'real' "
      "THEN {1} * (1 + 4e-16) ELSE ({1} | 1048576) - ({1} & 1048576) END",
      layout.table, column);
  if (!layout.keys.empty())
    sql += fmt::format(" WHERE ({0}) = (SELECT {0} FROM {1} LIMIT 1)", layout.keys, layout.table);
  return sql;
}

TEST(Chain, finds_one_bit_in_any_column_of_any_table_of_evidence) {
  int tried = 0;
  for (const Layout& layout : layouts) {
    Connection names = recorded_run();
    Statement column(names,
                     "SELECT name FROM pragma_table_info(?) WHERE name NOT IN ('key', 'run')");
    column.bind(std::string(layout.table));
    while (column.step()) {
      const std::string name = column.take<std::string>();
      const std::string table(layout.table);
      Connection connection = recorded_run();
      tamper(connection, table, one_bit(layout, name));
      EXPECT_THAT(verify_chain(connection, run), ::testing::Not(IsEmpty())) << table << '.' << name;
      ++tried;
    }
  }
  EXPECT_EQ(tried, 4 + 10 + 11 + 11 + 5 + 3 + 8 + 7 + 13 + 6 + 5);
}

TEST(Chain, finds_a_row_that_was_added_and_one_that_was_taken_away) {
  Connection added = recorded_run();
  added.execute("INSERT INTO event VALUES (1, 1, NULL, 'complete', '', 't')");
  EXPECT_THAT(verify_chain(added, run),
              Contains("table event: 2 rows of the run are stored, its chain covers 1"));
  Connection taken = recorded_run();
  tamper(taken, "repetition", "DELETE FROM repetition WHERE invocation = 1 AND round = 2");
  EXPECT_THAT(verify_chain(taken, run), Contains(HasSubstr("link 9 is not the digest")));
}

TEST(Chain, finds_a_link_that_was_taken_away_or_changed) {
  Connection taken = recorded_run();
  tamper(taken, "link", "DELETE FROM link WHERE sequence = 3");
  EXPECT_THAT(verify_chain(taken, run), Contains("table link: link 3 of the chain is missing"));
  for (const char* change : {"invocation = 9", "round = 9", "rows = 'event 0' || char(10)",
                             "digest = replace(digest, 'a', 'b')"}) {
    Connection connection = recorded_run();
    tamper(connection, "link", fmt::format("UPDATE link SET {} WHERE sequence = 4", change));
    EXPECT_THAT(verify_chain(connection, run), ::testing::Not(IsEmpty())) << change;
  }
}

TEST(Chain, names_the_rows_of_a_link_that_does_not_fit_and_no_later_link) {
  Connection connection = recorded_run();
  tamper(connection, "repetition",
         "UPDATE repetition SET time_ns = 1 WHERE invocation = 0 AND round = 1 AND position = 0");
  const std::vector<std::string> found = verify_chain(connection, run);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0], HasSubstr("repetition 0 1"));
}

TEST(Chain, survives_a_merge_byte_for_byte) {
  const recorded::Folder folder;
  Connection into = open_writing(folder.file("into.db"));
  recorded::fill(into, "zz");
  {
    Connection from = open_writing(folder.file("from.db"));
    recorded::fill(from, "aa");
  }
  Connection from = open_foreign(folder.file("from.db"));
  merge_runs(into, from);
  const std::int64_t key = run_key(into, "aa");
  ASSERT_NE(key, run);
  EXPECT_EQ(read_chain(into, key), read_chain(from, run));
  EXPECT_THAT(verify_chain(into, key), IsEmpty());
}

TEST(Chain, is_absent_from_a_database_of_schema_1_and_begins_with_the_next_run) {
  const recorded::Folder folder;
  const fs::path file = folder.file("old.db");
  {
    Connection old(file, Connection::Mode::read_write);
    old.execute(std::string(schema_sql()).c_str());
    old.execute("INSERT INTO protocol SELECT 'digest-of-copy-beats-read', 'p', 't', 'x'");
  }
  EXPECT_EQ(read_chain(*std::make_unique<Connection>(open_reading(file)), run), ChainHead{});
  Connection connection = open_writing(file);
  connection.execute(
      "INSERT INTO run VALUES (1, 'old', 'digest-of-copy-beats-read', '', '', '', '', '', 0, '', "
      "0)");
  Recorder(connection).record("old", Event{std::nullopt, "complete", "", "t"});
  EXPECT_EQ(connection.number("SELECT count(*) FROM link"), 0);
  EXPECT_THAT(verify_chain(connection, 1), IsEmpty());
}

TEST(Chain, texts_of_rows_read_back_and_others_are_refused) {
  const std::vector<RowSet> rows{{"repetition", {"0", "3"}}, {"run", {}}};
  EXPECT_EQ(rows_of(text_of(rows)), rows);
  for (const char* text : {"verdict 0\n", "repetition 0 0 0 0\n", "run", "\n", "run  \n"})
    EXPECT_THAT(recorded::refusal([&] { static_cast<void>(rows_of(text)); }), HasSubstr("4: "))
        << text;
}

TEST(Chain, costs_a_round_microseconds) {
  Connection connection = open_writing(":memory:");
  Recorder recorder(connection);
  recorder.begin(recorded::protocol(), recorded::plan(6), recorded::head("aa"));
  recorder.record("aa", recorded::started(0));
  // Processor time: what other programs do meanwhile does not count.
  const auto microseconds_per_round = [&](int first, int count) {
    const std::clock_t begin = std::clock();
    for (int round = first; round < first + count; ++round)
      recorded::record_all(recorder, "aa", recorded::round(0, round, 12));
    return 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / count;
  };
  const double chained = microseconds_per_round(0, 300);
  tamper(connection, "link", "DELETE FROM link");
  const double bare = microseconds_per_round(300, 300);
  RecordProperty("chained_us_per_round", fmt::format("{:.0f}", chained));
  RecordProperty("bare_us_per_round", fmt::format("{:.0f}", bare));
  EXPECT_LT(chained - bare, 2000);  // a round takes far longer; an optimised build needs a tenth
}

}  // namespace
}  // namespace membound
