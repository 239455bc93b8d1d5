// SPDX-License-Identifier: Apache-2.0
// The layer workload against products written out here: reference, traffic, the places of its
// vectors, and the size of what it hands on.
#include "layer/layer.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "base/host_operands.hpp"
#include "half.hpp"

namespace membound {
namespace {

const Extents tiny{{"hidden", 128}, {"kv", 8}, {"inner", 256}};
const Extents llama_3_8b{{"hidden", 4096}, {"kv", 1024}, {"inner", 14'336}};
const Extents llama_3_70b{{"hidden", 8192}, {"kv", 1024}, {"inner", 28'672}};

double half(std::uint16_t bits) { return static_cast<double>(float_from_half(bits)); }

/// Weight (r, c) of a matrix of `cols` columns, as stored.
double weight(const HostOperands& data, const std::string& name, std::size_t r, std::size_t c,
              std::size_t cols) {
  const Operands& from = data.operands;
  const std::size_t at = r * cols + c;
  if (data.problem.format == "q8") {
    return static_cast<double>(from.elements<float>(name + "_scales")[r]) *
           from.elements<std::int8_t>(name)[at];
  }
  if (data.problem.format == "q4") {
    const int both = from.elements<std::uint8_t>(name)[at / 2];
    return half(from.elements<std::uint16_t>(name + "_scales")[at / 128]) *
           ((at % 2 == 0 ? both & 15 : both >> 4) - 8);
  }
  return half(from.elements<std::uint16_t>(name)[at]);
}

std::vector<double> product(const HostOperands& data, const std::string& name, std::size_t rows,
                            const std::vector<double>& x) {
  std::vector<double> y(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < x.size(); ++c) y[r] += weight(data, name, r, c, x.size()) * x[c];
  }
  return y;
}

/// The first `count` elements as the halves that the next product reads.
std::vector<double> stored(const std::vector<double>& y, std::size_t count) {
  std::vector<double> x(count);
  std::transform(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(count), x.begin(),
                 [](double value) { return half(half_from(value)); });
  return x;
}

TEST(Layer, reference_is_four_products_of_stored_values_with_halves_between_them) {
  for (const char* format : {"f16", "q8", "q4"}) {
    const HostOperands data("layer", format, tiny, 5);
    std::vector<double> x;
    for (const std::uint16_t bits : data.operands.elements<std::uint16_t>("x"))
      x.push_back(half(bits));
    const std::vector<double> qkv = product(data, "qkv", 128 + 2 * 8, x);
    const std::vector<double> o = product(data, "o", 128, stored(qkv, 128));
    const std::vector<double> gate_up = product(data, "gate_up", 2 * 256, stored(o, 128));
    std::vector<double> expected = product(data, "down", 128, stored(gate_up, 256));
    for (const auto* one : {&qkv, &o, &gate_up})
      expected.insert(expected.end(), one->begin(), one->end());
    const std::vector<double> y = data.reference();
    ASSERT_EQ(y.size(), expected.size());
    for (std::size_t i = 0; i < y.size(); ++i)
      EXPECT_NEAR(y[i], expected[i], 1e-12) << format << ", element " << i;
  }
}

TEST(Layer, outputs_lie_one_behind_the_other_and_inputs_are_outputs_of_the_product_before) {
  for (const Extents& extents : {tiny, llama_3_8b, llama_3_70b}) {
    const auto all = layer::products(extents);
    std::vector<std::pair<std::int64_t, std::int64_t>> parts;
    for (const layer::Product& one : all) parts.emplace_back(one.to, one.to + one.rows);
    std::ranges::sort(parts);
    std::int64_t end = 0;
    for (const auto& [begin, past] : parts) {
      EXPECT_EQ(begin, end);
      end = past;
    }
    EXPECT_EQ(end, layer::outputs(extents));
    EXPECT_FALSE(all[0].from.has_value());
    for (std::size_t k = 1; k < all.size(); ++k) {
      EXPECT_EQ(all[k].from, all[k - 1].to);
      EXPECT_LE(all[k].cols, all[k - 1].rows);
      EXPECT_EQ(*all[k].from % 8, 0) << "inputs are read 16 bytes at a time";
    }
    EXPECT_EQ(all[3].to, 0) << "the next layer reads the beginning";
    EXPECT_EQ(all[3].rows, all[0].cols);
  }
}

/// Bytes that a launch reads and writes.
std::pair<std::int64_t, std::int64_t> traffic(const Extents& extents, std::string_view format) {
  std::int64_t read = 0;
  std::int64_t written = 0;
  for (const Operand& one : registered().workload("layer")->operands(extents, format)) {
    EXPECT_TRUE(one.access == Access::read || one.access == Access::write) << one.name;
    (one.access == Access::read ? read : written) += one.bytes().value;
  }
  return {read, written};
}

// Weights by hand: (4096 + 2048) 4096 + 4096^2 + 28672 4096 + 4096 14336 = 218103808 in the smaller
// layer, (8192 + 2048) 8192 + 8192^2 + 57344 8192 + 8192 28672 = 855638016 in the larger.
TEST(Layer, traffic_is_that_of_the_whole_layer) {
  using Traffic = std::pair<std::int64_t, std::int64_t>;
  constexpr std::int64_t weights = 218'103'808;
  constexpr std::int64_t x = 2 * 4096;
  constexpr std::int64_t rows = 6144 + 4096 + 28'672 + 4096;
  EXPECT_EQ(traffic(llama_3_8b, "f16"), Traffic(2 * weights + x, 2 * rows));
  EXPECT_EQ(traffic(llama_3_8b, "q8"), Traffic(weights + 4 * rows + x, 2 * rows));
  EXPECT_EQ(traffic(llama_3_8b, "q4"), Traffic(weights / 2 + weights / 128 * 2 + x, 2 * rows));
  EXPECT_EQ(traffic(llama_3_70b, "f16"),
            Traffic(2 * std::int64_t{855'638'016} + 2 * 8192, 2 * (10'240 + 8192 + 57'344 + 8192)));
}

TEST(Layer, values_neither_grow_nor_decay_from_layer_to_layer) {
  for (const char* format : {"f16", "q8", "q4"}) {
    HostOperands data("layer", format, {{"hidden", 1024}, {"kv", 64}, {"inner", 2048}}, 7);
    const auto x = data.operands.elements<std::uint16_t>("x");
    for (int depth = 0; depth < 6; ++depth) {
      const std::vector<double> y = data.reference();
      const double squares = std::inner_product(y.begin(), y.end(), y.begin(), 0.0);
      const double size = std::sqrt(squares / static_cast<double>(y.size()));
      EXPECT_GT(size, 0.45) << format << ", layer " << depth;  // x is uniform in [-1, 1): 0.577
      EXPECT_LT(size, 0.75) << format << ", layer " << depth;
      std::transform(y.begin(), y.begin() + std::ssize(x), x.begin(), half_from);
    }
  }
}

TEST(Layer, weights_of_the_products_do_not_share_a_sequence) {
  const HostOperands data("layer", "f16", tiny, 5);
  const auto qkv = data.operands.elements<std::uint16_t>("qkv");
  const auto o = data.operands.elements<std::uint16_t>("o");
  const auto x = data.operands.elements<std::uint16_t>("x");
  EXPECT_FALSE(std::equal(o.begin(), o.end(), qkv.begin()));  // both have 128 columns
  const double scale = half(qkv[0]) / half(x[0]);
  EXPECT_GT(std::abs(half(qkv[1]) / half(x[1]) - scale), 1e-3 * std::abs(scale));
}

}  // namespace
}  // namespace membound
