// SPDX-License-Identifier: Apache-2.0
#include "protocol/guard.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace membound::yaml {
namespace {

Finding only(const std::string& text) {
  const Tree tree = guard(text);
  EXPECT_EQ(tree.findings.size(), 1U) << text;
  return tree.findings.empty() ? Finding{} : tree.findings.front();
}

TEST(Guard, builds_a_tree_with_the_place_of_every_key_and_value) {
  const Tree tree = guard("a: 1\nb:\n  - x\n  - {c: 'y'}\nd:\n");
  ASSERT_TRUE(tree.findings.empty());
  ASSERT_EQ(tree.root.entries.size(), 3U);
  EXPECT_EQ(tree.root.find("a")->mark, (Mark{1, 1}));
  EXPECT_EQ(tree.root.find("a")->value.mark, (Mark{1, 4}));
  const Node& list = tree.root.find("b")->value;
  ASSERT_EQ(list.items.size(), 2U);
  EXPECT_EQ(list.items[0].mark, (Mark{3, 5}));
  EXPECT_FALSE(list.items[0].quoted);
  const Entry* c = list.items[1].find("c");
  EXPECT_EQ(c->mark, (Mark{4, 6}));
  EXPECT_EQ(c->value.mark, (Mark{4, 9}));
  EXPECT_TRUE(c->value.quoted);
  EXPECT_EQ(tree.root.find("d")->value.kind, Node::Kind::null);
  EXPECT_EQ(tree.root.find("d")->value.mark, (Mark{5, 1})) << "nothing stands where its key stands";
  EXPECT_EQ(tree.root.find("e"), nullptr);
}

TEST(Guard, counts_columns_in_characters) {
  EXPECT_EQ(guard("ä: {ö: 日本, ü: x}\n").root.find("ä")->value.find("ü")->mark, (Mark{1, 12}));
}

TEST(Guard, refuses_a_duplicate_key_at_its_position) {
  const Finding finding = only("a: 1\nb: {c: 1, c: 2}\n");
  EXPECT_EQ(finding.mark, (Mark{2, 11}));
  EXPECT_EQ(finding.message, "duplicate key 'c'");
  EXPECT_EQ(finding.next, "first at 2:5; keep one of them");
}

TEST(Guard, takes_keys_that_only_look_alike_as_different) {
  EXPECT_TRUE(guard("a: 1\nA: 1\n\"a \": 1\nb: {a: 1}\n").findings.empty());
}

TEST(Guard, refuses_anchors_aliases_and_tags_all_at_once) {
  const Tree tree = guard("a: &x 1\nb: *x\nc: !!str 2\nd: !<tag> [e]\nf: &y {g: h}\n");
  ASSERT_EQ(tree.findings.size(), 5U);
  EXPECT_EQ(tree.findings[0].mark, (Mark{1, 4}));
  EXPECT_EQ(tree.findings[1].mark, (Mark{2, 4}));
  EXPECT_EQ(tree.findings[2].mark, (Mark{3, 4}));
  EXPECT_EQ(tree.findings[3].mark, (Mark{4, 4}));
  EXPECT_EQ(tree.findings[4].mark, (Mark{5, 4}));
  EXPECT_EQ(tree.root.find("b")->value.kind, Node::Kind::refused);
}

TEST(Guard, refuses_keys_that_are_no_text) {
  for (const char* text :
       {"{[a]: 1}", "? [a]\n: 1\n", "? {a: 1}\n: 1\n", ": 1\n", "~: 1\n", "null: 1\n"}) {
    EXPECT_EQ(guard(text).root.kind, Node::Kind::refused) << text;
  }
}

TEST(Guard, refuses_an_alias_as_a_key) {
  const Tree tree = guard("x: &a y\n*a : 1\n");
  ASSERT_FALSE(tree.findings.empty());
  EXPECT_EQ(tree.findings.back().message, "a key must be a plain text");
}

TEST(Guard, refuses_a_second_document_but_not_the_marks_of_the_first) {
  EXPECT_TRUE(guard("---\na: 1\n...\n").findings.empty());
  EXPECT_EQ(only("a: 1\n---\nb: 1\n").mark, (Mark{2, 1}));
}

TEST(Guard, allows_sixteen_levels_and_no_more) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(guard(nested(most_depth)).findings.empty());
  EXPECT_EQ(only(nested(most_depth + 1)).mark, (Mark{1, 33}));
}

