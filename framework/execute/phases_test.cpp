// SPDX-License-Identifier: Apache-2.0
#include "execute/phases.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <thread>

namespace membound {
namespace {

void pass(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(Phases, adds_up_what_belongs_to_a_phase_in_the_order_of_the_first_entries) {
  Phases phases;
  pass(50);  // before the first phase: nobody's
  phases.enter("launch");
  pass(20);
  phases.enter("look");
  pass(10);
  phases.enter("launch");
  pass(20);
  double launch = 0;
  double look = 0;
  const std::string told = phases.told();
  ASSERT_EQ(std::sscanf(told.c_str(), "launch %lf, look %lf", &launch, &look), 2) << told;
  EXPECT_GE(launch, 0.0399);
  EXPECT_GE(look, 0.0099);
  const std::string later = (pass(20), phases.told());
  ASSERT_EQ(std::sscanf(later.c_str(), "launch %lf", &launch), 1) << later;
  EXPECT_GE(launch, 0.0599);
}

TEST(Phases, tells_nothing_before_the_first) { EXPECT_EQ(Phases().told(), ""); }

}  // namespace
}  // namespace membound
