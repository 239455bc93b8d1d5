// SPDX-License-Identifier: Apache-2.0
// Tests of measuring on an NVIDIA GPU; skipped with the reason where there is none.
#include "backend/cuda/cuda_backend.hpp"

#include <cuda_runtime_api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "backend/cuda/check.hpp"
#include "backend/cuda/handles.hpp"
#include "base/catalogue.hpp"
#include "base/checksum.hpp"
#include "membound/error.hpp"

namespace membound {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

const BatchLabel label{.arm = "tested", .cell = "cell"};

class CudaBackend : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_cuda_unavailable(); !why.empty()) GTEST_SKIP() << why;
    backend = open_cuda("");
  }

  /// A read of `bytes` by the plain ceiling kernel.
  Launch read(Bytes bytes) {
    source = backend->allocate(bytes);
    sums = backend->allocate({(bytes.value + 4095) / 4096 * 4});
    backend->fill(source.bytes(), std::byte{1});
    Binding binding{
        .extents = {{"bytes", bytes.value}}, .format = "read", .device = &backend->device()};
    binding.operands.views = {{"source", source.bytes()}, {"partial_sums", sums.bytes()}};
    return catalogue.arm("stream/read_plain")->bind(binding);
  }

  Nanoseconds cold_time(Batch& batch) {
    backend->settle();
    return batch.time();
  }

  std::string refusal(std::vector<Launch> launches) {
    try {
      static_cast<void>(backend->prepare(std::move(launches), label));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  const Catalogue catalogue = registered();
  std::unique_ptr<Backend> backend;
  Memory source;
  Memory sums;
};

std::vector<std::byte> pattern(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 3);
  return bytes;
}

TEST_F(CudaBackend, describes_its_device) {
  const DeviceInfo& device = backend->device();
  EXPECT_EQ(device.backend, "cuda");
  EXPECT_THAT(device.identity, testing::StartsWith("GPU-"));
  EXPECT_THAT(device.architecture, testing::StartsWith("sm_"));
  EXPECT_GT(device.units, 0);
  EXPECT_GT(device.free_memory, Bytes{});
  EXPECT_LE(device.free_memory, device.memory);
  EXPECT_GE(backend->cold_working_set(), device.cache * 8);
}

TEST_F(CudaBackend, opens_the_device_that_its_uuid_names) {
  EXPECT_EQ(open_cuda(backend->device().identity)->device().identity, backend->device().identity);
}

TEST_F(CudaBackend, returns_what_was_uploaded_copied_and_filled) {
  const std::vector<std::byte> sent = pattern(1'000'003);
  const Bytes size{static_cast<std::int64_t>(sent.size())};
  const Memory first = backend->allocate(size);
  const Memory second = backend->allocate(size);
  std::vector<std::byte> received(sent.size());

  backend->upload(first.bytes(), sent);
  backend->fill(second.bytes(), std::byte{0xa5});
  backend->download(received, second.bytes());
  EXPECT_THAT(received, Each(std::byte{0xa5}));
  backend->copy(second.bytes(), first.bytes());
  backend->download(received, second.bytes());
  EXPECT_EQ(received, sent);
}

TEST_F(CudaBackend, carries_much_in_pieces_and_orders_them_after_what_was_queued) {
  const std::vector<std::byte> sent = pattern(100'000'007);  // no whole number of pieces
  const Memory there = backend->allocate({static_cast<std::int64_t>(sent.size()) + 1});
  const std::span<std::byte> most = there.bytes().first(sent.size());
  std::vector<std::byte> received(sent.size());

  for (int i = 0; i < 20; ++i) backend->fill(there.bytes(), std::byte{0xa5});
  backend->upload(most, sent);
  backend->download(received, most);
  EXPECT_EQ(received, sent);
  for (int i = 0; i < 20; ++i) backend->fill(there.bytes(), static_cast<std::byte>(i));
  backend->download(received, most);
  EXPECT_THAT(received, Each(std::byte{19}));
  EXPECT_THROW(backend->upload(there.bytes(), sent), Error);
  EXPECT_THROW(backend->download(received, there.bytes()), Error);
}

