// SPDX-License-Identifier: Apache-2.0
// The dequant workload: y = W x with the weights stored in fewer bits and widened on the way.
//
// All formats store the same weights: `f16` rounded to halves, `q8` as bytes with one float scale
// per row, `q4` as four bits with one half scale per group of 128 columns. What is measured is
// whether the bytes saved are time saved. Each format is checked against the product of its own
// widened weights: quantisation is not counted as an error.
#include <algorithm>

#include "dequant/quantise.hpp"
#include "generate.hpp"
#include "half.hpp"
#include "matvec.hpp"
#include "membound/arm.hpp"

namespace membound {
namespace {

std::vector<Operand> operands(const Extents& extents, std::string_view format) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  std::vector<Operand> all;
  if (format == "q8") {
    all = {{"weights", Element::i8, {rows, cols}, Access::read},
           {"scales", Element::f32, {rows}, Access::read}};
  } else if (format == "q4") {
    all = {{"weights", Element::u8, {rows, cols / 2}, Access::read},
           {"scales", Element::f16, {rows, cols / q4_group}, Access::read}};
  } else {
    all = {{"weights", Element::f16, {rows, cols}, Access::read}};
  }
  all.push_back({"x", Element::f16, {cols}, Access::read});
  all.push_back({"y", Element::f32, {rows}, Access::write});
  return all;
}

/// Calls store(row, latent weights of the row) for every row, in parallel.
void for_each_row(const Problem& problem, const Latents& weights,
                  const std::function<void(std::int64_t, std::span<const double>)>& store) {
  const std::int64_t cols = problem.extents.at("cols");
  in_parallel(problem.extents.at("rows"), 1 + (1 << 16) / cols,
              [&](std::int64_t begin, std::int64_t end) {
                std::vector<double> row(static_cast<std::size_t>(cols));
                for (std::int64_t r = begin; r < end; ++r) {
                  for (std::int64_t c = 0; c < cols; ++c)
                    row[static_cast<std::size_t>(c)] = weights(r * cols + c);
                  store(r, row);
                }
              });
}

void generate_q8(const Problem& problem, const Latents& weights, const Operands& operands) {
  const auto stored = operands.elements<std::int8_t>("weights");
  const auto scales = operands.elements<float>("scales");
  for_each_row(problem, weights, [&](std::int64_t r, std::span<const double> row) {
    const auto at = static_cast<std::size_t>(r);
    scales[at] = quantise_q8(row, stored.subspan(at * row.size(), row.size()));
  });
}

void generate_q4(const Problem& problem, const Latents& weights, const Operands& operands) {
  constexpr std::size_t columns = q4_group;
  const auto stored = operands.elements<std::uint8_t>("weights");
  const auto scales = operands.elements<std::uint16_t>("scales");
  for_each_row(problem, weights, [&](std::int64_t r, std::span<const double> row) {
    const std::size_t groups = row.size() / columns;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::size_t at = static_cast<std::size_t>(r) * groups + g;
      scales[at] = quantise_q4(row.subspan(g * columns, columns),
                               stored.subspan(at * columns / 2, columns / 2));
    }
  });
}

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  const Latents weights = latents(problem, seed, 0);
  if (problem.format == "q8") {
    generate_q8(problem, weights, operands);
  } else if (problem.format == "q4") {
    generate_q4(problem, weights, operands);
  } else {
    generate_f16(weights, operands.elements<std::uint16_t>("weights"));
  }
  generate_f16(latents(problem, seed, 1), operands.elements<std::uint16_t>("x"));
}

void load_f16(const Operands& operands, std::int64_t row, std::span<double> values) {
  const auto* const stored =
      operands.get<const std::uint16_t>("weights") + row * std::ssize(values);
  for (std::size_t c = 0; c < values.size(); ++c)
    values[c] = static_cast<double>(float_from_half(stored[c]));
}

void load_q8(const Operands& operands, std::int64_t row, std::span<double> values) {
  const auto* const stored = operands.get<const std::int8_t>("weights") + row * std::ssize(values);
  const double scale = static_cast<double>(operands.get<const float>("scales")[row]);
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = scale * stored[c];
}

void load_q4(const Operands& operands, std::int64_t row, std::span<double> values) {
  const std::int64_t first = row * std::ssize(values);
  const auto* const stored = operands.get<const std::uint8_t>("weights") + first / 2;
  const auto* const scales = operands.get<const std::uint16_t>("scales") + first / q4_group;
  for (std::size_t g = 0; g < values.size() / q4_group; ++g) {
    const double scale = static_cast<double>(float_from_half(scales[g]));
    for (std::size_t pair = g * q4_group / 2; pair < (g + 1) * q4_group / 2; ++pair) {
      values[2 * pair] = scale * ((stored[pair] & 15) - 8);
      values[2 * pair + 1] = scale * ((stored[pair] >> 4) - 8);
    }
  }
}

std::vector<double> reference(const Problem& problem, const Operands& operands) {
  std::vector<double> x(static_cast<std::size_t>(problem.extents.at("cols")));
  std::ranges::transform(
      operands.elements<const std::uint16_t>("x"), x.begin(),
      [](std::uint16_t stored) { return static_cast<double>(float_from_half(stored)); });
  const auto load = problem.format == "q8" ? load_q8 : problem.format == "q4" ? load_q4 : load_f16;
  return matvec(problem.extents.at("rows"), x,
                [&](std::int64_t row, std::span<double> values) { load(operands, row, values); });
}

std::string checker(std::string_view backend, std::string_view format) {
  return (backend == "cpu" ? "dequant/cpu_" : "dequant/") + std::string(format) +
         (backend == "cpu" ? "" : "_block");
}

const Registration dequant{Workload{
    .name = "dequant",
    .summary = "matrix times vector with weights in 16, 8 or 4 bits",
    .extents = {{.name = "rows", .help = "rows of W, elements of y"},
                {.name = "cols", .multiple_of = q4_group, .help = "columns of W, elements of x"}},
    .formats = {"f16", "q8", "q4"},
    .ceiling = CeilingKind::read,
    .error = {ErrorMetric::scaled_absolute, 1, 1e-3},
    .chain = ChainRule{"x", matvec_scale, checker},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

}  // namespace
}  // namespace membound
