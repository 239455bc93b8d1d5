// SPDX-License-Identifier: Apache-2.0
// Tests of opening and sealing: files that are not ours, newer, damaged, read-only or missing.
#include "record/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <fstream>
#include <functional>
#include <tuple>

#include "record/example.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;
namespace fs = std::filesystem;

class DatabaseFile : public ::testing::Test {
 protected:
  void fill(const std::string& run = "aa") {
    Connection connection = open_writing(file);
    recorded::fill(connection, run);
  }
  std::string refusal(Database::Mode mode) {
    return recorded::refusal([&] { const Database database(file, mode); });
  }
  /// Runs `action` in a child whom file permissions bind (the superuser may write anything).
  static std::string as_nobody(const std::function<std::string()>& action) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      if (geteuid() == 0 && setuid(65534) != 0) _exit(1);
      const std::string answer = action();
      _exit(write(ends[1], answer.data(), answer.size()) < 0 ? 1 : 0);
    }
    close(ends[1]);
    std::string answer;
    char buffer[512];
    for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
      answer.append(buffer, static_cast<std::size_t>(n));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    return answer;
  }
  void permit(fs::perms folder_permissions, fs::perms file_permissions) {
    fs::permissions(folder.file(""), folder_permissions);
    if (fs::exists(file)) fs::permissions(file, file_permissions);
  }
  ~DatabaseFile() override { fs::permissions(folder.file(""), fs::perms::owner_all); }

  static constexpr fs::perms readable{0555};
  recorded::Folder folder;
  fs::path file = folder.file("results.db");
};

TEST_F(DatabaseFile, is_created_when_it_is_absent) {
  { const Database database(file, Database::Mode::read_write); }
  EXPECT_THAT(Database(file, Database::Mode::read_only).runs(), SizeIs(0));
}

TEST_F(DatabaseFile, may_begin_empty) {
  std::ofstream(file).close();
  EXPECT_THAT(refusal(Database::Mode::read_only), HasSubstr("not a membound database"));
  EXPECT_THAT(Database(file, Database::Mode::read_write).runs(), SizeIs(0));
}

TEST_F(DatabaseFile, records_and_reads_through_the_public_interface) {
  fill("aa");
  {
    Connection connection = open_writing(file);
    Recorder(connection).begin(recorded::protocol(), recorded::plan(), recorded::head("bb"));
  }
  Database database(file, Database::Mode::read_write);
  database.record("bb", recorded::started(0));
  database.record("bb", recorded::repetition(0, 0, 0, 10));
  database.discard_open_round();
  for (const Message& message : recorded::round(0, 1, 2)) database.record("bb", message);
  database.record("bb", Event{std::nullopt, "complete", "", "t"});
  const std::vector<Verdict> verdicts{{.prediction = "p", .outcome = Outcome::held}};
  database.record("bb", verdicts);
  Database moved = std::move(database);
  EXPECT_THAT(moved.evidence("b").repetitions, SizeIs(2));
  EXPECT_EQ(moved.verdicts("b"), verdicts);
  EXPECT_THAT(moved.verdicts("a"), SizeIs(0));
  EXPECT_THAT(moved.runs(), SizeIs(2));
  Database other(folder.file("other.db"), Database::Mode::read_write);
  EXPECT_EQ(other.merge(file).added, 2);
}

TEST_F(DatabaseFile, says_that_it_holds_no_protocol_of_a_digest) {
  fill();
  const Database database(file, Database::Mode::read_only);
  EXPECT_THAT(recorded::refusal([&] { static_cast<void>(database.protocol("0123")); }),
              HasSubstr("no protocol of digest 0123"));
}

