// SPDX-License-Identifier: Apache-2.0
// Tests of reading a GPU's state, against stand-ins for the management library.
#include "backend/cuda/nvml.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "backend/cuda/environment.hpp"

namespace membound::cuda {
namespace {

Nvml present() { return Nvml("GPU-fake", MEMBOUND_FAKE_NVML); }

TEST(Nvml, reads_the_state_of_the_device) {
  const DeviceState expected{.core_clock_mhz = 1980,
                             .memory_clock_mhz = 3201,
                             .power_mw = 412'345,
                             .temperature_c = 41,
                             .throttle_reasons = 0};
  EXPECT_EQ(present().state(), expected);
}

TEST(Nvml, reports_reasons_for_throttling_as_bits) {
  const Environment throttled("FAKE_NVML_REASONS", "0x8000000000000024");
  EXPECT_EQ(static_cast<std::uint64_t>(*present().state().throttle_reasons), 0x8000000000000024U);
}

TEST(Nvml, reads_the_head_of_a_run) {
  const Nvml nvml = present();
  EXPECT_EQ(nvml.driver_version(), "580.1");
  EXPECT_EQ(nvml.ecc(), true);
  EXPECT_EQ(nvml.mig(), false) << "the pending mode is not the current one";
  EXPECT_EQ(nvml.persistence(), true);
  EXPECT_EQ(nvml.power_limit_mw(), 700'000);
}

TEST(Nvml, tells_a_power_cap_from_heat) {
  {
    const Environment capped("FAKE_NVML_REASONS", "0x4");
    EXPECT_EQ(present().state().throttle_reasons, 4);
  }
  const Environment hot("FAKE_NVML_REASONS", "0x40");
  EXPECT_EQ(present().state().throttle_reasons, 64);
}

TEST(Nvml, sees_the_clock_change_between_two_repetitions) {
  const Environment clocks("FAKE_NVML_CLOCKS", "1980,1755");
  const Nvml nvml = present();
  EXPECT_EQ(nvml.state().core_clock_mhz, 1980);
  EXPECT_EQ(nvml.state().core_clock_mhz, 1755);
}

TEST(Nvml, reads_ecc_that_is_off_and_mig_that_is_on) {
  const Environment unprotected("FAKE_NVML_ECC", "0");
  const Environment sliced("FAKE_NVML_MIG", "1");
  EXPECT_EQ(present().ecc(), false);
  EXPECT_EQ(present().mig(), true);
}

TEST(Nvml, reads_the_clock_that_programs_get_and_the_highest) {
  const Environment held("FAKE_NVML_APPLICATION_CLOCK", "1200");
  EXPECT_EQ(present().application_clock_mhz(), 1200);
  EXPECT_EQ(present().highest_clock_mhz(), 1980);
}

TEST(Nvml, counts_compute_processes_and_what_they_hold) {
  EXPECT_EQ(present().compute_processes(), (Processes{0, Bytes{}}));
  const Environment busy("FAKE_NVML_PROCESSES", "3");
  const Environment memory("FAKE_NVML_MEMORY", "1048576");
  EXPECT_EQ(present().compute_processes(), (Processes{3, Bytes{3 * mebi}}));
}

TEST(Nvml, counts_processes_whose_memory_is_not_told_and_more_than_it_has_room_for) {
  const Environment untold("FAKE_NVML_MEMORY", "0xffffffffffffffff");
  {
    const Environment busy("FAKE_NVML_PROCESSES", "2");
    EXPECT_EQ(present().compute_processes(), (Processes{2, {}}));
  }
  const Environment crowded("FAKE_NVML_PROCESSES", "1000");
  EXPECT_EQ(present().compute_processes(), (Processes{1000, {}}));
}

TEST(Nvml, counts_errors_of_the_memory) {
  EXPECT_EQ(present().memory_errors(), MemoryErrors{});
  const Environment corrected("FAKE_NVML_CORRECTED", "7");
  const Environment uncorrected("FAKE_NVML_UNCORRECTED", "2");
  EXPECT_EQ(present().memory_errors(), (MemoryErrors{7, 2}));
}

TEST(Nvml, tells_every_xid_once) {
  const Environment faults("FAKE_NVML_XIDS", "31,79");
  const Nvml nvml = present();
  EXPECT_EQ(nvml.xids(), (std::vector{31, 79}));
  EXPECT_TRUE(nvml.xids().empty());
}

TEST(Nvml, knows_of_no_xid_where_it_may_not_listen) {
  const Environment faults("FAKE_NVML_XIDS", "79");
  for (const char* call : {"events", "register"}) {
    const Environment failing("FAKE_NVML_FAIL", call);
    EXPECT_TRUE(present().xids().empty()) << call;
  }
}

TEST(Nvml, leaves_one_value_empty_when_one_call_fails) {
  const Environment failing("FAKE_NVML_FAIL", "power");
  const DeviceState state = present().state();
  EXPECT_FALSE(state.power_mw.has_value());
  EXPECT_EQ(state.core_clock_mhz, 1980);
  EXPECT_EQ(state.throttle_reasons, 0);
}

TEST(Nvml, leaves_each_fact_empty_when_its_call_fails) {
  const auto fails = [](const char* call) { return Environment("FAKE_NVML_FAIL", call); };
  {
    const auto f = fails("driver");
    EXPECT_FALSE(present().driver_version());
  }
  {
    const auto f = fails("ecc");
    EXPECT_FALSE(present().ecc());
  }
  {
    const auto f = fails("processes");
    EXPECT_FALSE(present().compute_processes());
  }
  {
    const auto f = fails("memory_errors");
    EXPECT_FALSE(present().memory_errors());
  }
  {
    const auto f = fails("reasons");
    EXPECT_FALSE(present().state().throttle_reasons);
  }
}

TEST(Nvml, works_with_a_library_that_lacks_newer_functions) {
  const Environment throttled("FAKE_NVML_REASONS", "4");
  const Nvml old("GPU-fake", MEMBOUND_FAKE_NVML_OLD);
  EXPECT_EQ(old.state().throttle_reasons, 4) << "read through the function's former name";
  EXPECT_EQ(old.state().core_clock_mhz, 1980);
  EXPECT_FALSE(old.state().power_mw.has_value());
  EXPECT_FALSE(old.mig().has_value());
  EXPECT_FALSE(old.persistence().has_value());
  EXPECT_FALSE(old.power_limit_mw().has_value());
  EXPECT_FALSE(old.compute_processes().has_value());
  EXPECT_FALSE(old.application_clock_mhz().has_value());
  EXPECT_FALSE(old.memory_errors().has_value());
  EXPECT_TRUE(old.xids().empty());
}

void expect_empty(const Nvml& nvml) {
  EXPECT_EQ(nvml.state(), DeviceState{});
  EXPECT_FALSE(nvml.driver_version().has_value());
  EXPECT_FALSE(nvml.ecc().has_value());
  EXPECT_FALSE(nvml.compute_processes().has_value());
  EXPECT_FALSE(nvml.highest_clock_mhz().has_value());
  EXPECT_FALSE(nvml.memory_errors().has_value());
  EXPECT_TRUE(nvml.xids().empty());
}

TEST(Nvml, is_empty_without_a_library) {
  expect_empty(Nvml("GPU-fake", "libno-such-library.so.1"));
}

TEST(Nvml, is_empty_when_the_device_is_unknown) {
  expect_empty(Nvml("GPU-other", MEMBOUND_FAKE_NVML));
}

TEST(Nvml, is_empty_when_the_library_refuses_to_start) {
  const Environment failing("FAKE_NVML_FAIL", "init");
  expect_empty(present());
}

}  // namespace
}  // namespace membound::cuda
