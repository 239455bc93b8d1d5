// SPDX-License-Identifier: Apache-2.0
// Session: the verdicts of a run, each reached once, in whatever order conditions ask for them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "judge/condition.hpp"

namespace membound {

class Session {
 public:
  explicit Session(const Hearing& hearing) : hearing_(hearing) {}

  [[nodiscard]] const Hearing& hearing() const { return hearing_; }
  /// Of predictions and falsifiers of the protocol itself.
  const Verdict& on(const Prediction& prediction);
  const Verdict& on(const Falsifier& falsifier);
  /// By name; nullptr while that verdict is being reached, or when nothing has that name.
  const Verdict* find(const std::string& name, bool falsifier);
  ConditionGround ground();

 private:
  Verdict reach(const Prediction& prediction);
  std::optional<Verdict> not_asked(const Prediction& prediction);

  const Hearing& hearing_;
  std::map<const void*, Verdict> reached_;  ///< by prediction or falsifier of the protocol
  std::set<const void*> open_;
};

}  // namespace membound
