// SPDX-License-Identifier: Apache-2.0
// Resume: what is needed to complete a run that did not end.
#pragma once

#include <string>

#include "execute/supervisor.hpp"
#include "record/database.hpp"

namespace membound::cli {

/// Keeps a run from being recorded by two programs of one machine, for as long as it lives.
class RunLock {
 public:
  /// Throws Error(usage) when another program records the run.
  explicit RunLock(const std::string& run_id);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int socket_ = -1;
};

/// Where an incomplete run goes on; throws Error when it may not: it is complete, or the device,
/// the kernels or the rules are not those that it began with.
struct Resumption {
  int first_invocation = 0;  ///< the next index that was never used
  int finished = 0;
  Event event;  ///< what the reader must know, to be recorded first
};
Resumption resumption(const FrozenProtocol& frozen, const Evidence& evidence,
                      const Catalogue& catalogue, const DeviceInfo& device);

}  // namespace membound::cli
