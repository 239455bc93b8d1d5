// SPDX-License-Identifier: Apache-2.0
// The corpus of testdata/: good protocols have no finding, bad ones exactly those that they
// announce.
#include <gtest/gtest.h>

#include <cstdio>

#include "base/text.hpp"
#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

using testing::check;
using testing::files_of;
using testing::read_text;

/// A line "# expect 12:3 part of the message" at the head of a bad protocol.
struct Expectation {
  Mark mark;
  std::string fragment;
};

std::vector<Expectation> expectations_of(const std::string& text) {
  std::vector<Expectation> expected;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    Mark mark;
    int rest = 0;
    if (std::sscanf(line.c_str(), "# expect %d:%d %n", &mark.line, &mark.column, &rest) < 2) break;
    expected.push_back({mark, line.substr(static_cast<std::size_t>(rest))});
  }
  return expected;
}

class Good : public ::testing::TestWithParam<std::filesystem::path> {};
class Bad : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Good, has_no_finding) {
  const std::string text = read_text(GetParam());
  const std::vector<Finding> findings = check(text);
  EXPECT_FALSE(has_errors(findings)) << render(findings, GetParam().filename(), text);
}

TEST_P(Good, reads_back_from_its_canonical_text) {
  const Protocol protocol = testing::completed(read_text(GetParam()));
  const Parsed back = parse(canonical(protocol));
  EXPECT_TRUE(back.findings.empty()) << render(back.findings, "canonical", canonical(protocol));
  EXPECT_EQ(back.protocol, protocol);
  EXPECT_EQ(canonical(back.protocol), canonical(protocol));
}

TEST_P(Good, is_complete_after_one_completion) {
  const Protocol once = testing::completed(read_text(GetParam()));
  EXPECT_EQ(complete(once, testing::test_catalogue()), once);
}

TEST_P(Bad, has_exactly_the_findings_that_it_announces) {
  const std::string text = read_text(GetParam());
  const std::vector<Expectation> expected = expectations_of(text);
  const std::vector<Finding> found = check(text);
  const std::string rendered = render(found, GetParam().filename(), text);
  ASSERT_FALSE(expected.empty()) << "the file announces nothing";
  ASSERT_EQ(found.size(), expected.size()) << rendered;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].severity, Finding::Severity::error);
    EXPECT_EQ(found[i].mark.line, expected[i].mark.line) << rendered;
    EXPECT_EQ(found[i].mark.column, expected[i].mark.column) << rendered;
    EXPECT_NE((found[i].message + "\n" + found[i].next).find(expected[i].fragment),
              std::string::npos)
        << expected[i].fragment << "\n"
        << rendered;
    EXPECT_FALSE(found[i].next.empty()) << "says nothing to do next\n" << rendered;
  }
}

std::string name_of_file(const ::testing::TestParamInfo<std::filesystem::path>& file) {
  return file.param.stem().string();
}

INSTANTIATE_TEST_SUITE_P(Corpus, Good, ::testing::ValuesIn(files_of("good")), name_of_file);
INSTANTIATE_TEST_SUITE_P(Corpus, Bad, ::testing::ValuesIn(files_of("bad")), name_of_file);

}  // namespace
}  // namespace membound
