// SPDX-License-Identifier: Apache-2.0
// Tests of the index over evidence.
#include "judge/observed.hpp"

#include <gmock/gmock.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Observed, finds_times_of_one_launch_by_ascending_round) {
  Scene scene(2, 3);
  const int a = scene.arm("a", by_round({30, 10, 20}));
  scene.arm("b", always(7));
  std::ranges::reverse(scene.evidence.repetitions);
  const Observed observed(scene.plan, scene.evidence);
  EXPECT_THAT(observed.times({1, a}), ElementsAre(30, 10, 20));
  EXPECT_THAT(observed.times({2, a}), IsEmpty());
  EXPECT_THAT(observed.invocations(), ElementsAre(0, 1));
}

TEST(Observed, adds_what_is_read_and_written) {
  Scene scene(1, 1);
  const int a = scene.arm("a", always(1));
  scene.binding(a, 0).read = {700};
  scene.binding(a, 0).written = {50};
  const Observed observed(scene.plan, scene.evidence);
  EXPECT_EQ(observed.bytes({0, a}), 750);
  EXPECT_EQ(observed.bytes({1, a}), 0);
  EXPECT_EQ(observed.binding({1, a}), nullptr);
}

TEST(Observed, remembers_one_failed_comparison) {
  Scene scene(3, 1);
  const int a = scene.arm("a", always(1));
  const int b = scene.arm("b", always(1));
  scene.check(b, 2, Correctness::When::after).passed = false;
  const Observed observed(scene.plan, scene.evidence);
  EXPECT_FALSE(observed.wrong(a));
  EXPECT_TRUE(observed.wrong(b));
}

TEST(WithoutThrottled, removes_only_what_is_flagged_so) {
  Scene scene(1, 3);
  const int a = scene.arm("a", by_round({1, 2, 3}));
  scene.repetition(a, 0, 0).flags = flag_throttled | flag_above_ceiling;
  scene.repetition(a, 0, 1).flags = flag_above_ceiling;
  const Observed observed(scene.plan, without_throttled(scene.evidence));
  EXPECT_THAT(observed.times({0, a}), ElementsAre(2, 3));
}

}  // namespace
}  // namespace membound
