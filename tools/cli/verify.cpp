// SPDX-License-Identifier: Apache-2.0
// `membound verify`: whether frozen texts, rows, verdicts and reports still belong together.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>

#include "base/text.hpp"
#include "report/words.hpp"
#include "tools/cli/audit.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/place.hpp"
#include "tools/cli/publish.hpp"
#include "tools/cli/witness.hpp"

namespace membound::cli {
namespace {

namespace fs = std::filesystem;

struct VerifyOptions {
  StoreOptions store;
  std::vector<std::string> names;
  std::optional<fs::path> protocols;
  Trust trust;
};

/// What was asked for: all, or what the names mean.
struct Scope {
  std::vector<RunSummary> runs;
  std::set<std::string> reports;  ///< ids of protocols
  std::vector<fs::path> files;    ///< frozen files
};

bool is_frozen_file(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.find(".frozen.") != std::string::npos && file.extension() == ".yaml";
}

std::vector<fs::path> frozen_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && is_frozen_file(entry.path())) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// Whether a run is meant by a name: the id of its protocol, or the first digits of its own.
bool means(const std::string& name, const RunSummary& summary) {
  return summary.protocol == name || summary.run.id.starts_with(name);
}

/// The frozen file of the protocol that a name means: its own, or that of a file beside it.
std::optional<fs::path> named_file(const std::string& name) {
  if (!fs::is_regular_file(name)) return std::nullopt;
  const fs::path file = is_frozen_file(name) ? fs::path(name) : frozen_path(name);
  if (fs::exists(file)) return file;
  throw Error(name + " has not been frozen: there is no " + file.string(), ExitCode::usage);
}

Scope scope_of(const VerifyOptions& options, const Database& database, const fs::path& folder) {
  Scope scope;
  const std::vector<RunSummary> runs = database.runs();
  if (options.names.empty()) {
    scope.runs = runs;
    scope.files = frozen_files(folder);
  }
  for (const std::string& name : options.names) {
    const std::optional<fs::path> file = named_file(name);
    const std::string id = file ? thaw(read_text(*file)).protocol().id : name;
    if (file) scope.files.push_back(*file);
    bool known = file.has_value();
    for (const RunSummary& summary : runs) {
      if (!means(id, summary)) continue;
      scope.runs.push_back(summary);
      known = true;
    }
    if (!known)
      throw Error("no run and no protocol is named '" + name + "'; 'membound runs' lists them",
                  ExitCode::usage);
  }
  for (const RunSummary& summary : scope.runs) scope.reports.insert(summary.protocol);
  return scope;
}

/// Prints one line and its findings; returns the number of findings.
std::size_t show(const std::string& what, const Audit& audit) {
  std::string line = fmt::format("{}  {}", audit.findings.empty() ? "fine  " : "DIFFERS", what);
  if (!audit.checked.empty()) line += ": " + join(audit.checked, "; ");
  std::puts(printable(line).c_str());
  for (const std::string& finding : audit.findings)
    std::printf("        %s\n", printable_lines(finding).c_str());
  return audit.findings.size();
}

std::size_t show_run(const Database& database, const RunSummary& summary) {
  const std::string what =
      fmt::format("run {:.12} of {}, {}{}", summary.run.id, summary.protocol,
                  page::label(summary.status), summary.run.exploratory ? ", exploratory" : "");
  return show(what, audit_run(database, summary));
}

std::size_t show_frozen(const Database& database, const fs::path& file, const Trust& trust) {
  Audit audit = audit_frozen(database, file);
  const std::vector<Witness> proof = witnesses(file, trust);
  for (const Witness& witness : proof) {
    if (witness.wrong) audit.findings.push_back(witness.words);
  }
  const std::size_t found = show(file.string(), audit);
  for (const Witness& witness : proof) {
    if (!witness.wrong) std::printf("        time: %s\n", printable(witness.words).c_str());
  }
  return found;
}

int verify(const VerifyOptions& options) {
  const Places where = places(options.store, {}, ResultsPlace::repository);
  const Database database(where.database, Database::Mode::read_only);
  const fs::path folder = options.protocols.value_or(project_root({}) / "protocols");
  const Scope scope = scope_of(options, database, folder.lexically_proximate(fs::current_path()));
  std::size_t found =
      show(where.database.string(), {{"SQLite's own checks", "schema"}, database.inspect()});
  for (const RunSummary& summary : scope.runs) found += show_run(database, summary);
  for (const std::string& id : scope.reports) {
    const Audit audit = audit_report(database, id, where.reports);
    if (!audit.checked.empty() || !audit.findings.empty()) found += show("report of " + id, audit);
  }
  if (options.names.empty()) {
    const Audit audit = audit_index(database, where.reports);
    if (!audit.checked.empty() || !audit.findings.empty()) found += show("index of reports", audit);
  }
  for (const fs::path& file : scope.files) found += show_frozen(database, file, options.trust);
  std::printf(
      "%zu runs, %zu frozen protocols: %s\n"
      "not proved: that nobody measured before freezing, and that not all files were made anew "
      "together; a digest or the head of a chain that somebody else keeps shows the latter\n",
      scope.runs.size(), scope.files.size(),
      found == 0 ? "nothing differs" : fmt::format("{} findings", found).c_str());
  return static_cast<int>(found == 0 ? ExitCode::complete : ExitCode::integrity);
}

}  // namespace

void add_verify(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand(
      "verify", "check that frozen texts, rows, verdicts and reports still belong together");
  auto options = std::make_shared<VerifyOptions>();
  verb->add_option("name", options->names,
                   "runs (first digits of the id) and protocols (id or file); default: all")
      ->type_name("RUN|PROTOCOL");
  add_database_option(*verb, options->store);
  add_reports_option(*verb, options->store);
  verb->add_option("--protocols", options->protocols,
                   "folder of frozen protocols (default: protocols of the project)")
      ->type_name("DIR");
  verb->add_option("--ca", options->trust.authority,
                   "certificates of the time stamp authorities that you trust (PEM)")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  verb->add_option("--signers", options->trust.signers,
                   "keys that you trust, as an allowed-signers file of ssh-keygen")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  verb->callback([&context, options] { context.chosen = [options] { return verify(*options); }; });
}

}  // namespace membound::cli
