// SPDX-License-Identifier: Apache-2.0
// The projection workload: y = x W^T for a batch of one to eight rows of activations.
//
// W is rows x cols, stored row by row or, in the formats with `_k`, column by column, so that what
// neighbouring outputs read lies side by side. All formats store the same weights; each is checked
// against the products of its own widened weights, so that quantisation is not counted as an error.
// x is bf16, with f16 weights f16. Formats with `_partials` or `_padded` end at 32 sums over slices
// of the columns, which some other launch would have to finish.
#include <algorithm>
#include <vector>

#include "generate.hpp"
#include "membound/arm.hpp"
#include "projection/weights.hpp"

namespace membound {
namespace {

using projection::Format;
using projection::Result;
using projection::Storage;
using projection::Weights;

std::vector<Operand> operands(const Extents& extents, std::string_view name) {
  const Format format = projection::format_of(name);
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  const std::int64_t batch = extents.at("batch");
  std::vector<Operand> all;
  const auto add_matrix = [&](std::string_view operand, Element element, std::int64_t width) {
    const std::vector<std::int64_t> shape{rows, width};
    const std::vector<std::int64_t> turned{width, rows};
    all.push_back({std::string(operand), element, format.k_major ? turned : shape, Access::read});
  };
  const std::int64_t blocks = cols / projection::block;
  switch (format.storage) {
    case Storage::f16: add_matrix("weights", Element::f16, cols); break;
    case Storage::bf16: add_matrix("weights", Element::bf16, cols); break;
    case Storage::q8:
    case Storage::q8_0: add_matrix("weights", Element::i8, cols); break;
    case Storage::q4_0: add_matrix("weights", Element::u8, cols / 2); break;
  }
  if (format.storage == Storage::q8) add_matrix("scales", Element::f32, blocks);
  if (format.storage == Storage::q8_0 || format.storage == Storage::q4_0)
    add_matrix("scales", Element::f16, blocks);
  all.push_back({"x",
                 format.storage == Storage::f16 ? Element::f16 : Element::bf16,
                 {batch, cols},
                 Access::read});
  const Operand partials{"partials",
                         Element::f32,
                         {projection::slices, projection::written_rows(format, batch), rows},
                         format.result == Result::sums ? Access::scratch : Access::write};
  if (format.k_major || format.result != Result::sums) all.push_back(partials);
  if (format.result == Result::sums)
    all.push_back({"y", Element::f32, {batch, rows}, Access::write});
  return all;
}

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  const Format format = projection::format_of(problem.format);
  const Weights stored(problem.extents, format, operands);
  const Latents weights = latents(problem, seed, 0);
  const std::int64_t cols = problem.extents.at("cols");
  in_parallel(problem.extents.at("rows"), 1 + (1 << 16) / cols,
              [&](std::int64_t begin, std::int64_t end) {
                std::vector<double> row(static_cast<std::size_t>(cols));
                for (std::int64_t r = begin; r < end; ++r) {
                  for (std::int64_t c = 0; c < cols; ++c)
                    row[static_cast<std::size_t>(c)] = weights(r * cols + c);
                  stored.store(r, row);
                }
              });
  const Latents x = latents(problem, seed, 1);
  std::int64_t i = 0;
  for (std::uint16_t& element : operands.elements<std::uint16_t>("x")) {
    const double value = x(i++);
    element = format.storage == Storage::f16 ? half_from(value) : bf16_from(value);
  }
}

std::vector<double> activations(const Format& format, const Operands& operands) {
  const std::span<std::uint16_t> stored = operands.elements<std::uint16_t>("x");
  std::vector<double> x(stored.size());
  std::ranges::transform(stored, x.begin(), [&](std::uint16_t bits) {
    return static_cast<double>(format.storage == Storage::f16 ? float_from_half(bits)
                                                              : float_from_bf16(bits));
  });
  return x;
}

/// Eight running sums, because one would make every addition wait for the one before it; `count` is
/// a multiple of eight.
double dot(const double* a, const double* b, std::int64_t count) {
  constexpr int lanes = 8;
  double sums[lanes] = {};
  for (std::int64_t c = 0; c < count; c += lanes) {
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += a[c + lane] * b[c + lane];
  }
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

/// One number for each slice, written row of activations and row of W, in that order; finished sums
/// are one slice. Rows of activations beyond the batch stay zero.
std::vector<double> reference(const Problem& problem, const Operands& operands) {
  const Format format = projection::format_of(problem.format);
  const std::int64_t rows = problem.extents.at("rows");
  const std::int64_t cols = problem.extents.at("cols");
  const std::int64_t batch = problem.extents.at("batch");
  const std::int64_t written = projection::written_rows(format, batch);
  const std::int64_t parts = format.result == Result::sums ? 1 : projection::slices;
  const std::int64_t width = cols / parts;
  const Weights stored(problem.extents, format, operands);
  const std::vector<double> x = activations(format, operands);
  std::vector<double> out(static_cast<std::size_t>(parts * written * rows));
  in_parallel(rows, 1 + (1 << 16) / cols, [&](std::int64_t begin, std::int64_t end) {
    std::vector<double> row(static_cast<std::size_t>(cols));
    for (std::int64_t r = begin; r < end; ++r) {
      stored.load<double>(r, row);
      for (std::int64_t part = 0; part < parts; ++part) {
        for (std::int64_t b = 0; b < batch; ++b) {
          out[static_cast<std::size_t>((part * written + b) * rows + r)] =
              dot(row.data() + part * width, x.data() + b * cols + part * width, width);
        }
      }
    }
  });
  return out;
}

/// Products of bf16 and of halves are exact in single precision, in which all arms sum, so what the
/// tolerance of gemv allows, it allows here. A sum over a slice is smaller than a finished one, but
/// the floor of the metric keeps the same absolute error for it.
const Registration registration{Workload{
    .name = "projection",
    .summary = "matrix times a few vectors: y = x W^T, or partial sums of it",
    .extents = {{.name = "rows", .help = "rows of W, elements of a row of y"},
                {.name = "batch", .help = "rows of x and of y, at most 8"},
                {.name = "cols",
                 .multiple_of = projection::slices * projection::block,
                 .help = "columns of W and of x: whole blocks of 32 in each of 32 slices"}},
    .formats = projection::every_format(),
    .ceiling = CeilingKind::read,
    .error = {ErrorMetric::scaled_absolute, 1, 1e-3},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

}  // namespace
}  // namespace membound
