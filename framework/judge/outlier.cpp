// SPDX-License-Identifier: Apache-2.0
// Outlier: a repetition that the frozen rule drops, because it lies too far from its invocation's
// median.
#include "judge/outlier.hpp"

#include <cmath>
#include <tuple>

#include "stats/quantile.hpp"

namespace membound {
namespace {

void add_outliers(std::vector<Outlier>& out, const Analysis& analysis, const Observed& observed,
                  Place place) {
  const std::vector<double> times = observed.times(place);
  if (times.empty()) return;
  const double middle = median(times);
  std::vector<double> deviations;
  for (const double time : times) deviations.push_back(std::abs(time - middle));
  const double limit = analysis.outlier_mads * median(deviations);
  for (const Sample& sample : observed.samples(place)) {
    if (std::abs(sample.time - middle) > limit)
      out.push_back({place.invocation, place.cell, sample.round, sample.time, middle});
  }
}

}  // namespace

std::vector<Outlier> outliers(const Analysis& analysis, const Observed& observed) {
  std::vector<Outlier> out;
  if (analysis.outliers != "drop") return out;
  for (const int invocation : observed.invocations()) {
    for (std::size_t cell = 0; cell < observed.plan().cells.size(); ++cell)
      add_outliers(out, analysis, observed, {invocation, static_cast<int>(cell)});
  }
  return out;
}

Evidence without(const std::vector<Outlier>& outliers, Evidence evidence) {
  std::set<std::tuple<int, int, int>> dropped;
  for (const Outlier& one : outliers) dropped.insert({one.invocation, one.cell, one.round});
  std::erase_if(evidence.repetitions, [&](const Repetition& r) {
    return dropped.contains({r.invocation, r.cell, r.round});
  });
  return evidence;
}

}  // namespace membound
