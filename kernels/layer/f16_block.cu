// SPDX-License-Identifier: Apache-2.0
// layer/f16_block: four launches of one block per row, each after the one before it has ended.
//
// What checks the other arms on halves. Limited by memory and by the gaps between the launches.
#include "gemv/gemv.cuh"
#include "layer/layer.hpp"
#include "linked.cuh"

namespace membound {
namespace {

constexpr int threads = 256;

__global__ void __launch_bounds__(threads, resident_threads / threads)
    multiply_row(gemv::Matrix<__half> matrix, LinkedOutput<__half> output) {
  const int row = static_cast<int>(blockIdx.x);
  const float sum =
      block_sum<threads>(gemv::partial_dot<threads>(matrix, row, static_cast<int>(threadIdx.x)));
  if (threadIdx.x == 0) output.store(row, sum);
}

Launch bind_product(const Binding& product) {
  const auto matrix = gemv::matrix<__half>(product);
  const LinkedOutput<__half> output{product.operands.get<__half>("y"), product.link->scale};
  const Shape shape{blocks_for(matrix.rows, 1), threads};
  return [=](Stream queue) { launch(queue, shape, multiply_row, matrix, output); };
}

const Registration registration{Arm{
    .name = "layer/f16_block",
    .backend = "cuda",
    .workload = "layer",
    .formats = {"f16"},
    .summary = "one block per row, four launches without overlap",
    .chains = true,
    .unavailable = needs_sm80,
    .bind = [](const Binding& binding) { return layer::in_turn(binding, bind_product); },
}};

}  // namespace
}  // namespace membound
