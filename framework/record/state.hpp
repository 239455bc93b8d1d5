// SPDX-License-Identifier: Apache-2.0
// State: what an opened Database holds.
#pragma once

#include "record/database.hpp"
#include "record/recorder.hpp"

namespace membound {

struct Database::State {
  explicit State(Connection opened) : connection(std::move(opened)), recorder(connection) {}
  Connection connection;
  Recorder recorder;
};

}  // namespace membound
