// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace membound::page {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Svg, rounds_coordinates_to_tenths) {
  Svg svg;
  svg.circle({1.26, 2}, 1.8, {.fill = "#000000", .opacity = 0.3});
  EXPECT_THAT(
      svg.document(10, 10, ""),
      HasSubstr("<circle cx=\"1.3\" cy=\"2\" r=\"1.8\" fill=\"#000000\" fill-opacity=\"0.3\"/>"));
}

TEST(Svg, text_cannot_become_markup) {
  Svg svg;
  svg.text({0, 0}, {}, "</text><script>alert(1)</script>");
  const std::string file = svg.document(10, 10, "<title>");
  EXPECT_THAT(file, Not(HasSubstr("<script")));
  EXPECT_THAT(file, HasSubstr("<title>&lt;title&gt;</title>"));
}

TEST(Svg, brings_its_own_ground) {
  EXPECT_THAT(Svg().document(10, 20, ""),
              HasSubstr("width=\"9\" height=\"19\" rx=\"8\" fill=\"#ffffff\""));
}

TEST(Svg, shortens_a_text_until_it_fits) {
  EXPECT_EQ(fitted("abc", 12, 100), "abc");
  const std::string cut = fitted(std::string(100, 'm'), 12, 100);
  EXPECT_TRUE(cut.ends_with("\xe2\x80\xa6"));
  EXPECT_LE(text_width(cut, 12), 100);
}

}  // namespace
}  // namespace membound::page
