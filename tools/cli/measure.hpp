// SPDX-License-Identifier: Apache-2.0
// Measuring: one supervised run into a database, with progress on the screen and signals caught.
#pragma once

#include <string>

#include "execute/supervisor.hpp"
#include "record/database.hpp"

namespace membound::cli {

/// 128 random bits: nobody picks the data of a run.
std::string random_id();

/// The backend that the protocol's arms share, as validation has made sure. Throws Error(usage)
/// when `asked` names another one, and Error when it is not available here.
std::string backend_of(const Protocol& protocol, const Catalogue& catalogue,
                       const std::string& asked);

/// The device as workers shall name it: a GPU by its identity, so that the one which was described
/// is the one that every worker opens, whatever indices may do.
std::string selector_of(const DeviceInfo& device, const std::string& backend,
                        const std::string& asked);

struct Measurement {
  const FrozenProtocol& frozen;
  const RunHead& head;  ///< begun in the database
  Database& database;
  int deadline = 60;  ///< seconds without progress after which a worker counts as hung
  bool quiet = false;
};

/// Runs it to its end, to the first interrupt or to a failure. The first signal ends the run after
/// the present round, the second one at once.
RunResult measure(const Measurement& of);

}  // namespace membound::cli
