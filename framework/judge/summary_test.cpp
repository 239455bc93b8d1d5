// SPDX-License-Identifier: Apache-2.0
// Tests of the summaries of cells.
#include <gtest/gtest.h>

#include "judge/scene.hpp"

namespace membound {
namespace {

/// Two invocations of two rounds: arm (0), matched ceiling (1), large ceiling (2), null launch (3).
Scene scene_of_cells() {
  Scene scene(2, 2);
  scene.arm("a", [](int invocation, int round) { return 100.0 + 100 * invocation + 50 * round; });
  scene.add({.kind = CellKind::matched_ceiling, .name = "m", .times = always(75)});
  scene.add({.kind = CellKind::large_ceiling,
             .name = "l",
             .times = always(500),
             .traffic = 10000,
             .case_name = "large",
             .set = 9});
  scene.add(
      {.kind = CellKind::null_launch, .name = "n", .times = always(2), .traffic = 0, .set = -1});
  return scene;
}

std::vector<CellSummary> summaries(const Scene& scene) {
  return summarise(scene.protocol, scene.plan, scene.evidence);
}

TEST(Summarise, describes_all_repetitions_of_a_cell) {
  const CellSummary arm = summaries(scene_of_cells()).at(0);  // 100, 150, 200, 250
  EXPECT_EQ(arm.cell, 0);
  EXPECT_EQ(arm.repetitions, 4);
  EXPECT_EQ(arm.flagged, 0);
  EXPECT_EQ(arm.median, 175);
  EXPECT_EQ(arm.low_quartile, 137.5);
  EXPECT_EQ(arm.high_quartile, 212.5);
  EXPECT_EQ(arm.least, 100);
  EXPECT_EQ(arm.most, 250);
}

TEST(Summarise, gives_the_spread_of_the_worst_invocation_by_the_frozen_definition) {
  Scene scene = scene_of_cells();
  EXPECT_DOUBLE_EQ(summaries(scene).at(0).spread, 0.4);  // 50 / 125, against 50 / 225
  scene.protocol.gates.spread = Spread::max_over_min;
  EXPECT_DOUBLE_EQ(summaries(scene).at(0).spread, 0.5);
}

TEST(Summarise, gives_bandwidth_at_the_median_of_cells_that_move_bytes) {
  const auto all = summaries(scene_of_cells());
  EXPECT_NEAR(*all.at(0).bandwidth, 1000e9 / 175, 1);
  EXPECT_DOUBLE_EQ(*all.at(2).bandwidth, 20e9);
  EXPECT_EQ(all.at(3).bandwidth, std::nullopt);
}

TEST(Summarise, gives_shares_as_the_median_over_invocations) {
  const auto all = summaries(scene_of_cells());
  // Shares of the matched ceiling: 0.75 and 0.5, 0.375 and 0.3; each pair and then the two have a
  // geometric middle.
  EXPECT_NEAR(*all.at(0).share_of_matched, 0.453, 0.0005);
  EXPECT_NEAR(*all.at(0).share_of_large, 0.453 * 2 / 3, 0.0005);
  EXPECT_NEAR(*all.at(1).share_of_large, 2.0 / 3, 1e-9);
  EXPECT_EQ(all.at(1).share_of_matched, std::nullopt);
  EXPECT_EQ(all.at(2).share_of_large, std::nullopt);
}

TEST(Summarise, counts_flagged_repetitions_and_those_above_the_ceiling) {
  Scene scene = scene_of_cells();
  scene.repetition(0, 0, 1).flags = flag_throttled;
  scene.repetition(0, 1, 0).time = {45000};  // 22.2 bytes per ns, where 1.1 * 20 are allowed
  const auto all = summaries(scene);
  EXPECT_EQ(all.at(0).flagged, 2);
  EXPECT_EQ(all.at(2).flagged, 0);
}

TEST(Summarise, does_not_flag_warm_caches_for_being_faster_than_the_memory) {
  Scene scene = scene_of_cells();
  scene.plan.cells[0].rotation = Rotation::none;
  scene.repetition(0, 0, 1).flags = flag_throttled;
  scene.repetition(0, 1, 0).time = {45000};
  EXPECT_EQ(summaries(scene).at(0).flagged, 1);
}

TEST(Summarise, says_nothing_of_a_cell_that_did_not_run) {
  Scene scene = scene_of_cells();
  scene.forget_repetitions(0, 0);
  scene.forget_repetitions(0, 1);
  const CellSummary arm = summaries(scene).at(0);
  EXPECT_EQ(arm.repetitions, 0);
  EXPECT_EQ(arm.bandwidth, std::nullopt);
  EXPECT_EQ(arm.share_of_large, std::nullopt);
}

}  // namespace
}  // namespace membound
