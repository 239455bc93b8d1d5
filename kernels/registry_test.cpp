// SPDX-License-Identifier: Apache-2.0
// What must be true of every workload and arm that registers itself.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "base/catalogue.hpp"

namespace membound {
namespace {

std::string without_extension(const std::string& path) { return path.substr(0, path.rfind('.')); }

TEST(Registry, workloads_are_named_after_their_folder_and_file) {
  const Catalogue catalogue = registered();
  ASSERT_FALSE(catalogue.workloads().empty());
  for (const Workload& workload : catalogue.workloads()) {
    EXPECT_EQ(workload.source, "kernels/" + workload.name + "/" + workload.name + ".cpp");
    EXPECT_FALSE(workload.summary.empty()) << workload.name;
    EXPECT_FALSE(workload.formats.empty()) << workload.name;
  }
}

TEST(Registry, arms_are_named_after_their_file_and_belong_to_its_workload) {
  const Catalogue catalogue = registered();
  ASSERT_FALSE(catalogue.arms().empty());
  for (const Arm& arm : catalogue.arms()) {
    EXPECT_EQ(without_extension(arm.source), "kernels/" + arm.name);
    EXPECT_TRUE(arm.name.starts_with(arm.workload + "/")) << arm.name;
    EXPECT_NE(catalogue.workload(arm.workload), nullptr) << arm.name;
  }
}

TEST(Registry, arms_know_only_formats_of_their_workload) {
  const Catalogue catalogue = registered();
  for (const Arm& arm : catalogue.arms()) {
    EXPECT_FALSE(arm.formats.empty()) << arm.name;
    for (const std::string& format : arm.formats) {
      EXPECT_EQ(std::ranges::count(catalogue.workload(arm.workload)->formats, format), 1)
          << arm.name << ' ' << format;
    }
  }
}

TEST(Registry, every_format_of_every_workload_has_an_arm_that_runs_on_any_processor) {
  const Catalogue catalogue = registered();
  const DeviceInfo plain{.backend = "cpu", .architecture = "x86-64"};
  std::set<std::pair<std::string, std::string>> covered;
  for (const Arm& arm : catalogue.arms()) {
    if (arm.backend != "cpu" || (arm.unavailable && !arm.unavailable(plain).empty())) continue;
    for (const std::string& format : arm.formats) covered.emplace(arm.workload, format);
  }
  for (const Workload& workload : catalogue.workloads()) {
    for (const std::string& format : workload.formats) {
      EXPECT_TRUE(covered.contains({workload.name, format})) << workload.name << ' ' << format;
    }
  }
}

TEST(Registry, cpu_arms_are_told_by_their_name) {
  const Catalogue catalogue = registered();
  for (const Arm& arm : catalogue.arms()) {
    EXPECT_EQ(arm.name.starts_with(arm.workload + "/cpu_"), arm.backend == "cpu") << arm.name;
    EXPECT_TRUE(arm.backend == "cpu" || arm.backend == "cuda") << arm.name;
  }
}

TEST(Registry, arms_have_a_summary_a_bind_function_and_parameters_with_lawful_initial_values) {
  const Catalogue catalogue = registered();
  for (const Arm& arm : catalogue.arms()) {
    EXPECT_FALSE(arm.summary.empty()) << arm.name;
    EXPECT_TRUE(arm.bind) << arm.name;
    for (const ParameterRule& rule : arm.parameters) {
      EXPECT_FALSE(rule.help.empty()) << arm.name << ' ' << rule.name;
      const bool listed = std::ranges::count(rule.choices, rule.initial) > 0;
      const bool between = rule.least <= rule.initial && rule.initial <= rule.most;
      EXPECT_TRUE(rule.choices.empty() ? between : listed) << arm.name << ' ' << rule.name;
    }
  }
}

TEST(Registry, sources_are_known_to_the_build_so_that_arms_can_be_frozen) {
  const Catalogue catalogue = registered();
  for (const Arm& arm : catalogue.arms()) EXPECT_EQ(catalogue.digest(arm).size(), 64U) << arm.name;
}

TEST(Registry, arms_that_need_instructions_say_what_a_plain_processor_lacks) {
  const Catalogue catalogue = registered();
  const DeviceInfo plain{.backend = "cpu", .architecture = "x86-64"};
  const Arm* const arm = catalogue.arm("gemv/cpu_avx2");
  ASSERT_NE(arm, nullptr);
  EXPECT_EQ(arm->unavailable(plain), "needs AVX2, FMA and F16C; this processor has x86-64");
}

}  // namespace
}  // namespace membound
