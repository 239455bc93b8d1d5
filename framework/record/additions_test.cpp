// SPDX-License-Identifier: Apache-2.0
// Tests of what schema 2 added: readings and conclusions, and a file that is older than they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/conclusions.hpp"
#include "record/example.hpp"
#include "record/merge.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Conclusion> conclusions() {
  return {{.kind = Conclusion::Kind::claim,
           .name = "beats-vendor",
           .ruling = Ruling::not_allowed,
           .reason = "steady: \"vendor\" spreads",
           .clauses = {{0, "all of these", Truth::not_met, ""},
                       {1, "prediction p held", Truth::met, "it held"},
                       {1, "a token gate", Truth::unknown, "not evaluated here"}}},
          {.kind = Conclusion::Kind::decision, .name = "adopt", .ruling = Ruling::between},
          {.kind = Conclusion::Kind::stop_rule, .name = "enough", .ruling = Ruling::go_on}};
}

Connection with_run() {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa");
  return connection;
}

/// A file as the first schema left it.
void write_old(const std::filesystem::path& file) {
  Connection old(file, Connection::Mode::read_write);
  old.execute(std::string(schema_sql()).c_str());
  Statement(old, "INSERT INTO protocol VALUES (?, ?, ?, ?)")
      .bind("digest-of-old", "id", "title", "text")
      .run();
  old.execute(
      "INSERT INTO run VALUES (1, 'old', 'digest-of-old', 't', 'b', '', 'v', 'c', 0, "
      "'g', 0)");
}

TEST(StoredReadings, come_back_as_they_were_read) {
  Connection connection = with_run();
  const Evidence evidence = read_evidence(connection, "aa");
  ASSERT_EQ(evidence.readings.size(), 4U);
  EXPECT_EQ(evidence.readings[3].invocation, 1);
  EXPECT_EQ(evidence.readings[3].cell, 1);
  EXPECT_EQ(evidence.readings[3].name, "registers");
  EXPECT_EQ(evidence.readings[3].value, 40.5);
  EXPECT_EQ(evidence.readings[3].collector, "scripted");
  EXPECT_EQ(evidence.readings[3].scope, "kernel");
}

TEST(StoredConclusions, come_back_as_they_were_drawn) {
  Connection connection = with_run();
  store_conclusions(connection, "aa", conclusions());
  store_conclusions(connection, "aa", conclusions());
  EXPECT_EQ(read_conclusions(connection, run_key(connection, "aa"), rules_version), conclusions());
  EXPECT_THAT(read_conclusions(connection, run_key(connection, "aa"), rules_version + 1),
              IsEmpty());
}

TEST(StoredConclusions, that_differ_from_the_stored_ones_are_refused) {
  Connection connection = with_run();
  store_conclusions(connection, "aa", conclusions());
  std::vector<Conclusion> others = conclusions();
  others[0].clauses[2].truth = Truth::met;
  EXPECT_THAT(recorded::refusal([&] { store_conclusions(connection, "aa", others); }),
              HasSubstr("other conclusions of run aa are stored"));
}

TEST(OlderDatabase, is_read_as_it_is) {
  const recorded::Folder folder;
  const auto file = folder.file("old.db");
  write_old(file);
  Connection connection = open_reading(file);
  EXPECT_THAT(read_evidence(connection, "old").readings, IsEmpty());
  EXPECT_THAT(read_conclusions(connection, 1, rules_version), IsEmpty());
  EXPECT_EQ(connection.number("PRAGMA user_version"), 1);
}

TEST(OlderDatabase, grows_the_new_tables_when_it_is_written_to) {
  const recorded::Folder folder;
  const auto file = folder.file("old.db");
  write_old(file);
  Connection connection = open_writing(file);
  recorded::fill(connection, "new", recorded::run());
  EXPECT_EQ(connection.number("PRAGMA user_version"), schema_version);
  EXPECT_EQ(read_evidence(connection, "new").readings.size(), 4U);
  EXPECT_THAT(read_evidence(connection, "old").readings, IsEmpty());
}

TEST(OlderDatabase, is_merged_into_a_newer_one) {
  const recorded::Folder folder;
  const auto file = folder.file("old.db");
  write_old(file);
  Connection into = with_run();
  Connection from = open_foreign(file);
  EXPECT_EQ(merge_runs(into, from).added, 1);
  EXPECT_THAT(read_evidence(into, "old").readings, IsEmpty());
  EXPECT_EQ(read_evidence(into, "aa").readings.size(), 4U);
}

TEST(Merge, carries_readings_and_conclusions) {
  const recorded::Folder folder;
  const auto file = folder.file("new.db");
  {
    Connection connection = open_writing(file);
    recorded::fill(connection, "aa");
    store_conclusions(connection, "aa", conclusions());
  }
  Connection into = open_writing(":memory:");
  Connection from = open_foreign(file);
  EXPECT_EQ(merge_runs(into, from).added, 1);
  EXPECT_EQ(read_evidence(into, "aa").readings.size(), 4U);
  EXPECT_EQ(read_conclusions(into, run_key(into, "aa"), rules_version), conclusions());
}

}  // namespace
}  // namespace membound
