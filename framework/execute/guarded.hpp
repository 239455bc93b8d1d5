// SPDX-License-Identifier: Apache-2.0
// Guarded operands: one copy of the operands of a problem, each at an end of memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "membound/backend.hpp"
#include "membound/workload.hpp"

namespace membound {

/// Each operand lies in memory of its own, 256-byte aligned as always, and an access beyond one end
/// of it faults. What lies between an operand and the next multiple of 256 bytes (or of 2 MiB, when
/// the front end is guarded) is filled: a write there is seen, a read is not.
class GuardedOperands {
 public:
  enum class End { front, back };

  /// `inputs` holds the generated `read` operands in host memory.
  GuardedOperands(Backend& backend, const std::vector<Operand>& operands, const Operands& inputs,
                  End end);

  /// False when the backend has no memory that ends in a fault; then there are no operands.
  [[nodiscard]] bool available() const { return available_; }
  [[nodiscard]] Operands views() const;
  /// Name of an operand beside which something was written, or of an input that was; empty: none.
  [[nodiscard]] std::string written() const;

 private:
  struct Place {
    Operand operand;
    Memory memory;

    std::uint64_t checksum = 0;  ///< of an input as it was uploaded

    [[nodiscard]] std::span<std::byte> view() const;
  };

  [[nodiscard]] std::uint64_t checksum_of(const Place& place) const;
  [[nodiscard]] bool written(const Place& place) const;

  Backend& backend_;
  std::vector<Place> places_;
  bool available_ = true;
};

}  // namespace membound
