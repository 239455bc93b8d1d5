// SPDX-License-Identifier: Apache-2.0
// `membound check --json`: what check has to say, for editors and scripts.
#pragma once

#include <filesystem>
#include <vector>

#include "base/catalogue.hpp"

namespace membound::cli {

/// Prints {"version": 1, "files": [...]}: of each file its path, whether it is valid, its state
/// (draft, frozen, differs or unreadable) and its findings. Returns the exit code that `check` has
/// without JSON.
int check_as_json(const std::vector<std::filesystem::path>& files, const Catalogue& catalogue);

}  // namespace membound::cli
