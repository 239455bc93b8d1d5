// SPDX-License-Identifier: Apache-2.0
// Agreement: whether two runs of one frozen protocol came to the same verdicts.
#pragma once

#include <vector>

#include "report/report.hpp"

namespace membound::page {

/// Two verdicts on the same case that differ.
struct Disagreement {
  std::string name;  ///< of the prediction or falsifier
  bool falsifier = false;
  CaseVerdict earlier;
  CaseVerdict later;
};

struct Agreement {
  int verdicts = 0;  ///< one for each case of each prediction and falsifier that both runs judge
  std::vector<Disagreement> differ;

  [[nodiscard]] int equal() const { return verdicts - static_cast<int>(differ.size()); }
};

Agreement agreement_of(const std::vector<Verdict>& earlier, const std::vector<Verdict>& later);

/// Over every pair of runs of the same frozen protocol.
Agreement agreement_of(const std::vector<KnownRun>& runs);

}  // namespace membound::page
