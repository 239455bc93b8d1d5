// SPDX-License-Identifier: Apache-2.0
#include "report/safe.hpp"

#include <gtest/gtest.h>

namespace membound::page {
namespace {

constexpr const char* replaced = "\xef\xbf\xbd";

TEST(Safe, puts_text_on_one_line) { EXPECT_EQ(safe("  a\r\n\tb  c "), "a b c"); }

TEST(Safe, replaces_terminal_escapes_and_bidirectional_overrides) {
  EXPECT_EQ(safe("a\x1b[2J"), std::string("a") + replaced + "[2J");
  EXPECT_EQ(safe("a\xe2\x80\xae"
                 "b"),
            std::string("a") + replaced + "b");
}

TEST(Safe, replaces_bytes_that_are_not_utf8_and_what_xml_forbids) {
  EXPECT_EQ(safe("a\xff"
                 "b"),
            std::string("a") + replaced + "b");
  EXPECT_EQ(safe("\xc3"), replaced);                                             // cut short
  EXPECT_EQ(safe("\xc0\xaf"), std::string(replaced) + replaced);                 // overlong
  EXPECT_EQ(safe("\xed\xa0\x80"), std::string(replaced) + replaced + replaced);  // surrogate
  EXPECT_EQ(safe("\xef\xbf\xbf"), std::string(replaced) + replaced + replaced);  // U+FFFF
  EXPECT_EQ(safe("5 \xc2\xb5s \xf0\x9f\x98\x80"), "5 \xc2\xb5s \xf0\x9f\x98\x80");
}

TEST(Safe, xml_escapes_all_five_special_characters) {
  EXPECT_EQ(xml("<a b='c' d=\"e\">&"), "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
}

TEST(Safe, a_file_stem_cannot_leave_its_folder) {
  EXPECT_EQ(file_stem("one-row_2.0"), "one-row_2.0");
  EXPECT_EQ(file_stem("../../x y"), "..-..-x-y");
}

TEST(Safe, shortens_by_characters_and_not_by_bytes) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "ab\xe2\x80\xa6");
  EXPECT_EQ(shortened("\xc2\xb5\xc2\xb5\xc2\xb5", 3), "\xc2\xb5\xc2\xb5\xc2\xb5");
  EXPECT_EQ(shortened("\xc2\xb5\xc2\xb5\xc2\xb5\xc2\xb5", 3), "\xc2\xb5\xc2\xb5\xe2\x80\xa6");
}

}  // namespace
}  // namespace membound::page
