// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include <gtest/gtest.h>

namespace membound {
namespace {

TEST(Text, suggests_the_nearest_word_when_it_is_unique_and_near) {
  EXPECT_EQ(nearest("ronuds", {"rounds", "launches", "warmup"}), "rounds");
  EXPECT_EQ(nearest("repetions", {"repetitions", "rounds"}), "repetitions");
  EXPECT_EQ(nearest("xyz", {"rounds", "launches"}), "");
  EXPECT_EQ(nearest("bat", {"cat", "hat"}), "");
}

TEST(Text, replaces_what_could_move_a_terminal_or_reverse_a_line) {
  EXPECT_EQ(printable("a\x1b[2Jb"), "a\xef\xbf\xbd[2Jb");
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(printable("5 \xc2\xb5s"), "5 \xc2\xb5s");
}

TEST(Text, matches_patterns_without_regard_to_case) {
  EXPECT_TRUE(matches("*h200*", "NVIDIA H200"));
  EXPECT_TRUE(matches("NVIDIA ?200", "NVIDIA H200"));
  EXPECT_FALSE(matches("*RX*", "NVIDIA H200"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("**", ""));
  EXPECT_FALSE(matches("?", ""));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_TRUE(matches("a*b*c", "a-b-b-c"));
  EXPECT_FALSE(matches("a*b", "a-b-c"));
}

TEST(Text, matches_a_hostile_pattern_in_bounded_time) {
  std::string pattern;
  for (int i = 0; i < 2000; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(5000, 'a')));
}

TEST(Text, prints_the_shortest_decimal_that_reads_back) {
  EXPECT_EQ(shortest(0.05), "0.05");
  EXPECT_EQ(shortest(1e-3), "0.001");
  EXPECT_EQ(shortest(135), "135");
  EXPECT_EQ(shortest(4.7e12), "4700000000000");
}

}  // namespace
}  // namespace membound
