// SPDX-License-Identifier: Apache-2.0
// Ceiling: which probe kernel is the best of its family in an invocation.
#pragma once

#include <optional>
#include <vector>

#include "judge/observed.hpp"

namespace membound {

/// Cells of one kind and, unless it is empty, one format ("read", "copy").
std::vector<int> cells_of(const Plan& plan, CellKind kind, std::string_view format = {});

/// Ceiling cells that may bound a cell: the matched ceilings planned for its operands, or the large
/// ceilings of the same formats as those (of every format when none is matched).
std::vector<int> ceiling_family(const Plan& plan, const Cell& cell, CeilingScope scope);

/// Bytes per nanosecond of a cell at its median time in an invocation; absent when it did not run
/// there.
std::optional<double> median_rate(const Observed& observed, Place place);

/// Member of the family with the highest median rate in the invocation, that is the lowest median
/// time per byte; members that did not run, or that were found to compute something wrong, are no
/// ceiling.
std::optional<int> best_of(const Observed& observed, int invocation,
                           const std::vector<int>& family);

}  // namespace membound
