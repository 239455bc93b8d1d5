// SPDX-License-Identifier: Apache-2.0
// Merge: the union of two databases, row by row.
#pragma once

#include "record/database.hpp"
#include "record/sqlite.hpp"

namespace membound {

/// Adds to `into` what only `from` holds, one transaction per run. A row that both hold with
/// different content throws Error(integrity) that names its run; the runs merged before it stay.
MergeCounts merge_runs(Connection& into, Connection& from);

}  // namespace membound
