// SPDX-License-Identifier: Apache-2.0
// Axis: where a value stands on a scale, and which values are worth a label.
#pragma once

#include <optional>
#include <vector>

namespace membound::page {

enum class Scale { linear, logarithmic };

class Axis {
 public:
  /// `low` < `high`; a logarithmic axis needs both above zero.
  Axis(double low, double high, Scale scale);
  /// 0 at the low end, 1 at the high end; values beyond an end are put on it.
  [[nodiscard]] double place(double value) const;
  /// Round values inside the axis, about `wanted` of them, ascending.
  [[nodiscard]] std::vector<double> ticks(int wanted) const;

 private:
  double low_;
  double high_;
  Scale scale_;
};

/// An axis that holds all values with a little room at its ends; absent when there are none. Values
/// that are not finite, and on a logarithmic scale those not above zero, are left out.
std::optional<Axis> axis_over(const std::vector<double>& values, Scale scale);

}  // namespace membound::page
