// SPDX-License-Identifier: Apache-2.0
// Comparison: one quantity of one case against one range, from evidence to verdict.
#pragma once

#include <string>

#include "judge/decide.hpp"
#include "judge/gates.hpp"
#include "judge/observed.hpp"

namespace membound {

struct Comparison {
  Quantity quantity;
  Range range;
  Reading reading = Reading::prediction;
};

/// A run with what its gates say of it.
struct Gated {
  Observed observed;
  Blocked blocked;
};

/// A run before the judge: as recorded and, for the sensitivity, without its throttled repetitions.
/// The protocol and the plan must outlive it.
class Hearing {
 public:
  Hearing(const Protocol& protocol, const Plan& plan, const Evidence& evidence);

  /// The first that applies: not_run (an arm or a round is missing), not_applicable (units of
  /// another device), void (a gate), then what the interval says.
  [[nodiscard]] CaseVerdict verdict(const Comparison& comparison,
                                    const std::string& case_name) const;

 private:
  const Protocol& protocol_;
  Gated recorded_;
  std::optional<Gated> calm_;  ///< absent when nothing was throttled
};

}  // namespace membound
