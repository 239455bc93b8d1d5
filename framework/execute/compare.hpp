// SPDX-License-Identifier: Apache-2.0
// Comparison of an output with its double-precision reference.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "membound/workload.hpp"

namespace membound {

/// Outputs are filled with this byte before each repetition: a finite value that no result takes
/// (f32 -2.6e36, f16 -65376), because a NaN would hide where a NaN is the right answer.
inline constexpr std::byte poison{0xfb};

/// Largest error of `output` against `reference` by `rule`; infinity when an element is not finite
/// or was left poisoned. Throws Error when the sizes differ.
double largest_error(const Operand& operand, std::span<const std::byte> output,
                     const std::vector<double>& reference, const ErrorRule& rule);

/// The elements of an output, exactly.
std::vector<double> values_of(const Operand& operand, std::span<const std::byte> output);

/// Passes only when the error is a number and at most the tolerance.
constexpr bool within(double error, double tolerance) { return error <= tolerance; }

}  // namespace membound
