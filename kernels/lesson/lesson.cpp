// SPDX-License-Identifier: Apache-2.0
// The lesson workload: y = W x with W as floats or as bytes, and the same W in both.
//
// The weights are quantised first, to bytes with one scale per row; format `f32` stores the
// products q * scale. Scales keep so few bits that these products are exact, so both formats have
// one reference, bit for bit, and quantisation adds no error. What is left to see is what the bytes
// change in sectors requested, in time and in work, each by itself.
#include <algorithm>
#include <bit>

#include "dequant/quantise.hpp"
#include "generate.hpp"
#include "matvec.hpp"
#include "membound/arm.hpp"

namespace membound {
namespace {

std::vector<Operand> operands(const Extents& extents, std::string_view format) {
  const std::int64_t rows = extents.at("rows");
  const std::int64_t cols = extents.at("cols");
  std::vector<Operand> all;
  if (format == "int8") {
    all = {{"weights", Element::i8, {rows, cols}, Access::read},
           {"scales", Element::f32, {rows}, Access::read}};
  } else {
    all = {{"weights", Element::f32, {rows, cols}, Access::read}};
  }
  all.push_back({"x", Element::f32, {cols}, Access::read});
  all.push_back({"y", Element::f32, {rows}, Access::write});
  return all;
}

/// Cut to 16 significant bits: with the 7 of a weight they fit the 24 of a float.
float shortened(float scale) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scale) & 0xffffff00U);
}

/// One row of weights and where they go.
class Row {
 public:
  explicit Row(std::int64_t cols)
      : latent_(static_cast<std::size_t>(cols)), stored_(latent_.size()) {}

  void quantise(const Latents& weights, std::int64_t row) {
    const std::int64_t first = row * std::ssize(latent_);
    for (std::size_t c = 0; c < latent_.size(); ++c)
      latent_[c] = weights(first + static_cast<std::int64_t>(c));
    scale_ = shortened(quantise_q8(latent_, stored_));
  }
  void store(std::int64_t row, std::string_view format, const Operands& operands) const {
    const std::size_t first = static_cast<std::size_t>(row) * stored_.size();
    if (format == "int8") {
      std::ranges::copy(stored_, operands.elements<std::int8_t>("weights").subspan(first).begin());
      operands.elements<float>("scales")[static_cast<std::size_t>(row)] = scale_;
    } else {
      std::ranges::transform(stored_, operands.elements<float>("weights").subspan(first).begin(),
                             [this](std::int8_t q) { return scale_ * static_cast<float>(q); });
    }
  }

 private:
  std::vector<double> latent_;
  std::vector<std::int8_t> stored_;
  float scale_ = 0;
};

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  const Latents weights = latents(problem, seed, 0);
  const std::int64_t cols = problem.extents.at("cols");
  in_parallel(problem.extents.at("rows"), 1 + (1 << 16) / cols,
              [&](std::int64_t begin, std::int64_t end) {
                Row row(cols);
                for (std::int64_t r = begin; r < end; ++r) {
                  row.quantise(weights, r);
                  row.store(r, problem.format, operands);
                }
              });
  generate_f32(latents(problem, seed, 1), operands.elements<float>("x"));
}

std::vector<double> reference(const Problem& problem, const Operands& operands) {
  const auto stored_x = operands.elements<const float>("x");
  const std::vector<double> x(stored_x.begin(), stored_x.end());
  const auto load = [&](std::int64_t row, std::span<double> values) {
    const std::int64_t first = row * std::ssize(values);
    if (problem.format == "int8") {
      const double scale = static_cast<double>(operands.get<const float>("scales")[row]);
      const auto* const stored = operands.get<const std::int8_t>("weights") + first;
      for (std::size_t c = 0; c < values.size(); ++c) values[c] = scale * stored[c];
    } else {
      const auto* const stored = operands.get<const float>("weights") + first;
      for (std::size_t c = 0; c < values.size(); ++c) values[c] = static_cast<double>(stored[c]);
    }
  };
  return matvec(problem.extents.at("rows"), x, load);
}

const Registration lesson{Workload{
    .name = "lesson",
    .summary = "matrix times vector with the same weights as floats or as bytes",
    .extents = {{.name = "rows", .help = "rows of W, elements of y"},
                {.name = "cols", .multiple_of = 32, .help = "columns of W, elements of x"}},
    .formats = {"f32", "int8"},
    .ceiling = CeilingKind::read,
    .error = {ErrorMetric::scaled_absolute, 1, 1e-4},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

}  // namespace
}  // namespace membound
