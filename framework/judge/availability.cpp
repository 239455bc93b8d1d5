// SPDX-License-Identifier: Apache-2.0
// Availability: whether an arm that was expected not to run did not.
#include "judge/availability.hpp"

#include <fmt/format.h>

#include "judge/group.hpp"

namespace membound {
namespace {

struct Found {
  Outcome outcome = Outcome::held;
  std::string reason;
};

Found found_of(const Hearing& hearing, const std::string& arm, const std::string& case_name) {
  const auto cell = arm_cell(hearing.plan(), arm, case_name);
  if (!cell) return {Outcome::not_run, fmt::format("the plan has no {} on {}", arm, case_name)};
  Found out;
  for (const InvocationFinished& finished : hearing.recorded().evidence().finished) {
    const CellBound* bound = hearing.recorded().binding({finished.invocation, *cell});
    if (bound == nullptr) {
      return {Outcome::not_run, fmt::format("nothing records whether {} could run in invocation {}",
                                            arm, finished.invocation)};
    }
    if (bound->unavailable.empty()) {
      return {Outcome::falsified,
              fmt::format("{} ran on {} in invocation {}", arm, case_name, finished.invocation)};
    }
    if (out.reason.empty())
      out.reason = fmt::format("{} did not run on {}: {}", arm, case_name, bound->unavailable);
  }
  return out;
}

}  // namespace

CaseVerdict judge_unavailable(const Hearing& hearing, const std::string& name,
                              const std::string& case_name) {
  Found out;
  for (const std::string& arm : arms_of(hearing.protocol(), name)) {
    Found one = found_of(hearing, arm, case_name);
    if (out.reason.empty() || one.outcome != Outcome::held) out = std::move(one);
    if (out.outcome != Outcome::held) break;
  }
  return {.case_name = case_name,
          .outcome = out.outcome,
          .reason = out.reason,
          .sensitivity = out.outcome};
}

}  // namespace membound
