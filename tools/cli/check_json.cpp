// SPDX-License-Identifier: Apache-2.0
// `membound check --json`: what check has to say, for editors and scripts.
#include "tools/cli/check_json.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "protocol/finding_json.hpp"
#include "protocol/kinds.hpp"
#include "tools/cli/load.hpp"

namespace membound::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What is known of one file.
struct Checked {
  std::string text;
  std::vector<Finding> findings;
  std::string_view state = "draft";
  ExitCode code = ExitCode::complete;

  void fail(ExitCode with, std::string_view as, Finding finding) {
    code = with;
    state = as;
    findings.push_back(std::move(finding));
  }
};

Finding about_file(std::string_view kind, std::string message, std::string next) {
  return {Finding::Severity::error, {}, std::move(message), std::move(next), kind};
}

void compare_with_frozen(Checked& checked, const std::filesystem::path& file,
                         const Protocol& protocol, const Catalogue& catalogue) {
  const auto frozen = find_frozen(file);
  if (!frozen) return;
  checked.state = "frozen";
  const std::string differences = difference(*frozen, protocol, catalogue);
  if (differences.empty()) return;
  checked.fail(
      ExitCode::integrity, "differs",
      about_file(kinds::differs_from_frozen,
                 "differs from what was frozen on " + frozen->provenance().time, differences));
}

Checked look(const std::filesystem::path& file, const Catalogue& catalogue) {
  Checked checked;
  try {
    checked.text = read_text(file);
    Parsed parsed = read_protocol(checked.text, catalogue);
    checked.findings = std::move(parsed.findings);
    if (has_errors(checked.findings)) {
      checked.code = ExitCode::usage;
    } else {
      compare_with_frozen(checked, file, parsed.protocol, catalogue);
    }
  } catch (const Error& problem) {  // no such file, or a frozen file that is none
    const bool damaged = problem.code() == ExitCode::integrity;
    checked.fail(
        problem.code(), damaged ? "differs" : "unreadable",
        about_file(damaged ? kinds::differs_from_frozen : kinds::unreadable, problem.what(), ""));
  }
  return checked;
}

Json to_json(const std::filesystem::path& file, const Checked& checked) {
  return {{"file", file.string()},
          {"valid", !has_errors(checked.findings)},
          {"state", checked.state},
          {"findings", membound::to_json(checked.findings, checked.text)}};
}

}  // namespace

int check_as_json(const std::vector<std::filesystem::path>& files, const Catalogue& catalogue) {
  ExitCode worst = ExitCode::complete;
  Json all = Json::array();
  for (const auto& file : files) {
    const Checked checked = look(file, catalogue);
    if (worst == ExitCode::complete) worst = checked.code;
    all.push_back(to_json(file, checked));
  }
  const Json out{{"version", 1}, {"files", std::move(all)}};
  std::puts(out.dump(1, ' ', false, Json::error_handler_t::replace).c_str());
  return static_cast<int>(worst);
}

}  // namespace membound::cli
