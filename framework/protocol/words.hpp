// SPDX-License-Identifier: Apache-2.0
// The words by which the file format names the values of the protocol's enumerations.
#pragma once

#include <array>
#include <string_view>

#include "protocol/protocol.hpp"

namespace membound::words {

// Each list is in the order of its enumeration, so that a word's place is the enumerator's value.
inline constexpr std::array<std::string_view, 6> roles{"treatment", "baseline", "vendor",
                                                       "control",   "probe",    "post_hoc"};
inline constexpr std::array<std::string_view, 3> prior_data{"none", "pilot", "seen"};
inline constexpr std::array<std::string_view, 2> results{"repository", "scratch"};
inline constexpr std::array<std::string_view, 3> launch_modes{"isolated", "stream", "chain"};
inline constexpr std::array<std::string_view, 2> flushes{"read", "memset"};
inline constexpr std::array<std::string_view, 2> short_launches{"refuse", "accept"};
inline constexpr std::array<std::string_view, 4> spreads{"range_over_mean", "half_range_over_mean",
                                                         "range_over_median", "max_over_min"};
inline constexpr std::array<std::string_view, 5> quantities{"time", "bandwidth", "share_of_ceiling",
                                                            "speedup", "time_saved"};
inline constexpr std::array<std::string_view, 2> ceiling_scopes{"matched", "large"};

// Lists with one word name what exists today; more words may join them.
inline constexpr std::array<std::string_view, 1> analyses{"standard"};
inline constexpr std::array<std::string_view, 1> statistics{"median"};
inline constexpr std::array<std::string_view, 1> intervals{"order_statistic"};
inline constexpr std::array<std::string_view, 1> outliers{"keep"};
inline constexpr std::array<std::string_view, 1> working_sets{"automatic"};
inline constexpr std::array<std::string_view, 1> spread_limits{"none"};
inline constexpr std::array<std::string_view, 2> selections{"all", "any"};

}  // namespace membound::words

namespace membound {

constexpr std::string_view name_of(Role role) {
  return words::roles[static_cast<std::size_t>(role)];
}
constexpr std::string_view name_of(PriorData data) {
  return words::prior_data[static_cast<std::size_t>(data)];
}
constexpr std::string_view name_of(ResultsPlace place) {
  return words::results[static_cast<std::size_t>(place)];
}
constexpr std::string_view name_of(LaunchMode mode) {
  return words::launch_modes[static_cast<std::size_t>(mode)];
}
constexpr std::string_view name_of(Flush flush) {
  return words::flushes[static_cast<std::size_t>(flush)];
}
constexpr std::string_view name_of(ShortLaunches rule) {
  return words::short_launches[static_cast<std::size_t>(rule)];
}
constexpr std::string_view name_of(Spread spread) {
  return words::spreads[static_cast<std::size_t>(spread)];
}
constexpr std::string_view name_of(QuantityKind kind) {
  return words::quantities[static_cast<std::size_t>(kind)];
}
constexpr std::string_view name_of(CeilingScope scope) {
  return words::ceiling_scopes[static_cast<std::size_t>(scope)];
}

}  // namespace membound
