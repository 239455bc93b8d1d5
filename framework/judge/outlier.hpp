// SPDX-License-Identifier: Apache-2.0
// Outlier: a repetition that the frozen rule drops, because it lies too far from its invocation's
// median.
#pragma once

#include <vector>

#include "judge/judge.hpp"
#include "judge/observed.hpp"

namespace membound {

/// Repetitions further from the median of their cell and invocation than `outlier_mads` times the
/// median absolute deviation from it, which is not scaled. Where more than half of the times are
/// equal, any other is dropped. Empty when the protocol keeps outliers.
std::vector<Outlier> outliers(const Analysis& analysis, const Observed& observed);

/// The same evidence without these repetitions.
Evidence without(const std::vector<Outlier>& outliers, Evidence evidence);

}  // namespace membound
