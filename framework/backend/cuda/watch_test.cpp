// SPDX-License-Identifier: Apache-2.0
// Tests of what a GPU reports of itself, against the stand-in for the management library.
#include "backend/cuda/watch.hpp"

#include <gtest/gtest.h>

#include "backend/cuda/environment.hpp"

namespace membound::cuda {
namespace {

using Incidents = std::vector<Incident>;

TEST(Watch, reports_nothing_of_a_sound_device) {
  const Environment long_ago("FAKE_NVML_UNCORRECTED", "4");
  const Nvml nvml("GPU-fake", MEMBOUND_FAKE_NVML);
  EXPECT_EQ(Watch(nvml).look(), Incidents{}) << "errors from before are none of this run";
}

TEST(Watch, reports_every_fault_once_with_what_it_means) {
  const Environment faults("FAKE_NVML_XIDS", "31,48,1000");
  const Nvml nvml("GPU-fake", MEMBOUND_FAKE_NVML);
  Watch watch(nvml);
  EXPECT_EQ(watch.look(), (Incidents{{"Xid 31: a kernel accessed memory that is not mapped"},
                                     {"Xid 48: uncorrectable memory error", true},
                                     {"Xid 1000: see the catalogue of Xid errors of the driver"}}));
  EXPECT_EQ(watch.look(), Incidents{});
}

TEST(Watch, trusts_no_device_that_lost_memory_or_is_gone) {
  for (const char* xid : {"48", "63", "64", "79", "94", "95"}) {
    const Environment fault("FAKE_NVML_XIDS", xid);
    const Nvml nvml("GPU-fake", MEMBOUND_FAKE_NVML);
    EXPECT_TRUE(Watch(nvml).look().at(0).fatal) << xid;
  }
}

TEST(Watch, counts_errors_of_the_memory_since_the_last_look) {
  const Nvml nvml("GPU-fake", MEMBOUND_FAKE_NVML);
  Watch watch(nvml);
  {
    const Environment corrected("FAKE_NVML_CORRECTED", "3");
    EXPECT_EQ(watch.look(), (Incidents{{"3 memory errors, corrected by ECC"}}));
    EXPECT_EQ(watch.look(), Incidents{});
    const Environment uncorrected("FAKE_NVML_UNCORRECTED", "1");
    EXPECT_EQ(watch.look(), (Incidents{{"1 memory errors that ECC could not correct", true}}));
  }
}

TEST(Watch, reports_nothing_where_nothing_can_be_read) {
  const Environment faults("FAKE_NVML_XIDS", "79");
  const Nvml nvml("GPU-fake", "libno-such-library.so.1");
  EXPECT_EQ(Watch(nvml).look(), Incidents{});
}

}  // namespace
}  // namespace membound::cuda
