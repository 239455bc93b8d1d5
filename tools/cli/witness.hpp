// SPDX-License-Identifier: Apache-2.0
// Witness: what shows when a frozen protocol existed, and what that does not prove.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace membound::cli {

/// What to check witnesses against.
struct Trust {
  std::filesystem::path authority;  ///< certificates of time stamp authorities, PEM
  std::filesystem::path signers;    ///< allowed signers, as ssh-keygen reads them
};

struct Witness {
  std::string words;   ///< what it shows, and what it does not
  bool wrong = false;  ///< it contradicts the file
};

/// `x.frozen.yaml` -> `x.frozen.tsr`, `x.frozen.tsq`; `x.frozen.yaml.sig`.
std::filesystem::path token_path(const std::filesystem::path& frozen);
std::filesystem::path query_path(const std::filesystem::path& frozen);
std::filesystem::path signature_path(const std::filesystem::path& frozen);

/// Every witness beside or around a frozen file, the weakest first; never empty.
std::vector<Witness> witnesses(const std::filesystem::path& frozen, const Trust& trust);

/// Why a token is none over this file; empty when it names the file's digest.
std::string why_no_token(const std::filesystem::path& token, const std::filesystem::path& frozen);

}  // namespace membound::cli
