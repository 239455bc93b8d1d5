// SPDX-License-Identifier: Apache-2.0
// Copies with memcpy, one call per thread on a contiguous stripe.
//
// What limits it: an ordinary store first reads the line that it is about to overwrite, so three
// bytes cross the bus for every two that are counted. The C library avoids that for large copies by
// a threshold that depends on the size of the cache; whether a stripe passes it is up to the
// machine.
#include "stream/cpu_stream.hpp"

namespace membound {
namespace {

void copy(std::byte* destination, const std::byte* source, std::int64_t blocks) {
  std::memcpy(destination, source, static_cast<std::size_t>(blocks * stream_block));
}

const Registration cpu_copy{Arm{
    .name = "stream/cpu_copy",
    .backend = "cpu",
    .workload = "stream",
    .formats = {"copy"},
    .summary = "memcpy of a stripe per thread",
    .bind = [](const Binding& binding) { return copy_stripes(binding, copy); },
}};

}  // namespace
}  // namespace membound
