// SPDX-License-Identifier: Apache-2.0
// Tests of every quantity against values computed by hand.
#include "judge/metrics.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "judge/ceiling.hpp"
#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::DoubleEq;
using testing::Each;
using testing::ElementsAre;

constexpr Range any{};

/// Units of the only prediction: one per invocation, natural units.
std::vector<double> units(Scene& scene, const Quantity& quantity) {
  scene.predict(quantity, any);
  return scene.verdicts().back().cases.at(0).units;
}

Scene two_arms() {
  Scene scene(5, 3);
  scene.arm("a", always(100));
  scene.arm("b", always(125));
  return scene;
}

TEST(Metrics, time_is_nanoseconds_of_one_launch) {
  Scene scene = two_arms();
  EXPECT_THAT(units(scene, time_of("b")), ElementsAre(125, 125, 125, 125, 125));
}

TEST(Metrics, time_divides_each_repetition_by_its_own_launches) {
  Scene scene(5, 1);
  const int a = scene.arm("a", always(100));
  scene.repetition(a, 2, 0).launches = 500;
  EXPECT_THAT(units(scene, time_of("a")), ElementsAre(100, 100, 200, 100, 100));
}

TEST(Metrics, bandwidth_counts_what_is_read_and_written_per_second) {
  Scene scene(5, 3);
  const int a = scene.arm("a", always(100));
  for (int i = 0; i < 5; ++i) {
    scene.binding(a, i).read = {1000};
    scene.binding(a, i).written = {200};
  }
  EXPECT_THAT(units(scene, {.kind = QuantityKind::bandwidth, .arm = "a"}), Each(DoubleEq(12e9)));
}

TEST(Metrics, speedup_is_the_time_of_the_reference_over_the_time_of_the_arm) {
  Scene scene = two_arms();
  EXPECT_THAT(units(scene, speedup_of("a", "b")), Each(1.25));
  EXPECT_THAT(units(scene, speedup_of("b", "a")), Each(0.8));
}

TEST(Metrics, time_saved_is_the_share_of_the_references_time) {
  Scene scene = two_arms();
  EXPECT_THAT(units(scene, saved_by("a", "b")), Each(0.2));
  EXPECT_THAT(units(scene, saved_by("b", "a")), Each(-0.25));
  EXPECT_THAT(units(scene, saved_by("a", "a")), Each(0.0));
}

TEST(Metrics, ratios_are_paired_within_the_round) {
  Scene scene(5, 3);
  scene.arm("a", by_round({100, 200, 400}));
  scene.arm("b", by_round({150, 400, 200}));
  // Per round 1.5, 2, 0.5. The ratio of medians would be 1, the ratio of means 1.07.
  EXPECT_THAT(units(scene, speedup_of("a", "b")), Each(1.5));
}

TEST(Metrics, pairs_by_round_whatever_the_order_of_the_records) {
  Scene scene(5, 3);
  scene.arm("a", by_round({100, 200, 400}));
  scene.arm("b", by_round({150, 400, 200}));
  std::ranges::reverse(scene.evidence.repetitions);
  std::swap(scene.evidence.repetitions[0], scene.evidence.repetitions[2]);
  EXPECT_THAT(units(scene, speedup_of("a", "b")), Each(1.5));
}

TEST(Metrics, the_middle_of_an_even_number_of_rounds_is_geometric) {
  Scene scene(5, 2);
  scene.arm("a", by_round({100, 400}));
  EXPECT_THAT(units(scene, time_of("a")), Each(200));
}

TEST(Metrics, only_time_and_bandwidth_are_in_units_of_a_device) {
  EXPECT_TRUE(metric(QuantityKind::time).absolute);
  EXPECT_TRUE(metric(QuantityKind::bandwidth).absolute);
  EXPECT_FALSE(metric(QuantityKind::share_of_ceiling).absolute);
  EXPECT_FALSE(metric(QuantityKind::speedup).absolute);
  EXPECT_FALSE(metric(QuantityKind::time_saved).absolute);
}

TEST(Metrics, natural_values_grow_with_the_logarithm) {
  for (const auto kind :
       {QuantityKind::time, QuantityKind::bandwidth, QuantityKind::share_of_ceiling,
        QuantityKind::speedup, QuantityKind::time_saved}) {
    EXPECT_LT(natural(kind, 0.1), natural(kind, 0.2));
  }
}

TEST(Settled, keeps_twelve_digits_so_that_a_value_on_a_bound_is_on_it) {
  for (const double value : {140000.0, 0.03, 1.0, 3.3e12, 117.5, 0.0}) {
    EXPECT_EQ(settled(value * (1 + 4e-16)), value);
    EXPECT_EQ(settled(value * (1 - 4e-16)), value);
  }
  EXPECT_EQ(settled(1.234567890125), 1.23456789012);
  EXPECT_EQ(settled(-std::expm1(std::log(97.0) - std::log(100.0))), 0.03);
  EXPECT_EQ(settled(INFINITY), INFINITY);
}

