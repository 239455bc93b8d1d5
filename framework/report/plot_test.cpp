// SPDX-License-Identifier: Apache-2.0
#include "report/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "report/example.hpp"

namespace membound::page {
namespace {

/// Where a text of the file stands, by the widths that the plot itself reckons with.
struct Label {
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;
  std::string text;
};

/// Value of an attribute of an opening tag; empty when it has none.
std::string attribute(std::string_view tag, const std::string& name) {
  const std::string before = " " + name + "=\"";
  const std::size_t at = tag.find(before);
  if (at == std::string_view::npos) return {};
  const std::string_view value = tag.substr(at + before.size());
  return std::string(value.substr(0, value.find('"')));
}

std::vector<Label> labels(std::string_view svg) {
  std::vector<Label> out;
  for (std::size_t at = svg.find("<text "); at != std::string_view::npos;
       at = svg.find("<text ", at + 1)) {
    const std::string_view element = svg.substr(at, svg.find("</text>", at) - at);
    const std::string_view tag = element.substr(0, element.find('>'));
    const std::string text(element.substr(tag.size() + 1));
    const double x = std::stod(attribute(tag, "x"));
    const double y = std::stod(attribute(tag, "y"));
    const double size = std::stod(attribute(tag, "font-size"));
    const double width = text_width(text, size);
    const std::string anchor = attribute(tag, "text-anchor");
    const double left = anchor == "middle" ? x - width / 2 : anchor == "end" ? x - width : x;
    out.push_back({left, left + width, y - size * 0.75, y + size * 0.25, text});
  }
  return out;
}

void expect_no_overlap(const std::string& svg) {
  const std::vector<Label> all = labels(svg);
  ASSERT_GT(all.size(), 5U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_GE(all[i].left, 0) << all[i].text;
    EXPECT_LE(all[i].right, 1000) << all[i].text;
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const bool apart = all[i].right <= all[j].left || all[j].right <= all[i].left ||
                         all[i].bottom <= all[j].top || all[j].bottom <= all[i].top;
      EXPECT_TRUE(apart) << "'" << all[i].text << "' overlaps '" << all[j].text << "'";
    }
  }
}

std::string name_of_length(std::size_t length) { return std::string(length, 'w'); }

TEST(Plot, labels_do_not_overlap_at_one_case_and_two_arms) {
  expect_no_overlap(plot(small_example()->view));
}

TEST(Plot, labels_do_not_overlap_at_four_cases_and_eight_arms) {
  expect_no_overlap(plot(large_example()->view));
}

TEST(Plot, labels_do_not_overlap_when_names_are_as_long_as_they_may_be) {
  const auto example = large_example();
  for (Cell& cell : example->view.plan.cells) cell.arm = name_of_length(64);
  for (Prediction& prediction : example->protocol.predictions) prediction.name = name_of_length(64);
  example->protocol.title = name_of_length(500);
  expect_no_overlap(plot(example->view));
}

TEST(Plot, one_axis_takes_times_from_a_microsecond_to_a_tenth_of_a_second) {
  const auto example = small_example();
  for (Repetition& one : example->evidence.repetitions) {
    if (one.cell == 0) one.time = {100'000'000LL * one.launches};
    if (one.cell == 1) one.time = {1'000LL * one.launches};
  }
  for (CellSummary& one : example->view.summaries) {
    if (one.cell < 2) one.median = one.cell == 0 ? 1e8 : 1e3;
  }
  const std::string svg = plot(example->view);
  expect_no_overlap(svg);
  for (const char* tick : {">1 us<", ">10 us<", ">100 us<", ">1 ms<", ">10 ms<", ">100 ms<"}) {
    EXPECT_THAT(svg, testing::HasSubstr(tick));
  }
}

TEST(Plot, shows_at_most_two_hundred_repetitions_of_a_row_and_always_the_same) {
  const auto example = small_example();
  Repetition first = example->evidence.repetitions.front();
  first.cell = 0;
  example->evidence.repetitions.assign(5000, first);
  const std::vector<Panel> panels = time_panels(example->view);
  EXPECT_EQ(panels.front().rows.front().dots.size(), 200U);
  EXPECT_EQ(plot(example->view), plot(example->view));
}

TEST(Plot, stays_below_a_megabyte_with_many_rows) {
  const auto example = large_example();
  for (int copy = 0; copy < 9; ++copy) {
    for (std::size_t c = 0; c < 32; ++c) {
      example->view.plan.cells.push_back(example->view.plan.cells[c]);
    }
  }
  for (std::size_t i = 0, n = example->evidence.repetitions.size(); i < 60000; ++i) {
    Repetition one = example->evidence.repetitions[i % n];
    one.cell = static_cast<int>(i % 320);
    example->evidence.repetitions.push_back(one);
  }
  EXPECT_LT(plot(example->view).size(), 1'000'000U);
}

TEST(Plot, a_predicted_bandwidth_is_shown_as_the_time_that_it_means) {
  const auto example = small_example();
  example->protocol.predictions = {{.name = "rate",
                                    .quantity = Quantity{QuantityKind::bandwidth, "general"},
                                    .range = {2e12, 4e12},
                                    .cases = {.cases = {"ffn_gate"}}}};
  const std::vector<Panel> panels = time_panels(example->view);
  const std::optional<Range>& band = panels.front().rows.front().band;
  ASSERT_TRUE(band);
  EXPECT_DOUBLE_EQ(*band->low, 1.00663e8 / 4000);
  EXPECT_DOUBLE_EQ(*band->high, 1.00663e8 / 2000);
  EXPECT_FALSE(panels.front().rows.back().band);
}

TEST(Plot, every_outcome_has_a_word_beside_its_colour) {
  const std::string svg = plot(large_example()->view);
  for (const char* word : {">held<", ">falsified<", ">void<", ">not run<", ">not applicable<"}) {
    EXPECT_THAT(svg, testing::HasSubstr(word));
  }
}

TEST(Plot, is_well_formed_xml) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "xmllint is not installed";
  const auto folder = std::filesystem::path(MEMBOUND_SOURCE_DIR) / "framework/report/testdata";
  for (const char* name : {"one-row-specialisation.svg", "wider-loads.svg", "hostile.svg"}) {
    const std::string command = "xmllint --noout '" + (folder / name).string() + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << name;
  }
}

}  // namespace
}  // namespace membound::page
