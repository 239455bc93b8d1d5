// SPDX-License-Identifier: Apache-2.0
// Tests of what a reader is shown of two published rounds: of groups, claims, decisions, stop
// rules, handicaps and dropped repetitions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/scene.hpp"
#include "report/view.hpp"

namespace membound::page {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// In microseconds, as published: ten rounds of one process between the least and the most.
Times published(double least, double most) {
  return [=](int, int round) { return 1000 * (least + (most - least) * round / 9); };
}

void add_arm(Scene& scene, const ArmUse& use, const Times& times, std::int64_t traffic) {
  scene.protocol.arms.push_back(use);
  scene.add({.name = use.name, .times = times, .traffic = traffic, .case_name = "ffn_gate"});
  scene.plan.cells.back().kernel = use.kernel;
  scene.plan.cells.back().role = use.role;
}

Scene round(const std::string& id, const std::string& title) {
  Scene scene(1, 10);
  Protocol& protocol = scene.protocol;
  protocol.id = id;
  protocol.title = title;
  protocol.workload = {.name = "gemv", .format = "bf16"};
  protocol.cases = {{"ffn_gate", {{"cols", 4096}, {"rows", 12288}}}};
  protocol.instrument.launches = 200;
  protocol.instrument.warmup = {1'000'000'000};
  protocol.gates.spread_below = 0.015;
  protocol.gates.spread_blocks = Blocks::claims;
  scene.evidence.run = {.id = "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
                        .started = "2000-01-02T03:04:00Z"};
  return scene;
}

CaseSelection here() { return {.cases = {"ffn_gate"}}; }

Prediction predicted(const std::string& name, const Quantity& quantity, const Range& range,
                     const std::string& because) {
  return {.name = name, .quantity = quantity, .range = range, .cases = here(), .because = because};
}

Claim beats_vendor(const std::string& arm) {
  return {.name = "beats-vendor",
          .text = "faster than the vendor library at this shape on this card",
          .condition = {.kind = Condition::Kind::disjoint_ranges,
                        .faster = arm,
                        .slower = "vendor",
                        .cases = here()},
          .level = EvidenceLevel::single_input};
}

Scene second_round() {
  Scene scene = round("coldcache-2", "Does a K-major q8 layout beat bf16 and the vendor?");
  Protocol& protocol = scene.protocol;
  protocol.question = "Cold, is q8 in K-major layout faster than bf16 with eight rows?";
  protocol.scope = "This shape, eight rows, on this card.";
  protocol.out_of_scope = "Whole decoding steps.";
  add_arm(scene, {.name = "bf16-b", .kernel = "gemv/b", .role = Role::baseline},
          published(195.0, 195.9), 100'663'296);
  add_arm(scene, {.name = "q8b", .kernel = "gemv/kmajor"}, published(164.5, 165.3), 56'623'104);
  add_arm(scene,
          {.name = "vendor",
           .kernel = "gemv/vendor",
           .role = Role::vendor,
           .handicap = "it multiplies an fp16 copy, not the quantised weights"},
          published(123.0, 126.2), 100'663'296);
  protocol.dropped = {{"q8-weight-native", "needs more memory than was free"}};
  protocol.beforehand = {{"parity", 9.2e-4, 1e-3, "largest scaled error against the reference"}};
  Prediction control = predicted("bf16-repeats", time_of("bf16-b"), {190'000, 200'000}, "");
  control.reproduces = "194 to 195 us, found after the first round";
  control.on_miss = "compare with today's control only";
  protocol.predictions = {
      control,
      predicted("q8b-time", time_of("q8b"), {105'000, 145'000}, "it reads 0.5625 of the bytes"),
      predicted("q8b-faster", speedup_of("q8b", "bf16-b"), {1.45, 1.85}, "bytes decide"),
      predicted("vendor-time", time_of("vendor"), {110'000, 200'000}, "")};
  protocol.predictions[2].mechanism = "the same bandwidth over fewer bytes";
  protocol.predictions[2].confirmed_by = {"q8b-time"};
  protocol.observations = {
      {"bytes", {.kind = QuantityKind::bytes_ratio, .arm = "q8b", .over = "bf16-b"}, here(), ""}};
  protocol.claims = {beats_vendor("q8b")};
  return scene;
}

Scene fourth_round() {
  Scene scene = round("coldcache-4", "Does specialising the kernel for one row pay?");
  Protocol& protocol = scene.protocol;
  protocol.question = "With one row, what does carrying eight rows of accumulators cost?";
  const std::int64_t weights = 100'663'296;
  add_arm(scene,
          {.name = "general",
           .kernel = "gemv/splitk",
           .role = Role::baseline,
           .scope = Scope::partials},
          published(137.8, 138.9), weights);
  add_arm(scene, {.name = "m1c8", .kernel = "gemv/splitk", .scope = Scope::partials},
          published(121.2, 121.8), weights);
  add_arm(scene, {.name = "m1c4", .kernel = "gemv/splitk", .scope = Scope::partials},
          published(123.5, 124.3), weights);
  add_arm(scene, {.name = "vendor", .kernel = "gemv/vendor", .role = Role::vendor},
          published(122.1, 123.3), weights);
  protocol.groups = {{"specialised", {"m1c8", "m1c4"}}};
  const Quantity saved = saved_by("specialised", "general");
  protocol.predictions = {
      predicted("general-repeats", time_of("general"), {135'000, 145'000}, "as in round three"),
      predicted("specialised-time", time_of("specialised"), {117'000, 135'000}, "occupancy"),
      predicted("specialised-saves", saved, {0.03, 0.12}, "occupancy relief; bytes are equal"),
      predicted("bytes-are-equal", counter_of("m1c8", "dram_bytes_written", "general"),
                {0.95, 1.05}, "the traffic is the same")};
  protocol.predictions[2].mechanism = "fewer registers leave more warps resident";
  protocol.predictions[2].confirmed_by = {"bytes-are-equal"};
  protocol.falsifiers = {{"not-occupancy", saved, {{}, 0.03}, here(), "stop this line"}};
  protocol.claims = {beats_vendor("m1c8")};
  const Condition enough{
      .kind = Condition::Kind::comparison, .quantity = saved, .range = {0.05, {}}, .cases = here()};
  protocol.decisions = {{.name = "adopt",
                         .land = {.kind = Condition::Kind::all, .parts = {enough}},
                         .also = "64 tokens bit-identical",
                         .means = "the specialised kernel replaces the general one at one row"}};
  protocol.stop_rules = {{"latency-bound",
                          {.kind = Condition::Kind::fired, .name = "not-occupancy"},
                          "stop this line"}};
  scene.read_back(0, "dram_bytes_written", 12'582'912);
  scene.read_back(1, "dram_bytes_written", 1'572'864);
  return scene;
}

Report rendered(const Scene& scene) {
  View view;
  view.protocol = &scene.protocol;
  view.evidence = &scene.evidence;
  view.digest = std::string(64, 'd');
  view.plan = scene.plan;
  view.summaries = summarise(scene.protocol, scene.plan, scene.evidence);
  view.verdicts = scene.verdicts();
  view.conclusions = scene.conclusions();
  view.observations = observe(scene.protocol, scene.plan, scene.evidence);
  view.outliers = dropped_repetitions(scene.protocol, scene.plan, scene.evidence);
  return render(view);
}

TEST(PublishedReport, says_what_may_be_said_only_in_the_fourth_round) {
  EXPECT_THAT(rendered(fourth_round()).markdown,
              AllOf(HasSubstr("**May be said:** faster than the vendor"),
                    HasSubstr("**Ruling: land**"), HasSubstr("64 tokens bit-identical")));
  EXPECT_THAT(rendered(second_round()).markdown, HasSubstr("**May not be said:** faster than"));
}

TEST(PublishedReport, shows_beside_a_claim_what_makes_its_arms_unequal) {
  EXPECT_THAT(rendered(fourth_round()).markdown,
              HasSubstr("**Not the same work:** the time of m1c8 ends at partial results, that of "
                        "vendor covers the whole operation."));
  EXPECT_THAT(rendered(second_round()).markdown, HasSubstr("**Handicap of vendor:**"));
}

TEST(PublishedReport, bars_the_claim_with_the_outlier_and_lists_it_when_a_rule_drops_it) {
  Scene scene = fourth_round();
  scene.repetition(3, 0, 0).time = {817'000'000};
  EXPECT_THAT(rendered(scene).markdown,
              AllOf(HasSubstr("**May not be said:**"), Not(HasSubstr("Dropped repetitions"))));
  scene.protocol.analysis.outliers = "drop";
  scene.protocol.analysis.outlier_mads = 10;
  EXPECT_THAT(rendered(scene).markdown,
              AllOf(HasSubstr("**May be said:**"), HasSubstr("## Dropped repetitions"),
                    HasSubstr("with the dropped rounds")));
}

TEST(PublishedReport, says_whether_an_earlier_result_was_reproduced) {
  EXPECT_THAT(rendered(second_round()).markdown,
              AllOf(HasSubstr("held: REPRODUCED"), Not(HasSubstr("NOT REPRODUCED"))));
  Scene scene = second_round();
  scene.protocol.predictions[0].range = {62'000, 63'000};
  EXPECT_THAT(rendered(scene).markdown, AllOf(HasSubstr("falsified: NOT REPRODUCED"),
                                              HasSubstr("compare with today's control only")));
}

TEST(PublishedReport, says_whether_a_mechanism_was_confirmed) {
  EXPECT_THAT(rendered(fourth_round()).markdown,
              HasSubstr("Not confirmed: of the predictions that would show it, these did not hold: "
                        "bytes-are-equal"));
}

}  // namespace
}  // namespace membound::page
