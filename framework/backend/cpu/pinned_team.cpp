// SPDX-License-Identifier: Apache-2.0
// PinnedTeam: threads bound to processors of their own that start and finish a function together.
#include "backend/cpu/pinned_team.hpp"

#include <sched.h>

#include <utility>

#include "backend/cpu/affinity.hpp"

namespace membound::cpu {
namespace {

/// Tells the processor that this is a spin loop: it saves power and leaves the core to a sibling
/// thread.
void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

/// Waits until `value` is no longer `old`. Spinning (tens of microseconds) answers at once when
/// every rank has a processor; yielding lets the awaited rank run when it has not; sleeping ends
/// the cost of a long wait.
void wait_while(const std::atomic<unsigned>& value, unsigned old) {
  constexpr int spins = 2000;
  constexpr int yields = 50;
  for (int i = 0; i < spins + yields; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    if (i < spins) {
      relax();
    } else {
      sched_yield();
    }
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

PinnedTeam::PinnedTeam(std::vector<int> processors) : processors_(std::move(processors)) {
  failures_.resize(processors_.size());
  try {
    for (int rank = 1; rank < size(); ++rank) threads_.emplace_back([this, rank] { serve(rank); });
    run([this](int rank) {
      if (rank > 0) pin(processor(rank));
    });
  } catch (...) {
    dismiss();
    throw;
  }
}

PinnedTeam::~PinnedTeam() { dismiss(); }

void PinnedTeam::run(const std::function<void(int)>& work) {
  work_ = &work;
  working_.store(static_cast<unsigned>(threads_.size()), std::memory_order_relaxed);
  turn_.fetch_add(1, std::memory_order_release);
  turn_.notify_all();
  call(0);
  for (unsigned left = working_.load(std::memory_order_acquire); left != 0;
       left = working_.load(std::memory_order_acquire)) {
    wait_while(working_, left);
  }
  if (!failed_.load(std::memory_order_relaxed)) return;
  failed_ = false;
  std::exception_ptr first;
  for (std::exception_ptr& failure : failures_) {
    if (std::exception_ptr taken = std::exchange(failure, nullptr); !first) first = taken;
  }
  std::rethrow_exception(first);
}

void PinnedTeam::serve(int rank) {
  for (unsigned seen = 0;;) {
    wait_while(turn_, seen);
    ++seen;  // turns come one at a time: the next is not given before this rank is done
    if (work_ == nullptr) return;
    call(rank);
    if (working_.fetch_sub(1, std::memory_order_acq_rel) == 1) working_.notify_one();
  }
}

void PinnedTeam::call(int rank) noexcept {
  try {
    (*work_)(rank);
  } catch (...) {
    failures_[static_cast<std::size_t>(rank)] = std::current_exception();
    failed_.store(true, std::memory_order_relaxed);
  }
}

void PinnedTeam::dismiss() {
  work_ = nullptr;
  turn_.fetch_add(1, std::memory_order_release);
  turn_.notify_all();
  threads_.clear();
}

}  // namespace membound::cpu
