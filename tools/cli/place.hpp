// SPDX-License-Identifier: Apache-2.0
// Places: where the results of a project are.
#pragma once

#include <filesystem>

#include "protocol/protocol.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {

struct Places {
  std::filesystem::path database;
  std::filesystem::path reports;
};

/// Nearest folder from `start` upwards that holds results.db, protocols/ or .git; `start` when none
/// does.
std::filesystem::path project_root(const std::filesystem::path& start);

/// Where results go and come from: what the options say; otherwise results.db and reports/ of the
/// project, or, for a scratch protocol, scratch.db and scratch/ in its build folder. Relative to
/// the current folder where that is shorter.
Places places(const StoreOptions& options, const std::filesystem::path& start, ResultsPlace place);

}  // namespace membound::cli
