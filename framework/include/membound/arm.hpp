// SPDX-License-Identifier: Apache-2.0
// Arm: one implementation of a workload, and the object that registers it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <source_location>
#include <string>
#include <vector>

#include "membound/backend.hpp"
#include "membound/workload.hpp"

namespace membound {

/// One integer parameter of an arm (block size, columns per thread, threads, ...).
struct ParameterRule {
  std::string name;
  std::int64_t initial = 0;           ///< value when the protocol sets none
  std::vector<std::int64_t> choices;  ///< the only values allowed; empty: any in [least, most]
  std::int64_t least = 0;
  std::int64_t most = INT64_MAX;
  std::string help;
};

/// Values of an arm's parameters, complete: defaults filled in.
using Parameters = std::map<std::string, std::int64_t, std::less<>>;

/// What a launch does when its output becomes the input of the next.
struct Link {
  float scale = 1;  ///< factor of every output, so that values neither grow nor decay
  Element element = Element::f32;  ///< stored type of the output: that of the input it becomes
};

/// What `bind` gets: one rotating copy of the operands with everything fixed about the call.
struct Binding {
  Operands operands;
  Extents extents;
  std::string format;
  Parameters parameters;
  const DeviceInfo* device = nullptr;
  std::optional<Link> link;  ///< in a chain; only for arms that `chains`
  /// The launch may begin before the one before it has ended (programmatic dependent launch); then
  /// it must wait for that one before it reads an input that is written in the chain, or writes.
  bool may_overlap = false;
};

/// One implementation of a workload. `bind` is untimed; only the launch that it returns is timed.
struct Arm {
  std::string name;     ///< "<workload>/<file stem>", for example "gemv/warp"
  std::string backend;  ///< "cuda" or "cpu"
  std::string workload;
  std::vector<std::string> formats;
  std::string summary;
  std::vector<ParameterRule> parameters;
  std::vector<ExtentRule> extents;  ///< stricter rules than the workload's, if any

  /// False for a kernel that asks caches not to keep what it reads: it cannot show what a warm
  /// cache does, so it is never the hot probe.
  bool caches = true;

  /// False for a kernel of the workload stream that does other work than is counted, as a control
  /// with a known effect: it bounds nothing.
  bool ceiling = true;

  bool chains = false;    ///< honours Binding::link, so that it can be a link of a chain
  bool overlaps = false;  ///< launches programmatically where Binding::may_overlap allows it
  /// Launches may overlap whatever the binding says, as a library's choice: not for mode stream.
  bool always_overlaps = false;

  /// Why the arm cannot run on this device; empty when it can. Absent function: it always can.
  std::function<std::string(const DeviceInfo&)> unavailable;
  /// Returns the launch for one copy. Throws Error when the operands cannot be handled.
  std::function<Launch(const Binding&)> bind;
  /// What the arm itself can read back of what it bound, for example the algorithm that a library
  /// chose. Called after `bind`, with the same binding. Absent function: nothing.
  std::function<std::vector<Receipt>(const Binding&)> receipts;

  std::string
      source;  ///< file that registered it, relative to the repository root; set by Registration
};

/// Registers a workload or an arm for the life of the program: make one at namespace scope.
class Registration {
 public:
  explicit Registration(Workload workload,
                        std::source_location where = std::source_location::current());
  explicit Registration(Arm arm, std::source_location where = std::source_location::current());
};

}  // namespace membound
