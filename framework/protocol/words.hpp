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
inline constexpr std::array<std::string_view, 4> seen{"nothing_run", "no_results_seen",
                                                      "results_not_opened", "results_seen"};
inline constexpr std::array<std::string_view, 2> results{"repository", "scratch"};
inline constexpr std::array<std::string_view, 3> launch_modes{"isolated", "stream", "chain"};
inline constexpr std::array<std::string_view, 2> flushes{"read", "memset"};
inline constexpr std::array<std::string_view, 2> short_launches{"refuse", "accept"};
inline constexpr std::array<std::string_view, 4> spreads{"range_over_mean", "half_range_over_mean",
                                                         "range_over_median", "max_over_min"};
inline constexpr std::array<std::string_view, 11> quantities{
    "time",        "bandwidth",         "share_of_ceiling", "speedup", "time_saved",
    "bytes_ratio", "tokens_per_second", "spread",           "error",   "counter",
    "receipt"};
inline constexpr std::array<std::string_view, 2> ceiling_scopes{"matched", "large"};
inline constexpr std::array<std::string_view, 2> scopes{"operation", "partials"};
inline constexpr std::array<std::string_view, 2> rotations{"full", "none"};
inline constexpr std::array<std::string_view, 2> orders{"shuffled", "blocked"};
inline constexpr std::array<std::string_view, 3> blocks{"arm", "all", "claims"};
inline constexpr std::array<std::string_view, 4> levels{"receipt", "single_input", "full_set",
                                                        "end_to_end"};
inline constexpr std::array<std::string_view, 10> conditions{
    "held",       "falsified", "inconclusive", "fired", "not_fired", "disjoint_ranges",
    "comparison", "outside",   "all",          "any"};

// These name values that are kept as text or as a truth value.
inline constexpr std::array<std::string_view, 5> gateway_outcomes{
    "held", "falsified", "inconclusive", "fired", "not_fired"};
inline constexpr std::array<std::string_view, 2> directions{"rising", "falling"};
inline constexpr std::array<std::string_view, 3> statistics{"median", "mean", "minimum"};

// Lists with one word name what exists today; more words may join them.
inline constexpr std::array<std::string_view, 1> analyses{"standard"};
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
constexpr std::string_view name_of(Seen seen) {
  return words::seen[static_cast<std::size_t>(seen)];
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
constexpr std::string_view name_of(Scope scope) {
  return words::scopes[static_cast<std::size_t>(scope)];
}
constexpr std::string_view name_of(Rotation rotation) {
  return words::rotations[static_cast<std::size_t>(rotation)];
}
constexpr std::string_view name_of(Order order) {
  return words::orders[static_cast<std::size_t>(order)];
}
constexpr std::string_view name_of(Blocks blocks) {
  return words::blocks[static_cast<std::size_t>(blocks)];
}
constexpr std::string_view name_of(EvidenceLevel level) {
  return words::levels[static_cast<std::size_t>(level)];
}
constexpr std::string_view name_of(Condition::Kind kind) {
  return words::conditions[static_cast<std::size_t>(kind)];
}

}  // namespace membound
