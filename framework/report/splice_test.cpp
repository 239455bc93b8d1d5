// SPDX-License-Identifier: Apache-2.0
#include "report/splice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "membound/error.hpp"

namespace membound {
namespace {

using testing::HasSubstr;

const std::string document =
    "# Title\n"
    "<!-- membound:begin result -->\n"
    "old\nlines\n"
    "<!-- membound:end result -->\n"
    "last, without a newline";

std::string refusal(std::string_view text, const std::map<std::string, std::string>& blocks) {
  try {
    splice(text, blocks);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "accepted";
}

TEST(Splice, replaces_what_stands_between_the_markers_and_nothing_else) {
  EXPECT_EQ(splice(document, {{"result", "new\n"}}),
            "# Title\n"
            "<!-- membound:begin result -->\n"
            "new\n"
            "<!-- membound:end result -->\n"
            "last, without a newline");
}

TEST(Splice, done_twice_changes_nothing) {
  const std::string once = splice(document, {{"result", "| a |\n| b |"}});
  EXPECT_EQ(splice(once, {{"result", "| a |\n| b |"}}), once);
}

TEST(Splice, leaves_a_document_without_markers_as_it_is) {
  EXPECT_EQ(splice("a\n\nb\n", {}), "a\n\nb\n");
  EXPECT_EQ(splice("", {}), "");
}

TEST(Splice, refuses_a_marker_that_no_block_belongs_to) {
  EXPECT_THAT(refusal(document, {}), HasSubstr("line 2: no block is named 'result'"));
}

TEST(Splice, refuses_a_block_that_has_no_place) {
  EXPECT_THAT(refusal("text\n", {{"result", "x"}}), HasSubstr("no markers for 'result'"));
}

TEST(Splice, refuses_markers_without_their_partner) {
  EXPECT_THAT(refusal("<!-- membound:begin a -->\n", {{"a", "x"}}),
              HasSubstr("'begin a' has no end"));
  EXPECT_THAT(refusal("<!-- membound:end a -->\n", {{"a", "x"}}),
              HasSubstr("does not end anything"));
  EXPECT_THAT(refusal("<!-- membound:begin a -->\n<!-- membound:end b -->\n", {{"a", "x"}}),
              HasSubstr("line 2: 'end b' does not end 'a'"));
}

TEST(Splice, refuses_nested_and_repeated_markers) {
  EXPECT_THAT(
      refusal("<!-- membound:begin a -->\n<!-- membound:begin b -->\n", {{"a", ""}, {"b", ""}}),
      HasSubstr("stands inside 'a'"));
  const std::string pair = "<!-- membound:begin a -->\n<!-- membound:end a -->\n";
  EXPECT_THAT(refusal(pair + pair, {{"a", ""}}), HasSubstr("line 3: 'a' begins a second time"));
}

TEST(Splice, refuses_a_marker_that_is_misspelt) {
  EXPECT_THAT(refusal("<!-- membound:start a -->\n", {}), HasSubstr("is not a marker"));
  EXPECT_THAT(refusal("<!-- membound:begin a\n", {}), HasSubstr("does not end with '-->'"));
}

}  // namespace
}  // namespace membound
