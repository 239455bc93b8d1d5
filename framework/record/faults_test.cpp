// SPDX-License-Identifier: Apache-2.0
// Tests of what a database survives: a full disk, killed writers, several writers at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "record/example.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr int pairs = 6;
constexpr int cells = 2 * pairs;

/// Begins a run and records rounds without end; `after` is called when a round is on disk.
template <class After>
void write_rounds(Connection& connection, const std::string& id, int rounds, After after) {
  Recorder recorder(connection);
  recorder.begin(recorded::protocol(), recorded::plan(pairs), recorded::head(id));
  recorder.record(id, recorded::started(0));
  for (int round = 0; round < rounds; ++round) {
    recorded::record_all(recorder, id, recorded::round(0, round, cells));
    after();
  }
}

/// Rounds of a run that do not have all their repetitions.
std::int64_t torn_rounds(Connection& connection) {
  return connection.number(
      "SELECT count(*) FROM (SELECT count(*) AS n FROM repetition GROUP BY run, invocation, round) "
      "WHERE n <> 12");
}

TEST(RecordFaults, a_full_disk_keeps_every_whole_round_and_says_so) {
  Connection connection = open_writing(":memory:");
  Recorder recorder(connection);
  recorder.begin(recorded::protocol(), recorded::plan(pairs), recorded::head("aa"));
  recorder.record("aa", recorded::started(0));
  connection.execute("PRAGMA max_page_count = 30");
  int round = 0;
  const std::string refusal = recorded::refusal([&] {
    for (; round < 1000; ++round)
      recorded::record_all(recorder, "aa", recorded::round(0, round, cells));
  });
  ASSERT_GT(round, 10);
  EXPECT_THAT(
      refusal,
      AllOf(StartsWith("1: :memory:: the disk is full"), HasSubstr("free some space and run again"),
            HasSubstr(std::to_string(round) + " whole rounds of run aa are kept")));
  EXPECT_THAT(read_evidence(connection, "aa").repetitions, SizeIs(round * cells));
  EXPECT_EQ(connection.text("PRAGMA integrity_check"), "ok");

  // The round that found no space is not lost either: with space it is stored.
  connection.execute("PRAGMA max_page_count = 1000");
  recorder.record("aa", RoundFinished{0, round});
  EXPECT_THAT(read_evidence(connection, "aa").repetitions, SizeIs((round + 1) * cells));
  EXPECT_EQ(torn_rounds(connection), 0);
}

TEST(RecordFaults, a_full_disk_leaves_no_run_without_its_cells) {
  Connection connection = open_writing(":memory:");
  connection.execute("PRAGMA max_page_count = 24");
  Recorder recorder(connection);
  EXPECT_THAT(recorded::refusal([&] {
                recorder.begin(recorded::protocol(), recorded::plan(200), recorded::head("aa"));
              }),
              HasSubstr("the disk is full"));
  EXPECT_EQ(connection.number("SELECT count(*) FROM run"), 0);
  EXPECT_EQ(connection.number("SELECT count(*) FROM protocol"), 0);
}

/// Records rounds in a child and kills it after `life`; returns how many rounds it had reported as
/// stored.
int killed_writer(const std::filesystem::path& file, const std::string& id,
                  std::chrono::microseconds life) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    try {
      Connection connection = open_writing(file);
      write_rounds(connection, id, 1'000'000, [&] {
        if (write(ends[1], "x", 1) != 1) _exit(1);
      });
    } catch (const std::exception&) {
    }
    _exit(1);  // it never finishes by itself
  }
  close(ends[1]);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 1);
  std::this_thread::sleep_for(life);
  kill(child, SIGKILL);
  int rounds = 1;
  while (read(ends[0], &byte, 1) == 1) ++rounds;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  return rounds;
}

TEST(RecordFaults, twenty_killed_writers_leave_whole_rounds_and_lose_none) {
  const recorded::Folder folder;
  const auto file = folder.file("results.db");
  for (int i = 0; i < 20; ++i) {
    const std::string id = "run-" + std::to_string(i);
    const int reported = killed_writer(file, id, std::chrono::microseconds(317 * i));
    Connection connection = open_writing(file);
    EXPECT_GE(read_evidence(connection, id).repetitions.size(),
              static_cast<std::size_t>(reported * cells));
    EXPECT_EQ(connection.text("PRAGMA integrity_check"), "ok");
    EXPECT_EQ(torn_rounds(connection), 0);
  }
  Connection connection = open_writing(file);
  seal(connection);
  EXPECT_EQ(connection.number("SELECT count(*) FROM run"), 20);
}

TEST(RecordFaults, concurrent_writers_lose_nothing) {
  const recorded::Folder folder;
  const auto file = folder.file("results.db");  // created by whoever comes first
  std::vector<std::thread> writers;
  std::vector<std::string> failures(4);
  for (std::size_t i = 0; i < failures.size(); ++i) {
    writers.emplace_back([&, i] {
      failures[i] = recorded::refusal([&] {
        Connection connection = open_writing(file);
        write_rounds(connection, "run-" + std::to_string(i), 20, [] {});
      });
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_THAT(failures, ::testing::Each("nothing was refused"));
  Connection connection = open_writing(file);
  EXPECT_EQ(connection.number("SELECT count(*) FROM repetition"), 4 * 20 * cells);
  EXPECT_EQ(connection.number("SELECT count(*) FROM protocol"), 1);
  EXPECT_EQ(torn_rounds(connection), 0);
}

}  // namespace
}  // namespace membound
