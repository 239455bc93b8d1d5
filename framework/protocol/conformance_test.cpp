// SPDX-License-Identifier: Apache-2.0
// Tests that canonical texts and digests are those of the conformance vectors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "protocol/identity.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

std::vector<std::filesystem::path> sources() {
  std::vector<std::filesystem::path> files = testing::files_of("conformance");
  std::erase_if(files, [](const auto& file) { return file.extension() != ".yaml"; });
  return files;
}

class Conformance : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Conformance, has_the_canonical_text_and_the_digest_of_the_vector) {
  std::filesystem::path file = GetParam();
  const Protocol protocol = testing::completed(testing::read_text(file));
  EXPECT_TRUE(validate(protocol, {}, testing::test_catalogue()).empty());
  EXPECT_EQ(canonical(protocol), testing::read_text(file.replace_extension(".canonical")));
  const auto vector = nlohmann::json::parse(testing::read_text(file.replace_extension(".json")));
  const auto kernels = vector.at("kernels").get<std::map<std::string, std::string>>();
  EXPECT_EQ(identity({vector.at("rules"), kernels, protocol}), vector.at("digest"));
}

INSTANTIATE_TEST_SUITE_P(Vectors, Conformance, ::testing::ValuesIn(sources()),
                         [](const auto& file) { return file.param.stem().string(); });

}  // namespace
}  // namespace membound
