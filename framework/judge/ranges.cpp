// SPDX-License-Identifier: Apache-2.0
// Ranges: whether the times of two arms do not overlap, the sources' own rule for a claim.
#include "judge/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/group.hpp"

namespace membound {
namespace {

std::vector<double> times_of(const Observed& observed, const std::vector<int>& cells) {
  std::vector<double> out;
  for (const int invocation : observed.invocations()) {
    const auto cell = fastest_of(observed, invocation, cells);
    if (!cell) continue;
    for (const double time : observed.times({invocation, *cell})) out.push_back(time);
  }
  return out;
}

CaseVerdict from_times(const RangePair& pair, const std::vector<double>& faster,
                       const std::vector<double>& slower) {
  const double most = std::ranges::max(faster) / 1e3;
  const double least = std::ranges::min(slower) / 1e3;
  const bool apart = most < least;
  return {.outcome = apart ? Outcome::held : Outcome::falsified,
          .reason = fmt::format("the slowest repetition of {} took {:.6g} us, the fastest of {} "
                                "{:.6g} us",
                                pair.faster, most, pair.slower, least)};
}

}  // namespace

CaseVerdict judge_ranges(const Hearing& hearing, const RangePair& pair,
                         const std::string& case_name) {
  const auto need = [&](const std::string& arm) {
    return need_of(hearing.protocol(), hearing.plan(), {.kind = QuantityKind::time, .arm = arm},
                   case_name);
  };
  const Need faster = need(pair.faster);
  const Need slower = need(pair.slower);
  const auto decide = [&](const Observed& observed) {
    return from_times(pair, times_of(observed, faster.cells.arm),
                      times_of(observed, slower.cells.arm));
  };
  return hearing.hear({{faster, slower}, false, decide}, case_name);
}

}  // namespace membound
