// SPDX-License-Identifier: Apache-2.0
// Golden reports. To write them anew: MEMBOUND_UPDATE_GOLDEN=1 membound_tests
// --gtest_filter='Report.*'
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/example.hpp"

namespace membound::page {
namespace {

std::filesystem::path golden(const std::string& name) {
  return std::filesystem::path(MEMBOUND_SOURCE_DIR) / "framework/report/testdata" / name;
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

void expect_golden(const std::string& name, const std::string& text) {
  if (std::getenv("MEMBOUND_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(golden(name), std::ios::binary) << text;
    return;
  }
  const std::string expected = read(golden(name));
  ASSERT_FALSE(expected.empty()) << name << " is missing; write it with MEMBOUND_UPDATE_GOLDEN=1";
  EXPECT_EQ(text, expected)
      << name << " differs; if it should, set MEMBOUND_UPDATE_GOLDEN=1 and look at the diff";
}

void expect_golden_report(const std::string& name, const Report& report) {
  expect_golden(name + ".md", report.markdown);
  expect_golden(name + ".svg", report.plot);
}

TEST(Report, of_one_case_and_two_arms_is_the_golden_one) {
  expect_golden_report("one-row-specialisation", render(small_example()->view));
}

TEST(Report, of_four_cases_with_every_outcome_and_incident_is_the_golden_one) {
  expect_golden_report("wider-loads", render(large_example()->view));
}

TEST(Report, before_anything_ran_is_the_golden_one) {
  expect_golden("not-run.md", render(empty_example()->view).markdown);
}

}  // namespace
}  // namespace membound::page
