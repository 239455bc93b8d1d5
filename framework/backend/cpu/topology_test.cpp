// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/topology.hpp"

#include <unistd.h>

#include <fstream>

#include <gtest/gtest.h>

namespace membound::cpu {
namespace {

namespace fs = std::filesystem;

/// A directory laid out like /sys/devices/system, filled by the test.
class Topologies : public testing::Test {
 protected:
  Topologies()
      : system_(fs::path(testing::TempDir()) /
                ("membound_topology_" + std::to_string(::getpid()))) {
    fs::remove_all(system_);
  }
  ~Topologies() override { fs::remove_all(system_); }

  void write(const fs::path& file, const std::string& line) {
    fs::create_directories((system_ / file).parent_path());
    std::ofstream(system_ / file) << line << '\n';
  }

  void add_processor(int number, const std::string& siblings, const std::string& cache,
                     const std::string& shared_by) {
    const fs::path processor = fs::path("cpu") / ("cpu" + std::to_string(number));
    write(processor / "topology/core_cpus_list", siblings);
    const auto add_cache = [&](const char* index, const char* level, const char* type,
                               const std::string& size) {
      write(processor / "cache" / index / "level", level);
      write(processor / "cache" / index / "type", type);
      write(processor / "cache" / index / "size", size);
      write(processor / "cache" / index / "shared_cpu_list", shared_by);
    };
    add_cache("index0", "1", "Data", "32K");
    add_cache("index1", "1", "Instruction", "64K");
    add_cache("index2", "3", "Unified", cache);
  }

  fs::path system_;
};

TEST_F(Topologies, take_the_first_thread_of_every_core_before_any_second) {
  for (const int number : {0, 1, 2, 3})
    add_processor(number, number < 2 ? "0-1" : "2-3", "16M", "0-3");
  const Topology found = read_topology(system_, {0, 1, 2, 3});
  EXPECT_EQ(found.processors, (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(found.cores, 2);
}

TEST_F(Topologies, know_siblings_that_are_numbered_apart) {
  for (const int number : {0, 1, 2, 3})
    add_processor(number, number % 2 == 0 ? "0,2" : "1,3", "16M", "0-3");
  EXPECT_EQ(read_topology(system_, {0, 1, 2, 3}).processors, (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(Topologies, use_only_the_processors_that_are_allowed) {
  for (const int number : {0, 1, 2, 3})
    add_processor(number, number < 2 ? "0-1" : "2-3", "16M", "0-3");
  const Topology found = read_topology(system_, {1, 3});
  EXPECT_EQ(found.processors, (std::vector<int>{1, 3}));
  EXPECT_EQ(found.cores, 2);
}

TEST_F(Topologies, add_up_the_last_level_caches_and_count_a_shared_one_once) {
  add_processor(0, "0", "32768K", "0-1");
  add_processor(1, "1", "32768K", "0-1");
  add_processor(2, "2", "96M", "2");
  const Topology found = read_topology(system_, {0, 1, 2});
  EXPECT_EQ(found.last_level_cache, Bytes{96 * mebi});
  EXPECT_EQ(found.all_last_level_caches, Bytes{128 * mebi});
}

TEST_F(Topologies, count_the_memory_nodes_of_the_allowed_processors) {
  for (const int number : {0, 1, 2}) add_processor(number, std::to_string(number), "1M", "0-2");
  write("node/node0/cpulist", "0-1");
  write("node/node1/cpulist", "2");
  EXPECT_EQ(read_topology(system_, {0, 1}).nodes, 1);
  EXPECT_EQ(read_topology(system_, {0, 2}).nodes, 2);
}

TEST_F(Topologies, manage_without_any_information) {
  const Topology found = read_topology(system_, {4, 5});
  EXPECT_EQ(found.processors, (std::vector<int>{4, 5}));
  EXPECT_EQ(found.cores, 2);
  EXPECT_EQ(found.nodes, 1);
  EXPECT_EQ(found.last_level_cache, Bytes{0});
}

TEST(ProcessorList, is_numbers_and_ranges) {
  EXPECT_EQ(parse_list("0-3,8"), (std::vector<int>{0, 1, 2, 3, 8}));
  EXPECT_EQ(parse_list(""), std::vector<int>{});
}

}  // namespace
}  // namespace membound::cpu
