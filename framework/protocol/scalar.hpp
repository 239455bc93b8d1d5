// SPDX-License-Identifier: Apache-2.0
// The grammar of numbers and quantities, and their one canonical spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/guard.hpp"

namespace membound::yaml {

/// What a number measures. Natural units: nanoseconds, bytes, bytes per second, 1.
enum class Dimension { number, time, bytes, rate, ratio };

/// A value, or why there is none and what to write instead.
template <class T>
struct Reading {
  std::optional<T> value;
  std::string problem;
  std::string next;
  std::string_view kind = {};  ///< of the problem: one of kinds.hpp
};

/// Digits without sign or leading zero, then perhaps Ki, Mi or Gi: "4096", "4Ki".
Reading<std::int64_t> read_integer(const Node& scalar);

/// A decimal with the unit of its dimension: "135 us", "1 GiB", "4.2 TB/s", "3 %", "1.2x", "0.03".
/// The value is the double nearest to what is written, so that "3 %" and "0.03" are the same.
Reading<double> read_quantity(const Node& scalar, Dimension dimension);

/// The canonical spelling: the largest unit that gives a number from 1 on and reads back as the
/// very same value.
std::string spell(double value, Dimension dimension);

/// "ns, us, ms, s".
std::string units_of(Dimension dimension);

/// The units one by one, ascending; "" is a number without a unit.
std::vector<std::string_view> unit_names(Dimension dimension);

}  // namespace membound::yaml
