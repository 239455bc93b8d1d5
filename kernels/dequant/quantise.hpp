// SPDX-License-Identifier: Apache-2.0
// Symmetric quantisation of weights, to 8 bits per row and to 4 bits per group of 128 columns.
#pragma once

#include <cstdint>
#include <span>

namespace membound {

inline constexpr std::int64_t q4_group = 128;  ///< columns that share one 4-bit scale

/// Quantises one row to q = w / scale, rounded half away from zero, in [-127, 127]. Returns the
/// scale, max|w| / 127.
float quantise_q8(std::span<const double> row, std::span<std::int8_t> stored);

/// Quantises one group of 128 values to q in [-7, 7], stored as q + 8, two in a byte, the even
/// column in the low four bits. Returns the scale, max|w| / 7, as a half; the values are divided by
/// the scale before it is rounded.
std::uint16_t quantise_q4(std::span<const double> group, std::span<std::uint8_t> stored);

}  // namespace membound
