// SPDX-License-Identifier: Apache-2.0
// Execution: the only timing loop (worker) and the processes around it (supervisor).
#pragma once

#include <functional>

#include "base/catalogue.hpp"
#include "evidence/evidence.hpp"

namespace membound {

using Sink = std::function<void(const Message&)>;

/// Where an invocation gets its data from.
struct Draw {
  std::string run_id;
  int invocation = 0;
};

/// Runs one invocation of the plan on a backend and sends what happens to `sink`.
void execute(const FrozenProtocol& frozen, const Plan& plan, const Draw& draw, const Catalogue& catalogue,
             Backend& backend, const Sink& sink);

}  // namespace membound
