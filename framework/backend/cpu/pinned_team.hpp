// SPDX-License-Identifier: Apache-2.0
// PinnedTeam: threads bound to processors of their own that start and finish a function together.
#pragma once

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#include "membound/team.hpp"

namespace membound::cpu {

/// Rank 0 is the thread that calls run(); the others wait for it, first spinning, then yielding,
/// then asleep, so that launches in a row start within a microsecond and an idle team costs
/// nothing.
///
/// The caller is not bound to its processor here but for the length of a batch (Pinned): threads
/// that it makes to generate data would inherit the binding and all run on one processor.
class PinnedTeam : public Team {
 public:
  /// One rank per entry; an entry may repeat, then ranks share a processor. Throws Error if one is
  /// not allowed.
  explicit PinnedTeam(std::vector<int> processors);
  ~PinnedTeam() override;
  PinnedTeam(const PinnedTeam&) = delete;
  PinnedTeam& operator=(const PinnedTeam&) = delete;

  [[nodiscard]] int size() const override { return static_cast<int>(processors_.size()); }
  [[nodiscard]] int processor(int rank) const {
    return processors_[static_cast<std::size_t>(rank)];
  }

  /// Rethrows what a rank threw, once all ranks are done; of several exceptions the one of the
  /// lowest rank.
  void run(const std::function<void(int)>& work) override;

 private:
  void serve(int rank);
  void call(int rank) noexcept;
  void dismiss();

  std::vector<int> processors_;
  std::vector<std::exception_ptr> failures_;        ///< one per rank; written by that rank alone
  const std::function<void(int)>* work_ = nullptr;  ///< nullptr: go home

  static constexpr std::size_t line = 64;        ///< both counters are contended: a cache line each
  alignas(line) std::atomic<unsigned> turn_{0};  ///< counts the calls of run()
  alignas(line) std::atomic<unsigned> working_{0};  ///< ranks other than 0 that are not done
  alignas(line) std::atomic<bool> failed_{false};
  std::vector<std::jthread> threads_;
};

}  // namespace membound::cpu
