// SPDX-License-Identifier: Apache-2.0
// Observed: the evidence of a run, indexed by invocation and cell of the plan.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "evidence/evidence.hpp"

namespace membound {

/// One cell in one invocation.
struct Place {
  int invocation = 0;
  int cell = 0;
  auto operator<=>(const Place&) const = default;
};

/// One repetition as the rule sees it.
struct Sample {
  int round = 0;
  double time = 0;  ///< nanoseconds of one launch
  std::uint32_t flags = 0;
};

/// Keeps the evidence and finds things in it; the plan must outlive it.
class Observed {
 public:
  Observed(const Plan& plan, Evidence evidence);

  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] const Evidence& evidence() const { return evidence_; }
  [[nodiscard]] const Cell& cell(int index) const {
    return plan_->cells.at(static_cast<std::size_t>(index));
  }
  /// Invocations of which anything was timed, ascending.
  [[nodiscard]] const std::set<int>& invocations() const { return invocations_; }
  /// By ascending round; empty when there are none.
  [[nodiscard]] const std::vector<Sample>& samples(Place place) const;
  [[nodiscard]] std::vector<double> times(Place place) const;
  /// Of every invocation, one after the other.
  [[nodiscard]] std::vector<double> times(int cell) const;
  /// nullptr when the invocation left no receipt for the cell.
  [[nodiscard]] const CellBound* binding(Place place) const;
  /// Counted traffic of one launch, read and written together; 0 when it is not known.
  [[nodiscard]] double bytes(Place place) const;
  /// What was read back of the cell under a name.
  [[nodiscard]] std::optional<double> reading(Place place, const std::string& name) const;
  /// The largest error of the cell's outputs; absent when they were not compared.
  [[nodiscard]] std::optional<double> error(Place place) const;
  /// Whether any comparison of the cell's outputs with the reference failed.
  [[nodiscard]] bool wrong(int cell) const { return wrong_.contains(cell); }

 private:
  const Plan* plan_;
  Evidence evidence_;
  std::set<int> invocations_;
  std::set<int> wrong_;
  std::map<Place, std::vector<Sample>> samples_;
  std::map<Place, std::size_t> bindings_;  ///< index into evidence_.bindings
  std::map<Place, double> errors_;
  std::map<std::pair<Place, std::string>, double> readings_;
};

/// The same evidence without the repetitions, receipts and readings of invocations that did not
/// finish: another one replaced them. Failed checks stay: a wrong output is evidence however its
/// worker ended.
Evidence of_finished_invocations(Evidence evidence);

/// The same evidence without the repetitions during which the device was throttled.
Evidence without_throttled(Evidence evidence);

}  // namespace membound
