// SPDX-License-Identifier: Apache-2.0
// Expectation: what a protocol says of its measurements: quantities, predictions and what follows
// from them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace membound {

enum class QuantityKind {
  time,
  bandwidth,
  share_of_ceiling,
  speedup,
  time_saved,
  bytes_ratio,
  tokens_per_second,
  spread,
  error,
  counter,
  receipt,
};
enum class CeilingScope { matched, large };

/// A measurable quantity of one case. An arm may also be a group: then the fastest member of each
/// invocation. Natural units: time in nanoseconds per launch, bandwidth in bytes per second, the
/// rest as ratios (0.05 is 5 %) or plain numbers.
///   speedup = time(over) / time(arm)            time_saved = 1 - time(arm) / time(over)
///   bytes_ratio = traffic(over) / traffic(arm), counted from operands: exact
///   tokens_per_second = 1 / (launches_per_token * time(arm))
///   spread = of the repetitions of one invocation, as the steady gate defines it
///   error = largest error of the invocation's outputs, by the workload's metric
///   counter, receipt = value read back under `name`; with `over`, divided by that of `over`
struct Quantity {
  QuantityKind kind = QuantityKind::time;
  std::string arm;
  std::string over;  ///< reference arm; required by speedup, time_saved, bytes_ratio
  CeilingScope scope = CeilingScope::large;
  std::string name;            ///< of counter and receipt: "dram_bytes_written", "registers"
  int launches_per_token = 0;  ///< of tokens_per_second
  bool operator==(const Quantity&) const = default;
};

/// A bound that the run itself gives, round by round: times * quantity + plus, or the time that the
/// counted traffic of an arm takes at a rate.
struct Expression {
  std::optional<Quantity> quantity;
  std::string traffic_of;  ///< instead of a quantity: an arm; the value is a time
  double rate = 0;         ///< bytes per second, with traffic_of
  double times = 1;
  double plus = 0;           ///< in the natural unit of the quantity that is bounded
  std::optional<double> is;  ///< what the author computed; checked, with traffic_of
  bool operator==(const Expression&) const = default;
};

/// Closed range in natural units; an absent bound is open. An expression stands in place of a
/// number, never beside it.
struct Range {
  std::optional<double> low;
  std::optional<double> high;
  std::optional<Expression> low_of = std::nullopt;
  std::optional<Expression> high_of = std::nullopt;
  bool operator==(const Range&) const = default;
};

/// Over which cases a prediction speaks, and how many of them must agree.
struct CaseSelection {
  enum class Kind { all, any, at_least } kind = Kind::all;
  int count = 0;                   ///< for at_least
  std::vector<std::string> cases;  ///< after validation: the cases spoken of, in protocol order
  bool operator==(const CaseSelection&) const = default;
};

/// The quantity rises or falls from case to case, in the order of the list.
struct Trend {
  Quantity quantity;
  bool rising = true;
  std::vector<std::string> cases;  ///< at least two
  bool operator==(const Trend&) const = default;
};

/// One arm is the fastest of several.
struct Fastest {
  std::string arm;
  std::vector<std::string> of;  ///< the others
  bool operator==(const Fastest&) const = default;
};

/// What must be so before something may be said or done. A protocol's list of conditions is `all`,
/// a bare word is `held`.
struct Condition {
  enum class Kind {
    held,             ///< the prediction `name` held
    falsified,        ///< the prediction `name` was falsified
    inconclusive,     ///< the prediction `name` is inconclusive
    fired,            ///< the falsifier `name` fired
    not_fired,        ///< the falsifier `name` did not fire
    disjoint_ranges,  ///< every repetition of `faster` took less time than any of `slower`
    comparison,       ///< `quantity` lies in `range`, by the rule for predictions
    outside,          ///< `name` says what is checked elsewhere; never evaluated here
    all,
    any,
  };
  Kind kind = Kind::all;
  std::string name;
  std::string faster;
  std::string slower;
  std::optional<Quantity> quantity;
  Range range;
  CaseSelection cases;  ///< of comparison and disjoint_ranges
  std::vector<Condition> parts;
  bool operator==(const Condition&) const = default;
};

/// One of: a quantity with a range, an order of arms (fastest first), a trend, the fastest arm, or
/// an arm that cannot run here.
struct Prediction {
  std::string name;
  std::optional<Quantity> quantity;
  Range range;
  std::vector<std::string> order;
  std::optional<Trend> trend;
  std::optional<Fastest> fastest;
  std::string unavailable;  ///< an arm that is expected not to run
  CaseSelection cases;      ///< empty beside a trend, which names its own
  std::string because;
  std::string mechanism;                  ///< how it comes about, if it does
  std::vector<std::string> confirmed_by;  ///< predictions that show the mechanism
  std::optional<Condition> only_if;       ///< otherwise not_applicable
  std::string reproduces;                 ///< the earlier result that this repeats, in words
  std::string on_miss;  ///< with reproduces: what follows when it is not reproduced
  bool operator==(const Prediction&) const = default;
};

/// A condition stated in advance, apart from the predicted range, with its consequence.
struct Falsifier {
  std::string name;
  Quantity quantity;
  Range region;  ///< fires when the interval lies inside
  CaseSelection cases;
  std::string means;
  bool operator==(const Falsifier&) const = default;
};

/// A quantity that is reported with its interval though nothing is predicted of it.
struct Observation {
  std::string name;
  Quantity quantity;
  CaseSelection cases;
  std::string because;
  bool operator==(const Observation&) const = default;
};

/// How much evidence stands behind a claim.
enum class EvidenceLevel { receipt, single_input, full_set, end_to_end };

/// A sentence that may be printed only when its conditions are met.
struct Claim {
  std::string name;
  std::string text;
  Condition condition;
  std::optional<EvidenceLevel> level;
  bool operator==(const Claim&) const = default;
};

/// What is done with the result. Between landing and closing nothing follows but the report.
struct Decision {
  std::string name;
  Condition land;
  std::optional<Condition> close;
  std::string also;       ///< a condition that is checked elsewhere; empty: none
  std::string means;      ///< what is done when it lands
  std::string otherwise;  ///< what is done when it does neither
  bool operator==(const Decision&) const = default;
};

/// A condition that ends a line of work.
struct StopRule {
  std::string name;
  Condition when;
  std::string means;
  bool operator==(const StopRule&) const = default;
};

}  // namespace membound
