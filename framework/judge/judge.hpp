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

/// What a quantity of one case came to.
struct Measurement {
  std::string case_name;
  std::string remark;              ///< why there is no interval, or how the values came about
  std::optional<double> estimate;  ///< median of the units, natural units of the quantity
  std::optional<double> low;       ///< interval; of exact values, the least and the most
  std::optional<double> high;
  std::vector<double> units;
  bool within_one_process = false;
  bool operator==(const Measurement&) const = default;
};

/// A verdict with a measurement, before it is decided.
CaseVerdict undecided(const Measurement& measurement);

/// A repetition that the frozen outlier rule drops: its time and the median of its cell and
/// invocation, in nanoseconds of one launch.
struct Outlier {
  int invocation = 0;
  int cell = 0;
  int round = 0;
  double time = 0;
  double median = 0;
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

/// Whether a condition is met; unknown when what it asks for has no answer.
enum class Truth { met, not_met, unknown };

std::string_view name_of(Truth truth);  ///< "met", "not_met", "unknown"

/// A condition, or a part of one, with what was found of it.
struct Clause {
  int depth = 0;     ///< 0: the condition itself; its parts are one deeper
  std::string text;  ///< what is asked, in words
  Truth truth = Truth::unknown;
  std::string reason;  ///< one sentence; empty when the parts say it
  bool operator==(const Clause&) const = default;
};

/// What follows from the verdicts.
enum class Ruling {
  allowed,      ///< of a claim: its sentence may be said
  not_allowed,  ///< it may not
  land,         ///< of a decision: the condition to land is met
  close,        ///< the condition to close is met
  between,      ///< neither is: nothing follows but the report
  stop,         ///< of a stop rule: the line of work ends
  go_on,        ///< it does not
  undecided,    ///< of any: a condition is unknown
};

std::string_view name_of(Ruling ruling);  ///< "allowed", "not_allowed", ...

/// What the run says of a claim, a decision or a stop rule, condition by condition.
struct Conclusion {
  enum class Kind { claim, decision, stop_rule } kind = Kind::claim;
  std::string name;
  Ruling ruling = Ruling::undecided;
  std::string reason;           ///< one sentence: what decided
  std::vector<Clause> clauses;  ///< of a decision: those to land, then those to close
  bool operator==(const Conclusion&) const = default;
};

std::string_view name_of(Conclusion::Kind kind);  ///< "claim", "decision", "stop_rule"

/// The names under which a prediction is judged: its cases, or the steps of its trend.
std::vector<std::string> places_of(const Prediction& prediction);

/// One verdict per prediction, then one per falsifier, in the order of the protocol.
std::vector<Verdict> judge(const FrozenProtocol& frozen, const Evidence& evidence);

/// One per claim, then per decision, then per stop rule, in the order of the protocol.
std::vector<Conclusion> conclude(const FrozenProtocol& frozen, const Evidence& evidence);

/// Measurements of each observation, in the order of the protocol.
std::vector<std::vector<Measurement>> observe(const FrozenProtocol& frozen,
                                              const Evidence& evidence);

/// Repetitions that the frozen outlier rule drops.
std::vector<Outlier> dropped_repetitions(const FrozenProtocol& frozen, const Evidence& evidence);

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
