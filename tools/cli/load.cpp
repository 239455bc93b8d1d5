// SPDX-License-Identifier: Apache-2.0
// Loading protocols from files, with every finding shown.
#include "tools/cli/load.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/text.hpp"
#include "tools/cli/pilot.hpp"

namespace membound::cli {
namespace {

constexpr std::uintmax_t largest_file = 16 * static_cast<std::uintmax_t>(mebi);

[[noreturn]] void unreadable(const std::filesystem::path& file, const std::string& why) {
  throw Error(file.string() + ": " + why, ExitCode::usage);
}

}  // namespace

std::string read_text(const std::filesystem::path& file) {
  std::error_code problem;
  const auto status = std::filesystem::status(file, problem);
  if (!std::filesystem::exists(status)) unreadable(file, "there is no such file; check the path");
  if (!std::filesystem::is_regular_file(status)) unreadable(file, "this is not a file");
  if (std::filesystem::file_size(file, problem) > largest_file)
    unreadable(file, "too large to be a protocol");
  std::ifstream in(file, std::ios::binary);
  if (!in) unreadable(file, std::string("cannot be read: ") + std::strerror(errno));
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path fresh = file.string() + "." + std::to_string(::getpid()) + ".part";
  std::error_code problem;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), problem);
  {
    std::ofstream out(fresh, std::ios::binary);
    out << text;
    out.flush();
    if (!out) {
      const std::string why = std::strerror(errno);
      std::filesystem::remove(fresh, problem);
      throw Error("cannot write " + file.string() + ": " + why + "; nothing was changed");
    }
  }
  std::filesystem::rename(fresh, file, problem);
  if (problem) throw Error("cannot write " + file.string() + ": " + problem.message());
}

Protocol load(const std::filesystem::path& file, const Catalogue& catalogue) {
  const std::string text = read_text(file);
  const Parsed parsed = read_protocol(text, catalogue);
  std::fputs(render(parsed.findings, printable(file.string()), text).c_str(), stderr);
  if (has_errors(parsed.findings)) {
    const auto errors =
        std::ranges::count(parsed.findings, Finding::Severity::error, &Finding::severity);
    throw Error(file.string() + " is not a valid protocol: " + std::to_string(errors) +
                    (errors == 1 ? " error" : " errors") + "; nothing was run or written",
                ExitCode::usage);
  }
  return parsed.protocol;
}

std::filesystem::path frozen_path(const std::filesystem::path& file) {
  return file.parent_path() / (file.stem().string() + ".frozen.yaml");
}

std::optional<FrozenProtocol> find_frozen(const std::filesystem::path& file) {
  const std::filesystem::path frozen = frozen_path(file);
  if (!std::filesystem::exists(frozen)) return std::nullopt;
  return thaw(read_text(frozen));
}

FrozenProtocol freeze_file(const std::filesystem::path& file, const Protocol& protocol,
                           const Catalogue& catalogue, const std::string& accept_low_power) {
  if (std::optional<FrozenProtocol> before = find_frozen(file)) {
    const std::string differences = difference(*before, protocol, catalogue);
    if (differences.empty()) return *before;
    throw Error(file.string() + " differs from what was frozen on " + before->provenance().time +
                    ":\n" + differences +
                    "A frozen protocol never changes. Undo the change, amend it (membound "
                    "amend), or give the changed experiment a new id and file.",
                ExitCode::integrity);
  }
  Provenance provenance{.build = build(), .time = utc_now(), .accepted_because = accept_low_power};
  if (const std::optional<Pilot> pilot = find_pilot(file)) {
    if (accept_low_power.empty()) refuse_low_power(protocol, *pilot);
    provenance.power = power_text(protocol, *pilot);
  }
  FrozenProtocol frozen = freeze(protocol, catalogue, provenance);
  write_text(frozen_path(file), frozen.text());
  return frozen;
}

}  // namespace membound::cli
