// SPDX-License-Identifier: Apache-2.0
// Units as types, so that bytes, times and rates cannot be mixed up.
#pragma once

#include <compare>
#include <cstdint>

namespace membound {

/// A count of bytes.
struct Bytes {
  std::int64_t value = 0;
  auto operator<=>(const Bytes&) const = default;
};

/// A duration in whole nanoseconds.
struct Nanoseconds {
  std::int64_t value = 0;
  auto operator<=>(const Nanoseconds&) const = default;
};

/// A rate in bytes per second.
struct BytesPerSecond {
  double value = 0;
  auto operator<=>(const BytesPerSecond&) const = default;
};

constexpr Bytes operator+(Bytes a, Bytes b) { return {a.value + b.value}; }
constexpr Bytes operator*(Bytes a, std::int64_t n) { return {a.value * n}; }
constexpr Nanoseconds operator+(Nanoseconds a, Nanoseconds b) { return {a.value + b.value}; }
constexpr BytesPerSecond operator/(Bytes b, Nanoseconds t) {
  return {static_cast<double>(b.value) * 1e9 / static_cast<double>(t.value)};
}

inline constexpr std::int64_t kibi = 1024;
inline constexpr std::int64_t mebi = 1024 * kibi;
inline constexpr std::int64_t gibi = 1024 * mebi;

}  // namespace membound