/// Arm of 1000 bytes in 200 ns (5 bytes per ns) on operand set 0.
Scene under_ceilings() {
  Scene scene(5, 3);
  scene.arm("a", always(200));
  return scene;
}

Scene::Added matched(const std::string& name, Times times, std::int64_t traffic = 1000) {
  return {.kind = CellKind::matched_ceiling,
          .name = name,
          .times = std::move(times),
          .traffic = traffic};
}

Scene::Added large(const std::string& name, Times times, const std::string& format = "read") {
  return {.kind = CellKind::large_ceiling,
          .name = name,
          .times = std::move(times),
          .traffic = 10000,
          .format = format,
          .case_name = "large",
          .set = 9};
}

TEST(ShareOfCeiling, is_the_rate_of_the_arm_over_the_rate_of_the_ceiling) {
  Scene scene = under_ceilings();
  scene.add(matched("m", always(160)));
  scene.add(large("l", always(1000)));
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::matched)), Each(0.8));
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::large)), Each(0.5));
}

TEST(ShareOfCeiling, takes_the_best_of_the_family_in_each_invocation) {
  Scene scene = under_ceilings();
  scene.add(matched("m", by_invocation({100, 160, 100, 160, 160})));
  scene.add(matched("n", by_invocation({160, 160, 125, 80, 160})));
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::matched)),
              ElementsAre(0.5, 0.8, 0.5, 0.4, 0.8));
}

TEST(ShareOfCeiling, ranks_members_by_median_time_per_byte) {
  Scene scene = under_ceilings();
  scene.add(matched("fewer bytes, less time, lower rate", always(70), 400));
  scene.add(matched("best minimum and best mean", by_round({10, 170, 170})));
  scene.add(matched("best median", by_round({150, 160, 900})));
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::matched)), Each(0.8));
}

TEST(ShareOfCeiling, is_paired_with_that_member_round_by_round) {
  Scene scene(5, 3);
  scene.arm("a", by_round({100, 200, 400}));
  scene.add(matched("m", by_round({50, 200, 40})));
  // Shares 0.5, 1, 0.1; of medians it would be 50 / 200.
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::matched)), Each(0.5));
}

TEST(ShareOfCeiling, looks_only_at_ceilings_of_the_arms_operands) {
  Scene scene = under_ceilings();
  scene.add(matched("m", always(160)));
  Scene::Added other = matched("of another case", always(20));
  other.set = 1;
  scene.add(other);
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::matched)), Each(0.8));
}

TEST(ShareOfCeiling, takes_large_ceilings_of_the_family_that_is_matched) {
  Scene scene = under_ceilings();
  Scene::Added copy = matched("m", always(160));
  copy.format = "copy";
  scene.add(copy);
  scene.add(large("read", always(500)));
  scene.add(large("copy", always(1000), "copy"));
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::large)), Each(0.5));
}

TEST(ShareOfCeiling, takes_the_best_large_ceiling_of_all_when_none_is_matched) {
  Scene scene = under_ceilings();
  scene.add(large("read", always(1000)));
  scene.add(large("copy", always(2000), "copy"));
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::large)), Each(0.5));
}

TEST(ShareOfCeiling, passes_over_a_member_that_is_unavailable) {
  Scene scene = under_ceilings();
  scene.add(matched("m", always(160)));
  const int n = scene.add(matched("n", always(100)));
  for (int i = 0; i < 5; ++i) scene.unavailable(n, i, "needs sm_90");
  EXPECT_THAT(units(scene, share_of("a", CeilingScope::matched)), Each(0.8));
}

TEST(BestOf, passes_over_a_member_that_computes_something_wrong) {
  Scene scene = under_ceilings();
  const int m = scene.add(matched("m", always(160)));
  const int n = scene.add(matched("n", always(100)));
  scene.check(n, 3, Correctness::When::after).passed = false;
  EXPECT_EQ(best_of(Observed(scene.plan, scene.evidence), 0, {m, n}), m);
}

TEST(BestOf, takes_the_first_planned_of_equals) {
  Scene scene = under_ceilings();
  const int m = scene.add(matched("m", by_round({150, 160, 170})));
  const int n = scene.add(matched("n", always(160)));
  EXPECT_EQ(best_of(Observed(scene.plan, scene.evidence), 0, {m, n}), m);
}

TEST(BestOf, is_none_when_nothing_ran) {
  const Scene scene = under_ceilings();
  EXPECT_EQ(best_of(Observed(scene.plan, scene.evidence), 7, {0}), std::nullopt);
}

}  // namespace
}  // namespace membound
