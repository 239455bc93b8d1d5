// SPDX-License-Identifier: Apache-2.0
// The gemv workload: y = W x, the product that one token of a language model spends its time on.
//
// W is rows x cols, row by row. Each weight is used once, so for every two flops a weight has to
// come from memory: the read ceiling bounds it. Format `f16` stores W and x as halves, `f32` as
// floats; y is f32, and in a chain, where it becomes the next x, stored as x is.
#include <algorithm>

#include "generate.hpp"
#include "half.hpp"
#include "matvec.hpp"
#include "membound/arm.hpp"

namespace membound {
namespace {

std::vector<Operand> operands(const Extents& extents, std::string_view format) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  const Element stored = format == "f32" ? Element::f32 : Element::f16;
  return {{"weights", stored, {rows, cols}, Access::read},
          {"x", stored, {cols}, Access::read},
          {"y", Element::f32, {rows}, Access::write}};
}

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  const Latents weights = latents(problem, seed, 0);
  const Latents x = latents(problem, seed, 1);
  if (problem.format == "f32") {
    generate_f32(weights, operands.elements<float>("weights"));
    generate_f32(x, operands.elements<float>("x"));
  } else {
    generate_f16(weights, operands.elements<std::uint16_t>("weights"));
    generate_f16(x, operands.elements<std::uint16_t>("x"));
  }
}

/// The reference for elements of type T, of which `value` gives the exact value.
template <class T, class Value>
std::vector<double> product(const Problem& problem, const Operands& operands, Value value) {
  const auto cols = static_cast<std::size_t>(problem.extents.at("cols"));
  const std::span<const T> weights = operands.elements<T>("weights");
  std::vector<double> x(cols);
  std::ranges::transform(operands.elements<T>("x"), x.begin(), value);
  return matvec(problem.extents.at("rows"), x, [&](std::int64_t row, std::span<double> values) {
    const T* const stored = weights.data() + static_cast<std::size_t>(row) * cols;
    for (std::size_t c = 0; c < cols; ++c) values[c] = value(stored[c]);
  });
}

std::vector<double> reference(const Problem& problem, const Operands& operands) {
  if (problem.format == "f32") {
    return product<float>(problem, operands,
                          [](float stored) { return static_cast<double>(stored); });
  }
  return product<std::uint16_t>(problem, operands, [](std::uint16_t stored) {
    return static_cast<double>(float_from_half(stored));
  });
}

/// A block per row on a GPU: simple, and quick enough to check hundreds of links.
std::string checker(std::string_view backend, std::string_view) {
  return backend == "cpu" ? "gemv/cpu_threaded" : "gemv/block";
}

const Registration gemv{Workload{
    .name = "gemv",
    .summary = "matrix times vector: y = W x",
    .extents = {{.name = "rows", .help = "rows of W, elements of y"},
                {.name = "cols", .multiple_of = 8, .help = "columns of W, elements of x"}},
    .formats = {"f16", "f32"},
    .ceiling = CeilingKind::read,
    .error = {ErrorMetric::scaled_absolute, 1, 1e-3},
    .chain = ChainRule{"x", matvec_scale, checker},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

}  // namespace
}  // namespace membound
