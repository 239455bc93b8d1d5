// SPDX-License-Identifier: Apache-2.0
#include "judge/forecast.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "judge/scene.hpp"

namespace membound {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

Pilot noisy(double deviation) {
  const Variation ratio{0, deviation, 0};
  return {.invocation_seconds = 2,
          .others_seconds = 0.5,
          .cases = {{"calm", {std::log(1000), deviation / 2, 0}, {0, deviation / 2, 0}, {}},
                    {"c", {std::log(2000), deviation, 0}, ratio, {-0.1, deviation, 0}}}};
}

Protocol comparing(Range range, QuantityKind kind = QuantityKind::speedup) {
  Protocol protocol;
  Prediction one{.name = "p", .cases = {.cases = {"calm", "c"}}};
  one.quantity = Quantity{.kind = kind, .arm = "fast", .over = "slow"};
  one.range = range;
  protocol.predictions = {one};
  protocol.instrument = {.launches = 10, .warmup = {1'000'000'000}, .rounds = 10, .invocations = 8};
  return protocol;
}

Plan planned() {
  Plan plan;
  for (const char* at : {"calm", "c"})
    plan.cells.push_back({.kind = CellKind::arm, .case_name = at, .launches = 1000});
  return plan;
}

TEST(Forecast, is_of_the_noisiest_case_of_the_prediction) {
  Protocol protocol = comparing({.low = 1.0, .high = 1.1});
  const auto found = forecasts(protocol, noisy(0.01), {8, 10});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].case_name, "c");
  EXPECT_NEAR(found[0].deviation, 0.01, 1e-12);
  protocol.predictions[0].cases.cases = {"calm"};
  EXPECT_NEAR(forecasts(protocol, noisy(0.01), {8, 10})[0].deviation, 0.005, 1e-12);
}

TEST(Forecast, of_a_range_follows_its_width_in_deviations) {
  const double half = std::log(1.1) / 2;
  const auto found = forecasts(comparing({.low = 1.0, .high = 1.1}), noisy(half / 2), {10, 10});
  ASSERT_TRUE(found.at(0).centre.has_value());
  EXPECT_NEAR(found[0].centre->held, 0.96, 0.015);  // half a width is two deviations
  EXPECT_NEAR(found[0].halfway->held, 0.52, 0.015);
  EXPECT_NEAR(found[0].outside->falsified, 0.98, 0.015);
  EXPECT_FALSE(found[0].resolution.has_value());
}

TEST(Forecast, of_one_end_or_an_order_is_a_resolution) {
  Protocol protocol = comparing({.low = 1.2});
  protocol.predictions.push_back(
      {.name = "order", .order = {"fast", "slow"}, .cases = {.cases = {"c"}}});
  for (const Forecast& one : forecasts(protocol, noisy(0.01), {8, 10})) {
    ASSERT_TRUE(one.resolution.has_value()) << one.prediction;
    EXPECT_GT(*one.resolution, 0.005);
    EXPECT_LT(*one.resolution, 0.02);
    EXPECT_FALSE(one.centre.has_value());
  }
}

TEST(Forecast, asks_each_quantity_for_its_own_noise) {
  Pilot pilot = noisy(0.01);
  pilot.cases[1].time.between = 0.03;
  pilot.cases[1].share.between = 0.002;
  pilot.cases[0].share.between = 0.001;
  const auto deviation = [&](QuantityKind kind, Range range) {
    return forecasts(comparing(range, kind), pilot, {8, 10}).at(0).deviation;
  };
  EXPECT_NEAR(deviation(QuantityKind::time, {.low = 900, .high = 1100}), 0.03, 1e-12);
  EXPECT_NEAR(deviation(QuantityKind::share_of_ceiling, {.low = 0.8, .high = 0.9}), 0.002, 1e-12);
  EXPECT_NEAR(deviation(QuantityKind::time_saved, {.low = 0.03, .high = 0.12}), 0.01, 1e-12);
}

TEST(Forecast, says_nothing_of_what_has_no_noise) {
  EXPECT_THAT(forecasts(comparing({}), noisy(0.01), {8, 10}), IsEmpty());
  EXPECT_THAT(forecasts(comparing({.low = 1, .high = 2}), {}, {8, 10}), IsEmpty());
}

TEST(Forecast, calls_hopeless_what_would_not_hold_at_its_very_centre) {
  const Range narrow{.low = 1.00, .high = 1.01};
  const auto bad = underpowered(forecasts(comparing(narrow), noisy(0.01), {8, 10}));
  EXPECT_THAT(bad, ElementsAre(Field(&Forecast::prediction, "p")));
  EXPECT_THAT(underpowered(forecasts(comparing(narrow), noisy(0.001), {8, 10})), IsEmpty());
  EXPECT_EQ(underpowered(forecasts(comparing({.low = 1}), noisy(0.001), {4, 10})).size(), 1U);
}

TEST(Forecast, recommends_the_cheapest_comfortable_sizes) {
  const Protocol protocol = comparing({.low = 1.00, .high = 1.04});
  const auto sizes = recommended(protocol, planned(), noisy(0.01));
  ASSERT_TRUE(sizes.has_value());
  // Rounds add nothing where only invocations vary.
  EXPECT_EQ(sizes->rounds, 5);
  EXPECT_GE(forecasts(protocol, noisy(0.01), *sizes)[0].centre->held, 0.9);
  const Sizes fewer{sizes->invocations - 1, sizes->rounds};
  EXPECT_LT(forecasts(protocol, noisy(0.01), fewer)[0].centre->held, 0.9);
  EXPECT_FALSE(recommended(protocol, planned(), noisy(0.2)).has_value());
}

TEST(Forecast, counts_arms_ceilings_warm_up_and_set_up_into_the_time) {
  const Protocol protocol = comparing({.low = 1});
  const double round = 0.5 + 1000 * 1e-6 + 1000 * 2e-6;
  EXPECT_NEAR(round_seconds(planned(), noisy(0.01)), round, 1e-9);
  EXPECT_NEAR(experiment_seconds(protocol, planned(), noisy(0.01)), 8 * (2 + 1 + 10 * round), 1e-6);
}

TEST(Pilot, has_the_baseline_twice_and_nothing_else_of_the_arms) {
  Protocol protocol = comparing({.low = 1});
  protocol.id = "x";
  protocol.arms = {{.name = "fast", .kernel = "w/fast", .role = Role::treatment},
                   {.name = "slow", .kernel = "w/slow", .role = Role::baseline}};
  const Protocol piloted = pilot_protocol(protocol);
  ASSERT_EQ(piloted.arms.size(), 2U);
  EXPECT_EQ(piloted.arms[0].kernel, "w/slow");
  EXPECT_EQ(piloted.arms[1].kernel, "w/slow");
  EXPECT_EQ(piloted.arms[1].role, Role::control);
  EXPECT_EQ(piloted.id, "x-pilot");
  protocol.arms.pop_back();
  EXPECT_THROW((void)pilot_protocol(protocol), Error);
}

TEST(Pilot, finds_the_noise_of_time_ratio_and_share) {
  Scene scene(6, 9);
  scene.protocol.cases = {{"c", {}}};
  const auto wave = [](int invocation, int round) {
    return 1000.0 * (1 + 0.01 * (invocation % 3 - 1) + 0.002 * (round % 3 - 1));
  };
  scene.arm("slow", wave);
  scene.arm("again", always(1000));
  scene.add({.kind = CellKind::large_ceiling,
             .name = "read",
             .times = always(500),
             .case_name = "large"});
  scene.protocol.arms = {{.name = "slow"}, {.name = "again"}};
  const Pilot found = pilot(scene.protocol, scene.plan, scene.evidence);
  ASSERT_EQ(found.cases.size(), 1U);
  EXPECT_NEAR(found.cases[0].time.centre, std::log(1000), 1e-9);
  EXPECT_NEAR(found.cases[0].time.between, 0.0089, 0.0005);
  EXPECT_NEAR(found.cases[0].ratio.between, found.cases[0].time.between, 1e-9);
  EXPECT_NEAR(found.cases[0].share.centre, std::log(0.5), 1e-9);
  EXPECT_EQ(found.invocations, 6);
}

}  // namespace
}  // namespace membound
