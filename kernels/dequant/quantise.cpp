// SPDX-License-Identifier: Apache-2.0
// Symmetric quantisation of weights, to 8 bits per row and to 4 bits per group of 128 columns.
#include "dequant/quantise.hpp"

#include <algorithm>
#include <cmath>

#include "half.hpp"

namespace membound {
namespace {

double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// Maps [-largest, largest] onto the whole numbers in [-limit, limit]. All zeros stay zeros.
class Quantiser {
 public:
  Quantiser(double largest, int limit)
      : limit_(limit), factor_(largest > 0 ? limit / largest : 0) {}

  [[nodiscard]] int operator()(double value) const {
    // The double just below one half: adding it and cutting off rounds half away from zero, without
    // the error that one half itself makes just below a tie.
    constexpr double almost_half = 0x1.fffffffffffffp-2;
    const double scaled = value * factor_;
    return std::clamp(static_cast<int>(scaled + std::copysign(almost_half, scaled)), -limit_,
                      limit_);
  }

 private:
  int limit_;
  double factor_;
};

}  // namespace

float quantise_q8(std::span<const double> row, std::span<std::int8_t> stored) {
  const double largest = largest_magnitude(row);
  const Quantiser quantise(largest, 127);
  for (std::size_t c = 0; c < row.size(); ++c)
    stored[c] = static_cast<std::int8_t>(quantise(row[c]));
  return static_cast<float>(largest / 127);
}

std::uint16_t quantise_q4(std::span<const double> group, std::span<std::uint8_t> stored) {
  const double largest = largest_magnitude(group);
  const Quantiser quantise(largest, 7);
  for (std::size_t pair = 0; pair < stored.size(); ++pair) {
    const int low = quantise(group[2 * pair]) + 8;
    const int high = quantise(group[2 * pair + 1]) + 8;
    stored[pair] = static_cast<std::uint8_t>(low | high << 4);
  }
  return half_from(largest / 7);
}

}  // namespace membound
