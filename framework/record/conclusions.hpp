// SPDX-License-Identifier: Apache-2.0
// Conclusions: how what follows from the verdicts is stored and read back.
#pragma once

#include <string>
#include <vector>

#include "judge/judge.hpp"
#include "record/sqlite.hpp"

namespace membound {

/// Stores the conclusions of a run beside its verdicts, once per rules version. The same again is
/// no change; others under the same rules throw Error(integrity).
void store_conclusions(Connection& connection, const std::string& run_id,
                       const std::vector<Conclusion>& conclusions);

/// Empty when nothing was concluded of the run under these rules, or when the file is older than
/// conclusions are.
std::vector<Conclusion> read_conclusions(Connection& connection, std::int64_t run, int rules);

}  // namespace membound
