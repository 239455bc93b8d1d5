// SPDX-License-Identifier: Apache-2.0
// Gates: which evidence is unusable, and why.
#include "judge/gates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/text.hpp"
#include "judge/ceiling.hpp"
#include "judge/metrics.hpp"
#include "stats/spread.hpp"

namespace membound {
namespace {

/// Reason why one cell is unusable in one invocation; empty when it is usable.
using Gate = std::string (*)(const Protocol&, const Observed&, Place);

std::string name(const Observed& observed, Place place) {
  const Cell& cell = observed.cell(place.cell);
  return fmt::format("{} on {} in invocation {}", cell.arm, cell.case_name, place.invocation);
}

const ArmUse* arm_of(const Protocol& protocol, const std::string& arm) {
  const auto it = std::ranges::find(protocol.arms, arm, &ArmUse::name);
  return it == protocol.arms.end() ? nullptr : &*it;
}

/// What was frozen of the running arm against what was read back of it.
std::string read_back(const Protocol& protocol, const Observed& observed, Place place) {
  const ArmUse* arm = arm_of(protocol, observed.cell(place.cell).arm);
  if (arm == nullptr) return {};
  for (const auto& [what, frozen] : arm->receipts) {
    const auto value = observed.reading(place, what);
    if (value && settled(*value) == settled(frozen)) continue;
    const std::string where = name(observed, place);
    const std::string expected = shortest(frozen);
    if (!value) {
      return fmt::format("receipt: nothing reads back {} of {}, where {} was frozen", what, where,
                         expected);
    }
    return fmt::format("receipt: {} of {} was read back as {}, where {} was frozen", what, where,
                       shortest(*value), expected);
  }
  return {};
}

std::string receipt(const Protocol& protocol, const Observed& observed, Place place) {
  if (observed.binding(place) == nullptr) {
    return fmt::format("receipt: nothing records how {} was bound", name(observed, place));
  }
  for (const Sample& sample : observed.samples(place)) {
    if (sample.time > 0) continue;
    return fmt::format("receipt: round {} of {} took no time", sample.round, name(observed, place));
  }
  return read_back(protocol, observed, place);
}

std::string correct(const Protocol& protocol, const Observed& observed, Place place) {
  std::array<bool, 2> compared{};
  constexpr std::array when{"before", "after"};
  for (const Correctness& check : observed.evidence().correctness) {
    if (check.invocation != place.invocation || check.cell != place.cell) continue;
    const auto moment = static_cast<std::size_t>(check.when);
    const double allowed = std::min(check.tolerance, protocol.gates.max_error);
    const bool within = check.error <= allowed;  // NaN is not
    if (!check.passed || !within) {
      return fmt::format("correct: {} is off by {} {} the timed launches, where {} is allowed",
                         name(observed, place), shortest(check.error), when[moment],
                         shortest(allowed));
    }
    compared[moment] = compared[moment] || check.copies > 0;
  }
  for (std::size_t moment = 0; moment < compared.size(); ++moment) {
    if (compared[moment]) continue;
    return fmt::format("correct: {} was not compared with the reference {} the timed launches",
                       name(observed, place), when[moment]);
  }
  return {};
}

std::string steady(const Protocol& protocol, const Observed& observed, Place place) {
  if (!protocol.gates.spread_below) return {};
  const double spread = spread_of(protocol.gates.spread, observed.times(place));
  if (spread < *protocol.gates.spread_below) return {};
  return fmt::format("steady: {} spreads over {:.2f} %, which is not below {} %",
                     name(observed, place), spread * 100,
                     shortest(*protocol.gates.spread_below * 100));
}

std::string above_ceiling(const Protocol& protocol, const Observed& observed, Place place) {
  if (observed.cell(place.cell).rotation == Rotation::none) return {};
  const auto limit = rate_limit(protocol.gates, observed, place.invocation);
  if (!limit) {
    return fmt::format("above_ceiling: no large ceiling ran that could bound {}",
                       name(observed, place));
  }
  const double bytes = observed.bytes(place);
  for (const Sample& sample : observed.samples(place)) {
    if (bytes / sample.time <= *limit) continue;
    return fmt::format(
        "above_ceiling: {} reached {:.1f} GB/s in round {}, more than the {:.1f} GB/s that the "
        "large ceiling allows",
        name(observed, place), bytes / sample.time, sample.round, *limit);
  }
  return {};
}

/// Reason why an invocation does not show cold caches.
std::string cold(const Protocol& protocol, const Observed& observed, int invocation) {
  const auto hot_cells = cells_of(observed.plan(), CellKind::hot_probe);
  if (hot_cells.empty()) return {};
  const auto hot = best_of(observed, invocation, hot_cells);
  const auto cold_probe =
      best_of(observed, invocation, cells_of(observed.plan(), CellKind::cold_probe));
  if (!hot || !cold_probe) {
    return fmt::format("cold: invocation {} has no {}, so nothing shows that caches were cold",
                       invocation, hot ? "cold probe" : "hot probe");
  }
  const double ratio = *median_rate(observed, {invocation, *hot}) /
                       *median_rate(observed, {invocation, *cold_probe});
  if (ratio > protocol.gates.cold_ratio) return {};
  return fmt::format(
      "cold: in invocation {} the hot probe ran at {:.2f} times the rate of the cold one; only "
      "more "
      "than {} shows that rotation met cold caches",
      invocation, ratio, shortest(protocol.gates.cold_ratio));
}

std::string first_reason(const Protocol& protocol, const Observed& observed, int cell) {
  for (const Gate gate : {receipt, correct, steady, above_ceiling}) {
    if (gate == steady && protocol.gates.spread_blocks != Blocks::arm) continue;
    for (const int invocation : observed.invocations()) {
      if (std::string reason = gate(protocol, observed, {invocation, cell}); !reason.empty())
        return reason;
    }
  }
  return {};
}

/// Why an arm of the run is not steady; empty when all are.
std::string unsteady(const Protocol& protocol, const Observed& observed) {
  for (const int cell : cells_of(observed.plan(), CellKind::arm)) {
    for (const int invocation : observed.invocations()) {
      if (std::string reason = steady(protocol, observed, {invocation, cell}); !reason.empty())
        return reason;
    }
  }
  return {};
}

}  // namespace

Blocked gates(const Protocol& protocol, const Observed& observed) {
  Blocked out;
  for (const int invocation : observed.invocations()) {
    if (out.everything.empty()) out.everything = cold(protocol, observed, invocation);
  }
  for (const int cell : cells_of(observed.plan(), CellKind::arm)) {
    if (std::string reason = first_reason(protocol, observed, cell); !reason.empty()) {
      out.cells[cell] = std::move(reason);
    }
  }
  if (protocol.gates.spread_blocks == Blocks::claims) out.claims = unsteady(protocol, observed);
  if (protocol.gates.spread_blocks == Blocks::all && out.everything.empty())
    out.everything = unsteady(protocol, observed);
  return out;
}

double spread_of(Spread definition, const std::vector<double>& values) {
  switch (definition) {
    case Spread::range_over_mean: return range_over_mean(values);
    case Spread::half_range_over_mean: return half_range_over_mean(values);
    case Spread::range_over_median: return range_over_median(values);
    case Spread::max_over_min: break;
  }
  return max_over_min(values);
}

std::optional<double> rate_limit(const Gates& gates, const Observed& observed, int invocation) {
  const auto large = cells_of(observed.plan(), CellKind::large_ceiling);
  if (large.empty()) return std::numeric_limits<double>::infinity();
  double fastest = 0;
  for (const int cell : large) {
    if (observed.wrong(cell)) continue;
    for (const Sample& sample : observed.samples({invocation, cell}))
      fastest = std::max(fastest, observed.bytes({invocation, cell}) / sample.time);
  }
  if (fastest <= 0) return std::nullopt;
  return gates.above_ceiling * fastest;
}

}  // namespace membound
