// SPDX-License-Identifier: Apache-2.0
// Metrics: the one table of quantities, and how a value comes out of each round.
#include "judge/metrics.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "judge/ceiling.hpp"

namespace membound {
namespace {

double log_rate(const Term& t) { return t.log_bytes - t.log_time; }
double time(const Term& arm, const Term&) { return arm.log_time; }
double bandwidth(const Term& arm, const Term&) { return log_rate(arm); }
double share(const Term& arm, const Term& ceiling) { return log_rate(arm) - log_rate(ceiling); }
double quickening(const Term& arm, const Term& over) { return over.log_time - arm.log_time; }

double ratio(double value) { return std::exp(value); }
double per_second(double value) { return std::exp(value) * 1e9; }
double saved(double value) { return -std::expm1(-value); }

constexpr std::array metrics{
    Metric{QuantityKind::time, true, Reference::none, time, ratio},
    Metric{QuantityKind::bandwidth, true, Reference::none, bandwidth, per_second},
    Metric{QuantityKind::share_of_ceiling, false, Reference::ceiling, share, ratio},
    Metric{QuantityKind::speedup, false, Reference::arm, quickening, ratio},
    Metric{QuantityKind::time_saved, false, Reference::arm, quickening, saved},
};

std::optional<int> arm_cell(const Plan& plan, std::string_view arm, std::string_view case_name) {
  const auto it = std::ranges::find_if(plan.cells, [&](const Cell& cell) {
    return cell.kind == CellKind::arm && cell.arm == arm && cell.case_name == case_name;
  });
  if (it == plan.cells.end()) return std::nullopt;
  return static_cast<int>(it - plan.cells.begin());
}

/// The cell that the arm is compared with in one invocation; the arm itself when there is no
/// comparison.
std::optional<int> reference_cell(const Observed& observed, int invocation, Reference reference,
                                  const QuantityCells& cells) {
  if (reference == Reference::none) return cells.arm;
  if (reference == Reference::ceiling) return best_of(observed, invocation, cells.reference);
  return cells.reference.empty() ? std::nullopt : std::optional(cells.reference.front());
}

std::vector<double> values_of(const Metric& row, const Observed& observed, Place arm,
                              Place reference) {
  const double arm_bytes = std::log(observed.bytes(arm));
  const double reference_bytes = std::log(observed.bytes(reference));
  const std::vector<Sample>& others = observed.samples(reference);
  std::vector<double> out;
  auto other = others.begin();
  for (const Sample& sample : observed.samples(arm)) {
    while (other != others.end() && other->round < sample.round) ++other;
    if (other == others.end() || other->round != sample.round) continue;
    out.push_back(
        row.value({std::log(sample.time), arm_bytes}, {std::log(other->time), reference_bytes}));
  }
  return out;
}

}  // namespace

const Metric& metric(QuantityKind kind) {
  const auto row = std::ranges::find(metrics, kind, &Metric::kind);
  if (row == metrics.end()) throw Error("a quantity has no row in the table of metrics; add one");
  return *row;
}

double natural(QuantityKind kind, double value) { return settled(metric(kind).natural(value)); }

double settled(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::scientific, 11)
                       .ptr;
  std::from_chars(text.data(), end, value);
  return value;
}

QuantityCells cells_for(const Plan& plan, const Quantity& quantity, std::string_view case_name) {
  QuantityCells out{arm_cell(plan, quantity.arm, case_name), {}};
  const Reference reference = metric(quantity.kind).reference;
  if (reference == Reference::arm) {
    if (const auto over = arm_cell(plan, quantity.over, case_name)) out.reference = {*over};
  } else if (reference == Reference::ceiling && out.arm) {
    const Cell& arm = plan.cells[static_cast<std::size_t>(*out.arm)];
    out.reference = ceiling_family(plan, arm, quantity.scope);
  }
  return out;
}

RoundValues round_values(const Observed& observed, const Quantity& quantity,
                         const QuantityCells& cells) {
  const Metric& row = metric(quantity.kind);
  RoundValues out;
  if (!cells.arm) return out;
  for (const int invocation : observed.invocations()) {
    const auto other = reference_cell(observed, invocation, row.reference, cells);
    if (!other) continue;
    auto values = values_of(row, observed, {invocation, *cells.arm}, {invocation, *other});
    if (!values.empty()) out[invocation] = std::move(values);
  }
  return out;
}

}  // namespace membound
