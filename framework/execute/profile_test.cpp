// SPDX-License-Identifier: Apache-2.0
#include "execute/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "membound/error.hpp"

namespace membound {
namespace {

using ::testing::HasSubstr;

/// A log as Nsight Compute 2025.3 writes it, cut down to few metrics.
constexpr const char* head =
    "==WARNING== Note: Running with unmodified GPU clocks.\n"
    "==PROF== Connected to process 523 (membound)\n"
    R"("ID","Kernel Name","Grid Size","dram__bytes_write.sum","gpu__time_duration.sum",)"
    R"("gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed","lts__t_sectors.sum",)"
    R"("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",)"
    R"("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum","lts__t_sector_hit_rate.pct","dram__bytes_read.sum",)"
    R"("sm__throughput.avg.pct_of_peak_sustained_elapsed","sm__inst_issued.avg.pct_of_peak_sustained_active",)"
    R"("sm__warps_active.avg.pct_of_peak_sustained_active","smsp__inst_executed.sum")"
    "\n"
    R"("","","","byte","ns","%","sector","","sector","sector","%","byte","%","%","%","inst")"
    "\n";

std::string line(const std::string& kernel, int blocks, const std::string& sectors,
                 const std::string& nanoseconds, const std::string& throughput) {
  std::string text;
  for (const std::string& field :
       {std::string("7"), kernel, "(" + std::to_string(blocks) + ", 1, 1)", std::string("64"),
        nanoseconds, throughput, std::string("0"), std::string("1,000"), sectors, std::string("5"),
        std::string("10.52"), std::string("1,024"), std::string("1"), std::string("2"),
        std::string("3"), std::string("4")})
    text += (text.empty() ? "\"" : ",\"") + field + "\"";
  return text + "\n";
}

std::string marker(int cell) { return line("cuda::<unnamed>::marker()", cell + 1, "0", "1", "0"); }

std::map<std::string, double> readings_of(const std::string& log, int cell) {
  std::map<std::string, double> values;
  for (const Reading& one : counted_in(log, {"load_sectors"}, 3)) {
    EXPECT_EQ(one.invocation, 3);
    EXPECT_EQ(one.collector, "ncu");
    if (one.cell == cell) values[one.name] = one.value;
  }
  return values;
}

TEST(Profile, gives_a_cell_the_kernels_behind_its_marker) {
  const std::string log =
      head + line("before()", 1, "77", "1", "1") + marker(12) +
      line("void unnamed>::naive<__half>(gemv::Matrix<T1>)", 16, "16,500", "1,000", "20.50") +
      marker(2) + line("other()", 1, "2,000", "10", "90");
  const auto naive = readings_of(log, 12);
  EXPECT_EQ(naive.at("load_sectors"), 16500);
  EXPECT_EQ(naive.at("load_requests"), 1000);
  EXPECT_EQ(naive.at("sectors_per_load"), 16.5);
  EXPECT_EQ(naive.at("dram_bytes_written"), 64);
  EXPECT_EQ(naive.at("l2_hit_rate"), 10.52);
  EXPECT_EQ(naive.at("dram_throughput"), 20.5);
  EXPECT_EQ(readings_of(log, 2).at("load_sectors"), 2000);
  EXPECT_TRUE(readings_of(log, 0).empty());
}

TEST(Profile, leaves_out_what_keeps_the_device_busy) {
  const std::string log = head + marker(0) + line("cuda::<unnamed>::lead_in()", 1, "9", "5", "1") +
                          line("a()", 1, "4", "5", "1");
  EXPECT_EQ(readings_of(log, 0).at("load_sectors"), 4);
}

TEST(Profile, adds_up_the_kernels_of_a_launch_and_weighs_shares_by_duration) {
  const std::string log =
      head + marker(0) + line("a()", 1, "100", "300", "80") + line("b()", 1, "50", "100", "40");
  const auto both = readings_of(log, 0);
  EXPECT_EQ(both.at("load_sectors"), 150);
  EXPECT_EQ(both.at("sectors_per_load"), 0.075);
  EXPECT_EQ(both.at("dram_throughput"), 70);
}

TEST(Profile, reads_a_metric_of_the_profiler_under_its_own_name) {
  const std::string log = head + marker(0) + line("a()", 1, "100", "300", "80");
  const std::vector<Reading> all = counted_in(log, {"lts__t_sectors.sum"}, 0);
  EXPECT_EQ(all.back().name, "lts__t_sectors.sum");
  EXPECT_EQ(all.back().value, 0);
}

TEST(Profile, repeats_what_the_profiler_says_when_it_may_not_count) {
  const std::string log =
      "==PROF== Connected to process 1\n==ERROR== ERR_NVGPUCTRPERM - The user does not have "
      "permission\n";
  try {
    static_cast<void>(counted_in(log, {}, 0));
    FAIL() << "a log without a kernel was read";
  } catch (const Error& problem) {
    EXPECT_THAT(problem.what(), HasSubstr("ERR_NVGPUCTRPERM"));
  }
}

TEST(Profile, complains_about_a_metric_that_has_no_number) {
  const std::string log = head + marker(0) + line("a()", 1, "n/a", "300", "80");
  EXPECT_THROW(static_cast<void>(counted_in(log, {}, 0)), Error);
}

TEST(Profiler, is_looked_for_on_the_path) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "profiler_on_the_path";
  std::filesystem::remove_all(folder);  // what an earlier run left can be run already
  std::filesystem::create_directories(folder);
  const std::filesystem::path program = folder / "ncu";
  std::ofstream(program) << "#!/bin/sh\n";
  const char* const path = std::getenv("PATH");
  const std::string before = path == nullptr ? "" : path;
  ASSERT_EQ(::setenv("PATH", ("/nowhere:" + folder.string()).c_str(), 1), 0);
  EXPECT_NE(find_profiler(), program) << "it cannot be run";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  EXPECT_EQ(find_profiler(), program);
  ASSERT_EQ(::setenv("PATH", before.c_str(), 1), 0);
}

TEST(ProfilerCommand, names_every_metric_once_and_ends_before_the_program) {
  const auto command = profiler_command("/opt/ncu", {"lts__t_bytes.sum"}, "/tmp/log");
  EXPECT_EQ(command.front(), "/opt/ncu");
  EXPECT_EQ(command.back(), "--log-file=/tmp/log");
  std::string metrics;
  for (const std::string& word : command)
    if (word.starts_with("--metrics=")) metrics = word;
  EXPECT_THAT(metrics, HasSubstr("lts__t_bytes.sum"));
  const std::size_t first = metrics.find("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(metrics.find("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", first + 1),
            std::string::npos);
}

}  // namespace
}  // namespace membound
