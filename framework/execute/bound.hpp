// SPDX-License-Identifier: Apache-2.0
// Bound cell: a cell of the plan with its operands, its prepared repetition and its output.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "execute/arena.hpp"
#include "execute/chain.hpp"
#include "membound/backend.hpp"

namespace membound {

/// An arm says that it cannot handle the operands: of its cell, and of no other.
class Refusal : public Error {
 public:
  using Error::Error;
};

/// The launch that the arm binds. Throws Refusal when it throws Error.
Launch bind(const Arm& arm, const Binding& binding);

/// A cell that is ready to be timed.
struct BoundCell {
  int index = 0;  ///< in Plan::cells
  const Cell* cell = nullptr;
  Arena* arena = nullptr;        ///< nullptr for the null launch
  const Chain* chain = nullptr;  ///< of an arm in launch mode chain
  std::vector<int>
      copies;  ///< rotating copies that one repetition touches, in launch order, each once
  std::optional<Placement> output;  ///< within a copy; absent for the null launch
  Bytes read;                       ///< counted traffic of one launch
  Bytes written;
  std::unique_ptr<Batch> batch;
  std::vector<Receipt> receipts;  ///< read back by the arm and by the driver
};

/// Why the cell cannot run here: not in this build, not on this device. Empty when it can.
std::string why_not(const Cell& cell, const Catalogue& catalogue, const DeviceInfo& device);

/// What the cells of a plan are bound with.
struct Stage {
  const Plan& plan;
  const Catalogue& catalogue;
  Backend& backend;
  int invocation = 0;
  std::vector<std::unique_ptr<Arena>> arenas;  ///< by operand set
  std::vector<std::unique_ptr<Chain>> chains;  ///< by operand set; null where no arm is chained
};

/// Binds cell `index` to every copy that it rotates over and prepares its repetition.
BoundCell bind(const Stage& stage, int index);

/// Fills the outputs of the touched copies with the poison.
void poison_outputs(const BoundCell& bound, Backend& backend);

/// Output of a copy, on the device.
std::span<std::byte> output_in(const BoundCell& bound, int copy);

}  // namespace membound
