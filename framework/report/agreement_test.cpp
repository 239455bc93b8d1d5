// SPDX-License-Identifier: Apache-2.0
#include "report/agreement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/example.hpp"
#include "report/sections.hpp"

namespace membound::page {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Verdict verdict(const std::string& name, std::vector<CaseVerdict> cases) {
  return {.prediction = name, .cases = std::move(cases)};
}

CaseVerdict on(const std::string& name, Outcome outcome) {
  return {.case_name = name, .outcome = outcome};
}

TEST(Agreement, counts_cases_that_both_runs_judge) {
  const std::vector<Verdict> earlier{verdict("a", {on("x", Outcome::held), on("y", Outcome::held)}),
                                     verdict("only-there", {on("x", Outcome::held)})};
  const std::vector<Verdict> later{
      verdict("a", {on("x", Outcome::held), on("y", Outcome::falsified), on("z", Outcome::held)}),
      verdict("only-here", {on("x", Outcome::held)})};
  const Agreement found = agreement_of(earlier, later);
  EXPECT_EQ(found.verdicts, 2);
  EXPECT_EQ(found.equal(), 1);
  ASSERT_EQ(found.differ.size(), 1U);
  EXPECT_EQ(found.differ.front().later.case_name, "y");
  EXPECT_EQ(found.differ.front().earlier.outcome, Outcome::held);
}

TEST(Agreement, tells_a_prediction_from_a_falsifier_of_its_name) {
  Verdict falsifier = verdict("a", {on("x", Outcome::falsified)});
  falsifier.falsifier = true;
  EXPECT_EQ(agreement_of({verdict("a", {on("x", Outcome::held)})}, {falsifier}).verdicts, 0);
}

/// Another run of the example's protocol, before the one that is reported.
KnownRun other_run(const View& view) {
  KnownRun other{.run = view.evidence->run,
                 .status = RunStatus::complete,
                 .device = "NVIDIA H200",
                 .invocations = 5,
                 .verdicts = view.verdicts};
  other.run.id = "ffffffffffffffffffffffffffffffff";
  other.run.started = "1999-01-01T00:00:00Z";
  return other;
}

TEST(AgreementSection, is_absent_without_another_run) {
  const auto example = small_example();
  EXPECT_EQ(agreement(example->view).text(), "");
  KnownRun other = other_run(example->view);
  other.run.exploratory = true;
  example->view.runs.push_back(other);
  EXPECT_EQ(agreement(example->view).text(), "");
}

TEST(AgreementSection, says_what_differs_and_how_far_the_estimate_moved) {
  const auto example = small_example();
  KnownRun other = other_run(example->view);
  CaseVerdict& changed = other.verdicts.front().cases.front();
  ASSERT_TRUE(changed.estimate && changed.low && changed.high);
  changed.outcome = Outcome::falsified;
  for (std::optional<double>* value : {&changed.estimate, &changed.low, &changed.high})
    **value *= 2;
  example->view.runs.push_back(other);
  const std::string text = agreement(example->view).text();
  EXPECT_THAT(text, HasSubstr("The earlier run `ffffffffffff`"));
  EXPECT_THAT(text, HasSubstr("moved by 50.00 %"));
  EXPECT_THAT(text, HasSubstr("intervals do not overlap"));
  EXPECT_THAT(text, HasSubstr("falsified"));
}

TEST(AgreementSection, lists_nothing_where_all_verdicts_are_the_same) {
  const auto example = small_example();
  example->view.runs.push_back(other_run(example->view));
  const std::string text = agreement(example->view).text();
  EXPECT_THAT(text, HasSubstr("(100.0 %)"));
  EXPECT_THAT(text, Not(HasSubstr("what differs")));
}

}  // namespace
}  // namespace membound::page
