// SPDX-License-Identifier: Apache-2.0
// Measuring: one supervised run into a database, with progress on the screen and signals caught.
#pragma once

#include <string>

#include "execute/supervisor.hpp"
#include "record/database.hpp"

namespace membound::cli {

/// The first signal ends a measurement after the present round, the second one at once; a file that
/// grows too large is an error of a write. To be called before anything is written.
void catch_signals();

/// The backend that the protocol's arms share, as validation has made sure. Throws Error(usage)
/// when `asked` names another one, and Error when it is not available here.
std::string backend_of(const Protocol& protocol, const Catalogue& catalogue,
                       const std::string& asked);

/// The head of a run that begins now, under an id that nobody picked; exploratory when nothing was
/// frozen. Workers are told to open the
/// device that was described: a GPU by its identity, whatever indices may do; else as `asked`.
RunHead new_run(const FrozenProtocol& frozen, const DeviceInfo& device, const std::string& asked);

/// The whole of a run; a worker that makes no progress for `deadline` seconds counts as hung.
RunRequest request_for(const FrozenProtocol& frozen, const RunHead& head, int deadline);

/// Runs the request into the database, where its head has begun, to its end, to an interrupt or to
/// a failure.
RunResult measure(RunRequest request, Database& database, bool quiet);

}  // namespace membound::cli
