// SPDX-License-Identifier: Apache-2.0
// Launches of CPU arms: one function on every thread of the team, each on a stripe of its own.
#pragma once

#include <cstdint>
#include <utility>

#include "membound/arm.hpp"
#include "membound/team.hpp"

namespace membound {

/// Items [begin, end).
struct Stripe {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Part number `rank` of `size` nearly equal, contiguous parts of `count` items.
constexpr Stripe stripe(std::int64_t count, int rank, int size) {
  return {count * rank / size, count * (rank + 1) / size};
}

/// A launch that calls body(rank, size) on every thread of the team.
template <class Body>
Launch on_team(Body body) {
  return [body = std::move(body)](Stream stream) {
    Team& members = team(stream);
    const int size = members.size();
    // Two words of capture: std::function holds them without allocating in the timed window.
    members.run([&body, size](int rank) { body(rank, size); });
  };
}

/// A launch that calls body(begin, end) on every thread for its stripe of `count` items.
template <class Body>
Launch on_stripes(std::int64_t count, Body body) {
  return on_team([count, body = std::move(body)](int rank, int size) {
    const Stripe own = stripe(count, rank, size);
    if (own.begin < own.end) body(own.begin, own.end);
  });
}

}  // namespace membound
