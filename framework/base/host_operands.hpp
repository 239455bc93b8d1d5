// SPDX-License-Identifier: Apache-2.0
// For tests: the operands of one workload and format in host memory, generated from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/catalogue.hpp"

namespace membound {

struct HostOperands {
  HostOperands(std::string_view name, std::string format, Extents extents, std::uint64_t seed)
      : workload(*registered().workload(name)),
        problem{std::move(extents), std::move(format), workload.data} {
    for (const Operand& operand : workload.operands(problem.extents, problem.format)) {
      // operator new aligns for every element type; the outer vector may move, the arrays stay.
      memory.emplace_back(static_cast<std::size_t>(operand.bytes().value), poison);
      operands.views[operand.name] = memory.back();
    }
    workload.generate(problem, seed, operands);
  }
  HostOperands(const HostOperands&) = delete;
  HostOperands& operator=(const HostOperands&) = delete;

  [[nodiscard]] std::vector<double> reference() const {
    return workload.reference(problem, operands);
  }

  static constexpr std::byte poison{0xff};  ///< as f16 and f32 a NaN
  Workload workload;
  Problem problem;
  std::vector<std::vector<std::byte>> memory;
  Operands operands;
};

}  // namespace membound
