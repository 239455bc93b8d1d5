// SPDX-License-Identifier: Apache-2.0
// projection/native: one thread walks a row of W, in the layout in which models come.
//
// A block owns 256 outputs and one of 32 slices of the columns, a thread one output: it loads eight
// bf16 weights (q8: 32) of its row at a time and multiplies them with eight rows of activations,
// which the block keeps in shared memory. Neighbouring threads read addresses a whole row apart, so
// that a load of a warp touches 32 lines for 512 bytes (q8: 1024); nothing is coalesced, and it is
// left to L1 to hold the rest of every line until its turn comes. That is what limits it. The sums
// of the slices are left unfinished. First kernel of mojo-baro's cold-cache rounds.
#include "projection/projection.cuh"

namespace membound {
namespace {

using projection::Task;

constexpr int rows_of_x = static_cast<int>(projection::padded_batch);

template <class Weight>
__global__ void __launch_bounds__(projection::threads) native(Task<Weight> task, int tiles) {
  constexpr int together = Weight::together;
  using Loaded = projection::Vector<typename Weight::Stored, together>;
  __shared__ projection::Activations<rows_of_x> x;
  const projection::Part part = projection::part_of_block(tiles);
  const int row = part.tile * projection::threads + static_cast<int>(threadIdx.x);
  const int width = task.cols / projection::device_slices;
  const int end = (part.slice + 1) * width;
  float sums[rows_of_x] = {};
  for (int first = part.slice * width; first < end; first += projection::staged) {
    const int count = min(projection::staged, end - first);
    x.bring(task, 0, first, count);
    if (row >= task.rows) continue;
    const std::size_t start = static_cast<std::size_t>(row) * static_cast<std::size_t>(task.cols) +
                              static_cast<std::size_t>(first);
    for (int k = 0; k < count; k += together) {
      const std::size_t at = start + static_cast<std::size_t>(k);
      const Loaded loaded = *reinterpret_cast<const Loaded*>(task.weights + at);
      const float scale = Weight::scaled ? task.scales[at / projection::device_block] : 1;
#pragma unroll
      for (int i = 0; i < together; ++i) {
        const float weight = Weight::value(loaded.values[i]) * scale;
#pragma unroll
        for (int b = 0; b < rows_of_x; ++b) sums[b] = fmaf(weight, x.values[k + i][b], sums[b]);
      }
    }
  }
  if (row >= task.rows) return;
#pragma unroll
  for (int b = 0; b < rows_of_x; ++b) {
    const int place = part.slice * task.written + b;
    if (b < task.written)
      task.partials[static_cast<std::size_t>(place) * static_cast<std::size_t>(task.rows) +
                    static_cast<std::size_t>(row)] = sums[b];
  }
}

Launch bind(const Binding& binding) {
  return projection::for_weights(binding, []<class Weight>(const Task<Weight>& task) -> Launch {
    const unsigned tiles = blocks_for(task.rows, projection::threads);
    const Shape shape{tiles * projection::device_slices, projection::threads};
    return
        [=](Stream queue) { launch(queue, shape, native<Weight>, task, static_cast<int>(tiles)); };
  });
}

const Registration registration{Arm{
    .name = "projection/native",
    .backend = "cuda",
    .workload = "projection",
    .formats = {"bf16_partials", "q8_partials"},
    .summary = "one thread per output walks its row, 32 slices, sums left unfinished",
    .extents = {{.name = "batch", .help = "leave the arm out of larger batches", .most = 8}},
    .unavailable = needs_sm80,
    .bind = bind,
}};

}  // namespace
}  // namespace membound
