// SPDX-License-Identifier: Apache-2.0
// Agreement: whether two runs of one frozen protocol came to the same verdicts.
#include "report/agreement.hpp"

#include <algorithm>

namespace membound::page {
namespace {

const Verdict* same_in(const std::vector<Verdict>& verdicts, const Verdict& verdict) {
  const auto it = std::ranges::find_if(verdicts, [&](const Verdict& other) {
    return other.prediction == verdict.prediction && other.falsifier == verdict.falsifier;
  });
  return it == verdicts.end() ? nullptr : &*it;
}

}  // namespace

Agreement agreement_of(const std::vector<Verdict>& earlier, const std::vector<Verdict>& later) {
  Agreement out;
  for (const Verdict& verdict : later) {
    const Verdict* const before = same_in(earlier, verdict);
    if (before == nullptr) continue;
    for (const CaseVerdict& now : verdict.cases) {
      const auto then = std::ranges::find(before->cases, now.case_name, &CaseVerdict::case_name);
      if (then == before->cases.end()) continue;
      ++out.verdicts;
      if (then->outcome == now.outcome) continue;
      out.differ.push_back({verdict.prediction, verdict.falsifier, *then, now});
    }
  }
  return out;
}

Agreement agreement_of(const std::vector<KnownRun>& runs) {
  Agreement all;
  for (std::size_t later = 0; later < runs.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      Agreement one = agreement_of(runs[earlier].verdicts, runs[later].verdicts);
      all.verdicts += one.verdicts;
      std::ranges::move(one.differ, std::back_inserter(all.differ));
    }
  }
  return all;
}

}  // namespace membound::page
