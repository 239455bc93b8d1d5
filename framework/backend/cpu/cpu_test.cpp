// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/cpu.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include <gmock/gmock.h>

#include "backend/cpu/affinity.hpp"
#include "backend/cpu/describe.hpp"
#include "membound/error.hpp"
#include "membound/team.hpp"

namespace membound {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

const BatchLabel label{.arm = "arm", .cell = "case"};

TEST(Cpu, describes_itself) {
  const DeviceInfo device = open_cpu("")->device();
  EXPECT_EQ(device.backend, "cpu");
  EXPECT_FALSE(device.name.empty());
  EXPECT_EQ(device.identity.size(), 32U);
  EXPECT_FALSE(device.architecture.empty());
  EXPECT_THAT(device.driver, StartsWith("Linux "));
  EXPECT_THAT(device.runtime, StartsWith("glibc "));
  EXPECT_GE(device.units, 1);
  EXPECT_GT(device.free_memory, Bytes{0});
  EXPECT_LE(device.free_memory, device.memory);
  EXPECT_THAT(device.notes, Contains(StartsWith("transparent huge pages: ")));
}

TEST(Cpu, keeps_its_identity_whatever_it_is_bound_to) {
  const std::string identity = open_cpu("")->device().identity;
  const cpu::Pinned here(cpu::allowed_processors().back());
  EXPECT_EQ(open_cpu("")->device().identity, identity);
}

TEST(Cpu, opens_as_many_threads_as_the_selector_says) {
  EXPECT_EQ(open_cpu("1")->device().units, 1);
  EXPECT_EQ(open_cpu("threads=1")->device().units, 1);
}

TEST(Cpu, refuses_any_other_selector_and_says_what_is_possible) {
  for (const char* const selector :
       {"0", "-1", "100000", "two", "threads=", "2x", "01", "threads=1 "}) {
    EXPECT_THAT([&] { open_cpu(selector); },
                ThrowsMessage<Error>(HasSubstr("give a number of threads from 1 to ")))
        << selector;
  }
}

TEST(Cpu, cold_set_is_four_caches_within_limits) {
  const Bytes plenty{100 * gibi};
  EXPECT_EQ(cold_set({32 * mebi}, plenty), Bytes{256 * mebi});
  EXPECT_EQ(cold_set({96 * mebi}, plenty), Bytes{384 * mebi});
  EXPECT_EQ(cold_set({260 * mebi}, plenty), Bytes{gibi});
  EXPECT_EQ(cold_set({0}, plenty), Bytes{256 * mebi});
  EXPECT_EQ(cold_set({96 * mebi}, {gibi}), Bytes{256 * mebi});
}

TEST(Cpu, memory_starts_on_a_huge_page_and_is_zero) {
  const auto backend = open_cpu("");
  for (const std::int64_t size : {std::int64_t{1}, 4096 + std::int64_t{1}, 5 * mebi}) {
    const Memory memory = backend->allocate({size});
    ASSERT_EQ(std::ssize(memory.bytes()), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.bytes().data()) % (2 * mebi), 0U);
    EXPECT_TRUE(std::ranges::all_of(memory.bytes(), [](std::byte b) { return b == std::byte{0}; }));
  }
}

TEST(Cpu, refuses_memory_that_no_machine_has) {
  EXPECT_THAT([] { return open_cpu("")->allocate({INT64_MAX / 4}); },
              ThrowsMessage<Error>(HasSubstr("use smaller cases")));
}

TEST(Cpu, moves_every_byte_of_odd_sizes) {
  const auto backend = open_cpu("");
  for (const std::size_t size : {1U, 63U, 4097U, 100'001U}) {
    std::vector<std::byte> host(size);
    for (std::size_t i = 0; i < size; ++i) host[i] = static_cast<std::byte>(i * 31 + 7);
    const Memory first = backend->allocate({static_cast<std::int64_t>(size)});
    const Memory second = backend->allocate({static_cast<std::int64_t>(size)});
    backend->upload(first.bytes(), host);
    backend->copy(second.bytes(), first.bytes());
    std::vector<std::byte> back(size);
    backend->download(back, second.bytes());
    EXPECT_EQ(back, host);
    backend->fill(second.bytes(), std::byte{0xff});
    EXPECT_TRUE(
        std::ranges::all_of(second.bytes(), [](std::byte b) { return b == std::byte{0xff}; }));
  }
}

TEST(Cpu, refuses_a_copy_between_different_sizes) {
  const auto backend = open_cpu("");
  const Memory memory = backend->allocate({64});
  std::vector<std::byte> host(65);
  EXPECT_THROW(backend->upload(memory.bytes(), host), Error);
}

TEST(Cpu, runs_the_launches_of_a_batch_in_order_on_its_team) {
  const auto backend = open_cpu("");
  std::vector<int> order;
  int members = 0;
  const auto first = [&](Stream stream) {
    order.push_back(1);
    members = team(stream).size();
  };
  const auto second = [&](Stream) { order.push_back(2); };
  const auto batch = backend->prepare({first, second, first}, label);
  EXPECT_GE(batch->time().value, 0);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 1}));
  batch->time();
  EXPECT_EQ(order.size(), 6U);
  EXPECT_EQ(members, backend->device().units);
}

TEST(Cpu, times_at_least_as_long_as_the_launches_take) {
  const auto backend = open_cpu("");
  const auto slow = [](Stream) { std::this_thread::sleep_for(std::chrono::milliseconds(3)); };
  const Nanoseconds time = backend->prepare({slow, slow}, label)->time();
  EXPECT_GE(time.value, 6'000'000);
  EXPECT_LT(time.value, 2'000'000'000);
}

TEST(Cpu, binds_the_caller_while_a_batch_runs_and_frees_it_after) {
  const auto backend = open_cpu("");
  const std::vector<int> before = cpu::allowed_processors();
  std::vector<int> during;
  backend->prepare({[&](Stream) { during = cpu::allowed_processors(); }}, label)->time();
  EXPECT_EQ(during.size(), 1U);
  EXPECT_EQ(cpu::allowed_processors(), before);
}

TEST(Cpu, refuses_an_empty_batch) {
  EXPECT_THAT([] { return open_cpu("")->prepare({}, label); },
              ThrowsMessage<Error>(HasSubstr("arm 'arm' in case 'case' has no launches")));
}

TEST(Cpu, settles_in_bounded_time) {
  const auto backend = open_cpu("");
  backend->settle();
  const auto begin = std::chrono::steady_clock::now();
  backend->settle();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(Cpu, state_is_a_plausible_clock_or_absent) {
  const DeviceState state = open_cpu("")->state();
  EXPECT_THAT(state.core_clock_mhz.value_or(1000),
              testing::AllOf(testing::Gt(100), testing::Lt(20'000)));
  EXPECT_FALSE(state.power_mw);
}

TEST(Cpu, instruction_set_is_one_that_arms_know) {
#if defined(__x86_64__)
  EXPECT_THAT(cpu::instruction_set(), AnyOf("avx512", "avx2", "x86-64"));
#else
  EXPECT_THAT(cpu::instruction_set(), testing::Not(AnyOf("avx512", "avx2", "x86-64", "")));
#endif
}

}  // namespace
}  // namespace membound
