// SPDX-License-Identifier: Apache-2.0
// Pilots: run one, and keep what it showed beside its protocol.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "judge/forecast.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {

struct PilotOptions {
  StoreOptions store;
  std::string device;
  bool quiet = false;
};

/// `protocols/x.yaml` -> `protocols/x.pilot.json`.
std::filesystem::path pilot_path(const std::filesystem::path& file);

/// The pilot beside `file`, if there is one.
std::optional<Pilot> find_pilot(const std::filesystem::path& file);

/// Runs what was not frozen into the scratch database, as an exploratory run of its own. Throws
/// Error(incomplete) when that was interrupted.
Evidence explore(const FrozenProtocol& unfrozen, const Catalogue& catalogue,
                 const PilotOptions& options, const std::filesystem::path& folder = {});

/// Runs the baseline of `protocol` against itself, exploratory and into the scratch database, and
/// writes what it showed beside `file`.
Pilot run_pilot(const std::filesystem::path& file, const Protocol& protocol,
                const Catalogue& catalogue, const PilotOptions& options);

/// What a pilot says of a protocol: chances, time and the sizes that it recommends, as lines.
std::string forecast_text(const Protocol& protocol, const Plan& plan, const Pilot& pilot);

/// What a pilot says of a protocol, in one line for its frozen file and its report.
std::string power_text(const Protocol& protocol, const Pilot& pilot);

/// Throws Error(usage) when a prediction would not hold even at the centre of its range.
void refuse_low_power(const Protocol& protocol, const Pilot& pilot);

}  // namespace membound::cli
