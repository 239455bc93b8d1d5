// SPDX-License-Identifier: Apache-2.0
#include "protocol/scalar.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "base/random.hpp"

namespace membound::yaml {
namespace {

Node scalar(std::string text, bool quoted = false) {
  return {.kind = Node::Kind::scalar, .mark = {}, .quoted = quoted, .text = std::move(text)};
}

TEST(Scalar, reads_integers_with_binary_suffixes) {
  EXPECT_EQ(read_integer(scalar("0")).value, 0);
  EXPECT_FALSE(read_integer(scalar("Ki")).value);
  EXPECT_EQ(read_integer(scalar("4096")).value, 4096);
  EXPECT_EQ(read_integer(scalar("4Ki")).value, 4096);
  EXPECT_EQ(read_integer(scalar("64Mi")).value, 64 * 1024 * 1024);
  EXPECT_EQ(read_integer(scalar("2Gi")).value, std::int64_t{2} << 30);
  EXPECT_EQ(read_integer(scalar("9223372036854775807")).value, INT64_MAX);
  EXPECT_EQ(read_integer(scalar("8589934591Gi")).value, std::int64_t{8589934591} << 30);
}

TEST(Scalar, refuses_everything_else_as_an_integer) {
  for (const char* text : {"",
                           " 1",
                           "1 ",
                           "+1",
                           "-1",
                           "01",
                           "00",
                           "010",
                           "0x10",
                           "1e3",
                           "1.0",
                           "1_000",
                           "1,000",
                           "4K",
                           "4KiB",
                           "4 Ki",
                           "4ki",
                           "Ki",
                           "one",
                           "9223372036854775808",
                           "8589934592Gi",
                           "1\n",
                           "٣"}) {
    const auto reading = read_integer(scalar(text));
    EXPECT_FALSE(reading.value) << text;
    EXPECT_FALSE(reading.problem.empty()) << text;
    EXPECT_FALSE(reading.next.empty()) << text;
  }
  EXPECT_FALSE(read_integer(scalar("12", true)).value) << "a quoted scalar is never a number";
}

TEST(Scalar, reads_quantities_in_natural_units) {
  EXPECT_EQ(read_quantity(scalar("135 us"), Dimension::time).value, 135'000);
  EXPECT_EQ(read_quantity(scalar("135us"), Dimension::time).value, 135'000);
  EXPECT_EQ(read_quantity(scalar("0.5 s"), Dimension::time).value, 5e8);
  EXPECT_EQ(read_quantity(scalar("500 ns"), Dimension::time).value, 500);
  EXPECT_EQ(read_quantity(scalar("1.1 ms"), Dimension::time).value, 1.1e6);
  EXPECT_EQ(read_quantity(scalar("1 GiB"), Dimension::bytes).value, 1073741824);
  EXPECT_EQ(read_quantity(scalar("1.5 KiB"), Dimension::bytes).value, 1536);
  EXPECT_EQ(read_quantity(scalar("4.2 TB/s"), Dimension::rate).value, 4.2e12);
  EXPECT_EQ(read_quantity(scalar("380 GB/s"), Dimension::rate).value, 380e9);
  EXPECT_EQ(read_quantity(scalar("1.2x"), Dimension::ratio).value, 1.2);
  EXPECT_EQ(read_quantity(scalar("-2 %"), Dimension::ratio).value, -0.02);
  EXPECT_EQ(read_quantity(scalar("1e-3"), Dimension::number).value, 0.001);
  EXPECT_EQ(read_quantity(scalar("-1.5E+2"), Dimension::number).value, -150);
}

TEST(Scalar, reads_a_percentage_as_the_very_same_number_as_its_ratio) {
  for (int i = 0; i <= 20'000; ++i) {  // 0.00 % to 200.00 %
    const std::string percent =
        std::to_string(i / 100) + "." + std::to_string(100 + i % 100).substr(1) + " %";
    const std::string ratio =
        std::to_string(i / 10'000) + "." + std::to_string(10'000 + i % 10'000).substr(1);
    ASSERT_EQ(read_quantity(scalar(percent), Dimension::ratio).value,
              read_quantity(scalar(ratio), Dimension::ratio).value)
        << percent;
  }
}

TEST(Scalar, refuses_everything_else_as_a_quantity) {
  for (const char* text :
       {"",         "us",     "135",    "135 GiB",    "135  us", "135 us ",
        " 135 us",  "135 US", "1,5 us", ".5 us",      "5. us",   "+5 us",
        "05 us",    "nan us", "inf us", ".inf",       "0x10 us", "1e us",
        "1e999 us", "--5 us", "5 u s",  "12 us 5 ns", "one us",  "5e-999999 us"}) {
    const auto reading = read_quantity(scalar(text), Dimension::time);
    EXPECT_FALSE(reading.value) << text;
    EXPECT_FALSE(reading.problem.empty()) << text;
    EXPECT_FALSE(reading.next.empty()) << text;
  }
  EXPECT_FALSE(read_quantity(scalar("135 us", true), Dimension::time).value);
  EXPECT_FALSE(read_quantity(scalar("3 %"), Dimension::number).value);
  EXPECT_FALSE(read_quantity(scalar(std::string(100, '1')), Dimension::number).value);
}

TEST(Scalar, says_which_units_are_possible) {
  const auto bare = read_quantity(scalar("135"), Dimension::time);
  EXPECT_EQ(bare.problem, "'135' has no unit");
  EXPECT_EQ(bare.next, "units of a time: ns, us, ms, s; for example 135 us");
  const auto wrong = read_quantity(scalar("1 GB"), Dimension::bytes);
  EXPECT_EQ(wrong.problem, "'1 GB' is not a size: unknown unit 'GB'");
  EXPECT_EQ(wrong.next, "units of a size: B, KiB, MiB, GiB, TiB; for example 256 MiB");
}

TEST(Scalar, has_no_negative_zero) {
  EXPECT_FALSE(std::signbit(*read_quantity(scalar("-0"), Dimension::number).value));
}

TEST(Scalar, spells_with_the_largest_unit_that_fits) {
  EXPECT_EQ(spell(135'000, Dimension::time), "135 us");
  EXPECT_EQ(spell(9'500, Dimension::time), "9.5 us");
  EXPECT_EQ(spell(999, Dimension::time), "999 ns");
  EXPECT_EQ(spell(5e8, Dimension::time), "500 ms");
  EXPECT_EQ(spell(0, Dimension::time), "0 ns");
  EXPECT_EQ(spell(0.25, Dimension::time), "0.25 ns");
  EXPECT_EQ(spell(1073741824, Dimension::bytes), "1 GiB");
  EXPECT_EQ(spell(1073741825, Dimension::bytes), "1.0000000009313226 GiB");
  EXPECT_EQ(spell(4.2e12, Dimension::rate), "4.2 TB/s");
  EXPECT_EQ(spell(0.05, Dimension::ratio), "0.05");
  EXPECT_EQ(spell(-1, Dimension::number), "-1");
}

TEST(Scalar, reads_back_the_very_value_that_it_spelled) {
  constexpr std::array dimensions{Dimension::number, Dimension::time, Dimension::bytes,
                                  Dimension::rate, Dimension::ratio};
  int tried = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const double value = std::abs(std::bit_cast<double>(splitmix64(7, i)));
    if (!(value > 1e-12 && value < 1e18)) continue;
    for (const Dimension dimension : dimensions) {
      ++tried;
      const std::string text = spell(value, dimension);
      ASSERT_EQ(read_quantity(scalar(text), dimension).value, value) << text;
      ASSERT_EQ(spell(*read_quantity(scalar(text), dimension).value, dimension), text);
    }
  }
  EXPECT_GT(tried, 1000);
}

TEST(Scalar, reads_back_every_round_number_that_an_author_writes) {
  for (int i = 1; i < 2000; ++i) {
    for (const char* unit : {" ns", " us", " ms", " s"}) {
      for (const std::string& text :
           {std::to_string(i) + unit,
            std::to_string(i / 10) + "." + std::to_string(i % 10) + unit}) {
        const double value = *read_quantity(scalar(text), Dimension::time).value;
        ASSERT_EQ(read_quantity(scalar(spell(value, Dimension::time)), Dimension::time).value,
                  value)
            << text;
      }
    }
  }
}

}  // namespace
}  // namespace membound::yaml