TEST_F(CudaBackend, aligns_every_allocation_to_256_bytes) {
  std::vector<Memory> held;
  for (const std::int64_t size : {1, 255, 4097}) {
    held.push_back(backend->allocate({size}));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(held.back().bytes().data()) % 256, 0U) << size;
  }
}

TEST_F(CudaBackend, says_how_much_memory_is_missing_and_stays_usable) {
  try {
    static_cast<void>(backend->allocate({4096 * gibi}));
    FAIL() << "no device has four tebibytes";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("4398046511104 bytes are needed"), HasSubstr("free")));
  }
  EXPECT_EQ(backend->allocate({64}).bytes().size(), 64U);
}

TEST_F(CudaBackend, times_a_batch_in_proportion_to_its_launches) {
  const Launch launch = read({512 * mebi});
  const auto one = backend->prepare({launch}, label);
  const auto ten = backend->prepare(std::vector<Launch>(10, launch), label);
  static_cast<void>(cold_time(*one));
  const std::int64_t once = std::min(cold_time(*one), cold_time(*one)).value;
  const std::int64_t tenfold = std::min(cold_time(*ten), cold_time(*ten)).value;
  EXPECT_GT(once, 0);
  EXPECT_GT(tenfold, 7 * once);
  EXPECT_LT(tenfold, 13 * once);
}

