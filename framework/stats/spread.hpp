// SPDX-License-Identifier: Apache-2.0
// Spread: the definitions in use of how far repetitions lie apart, as fractions (0.015 is 1.5 %).
#pragma once

#include <vector>

namespace membound {

/// All are of positive values; 0 of fewer than two.
double range_over_mean(const std::vector<double>& values);       ///< (max - min) / mean
double half_range_over_mean(const std::vector<double>& values);  ///< (max - min) / 2 / mean
double range_over_median(const std::vector<double>& values);     ///< (max - min) / median
double max_over_min(const std::vector<double>& values);          ///< max / min - 1

}  // namespace membound
