// SPDX-License-Identifier: Apache-2.0
// Expression: a bound whose value the run gives, round by round.
#include "judge/expression.hpp"

#include <algorithm>

namespace membound {
namespace {

/// Nanoseconds that the counted traffic of an arm takes at the expression's rate, by invocation.
Series traffic_times(const Observed& observed, const Expression& expression, const Need& need) {
  Series out;
  for (const int invocation : observed.invocations()) {
    const double bytes = observed.bytes({invocation, need.cells.arm.front()});
    out[invocation] = {{whole_invocation, bytes / expression.rate * 1e9}};
  }
  return out;
}

Series bound_series(const Ground& ground, const Expression& expression, const Need& need) {
  Series out = expression.quantity
                   ? natural_series(expression.quantity->kind,
                                    series_of(ground, *expression.quantity, need.cells))
                   : traffic_times(ground.observed, expression, need);
  for (auto& [invocation, points] : out) {
    for (Point& point : points) point.value = expression.times * point.value + expression.plus;
  }
  return out;
}

bool all_positive(const Series& series) {
  return std::ranges::all_of(series, [](const auto& one) {
    return std::ranges::all_of(one.second, [](const Point& point) { return point.value > 0; });
  });
}

}  // namespace

Need need_of(const Protocol& protocol, const Plan& plan, const Expression& expression,
             const std::string& case_name) {
  const Quantity time{.kind = QuantityKind::time, .arm = expression.traffic_of};
  return need_of(protocol, plan, expression.quantity.value_or(time), case_name);
}

bool absolute(const Expression& expression) { return !expression.quantity || expression.plus != 0; }

Series natural_series(QuantityKind kind, Series series) {
  for (auto& [invocation, points] : series) {
    for (Point& point : points) point.value = natural(kind, point.value);
  }
  return series;
}

BoundJudged judge_bound(const Ground& ground, const BoundAsked& asked) {
  const Series bound = bound_series(ground, asked.expression, asked.need);
  if (!all_positive(bound))
    return {"the bound that the run gives is not above zero, so nothing compares with it"};
  const Series ratios =
      paired(asked.measured, bound, [](double value, double limit) { return value / limit; });
  const bool given = !asked.expression.quantity || exact(asked.expression.quantity->kind);
  BoundJudged out{.ratio = estimate_of(ground.protocol, ratios,
                                       {.natural = settled, .exact = asked.exact && given})};
  const Measurement& found = out.ratio.measurement;
  if (!found.low) return out;
  const Range range = asked.side == Side::low ? Range{1.0, {}} : Range{{}, 1.0};
  out.position = position({*found.low, *found.high}, range);
  return out;
}

}  // namespace membound
