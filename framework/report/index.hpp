// SPDX-License-Identifier: Apache-2.0
// Index: every prediction that was frozen and run, with what became of it, held and falsified
// alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/freeze.hpp"
#include "report/report.hpp"

namespace membound {

/// A frozen protocol with the runs that count, oldest first; none of them is exploratory or
/// incomplete. Each has its verdicts.
struct IndexEntry {
  FrozenProtocol frozen;
  std::vector<KnownRun> runs;
};

/// Markdown page for the folder of the reports, by the experiments that the protocols repeat.
/// Entries of one protocol stand together, the latest version first, in the order given.
std::string index_page(const std::vector<IndexEntry>& entries);

/// True for what index_page makes, whatever its entries.
bool is_index_page(std::string_view text);

}  // namespace membound
