// SPDX-License-Identifier: Apache-2.0
// Words: how the enumerations are spelt in the database.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "evidence/evidence.hpp"

namespace membound {

constexpr std::string_view word(CellKind kind) {
  constexpr std::array<std::string_view, 5> words{"arm", "matched_ceiling", "large_ceiling",
                                                  "hot_probe", "null_launch"};
  return words.at(static_cast<std::size_t>(kind));
}

constexpr std::string_view word(Role role) {
  constexpr std::array<std::string_view, 6> words{"treatment", "baseline", "vendor",
                                                  "control",   "probe",    "post_hoc"};
  return words.at(static_cast<std::size_t>(role));
}

constexpr std::string_view word(Correctness::When when) {
  return when == Correctness::When::before ? "before" : "after";
}

}  // namespace membound
