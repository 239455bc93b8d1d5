// SPDX-License-Identifier: Apache-2.0
// Reader: plain values from the rows of a database.
#pragma once

#include <string>
#include <vector>

#include "record/database.hpp"
#include "record/recorder.hpp"

namespace membound {

std::vector<RunSummary> read_runs(Connection& connection);  ///< oldest first
/// Throws Error(usage) when it is absent.
StoredProtocol read_protocol(Connection& connection, const std::string& digest);
/// `prefix` of a run's id; ordered by key: invocation, then round and position, or moment and cell.
Evidence read_evidence(Connection& connection, const std::string& prefix);
/// Whole id of the one run whose id begins with `prefix`; throws Error(usage) when there is none,
/// or several.
std::string find_run(Connection& connection, const std::string& prefix);

}  // namespace membound
