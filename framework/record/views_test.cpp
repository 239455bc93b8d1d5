// SPDX-License-Identifier: Apache-2.0
// Tests of the views and of queries.md: every answer on an example small enough to compute by hand.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "record/example.hpp"
#include "record/schema.hpp"
#include "record/verdicts.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

/// A baseline, a treatment, the large ceiling, and a vendor arm that is not available.
Plan small_plan() {
  Plan plan = recorded::plan();
  plan.cells.push_back({.kind = CellKind::large_ceiling,
                        .case_name = "large",
                        .arm = "stream/read",
                        .kernel = "stream/read",
                        .format = "read",
                        .role = Role::probe,
                        .launches = 1});
  Cell vendor = plan.cells[0];
  vendor.arm = "vendor";
  vendor.role = Role::vendor;
  vendor.parameters = {};
  plan.cells.push_back(vendor);
  return plan;
}

std::vector<Message> small_run(const std::string& identity) {
  constexpr int general[] = {100, 120, 110, 130};  // ns per launch, by round
  constexpr int special[] = {50, 90, 55, 65};
  std::vector<Message> all{recorded::started(0, identity)};
  CellBound bound = recorded::bound(0, 0);
  bound.read = {9000};
  bound.written = {2500};
  all.push_back(bound);
  bound.cell = 1;
  bound.read = {3500};
  all.push_back(bound);
  bound.cell = 3;
  bound.unavailable = "library absent";
  all.push_back(bound);
  all.push_back(recorded::checked(0, 0, Correctness::When::before));
  for (int round = 0; round < 4; ++round) {
    all.push_back(recorded::repetition(0, round, 0, general[round] * 10));
    Repetition second = recorded::repetition(0, round, 1, special[round] * 10);
    if (round == 1) second.flags = flag_throttled;
    all.push_back(second);
    Repetition ceiling = recorded::repetition(0, round, 2, 40);
    ceiling.launches = 1;
    all.push_back(ceiling);
    all.push_back(RoundFinished{0, round});
  }
  all.push_back(InvocationFinished{0, 2, 1});
  return all;
}

std::vector<Verdict> verdicts(Outcome outcome, double estimate) {
  return {{.prediction = "pays",
           .outcome = outcome,
           .reason = "because",
           .cases = {{.case_name = "case_0",
                      .outcome = outcome,
                      .reason = "inside",
                      .estimate = estimate,
                      .low = 0.25,
                      .high = 0.75,
                      .sensitivity = Outcome::held}}}};
}

struct Made {
  std::string id;
  std::string started;
  std::string identity = "GPU-1";
  std::string ending = "complete";
  bool exploratory = false;
};

class DatabaseViews : public ::testing::Test {
 protected:
  void make(const Made& run, Outcome outcome = Outcome::held, double estimate = 0.5) {
    Recorder recorder(connection);
    RunHead head = recorded::head(run.id);
    head.started = run.started;
    head.exploratory = run.exploratory;
    recorder.begin(recorded::protocol(), small_plan(), head);
    recorded::record_all(recorder, run.id, small_run(run.identity));
    recorder.record(run.id, Event{std::nullopt, run.ending, "", "2026-11-30T18:00:00Z"});
    store_verdicts(connection, run.id, verdicts(outcome, estimate));
  }
  std::string ask(const std::string& sql) { return recorded::ask(connection, sql); }

  Connection connection = open_writing(":memory:");
};

TEST_F(DatabaseViews, v_runs_lists_runs_with_their_status_newest_first) {
  make({.id = "aa", .started = "2026-11-01T00:00:00Z"});
  make({.id = "bb",
        .started = "2026-11-02T00:00:00Z",
        .ending = "interrupted",
        .exploratory = true});
  Recorder(connection).begin(recorded::protocol(), small_plan(), recorded::head("cc"));
  EXPECT_EQ(ask("SELECT run, protocol, device, status, exploratory, invocations, rounds, "
                "repetitions, flagged, trouble, "
                "version, commit_id, dirty FROM v_runs"),
            "cc|copy-beats-read|-|running|0|0|0|0|0|-|0.1.0|0123abc|1\n"
            "bb|copy-beats-read|Test Card|incomplete|1|1|4|12|1|interrupted|0.1.0|0123abc|1\n"
            "aa|copy-beats-read|Test Card|complete|0|1|4|12|1|-|0.1.0|0123abc|1\n");
}

TEST_F(DatabaseViews, v_arm_summarises_every_cell) {
  make({.id = "aa", .started = "2026-11-01T00:00:00Z"});
  EXPECT_EQ(ask("SELECT kind, case_name, arm, role, repetitions, flagged, median_ns, "
                "low_quartile_ns, high_quartile_ns, "
                "least_ns, most_ns, bytes, gb_per_s, unavailable FROM v_arm"),
            "arm|case_0|general|baseline|4|0|115.0|107.5|122.5|100.0|130.0|11500|100.0|-\n"
            "arm|case_0|special|treatment|4|1|60.0|53.75|71.25|50.0|90.0|6000|100.0|-\n"
            "large_ceiling|large|stream/read|probe|4|0|40.0|40.0|40.0|40.0|40.0|-|-|-\n"
            "arm|case_0|vendor|vendor|0|0|-|-|-|-|-|6000|-|library absent\n");
}

