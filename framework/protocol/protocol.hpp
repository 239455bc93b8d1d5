// SPDX-License-Identifier: Apache-2.0
// Protocol: the experiment as written, in the words of the file format.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/catalogue.hpp"
#include "membound/arm.hpp"
#include "protocol/finding.hpp"

namespace membound {

enum class Role { treatment, baseline, vendor, control, probe, post_hoc };
enum class PriorData { none, pilot, seen };

/// What happens to an arm whose isolated launches are so short that the clock readings count.
enum class ShortLaunches { refuse, accept };

/// How the values of a spread are summarised; there is no default that is not shown in the frozen
/// text.
enum class Spread { range_over_mean, half_range_over_mean, range_over_median, max_over_min };

struct Requirements {
  std::string backend;  ///< empty: the arms decide
  std::string device;   ///< shell-style pattern on the device name; empty: any
  bool operator==(const Requirements&) const = default;
};

struct WorkloadUse {
  std::string name;
  std::string format;  ///< default format of the arms
  DataSpec data;       ///< 0 to 0 until complete() when the protocol gives none: the workload's
  bool operator==(const WorkloadUse&) const = default;
};

struct Case {
  std::string name;
  Extents extents;
  bool operator==(const Case&) const = default;
};

/// An arm as the protocol uses it: a kernel of the catalogue with parameters, format and role.
struct ArmUse {
  std::string name;
  std::string kernel;
  std::string format;  ///< after validation never empty
  Parameters parameters;
  Role role = Role::treatment;
  std::string note;  ///< stated handicap or remark, printed in the report
  bool operator==(const ArmUse&) const = default;
};

struct Instrument {
  LaunchMode launch = LaunchMode::stream;
  int launches = 0;                  ///< launches in one repetition
  std::optional<Bytes> working_set;  ///< rotate over at least this; absent: the backend's rule
  Nanoseconds warmup;                ///< per invocation, before its first round
  int rounds = 0;
  int invocations = 0;
  Bytes large_ceiling;        ///< traffic of one launch of the large-size ceiling
  Bytes probe;                ///< size of the cold/hot probe: well inside the last-level cache
  Flush flush = Flush::read;  ///< in mode isolated
  ShortLaunches short_launches = ShortLaunches::refuse;  ///< in mode isolated
  bool operator==(const Instrument&) const = default;
};

/// How repetitions become a verdict (design: statistics).
struct Analysis {
  std::string statistic = "median";
  std::string interval = "order_statistic";
  double tail = 0.05;  ///< error probability per tail
  std::string outliers = "keep";
  bool operator==(const Analysis&) const = default;
};

/// Conditions under which evidence is unusable.
struct Gates {
  double max_error =
      1e-3;  ///< correctness; workload's metric; -1 until complete() when the protocol gives none
  std::optional<double> spread_below;  ///< per arm and invocation, as a fraction
  Spread spread = Spread::range_over_mean;
  double cold_ratio = 1.2;  ///< rate of the hot over the cold probe must exceed it
  double above_ceiling =
      1.1;  ///< any repetition above this share of the large ceiling voids its arm
  bool operator==(const Gates&) const = default;
};

/// Kernels of the stream workload that form the ceilings; the best of a family is the ceiling.
struct Ceilings {
  std::vector<std::string> read;
  std::vector<std::string> copy;
  std::string hot_probe;    ///< read kernel run over a set that stays in cache
  std::string null_launch;  ///< kernel that does nothing
  bool operator==(const Ceilings&) const = default;
};

enum class QuantityKind { time, bandwidth, share_of_ceiling, speedup, time_saved };
enum class CeilingScope { matched, large };

/// A measurable quantity of one case. `over` is the reference arm of speedup and time_saved.
/// Natural units: time in nanoseconds per launch, bandwidth in bytes per second, the rest as ratios
/// (0.05 is 5 %). speedup = time(over) / time(arm); time_saved = 1 - time(arm) / time(over).
struct Quantity {
  QuantityKind kind = QuantityKind::time;
  std::string arm;
  std::string over;
  CeilingScope scope = CeilingScope::large;
  bool operator==(const Quantity&) const = default;
};

/// Closed range in natural units; an absent bound is open.
struct Range {
  std::optional<double> low;
  std::optional<double> high;
  bool operator==(const Range&) const = default;
};

/// Over which cases a prediction speaks, and how many of them must agree.
struct CaseSelection {
  enum class Kind { all, any, at_least } kind = Kind::all;
  int count = 0;                   ///< for at_least
  std::vector<std::string> cases;  ///< after validation: the cases spoken of, in protocol order
  bool operator==(const CaseSelection&) const = default;
};

/// Either a quantity with a range or an order of arms, fastest first.
struct Prediction {
  std::string name;
  std::optional<Quantity> quantity;
  Range range;
  std::vector<std::string> order;
  CaseSelection cases;
  std::string because;
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

/// Where runs go when the command line does not say: the project's results, or a scratch database.
enum class ResultsPlace { repository, scratch };

struct Protocol {
  int version = 1;
  std::string id;
  std::string title;
  std::string question;
  std::string rationale;
  PriorData prior_data = PriorData::none;
  std::string prior_note;  ///< what had been seen
  Requirements requires_;
  ResultsPlace results = ResultsPlace::repository;
  WorkloadUse workload;
  std::vector<Case> cases;
  std::vector<ArmUse> arms;
  std::vector<std::pair<std::string, std::string>> dropped;  ///< arm, reason
  Instrument instrument;
  Analysis analysis;
  Gates gates;
  Ceilings ceilings;
  std::vector<Prediction> predictions;
  std::vector<Falsifier> falsifiers;
  std::vector<std::string> disclosures;
  bool operator==(const Protocol&) const = default;
};

/// Where each thing stands in the source, by path ("arms.general.kernel"); for findings of
/// validate.
using Marks = std::map<std::string, Mark, std::less<>>;

struct Parsed {
  Protocol protocol;
  Marks marks;
  std::vector<Finding> findings;
};

/// Reads a protocol; never throws for anything that the text can contain.
Parsed parse(std::string_view yaml);

/// Completes what has a visible default (formats, parameters, case selections, ceilings, gates'
/// tolerance). Done between parse and validate; the frozen text shows the completed protocol.
Protocol complete(Protocol protocol, const Catalogue& catalogue);

/// Everything that is wrong with a completed protocol given what can be run. After a parse with
/// findings it does not repeat them.
std::vector<Finding> validate(const Protocol& protocol, const Marks& marks,
                              const Catalogue& catalogue);

/// Parses, completes and validates: the completed protocol and every finding, in the order of the
/// file.
Parsed read_protocol(std::string_view yaml, const Catalogue& catalogue);

}  // namespace membound
