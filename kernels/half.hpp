// SPDX-License-Identifier: Apache-2.0
// IEEE 754 binary16 as bits: exact widening, and narrowing that rounds to nearest even.
#pragma once

#include <bit>
#include <cstdint>

namespace membound {

/// The value of a half, exactly. Branch-free, so loops over it vectorise.
constexpr float float_from_half(std::uint16_t half) {
  constexpr std::uint32_t exponent_of_infinity = 0x7c00;
  const std::uint32_t magnitude = half & 0x7fffU;
  // Shifted into place the exponent is 112 too small; the product corrects it for subnormals as
  // well.
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
  const std::uint32_t infinite = magnitude >= exponent_of_infinity ? 0x7f800000U : 0U;
  const std::uint32_t sign = (half & 0x8000U) << 16;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | infinite | sign);
}

/// The nearest half, ties to even; values from 65520 on become infinity, NaN stays NaN.
/// Takes a double so that no value is rounded twice (every float is a double).
constexpr std::uint16_t half_from(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 48) & 0x8000U);
  const std::uint64_t magnitude = bits & ~(1ULL << 63);
  const auto signed_half = [&](std::uint64_t low) {
    return static_cast<std::uint16_t>(sign | low);
  };
  if (magnitude > 0x7ff0000000000000ULL) return signed_half(0x7e00);  // NaN
  if (magnitude >= std::bit_cast<std::uint64_t>(65520.0)) return signed_half(0x7c00);
  if (magnitude < std::bit_cast<std::uint64_t>(0x1p-14)) {
    // Beside 2^28 a double counts in units of 2^-24, the smallest half: the addition rounds.
    return signed_half(std::bit_cast<std::uint64_t>(std::bit_cast<double>(magnitude) + 0x1p28) &
                       0x7ff);
  }
  constexpr int dropped = 52 - 10;  // fraction bits that a half has no room for
  constexpr std::uint64_t rebias = (1023ULL - 15) << 52;
  const std::uint64_t odd = (magnitude >> dropped) & 1;
  return signed_half((magnitude - rebias + (1ULL << (dropped - 1)) - 1 + odd) >> dropped);
}

}  // namespace membound
