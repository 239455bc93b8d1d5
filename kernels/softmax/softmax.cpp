// SPDX-License-Identifier: Apache-2.0
// The softmax workload: y[r][c] = exp(x[r][c] - max) / sum over the row of exp(x[r][c] - max).
//
// The least traffic is one read of x and one write of y, so the copy ceiling bounds it. The maximum
// and the sum must be known before the first output: an arm that cannot keep the row close by reads
// it twice or more.
#include <algorithm>
#include <cmath>

#include "generate.hpp"
#include "half.hpp"
#include "membound/arm.hpp"

namespace membound {
namespace {

std::vector<Operand> operands(const Extents& extents, std::string_view) {
  const std::vector<std::int64_t> shape{extents.at("rows"), extents.at("cols")};
  return {{"x", Element::f16, shape, Access::read}, {"y", Element::f16, shape, Access::write}};
}

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  generate_f16(latents(problem, seed, 0), operands.elements<std::uint16_t>("x"));
}

void softmax_of(std::span<const std::uint16_t> x, std::span<double> y) {
  std::ranges::transform(x, y.begin(), [](std::uint16_t stored) {
    return static_cast<double>(float_from_half(stored));
  });
  const double largest = *std::ranges::max_element(y);
  double sum = 0;
  for (double& value : y) sum += value = std::exp(value - largest);
  for (double& value : y) value /= sum;
}

std::vector<double> reference(const Problem& problem, const Operands& operands) {
  const std::int64_t cols = problem.extents.at("cols");
  const std::span<const std::uint16_t> x = operands.elements<std::uint16_t>("x");
  std::vector<double> y(x.size());
  const auto row_of = [cols](auto all, std::int64_t r) {
    return all.subspan(static_cast<std::size_t>(r * cols), static_cast<std::size_t>(cols));
  };
  in_parallel(problem.extents.at("rows"), 1 + (1 << 16) / cols,
              [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t r = begin; r < end; ++r)
                  softmax_of(row_of(x, r), row_of(std::span(y), r));
              });
  return y;
}

const Registration softmax{Workload{
    .name = "softmax",
    .summary = "softmax of every row",
    .extents = {{.name = "rows", .help = "independent softmaxes"},
                {.name = "cols", .multiple_of = 8, .help = "elements of one softmax"}},
    .formats = {"f16"},
    .data = {.low = -4, .high = 4},
    .ceiling = CeilingKind::copy,
    .error = {ErrorMetric::floored_relative, 1e-4, 5e-2},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

}  // namespace
}  // namespace membound
