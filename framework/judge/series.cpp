// SPDX-License-Identifier: Apache-2.0
// Series: the values of a quantity on a case, round by round of each invocation.
#include "judge/series.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "judge/ceiling.hpp"
#include "judge/gates.hpp"
#include "judge/group.hpp"

namespace membound {
namespace {

std::vector<int> cells_named(const Protocol& protocol, const Plan& plan, const std::string& name,
                             std::string_view case_name) {
  std::vector<int> out;
  for (const std::string& arm : arms_of(protocol, name)) {
    const auto cell = arm_cell(plan, arm, case_name);
    if (!cell) return {};
    out.push_back(*cell);
  }
  return out;
}

/// A cell and the one that it is compared with in one invocation; itself when there is no
/// comparison.
struct Sides {
  Place arm;
  Place reference;
};

/// Of a group the ceiling is that of the member that counts: members may move different bytes.
std::optional<int> reference_cell(const Observed& observed, const Quantity& quantity, Place place,
                                  const QuantityCells& cells) {
  switch (reference_of(quantity)) {
    case Reference::none: return place.cell;
    case Reference::arm: return fastest_of(observed, place.invocation, cells.reference);
    case Reference::ceiling: break;
  }
  const Cell& cell = observed.cell(place.cell);
  return best_of(observed, place.invocation, ceiling_family(observed.plan(), cell, quantity.scope));
}

std::optional<Sides> sides(const Observed& observed, int invocation, const Quantity& quantity,
                           const QuantityCells& cells) {
  const auto arm = fastest_of(observed, invocation, cells.arm);
  if (!arm) return std::nullopt;
  const auto other = reference_cell(observed, quantity, {invocation, *arm}, cells);
  if (!other) return std::nullopt;
  return Sides{{invocation, *arm}, {invocation, *other}};
}

/// Times of one launch of both sides, of the rounds in which both were timed.
struct Rounds {
  std::vector<int> round;
  std::vector<double> arm;
  std::vector<double> reference;
};

Rounds common_rounds(const Observed& observed, const Sides& places) {
  const std::vector<Sample>& others = observed.samples(places.reference);
  Rounds out;
  auto other = others.begin();
  for (const Sample& sample : observed.samples(places.arm)) {
    while (other != others.end() && other->round < sample.round) ++other;
    if (other == others.end() || other->round != sample.round) continue;
    out.round.push_back(sample.round);
    out.arm.push_back(sample.time);
    out.reference.push_back(other->time);
  }
  return out;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// One round whose times are a statistic of all of them.
Rounds summarised(const std::string& statistic, const Rounds& rounds) {
  if (rounds.round.empty()) return rounds;
  const auto of = [&](const std::vector<double>& times) {
    return statistic == "mean" ? mean(times) : std::ranges::min(times);
  };
  return {{whole_invocation}, {of(rounds.arm)}, {of(rounds.reference)}};
}

std::vector<Point> timed(const Ground& ground, const Quantity& quantity, const Sides& places) {
  const Metric& row = metric(quantity.kind);
  Rounds rounds = common_rounds(ground.observed, places);
  const std::string& statistic = ground.protocol.analysis.statistic;
  if (statistic != "median" && ground.protocol.instrument.invocations > 1)
    rounds = summarised(statistic, rounds);
  const bool tokens = quantity.kind == QuantityKind::tokens_per_second;
  const double arm_bytes = std::log(ground.observed.bytes(places.arm));
  const double reference_bytes = std::log(ground.observed.bytes(places.reference));
  std::vector<Point> out;
  for (std::size_t i = 0; i < rounds.round.size(); ++i) {
    const double time = rounds.arm[i] * (tokens ? quantity.launches_per_token : 1);
    out.push_back({rounds.round[i], row.value({std::log(time), arm_bytes},
                                              {std::log(rounds.reference[i]), reference_bytes})});
  }
  return out;
}

/// The one value of an invocation; absent when something that it takes was not recorded.
std::optional<double> whole(const Ground& ground, const Quantity& quantity, const Sides& places) {
  const Observed& observed = ground.observed;
  switch (metric(quantity.kind).source) {
    case Source::times: break;
    case Source::scatter: {
      const std::vector<double> times = observed.times(places.arm);
      if (times.empty()) return std::nullopt;
      return spread_of(ground.protocol.gates.spread, times);
    }
    case Source::traffic: {
      const double bytes = observed.bytes(places.arm);
      if (bytes <= 0) return std::nullopt;
      return observed.bytes(places.reference) / bytes;
    }
    case Source::comparison: return observed.error(places.arm);
    case Source::readings: {
      const auto value = observed.reading(places.arm, quantity.name);
      const auto other = observed.reading(places.reference, quantity.name);
      if (quantity.over.empty()) return value;
      if (!value || !other) return std::nullopt;
      return *value == *other ? 1 : *value / *other;  // none of either is as much of it
    }
  }
  return std::nullopt;
}

}  // namespace

QuantityCells cells_for(const Protocol& protocol, const Plan& plan, const Quantity& quantity,
                        std::string_view case_name) {
  QuantityCells out{cells_named(protocol, plan, quantity.arm, case_name), {}};
  const Reference reference = reference_of(quantity);
  if (reference == Reference::arm) {
    out.reference = cells_named(protocol, plan, quantity.over, case_name);
  } else if (reference == Reference::ceiling && !out.arm.empty()) {
    for (const int arm : out.arm) {
      const Cell& cell = plan.cells[static_cast<std::size_t>(arm)];
      for (const int member : ceiling_family(plan, cell, quantity.scope)) {
        if (std::ranges::find(out.reference, member) == out.reference.end())
          out.reference.push_back(member);
      }
    }
  }
  return out;
}

Series series_of(const Ground& ground, const Quantity& quantity, const QuantityCells& cells) {
  Series out;
  if (cells.arm.empty()) return out;
  for (const int invocation : ground.observed.invocations()) {
    const auto places = sides(ground.observed, invocation, quantity, cells);
    if (!places) continue;
    if (metric(quantity.kind).source == Source::times) {
      if (auto points = timed(ground, quantity, *places); !points.empty())
        out[invocation] = std::move(points);
    } else if (const auto value = whole(ground, quantity, *places)) {
      out[invocation] = {{whole_invocation, *value}};
    }
  }
  return out;
}

Series paired(const Series& left, const Series& right, double (*combine)(double, double)) {
  Series out;
  for (const auto& [invocation, points] : left) {
    const auto others = right.find(invocation);
    if (others == right.end()) continue;
    for (const Point& a : points) {
      for (const Point& b : others->second) {
        const bool whole = a.round == whole_invocation || b.round == whole_invocation;
        if (!whole && a.round != b.round) continue;
        out[invocation].push_back({std::max(a.round, b.round), combine(a.value, b.value)});
      }
    }
  }
  return out;
}

RoundValues values_of(const Series& series) {
  RoundValues out;
  for (const auto& [invocation, points] : series) {
    for (const Point& point : points) out[invocation].push_back(point.value);
  }
  return out;
}

}  // namespace membound
