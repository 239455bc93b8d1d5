// SPDX-License-Identifier: Apache-2.0
// Hearing: a run before the judge, and what comes before any interval.
#pragma once

#include <functional>
#include <optional>

#include "judge/judge.hpp"
#include "judge/need.hpp"

namespace membound {

/// A run as it counts and, for the sensitivity, in another reading. Outliers that the frozen rule
/// drops do not count, and the sensitivity keeps them; without such a rule everything counts, and
/// the sensitivity leaves throttled repetitions out. The protocol and the plan must outlive it.
class Hearing {
 public:
  Hearing(const Protocol& protocol, const Plan& plan, const Evidence& evidence);

  [[nodiscard]] const Protocol& protocol() const { return protocol_; }
  [[nodiscard]] const Plan& plan() const { return recorded_.observed.plan(); }
  /// The evidence that counts, and all that was recorded.
  [[nodiscard]] const Gated& counted() const { return kept_ ? *kept_ : recorded_; }
  [[nodiscard]] const Observed& recorded() const { return recorded_.observed; }

  /// What is asked, of which quantities, in whose units.
  struct Matter {
    std::vector<Need> needs;
    bool absolute = false;  ///< in units of a device's own
    std::function<CaseVerdict(const Observed&)> decide;
  };

  /// The first that applies: not_run (an arm, a round or a reading is missing), not_applicable
  /// (units of another device), void (a gate), then what the matter's own rule decides.
  [[nodiscard]] CaseVerdict hear(const Matter& matter, const std::string& case_name) const;

 private:
  [[nodiscard]] std::string why_not_applicable(const Matter& matter) const;
  [[nodiscard]] std::string remarks(const Matter& matter) const;

  const Protocol& protocol_;
  Gated recorded_;
  std::vector<Outlier> outliers_;
  std::optional<Gated> kept_;  ///< absent when nothing was dropped
  std::optional<Gated> calm_;  ///< absent when nothing was throttled
};

}  // namespace membound
