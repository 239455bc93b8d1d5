// SPDX-License-Identifier: Apache-2.0
#include "base/catalogue.hpp"

#include <gtest/gtest.h>

namespace membound {
namespace {

TEST(Catalogue, is_sorted_and_found_by_name) {
  const Catalogue catalogue({{.name = "w"}}, {{.name = "w/b"}, {.name = "w/a"}});
  EXPECT_EQ(catalogue.arms().front().name, "w/a");
  ASSERT_NE(catalogue.arm("w/b"), nullptr);
  EXPECT_EQ(catalogue.arm("w/c"), nullptr);
  EXPECT_EQ(catalogue.workload("v"), nullptr);
}

TEST(Catalogue, refuses_two_arms_of_one_name) {
  EXPECT_THROW(Catalogue({}, {{.name = "w/a"}, {.name = "w/a"}}), Error);
}

TEST(Catalogue, completes_parameters_with_their_initial_values) {
  const Arm arm{.name = "w/a", .parameters = {{.name = "block", .initial = 256}}};
  EXPECT_EQ(complete(arm, {}), (Parameters{{"block", 256}}));
  EXPECT_EQ(complete(arm, {{"block", 128}}), (Parameters{{"block", 128}}));
}

}  // namespace
}  // namespace membound
