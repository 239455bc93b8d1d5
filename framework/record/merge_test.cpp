// SPDX-License-Identifier: Apache-2.0
// Tests of merging: idempotent, in any order, never over a conflict.
#include "record/merge.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/example.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"
#include "record/verdicts.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;

/// Everything in a database but its local keys, in an order that does not depend on them.
std::string content(Connection& connection) {
  std::string all = recorded::ask(connection, "SELECT * FROM v_runs");
  for (const char* table : {"protocol", "device"}) {
    all += recorded::ask(connection, fmt::format("SELECT * FROM {} ORDER BY digest", table));
  }
  for (const char* table : {"cell", "invocation", "finished", "binding", "correctness",
                            "repetition", "event", "verdict", "case_verdict", "link"}) {
    const std::string columns = connection.text(fmt::format(
        "SELECT group_concat('t.' || name, ', ') FROM pragma_table_info('{}') WHERE name <> 'run'",
        table));
    all += recorded::ask(
        connection, fmt::format("SELECT r.id, {0} FROM {1} AS t JOIN run AS r ON r.key = t.run "
                                "ORDER BY r.id, {0}",
                                columns, table));
  }
  return all;
}

class DatabaseMerge : public ::testing::Test {
 protected:
  Connection make(const std::string& name, const std::vector<std::string>& runs) {
    Connection connection = open_writing(folder.file(name));
    for (const std::string& id : runs) {
      recorded::fill(connection, id);
      store_verdicts(connection, id,
                     {{.prediction = "p", .cases = {{.case_name = "case_0", .units = {0.1}}}}});
    }
    return connection;
  }
  MergeCounts merge(Connection& into, const std::string& name) {
    Connection from = open_foreign(folder.file(name));
    return merge_runs(into, from);
  }
  recorded::Folder folder;
};

TEST_F(DatabaseMerge, adds_the_runs_that_are_missing_and_is_idempotent) {
  Connection from = make("from.db", {"aa", "bb"});
  Connection into = make("into.db", {"bb", "cc"});
  MergeCounts counts = merge(into, "from.db");
  EXPECT_EQ(counts.added, 1);
  EXPECT_EQ(counts.already_there, 1);
  EXPECT_EQ(into.number("SELECT count(*) FROM run"), 3);
  const std::string once = content(into);
  counts = merge(into, "from.db");
  EXPECT_EQ(counts.added, 0);
  EXPECT_EQ(counts.already_there, 2);
  EXPECT_EQ(content(into), once);
}

TEST_F(DatabaseMerge, keeps_every_value_of_a_run) {
  Connection from = make("from.db", {"aa"});
  Connection into = make("into.db", {"bb"});
  merge(into, "from.db");
  EXPECT_EQ(read_evidence(into, "aa").repetitions.size(),
            read_evidence(from, "aa").repetitions.size());
  EXPECT_EQ(recorded::ask(into, "SELECT * FROM v_long WHERE run = 'aa'"),
            recorded::ask(from, "SELECT * FROM v_long"));
  EXPECT_EQ(recorded::ask(into, "SELECT * FROM v_arm WHERE run = 'aa'"),
            recorded::ask(from, "SELECT * FROM v_arm"));
  EXPECT_EQ(read_verdicts(into, run_key(into, "aa"), rules_version),
            read_verdicts(from, 1, rules_version));
  EXPECT_EQ(into.text("PRAGMA foreign_key_check"), "");
}

TEST_F(DatabaseMerge, gives_the_same_content_in_any_order) {
  make("a.db", {"aa", "bb"});
  make("b.db", {"cc", "bb"});
  make("c.db", {"dd"});
  const auto merged = [&](const std::string& name, const std::vector<std::string>& order) {
    Connection into = open_writing(folder.file(name));
    for (const std::string& from : order) merge(into, from);
    return content(into);
  };
  const std::string forwards = merged("forwards.db", {"a.db", "b.db", "c.db"});
  EXPECT_THAT(forwards, HasSubstr("dd"));
  EXPECT_EQ(merged("backwards.db", {"c.db", "b.db", "a.db", "c.db"}), forwards);
}

