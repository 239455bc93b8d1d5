// SPDX-License-Identifier: Apache-2.0
// Supervisor: starts one worker per invocation, keeps what they send, survives what they do.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

#include "evidence/evidence.hpp"
#include "execute/execute.hpp"

namespace membound {

/// Where a run stands, for the screen: validity and time, never an effect.
struct Progress {
  int invocation = 0;  ///< finished
  int invocations = 0;
  int round = 0;  ///< finished in the present invocation
  int rounds = 0;
  double seconds_left = 0;  ///< zero while unknown
  int checks_failed = 0;
  int throttled = 0;
};

struct RunRequest {
  const FrozenProtocol* frozen = nullptr;
  std::string run_id;
  std::string backend;
  std::string device;                 ///< selector
  int first_invocation = 0;           ///< index of the next invocation
  int finished = 0;                   ///< invocations already finished (a resumed run)
  std::chrono::seconds deadline{60};  ///< a worker that starts no cell for so long is hung
  const std::atomic<int>* interrupts = nullptr;  ///< 1: finish the round; 2: stop now
};

/// Who keeps what happens. `record` must have committed a round when it returns from RoundFinished.
struct Keeper {
  Sink record;
  std::function<void()> discard_open_round;
  std::function<void(const Progress&)> progress;
};

enum class RunResult { complete, interrupted, failed };

/// Runs invocations until as many are finished as the protocol froze. A worker that dies costs its
/// invocation (another one replaces it) and the cell that killed it, which later invocations leave
/// out.
RunResult supervise(const RunRequest& request, const Keeper& keeper);

/// The device that a run would use; opened in a worker, so that this process holds no device
/// context.
/// Throws Error(usage) when the protocol does not fit into its memory.
DeviceInfo describe(const FrozenProtocol& frozen, const std::string& backend,
                    const std::string& device);

}  // namespace membound
