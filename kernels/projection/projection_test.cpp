// SPDX-License-Identifier: Apache-2.0
// The projection's formats: their bytes, what they store, and the reference against loops written
// out here.
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "base/catalogue.hpp"
#include "base/host_operands.hpp"
#include "bf16.hpp"
#include "half.hpp"
#include "projection/format.hpp"

namespace membound {
namespace {

using projection::Result;
using projection::Storage;

const Extents published{{"rows", 12'288}, {"cols", 4096}, {"batch", 8}};
const Extents small{{"rows", 24}, {"cols", 1024}, {"batch", 3}};

double bf16(std::uint16_t bits) { return static_cast<double>(float_from_bf16(bits)); }
double half(std::uint16_t bits) { return static_cast<double>(float_from_half(bits)); }

std::int64_t bytes(const Extents& extents, std::string_view format, std::string_view operand) {
  const Catalogue catalogue = registered();
  for (const Operand& one : catalogue.workload("projection")->operands(extents, format)) {
    if (one.name == operand) return one.bytes().value;
  }
  return 0;
}

/// What the storage of a matrix takes: weights and scales.
std::int64_t stored_bytes(std::string_view format) {
  return bytes(published, format, "weights") + bytes(published, format, "scales");
}

TEST(Projection, formats_take_the_published_bytes) {
  EXPECT_EQ(stored_bytes("bf16"), 100'663'296);
  EXPECT_EQ(stored_bytes("bf16_k_partials"), 100'663'296);
  EXPECT_EQ(stored_bytes("f16"), 100'663'296);
  EXPECT_EQ(stored_bytes("q8"), 56'623'104);
  EXPECT_EQ(stored_bytes("q8_k_padded"), 56'623'104);
  EXPECT_EQ(stored_bytes("q8_0"), 53'477'376);
  EXPECT_EQ(stored_bytes("q4_0"), 28'311'552);
}

// The general kernel of the fourth round writes eight rows whatever the batch is.
TEST(Projection, partial_sums_are_written_for_the_batch_or_for_eight_rows) {
  Extents one = published;
  one["batch"] = 1;
  EXPECT_EQ(bytes(published, "bf16_k_partials", "partials"), 12'582'912);
  EXPECT_EQ(bytes(one, "bf16_k_partials", "partials"), 1'572'864);
  EXPECT_EQ(bytes(one, "bf16_k_padded", "partials"), 12'582'912);
  EXPECT_EQ(bytes(one, "bf16_k_padded", "y"), 0);
}

TEST(Projection, a_finished_sum_has_room_for_its_slices_that_is_not_counted) {
  const Catalogue catalogue = registered();
  for (const std::string format : {"bf16_k", "q8_k"}) {
    std::map<std::string, Access> access;
    for (const Operand& one : catalogue.workload("projection")->operands(small, format))
      access[one.name] = one.access;
    EXPECT_EQ(access.at("partials"), Access::scratch) << format;
    EXPECT_EQ(access.at("y"), Access::write) << format;
  }
}

TEST(Projection, names_are_taken_apart) {
  const auto format = projection::format_of("q8_k_padded");
  EXPECT_EQ(format.storage, Storage::q8);
  EXPECT_TRUE(format.k_major);
  EXPECT_EQ(format.result, Result::padded);
  EXPECT_EQ(projection::format_of("q8_0").storage, Storage::q8_0);
  EXPECT_FALSE(projection::format_of("bf16_partials").k_major);
  EXPECT_EQ(projection::format_of("bf16_partials").result, Result::partials);
  for (const char* name : {"", "q8_1", "bf16_partials_k", "bf16_padded_partials", "k_major"})
    EXPECT_THROW(projection::format_of(name), Error) << name;
}

/// A weight as a format stores it, by a layout that is written out once more.
double weight(const HostOperands& data, std::size_t row, std::size_t col) {
  constexpr std::size_t rows = 24;
  constexpr std::size_t cols = 1024;
  const auto format = projection::format_of(data.problem.format);
  const std::size_t at = format.k_major ? col * rows + row : row * cols + col;
  const std::size_t scale = format.k_major ? col / 32 * rows + row : row * 32 + col / 32;
  const auto words = data.operands.elements<std::uint16_t>("weights");
  const auto bytes = data.operands.elements<std::int8_t>("weights");
  switch (format.storage) {
    case Storage::f16: return half(words[at]);
    case Storage::bf16: return bf16(words[at]);
    case Storage::q8:
      return bytes[at] * static_cast<double>(data.operands.elements<float>("scales")[scale]);
    case Storage::q8_0:
      return bytes[at] * half(data.operands.elements<std::uint16_t>("scales")[scale]);
    case Storage::q4_0: {
      const auto both = static_cast<std::uint8_t>(bytes[at / 2]);
      return ((col % 2 == 0 ? both & 15 : both >> 4) - 8) *
             half(data.operands.elements<std::uint16_t>("scales")[scale]);
    }
  }
  return 0;
}

double input(const HostOperands& data, std::size_t row, std::size_t col) {
  const std::uint16_t bits = data.operands.elements<std::uint16_t>("x")[row * 1024 + col];
  return data.problem.format == "f16" ? half(bits) : bf16(bits);
}

TEST(Projection, reference_is_the_product_of_the_stored_values_in_every_format) {
  for (const std::string& name : projection::every_format()) {
    const HostOperands data("projection", name, small, 5);
    const std::vector<double> out = data.reference();
    const Result result = projection::format_of(name).result;
    const std::size_t parts = result == Result::sums ? 1 : 32;
    const std::size_t written = result == Result::padded ? 8 : 3;
    ASSERT_EQ(out.size(), parts * written * 24) << name;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t part = i / 24 / written;
      const std::size_t b = i / 24 % written;
      double sum = 0;
      for (std::size_t c = part * 1024 / parts; b < 3 && c < (part + 1) * 1024 / parts; ++c)
        sum += weight(data, i % 24, c) * input(data, b, c);
      ASSERT_NEAR(out[i], sum, 1e-12) << name << ' ' << i;
    }
  }
}

// Half a step of the largest of a block, which is nearly 1, and what rounding a scale adds.
TEST(Projection, formats_store_the_same_weights) {
  const std::map<std::string, double> tolerance{{"f16", 0x1p-12},    {"bf16_k", 0},
                                                {"q8", 0.51 / 127},  {"q8_k", 0.51 / 127},
                                                {"q8_0", 0.6 / 127}, {"q4_0", 0.52 / 7}};
  const HostOperands wide("projection", "bf16", small, 5);
  for (const auto& [name, allowed] : tolerance) {
    const HostOperands data("projection", name, small, 5);
    for (std::size_t r = 0; r < 24; ++r) {
      for (std::size_t c = 0; c < 1024; ++c)
        ASSERT_NEAR(weight(data, r, c), weight(wide, r, c), allowed + (allowed > 0 ? 0x1p-9 : 0))
            << name << ' ' << r << ' ' << c;
    }
  }
}

TEST(Projection, a_k_major_matrix_is_the_transpose_to_the_bit) {
  const HostOperands rows("projection", "q8", small, 5);
  const HostOperands turned("projection", "q8_k", small, 5);
  for (std::size_t r = 0; r < 24; ++r) {
    for (std::size_t c = 0; c < 1024; ++c)
      ASSERT_EQ(weight(rows, r, c), weight(turned, r, c)) << r << ' ' << c;
  }
  EXPECT_EQ(rows.reference(), turned.reference());
}

}  // namespace
}  // namespace membound
