// SPDX-License-Identifier: Apache-2.0
// Chain: the vectors that launches hand on to each other, and the check of every link.
//
// The shape of a launch stays the same along the chain, so that its time is that of one shape. The
// output of a link is the beginning of the next link's input: an output that is longer is cut, a
// shorter one is completed by the elements that were generated for that place.
#pragma once

#include <memory>
#include <vector>

#include "execute/arena.hpp"
#include "membound/arm.hpp"

namespace membound {

/// What a chain is made for.
struct ChainSetup {
  const Workload& workload;  ///< with a chain rule
  const OperandSet& set;
  const Arena& arena;  ///< with its reference
  int links = 0;
  int invocation = 0;
};

/// Device memory of the chain of one operand set; all arms on the set use it in turn.
class Chain {
 public:
  Chain(const ChainSetup& setup, const Catalogue& catalogue, Backend& backend);

  [[nodiscard]] int links() const { return links_; }
  [[nodiscard]] const Link& link() const { return link_; }
  /// The output as links store it.
  [[nodiscard]] const Operand& output() const { return output_; }
  /// Operands of link `index`: weights of its rotating copy, its own input and output.
  [[nodiscard]] Operands operands(int index) const;

  /// What each link writes.
  [[nodiscard]] std::vector<std::span<const std::byte>> outputs() const;

  /// The generated input in place, every output poisoned: a link that does not wait for the one
  /// before it reads poison.
  void reset(Backend& backend) const;

  /// Largest error of any link, each given the input that it really had: the first against the
  /// double-precision reference, all others against the checker, which is held to the reference
  /// itself. Throws Error when the checker is wrong.
  [[nodiscard]] double largest_error(Backend& backend, const ErrorRule& rule) const;

  /// Device memory of a chain.
  static Bytes footprint(const Workload& workload, const Layout& layout, int links);

 private:
  [[nodiscard]] std::span<std::byte> slot(int index, const Operand& operand) const;
  [[nodiscard]] std::span<std::byte> checked(int index) const;
  void prepare_checker(const ChainSetup& setup, const Catalogue& catalogue, Backend& backend);
  [[nodiscard]] std::vector<std::byte> checker_outputs(Backend& backend,
                                                       const ErrorRule& rule) const;

  const Arena& arena_;
  int links_;
  Operand input_;
  Operand plain_output_;  ///< as the workload declares it, and as the checker writes it
  Operand output_;
  Link link_;
  Bytes slot_;
  Bytes checked_slot_;
  Memory tape_;      ///< slot k: input of link k; slot k + 1: its output
  Memory pristine_;  ///< the tape as it is before the first link
  Memory checked_;   ///< slot k: output of link k by the checker
  std::unique_ptr<Batch> checker_;
};

}  // namespace membound
