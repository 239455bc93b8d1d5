// SPDX-License-Identifier: Apache-2.0
// Verdicts: how the judge's values are stored and read back.
#pragma once

#include <string>
#include <vector>

#include "judge/judge.hpp"
#include "record/sqlite.hpp"

namespace membound {

/// Stores the verdicts of a run that has ended, once per rules version. The same again is no
/// change; others under the same rules throw Error(integrity), because the judge gives the same
/// verdicts for the same evidence.
void store_verdicts(Connection& connection, const std::string& run_id,
                    const std::vector<Verdict>& verdicts);

/// Empty when the run was not judged under these rules.
std::vector<Verdict> read_verdicts(Connection& connection, std::int64_t run, int rules);

}  // namespace membound
