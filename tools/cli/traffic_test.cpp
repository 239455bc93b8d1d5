// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/traffic.hpp"

#include <gtest/gtest.h>

namespace membound::cli {
namespace {

Workload matrix(std::function<std::vector<Operand>(const Extents&, std::string_view)> operands) {
  return {.name = "w",
          .extents = {{"rows"}, {"cols"}},
          .formats = {"f"},
          .operands = std::move(operands)};
}

TEST(Traffic, is_read_off_the_operands) {
  const Workload w = matrix([](const Extents& e, std::string_view) -> std::vector<Operand> {
    return {{"w", Element::u8, {e.at("rows"), e.at("cols") / 2}, Access::read},
            {"x", Element::f16, {e.at("cols")}, Access::read},
            {"y", Element::f32, {e.at("rows")}, Access::write}};
  });
  EXPECT_EQ(traffic_formula(w, "f", Access::read), "0.5*rows*cols + 2*cols");
  EXPECT_EQ(traffic_formula(w, "f", Access::write), "4*rows");
  EXPECT_EQ(traffic_formula(w, "f", Access::witness), "0");
}

TEST(Traffic, knows_extents_that_occur_twice) {
  const Workload w = matrix([](const Extents& e, std::string_view) -> std::vector<Operand> {
    return {{"square", Element::f16, {e.at("rows"), e.at("rows")}, Access::read},
            {"w", Element::f16, {e.at("rows") + 2 * e.at("cols"), e.at("rows")}, Access::read},
            {"y", Element::f32, {e.at("rows") + 128}, Access::write}};
  });
  EXPECT_EQ(traffic_formula(w, "f", Access::read), "4*rows*cols + 4*rows*rows");
  EXPECT_EQ(traffic_formula(w, "f", Access::write), "4*rows + 512");
}

TEST(Traffic, says_when_sizes_are_no_sum_of_products) {
  const Workload w = matrix([](const Extents& e, std::string_view) -> std::vector<Operand> {
    return {{"w", Element::u8, {e.at("rows"), e.at("rows"), e.at("rows")}, Access::read}};
  });
  EXPECT_EQ(traffic_formula(w, "f", Access::read), "not a formula");
}

}  // namespace
}  // namespace membound::cli
