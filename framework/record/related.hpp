// SPDX-License-Identifier: Apache-2.0
// Related: earlier runs of other protocols that timed the same kernels on the same shapes.
#pragma once

#include <vector>

#include "evidence/evidence.hpp"
#include "record/sqlite.hpp"

namespace membound {

/// Runs of other digests that started before this one and share an arm with it: kernel, workload
/// and extents. Oldest first.
std::vector<RelatedRun> read_related(Connection& connection, std::int64_t run);

}  // namespace membound
