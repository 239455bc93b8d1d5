// SPDX-License-Identifier: Apache-2.0
// `membound check`: is a protocol valid, and does it still say what was frozen?
#include <cstdio>
#include <memory>
#include <vector>

#include "base/text.hpp"
#include "protocol/phrases.hpp"
#include "tools/cli/check_json.hpp"
#include "tools/cli/load.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

void check(const std::filesystem::path& file, const Catalogue& catalogue) {
  const Protocol protocol = load(file, catalogue);
  std::string state = "not frozen yet";
  if (const auto frozen = find_frozen(file)) {
    const std::string differences = difference(*frozen, protocol, catalogue);
    if (!differences.empty()) {
      throw Error(file.string() + " differs from what was frozen on " + frozen->provenance().time +
                      ":\n" + differences,
                  ExitCode::integrity);
    }
    state = "frozen " + frozen->provenance().time + " as " + frozen->digest();
  }
  std::printf("%s: valid; %s, %s, %s, %s; %s\n", file.c_str(),
              counted(protocol.cases.size(), "case").c_str(),
              counted(protocol.arms.size(), "arm").c_str(),
              counted(protocol.predictions.size(), "prediction").c_str(),
              counted(protocol.falsifiers.size(), "falsifier").c_str(), state.c_str());
}

/// One bad file does not keep the others from being checked.
int checked(const std::filesystem::path& file, const Catalogue& catalogue) {
  try {
    check(file, catalogue);
    return 0;
  } catch (const Error& problem) {
    std::fprintf(stderr, "membound: %s\n", printable_lines(problem.what()).c_str());
    return static_cast<int>(problem.code());
  }
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("check", "say whether protocols are valid; writes nothing");
  auto files = std::make_shared<std::vector<std::filesystem::path>>();
  verb->add_option("protocol", *files, "protocol files")->required()->type_name("FILE");
  auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "print the findings as JSON, for editors and scripts");
  verb->callback([&context, files, json] {
    context.chosen = [&context, files, json] {
      if (*json) return check_as_json(*files, context.catalogue);
      int worst = 0;
      for (const auto& file : *files) {
        const int code = checked(file, context.catalogue);
        if (worst == 0) worst = code;
      }
      return worst;
    };
  });
}

}  // namespace membound::cli
