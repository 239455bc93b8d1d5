// SPDX-License-Identifier: Apache-2.0
// Tests of groups: the fastest member of each invocation counts, and the verdict says which it was.
#include "judge/group.hpp"

#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::ElementsAre;
using testing::EndsWith;

/// Five invocations; "x" is the faster member in two of them, "y" in three.
Scene with_group() {
  Scene scene(5, 3);
  scene.arm("a", always(100));
  scene.arm("x", by_invocation({110, 110, 150, 150, 150}));
  scene.arm("y", by_invocation({130, 130, 120, 120, 120}));
  scene.protocol.groups = {{"vendors", {"x", "y"}}};
  return scene;
}

TEST(Group, counts_by_the_fastest_member_of_each_invocation) {
  Scene scene = with_group();
  scene.predict(time_of("vendors"), {100, 125});
  const CaseVerdict verdict = scene.verdict();
  EXPECT_THAT(verdict.units, ElementsAre(110, 110, 120, 120, 120));
  EXPECT_EQ(verdict.outcome, Outcome::held);
}

TEST(Group, names_the_member_that_won_and_how_often) {
  Scene scene = with_group();
  scene.predict(speedup_of("a", "vendors"), {1.05, {}});
  EXPECT_THAT(scene.verdict().reason,
              EndsWith("; fastest of vendors: x in 2 invocations, y in 3 invocations"));
}

TEST(Group, stands_on_either_side_of_a_comparison_and_in_an_order) {
  Scene scene = with_group();
  scene.predict(speedup_of("vendors", "a"), {0.8, 0.95});
  EXPECT_EQ(scene.verdict().outcome, Outcome::held);
  EXPECT_EQ(scene.verdict().low, 0.833333333333);
  scene.predict_order({"a", "vendors"});
  EXPECT_EQ(scene.verdicts().back().outcome, Outcome::held);
}

TEST(Group, takes_the_member_with_the_least_median_and_not_the_least_repetition) {
  Scene scene(5, 3);
  scene.arm("x", by_round({10, 130, 130}));
  scene.arm("y", always(120));
  scene.protocol.groups = {{"g", {"x", "y"}}};
  scene.predict(time_of("g"), {});
  EXPECT_THAT(scene.verdict().units, testing::Each(120));
}

TEST(Group, is_not_run_when_a_member_is_missing_and_void_when_one_is_blocked) {
  Scene scene = with_group();
  scene.predict(time_of("vendors"), {});
  scene.check(2, 3, Correctness::When::after).passed = false;
  EXPECT_EQ(scene.verdict().outcome, Outcome::voided);
  scene.unavailable(1, 4, "no library");
  EXPECT_EQ(scene.verdict().outcome, Outcome::not_run);
  EXPECT_EQ(scene.verdict().reason, "x did not run on c: no library");
  scene.protocol.groups[0].arms.push_back("z");
  EXPECT_EQ(scene.verdict().reason, "the plan has no z on c");
}

TEST(Group, has_the_ceiling_of_the_member_that_counts) {
  Scene scene(5, 1);
  scene.add({.name = "wide", .times = always(100), .traffic = 1000, .set = 1});
  scene.add({.name = "small", .times = always(50), .traffic = 500, .set = 2});
  scene.add({.kind = CellKind::matched_ceiling, .name = "m", .times = always(80), .set = 1});
  scene.add({.kind = CellKind::matched_ceiling,
             .name = "m",
             .times = always(25),
             .traffic = 500,
             .set = 2});
  scene.protocol.cases = {{"c", {}}};
  scene.protocol.groups = {{"g", {"wide", "small"}}};
  scene.predict(share_of("g", CeilingScope::matched), {});
  EXPECT_THAT(scene.verdict().units, testing::Each(0.5));
}

}  // namespace
}  // namespace membound