TEST_F(DatabaseMerge, completes_a_run_that_was_merged_while_it_ran) {
  const std::vector<Message> all = recorded::run();
  Connection from = open_writing(folder.file("from.db"));
  Recorder recorder(from);
  recorder.begin(recorded::protocol(), recorded::plan(), recorded::head("aa"));
  Connection into = open_writing(folder.file("into.db"));
  std::size_t i = 0;
  for (; i < all.size() / 2; ++i) recorder.record("aa", all[i]);
  EXPECT_EQ(merge(into, "from.db").added, 1);
  for (; i < all.size(); ++i) recorder.record("aa", all[i]);
  EXPECT_EQ(merge(into, "from.db").added, 1);
  EXPECT_EQ(merge(into, "from.db").already_there, 1);
  EXPECT_EQ(content(into), content(from));
}

TEST_F(DatabaseMerge, refuses_a_run_of_the_same_id_with_another_time) {
  std::vector<Message> other = recorded::run();
  for (Message& message : other) {
    if (auto* repetition = std::get_if<Repetition>(&message)) repetition->time.value += 1;
  }
  Connection from = make("from.db", {"00"});
  recorded::fill(from, "aa", other);
  recorded::fill(from, "bb");
  Connection into = make("into.db", {"aa"});
  const std::string before = content(into);
  EXPECT_THAT(recorded::refusal([&] { merge(into, "from.db"); }),
              ::testing::AllOf(HasSubstr("4: "),
                               HasSubstr("into.db: run aa differs from the run of the same id in"),
                               HasSubstr("from.db (table repetition)")));
  EXPECT_EQ(recorded::ask(into, "SELECT id FROM run ORDER BY id"), "00\naa\n");
  EXPECT_EQ(into.number("SELECT count(*) FROM repetition WHERE run = 1"), 12);
}

TEST_F(DatabaseMerge, refuses_another_text_of_the_same_protocol) {
  Connection from = open_writing(folder.file("from.db"));
  StoredProtocol edited = recorded::protocol();
  edited.text += "# easier\n";
  Recorder(from).begin(edited, recorded::plan(), recorded::head("bb"));
  Connection into = make("into.db", {"aa"});
  EXPECT_THAT(recorded::refusal([&] { merge(into, "from.db"); }), HasSubstr("(table protocol)"));
  EXPECT_EQ(into.number("SELECT count(*) FROM run"), 1);
}

TEST_F(DatabaseMerge, refuses_a_file_whose_triggers_or_views_differ) {
  make("from.db", {"aa"}).execute("DROP TRIGGER repetition_keeps");
  Connection into = make("into.db", {});
  EXPECT_THAT(recorded::refusal([&] { merge(into, "from.db"); }),
              HasSubstr("its tables, views or triggers differ"));
  make("other.db", {"aa"}).execute("CREATE VIEW extra AS SELECT randomblob(1000000000)");
  EXPECT_THAT(recorded::refusal([&] { merge(into, "other.db"); }),
              HasSubstr("its tables, views or triggers differ"));
}

TEST_F(DatabaseMerge, takes_nothing_from_a_file_that_is_not_ours) {
  Connection(folder.file("foreign.db"), Connection::Mode::read_write)
      .execute("CREATE TABLE run (key)");
  Connection into = make("into.db", {"aa"});
  EXPECT_THAT(recorded::refusal([&] { merge(into, "foreign.db"); }),
              HasSubstr("foreign.db: not a membound database"));
}

TEST_F(DatabaseMerge, of_a_database_with_itself_is_refused) {
  make("a.db", {"aa"});
  Database database(folder.file("a.db"), Database::Mode::read_write);
  EXPECT_THAT(recorded::refusal([&] { database.merge(folder.file("./a.db")); }),
              HasSubstr("is the database to merge into"));
}

}  // namespace
}  // namespace membound
