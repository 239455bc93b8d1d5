// SPDX-License-Identifier: Apache-2.0
// Messages between supervisor and worker as lines of JSON.
#pragma once

#include <string>
#include <string_view>

#include "evidence/evidence.hpp"
#include "execute/execute.hpp"

namespace membound {

/// One line, without the newline. decode(encode(m)) == m for every message.
std::string encode(const Message& message);
/// Throws Error when the line is not a message.
Message decode_message(std::string_view line);

/// What a worker is told to do: describe its device, or execute a job of a frozen protocol.
struct WorkOrder {
  std::string frozen_text;
  Job job;  ///< without a run: only describe the device, if the protocol fits into it
  std::string backend;
  std::string device;  ///< selector
};

std::string encode(const WorkOrder& order);
WorkOrder decode_order(std::string_view text);

}  // namespace membound
