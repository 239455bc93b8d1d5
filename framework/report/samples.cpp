// SPDX-License-Identifier: Apache-2.0
// Samples: the repetitions of a run sorted by cell.
#include "report/samples.hpp"

#include <algorithm>
#include <map>

namespace membound::page {
namespace {

/// Mean of the two middle values when their number is even. Reorders its argument.
double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace

std::vector<std::vector<Sample>> samples_by_cell(const Evidence& evidence, std::size_t cells) {
  std::vector<std::vector<Sample>> out(cells);
  for (const Repetition& one : evidence.repetitions) {
    if (one.launches <= 0) continue;
    out.at(static_cast<std::size_t>(one.cell))
        .push_back({one.invocation, one.round, static_cast<double>(one.time.value) / one.launches});
  }
  return out;
}

std::vector<Sample> thinned(const std::vector<Sample>& samples, std::size_t most) {
  if (samples.size() <= most) return samples;
  std::vector<Sample> out;
  for (std::size_t i = 0; i < most; ++i) out.push_back(samples[i * samples.size() / most]);
  return out;
}

std::vector<Sample> medians_by_invocation(const std::vector<Sample>& samples) {
  std::map<int, std::vector<double>> groups;
  for (const Sample& sample : samples) groups[sample.invocation].push_back(sample.time);
  std::vector<Sample> out;
  for (auto& [invocation, times] : groups) out.push_back({invocation, 0, median(times)});
  return out;
}

}  // namespace membound::page
