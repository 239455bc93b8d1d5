// SPDX-License-Identifier: Apache-2.0
// Judge: the rule applied to a frozen protocol.
#include "judge/judge.hpp"

#include "judge/rule.hpp"

namespace membound {

std::vector<Verdict> judge(const FrozenProtocol& frozen, const Evidence& evidence) {
  const std::string reason = deviation(frozen.digest(), frozen.rules(), evidence.run);
  if (!reason.empty()) return refuse(frozen.protocol(), reason);
  return judge(frozen.protocol(), plan(frozen), evidence);
}

std::vector<Conclusion> conclude(const FrozenProtocol& frozen, const Evidence& evidence) {
  const std::string reason = deviation(frozen.digest(), frozen.rules(), evidence.run);
  if (!reason.empty()) return withhold(frozen.protocol(), reason);
  return conclude(frozen.protocol(), plan(frozen), evidence);
}

std::vector<std::vector<Measurement>> observe(const FrozenProtocol& frozen,
                                              const Evidence& evidence) {
  return observe(frozen.protocol(), plan(frozen), evidence);
}

std::vector<Outlier> dropped_repetitions(const FrozenProtocol& frozen, const Evidence& evidence) {
  return dropped_repetitions(frozen.protocol(), plan(frozen), evidence);
}

std::vector<CellSummary> summarise(const FrozenProtocol& frozen, const Evidence& evidence) {
  return summarise(frozen.protocol(), plan(frozen), evidence);
}

}  // namespace membound
