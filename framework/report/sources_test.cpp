// SPDX-License-Identifier: Apache-2.0
// The published cold-cache rounds from their protocols to their reports: parsed, frozen, planned,
// given the published ranges, judged and reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "protocol/test_protocols.hpp"
#include "report/replay.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;

constexpr int repetitions = 10;

/// Least and most of the repetitions, in microseconds, rising evenly between them.
struct Published {
  double least = 0;
  double most = 0;
  [[nodiscard]] double at(int round) const {
    return least + (most - least) * round / (repetitions - 1);
  }
};
using Ranges = std::map<std::string, Published>;

/// Arms as published, probes at the rates of that card.
Replay replay(const Protocol& protocol, const Ranges& published) {
  const auto told = [&](const Cell& cell, Bytes traffic, int round) -> std::optional<double> {
    if (round >= repetitions) return {};
    if (cell.kind == CellKind::arm) return published.at(cell.arm).at(round);
    if (cell.kind == CellKind::null_launch) return 2;
    const double bytes_per_us = cell.kind == CellKind::hot_probe ? 3e6 : 930e3;
    return static_cast<double>(traffic.value) / bytes_per_us;
  };
  return replay(protocol, "RX 7900 XTX", told);
}

const Ranges first{{"bf16", {399, 403}}, {"q8", {468, 474}}, {"bf16-transposed", {194, 195}}};
const Ranges second{{"bf16-transposed", {195.0, 195.9}},
                    {"q8-transposed", {164.5, 165.3}},
                    {"vendor", {123.0, 126.2}}};
const Ranges third{{"v1", {194.1, 194.8}},
                   {"wide-2", {150.7, 151.4}},
                   {"wide-4", {140.0, 140.7}},
                   {"wide-8", {138.8, 139.8}},
                   {"vendor", {125.1, 127.8}}};
const Ranges fourth{{"general", {137.8, 138.9}},
                    {"m1-8", {121.2, 121.8}},
                    {"m1-4", {123.5, 124.3}},
                    {"vendor", {122.1, 123.3}}};

/// The fourth round as it was measured, with the repetition of 817 us that its authors left out.
Replay fourth_round(Protocol protocol) {
  Replay out = replay(protocol, fourth);
  out.set("vendor", 0, 817);
  for (const char* arm : {"m1-8", "m1-4"}) out.read_back(arm, "batch_rows", 1);
  out.read_back("general", "dram_bytes_written", 12'582'912);
  out.read_back("m1-8", "dram_bytes_written", 1'572'864);
  return out;
}

TEST(FirstRound, falsifies_its_time_and_its_speedup) {
  const Replay run = replay(source("coldcache-1"), first);
  EXPECT_EQ(run.outcome("bf16-is-steady"), Outcome::held);
  EXPECT_EQ(run.outcome("q8-is-steady"), Outcome::held);
  EXPECT_EQ(run.outcome("bf16-time"), Outcome::falsified);
  EXPECT_EQ(run.outcome("q8-pays"), Outcome::falsified);
  EXPECT_EQ(run.conclusion("q8-faster").ruling, Ruling::not_allowed);
}

TEST(FirstRound, does_not_ask_for_a_speedup_of_arms_that_are_not_steady) {
  Replay run = replay(source("coldcache-1"), first);
  run.set("q8", 3, 500);
  EXPECT_EQ(run.outcome("q8-is-steady"), Outcome::falsified);
  EXPECT_EQ(run.outcome("q8-pays"), Outcome::not_applicable);
}

TEST(SecondRound, repeats_its_control_and_misses_the_rest_of_its_own) {
  const Replay run = replay(source("coldcache-2"), second);
  EXPECT_EQ(run.outcome("bf16-is-steady"), Outcome::held);
  EXPECT_EQ(run.outcome("q8-is-steady"), Outcome::held);
  EXPECT_EQ(run.outcome("vendor-is-steady"), Outcome::falsified);  // 2.57 %
  EXPECT_EQ(run.outcome("control-repeats"), Outcome::held);
  EXPECT_EQ(run.outcome("q8-time"), Outcome::falsified);
  EXPECT_EQ(run.outcome("q8-pays"), Outcome::falsified);
  EXPECT_EQ(run.outcome("vendor-time"), Outcome::held);
  EXPECT_EQ(run.conclusion("beats-vendor").ruling, Ruling::not_allowed);
}

TEST(SecondRound, passes_its_spread_by_half_the_range) {
  Protocol protocol = source("coldcache-2");
  protocol.gates.spread = Spread::half_range_over_mean;
  EXPECT_EQ(replay(protocol, second).outcome("vendor-is-steady"), Outcome::held);
}

