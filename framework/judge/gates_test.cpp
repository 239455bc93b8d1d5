// SPDX-License-Identifier: Apache-2.0
// Tests of each gate: it lets a flawless run pass, is shown failing on known-bad input, and blocks
// no more than it must.
#include "judge/gates.hpp"

#include <gmock/gmock.h>

#include <limits>

#include "judge/scene.hpp"

namespace membound {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Arms "a" (cell 0) and "b" (cell 1), 1000 bytes in 100 ns: 10 bytes per ns.
Scene flawless() {
  Scene scene(5, 3);
  scene.arm("a", always(100));
  scene.arm("b", always(100));
  return scene;
}

Blocked gates_of(const Scene& scene) {
  return gates(scene.protocol, Observed(scene.plan, scene.evidence));
}

/// The gate's reason for cell 0; the test fails when another cell or everything is blocked.
std::string reason(const Scene& scene) {
  const Blocked blocked = gates_of(scene);
  EXPECT_EQ(blocked.everything, "");
  EXPECT_FALSE(blocked.cells.contains(1)) << blocked.cells.at(1);
  const auto it = blocked.cells.find(0);
  return it == blocked.cells.end() ? "" : it->second;
}

TEST(Gates, let_a_flawless_run_pass) { EXPECT_THAT(reason(flawless()), IsEmpty()); }

TEST(ReceiptGate, blocks_an_arm_that_left_no_record_of_how_it_was_bound) {
  Scene scene = flawless();
  std::erase_if(scene.evidence.bindings,
                [](const CellBound& b) { return b.cell == 0 && b.invocation == 4; });
  EXPECT_EQ(reason(scene), "receipt: nothing records how a on c in invocation 4 was bound");
}

TEST(ReceiptGate, blocks_a_repetition_that_took_no_time) {
  Scene scene = flawless();
  scene.repetition(0, 1, 2).time = {0};
  EXPECT_EQ(reason(scene), "receipt: round 2 of a on c in invocation 1 took no time");
}

TEST(CorrectGate, blocks_a_wrong_result_before_or_after_in_any_invocation) {
  for (const auto when : {Correctness::When::before, Correctness::When::after}) {
    for (const int invocation : {0, 4}) {
      Scene scene = flawless();
      scene.check(0, invocation, when).error = 0.25;
      scene.check(0, invocation, when).passed = false;
      EXPECT_THAT(reason(scene), StartsWith("correct: a on c in invocation "));
      EXPECT_THAT(reason(scene), HasSubstr("is off by 0.25"));
    }
  }
}

TEST(CorrectGate, applies_the_frozen_tolerance_whatever_the_record_says) {
  Scene scene = flawless();
  scene.protocol.gates.max_error = 0.125;
  scene.check(0, 2, Correctness::When::after).tolerance = 1;
  scene.check(0, 2, Correctness::When::after).error = 0.125;
  EXPECT_THAT(reason(scene), IsEmpty());
  scene.check(0, 2, Correctness::When::after).error = 0.126;
  EXPECT_EQ(reason(scene),
            "correct: a on c in invocation 2 is off by 0.126 after the timed launches, where 0.125 "
            "is allowed");
}

TEST(CorrectGate, believes_a_failed_check_with_a_small_error) {
  Scene scene = flawless();
  scene.check(0, 2, Correctness::When::before).passed = false;
  EXPECT_THAT(reason(scene), StartsWith("correct:"));
}

TEST(CorrectGate, lets_no_output_pass_that_is_not_a_number) {
  for (const double error :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Scene scene = flawless();
    scene.check(0, 0, Correctness::When::before).error = error;
    EXPECT_THAT(reason(scene), StartsWith("correct:"));
  }
}

TEST(CorrectGate, blocks_an_arm_that_was_not_compared) {
  for (const auto when : {Correctness::When::before, Correctness::When::after}) {
    Scene scene = flawless();
    std::erase_if(scene.evidence.correctness, [&](const Correctness& c) {
      return c.cell == 0 && c.invocation == 3 && c.when == when;
    });
    const char* word = when == Correctness::When::before ? "before" : "after";
    EXPECT_EQ(reason(scene),
              std::string("correct: a on c in invocation 3 was not compared with the reference ") +
                  word + " the timed launches");
  }
}

TEST(CorrectGate, does_not_count_a_comparison_of_no_copies) {
  Scene scene = flawless();
  scene.check(0, 3, Correctness::When::after).copies = 0;
  EXPECT_THAT(reason(scene), HasSubstr("was not compared"));
}

TEST(SteadyGate, is_off_unless_it_was_frozen) {
  Scene scene = flawless();
  scene.repetition(0, 0, 0).time = {900000};
  EXPECT_THAT(reason(scene), IsEmpty());
}

TEST(SteadyGate, blocks_a_spread_that_is_not_below_the_limit_in_any_one_invocation) {
  Scene scene(5, 2);
  scene.arm("a",
            [](int invocation, int round) { return invocation == 3 && round == 1 ? 500 : 300; });
  scene.arm("b", always(100));
  scene.protocol.gates.spread_below = 0.5;  // (500 - 300) / 400: not below
  EXPECT_EQ(reason(scene),
            "steady: a on c in invocation 3 spreads over 50.00 %, which is not below 50 %");
  scene.protocol.gates.spread_below = 0.51;
  EXPECT_THAT(reason(scene), IsEmpty());
}

TEST(SteadyGate, asks_for_spread_within_an_invocation_and_not_between_them) {
  Scene scene(5, 3);
  scene.arm("a", by_invocation({100, 200, 300, 400, 500}));
  scene.arm("b", always(100));
  scene.protocol.gates.spread_below = 0.01;
  EXPECT_THAT(reason(scene), IsEmpty());
}

TEST(SteadyGate, uses_the_definition_that_was_frozen) {
  EXPECT_DOUBLE_EQ(spread_of(Spread::range_over_mean, {8, 20, 9, 11, 10}), 12 / 11.6);
  EXPECT_DOUBLE_EQ(spread_of(Spread::half_range_over_mean, {8, 20, 9, 11, 10}), 6 / 11.6);
  EXPECT_DOUBLE_EQ(spread_of(Spread::range_over_median, {8, 20, 9, 11, 10}), 1.2);
  EXPECT_DOUBLE_EQ(spread_of(Spread::max_over_min, {8, 20, 9, 11, 10}), 1.5);
  Scene scene(5, 2);
  scene.arm("a", by_round({90, 110}));
  scene.arm("b", always(100));
  scene.protocol.gates.spread_below = 0.15;
  EXPECT_THAT(reason(scene), StartsWith("steady:"));
  scene.protocol.gates.spread = Spread::half_range_over_mean;
  EXPECT_THAT(reason(scene), IsEmpty());
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

TEST(AboveCeilingGate, blocks_an_arm_with_one_repetition_above_its_share_of_the_ceiling) {
  Scene scene = flawless();
  scene.add(large("l", always(1250)));  // 8 bytes per ns
  scene.protocol.gates.above_ceiling = 1.25;
  EXPECT_THAT(reason(scene), IsEmpty());  // 10 is not more than 1.25 * 8
  scene.repetition(0, 2, 1).time = {99990};
  EXPECT_EQ(reason(scene),
            "above_ceiling: a on c in invocation 2 reached 10.0 GB/s in round 1, more than the "
            "10.0 GB/s that the large ceiling allows");
}

TEST(AboveCeilingGate, takes_the_best_large_ceiling_of_the_same_invocation_at_its_median) {
  Scene scene = flawless();
  scene.protocol.gates.above_ceiling = 1;
  scene.add(large("slow", always(4000)));
  const int fast =
      scene.add(large("fast", by_round({900, 1000, 5000}), "copy"));  // median 10 bytes per ns
  EXPECT_THAT(reason(scene), IsEmpty());
  for (int round = 0; round < 3; ++round) scene.repetition(fast, 4, round).time = {1100000};
  const Blocked blocked = gates_of(scene);
  EXPECT_THAT(blocked.cells.at(0), HasSubstr("invocation 4"));
}

TEST(AboveCeilingGate, does_not_trust_a_ceiling_that_computes_something_wrong) {
  Scene scene = flawless();
  scene.protocol.gates.above_ceiling = 1;
  scene.add(large("honest", always(2000)));
  const int cheat = scene.add(large("cheat", always(10)));
  EXPECT_THAT(reason(scene), IsEmpty());
  scene.check(cheat, 0, Correctness::When::before).passed = false;
  EXPECT_THAT(gates_of(scene).cells.at(0), StartsWith("above_ceiling:"));
}

TEST(AboveCeilingGate, is_bound_by_the_fastest_repetition_of_any_large_ceiling) {
  Scene scene = flawless();
  const int slow = scene.add(large("slow", always(2000)));
  scene.add(large("slower", always(3000)));
  scene.repetition(slow, 2, 1).time = {1000 * 1000};
  const Observed observed(scene.plan, scene.evidence);
  scene.protocol.gates.above_ceiling = 1.5;
  EXPECT_DOUBLE_EQ(rate_limit(scene.protocol.gates, observed, 2).value(), 1.5 * 10000 / 1000);
  EXPECT_DOUBLE_EQ(rate_limit(scene.protocol.gates, observed, 3).value(), 1.5 * 10000 / 2000);
}

TEST(AboveCeilingGate, blocks_when_no_ceiling_ran_that_could_bound_the_arm) {
  Scene scene = flawless();
  const int cell = scene.add(large("l", always(100)));
  scene.unavailable(cell, 2, "out of memory");
  EXPECT_EQ(gates_of(scene).cells.at(0),
            "above_ceiling: no large ceiling ran that could bound a on c in invocation 2");
}

TEST(AboveCeilingGate, is_not_asked_of_an_arm_with_warm_caches) {
  Scene scene = flawless();
  scene.add(large("l", always(2000)));
  scene.protocol.gates.above_ceiling = 1;
  ASSERT_THAT(reason(scene), StartsWith("above_ceiling:"));
  scene.plan.cells[0].rotation = Rotation::none;
  EXPECT_THAT(reason(scene), IsEmpty());
}

/// A cold and a hot probe, beside a large read ceiling; all move 10000 bytes.
struct Probed {
  Scene scene = flawless();
  int read = scene.add(large("l", always(300)));
  int cold = scene.add({.kind = CellKind::cold_probe,
                        .name = "h",
                        .times = always(1000),
                        .traffic = 10000,
                        .case_name = "cold",
                        .set = 8});
  int hot = scene.add({.kind = CellKind::hot_probe,
                       .name = "h",
                       .times = always(500),
                       .traffic = 10000,
                       .case_name = "hot",
                       .set = 8});
};

TEST(ColdGate, passes_when_the_hot_probe_exceeds_the_ratio_in_every_invocation) {
  Probed probed;
  probed.scene.protocol.gates.cold_ratio = 1.99;
  EXPECT_EQ(gates_of(probed.scene).everything, "");
}

TEST(ColdGate, blocks_everything_when_the_ratio_is_only_reached) {
  Probed probed;
  probed.scene.protocol.gates.cold_ratio = 2;
  EXPECT_THAT(gates_of(probed.scene).everything,
              StartsWith("cold: in invocation 0 the hot probe ran at 2.00 times"));
}

TEST(ColdGate, blocks_everything_for_one_warm_invocation) {
  Probed probed;
  for (int round = 0; round < 3; ++round)
    probed.scene.repetition(probed.hot, 3, round).time = {900000};
  EXPECT_THAT(gates_of(probed.scene).everything, StartsWith("cold: in invocation 3 "));
}

TEST(ColdGate, blocks_everything_when_the_probe_or_its_ceiling_did_not_run) {
  Probed hot;
  hot.scene.unavailable(hot.hot, 1, "failed");
  EXPECT_EQ(gates_of(hot.scene).everything,
            "cold: invocation 1 has no hot probe, so nothing shows that caches were cold");
  Probed cold;
  cold.scene.unavailable(cold.cold, 1, "failed");
  EXPECT_EQ(gates_of(cold.scene).everything,
            "cold: invocation 1 has no cold probe, so nothing shows that caches were cold");
}

TEST(RateLimit, is_infinite_without_a_planned_ceiling) {
  const Scene scene = flawless();
  EXPECT_EQ(rate_limit(scene.protocol.gates, Observed(scene.plan, scene.evidence), 0),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace membound
