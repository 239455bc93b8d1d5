// SPDX-License-Identifier: Apache-2.0
// `membound amend`: freezes a changed protocol as the next version of the one that it replaces.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "protocol/words.hpp"
#include "record/database.hpp"
#include "report/words.hpp"
#include "tools/cli/amendment_text.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/place.hpp"
#include "tools/cli/witness.hpp"

namespace membound::cli {
namespace {

namespace fs = std::filesystem;

struct AmendOptions {
  StoreOptions store;
  fs::path file;
  std::string reason;
  std::string seen;
};

FrozenProtocol parent_of(const fs::path& file) {
  std::optional<FrozenProtocol> parent = find_frozen(file);
  if (!parent)
    throw Error(fmt::format("{} has not been frozen: there is nothing to amend; 'membound freeze' "
                            "freezes it",
                            file.string()),
                ExitCode::usage);
  return *std::move(parent);
}

/// What the amendment changes, in words; throws when that is nothing or another experiment.
std::string changes(const FrozenProtocol& parent, Protocol draft, const Catalogue& catalogue) {
  if (draft.id != parent.protocol().id) {
    throw Error(fmt::format("the amended protocol is called '{}', what it replaces '{}'; keep the "
                            "id, or put another experiment into a file of its own",
                            draft.id, parent.protocol().id),
                ExitCode::usage);
  }
  draft.amends = parent.protocol().amends;
  std::string changed = difference(parent, draft, catalogue);
  if (changed.empty())
    throw Error("nothing differs from what was frozen: there is nothing to amend", ExitCode::usage);
  return changed;
}

/// Whether a run shows that more had been seen than the level says.
bool contradicts(Seen level, const RunSummary& run) {
  switch (level) {
    case Seen::nothing_run: return true;
    case Seen::no_results_seen: return run.status == RunStatus::complete;
    default: return false;  // no row says who read a report
  }
}

/// Throws Error(integrity) when the database knows more runs than the level admits.
void expect_honest(Seen level, const FrozenProtocol& parent, const fs::path& database) {
  if (!fs::exists(database)) return;
  std::string found;
  for (const RunSummary& summary : Database(database, Database::Mode::read_only).runs()) {
    if (summary.run.protocol_digest != parent.digest() || !contradicts(level, summary)) continue;
    found += fmt::format("  run {:.12} of {}, {}\n", summary.run.id, summary.run.started,
                         page::label(summary.status));
  }
  if (found.empty()) return;
  throw Error(fmt::format("--seen {} cannot be said: {} knows of the protocol that is replaced\n{}"
                          "name what had been seen, for example --seen results_seen; nothing was "
                          "changed",
                          name_of(level), database.string(), found),
              ExitCode::integrity);
}

/// Where a replaced frozen file stays: x.frozen.1.yaml, then x.frozen.2.yaml.
fs::path history_path(const fs::path& frozen) {
  for (int version = 1;; ++version) {
    fs::path kept = fs::path(frozen).replace_extension(fmt::format(".{}.yaml", version));
    if (!fs::exists(kept)) return kept;
  }
}

/// Copies the frozen file and what bears witness for it to where they stay.
void keep_parent(const fs::path& frozen, const fs::path& kept) {
  write_text(kept, read_text(frozen));
  const std::array<std::pair<fs::path, fs::path>, 2> witnesses{
      std::pair{token_path(frozen), token_path(kept)},
      std::pair{signature_path(frozen), signature_path(kept)}};
  for (const auto& [from, to] : witnesses) {
    if (fs::exists(from)) fs::rename(from, to);
  }
}

int amend(const AmendOptions& options, const Catalogue& catalogue) {
  const FrozenProtocol parent = parent_of(options.file);
  const Protocol draft = load(options.file, catalogue);
  const std::string changed = changes(parent, draft, catalogue);
  const auto level =
      static_cast<Seen>(std::ranges::find(words::seen, options.seen) - words::seen.begin());
  const Places where = places(options.store, options.file.parent_path(), draft.results);
  expect_honest(level, parent, where.database);
  const Amendment amendment{parent.digest(), options.reason, level};
  const std::string text = with_amendment(read_text(options.file), amendment);
  const Parsed amended = read_protocol(text, catalogue);
  if (has_errors(amended.findings) || amended.protocol.amends != amendment)
    throw Error(
        options.file.string() +
            ": the amendment cannot be written into it; begin every key of its top level at "
            "the start of a line",
        ExitCode::usage);
  const FrozenProtocol child = freeze(amended.protocol, catalogue, {build(), utc_now()});
  const fs::path frozen = frozen_path(options.file);
  const fs::path kept = history_path(frozen);
  keep_parent(frozen, kept);  // before anything is replaced: a crash loses nothing
  write_text(options.file, text);
  write_text(frozen, child.text());
  std::printf("%s\ndigest  %s\namends  %s (now in %s)\n%snext    git add %s %s %s && git commit\n",
              frozen.c_str(), child.digest().c_str(), parent.digest().c_str(), kept.c_str(),
              printable_lines(changed).c_str(), options.file.c_str(), frozen.c_str(), kept.c_str());
  return 0;
}

}  // namespace

void add_amend(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "amend", "freeze a changed protocol as the next version of the one that it replaces");
  auto options = std::make_shared<AmendOptions>();
  verb->add_option("protocol", options->file, "changed protocol file")
      ->required()
      ->type_name("FILE");
  verb->add_option("--reason", options->reason, "why it is amended")->required()->type_name("TEXT");
  verb->add_option("--seen", options->seen,
                   "what had been seen of the results: nothing_run, no_results_seen, "
                   "results_not_opened or results_seen")
      ->required()
      ->type_name("LEVEL")
      ->check(CLI::IsMember(std::vector<std::string>(words::seen.begin(), words::seen.end())));
  add_database_option(*verb, options->store);
  verb->callback([&context, options] {
    context.chosen = [&context, options] { return amend(*options, context.catalogue); };
  });
}

}  // namespace membound::cli
