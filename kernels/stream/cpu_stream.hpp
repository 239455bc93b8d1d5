// SPDX-License-Identifier: Apache-2.0
// What the CPU arms of the stream workload share: cutting the buffer into stripes, one per thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cpu_launch.hpp"

namespace membound {

inline constexpr std::int64_t stream_block =
    256;  ///< bytes; stripes are cut between blocks, so never in a line

/// Number of blocks of an operand. Throws Error when it does not consist of whole, line-aligned
/// blocks.
inline std::int64_t blocks_of(const Operands& operands, std::string_view name) {
  const auto view = operands.elements<std::byte>(name);
  const auto size = static_cast<std::int64_t>(view.size());
  if (size % stream_block != 0 || reinterpret_cast<std::uintptr_t>(view.data()) % 64 != 0) {
    throw Error("operand '" + std::string(name) + "' must be a multiple of " +
                std::to_string(stream_block) + " bytes on a 64-byte boundary; it has " +
                std::to_string(size) + " bytes");
  }
  return size / stream_block;
}

/// Sums `blocks` blocks of words, modulo 2^32.
using SumBlocks = std::uint32_t (*)(const std::byte* source, std::int64_t blocks);

/// Every thread sums one contiguous stripe of `source` and writes one entry of `partial_sums`.
/// When there are fewer entries than threads, the threads beyond them have nothing to do.
inline Launch read_stripes(const Binding& binding, SumBlocks sum) {
  const std::int64_t blocks = blocks_of(binding.operands, "source");
  const auto* const source = binding.operands.get<const std::byte>("source");
  const auto sums = binding.operands.elements<std::uint32_t>("partial_sums");
  return on_team([=](int rank, int size) {
    const int readers =
        static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(size), sums.size()));
    if (rank >= readers) return;
    const Stripe own = stripe(blocks, rank, readers);
    sums[static_cast<std::size_t>(rank)] =
        sum(source + own.begin * stream_block, own.end - own.begin);
  });
}

/// Copies `blocks` blocks.
using CopyBlocks = void (*)(std::byte* destination, const std::byte* source, std::int64_t blocks);

/// Every thread copies one contiguous stripe.
inline Launch copy_stripes(const Binding& binding, CopyBlocks copy) {
  const std::int64_t blocks = blocks_of(binding.operands, "source");
  if (blocks_of(binding.operands, "destination") != blocks)
    throw Error("source and destination differ in size");
  const auto* const source = binding.operands.get<const std::byte>("source");
  auto* const destination = binding.operands.get<std::byte>("destination");
  return on_stripes(blocks, [=](std::int64_t begin, std::int64_t end) {
    copy(destination + begin * stream_block, source + begin * stream_block, end - begin);
  });
}

}  // namespace membound
