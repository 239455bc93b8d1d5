// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace membound {
namespace {

std::vector<std::byte> bytes(std::size_t count) {
  std::vector<std::byte> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<std::byte>(i * 37 + 11);
  return out;
}

TEST(Checksum, is_the_same_for_the_same_content_wherever_it_lies) {
  const std::vector<std::byte> first = bytes(1003);
  const std::vector<std::byte> second = first;
  EXPECT_EQ(checksum(first), checksum(second));
}

TEST(Checksum, changes_with_every_single_bit_the_last_bytes_included) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 64U, 67U}) {
    std::vector<std::byte> data = bytes(size);
    const std::uint64_t before = checksum(data);
    for (std::size_t bit = 0; bit < 8 * size; ++bit) {
      data[bit / 8] ^= std::byte{1} << (bit % 8);
      EXPECT_NE(checksum(data), before) << "bit " << bit << " of " << size << " bytes";
      data[bit / 8] ^= std::byte{1} << (bit % 8);
    }
  }
}

TEST(Checksum, changes_when_words_are_swapped_or_zeros_appended) {
  std::vector<std::byte> data = bytes(64);
  const std::uint64_t before = checksum(data);
  for (std::size_t i = 0; i < 4; ++i) std::swap(data[i], data[32 + i]);
  EXPECT_NE(checksum(data), before);
  EXPECT_NE(checksum(std::vector<std::byte>(8)), checksum(std::vector<std::byte>(12)));
}

}  // namespace
}  // namespace membound
