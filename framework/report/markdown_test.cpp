// SPDX-License-Identifier: Apache-2.0
#include "report/markdown.hpp"

#include <gtest/gtest.h>

namespace membound::page {
namespace {

std::string escaped(std::string_view text) { return Inline(text).markdown(); }

TEST(Markdown, escapes_every_character_that_could_format) {
  EXPECT_EQ(escaped("a|b"), "a\\|b");
  EXPECT_EQ(escaped("<b>&"), "&lt;b&gt;&amp;");
  EXPECT_EQ(escaped("*x* _y_ `z` \\"), "\\*x\\* \\_y\\_ \\`z\\` \\\\");
  EXPECT_EQ(escaped("# ~~[a](b)~~ ![c](d) $e$"),
            "\\# \\~\\~\\[a\\](b)\\~\\~ \\!\\[c\\](d) \\$e\\$");
}

TEST(Markdown, lets_no_line_break_through) { EXPECT_EQ(escaped("a\n\n# b"), "a \\# b"); }

TEST(Markdown, leaves_nothing_that_github_would_link_by_itself) {
  EXPECT_EQ(escaped("https://x.y"), "https&#58;//x.y");
  EXPECT_EQ(escaped("WWW.x.y"), "WWW&#46;x.y");
  EXPECT_EQ(escaped("a@b.c"), "a<!-- -->@b.c");
}

TEST(Markdown, starts_no_list_rule_or_heading_by_accident) {
  EXPECT_EQ(escaped("- a"), "\\- a");
  EXPECT_EQ(escaped("---"), "\\---");
  EXPECT_EQ(escaped("=="), "\\==");
  EXPECT_EQ(escaped("1. a"), "1\\. a");
  EXPECT_EQ(escaped("-3 %"), "-3 %");
  EXPECT_EQ(escaped("135.2 us"), "135.2 us");
}

TEST(Markdown, code_with_anything_special_in_it_is_escaped_text) {
  EXPECT_EQ(code("gemv/split_k").markdown(), "`gemv/split_k`");
  EXPECT_EQ(code("a`b").markdown(), "a\\`b");
  EXPECT_EQ(code("a|b").markdown(), "a\\|b");
}

TEST(Markdown, a_link_target_holds_nothing_but_a_path) {
  EXPECT_EQ(link("a](x)", "b c).md").markdown(), "[a\\](x)](b-c-.md)");
  EXPECT_EQ(link("a", "javascript:alert(1)").markdown(), "[a](javascript-alert-1-)");
}

TEST(Markdown, an_anchor_is_what_github_makes_of_the_heading) {
  EXPECT_EQ(anchor("Prediction one-row.v2"), "#prediction-one-rowv2");
}

TEST(Markdown, a_table_has_a_rule_with_alignment_and_as_many_cells_as_columns) {
  const Table table{{{"a", Align::left}, {"b", Align::right}}, {{"x|y", strong("1")}, {"z"}}};
  EXPECT_EQ(Markdown().table(table).text(),
            "| a | b |\n"
            "| :--- | ---: |\n"
            "| x\\|y | **1** |\n"
            "| z | |\n");
}

TEST(Markdown, blocks_are_separated_by_one_empty_line) {
  Markdown document;
  document.heading(2, "A").paragraph("b").list({"c", "d"}).quote("e").commands({"f `g`"});
  EXPECT_EQ(document.text(), "## A\n\nb\n\n- c\n- d\n\n> e\n\n```sh\nf 'g'\n```\n");
}

}  // namespace
}  // namespace membound::page
