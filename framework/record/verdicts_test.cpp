// SPDX-License-Identifier: Apache-2.0
// Tests of stored verdicts: exact, once, and only of runs that have ended.
#include "record/verdicts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/example.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Verdict> verdicts() {
  const CaseVerdict decided{.case_name = "case_0",
                            .outcome = Outcome::held,
                            .reason = "inside 3 % to 12 %",
                            .estimate = 0.1 + 0.2,
                            .low = -0.0,
                            .high = 1e300,
                            .units = {0.1, 1.0 / 3, 2e-300},
                            .within_one_process = true,
                            .more_invocations = 7,
                            .sensitivity = Outcome::falsified};
  const CaseVerdict open{.case_name = "case_1", .outcome = Outcome::inconclusive};
  return {{.prediction = "pays",
           .outcome = Outcome::inconclusive,
           .reason = "one of two",
           .cases = {decided, open}},
          {.prediction = "void-one", .outcome = Outcome::voided, .reason = "spread 2 %"},
          {.prediction = "pays",
           .falsifier = true,
           .outcome = Outcome::not_applicable,
           .cases = {decided}}};
}

TEST(StoredVerdicts, come_back_as_the_judge_gave_them) {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa");
  store_verdicts(connection, "aa", verdicts());
  EXPECT_EQ(read_verdicts(connection, run_key(connection, "aa"), rules_version), verdicts());
  EXPECT_THAT(read_verdicts(connection, run_key(connection, "aa"), rules_version + 1), IsEmpty());
}

TEST(StoredVerdicts, are_stored_once) {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa");
  store_verdicts(connection, "aa", verdicts());
  store_verdicts(connection, "aa", verdicts());
  EXPECT_EQ(connection.number("SELECT count(*) FROM verdict"), 3);
}

TEST(StoredVerdicts, that_differ_from_the_stored_ones_are_refused) {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa");
  store_verdicts(connection, "aa", verdicts());
  std::vector<Verdict> others = verdicts();
  others[0].cases[0].estimate = 0.3;
  EXPECT_THAT(recorded::refusal([&] { store_verdicts(connection, "aa", others); }),
              HasSubstr("4: :memory:: other verdicts of run aa are stored under rules 1"));
  EXPECT_EQ(read_verdicts(connection, run_key(connection, "aa"), rules_version), verdicts());
}

TEST(StoredVerdicts, of_a_run_that_goes_on_are_refused) {
  Connection connection = open_writing(":memory:");
  recorded::fill(connection, "aa", {});
  EXPECT_THAT(recorded::refusal([&] { store_verdicts(connection, "aa", verdicts()); }),
              HasSubstr("3: :memory:: run aa has not ended"));
}

}  // namespace
}  // namespace membound