TEST_F(CudaBackend, keeps_the_hosts_latency_out_of_the_window_with_and_without_a_sweep) {
  Binding binding{.format = "null", .device = &backend->device()};
  const auto batch = backend->prepare({catalogue.arm("stream/null")->bind(binding)}, label);
  for (int i = 0; i < 3; ++i) static_cast<void>(batch->time());
  EXPECT_LT(cold_time(*batch), Nanoseconds{20'000});
  EXPECT_LT(batch->time(), Nanoseconds{20'000});
}

TEST_F(CudaBackend, keeps_what_launches_own_for_as_long_as_their_batch) {
  for (const LaunchMode mode : {LaunchMode::stream, LaunchMode::chain, LaunchMode::isolated}) {
    auto owned = std::make_shared<int>(1);
    const std::weak_ptr<int> watched = owned;
    std::vector<Launch> launches{
        [launch = read({mebi}), kept = std::move(owned)](Stream stream) { launch(stream); }};
    BatchLabel how = label;
    how.mode = mode;
    const auto batch = backend->prepare(std::move(launches), how);
    EXPECT_GT(cold_time(*batch), Nanoseconds{});
    EXPECT_FALSE(watched.expired());
  }
}

TEST_F(CudaBackend, times_isolated_launches_one_by_one_after_each_kind_of_flush) {
  const Launch launch = read({64 * mebi});
  for (const Flush flush : {Flush::read, Flush::memset}) {
    const BatchLabel how{
        .arm = "tested", .cell = "cell", .mode = LaunchMode::isolated, .flush = flush};
    const auto one = backend->prepare({launch}, how);
    const auto three = backend->prepare({launch, launch, launch}, how);
    static_cast<void>(one->time());
    const std::int64_t once = one->time().value;
    EXPECT_GT(three->time().value, 2 * once);
    EXPECT_LT(three->time().value, 4 * once);
  }
}

TEST_F(CudaBackend, finds_an_isolated_launch_cold_after_a_flush_and_hot_without) {
  const Launch launch = read({16 * mebi});
  const auto timed = [&](Flush flush) {
    const auto batch = backend->prepare(
        {launch, launch, launch, launch},
        {.arm = "tested", .cell = "cell", .mode = LaunchMode::isolated, .flush = flush});
    static_cast<void>(batch->time());
    return batch->time();
  };
  EXPECT_GT(timed(Flush::read), timed(Flush::none));
}

TEST_F(CudaBackend, reads_back_the_kernel_of_a_launch_in_every_mode) {
  for (const LaunchMode mode : {LaunchMode::stream, LaunchMode::isolated}) {
    const std::vector<Launch> launches(3, read({mebi}));
    const auto batch = backend->prepare(launches, {.arm = "a", .cell = "c", .mode = mode});
    std::map<std::string, Receipt> receipts;
    for (const Receipt& one : batch->receipts()) receipts[one.name] = one;
    EXPECT_EQ(receipts["per_launch"].value, 1);
    EXPECT_GT(receipts["grid_blocks"].value, 0);
    EXPECT_EQ(static_cast<int>(receipts["block_threads"].value) % 32, 0);
    EXPECT_GT(receipts["registers"].value, 0);
    EXPECT_EQ(receipts["local_bytes"].value, 0);
    EXPECT_GT(receipts["resident_blocks"].value, 0);
    EXPECT_THAT(receipts["registers"].scope, HasSubstr("read"));
    EXPECT_FALSE(receipts.contains("memory_nodes"));
  }
}

TEST_F(CudaBackend, does_nothing_of_what_a_launch_queues_on_another_stream) {
  const Memory output = backend->allocate({64});
  const auto other = cuda::make_stream();
  const Launch escaping = [&, honest = read({mebi})](Stream stream) {
    honest(stream);
    cuda::check(cudaMemsetAsync(output.bytes().data(), 1, 64, other.get()));
  };
  for (const LaunchMode mode : {LaunchMode::stream, LaunchMode::isolated}) {
    const auto batch = backend->prepare({escaping}, {.arm = "a", .cell = "c", .mode = mode});
    cuda::check(cudaStreamSynchronize(other.get()));
    backend->fill(output.bytes(), std::byte{0xee});
    static_cast<void>(batch->time());
    std::vector<std::byte> left(64);
    backend->download(left, output.bytes());
    EXPECT_THAT(left, Each(std::byte{0xee})) << "its output stays poisoned, so it is void";
  }
}

TEST_F(CudaBackend, tells_regions_apart_as_the_host_does) {
  std::vector<std::byte> data(300'001);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i * 31 + i / 256);
  const Memory memory = backend->allocate({static_cast<std::int64_t>(data.size())});
  backend->upload(memory.bytes(), data);
  const auto there = std::span<const std::byte>(memory.bytes());
  const auto here = std::span<const std::byte>(data);
  const auto on_device = backend->checksums(
      std::vector{there, there.first(4), there.subspan(256, 4102), there.first(3)});
  EXPECT_THAT(on_device,
              testing::ElementsAre(checksum(here), checksum(here.first(4)),
                                   checksum(here.subspan(256, 4102)), checksum(here.first(3))));
  EXPECT_TRUE(backend->checksums({}).empty());
}

TEST_F(CudaBackend, refuses_an_empty_list_of_launches) {
  EXPECT_THAT(refusal({}), HasSubstr("no launches"));
}

TEST_F(CudaBackend, refuses_a_launch_that_queues_nothing) {
  const Launch real = read({mebi});
  EXPECT_THAT(refusal({real, [](Stream) {}}),
              AllOf(HasSubstr("launch 2 of 2"), HasSubstr("tested")));
}

TEST_F(CudaBackend, reports_a_launch_error_and_stays_usable) {
  const auto fails = [](Stream stream) {
    const auto queue = static_cast<cudaStream_t>(stream.native);
    static_cast<void>(
        cudaLaunchKernel(nullptr, dim3(1), dim3(1), nullptr, 0, queue));  // as a careless arm would
  };
  EXPECT_THAT(refusal({fails}), HasSubstr("CUDA reports"));
  EXPECT_GT(cold_time(*backend->prepare({read({mebi})}, label)), Nanoseconds{});
}

TEST_F(CudaBackend, passes_on_an_error_of_the_arm_and_stays_usable) {
  EXPECT_EQ(refusal({[](Stream) { throw Error("the arm's own"); }}), "the arm's own");
  EXPECT_GT(cold_time(*backend->prepare({read({mebi})}, label)), Nanoseconds{});
}

TEST_F(CudaBackend, voids_a_repetition_after_which_lines_may_persist_in_the_cache) {
  const auto batch = backend->prepare({read({mebi})}, label);
  if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, std::size_t{mebi}) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    GTEST_SKIP() << "this device has no persisting cache";
  }
  EXPECT_THROW(static_cast<void>(batch->time()), Error);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0), cudaSuccess);
}

TEST(CudaAvailability, is_either_a_reason_or_a_device_that_opens) {
  const std::string why = why_cuda_unavailable();
  if (why.empty()) {
    EXPECT_NE(open_cuda(""), nullptr);
    return;
  }
  try {
    static_cast<void>(open_cuda(""));
    FAIL() << "opened although " << why;
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(why));
  }
}

}  // namespace
}  // namespace membound
