// SPDX-License-Identifier: Apache-2.0
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace membound {
namespace {

TEST(Random, splitmix64_gives_the_published_sequence_of_seed_1234567) {
  // First values of the reference implementation by Vigna for this seed.
  EXPECT_EQ(splitmix64(1234567, 0), 6457827717110365317ULL);
  EXPECT_EQ(splitmix64(1234567, 1), 3203168211198807973ULL);
  EXPECT_EQ(splitmix64(1234567, 2), 9817491932198370423ULL);
}

TEST(Random, unit_doubles_stay_below_one) {
  EXPECT_LT(unit_double(~0ULL), 1.0);
  EXPECT_EQ(unit_double(0), 0.0);
}

TEST(Random, a_shuffle_is_a_permutation_and_depends_on_its_seed) {
  std::vector<int> first(50);
  std::iota(first.begin(), first.end(), 0);
  std::vector<int> second = first;
  shuffle(first, 1);
  shuffle(second, 2);
  EXPECT_NE(first, second);
  std::ranges::sort(first);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(first[static_cast<std::size_t>(i)], i);
}

TEST(Random, every_order_of_three_items_is_equally_likely) {
  std::array<int, 27> counts{};
  constexpr int trials = 60000;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    std::vector<int> items{0, 1, 2};
    shuffle(items, splitmix64(99, seed));
    ++counts[static_cast<std::size_t>(items[0] * 9 + items[1] * 3 + items[2])];
  }
  for (const int index : {5, 7, 11, 15, 19, 21}) {  // the six permutations
    EXPECT_NEAR(counts[static_cast<std::size_t>(index)], trials / 6, 500);
  }
}

}  // namespace
}  // namespace membound
