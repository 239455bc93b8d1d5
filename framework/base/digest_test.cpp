// SPDX-License-Identifier: Apache-2.0
#include "base/digest.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace membound {
namespace {

TEST(Digest, agrees_with_the_vectors_of_FIPS_180_4) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, of_the_program_is_that_of_its_file) {
  std::ifstream file(std::filesystem::read_symlink("/proc/self/exe"), std::ios::binary);
  EXPECT_EQ(program_digest(), sha256(std::string{std::istreambuf_iterator<char>(file), {}}));
}

TEST(Digest, is_told_from_other_texts) {
  EXPECT_TRUE(is_digest(sha256("abc")));
  EXPECT_FALSE(is_digest(""));
  EXPECT_FALSE(is_digest(sha256("abc").substr(1)));
  EXPECT_FALSE(is_digest(std::string(64, 'A')));
  EXPECT_FALSE(is_digest(std::string(63, 'a') + "g"));
}

TEST(Digest, a_seed_is_the_first_eight_bytes_big_endian) {
  EXPECT_EQ(seed_from("abc"), 0xba7816bf8f01cfeaULL);
}

}  // namespace
}  // namespace membound
