// SPDX-License-Identifier: Apache-2.0
// Circumstances: what a reader must know beside the verdict on a prediction.
#pragma once

#include <vector>

#include "report/markdown.hpp"
#include "report/view.hpp"

namespace membound::page {

/// Its condition, its mechanism and what confirms it, the earlier result that it repeats, and
/// handicaps and warm caches of its arms; each only when the protocol has it.
std::vector<Inline> circumstances(const View& view, const Prediction& prediction);

/// What the numbers of a prediction are, and how often a verdict like this is wrong.
std::string error_statement(const View& view, const Prediction& prediction, const Verdict& verdict);

}  // namespace membound::page
