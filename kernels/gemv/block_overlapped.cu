// SPDX-License-Identifier: Apache-2.0
// gemv/block_overlapped: one block per row that loads its weights before it waits for x.
//
// gemv/block with the successor admitted at once: a block of the next launch that finds room has
// its first four 16-byte vectors of weights per thread in flight while this launch drains. The
// hardware starts the blocks in order, so the last blocks of a launch share a multiprocessor with
// the first of the next. Limited by memory, and in a chain by the start of every block.
#include "gemv/gemv.cuh"
#include "linked.cuh"

namespace membound {
namespace {

constexpr int threads = 256;
constexpr int loads = 4;

/// Vectors begin, begin + 256, ... of a row; those past the end are zero.
template <class Load>
__device__ void fetch(uint4 (&to)[loads], const uint4* from, int begin, int vectors, Load load) {
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    const int at = begin + i * threads;
    to[i] = at < vectors ? load(from + at) : uint4{0, 0, 0, 0};
  }
}

template <class T, class Stored>
__global__ void __launch_bounds__(threads, resident_threads / threads)
    block_overlapped(gemv::Matrix<T> matrix, LinkedOutput<Stored> output) {
  const int row = static_cast<int>(blockIdx.x);
  const auto* weights = reinterpret_cast<const uint4*>(gemv::row_of(matrix, row));
  const auto* x = reinterpret_cast<const uint4*>(matrix.x);
  const int vectors = matrix.cols / static_cast<int>(sizeof(uint4) / sizeof(T));
  const auto once = [](const uint4* address) { return load_once(address); };
  const auto shared = [](const uint4* address) { return *address; };  // not read-only: x is written
  uint4 a[loads];
  uint4 b[loads];
  float sums[loads] = {};
  const int first = static_cast<int>(threadIdx.x);
  admit_successor();
  fetch(a, weights, first, vectors, once);
  wait_for_predecessor();
  for (int begin = first; begin < vectors; begin += loads * threads) {
    if (begin != first) fetch(a, weights, begin, vectors, once);
    fetch(b, x, begin, vectors, shared);
#pragma unroll
    for (int i = 0; i < loads; ++i) sums[i] = gemv::dot<T>(a[i], b[i], sums[i]);
  }
  const float sum = block_sum<threads>((sums[0] + sums[1]) + (sums[2] + sums[3]));
  if (threadIdx.x == 0) output.store(row, sum);
}

Launch bind(const Binding& binding) {
  return gemv::for_format(binding, [&]<class T>(const gemv::Matrix<T>& matrix) {
    const OverlapShape shape{
        .blocks = blocks_for(matrix.rows, 1), .threads = threads, .overlap = binding.may_overlap};
    return for_output(binding, [&]<class Stored>(const LinkedOutput<Stored>& output) -> Launch {
      return [=](Stream queue) {
        launch_overlapping(queue, shape, block_overlapped<T, Stored>, matrix, output);
      };
    });
  });
}

const Registration registration{Arm{
    .name = "gemv/block_overlapped",
    .backend = "cuda",
    .workload = "gemv",
    .formats = {"f32", "f16"},
    .summary = "one block per row, weights loaded before the wait for x; overlaps in a chain",
    .chains = true,
    .overlaps = true,
    .unavailable = needs_sm90,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
