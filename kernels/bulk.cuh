// SPDX-License-Identifier: Apache-2.0
// Bulk copies into a ring of stages in shared memory, and the barriers that hand the stages over.
//
// One thread issues copies of many kilobytes; they cost no registers and no instructions of the
// threads that use the data. A stage is full when all its bytes have arrived, and empty again when
// every consumer that it counts has said so. Phases alternate: the n-th use of a stage waits for
// parity n % 2.
#pragma once

#include "overlap.cuh"

namespace membound::bulk {

/// A barrier in shared memory.
using Barrier = std::uint64_t;

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

__device__ inline void initialise(Barrier* barrier, unsigned arrivals) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)),
               "r"(arrivals));
#endif
}

/// Makes initialised barriers visible to the copy engine; before the block's first barrier.
__device__ inline void publish_barriers() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

__device__ inline void arrive(Barrier* barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier))
               : "memory");
#endif
}

/// Arrives, and makes the barrier wait for `bytes` of copies as well.
__device__ inline void arrive_expecting(Barrier* barrier, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
      "r"(bytes)
      : "memory");
#endif
}

/// Returns when the phase of this parity has completed.
__device__ inline void wait(Barrier* barrier, unsigned parity) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n"
      "}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
#endif
}

/// Starts a copy of `bytes` (a multiple of 16) into shared memory; `barrier` counts what arrives.
__device__ inline void copy(void* to, const void* from, unsigned bytes, Barrier* barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(barrier))
      : "memory");
#endif
}

/// Starts bringing `bytes` (a multiple of 16) into the L2 cache.
__device__ inline void prefetch(const void* from, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes) : "memory");
#endif
}

/// Place in a ring of `stages`: which stage, and the parity of its present use.
struct Turn {
  int stage = 0;
  unsigned parity = 0;

  __device__ void advance(int stages) {
    if (++stage < stages) return;
    stage = 0;
    parity ^= 1U;
  }
};

/// The barriers of a ring, one pair per stage.
template <int Most>
struct Ring {
  Barrier full[Most];
  Barrier empty[Most];

  /// By one thread, before the block's first barrier.
  __device__ void initialise(int stages, unsigned consumers) {
    for (int s = 0; s < stages; ++s) {
      bulk::initialise(&full[s], 1);
      bulk::initialise(&empty[s], consumers);
    }
    publish_barriers();
  }
};

}  // namespace membound::bulk
