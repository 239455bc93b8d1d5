// SPDX-License-Identifier: Apache-2.0
// Counters: the hardware counters that a quantity can name, and the metrics of a profiler that they
// are made of.
#pragma once

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/protocol.hpp"

namespace membound {

/// How the values of the kernels of one launch become one number.
enum class Gathering {
  sum,       ///< added up
  mean,      ///< averaged over their durations
  quotient,  ///< sum of the first metric over the sum of the second
};

/// One counter under the name that protocols use.
struct Counter {
  std::string_view name;
  std::string_view help;  ///< what it counts, with its unit
  Gathering gathering = Gathering::sum;
  std::string_view metric;           ///< in the words of Nsight Compute
  std::string_view per_metric = {};  ///< of a quotient
};

/// Counters by name. Requested bytes (sectors of the load and store units), L2 and DRAM are three
/// things, and no name says only "bytes".
std::span<const Counter> counters();

/// The counter of a name: of the table, or a metric of the profiler itself ("lts__t_bytes.sum"),
/// which is added up when it is a sum and averaged otherwise. Throws Error when there is none.
Counter counter_named(std::string_view name);

/// Whether `name` is in the table, or has the form of a metric of the profiler.
bool is_counter(std::string_view name);

/// What a protocol wants to have counted.
struct CountersAsked {
  std::set<std::string> names;
  std::set<std::string> arms;
};

/// Names and arms of every counter in predictions, falsifiers, observations and conditions.
CountersAsked counters_asked(const Protocol& protocol);

}  // namespace membound
