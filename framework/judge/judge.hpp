// SPDX-License-Identifier: Apache-2.0
// Judge: evidence in, verdicts out. The rule is design page "How a verdict is reached".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence.hpp"

namespace membound {

enum class Outcome { held, falsified, inconclusive, voided, not_run, not_applicable };

std::string_view name_of(Outcome outcome);  ///< "held", ..., "void"

/// Verdict on one case.
struct CaseVerdict {
  std::string case_name;
  Outcome outcome = Outcome::not_run;
  std::string reason;              ///< one sentence: which gate, which side, what is missing
  std::optional<double> estimate;  ///< median of the units, natural units of the quantity
  std::optional<double> low;       ///< interval, natural units
  std::optional<double> high;
  std::vector<double> units;        ///< one value per replication unit (invocation, or round)
  bool within_one_process = false;  ///< units are rounds of a single invocation
  std::optional<int>
      more_invocations;  ///< for inconclusive: how many more would decide at this spread
  Outcome sensitivity = Outcome::not_run;  ///< outcome without flagged repetitions
  bool operator==(const CaseVerdict&) const = default;
};

/// Verdict on one prediction or falsifier: per case and together.
struct Verdict {
  std::string prediction;
  bool falsifier = false;  ///< for a falsifier, `falsified` means that it fired
  Outcome outcome = Outcome::not_run;
  std::string reason;
  std::vector<CaseVerdict> cases;
  bool operator==(const Verdict&) const = default;
};

/// One verdict per prediction, then one per falsifier, in the order of the protocol.
std::vector<Verdict> judge(const FrozenProtocol& frozen, const Evidence& evidence);

/// Summary of one cell over a run, for tables and plots: time of one launch in nanoseconds.
struct CellSummary {
  int cell = 0;
  int repetitions = 0;
  int flagged = 0;
  double median = 0;
  double low_quartile = 0;
  double high_quartile = 0;
  double least = 0;
  double most = 0;
  double spread = 0;                     ///< by the gate's definition, worst invocation
  std::optional<double> bandwidth;       ///< bytes per second at the median
  std::optional<double> share_of_large;  ///< median over invocations
  std::optional<double> share_of_matched;
};
std::vector<CellSummary> summarise(const FrozenProtocol& frozen, const Evidence& evidence);

}  // namespace membound
