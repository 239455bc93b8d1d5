// SPDX-License-Identifier: Apache-2.0
// Sweep: an entry with several values of something stands for one entry of each combination.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/section.hpp"

namespace membound::yaml {

/// What takes one value or, when it is swept, several.
struct Axis {
  std::string name;
  std::vector<std::int64_t> values;
  bool swept = false;
};

/// One value of every axis, in their order.
struct Combination {
  std::string name;  ///< "<entry>-<value>x<value>", of the swept axes; that of the entry without
  std::vector<std::int64_t> values;
};

/// Every combination, the last axis running fastest; none, with a finding, when there are too many.
std::vector<Combination> combinations(const Value& entry, const std::vector<Axis>& axes,
                                      Draft& draft);

/// The integers of a list, each once.
std::vector<std::int64_t> integers_of(Draft& draft, const Value& list);

/// Last part of an entry's path: its name.
std::string name_of_entry(const Value& entry);

}  // namespace membound::yaml
