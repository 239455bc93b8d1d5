// SPDX-License-Identifier: Apache-2.0
// Witness: what shows when a frozen protocol existed, and what that does not prove.
#include "tools/cli/witness.hpp"

#include <fmt/format.h>

#include "base/digest.hpp"
#include "base/text.hpp"
#include "tools/cli/command.hpp"
#include "tools/cli/load.hpp"

namespace membound::cli {
namespace {

namespace fs = std::filesystem;

/// First line of `text` that begins with `before`, without it; or nothing.
std::string line_after(const std::string& text, const std::string& before) {
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + before.size();
  return printable(text.substr(begin, text.find('\n', begin) - begin));
}

std::optional<Witness> commit_of(const fs::path& frozen) {
  const std::string folder = frozen.has_parent_path() ? frozen.parent_path().string() : ".";
  const std::string name = frozen.filename().string();
  const Answer changed = command({"git", "-C", folder, "status", "--porcelain", "--", name});
  const Answer log = command({"git", "-C", folder, "log", "-1", "--format=%H %cI", "--", name});
  if (changed.code != 0 || log.code != 0 || log.output.size() < 42) return std::nullopt;
  const std::string commit = log.output.substr(0, 12);
  if (!changed.output.empty())
    return Witness{fmt::format("git: changed since commit {}", commit), true};
  return Witness{
      fmt::format("git commit {} of {}: shows the time only if somebody else received "
                  "it then; a commit's date can be chosen freely",
                  commit, line_after(log.output, " "))};
}

std::optional<Witness> signature_of(const fs::path& frozen, const fs::path& signers) {
  const fs::path file = signature_path(frozen);
  if (!fs::exists(file)) return std::nullopt;
  const std::string name = file.filename().string();
  if (signers.empty())
    return Witness{
        fmt::format("signature {}: not checked; name the keys that you trust with "
                    "--signers FILE",
                    name)};
  const Answer who =
      command({"ssh-keygen", "-Y", "find-principals", "-s", file.string(), "-f", signers.string()});
  if (who.code == 127) return Witness{"signature: not checked, there is no ssh-keygen here"};
  const std::string principal = who.output.substr(0, who.output.find('\n'));
  const Answer checked = command({"ssh-keygen", "-Y", "verify", "-f", signers.string(), "-I",
                                  principal, "-n", "membound", "-s", file.string()},
                                 frozen);
  if (who.code != 0 || checked.code != 0)
    return Witness{
        fmt::format("signature {}: WRONG, by none of the trusted keys over this text", name), true};
  return Witness{fmt::format("signature of {}: shows who vouches for the text, not when",
                             printable(principal))};
}

std::optional<Witness> token_of(const fs::path& frozen, const fs::path& authority) {
  const fs::path file = token_path(frozen);
  if (!fs::exists(file)) return std::nullopt;
  const std::string name = file.filename().string();
  if (const std::string why = why_no_token(file, frozen); !why.empty())
    return Witness{fmt::format("token {}: WRONG, {}", name, why), true};
  if (authority.empty())
    return Witness{
        fmt::format("token {}: over this text, but its signature is not checked; name "
                    "the authority's certificates with --ca FILE",
                    name)};
  const Answer checked = command({"openssl", "ts", "-verify", "-data", frozen.string(), "-in",
                                  file.string(), "-CAfile", authority.string()});
  if (checked.code == 127) return Witness{"token: not checked, there is no openssl here"};
  if (checked.code != 0)
    return Witness{fmt::format("token {}: WRONG, not signed by the named authority", name), true};
  const Answer shown = command({"openssl", "ts", "-reply", "-in", file.string(), "-text"});
  return Witness{
      fmt::format("RFC 3161 token of {}: the text existed by then, as far as the "
                  "authority is trusted; not that nothing was measured earlier",
                  line_after(shown.output, "Time stamp: "))};
}

}  // namespace

fs::path token_path(const fs::path& frozen) { return fs::path(frozen).replace_extension(".tsr"); }
fs::path query_path(const fs::path& frozen) { return fs::path(frozen).replace_extension(".tsq"); }
fs::path signature_path(const fs::path& frozen) { return frozen.string() + ".sig"; }

std::string why_no_token(const fs::path& token, const fs::path& frozen) {
  std::string digest;
  const std::string hex = sha256(read_text(frozen));
  for (std::size_t i = 0; i < hex.size(); i += 2)
    digest += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  if (read_text(token).find(digest) == std::string::npos)
    return "it is no token over the SHA-256 of " + frozen.filename().string();
  return {};
}

std::vector<Witness> witnesses(const fs::path& frozen, const Trust& trust) {
  std::vector<Witness> all;
  for (std::optional<Witness> one : {commit_of(frozen), signature_of(frozen, trust.signers),
                                     token_of(frozen, trust.authority)}) {
    if (one) all.push_back(std::move(*one));
  }
  if (all.empty())
    all.push_back(
        {"none: only the author's own clock says when it was frozen; 'membound stamp' or "
         "a pushed commit gives a witness"});
  return all;
}

}  // namespace membound::cli
