// SPDX-License-Identifier: Apache-2.0
// Tests of choosing a GPU; none is needed.
#include "backend/cuda/device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/check.hpp"
#include "backend/cuda/environment.hpp"
#include "backend/fault.hpp"
#include "membound/error.hpp"

namespace membound::cuda {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::vector<std::string> two{"GPU-1b2c0000-0000", "GPU-1b9d0000-0000"};

std::string refusal(std::string_view selector, const std::vector<std::string>& uuids) {
  try {
    find_device(selector, uuids);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "";
}

TEST(CudaDevice, writes_a_uuid_as_the_management_tool_does) {
  cudaUUID_t uuid{};
  for (int i = 0; i < 16; ++i) uuid.bytes[i] = static_cast<char>(i * 17);
  EXPECT_EQ(uuid_text(uuid), "GPU-00112233-4455-6677-8899-aabbccddeeff");
}

TEST(CudaDevice, is_the_first_when_nothing_is_selected) { EXPECT_EQ(find_device("", two), 0); }

TEST(CudaDevice, is_found_by_index_by_uuid_and_by_its_unique_beginning) {
  EXPECT_EQ(find_device("1", two), 1);
  EXPECT_EQ(find_device(two[1], two), 1);
  EXPECT_EQ(find_device("GPU-1b9", two), 1);
}

TEST(CudaDevice, refuses_an_ambiguous_beginning_and_lists_the_devices) {
  EXPECT_THAT(refusal("GPU-1b", two),
              AllOf(HasSubstr("more than one"), HasSubstr(two[0]), HasSubstr(two[1])));
}

TEST(CudaDevice, refuses_what_does_not_exist) {
  for (const char* selector : {"2", "-1", "GPU-2", "first", "1x"}) {
    EXPECT_THAT(refusal(selector, two), HasSubstr("does not exist")) << selector;
  }
}

TEST(CudaCheck, names_the_error_the_place_and_a_next_step) {
  EXPECT_NO_THROW(check(cudaSuccess));
  try {
    check(cudaErrorIllegalAddress);
    FAIL() << "an error must be thrown";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("cudaErrorIllegalAddress"),
                                    HasSubstr("device_test.cpp:"), HasSubstr("compute-sanitizer")));
    EXPECT_THAT(error.where().file_name(), HasSubstr("device_test.cpp"));
  }
}

std::vector<std::string> notes_of_fake(const Processes& others) {
  return notes(Nvml("GPU-fake", MEMBOUND_FAKE_NVML), others);
}

TEST(CudaDevice, notes_little_of_a_device_that_is_as_it_should_be) {
  EXPECT_THAT(notes_of_fake({}), testing::ElementsAre("persistence mode on", "power limit 700 W"));
}

TEST(CudaDevice, notes_everything_that_speaks_against_measuring_on_it) {
  const Environment sliced("FAKE_NVML_MIG", "1");
  const Environment slow("FAKE_NVML_APPLICATION_CLOCK", "1200");
  const Environment faulty("FAKE_NVML_UNCORRECTED", "2");
  EXPECT_THAT(
      notes_of_fake({3, Bytes{5 * mebi}}),
      testing::ElementsAre("MIG on: the device is a slice of a GPU", "persistence mode on",
                           "power limit 700 W", "clock set to 1200 MHz of 1980 MHz for programs",
                           "ECC could not correct 2 memory errors since the driver was loaded",
                           "3 other compute processes at opening, with 5 MiB"));
}

TEST(CudaDevice, notes_other_processes_whose_memory_is_not_told) {
  EXPECT_THAT(notes_of_fake({2, {}}), testing::Contains("2 other compute processes at opening"));
}

TEST(CudaDevice, notes_that_nothing_can_be_read) {
  EXPECT_THAT(notes(Nvml("GPU-fake", "libno-such-library.so.1"), {}),
              testing::ElementsAre(HasSubstr("NVML not available")));
}

TEST(Check, tells_an_access_outside_of_memory_from_other_faults) {
  EXPECT_THROW(check(cudaErrorIllegalAddress), AccessFault);
  try {
    check(cudaErrorLaunchFailure);
    FAIL() << "it is no success";
  } catch (const Error& error) {
    EXPECT_EQ(dynamic_cast<const AccessFault*>(&error), nullptr);
  }
}

}  // namespace
}  // namespace membound::cuda
