// SPDX-License-Identifier: Apache-2.0
// Loading protocols from files, with every finding shown.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "protocol/freeze.hpp"

namespace membound::cli {

/// Whole file as text; throws Error(usage) with the reason when it cannot be read or is too large
/// to be a protocol.
std::string read_text(const std::filesystem::path& file);

/// Writes beside the target and renames, so that a reader never sees half a file.
void write_text(const std::filesystem::path& file, const std::string& text);

/// Reads, completes and validates a protocol; prints every finding to standard error and throws
/// Error(usage) when one of them is an error.
Protocol load(const std::filesystem::path& file, const Catalogue& catalogue);

/// `protocols/x.yaml` -> `protocols/x.frozen.yaml`.
std::filesystem::path frozen_path(const std::filesystem::path& file);

/// The frozen protocol beside `file`, if there is one.
std::optional<FrozenProtocol> find_frozen(const std::filesystem::path& file);

/// Freezes `protocol` of `file` now, or returns what was frozen before when nothing differs; throws
/// Error(integrity) with the differences otherwise. Writes the frozen file. With a pilot beside the
/// protocol it throws Error(usage) when the power is hopeless and no reason to accept that is
/// given.
FrozenProtocol freeze_file(const std::filesystem::path& file, const Protocol& protocol,
                           const Catalogue& catalogue, const std::string& accept_low_power = "");

}  // namespace membound::cli
