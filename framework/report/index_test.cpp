// SPDX-License-Identifier: Apache-2.0
#include "report/index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

FrozenProtocol frozen() {
  return freeze(testing::completed(testing::good_text("minimal.yaml")), testing::test_catalogue(),
                testing::test_provenance());
}

KnownRun run_with(const std::string& id, Outcome outcome) {
  return {.run = {.id = id, .started = "2000-01-02T03:04:00Z"},
          .status = RunStatus::complete,
          .device = "NVIDIA H200",
          .invocations = 5,
          .verdicts = {{.prediction = "fast-enough", .outcome = outcome}}};
}

TEST(Index, says_so_when_nothing_was_run) {
  EXPECT_THAT(index_page({}), HasSubstr("No run is complete yet."));
  EXPECT_TRUE(is_index_page(index_page({})));
}

TEST(Index, lists_a_falsified_prediction_as_it_lists_a_held_one) {
  const FrozenProtocol of = frozen();
  for (const auto& [outcome, word] :
       {std::pair{Outcome::held, "**held**"}, {Outcome::falsified, "**falsified**"}}) {
    const std::string page = index_page({{of, {run_with("0123456789abcdef", outcome)}}});
    EXPECT_THAT(page, HasSubstr(word));
    EXPECT_THAT(page, HasSubstr("`fast-enough`"));
    EXPECT_THAT(page, HasSubstr("1 prediction in 1 frozen protocol"));
    EXPECT_THAT(page, HasSubstr("(" + of.protocol().id + ".md)"));
  }
}

TEST(Index, names_the_outcome_of_every_run_where_they_differ) {
  const FrozenProtocol of = frozen();
  const std::string agree = index_page({{of,
                                         {run_with("aaaaaaaaaaaaaaaa", Outcome::held),
                                          run_with("bbbbbbbbbbbbbbbb", Outcome::held)}}});
  EXPECT_THAT(agree, HasSubstr("**held in 2 runs**"));
  const std::string differ = index_page({{of,
                                          {run_with("aaaaaaaaaaaaaaaa", Outcome::held),
                                           run_with("bbbbbbbbbbbbbbbb", Outcome::inconclusive)}}});
  EXPECT_THAT(differ, HasSubstr("**held**, then **inconclusive**"));
  EXPECT_THAT(differ, HasSubstr("by the latest run of each: 1 inconclusive"));
}

TEST(Index, groups_protocols_by_the_experiment_that_their_latest_version_repeats) {
  Protocol protocol = testing::completed(testing::good_text("minimal.yaml"));
  const FrozenProtocol first =
      freeze(protocol, testing::test_catalogue(), testing::test_provenance());
  protocol.lineage.replicates = "wide-loads";
  const FrozenProtocol latest =
      freeze(protocol, testing::test_catalogue(), testing::test_provenance());
  const std::string page = index_page({{latest, {run_with("aaaaaaaaaaaaaaaa", Outcome::held)}},
                                       {first, {run_with("bbbbbbbbbbbbbbbb", Outcome::held)}}});
  const std::size_t group = page.find("## Replications of wide-loads\n");
  ASSERT_NE(group, std::string::npos);
  EXPECT_LT(group, page.find("aaaaaaaaaaaa"));
  EXPECT_LT(group, page.find("bbbbbbbbbbbb"));
  EXPECT_THAT(page, Not(HasSubstr("Experiments that repeat no other")));
  EXPECT_THAT(index_page({{first, {run_with("bbbbbbbbbbbbbbbb", Outcome::held)}}}),
              HasSubstr("## Experiments that repeat no other"));
}

KnownRun run_with_case(const std::string& id, Outcome outcome) {
  KnownRun run = run_with(id, outcome);
  run.verdicts.front().cases = {{.case_name = "square", .outcome = outcome}};
  return run;
}

TEST(Index, says_how_often_repeated_runs_agree) {
  const FrozenProtocol of = frozen();
  const std::string page = index_page({{of,
                                        {run_with_case("aaaaaaaaaaaaaaaa", Outcome::held),
                                         run_with_case("bbbbbbbbbbbbbbbb", Outcome::held),
                                         run_with_case("cccccccccccccccc", Outcome::falsified)}}});
  EXPECT_THAT(page, HasSubstr("1 of 3 pairs of verdicts on the same case are the same"));
  EXPECT_THAT(index_page({{of, {run_with_case("aaaaaaaaaaaaaaaa", Outcome::held)}}}),
              Not(HasSubstr("pairs of verdicts")));
}

TEST(Index, knows_its_own_pages_from_others) {
  EXPECT_FALSE(is_index_page("# Our reports\n"));
  EXPECT_FALSE(is_index_page(""));
}

}  // namespace
}  // namespace membound