TEST(SecondRound, fails_its_spread_with_the_510_us_repetition) {
  Replay run = replay(source("coldcache-2"), second);
  run.set("bf16-transposed", 0, 510);
  EXPECT_EQ(run.outcome("bf16-is-steady"), Outcome::falsified);
  EXPECT_EQ(run.outcome("control-repeats"), Outcome::held);
}

TEST(ThirdRound, holds_for_the_best_width_and_misses_its_order) {
  const Replay run = replay(source("coldcache-3"), third);
  for (const char* steady : {"v1-is-steady", "wide-2-is-steady", "wide-4-is-steady",
                             "wide-8-is-steady", "control-repeats", "best-in-range"})
    EXPECT_EQ(run.outcome(steady), Outcome::held) << steady;
  EXPECT_EQ(run.outcome("vendor-is-steady"), Outcome::falsified);  // 2.14 %
  EXPECT_EQ(run.outcome("four-before-eight"), Outcome::falsified);
  EXPECT_EQ(run.outcome("no-gain"), Outcome::held);  // it did not fire
}

TEST(ThirdRound, leaves_its_adoption_to_the_tokens_that_are_checked_elsewhere) {
  const Replay run = replay(source("coldcache-3"), third);
  const Conclusion adopt = run.conclusion("adopt");
  EXPECT_EQ(adopt.ruling, Ruling::undecided);
  EXPECT_EQ(adopt.clauses.at(1).truth, Truth::met);
  EXPECT_EQ(adopt.clauses.at(2).reason, "not evaluated here");
  EXPECT_EQ(run.conclusion("no-wide-loads").ruling, Ruling::go_on);
}

TEST(FourthRound, holds_in_microseconds_and_misses_in_percent) {
  const Replay run = fourth_round(source("coldcache-4"));
  EXPECT_EQ(run.outcome("baseline-time"), Outcome::held);
  EXPECT_EQ(run.outcome("time-in-range"), Outcome::held);
  EXPECT_EQ(run.outcome("saves-time"), Outcome::falsified);  // 12.2 % against 3 to 12 %
  EXPECT_EQ(run.outcome("not-occupancy"), Outcome::held);    // it did not fire
  EXPECT_EQ(run.outcome("bytes-are-equal"), Outcome::falsified);
  EXPECT_EQ(run.outcome("fewer-registers"), Outcome::not_run);
  EXPECT_EQ(run.conclusion("adopt").ruling, Ruling::undecided);
  EXPECT_EQ(run.conclusion("latency-bound").ruling, Ruling::go_on);
}

TEST(FourthRound, claims_what_it_claimed_only_by_the_rule_that_drops_817_us) {
  EXPECT_EQ(fourth_round(source("coldcache-4")).conclusion("beats-vendor").ruling, Ruling::allowed);
  Protocol keeping = source("coldcache-4");
  keeping.analysis.outliers = "keep";
  keeping.analysis.outlier_mads = 0;
  const Replay kept = fourth_round(keeping);
  EXPECT_EQ(kept.outcome("vendor-is-steady"), Outcome::falsified);
  EXPECT_EQ(kept.conclusion("beats-vendor").ruling, Ruling::not_allowed);
}

TEST(FourthRound, is_void_for_an_arm_that_is_not_what_was_frozen) {
  Replay run = fourth_round(source("coldcache-4"));
  run.evidence.readings.clear();
  EXPECT_EQ(run.outcome("time-in-range"), Outcome::voided);
  EXPECT_EQ(run.outcome("baseline-time"), Outcome::held);
}

std::string golden(const std::string& name, const std::string& text) {
  const auto file = std::filesystem::path(MEMBOUND_SOURCE_DIR) / "framework/report/testdata" /
                    (name + ".md.golden");
  if (std::getenv("MEMBOUND_UPDATE_GOLDEN") != nullptr)
    std::ofstream(file, std::ios::binary) << text;
  return testing::read_text(file);
}

TEST(SourceReport, of_the_second_round_is_the_golden_one) {
  const std::string text = replay(source("coldcache-2"), second).report();
  EXPECT_EQ(text, golden("coldcache-2", text));
}

TEST(SourceReport, of_the_fourth_round_is_the_golden_one) {
  const std::string text = fourth_round(source("coldcache-4")).report();
  EXPECT_EQ(text, golden("coldcache-4", text));
  EXPECT_THAT(text, HasSubstr("## Dropped repetitions"));
}

}  // namespace
}  // namespace membound
