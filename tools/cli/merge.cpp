// SPDX-License-Identifier: Apache-2.0
// `membound merge`: copies the runs of other databases into one.
#include <cstdio>
#include <memory>
#include <vector>

#include "record/database.hpp"
#include "tools/cli/place.hpp"

namespace membound::cli {
namespace {

struct MergeOptions {
  StoreOptions store;
  std::vector<std::filesystem::path> sources;
};

int merge(const MergeOptions& options) {
  const Places where = places(options.store, {}, ResultsPlace::repository);
  Database target(where.database, Database::Mode::read_write);
  for (const std::filesystem::path& source : options.sources) {
    const MergeCounts counts = target.merge(source);
    std::printf("%s: %d runs added, %d already there\n", source.c_str(), counts.added,
                counts.already_there);
  }
  target.seal();
  return 0;
}

}  // namespace

void add_merge(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "merge", "copy the runs of other databases into one; repeating it changes nothing");
  auto options = std::make_shared<MergeOptions>();
  verb->add_option("source", options->sources, "databases to copy from")
      ->required()
      ->type_name("DB");
  add_database_option(*verb, options->store);
  verb->callback([&context, options] { context.chosen = [options] { return merge(*options); }; });
}

}  // namespace membound::cli
