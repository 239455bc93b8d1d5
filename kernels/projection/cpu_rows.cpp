// SPDX-License-Identifier: Apache-2.0
// projection/cpu_rows: rows widened once, multiplied with every row of activations.
//
// A thread owns a contiguous stripe of rows of W; it widens a row to floats, in whatever format and
// layout it is stored, and takes its products with the whole batch from there. Plain C++, so that
// every format runs on any processor. What limits it: widening, and in the K-major formats that a
// row is gathered from as many cache lines as it has columns.
#include <vector>

#include "cpu_launch.hpp"
#include "projection/weights.hpp"

namespace membound {
namespace {

using projection::Format;
using projection::Result;
using projection::Storage;

struct Task {
  projection::Weights weights;
  Format format;
  std::span<const std::uint16_t> x;
  float* out;  ///< [written, rows], before it the slice when the sums are not finished
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t batch;
  std::int64_t written;
  bool finished;
};

/// `count` is a multiple of eight.
float dot(const float* a, const float* b, std::int64_t count) {
  constexpr int lanes = 8;
  float sums[lanes] = {};
  for (std::int64_t c = 0; c < count; c += lanes) {
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += a[c + lane] * b[c + lane];
  }
  float total = 0;
  for (const float sum : sums) total += sum;
  return total;
}

void multiply(const Task& task, std::int64_t begin, std::int64_t end) {
  std::vector<float> x(task.x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = task.format.storage == Storage::f16 ? float_from_half(task.x[i])
                                               : float_from_bf16(task.x[i]);
  std::vector<float> row(static_cast<std::size_t>(task.cols));
  const std::int64_t width = task.cols / projection::slices;
  for (std::int64_t r = begin; r < end; ++r) {
    task.weights.load<float>(r, row);
    for (std::int64_t b = 0; b < task.written; ++b) {
      double total = 0;  // or its 32 roundings would be the largest error in a long row
      for (std::int64_t s = 0; s < projection::slices; ++s) {
        const std::int64_t first = s * width;
        const float sum =
            b < task.batch ? dot(row.data() + first, x.data() + b * task.cols + first, width) : 0;
        total += static_cast<double>(sum);
        if (!task.finished) task.out[(s * task.written + b) * task.rows + r] = sum;
      }
      if (task.finished) task.out[b * task.rows + r] = static_cast<float>(total);
    }
  }
}

Launch bind(const Binding& binding) {
  const Format format = projection::format_of(binding.format);
  const bool finished = format.result == Result::sums;
  const std::int64_t batch = binding.extents.at("batch");
  const Task task{.weights = {binding.extents, format, binding.operands},
                  .format = format,
                  .x = binding.operands.elements<const std::uint16_t>("x"),
                  .out = binding.operands.get<float>(finished ? "y" : "partials"),
                  .rows = binding.extents.at("rows"),
                  .cols = binding.extents.at("cols"),
                  .batch = batch,
                  .written = projection::written_rows(format, batch),
                  .finished = finished};
  return on_stripes(task.rows,
                    [task](std::int64_t begin, std::int64_t end) { multiply(task, begin, end); });
}

const Registration registration{Arm{
    .name = "projection/cpu_rows",
    .backend = "cpu",
    .workload = "projection",
    .formats = projection::every_format(),
    .summary = "stripes of rows, each widened once for the whole batch, plain C++",
    .extents = {{.name = "batch", .help = "leave the arm out of larger batches", .most = 8}},
    .bind = bind,
}};

}  // namespace
}  // namespace membound
