// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace membound {
namespace {

TEST(Parallel, visits_every_index_once_whatever_the_count) {
  for (const std::int64_t count : {0, 1, 7, 1000, 4099}) {
    std::vector<std::atomic<int>> visits(static_cast<std::size_t>(count));
    in_parallel(count, 16, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    for (const auto& visit : visits) EXPECT_EQ(visit, 1);
  }
}

}  // namespace
}  // namespace membound
