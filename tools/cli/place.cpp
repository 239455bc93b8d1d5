// SPDX-License-Identifier: Apache-2.0
// Places: where the results of a project are.
#include "tools/cli/place.hpp"

namespace membound::cli {
namespace {

namespace fs = std::filesystem;

/// The shorter of a path as it is and relative to the current folder; for messages.
fs::path shorter(const fs::path& path) {
  const fs::path relative = path.lexically_relative(fs::current_path());
  return !relative.empty() && relative.string().size() < path.string().size() ? relative : path;
}

}  // namespace

fs::path project_root(const fs::path& start) {
  fs::path from = fs::weakly_canonical(start.empty() ? fs::current_path() : fs::absolute(start));
  for (fs::path folder = from;; folder = folder.parent_path()) {
    for (const char* mark : {"results.db", "protocols", ".git"}) {
      if (fs::exists(folder / mark)) return folder;
    }
    if (folder == folder.parent_path()) return from;
  }
}

Places places(const StoreOptions& options, const fs::path& start, ResultsPlace place) {
  const fs::path root = project_root(start);
  const bool scratch = place == ResultsPlace::scratch;
  const fs::path database = scratch ? root / "build" / "scratch.db" : root / "results.db";
  const fs::path reports = scratch ? root / "build" / "scratch" : root / "reports";
  Places result{options.database.value_or(shorter(database)),
                options.reports.value_or(shorter(reports))};
  if (scratch && !options.database) {
    std::error_code problem;  // reported when the database cannot be opened
    fs::create_directories(root / "build", problem);
  }
  return result;
}

}  // namespace membound::cli
