// SPDX-License-Identifier: Apache-2.0
// Operands at whose ends memory stops, on the CPU: an access beyond ends the process that makes it.
#include "execute/guarded.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <memory>

#include "backend/cpu/cpu.hpp"

namespace membound {
namespace {

using End = GuardedOperands::End;
using ::testing::KilledBySignal;

constexpr std::int64_t odd = 1021;  // floats: 12 bytes short of a multiple of 256

class Guarded : public ::testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  GuardedOperands operands(std::int64_t count, End end) {
    input_.assign(static_cast<std::size_t>(count), 0.5F);
    Operands host;
    host.views["x"] = std::as_writable_bytes(std::span(input_));
    return {
        *backend_,
        {{"x", Element::f32, {count}, Access::read}, {"y", Element::f32, {count}, Access::write}},
        host,
        end};
  }

  static float read(const float* from) { return *static_cast<const volatile float*>(from); }
  static void write(float* to) { *static_cast<volatile float*>(to) = 1; }

  std::unique_ptr<Backend> backend_ = open_cpu("1");
  std::vector<float> input_;
};

TEST_F(Guarded, hold_the_inputs_and_lie_where_operands_may) {
  for (const End end : {End::back, End::front}) {
    const GuardedOperands guarded = operands(odd, end);
    ASSERT_TRUE(guarded.available());
    const Operands views = guarded.views();
    EXPECT_EQ(views.elements<float>("x").size(), static_cast<std::size_t>(odd));
    EXPECT_EQ(views.elements<float>("x").back(), 0.5F);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(views.get<float>("x")) % 256, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(views.get<float>("y")) % 256, 0U);
    std::ranges::fill(views.elements<float>("y"), 2.0F);
    EXPECT_EQ(guarded.written(), "") << "an output may be written";
  }
}

TEST_F(Guarded, end_where_a_read_or_a_write_ends_the_process) {
  const GuardedOperands guarded = operands(1024, End::back);
  const auto x = guarded.views().elements<float>("x");
  const auto y = guarded.views().elements<float>("y");
  EXPECT_EXIT(read(x.data() + x.size()), KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(write(y.data() + y.size()), KilledBySignal(SIGSEGV), "");
}

TEST_F(Guarded, begin_where_a_read_or_a_write_ends_the_process) {
  const GuardedOperands guarded = operands(odd, End::front);
  auto* const x = guarded.views().get<float>("x");
  auto* const y = guarded.views().get<float>("y");
  EXPECT_EXIT(read(x - 1), KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(write(y - 1), KilledBySignal(SIGSEGV), "");
}

TEST_F(Guarded, tell_what_was_written_beside_an_operand) {
  for (const End end : {End::back, End::front}) {
    const GuardedOperands guarded = operands(odd, end);
    const auto y = guarded.views().elements<float>("y");
    write(y.data() + y.size());
    EXPECT_EQ(guarded.written(), "y");
  }
}

TEST_F(Guarded, tell_that_an_input_was_written) {
  const GuardedOperands guarded = operands(odd, End::back);
  write(guarded.views().get<float>("x"));
  EXPECT_EQ(guarded.written(), "x");
}

}  // namespace
}  // namespace membound
