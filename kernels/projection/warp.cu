// SPDX-License-Identifier: Apache-2.0
// projection/warp: one warp per row of W.
//
// A warp owns a row; a load of a warp is 512 contiguous bytes, and `unroll` of them are in flight
// per lane before the first is used. 16 bytes are 8, 16 or 32 weights, decoded once for the whole
// batch; the activations under them come through the cache, by every warp again. With one row of
// activations memory limits it, with four-bit weights decoding is close behind; with eight rows the
// loads of activations are what limits, as eight of them go with every load of weights. The sums
// are finished: nothing is split. After the wave-per-row kernels that mojo-baro compared its rounds
// with.
#include "projection/chunks.cuh"

namespace membound {
namespace {

constexpr int rows_per_block = 8;

template <class Chunk>
struct Matrix {
  const uint4* weights;
  const typename Chunk::Scale* scales;  ///< one for 32 columns; nullptr when there are none
  const uint4* x;                       ///< eight activations per vector
  float* y;
  int rows;
  int cols;
  int batch;
};

template <class Chunk>
Matrix<Chunk> matrix(const Binding& binding) {
  using Scale = typename Chunk::Scale;
  const Operands& operands = binding.operands;
  return {reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "weights")),
          Chunk::scaled ? operands.get<const Scale>("scales") : nullptr,
          reinterpret_cast<const uint4*>(aligned<const std::byte>(operands, "x")),
          operands.get<float>("y"),
          extent(binding, "rows"),
          extent(binding, "cols"),
          extent(binding, "batch")};
}

template <class Chunk>
__device__ float scale_of(const Matrix<Chunk>& matrix, int row, int chunk) {
  if constexpr (!Chunk::scaled) return 1;
  const int first = chunk * Chunk::columns / projection::device_block;
  const int blocks = matrix.cols / projection::device_block;
  return static_cast<float>(
      matrix.scales[static_cast<std::size_t>(row) * static_cast<std::size_t>(blocks) +
                    static_cast<std::size_t>(first)]);
}

/// Adds to `sums` the products of a chunk with the activations of every row under it; rows past the
/// batch repeat the last.
template <class Chunk, int Batch>
__device__ void multiply(const Matrix<Chunk>& matrix, uint4 loaded, float scale, int chunk,
                         float (&sums)[Batch]) {
  constexpr int vectors = Chunk::columns / 8;
  float weights[Chunk::columns];
  Chunk::decode(loaded, weights);
#pragma unroll
  for (int b = 0; b < Batch; ++b) {
    const uint4* const x =
        matrix.x + min(b, matrix.batch - 1) * (matrix.cols / 8) + chunk * vectors;
    float sum = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      const uint4 loaded_x = __ldg(x + v);
      const std::uint32_t words[4] = {loaded_x.x, loaded_x.y, loaded_x.z, loaded_x.w};
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float2 pair = projection::as_floats(words[i]);
        sum = fmaf(weights[8 * v + 2 * i], pair.x, sum);
        sum = fmaf(weights[8 * v + 2 * i + 1], pair.y, sum);
      }
    }
    sums[b] = fmaf(sum, scale, sums[b]);
  }
}

/// Blocks that a multiprocessor is to hold: as many as leave a thread the registers for its loads
/// and its products, 64, 128 or 255.
constexpr int resident_blocks(int batch, int unroll) {
  if (batch * unroll >= 64) return 1;
  return batch > 2 || unroll > 4 ? 2 : 4;
}

/// Chunks of a row are a multiple of the lanes, so that a warp is inside or past the end as a
/// whole.
template <class Chunk, int Batch, int Unroll>
__global__ void __launch_bounds__(projection::threads, resident_blocks(Batch, Unroll))
    warp(Matrix<Chunk> matrix) {
  const int row = static_cast<int>(blockIdx.x) * rows_per_block + static_cast<int>(threadIdx.y);
  if (row >= matrix.rows) return;  // the whole warp leaves
  const int chunks = matrix.cols / Chunk::columns;
  const uint4* const weights =
      matrix.weights + static_cast<std::size_t>(row) * static_cast<std::size_t>(chunks);
  float sums[Batch] = {};
#pragma unroll 1  // or the compiler would put more loads in flight than it is told
  for (int begin = static_cast<int>(threadIdx.x); begin < chunks; begin += Unroll * warp_size) {
    uint4 loaded[Unroll];
    float scales[Unroll];
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      const int chunk = begin + i * warp_size;
      if (chunk >= chunks) break;
      loaded[i] = load_once(weights + chunk);
      scales[i] = scale_of(matrix, row, chunk);
    }
#pragma unroll
    for (int i = 0; i < Unroll; ++i) {
      const int chunk = begin + i * warp_size;
      if (chunk >= chunks) break;
      multiply(matrix, loaded[i], scales[i], chunk, sums);
    }
  }
#pragma unroll
  for (int b = 0; b < Batch; ++b) {
    const float sum = warp_sum(sums[b]);
    if (threadIdx.x == 0 && b < matrix.batch)
      matrix.y[static_cast<std::size_t>(b) * static_cast<std::size_t>(matrix.rows) +
               static_cast<std::size_t>(row)] = sum;
  }
}

/// For the smallest compiled batch that holds that of the binding.
template <class Chunk>
Launch bind_chunk(const Binding& binding) {
  const Matrix<Chunk> operands = matrix<Chunk>(binding);
  const Shape shape{blocks_for(operands.rows, rows_per_block), dim3(warp_size, rows_per_block)};
  const int compiled = operands.batch <= 2 ? operands.batch : operands.batch <= 4 ? 4 : 8;
  return choose<1, 2, 4, 8>(compiled, [&](auto batch) {
    return choose<1, 4, 8, 16>(binding.parameters.at("unroll"), [&](auto unroll) -> Launch {
      return [=](Stream queue) {
        launch(queue, shape, warp<Chunk, batch.value, unroll.value>, operands);
      };
    });
  });
}

Launch bind(const Binding& binding) {
  switch (projection::format_of(binding.format).storage) {
    case projection::Storage::bf16: return bind_chunk<projection::Bf16Chunk>(binding);
    case projection::Storage::q8: return bind_chunk<projection::BytesChunk<float>>(binding);
    case projection::Storage::q8_0: return bind_chunk<projection::BytesChunk<__half>>(binding);
    case projection::Storage::q4_0: return bind_chunk<projection::NibblesChunk>(binding);
    default: throw Error("no kernel for format '" + binding.format + "'");
  }
}

const Registration registration{Arm{
    .name = "projection/warp",
    .backend = "cuda",
    .workload = "projection",
    .formats = {"bf16", "q8", "q8_0", "q4_0"},
    .summary = "one warp per row, 16-byte loads, whole sums",
    .parameters = {{.name = "unroll",
                    .initial = 8,
                    .choices = {1, 4, 8, 16},
                    .help = "loads of weights in flight per lane"}},
    .extents = {{.name = "batch", .help = "leave the arm out of larger batches", .most = 8}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
