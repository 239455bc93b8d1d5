// SPDX-License-Identifier: Apache-2.0
// Doubling: what the arms of the workload of the tests (y = 2 x) are made of.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "membound/arm.hpp"

namespace membound {

/// y[i] = factor * x[i] for the first `share` of the elements.
inline Launch multiply(const Binding& b, float factor, double share = 1) {
  const auto x = b.operands.elements<float>("x");
  const auto y = b.operands.elements<float>("y");
  const auto count = static_cast<std::size_t>(static_cast<double>(x.size()) * share);
  if (b.link) factor *= b.link->scale;
  return [=](Stream) {
    for (std::size_t i = 0; i < count; ++i) y[i] = factor * x[i];
  };
}

inline Arm doubling_arm(const std::string& name, std::function<Launch(const Binding&)> bind) {
  return {.name = "doubling/" + name,
          .backend = "scripted",
          .workload = "doubling",
          .formats = {"f32"},
          .summary = name,
          .chains = name != "unlinked",
          .bind = std::move(bind)};
}

}  // namespace membound
