// SPDX-License-Identifier: Apache-2.0
// The references of all workloads against products and sums written out here, and their
// determinism.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/catalogue.hpp"
#include "base/host_operands.hpp"
#include "half.hpp"

namespace membound {
namespace {

double half(std::uint16_t bits) { return static_cast<double>(float_from_half(bits)); }

TEST(Workloads, gemv_reference_is_the_product_of_the_stored_values) {
  const HostOperands data("gemv", "f16", {{"rows", 3}, {"cols", 16}}, 5);
  const auto w = data.operands.elements<std::uint16_t>("weights");
  const auto x = data.operands.elements<std::uint16_t>("x");
  const std::vector<double> y = data.reference();
  ASSERT_EQ(y.size(), 3U);
  for (std::size_t r = 0; r < 3; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < 16; ++c) sum += half(w[r * 16 + c]) * half(x[c]);
    EXPECT_NEAR(y[r], sum, 1e-14);
  }
}

TEST(Workloads, gemv_formats_store_the_same_values) {
  const HostOperands narrow("gemv", "f16", {{"rows", 2}, {"cols", 8}}, 5);
  const HostOperands wide("gemv", "f32", {{"rows", 2}, {"cols", 8}}, 5);
  const auto halves = narrow.operands.elements<std::uint16_t>("weights");
  const auto floats = wide.operands.elements<float>("weights");
  for (std::size_t i = 0; i < halves.size(); ++i) {
    EXPECT_EQ(halves[i], half_from(static_cast<double>(floats[i])));
    EXPECT_LE(std::abs(floats[i]), 1.0F);
  }
  EXPECT_NE(floats[0], wide.operands.elements<float>("x")[0])
      << "weights and x must not share a sequence";
}

TEST(Workloads, dequant_formats_agree_within_the_error_of_quantisation) {
  const Extents extents{{"rows", 32}, {"cols", 256}};
  const std::vector<double> exact = HostOperands("dequant", "f16", extents, 5).reference();
  const std::vector<double> q8 = HostOperands("dequant", "q8", extents, 5).reference();
  const std::vector<double> q4 = HostOperands("dequant", "q4", extents, 5).reference();
  for (std::size_t r = 0; r < exact.size(); ++r) {
    // Error of a sum of 256 terms: rmse x rms of x x sqrt(256); five times that never happens by
    // chance.
    EXPECT_NEAR(q8[r], exact[r], 5 * 2.27e-3 * 0.58 * 16);
    EXPECT_NEAR(q4[r], exact[r], 5 * 4.08e-2 * 0.58 * 16);
    EXPECT_NE(q8[r], exact[r]);
    EXPECT_NE(q4[r], exact[r]);
  }
}

TEST(Workloads, softmax_reference_sums_to_one_and_keeps_ratios) {
  const HostOperands data("softmax", "f16", {{"rows", 5}, {"cols", 24}}, 9);
  const auto x = data.operands.elements<std::uint16_t>("x");
  const std::vector<double> y = data.reference();
  for (std::size_t r = 0; r < 5; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < 24; ++c) sum += y[r * 24 + c];
    EXPECT_NEAR(sum, 1, 1e-14);
    EXPECT_NEAR(y[r * 24] / y[r * 24 + 1], std::exp(half(x[r * 24]) - half(x[r * 24 + 1])), 1e-12);
  }
}

TEST(Workloads, stream_reference_of_a_read_is_the_sum_of_the_words_and_of_a_copy_the_source) {
  const HostOperands read("stream", "read", {{"bytes", 8192}}, 3);
  std::uint32_t sum = 0;
  for (const std::uint32_t word : read.operands.elements<std::uint32_t>("source")) sum += word;
  EXPECT_EQ(read.reference(), std::vector<double>{static_cast<double>(sum)});
  const HostOperands copy("stream", "copy", {{"bytes", 8192}}, 3);
  const auto source = copy.operands.elements<std::uint32_t>("source");
  EXPECT_EQ(copy.reference(), std::vector<double>(source.begin(), source.end()));
}

TEST(Workloads, have_exactly_one_output_in_every_format) {
  const Extents extents{{"rows", 2},     {"cols", 128}, {"bytes", 8192},
                        {"hidden", 128}, {"kv", 8},     {"inner", 128}};
  const Catalogue catalogue = registered();
  for (const Workload& workload : catalogue.workloads()) {
    for (const std::string& format : workload.formats) {
      int outputs = 0;
      for (const Operand& operand : workload.operands(extents, format))
        outputs += is_output(operand.access);
      EXPECT_EQ(outputs, 1) << workload.name << ' ' << format;
    }
  }
}

// The seed and the index alone decide: a million values take several threads, eight take one.
TEST(Workloads, data_do_not_depend_on_the_number_of_threads) {
  const HostOperands many("gemv", "f16", {{"rows", 4096}, {"cols", 256}}, 21);
  const HostOperands few("gemv", "f16", {{"rows", 1}, {"cols", 8}}, 21);
  const auto long_sequence = many.operands.elements<std::uint16_t>("weights");
  const auto short_sequence = few.operands.elements<std::uint16_t>("weights");
  EXPECT_TRUE(std::equal(short_sequence.begin(), short_sequence.end(), long_sequence.begin()));
}

}  // namespace
}  // namespace membound
