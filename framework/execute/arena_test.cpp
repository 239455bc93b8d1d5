// SPDX-License-Identifier: Apache-2.0
#include "execute/arena.hpp"
#include "execute/footprint.hpp"

#include <gtest/gtest.h>

namespace membound {
namespace {

Workload matrix() {
  return {.name = "matrix",
          .extents = {{"rows"}, {"cols"}},
          .formats = {"f32"},
          .operands = [](const Extents& e, std::string_view) -> std::vector<Operand> {
            return {{"y", Element::f32, {e.at("rows")}, Access::write},
                    {"w", Element::f32, {e.at("rows"), e.at("cols")}, Access::read},
                    {"x", Element::f32, {e.at("cols")}, Access::read}};
          }};
}

OperandSet set_of(std::int64_t rows, std::int64_t cols) {
  return {"c", "matrix", {{{"rows", rows}, {"cols", cols}}, "f32", {}}};
}

TEST(Arena, lays_inputs_first_and_contiguous_and_everything_aligned) {
  const Layout layout = layout_of(matrix(), set_of(3, 50));
  ASSERT_EQ(layout.placements.size(), 3U);
  EXPECT_EQ(layout.placements[0].operand.name, "w");
  EXPECT_EQ(layout.placements[0].offset, 0);
  EXPECT_EQ(layout.placements[1].operand.name, "x");
  EXPECT_EQ(layout.placements[1].offset, 768);  // 600 bytes of w, rounded up
  EXPECT_EQ(layout.inputs.value, 768 + 256);
  EXPECT_EQ(layout.output().operand.name, "y");
  EXPECT_EQ(layout.output().offset, 1024);
  EXPECT_EQ(layout.witness_offset, 1280);
  EXPECT_EQ(layout.stride.value % 4096, 0);
  EXPECT_GE(layout.stride.value, layout.witness_offset + layout.witness.value);
}

TEST(Arena, leaves_a_partial_sum_for_every_4096_bytes_of_input) {
  const Layout layout = layout_of(matrix(), set_of(1024, 1024));
  EXPECT_GE(layout.witness.value, 4 * ((layout.inputs.value + 4095) / 4096));
}

TEST(Arena, rotates_over_the_working_set_and_never_over_fewer_than_two_copies) {
  Layout layout;
  layout.stride = {4096};
  EXPECT_EQ(copies_for(layout, {40960}), 10);
  EXPECT_EQ(copies_for(layout, {40961}), 11);
  EXPECT_EQ(copies_for(layout, {1}), 2);
}

TEST(Arena, adds_up_what_a_plan_needs) {
  const Catalogue catalogue({matrix()}, {});
  Plan plan;
  plan.sets = {set_of(1024, 1024), set_of(64, 64)};
  Bytes expected;
  for (const OperandSet& set : plan.sets) {
    const Layout layout = layout_of(matrix(), set);
    expected = expected + layout.stride * copies_for(layout, {1 << 24});
  }
  EXPECT_EQ(footprint(plan, catalogue, {1 << 24}), expected);
}

TEST(Arena, says_which_workload_is_missing) {
  Plan plan;
  plan.sets = {set_of(1, 1)};
  EXPECT_THROW(static_cast<void>(footprint(plan, Catalogue{}, {1})), Error);
}

}  // namespace
}  // namespace membound
