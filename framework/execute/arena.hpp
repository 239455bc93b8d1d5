// SPDX-License-Identifier: Apache-2.0
// Arena: the rotating copies of one operand set in device memory, shared by all arms that use them.
#pragma once

#include <cstdint>
#include <future>
#include <string>
#include <vector>

#include "base/catalogue.hpp"
#include "membound/backend.hpp"
#include "plan/plan.hpp"

namespace membound {

/// Where one operand lies within a copy.
struct Placement {
  Operand operand;
  std::int64_t offset = 0;
};

/// One copy: inputs first and contiguous, then the output and scratch, then room for the partial
/// sums of a read ceiling that runs over the inputs. Each operand is 256-byte aligned.
struct Layout {
  std::vector<Placement> placements;
  Bytes inputs;  ///< length of the region of all `read` operands, padding included
  std::int64_t witness_offset = 0;
  Bytes witness;  ///< length of the partial sums
  Bytes stride;   ///< distance between copies

  [[nodiscard]] const Placement& output() const;  ///< the operand that holds the result
};

Layout layout_of(const Workload& workload, const OperandSet& set);

/// Copies needed so that the set rotates over at least `working_set`; at least two.
int copies_for(const Layout& layout, Bytes working_set);

/// What fills the copies of an operand set.
struct Contents {
  std::uint64_t seed = 0;  ///< of the generated data
  Bytes working_set;       ///< over which the copies rotate at least
  bool repeated = false;   ///< large inputs are a random block over and over: enough for ceilings
};

/// How inputs are changed where they lie.
struct Alteration {
  std::uint64_t seed = 0;
  std::string spared;  ///< operand left as it is; empty: none
};

/// The copies of one operand set, generated and uploaded. What is only looked up later is computed
/// in the background, and looking it up waits for it.
class Arena {
 public:
  Arena(const Workload& workload, const OperandSet& set, const Contents& contents,
        Backend& backend);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() = default;  ///< waits for what is still computed

  /// Begins to compute the double-precision reference; only sets that arms run on need it.
  void compute_reference(const Workload& workload, const OperandSet& set);

  /// Waits until nothing is computed in the background any more, as before anything is timed.
  void wait() const;

  /// Exchanges random elements of the largest input that is not spared, about one in 500, in the
  /// first copy and in a random part of the others, never in the second, and begins to compute the
  /// reference of what these hold now. So a result that was kept, an operand that was unpacked
  /// earlier and a copy that is read in the place of another all become wrong. False when there is
  /// no such input.
  bool alter(const Workload& workload, const OperandSet& set, const Alteration& how,
             Backend& backend);

  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] int copies() const { return copies_; }
  [[nodiscard]] Bytes working_set() const { return layout_.stride * copies_; }
  /// Digest of what was generated: of the inputs' region, or of the block that it repeats.
  [[nodiscard]] const std::string& data_digest() const { return summary_.get().digest; }
  /// Whether a copy holds what `alter` left, and not what was generated.
  [[nodiscard]] bool altered(int copy) const { return altered_[static_cast<std::size_t>(copy)]; }
  /// Double-precision reference of the output in one copy; after compute_reference.
  [[nodiscard]] const std::vector<double>& reference(int copy = 0) const;
  /// Sum modulo 2^32 of the words of the inputs' region: the reference of a read ceiling over it.
  [[nodiscard]] double input_sum() const { return summary_.get().input_sum; }
  /// Host image of what was generated, as altered.
  [[nodiscard]] std::span<const std::byte> input_image() const;

  [[nodiscard]] std::span<std::byte> copy(int index) const;

 private:
  /// What tells the inputs from others.
  struct Summary {
    double input_sum = 0;
    std::string digest;
  };
  using Reference = std::shared_future<std::vector<double>>;

  [[nodiscard]] std::span<std::byte> inputs_in(int index) const;
  [[nodiscard]] Summary summarise() const;
  [[nodiscard]] Reference reference_of_image(const Workload& workload, const OperandSet& set) const;
  void fill_copies(Backend& backend);

  Layout layout_;
  int copies_ = 0;
  Memory image_;  ///< in host memory: the inputs' region of one copy, or the block that it repeats;
                  ///< zeros where nothing is generated
  std::vector<bool> altered_;  ///< by copy
  Memory memory_;
  // Last, so that they end first: they read the image.
  std::shared_future<Summary> summary_;
  Reference reference_;
  Reference altered_reference_;
};

/// Views of the operands of one copy that starts at `base`.
Operands views(const Layout& layout, std::span<std::byte> base);

}  // namespace membound
