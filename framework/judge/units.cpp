// SPDX-License-Identifier: Apache-2.0
// Units: the values that a verdict counts, one per replication.
#include "judge/units.hpp"

#include "stats/quantile.hpp"

namespace membound {

Units units_of(const RoundValues& rounds, int frozen_invocations) {
  Units out{{}, frozen_invocations == 1};
  for (const auto& [invocation, values] : rounds) {
    if (out.within_one_process) {
      out.values.insert(out.values.end(), values.begin(), values.end());
    } else {
      out.values.push_back(median(values));
    }
  }
  return out;
}

}  // namespace membound
