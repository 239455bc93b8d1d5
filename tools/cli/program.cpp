// SPDX-License-Identifier: Apache-2.0
// The whole command line: verbs, help, suggestions, and the one place where an Error is caught.
#include <algorithm>
#include <cstdio>
#include <exception>

#include "base/build.hpp"
#include "base/text.hpp"
#include "execute/worker.hpp"
#include "membound/main.hpp"
#include "tools/cli/verbs.hpp"

namespace membound {
namespace cli {
namespace {

constexpr const char* exit_codes =
    "Exit codes: 0 complete, whatever the verdict; 1 the machine failed; 2 usage or invalid "
    "protocol;\n"
    "3 interrupted, completed rounds are kept; 4 differs from what was frozen or recorded; with "
    "--gate 10 "
    "falsified,\n"
    "11 inconclusive, 12 void.";

std::string version() {
  const Build& b = build();
  return "membound " + b.version + " (" + b.commit.substr(0, 12) + (b.dirty ? ", modified" : "") +
         ", " + b.compiler + ")";
}

/// The nearest verb or option to the first argument that the command line does not know.
std::string suggestion(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> known;
  const CLI::App* scope = &app;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    known.push_back(verb->get_name());
    if (argc > 1 && verb->get_name() == argv[1]) scope = verb;
  }
  for (const CLI::Option* option : scope->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (std::ranges::find(known, word) != known.end()) continue;
    if (const std::string near = nearest(word, known); !near.empty())
      return "; did you mean '" + near + "'?";
  }
  return "";
}

int run_chosen(const std::function<int()>& chosen) {
  try {
    return chosen();
  } catch (const Error& problem) {
    std::fprintf(stderr, "membound: %s\n", printable_lines(problem.what()).c_str());
    return static_cast<int>(problem.code());
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "membound: unexpected: %s\n", printable_lines(problem.what()).c_str());
    return static_cast<int>(ExitCode::machine);
  }
}

}  // namespace

void add_database_option(CLI::App& verb, StoreOptions& options) {
  verb.add_option("--db", options.database, "database file (default: results.db of the project)")
      ->type_name("PATH");
}

void add_reports_option(CLI::App& verb, StoreOptions& options) {
  verb.add_option("--reports", options.reports,
                  "folder for reports (default: reports of the project)")
      ->type_name("DIR");
}

}  // namespace cli

int main(int argc, char** argv) {
  cli::Context context;
  return cli::run_chosen([&] {
    context.catalogue = registered();
    if (argc == 2 && std::string_view(argv[1]) == "worker") return work(context.catalogue);
    CLI::App app{
        "Preregistered benchmarks of memory-bound kernels: predictions are frozen before they are "
        "measured."};
    app.set_version_flag("--version", cli::version());
    app.footer(cli::exit_codes);
    app.require_subcommand(1);
    for (const auto add :
         {cli::add_init, cli::add_check, cli::add_explain, cli::add_plan, cli::add_freeze,
          cli::add_amend, cli::add_stamp, cli::add_run, cli::add_judge, cli::add_report,
          cli::add_verify, cli::add_arms, cli::add_runs, cli::add_merge, cli::add_splice,
          cli::add_schema, cli::add_export, cli::add_doctor}) {
      add(app, context);
    }
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
      if (problem.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
        return app.exit(problem);
      throw Error(std::string(problem.what()) + cli::suggestion(app, argc, argv) +
                      "\nRun 'membound --help' or 'membound VERB --help'.",
                  ExitCode::usage);
    }
    return context.chosen();
  });
}

}  // namespace membound