TEST_F(DatabaseFile, that_is_missing_cannot_be_read) {
  EXPECT_THAT(
      refusal(Database::Mode::read_only),
      AllOf(StartsWith("2: "), HasSubstr("results.db: no such database; run a protocol first")));
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(DatabaseFile, in_a_missing_folder_cannot_be_created) {
  file = folder.file("missing/results.db");
  EXPECT_THAT(refusal(Database::Mode::read_write),
              AllOf(StartsWith("1: "), HasSubstr("check that its folder exists")));
}

TEST_F(DatabaseFile, of_another_kind_is_refused_and_left_alone) {
  std::ofstream(file) << "The quick brown fox jumps over the lazy dog, again and again.\n";
  const auto size = fs::file_size(file);
  for (const auto mode : {Database::Mode::read_only, Database::Mode::read_write}) {
    EXPECT_THAT(refusal(mode),
                AllOf(StartsWith("2: "), HasSubstr("results.db: not a membound database")));
  }
  EXPECT_EQ(fs::file_size(file), size);
}

TEST_F(DatabaseFile, of_another_sqlite_program_is_refused_and_left_alone) {
  Connection(file, Connection::Mode::read_write).execute("CREATE TABLE notes (text)");
  for (const auto mode : {Database::Mode::read_only, Database::Mode::read_write}) {
    EXPECT_THAT(refusal(mode),
                AllOf(StartsWith("2: "),
                      EndsWith("results.db: not a membound database; name another file")));
  }
  Connection connection(file, Connection::Mode::read_only);
  EXPECT_EQ(connection.text("SELECT group_concat(name) FROM sqlite_schema"), "notes");
  EXPECT_EQ(connection.text("PRAGMA journal_mode"), "delete");
}

TEST_F(DatabaseFile, of_a_newer_membound_is_refused) {
  fill();
  open_writing(file).execute("PRAGMA user_version = 7");
  for (const auto mode : {Database::Mode::read_only, Database::Mode::read_write}) {
    EXPECT_THAT(refusal(mode),
                AllOf(StartsWith("2: "), EndsWith("results.db: written by a newer membound (schema "
                                                  "7, this program knows 2); update membound")));
  }
}

TEST_F(DatabaseFile, that_is_damaged_is_recognised) {
  fill();
  {
    Connection connection = open_writing(file);
    seal(connection);
  }
  const auto pages = static_cast<std::streamoff>(fs::file_size(file) / 4096);
  std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
  for (std::streamoff page = 1; page < pages; ++page)
    bytes.seekp(page * 4096).write(std::string(64, '\xff').data(), 64);
  bytes.close();
  EXPECT_THAT(recorded::refusal(
                  [&] { std::ignore = Database(file, Database::Mode::read_only).evidence("aa"); }),
              AllOf(StartsWith("4: "), HasSubstr("results.db: the file is damaged"),
                    HasSubstr("keep a copy of it")));
  Database other(folder.file("other.db"), Database::Mode::read_write);
  EXPECT_THAT(recorded::refusal([&] { other.merge(file); }), HasSubstr("the file is damaged"));
  EXPECT_THAT(other.runs(), SizeIs(0));
}

TEST_F(DatabaseFile, opened_for_reading_takes_no_message) {
  fill();
  Database database(file, Database::Mode::read_only);
  EXPECT_THAT(recorded::refusal([&] { database.record("aa", Event{}); }),
              AllOf(StartsWith("1: "), HasSubstr("results.db: the file is read-only")));
}

TEST_F(DatabaseFile, that_may_not_be_written_is_refused_before_a_run) {
  fill();
  permit(fs::perms{0755}, fs::perms{0444});
  EXPECT_THAT(as_nobody([&] { return refusal(Database::Mode::read_write); }),
              AllOf(StartsWith("1: "), HasSubstr("results.db: the file is read-only"),
                    HasSubstr("make it and its folder writable")));
}

TEST_F(DatabaseFile, in_a_folder_that_may_not_be_written_is_refused_before_a_run) {
  permit(readable, readable);
  EXPECT_THAT(as_nobody([&] { return refusal(Database::Mode::read_write); }),
              AllOf(StartsWith("1: "), HasSubstr("check that its folder exists and is writable")));
}

TEST_F(DatabaseFile, reads_from_a_read_only_place_once_it_is_sealed) {
  fill();
  {
    Database database(file, Database::Mode::read_write);
    database.seal();
  }
  permit(readable, fs::perms{0444});
  EXPECT_EQ(as_nobody([&] {
              return std::to_string(
                  Database(file, Database::Mode::read_only).evidence("aa").repetitions.size());
            }),
            "12");
}

TEST_F(DatabaseFile, that_may_not_be_read_is_refused) {
  fill();
  permit(readable, fs::perms::none);
  EXPECT_THAT(
      as_nobody([&] { return refusal(Database::Mode::read_only); }),
      AllOf(StartsWith("1: "), HasSubstr("results.db: the file"), HasSubstr("cannot be opened")));
}

TEST_F(DatabaseFile, says_what_to_do_when_it_was_moved_to_a_read_only_place_unsealed) {
  fill();
  permit(readable, fs::perms{0444});
  EXPECT_THAT(as_nobody([&] { return refusal(Database::Mode::read_only); }),
              AllOf(StartsWith("1: "), HasSubstr("results.db: cannot be read where it lies"),
                    HasSubstr("to a writable folder")));
}

TEST_F(DatabaseFile, is_one_file_after_sealing_and_takes_no_more) {
  fill();
  Database database(file, Database::Mode::read_write);
  EXPECT_TRUE(fs::exists(file.string() + "-wal"));
  database.seal();
  EXPECT_FALSE(fs::exists(file.string() + "-wal"));
  EXPECT_FALSE(fs::exists(file.string() + "-shm"));
  EXPECT_THAT(database.evidence("aa").repetitions, SizeIs(12));
  EXPECT_THAT(recorded::refusal([&] { database.record("aa", Event{}); }),
              HasSubstr("the file is read-only"));
  Database again(file, Database::Mode::read_write);
  again.record("aa", Event{});
}

TEST_F(DatabaseFile, stays_usable_for_another_program_when_one_seals) {
  fill();
  Database first(file, Database::Mode::read_write);
  Database second(file, Database::Mode::read_write);
  second.record("aa", Event{});
  first.seal();
  second.record("aa", Event{});
  second.seal();
  EXPECT_THAT(Database(file, Database::Mode::read_only).evidence("aa").events, SizeIs(3));
}

}  // namespace
}  // namespace membound
