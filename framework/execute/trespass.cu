// SPDX-License-Identifier: Apache-2.0
// For tests: a kernel that reads or writes one element wherever it is told to, on a GPU.
//
// It stands on its own, because what it shows must not depend on the kernels that it stands for.
#include <cuda_runtime.h>

#include <cstdint>

#include "execute/trespass.hpp"
#include "membound/error.hpp"

namespace membound::testing {
namespace {

__global__ void read_one(const float* element) {
  static_cast<void>(*static_cast<const volatile float*>(element));
}

__global__ void write_one(float* element) { *static_cast<volatile float*>(element) = 1; }

__global__ void read_bulk([[maybe_unused]] const float* elements) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(16) float stage[4];
  __shared__ std::uint64_t barrier;
  const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(stage));
  const auto full = static_cast<std::uint32_t>(__cvta_generic_to_shared(&barrier));
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(full) : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];" ::
          "r"(to),
      "l"(elements), "r"(full)
      : "memory");
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      "@!done bra again;\n"
      "}" ::"r"(full)
      : "memory");
#endif
}

template <class Kernel, class Pointer>
Launch launch(Kernel kernel, Pointer element) {
  return [=](Stream queue) {
    kernel<<<1, 1, 0, static_cast<cudaStream_t>(queue.native)>>>(element);
    if (cudaPeekAtLastError() != cudaSuccess) throw Error("the planted kernel was not launched");
  };
}

}  // namespace

Launch trespass(float* base, std::ptrdiff_t offset, Touch touch) {
  return touch == Touch::read ? launch(read_one, static_cast<const float*>(base + offset))
                              : launch(write_one, base + offset);
}

Launch bulk_trespass(const float* base, std::ptrdiff_t offset) {
  return launch(read_bulk, base + offset);
}

}  // namespace membound::testing
