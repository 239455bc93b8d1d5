// SPDX-License-Identifier: Apache-2.0
// Tests of what is counted as one replication.
#include "judge/units.hpp"

#include <gmock/gmock.h>

namespace membound {
namespace {

using testing::ElementsAre;

TEST(UnitsOf, are_the_medians_of_the_invocations) {
  const Units units = units_of({{0, {1, 9, 2}}, {1, {5, 4, 30, 7}}}, 2);
  EXPECT_THAT(units.values, ElementsAre(2, 6));
  EXPECT_FALSE(units.within_one_process);
}

TEST(UnitsOf, are_the_rounds_when_one_invocation_was_frozen) {
  const Units units = units_of({{0, {3, 1, 2}}}, 1);
  EXPECT_THAT(units.values, ElementsAre(3, 1, 2));
  EXPECT_TRUE(units.within_one_process);
}

TEST(UnitsOf, stay_invocations_when_only_one_of_several_is_left) {
  const Units units = units_of({{4, {3, 1, 2}}}, 8);
  EXPECT_THAT(units.values, ElementsAre(2));
  EXPECT_FALSE(units.within_one_process);
}

}  // namespace
}  // namespace membound
