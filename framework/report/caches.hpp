// SPDX-License-Identifier: Apache-2.0
// Caches: what must be said of arms that keep theirs warm, wherever their figures stand.
#pragma once

#include <string>
#include <vector>

#include "report/markdown.hpp"
#include "report/view.hpp"

namespace membound::page {

/// Arms of the protocol whose launches do not rotate.
std::vector<std::string> warm_arms(const Protocol& protocol);

/// For the arms and groups whose figures stand together: which are warm, and that they are unequal
/// when some are not. Nothing when none is warm.
std::vector<Inline> warm_remarks(const Protocol& protocol, const std::vector<std::string>& names);

}  // namespace membound::page