TEST(Guard, allows_twenty_thousand_nodes_and_no_more) {
  const auto list = [](std::size_t items) {
    std::string text;
    for (std::size_t i = 0; i < items; ++i) text += "- a\n";
    return text;
  };
  EXPECT_TRUE(guard(list(limits_of_protocol.nodes - 1)).findings.empty());
  EXPECT_EQ(only(list(limits_of_protocol.nodes)).message, "more than 20000 keys and values");
}

TEST(Guard, allows_one_mebibyte_and_no_more) {
  std::string text = "a: b\n";
  while (text.size() < limits_of_protocol.bytes)
    text +=
        std::string(std::min<std::size_t>(80, limits_of_protocol.bytes - text.size() - 1), '#') +
        "\n";
  ASSERT_EQ(text.size(), limits_of_protocol.bytes);
  EXPECT_TRUE(guard(text).findings.empty());
  EXPECT_EQ(only(text + "#").mark, (Mark{0, 0}));
}

TEST(Guard, refuses_a_line_that_is_too_long) {
  EXPECT_EQ(only("a: 1\nb: " + std::string(most_bytes_of_line, 'x')).mark, (Mark{2, 1}));
}

TEST(Guard, refuses_every_invalid_utf8_sequence) {
  for (const char* bytes :
       {"\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x90\x80\x80", "\x90\xbf", "\xe2\x28\xa1",
        "\xff", "\xe2\x82", "\xe2"}) {
    const Finding finding = only(std::string("a: x") + bytes);
    EXPECT_EQ(finding.message, "not valid UTF-8");
    EXPECT_EQ(finding.mark, (Mark{1, 5}));
  }
  EXPECT_TRUE(guard("a: \xf4\x8f\xbf\xbd \xed\x9f\xbf \xee\x80\x80 \xc2\xa0\n").findings.empty());
}

TEST(Guard, refuses_control_characters_raw_and_escaped) {
  for (const std::string& text :
       {std::string("a: \0", 4), std::string("a: \x1b[0m"), std::string("a: \x7f"),
        std::string("a: \xc2\x85"), std::string("a: b\rc"), std::string("a:\tb")}) {
    EXPECT_EQ(guard(text).findings.size(), 1U) << text;
  }
  for (const char* text : {"a: \"\\0\"", "a: \"\\e[0m\"", "a: \"\\x7f\"", "a: \"\\N\"",
                           "a: \"\\u202e\"", "\"\\a\": b"}) {
    EXPECT_EQ(guard(text).findings.size(), 1U) << text;
  }
  EXPECT_TRUE(guard("a: \"\\t \\n \\\" \\\\ \\u00e4\"\r\n").findings.empty());
}

TEST(Guard, refuses_an_empty_file_in_words) {
  for (const char* text : {"", "\n\n", "# comment\n", "---\n"})
    EXPECT_EQ(only(text).message, "the protocol is empty") << text;
}

TEST(Guard, keeps_texts_that_other_readers_would_convert) {
  const Tree tree = guard("a: yes\nb: 010\nc: 1e3\nd: 2026-01-01\ne: 0x10\nf: .inf\n");
  EXPECT_EQ(tree.root.find("a")->value.text, "yes");
  EXPECT_EQ(tree.root.find("b")->value.text, "010");
  EXPECT_EQ(tree.root.find("d")->value.text, "2026-01-01");
  EXPECT_EQ(tree.root.find("f")->value.text, ".inf");
}

}  // namespace
}  // namespace membound::yaml