TEST_F(DatabaseViews, v_pairs_compares_an_arm_with_the_baseline_of_its_round) {
  make({.id = "aa", .started = "2026-11-01T00:00:00Z"});
  EXPECT_EQ(ask("SELECT run, invocation, round, case_name, arm, baseline, time_ratio, flagged FROM "
                "v_pairs ORDER BY round"),
            "aa|0|0|case_0|special|general|0.5|0\n"
            "aa|0|1|case_0|special|general|0.75|1\n"
            "aa|0|2|case_0|special|general|0.5|0\n"
            "aa|0|3|case_0|special|general|0.5|0\n");
}

TEST_F(DatabaseViews, v_long_has_one_flat_row_per_repetition) {
  make({.id = "aa", .started = "2026-11-01T00:00:00Z"});
  EXPECT_EQ(connection.number("SELECT count(*) FROM v_long"), 12);
  EXPECT_EQ(ask("SELECT * FROM v_long WHERE round = 1 AND position = 1"),
            "aa|copy-beats-read|0|Test "
            "Card|GPU-1|1.2|3.4|0|1|1|arm|gemv|case_0|{\"cols\":1024,\"rows\":4096}|special|"
            "gemv/"
            "splitk|bf16|{\"batch_rows\":1}|treatment|general|case_0|10|900|90.0|3500|2500|66."
            "6666666666667|1980|"
            "3201|412345|55|0|1\n");
  EXPECT_EQ(ask("SELECT predecessor_arm, workload, gb_per_s FROM v_long WHERE round = 0 AND "
                "position IN (0, 2)"),
            "-|gemv|115.0\nspecial|-|-\n");
}

TEST_F(DatabaseViews, v_latest_has_the_newest_complete_verdict_per_prediction_case_and_device) {
  make({.id = "aa", .started = "2026-11-02T00:00:00Z"}, Outcome::falsified, 0.125);
  make({.id = "bb", .started = "2026-11-01T00:00:00Z"}, Outcome::held);
  make({.id = "cc", .started = "2026-11-01T00:00:00Z", .identity = "GPU-2"}, Outcome::voided);
  make({.id = "dd", .started = "2026-11-03T00:00:00Z", .ending = "interrupted"}, Outcome::not_run);
  make({.id = "ee", .started = "2026-11-03T00:00:00Z", .exploratory = true}, Outcome::held);
  EXPECT_EQ(ask("SELECT device_identity, prediction, falsifier, case_name, outcome, estimate, low, "
                "high, sensitivity, "
                "reason, run, rules FROM v_latest"),
            "GPU-1|pays|0|-|falsified|-|-|-|-|because|aa|1\n"
            "GPU-1|pays|0|case_0|falsified|0.125|0.25|0.75|held|inside|aa|1\n"
            "GPU-2|pays|0|-|void|-|-|-|-|because|cc|1\n"
            "GPU-2|pays|0|case_0|void|0.5|0.25|0.75|held|inside|cc|1\n");
}

TEST_F(DatabaseViews, v_latest_prefers_the_newest_rules) {
  make({.id = "aa", .started = "2026-11-01T00:00:00Z"}, Outcome::held);
  connection.execute("INSERT INTO verdict VALUES (1, 2, 0, 'pays', 0, 'inconclusive', 'stricter')");
  EXPECT_EQ(ask("SELECT outcome, rules FROM v_latest WHERE case_name IS NULL"), "inconclusive|2\n");
}

TEST_F(DatabaseViews, has_ten_documented_queries_that_all_find_something) {
  make({.id = "aa", .started = "2026-11-01T00:00:00Z"}, Outcome::held);
  make({.id = "bb", .started = "2026-11-02T00:00:00Z"}, Outcome::falsified);
  std::ifstream file(MEMBOUND_SOURCE_DIR "/framework/record/queries.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> queries;
  for (std::size_t at = 0; (at = page.find("```sql\n", at)) != std::string::npos;) {
    const std::size_t end = page.find("```", at + 7);
    ASSERT_NE(end, std::string::npos);
    queries.push_back(page.substr(at + 7, end - at - 7));
    at = end + 3;
  }
  ASSERT_THAT(queries, SizeIs(10));
  for (const std::string& query : queries) EXPECT_NE(ask(query), "") << query;
  EXPECT_EQ(ask(queries[4]), "case_0|special|general|0|4|0.5\n");
}

}  // namespace
}  // namespace membound
