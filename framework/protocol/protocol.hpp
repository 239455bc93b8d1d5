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
#include "protocol/expectation.hpp"
#include "protocol/finding.hpp"

namespace membound {

enum class Role { treatment, baseline, vendor, control, probe, post_hoc };
enum class PriorData { none, pilot, seen };
/// How much of the parent's results was known when an amendment was written.
enum class Seen { nothing_run, no_results_seen, results_not_opened, results_seen };
/// What the time of an arm covers: the whole operation, or only a part of it that leaves partial
/// results behind.
enum class Scope { operation, partials };

/// Whether the launches of an arm rotate over copies of the operands that no cache holds, or all
/// use the first copy, as a benchmark does that thinks of no caches.
enum class Rotation { full, none };

/// The order within an invocation: every arm once per round, shuffled, or all rounds of one arm
/// before the next, as a benchmark does that thinks of no drift.
enum class Order { shuffled, blocked };

/// What happens to an arm whose isolated launches are so short that the clock readings count.
enum class ShortLaunches { refuse, accept };

/// How the values of a spread are summarised; there is no default that is not shown in the frozen
/// text.
enum class Spread { range_over_mean, half_range_over_mean, range_over_median, max_over_min };

/// That a protocol replaces an earlier frozen one, why, and what had been seen by then.
struct Amendment {
  std::string parent;  ///< digest of the frozen protocol that it replaces
  std::string reason;
  Seen seen = Seen::nothing_run;
  bool operator==(const Amendment&) const = default;
};

struct Requirements {
  std::string backend;  ///< empty: the arms decide
  std::string device;   ///< shell-style pattern on the device name; empty: any
  std::string driver;   ///< the same on the driver's version
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
  std::string note;  ///< remark, printed in the report
  std::string
      handicap;  ///< why a comparison with this arm is not fair, printed beside its verdicts
  Scope scope = Scope::operation;
  Rotation rotation = Rotation::full;
  std::map<std::string, Bytes> traffic;  ///< by case: what the author counted; checked
  /// What must be read back of the running arm (registers, grid, ...); otherwise it is void.
  std::map<std::string, double> receipts;
  bool operator==(const ArmUse&) const = default;
};

/// Arms of which the fastest of an invocation counts, under one name wherever an arm is named.
struct Group {
  std::string name;
  std::vector<std::string> arms;
  bool operator==(const Group&) const = default;
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
  Order order = Order::shuffled;
  bool operator==(const Instrument&) const = default;
};

/// How repetitions become a verdict (design: statistics).
struct Analysis {
  std::string statistic = "median";
  std::string interval = "order_statistic";
  double tail = 0.05;             ///< error probability per tail
  std::string outliers = "keep";  ///< or "drop": then both verdicts are shown
  double outlier_mads = 0;        ///< drop: rounds further than this from the invocation's median
  bool operator==(const Analysis&) const = default;
};

/// What a gate that fails makes unusable: the arm, everything, or the claims alone.
enum class Blocks { arm, all, claims };

/// Conditions under which evidence is unusable.
struct Gates {
  double max_error =
      1e-3;  ///< correctness; workload's metric; -1 until complete() when the protocol gives none
  std::optional<double> spread_below;  ///< per arm and invocation, as a fraction
  Spread spread = Spread::range_over_mean;
  Blocks spread_blocks = Blocks::arm;
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

/// Where runs go when the command line does not say: the project's results, or a scratch database.
enum class ResultsPlace { repository, scratch };

/// What an experiment has to do with earlier ones, each named by id.
struct Lineage {
  std::string follows;
  std::string supersedes;
  std::string replicates;
  bool operator==(const Lineage&) const = default;
};

/// A verdict of another protocol without which this one is not run.
struct Gateway {
  std::string protocol;
  std::string prediction;
  std::string outcome;  ///< held, falsified, inconclusive, fired, not_fired
  bool operator==(const Gateway&) const = default;
};

/// Something that was measured before the freeze and is a condition for it: a parity of outputs,
/// for example.
struct Beforehand {
  std::string name;
  double value = 0;
  double at_most = 0;
  std::string note;  ///< how it was measured
  bool operator==(const Beforehand&) const = default;
};

struct Protocol {
  int version = 1;
  std::string id;
  std::string title;
  std::string question;
  std::string rationale;
  std::string scope;         ///< what the answer is about; empty: not stated
  std::string out_of_scope;  ///< what it must not be taken for
  Lineage lineage;
  std::optional<Gateway> proceeds_if;
  PriorData prior_data = PriorData::none;
  std::string prior_note;           ///< what had been seen
  std::optional<Amendment> amends;  ///< absent: the first version
  Requirements requires_;
  ResultsPlace results = ResultsPlace::repository;
  WorkloadUse workload;
  std::vector<Case> cases;
  std::vector<ArmUse> arms;
  std::vector<std::pair<std::string, std::string>> dropped;  ///< arm, reason
  std::vector<Group> groups;
  std::vector<Beforehand> beforehand;
  Instrument instrument;
  Analysis analysis;
  Gates gates;
  Ceilings ceilings;
  std::vector<Prediction> predictions;
  std::vector<Falsifier> falsifiers;
  std::vector<Observation> observations;
  std::vector<Claim> claims;
  std::vector<Decision> decisions;
  std::vector<StopRule> stop_rules;
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
