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
      {Health::bad, "ECC could not correct 2 memory errors since the driver was loaded"},
      {Health::doubtful, "clock set to 1200 MHz of 1980 MHz for programs"},
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

TEST(Examination, says_whether_a_gpu_is_used_by_others) {
  const auto of = [](std::vector<std::string> notes) {
    return examine(DeviceInfo{.backend = "cuda", .notes = std::move(notes)});
  };
  ASSERT_EQ(of({}).size(), 1U);
  EXPECT_EQ(of({}).front().health, Health::fine);
  ASSERT_EQ(of({"1 other compute processes at opening, with 5 MiB"}).size(), 1U);
  EXPECT_EQ(of({"1 other compute processes at opening, with 5 MiB"}).front().health, Health::bad);
}

TEST(Examination, looks_for_the_profiler) {
  EXPECT_EQ(examine_profiler("/usr/bin/ncu").health, Health::fine);
  EXPECT_EQ(examine_profiler("").health, Health::doubtful);
  EXPECT_THAT(examine_profiler("").remedy, HasSubstr("PATH"));
}

TEST(Examination, looks_for_other_work) {
  EXPECT_EQ(examine_load(0.2).health, Health::fine);
  EXPECT_EQ(examine_load(3.2).health, Health::doubtful);
}

TEST(Examination, reads_the_time_that_a_host_gave_to_others) {
  const auto before = processor_time("cpu  100 0 50 800 0 0 0 50 0 0\ncpu0 1 2 3\n");
  const auto after = processor_time("cpu  160 0 90 850 0 0 0 100 0 0\n");
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->total, 1000);
  EXPECT_EQ(before->stolen, 50);
  EXPECT_DOUBLE_EQ(*stolen_share(before, after), 0.25);
  EXPECT_FALSE(stolen_share(before, before)) << "no time has passed";
  EXPECT_FALSE(stolen_share({}, after));
  EXPECT_FALSE(processor_time(""));
  EXPECT_FALSE(processor_time("cpu 1 2 3 4\n")) << "a kernel that does not count it";
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

TEST(Examination, tells_a_power_limit_from_heat) {
  Trial trial = quiet();
  trial.throttled = 1;
  trial.reasons = 0x4;
  EXPECT_THAT(examine(trial)[2].found, HasSubstr(": power cap"));
  EXPECT_THAT(examine(trial)[2].remedy, HasSubstr("power limit"));
  trial.reasons = 0x40;
  EXPECT_THAT(examine(trial)[2].found, HasSubstr(": heat, seen by the hardware"));
  EXPECT_THAT(examine(trial)[2].remedy, HasSubstr("cooling"));
}

TEST(Examination, has_reservations_where_the_clock_wandered) {
  Trial trial = quiet();
  trial.lowest_clock_mhz = trial.highest_clock_mhz = 1980;
  EXPECT_EQ(worst(trial), Health::fine);
  EXPECT_THAT(examine(trial)[3].found, HasSubstr("1980 MHz beside every repetition"));
  trial.lowest_clock_mhz = 1965;
  EXPECT_EQ(worst(trial), Health::fine);
  trial.lowest_clock_mhz = 1755;
  EXPECT_EQ(worst(trial), Health::doubtful);
  EXPECT_THAT(examine(trial)[3].found, HasSubstr("from 1755 to 1980 MHz"));
}

TEST(Examination, distrusts_a_machine_whose_time_goes_to_others) {
  Trial trial = quiet();
  trial.stolen = 0.001;
  EXPECT_EQ(worst(trial), Health::fine);
  trial.stolen = 0.02;
  EXPECT_EQ(worst(trial), Health::doubtful);
  trial.stolen = 0.08;
  EXPECT_EQ(worst(trial), Health::bad);
  EXPECT_THAT(examine(trial)[3].found, HasSubstr("8.0 % of the processors' time"));
}

TEST(Examination, has_reservations_about_a_slow_clock) {
  Trial trial = quiet();
  trial.clock_ns = 1200;
  EXPECT_EQ(worst(trial), Health::doubtful);
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
