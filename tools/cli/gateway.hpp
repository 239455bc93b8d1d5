// SPDX-License-Identifier: Apache-2.0
// Gateway: the verdict of an earlier protocol without which a protocol is not run.
#pragma once

#include "record/database.hpp"

namespace membound::cli {

/// Throws Error(usage) unless the latest complete run of the protocol that `proceeds_if` names came
/// to the outcome that it asks for.
void require_gateway(const Protocol& protocol, const Database& database);

}  // namespace membound::cli
