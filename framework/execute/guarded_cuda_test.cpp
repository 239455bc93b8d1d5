// SPDX-License-Identifier: Apache-2.0
// Operands at whose ends memory stops, on a GPU: planted kernels that leave them are caught. Each
// runs in a process of its own, because a fault ends the use of the device. Skipped with the reason
// where there is no GPU.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>

#include "backend/cuda/cuda_backend.hpp"
#include "backend/fault.hpp"
#include "execute/guarded.hpp"
#include "execute/trespass.hpp"

namespace membound {
namespace {

using End = GuardedOperands::End;
using ::membound::testing::bulk_trespass;
using ::membound::testing::Touch;
using ::membound::testing::trespass;
using ::testing::ExitedWithCode;

constexpr int faulted = 3;
constexpr int seen_afterwards = 4;
constexpr int unnoticed = 5;
constexpr std::int64_t even = 1024;  // floats: a multiple of 256 bytes
constexpr std::int64_t odd = 1021;

using Plant = std::function<Launch(float*)>;

/// Runs what is planted on an operand of `count` floats and ends the process with what was noticed.
[[noreturn]] void run(std::int64_t count, End end, const Plant& plant) {
  const std::unique_ptr<Backend> backend = open_cuda("");
  const GuardedOperands guarded(*backend, {{"y", Element::f32, {count}, Access::write}}, {}, end);
  const auto batch = backend->prepare({plant(guarded.views().get<float>("y"))},
                                      {.arm = "planted", .cell = "case"});
  try {
    static_cast<void>(batch->time());
  } catch (const AccessFault&) {
    std::_Exit(faulted);
  }
  std::_Exit(guarded.written().empty() ? unnoticed : seen_afterwards);
}

Plant at(std::ptrdiff_t offset, Touch touch) {
  return [=](float* base) { return trespass(base, offset, touch); };
}

Plant in_bulk_at(std::ptrdiff_t offset) {
  return [=](float* base) { return bulk_trespass(base, offset); };
}

class GuardedCuda : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_cuda_unavailable(); !why.empty()) GTEST_SKIP() << why;
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

TEST_F(GuardedCuda, lets_honest_accesses_be) {
  for (const End end : {End::back, End::front}) {
    for (const Touch touch : {Touch::read, Touch::write}) {
      EXPECT_EXIT(run(odd, end, at(0, touch)), ExitedWithCode(unnoticed), "");
      EXPECT_EXIT(run(odd, end, at(odd - 1, touch)), ExitedWithCode(unnoticed), "");
    }
  }
  EXPECT_EXIT(run(even, End::back, in_bulk_at(even - 4)), ExitedWithCode(unnoticed), "");
}

TEST_F(GuardedCuda, faults_behind_the_end) {
  EXPECT_EXIT(run(even, End::back, at(even, Touch::read)), ExitedWithCode(faulted), "");
  EXPECT_EXIT(run(even, End::back, at(even, Touch::write)), ExitedWithCode(faulted), "");
}

TEST_F(GuardedCuda, faults_before_the_beginning) {
  EXPECT_EXIT(run(odd, End::front, at(-1, Touch::read)), ExitedWithCode(faulted), "");
  EXPECT_EXIT(run(odd, End::front, at(-1, Touch::write)), ExitedWithCode(faulted), "");
}

TEST_F(GuardedCuda, faults_where_a_bulk_copy_leaves_the_operand) {
  EXPECT_EXIT(run(even, End::back, in_bulk_at(even)), ExitedWithCode(faulted), "");
}

TEST_F(GuardedCuda, tells_what_was_written_where_alignment_leaves_room) {
  EXPECT_EXIT(run(odd, End::back, at(odd, Touch::write)), ExitedWithCode(seen_afterwards), "");
}

}  // namespace
}  // namespace membound
