// SPDX-License-Identifier: Apache-2.0
// Build: what the program knows of its own making; the build system generates the definitions.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace membound {

/// Embedded by the build, so that a binary without its repository still knows what it is.
struct Build {
  std::string version;   ///< of membound
  std::string commit;    ///< 40 hex digits, or "unknown"
  bool dirty = false;    ///< the working tree differed from the commit
  std::string compiler;  ///< name and version
  bool operator==(const Build&) const = default;
};
const Build& build();

/// SHA-256 over a source file of kernels/ and every file of kernels/ that it includes.
struct SourceDigest {
  std::string_view path;  ///< relative to the repository root
  std::string_view sha256;
};
std::span<const SourceDigest> source_digests();

}  // namespace membound
