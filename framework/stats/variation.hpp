// SPDX-License-Identifier: Apache-2.0
// Variation: how much of a spread comes from fresh processes and how much from the rounds within.
#pragma once

#include <vector>

namespace membound {

/// Two-level model of a measurement (Kalibera & Jones, ISMM 2013), in the units of its values.
struct Variation {
  double centre = 0;   ///< median over the invocations of their medians
  double between = 0;  ///< standard deviation of invocations, without what their rounds add
  double within = 0;   ///< standard deviation of the rounds of one invocation
  bool operator==(const Variation&) const = default;
};

/// Of values by invocation and round; every invocation needs at least one value. `within` comes
/// from the interquartile range, so that a straggler does not set it; `between` is zero when the
/// rounds explain the spread of the medians.
Variation variation(const std::vector<std::vector<double>>& rounds);

/// Standard deviation of a replication unit: the median of `rounds` rounds of a fresh invocation.
double unit_deviation(const Variation& of, int rounds);

/// Rounds per invocation that give the narrowest interval in a given time (Kalibera & Jones 2013,
/// section 9.3, for medians), when an invocation costs as much as `cost` rounds besides its own:
/// more do not pay, because what is left lies between invocations. Infinite when nothing does.
double rounds_that_pay(const Variation& of, double cost);

}  // namespace membound
