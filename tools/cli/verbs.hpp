// SPDX-License-Identifier: Apache-2.0
// Verbs: each adds its subcommand and says what to do when it is chosen; one file each.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/catalogue.hpp"

namespace membound::cli {

/// What `main` hands to every verb, and what the chosen verb hands back.
struct Context {
  Catalogue catalogue;
  std::function<int()> chosen;  ///< returns the exit code
};

/// Options that several verbs share.
struct StoreOptions {
  std::optional<std::filesystem::path> database;
  std::optional<std::filesystem::path> reports;
};
void add_database_option(CLI::App& verb, StoreOptions& options);
void add_reports_option(CLI::App& verb, StoreOptions& options);

void add_amend(CLI::App& app, Context& context);
void add_arms(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_doctor(CLI::App& app, Context& context);
void add_explain(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_freeze(CLI::App& app, Context& context);
void add_init(CLI::App& app, Context& context);
void add_judge(CLI::App& app, Context& context);
void add_merge(CLI::App& app, Context& context);
void add_plan(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_run(CLI::App& app, Context& context);
void add_runs(CLI::App& app, Context& context);
void add_schema(CLI::App& app, Context& context);
void add_splice(CLI::App& app, Context& context);
void add_stamp(CLI::App& app, Context& context);
void add_verify(CLI::App& app, Context& context);

}  // namespace membound::cli
