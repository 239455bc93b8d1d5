// SPDX-License-Identifier: Apache-2.0
// Tests of reading a GPU's state, against stand-ins for the management library.
#include "backend/cuda/nvml.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace membound::cuda {
namespace {

/// Sets an environment variable for the life of a test.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() { unsetenv(name_); }

 private:
  const char* name_;
};

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

TEST(Nvml, counts_compute_processes_without_room_for_their_list) {
  EXPECT_EQ(present().compute_processes(), 0);
  const Environment busy("FAKE_NVML_PROCESSES", "3");
  EXPECT_EQ(present().compute_processes(), 3);
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
}

void expect_empty(const Nvml& nvml) {
  EXPECT_EQ(nvml.state(), DeviceState{});
  EXPECT_FALSE(nvml.driver_version().has_value());
  EXPECT_FALSE(nvml.ecc().has_value());
  EXPECT_FALSE(nvml.compute_processes().has_value());
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
