// SPDX-License-Identifier: Apache-2.0
// Splice: generated blocks inside a document that people write.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace membound {

/// Replaces what stands between `<!-- membound:begin NAME -->` and `<!-- membound:end NAME -->`,
/// each alone on its line, by the block of that name. Doing it twice changes nothing.
///
/// Throws Error(usage), with the line, when the document has a marker without its partner, a marker
/// that no block belongs to, a name twice, or no place for a block.
std::string splice(std::string_view document, const std::map<std::string, std::string>& blocks);

}  // namespace membound
