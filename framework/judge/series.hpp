// SPDX-License-Identifier: Apache-2.0
// Series: the values of a quantity on a case, round by round of each invocation.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/metrics.hpp"
#include "judge/observed.hpp"

namespace membound {

/// Cells that a quantity needs on a case: those of its arm (of every member, when it is a group)
/// and those that it is relative to: the other arm's, or every member of the ceiling's family.
struct QuantityCells {
  std::vector<int> arm;
  std::vector<int> reference;
};

/// Empty lists when an arm or a member of a group is not planned.
QuantityCells cells_for(const Protocol& protocol, const Plan& plan, const Quantity& quantity,
                        std::string_view case_name);

/// A value in one round; in no round when it is of the invocation as a whole.
struct Point {
  int round = 0;
  double value = 0;
};
inline constexpr int whole_invocation = -1;

/// By invocation, of those that have any values. A round counts when both sides were timed in it.
using Series = std::map<int, std::vector<Point>>;

/// What the values of a run are computed from.
struct Ground {
  const Protocol& protocol;
  const Observed& observed;
};

/// Values of a quantity in the table's units. With another statistic than the median, times are
/// summarised first, and every invocation has one value; unless a single invocation was frozen:
/// then its rounds are what is counted.
Series series_of(const Ground& ground, const Quantity& quantity, const QuantityCells& cells);

/// Combines two series point by point: of the same invocation and round; a value of the whole
/// invocation goes with each of the other's rounds.
Series paired(const Series& left, const Series& right, double (*combine)(double, double));

/// Values round by round, for `units_of`.
using RoundValues = std::map<int, std::vector<double>>;
RoundValues values_of(const Series& series);

}  // namespace membound
