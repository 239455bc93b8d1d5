// SPDX-License-Identifier: Apache-2.0
#include "report/number.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace membound::page {
namespace {

TEST(Number, has_four_significant_digits_and_keeps_its_zeros) {
  EXPECT_EQ(rounded(138.249), "138.2");
  EXPECT_EQ(rounded(4.25), "4.250");
  EXPECT_EQ(rounded(0.0123456), "0.01235");
  EXPECT_EQ(rounded(-0.5), "-0.5000");
}

TEST(Number, rounds_up_into_the_next_power_of_ten) {
  EXPECT_EQ(rounded(9.9996), "10.00");
  EXPECT_EQ(rounded(999.96), "1000");
}

TEST(Number, never_rounds_digits_before_the_point_away) {
  EXPECT_EQ(rounded(12345.6), "12346");
  EXPECT_EQ(rounded(1e9), "1000000000");
}

TEST(Number, has_no_negative_zero) {
  EXPECT_EQ(fixed(-0.0004, 3), "0.000");
  EXPECT_EQ(rounded(-0.0), "0");
  EXPECT_EQ(percent_text(-1e-9), "0.000 %");
}

TEST(Number, that_is_not_finite_is_said_in_words) {
  EXPECT_EQ(rounded(std::numeric_limits<double>::infinity()), "infinite");
  EXPECT_EQ(error_text(std::numeric_limits<double>::quiet_NaN()), "not a number");
}

TEST(Number, times_and_rates_choose_their_unit) {
  EXPECT_EQ(time_text(850), "850.0 ns");
  EXPECT_EQ(time_text(138249), "138.2 us");
  EXPECT_EQ(time_text(1.5e8), "150.0 ms");
  EXPECT_EQ(time_text(2e9), "2.000 s");
  EXPECT_EQ(rate_text(9.1234e11), "912.3 GB/s");
  EXPECT_EQ(rate_text(4.3125e12), "4.312 TB/s");
}

TEST(Number, given_values_are_shown_as_they_were_written) {
  EXPECT_EQ(percent_text(0.03, Digits::given), "3 %");
  EXPECT_EQ(percent_text(0.123456789, Digits::given), "12.3456789 %");
  EXPECT_EQ(time_text(135000, Digits::given), "135 us");
  EXPECT_EQ(factor_text(1.05, Digits::given), "1.05 x");
}

TEST(Number, sizes_and_errors_are_short) {
  EXPECT_EQ(size_text({gibi}), "1 GiB");
  EXPECT_EQ(size_text({100663296}), "96 MiB");
  EXPECT_EQ(size_text({1023}), "1023 B");
  EXPECT_EQ(error_text(2.44e-7), "2.4e-7");
  EXPECT_EQ(error_text(9.99e-5), "1e-4");
  EXPECT_EQ(error_text(0.001), "0.001");
}

TEST(Number, counts_agree_with_their_noun) {
  EXPECT_EQ(counted(0, "run"), "no runs");
  EXPECT_EQ(counted(1, "run"), "1 run");
  EXPECT_EQ(counted(5, "run"), "5 runs");
  EXPECT_EQ(counted(50, "launch"), "50 launches");
}

}  // namespace
}  // namespace membound::page
