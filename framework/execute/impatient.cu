// SPDX-License-Identifier: Apache-2.0
// For tests: a link of a chain that overlaps with its predecessor, with and without its wait.
//
// It stands on its own, because what it shows must not depend on the kernels that it stands for.
#include "execute/impatient.hpp"

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "membound/error.hpp"

namespace membound::testing {
namespace {

constexpr long long late_cycles = 40'000;  // the successor has read its input by then

struct Product {
  const __half* weights;
  const __half* x;
  __half* y;
  int cols;
  float scale;
};

/// One thread computes the row of its block.
template <bool Waits>
__global__ void link(Product product) {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  if constexpr (Waits) asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  const __half* row = product.weights + std::size_t{blockIdx.x} * product.cols;
  float sum = 0;
  for (int c = 0; c < product.cols; ++c) sum += __half2float(row[c]) * __half2float(product.x[c]);
  const long long begin = clock64();
  while (clock64() - begin < late_cycles) {
  }
  product.y[blockIdx.x] = __float2half_rn(sum * product.scale);
}

}  // namespace

Launch bind_overlapping_link(const Binding& binding, bool waits) {
  const Operands& operands = binding.operands;
  const Product product{operands.get<__half>("weights"), operands.get<__half>("x"),
                        operands.get<__half>("y"), static_cast<int>(binding.extents.at("cols")),
                        binding.link->scale};
  const auto rows = static_cast<unsigned>(binding.extents.at("rows"));
  return [=, overlap = binding.may_overlap](Stream queue) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(rows);
    config.blockDim = dim3(1);
    config.stream = static_cast<cudaStream_t>(queue.native);
    config.attrs = &attribute;
    config.numAttrs = overlap ? 1 : 0;
    if (cudaLaunchKernelEx(&config, waits ? link<true> : link<false>, product) != cudaSuccess)
      throw Error("the planted kernel was not launched");
  };
}

}  // namespace membound::testing
