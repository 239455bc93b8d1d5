// SPDX-License-Identifier: Apache-2.0
#include "protocol/finding.hpp"

#include <gtest/gtest.h>

#include "protocol/test_protocols.hpp"

namespace membound {
namespace {

Finding at(int line, int column, std::string message, std::string next = "") {
  return {Finding::Severity::error, {line, column}, std::move(message), std::move(next)};
}

TEST(Finding, is_rendered_with_its_line_a_caret_and_what_to_do) {
  const Finding finding = at(2, 3, "unknown key 'repetions'",
                             "did you mean 'repetitions'?\nknown keys here: rounds, seed");
  EXPECT_EQ(render({finding}, "gemv.yaml", "a:\n  repetions: 200\n"),
            "gemv.yaml:2:3: error: unknown key 'repetions'\n"
            "    2 |   repetions: 200\n"
            "      |   ^~~~~~~~~\n"
            "  did you mean 'repetitions'?\n"
            "  known keys here: rounds, seed\n");
}

TEST(Finding, underlines_a_quoted_text_to_its_end) {
  EXPECT_EQ(render({at(1, 4, "wrong")}, "f", "a: \"b c\" # d\n"),
            "f:1:4: error: wrong\n"
            "    1 | a: \"b c\" # d\n"
            "      |    ^~~~~\n");
}

TEST(Finding, puts_the_caret_under_the_character_after_wide_text) {
  EXPECT_EQ(render({at(1, 6, "wrong")}, "f", "äöü: x\n"),
            "f:1:6: error: wrong\n"
            "    1 | äöü: x\n"
            "      |      ^\n");
}

TEST(Finding, about_the_whole_file_shows_no_line) {
  EXPECT_EQ(render({at(0, 0, "the protocol is empty", "start")}, "f", ""),
            "f: error: the protocol is empty\n  start\n");
}

TEST(Finding, beyond_the_text_shows_no_line) {
  EXPECT_EQ(render({at(9, 1, "wrong")}, "f", "a\n"), "f:9:1: error: wrong\n");
  EXPECT_EQ(render({at(1, 99, "wrong")}, "f", "a\n"),
            "f:1:99: error: wrong\n    1 | a\n      |  ^\n");
}

TEST(Finding, is_sorted_by_position_and_keeps_the_order_of_equals) {
  const std::string out = render(
      {at(2, 1, "third"), at(1, 5, "second"), at(1, 1, "first"), at(2, 1, "fourth")}, "f", "");
  EXPECT_EQ(
      out,
      "f:1:1: error: first\nf:1:5: error: second\nf:2:1: error: third\nf:2:1: error: fourth\n");
}

TEST(Finding, shows_a_part_of_a_long_line) {
  const std::string line = std::string(500, 'a') + " b " + std::string(500, 'c');
  const std::string out = render({at(1, 502, "wrong")}, "f", line);
  EXPECT_EQ(out, "f:1:502: error: wrong\n    1 | ..." + std::string(49, 'a') + " b " +
                     std::string(48, 'c') + "...\n      | " + std::string(53, ' ') + "^\n");
}

TEST(Finding, never_prints_control_characters) {
  const std::string out = render({at(1, 1, "a\x1b[31mb", "c\x07")}, "f\x1b", "x\x1by\n");
  EXPECT_EQ(out.find('\x1b'), std::string::npos);
  EXPECT_EQ(out.find('\x07'), std::string::npos);
}

TEST(Finding, may_be_a_warning_which_is_no_error) {
  Finding warning = at(1, 1, "careful");
  warning.severity = Finding::Severity::warning;
  EXPECT_FALSE(has_errors({warning}));
  EXPECT_TRUE(has_errors({warning, at(1, 1, "wrong")}));
  EXPECT_EQ(render({warning}, "f", ""), "f:1:1: warning: careful\n");
}

class Rendered : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Rendered, is_what_an_author_sees) {
  const std::string name = GetParam().stem().string() + ".yaml";
  const std::string text = testing::read_text(testing::testdata() / "bad" / name);
  EXPECT_EQ(render(testing::check(text), name, text), testing::read_text(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Golden, Rendered, ::testing::ValuesIn(testing::files_of("rendered")),
                         [](const auto& file) { return file.param.stem().string(); });

}  // namespace
}  // namespace membound
