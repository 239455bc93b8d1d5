// SPDX-License-Identifier: Apache-2.0
#include "tools/cli/examination.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace membound::cli {
namespace {

using ::testing::HasSubstr;

Symptom of_note(const std::string& note) { return examine(DeviceInfo{.notes = {note}}).at(0); }

TEST(Examination, finds_nothing_wrong_with_settings_that_are_as_they_should_be) {
  for (const char* note : {"ECC on", "persistence mode on", "power limit 700 W",
                           "transparent huge pages: madvise", "frequency governor: performance"})
    EXPECT_EQ(of_note(note), (Symptom{Health::fine, note, ""})) << note;
}

TEST(Examination, says_what_to_do_about_every_setting_that_is_not) {
  const std::vector<std::pair<Health, std::string>> notes{
      {Health::doubtful, "ECC off"},
      {Health::doubtful, "MIG on: the device is a slice of a GPU"},
      {Health::doubtful, "persistence mode off"},
      {Health::bad, "2 other compute processes at opening"},
      {Health::doubtful, "NVML not available: clocks, power and throttling are unknown"},
      {Health::doubtful, "transparent huge pages: never"},
      {Health::doubtful, "virtual machine: cores are shared"},
      {Health::doubtful, "more threads than physical cores"},
      {Health::doubtful, "threads may span 2 memory nodes"},
      {Health::doubtful, "frequency governor: powersave"},
      {Health::bad, "control group limits processor time: 50000 100000 us (quota, period)"},
      {Health::bad, "load average 3.20 when opened: other work was running"}};
  for (const auto& [health, note] : notes) {
    EXPECT_EQ(of_note(note).health, health) << note;
    EXPECT_NE(of_note(note).remedy, "") << note;
  }
}

TEST(Examination, reads_whether_counters_are_for_the_administrator_alone) {
  const std::string restricted = "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n";
  EXPECT_EQ(examine_counters(restricted, false).health, Health::doubtful);
  EXPECT_EQ(examine_counters(restricted, true).health, Health::fine);
  EXPECT_EQ(examine_counters("RmProfilingAdminOnly: 0\n", false).health, Health::fine);
  EXPECT_EQ(examine_counters("", false).health, Health::fine);
}

Trial quiet() {
  return {.ratio = {.centre = 0.0001, .between = 0.001, .within = 0.002},
          .rounds = 10,
          .hot_over_cold = 1.8,
          .null_launch_ns = 2300,
          .clock_ns = 25,
          .throttled = 0,
          .repetitions = 600};
}

Health worst(const Trial& trial) {
  Health worst = Health::fine;
  for (const Symptom& one : examine(trial)) worst = std::max(worst, one.health);
  return worst;
}

TEST(Examination, trusts_a_quiet_trial) {
  for (const Symptom& one : examine(quiet())) {
    EXPECT_EQ(one.health, Health::fine) << one.found;
    EXPECT_EQ(one.remedy, "");
  }
  EXPECT_THAT(examine(quiet()).front().found,
              HasSubstr("launching nothing takes 2.30 us, reading the clock 25 ns"));
}

TEST(Examination, distrusts_caches_that_are_not_cold) {
  Trial trial = quiet();
  trial.hot_over_cold = 1.02;
  EXPECT_EQ(worst(trial), Health::bad);
  trial.hot_over_cold = 0;  // there was no probe
  EXPECT_EQ(worst(trial), Health::bad);
}

TEST(Examination, has_reservations_where_the_device_throttled) {
  Trial trial = quiet();
  trial.throttled = 3;
  EXPECT_EQ(worst(trial), Health::doubtful);
  EXPECT_THAT(examine(trial)[2].found, HasSubstr("3 of 600 repetitions"));
}

TEST(Examination, grades_noise_by_what_it_lets_a_speedup_be_known_to) {
  Trial trial = quiet();
  trial.ratio.between = 0.01;
  EXPECT_EQ(worst(trial), Health::doubtful);
  trial.ratio.between = 0.05;
  EXPECT_EQ(worst(trial), Health::bad);
}

TEST(Examination, distrusts_a_kernel_that_is_not_as_fast_as_itself) {
  Trial trial = quiet();
  trial.ratio.centre = 0.02;
  EXPECT_EQ(worst(trial), Health::bad);
  trial.ratio.between = 0.015;  // within the noise, which is another matter
  EXPECT_EQ(worst(trial), Health::doubtful);
}

}  // namespace
}  // namespace membound::cli
