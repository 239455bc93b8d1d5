// SPDX-License-Identifier: Apache-2.0
// bfloat16 as bits: the upper half of a float, narrowed by rounding to nearest even.
#pragma once

#include <bit>
#include <cstdint>

namespace membound {

/// The value of a bfloat16, exactly.
constexpr float float_from_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

/// The nearest bfloat16, ties to even; values from 0x1.ffp127 on become infinity, NaN stays NaN.
/// Takes a double so that no value is rounded twice (every float is a double).
constexpr std::uint16_t bf16_from(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t sign = (bits >> 48) & 0x8000U;
  const std::uint64_t magnitude = bits & ~(1ULL << 63);
  const auto with_sign = [&](std::uint64_t low) { return static_cast<std::uint16_t>(sign | low); };
  if (magnitude > 0x7ff0000000000000ULL) return with_sign(0x7fc0);  // NaN
  if (magnitude >= std::bit_cast<std::uint64_t>(0x1.ffp127)) return with_sign(0x7f80);
  if (magnitude < std::bit_cast<std::uint64_t>(0x1p-126)) {
    // Beside 2^-81 a double counts in units of 2^-133, the smallest bfloat16: the addition rounds.
    return with_sign(std::bit_cast<std::uint64_t>(std::bit_cast<double>(magnitude) + 0x1p-81) &
                     0xff);
  }
  constexpr int dropped = 52 - 7;  // fraction bits that a bfloat16 has no room for
  constexpr std::uint64_t rebias = (1023ULL - 127) << 52;
  const std::uint64_t odd = (magnitude >> dropped) & 1;
  return with_sign((magnitude - rebias + (1ULL << (dropped - 1)) - 1 + odd) >> dropped);
}

}  // namespace membound
