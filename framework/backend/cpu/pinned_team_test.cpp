// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/pinned_team.hpp"

#include <sched.h>

#include <array>
#include <chrono>
#include <stdexcept>

#include <gtest/gtest.h>

#include "backend/cpu/affinity.hpp"
#include "membound/error.hpp"

namespace membound::cpu {
namespace {

/// More ranks than this process has processors.
std::vector<int> crowd(std::size_t size) {
  const std::vector<int> allowed = allowed_processors();
  std::vector<int> processors(size);
  for (std::size_t i = 0; i < size; ++i) processors[i] = allowed[i % allowed.size()];
  return processors;
}

TEST(PinnedTeam, calls_every_rank_once_per_run) {
  PinnedTeam team(crowd(5));
  std::array<int, 5> calls{};
  for (int run = 0; run < 200; ++run) {
    team.run([&](int rank) { ++calls[static_cast<std::size_t>(rank)]; });
  }
  EXPECT_EQ(calls, (std::array<int, 5>{200, 200, 200, 200, 200}));
}

TEST(PinnedTeam, binds_every_rank_but_the_caller_to_its_processor) {
  PinnedTeam team(crowd(4));
  std::array<std::vector<int>, 4> allowed;
  team.run([&](int rank) { allowed[static_cast<std::size_t>(rank)] = allowed_processors(); });
  for (int rank = 1; rank < 4; ++rank) {
    EXPECT_EQ(allowed[static_cast<std::size_t>(rank)], std::vector<int>{team.processor(rank)});
  }
  EXPECT_EQ(allowed[0], allowed_processors());
}

TEST(PinnedTeam, wakes_up_after_it_fell_asleep) {
  PinnedTeam team(crowd(3));
  std::atomic<int> calls = 0;
  team.run([&](int) { ++calls; });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  team.run([&](int) { ++calls; });
  EXPECT_EQ(calls, 6);
}

TEST(PinnedTeam, sleeps_while_one_rank_takes_long) {
  PinnedTeam team(crowd(3));
  std::atomic<int> done = 0;
  team.run([&](int rank) {
    if (rank == 2) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++done;
  });
  EXPECT_EQ(done, 3);
}

TEST(PinnedTeam, does_not_crawl_when_ranks_share_processors) {
  PinnedTeam team(crowd(16));
  const auto begin = std::chrono::steady_clock::now();
  for (int run = 0; run < 50; ++run) team.run([](int) {});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(PinnedTeam, rethrows_the_failure_of_the_lowest_rank_and_stays_usable) {
  PinnedTeam team(crowd(3));
  try {
    team.run([](int rank) {
      if (rank > 0) throw std::runtime_error("rank " + std::to_string(rank));
    });
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& failure) {
    EXPECT_STREQ(failure.what(), "rank 1");
  }
  int calls = 0;
  team.run([&](int rank) { calls += rank == 0; });
  EXPECT_EQ(calls, 1);
}

TEST(PinnedTeam, of_one_runs_on_the_caller) {
  PinnedTeam team(crowd(1));
  std::thread::id ran_on;
  team.run([&](int) { ran_on = std::this_thread::get_id(); });
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(PinnedTeam, refuses_a_processor_that_does_not_exist) {
  EXPECT_THROW(PinnedTeam({allowed_processors().front(), CPU_SETSIZE - 1}), Error);
}

TEST(Pinned, binds_for_its_lifetime_only) {
  const std::vector<int> before = allowed_processors();
  {
    const Pinned here(before.back());
    EXPECT_EQ(allowed_processors(), std::vector<int>{before.back()});
  }
  EXPECT_EQ(allowed_processors(), before);
}

}  // namespace
}  // namespace membound::cpu
