// SPDX-License-Identifier: Apache-2.0
// Counters: the hardware counters that a quantity can name, and the metrics of a profiler that they
// are made of.
#include "protocol/counters.hpp"

#include <algorithm>

#include "membound/error.hpp"

namespace membound {
namespace {

// clang-format off
constexpr std::array table{
    Counter{"load_sectors", "32-byte sectors that global loads request, whatever caches hold", Gathering::sum, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    Counter{"load_requests", "global loads of whole warps", Gathering::sum, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    Counter{"sectors_per_load", "sectors that one global load of a warp requests", Gathering::quotient, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    Counter{"store_sectors", "32-byte sectors that global stores request", Gathering::sum, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    Counter{"l2_sectors", "32-byte sectors that L2 is asked for", Gathering::sum, "lts__t_sectors.sum"},
    Counter{"l2_hit_rate", "per cent of these that L2 held", Gathering::mean, "lts__t_sector_hit_rate.pct"},
    Counter{"dram_bytes_read", "bytes read from device memory", Gathering::sum, "dram__bytes_read.sum"},
    Counter{"dram_bytes_written", "bytes written to device memory", Gathering::sum, "dram__bytes_write.sum"},
    Counter{"dram_throughput", "per cent of the peak of device memory", Gathering::mean, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    Counter{"sm_throughput", "per cent of the peak of the busiest unit of the multiprocessors", Gathering::mean, "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    Counter{"issue_slots", "per cent of the cycles in which instructions are issued", Gathering::mean, "sm__inst_issued.avg.pct_of_peak_sustained_active"},
    Counter{"warps_active", "per cent of the warps that multiprocessors can hold", Gathering::mean, "sm__warps_active.avg.pct_of_peak_sustained_active"},
    Counter{"instructions", "instructions that warps execute", Gathering::sum, "smsp__inst_executed.sum"},
};
// clang-format on

/// Metrics are named unit__what.rollup.
bool is_metric(std::string_view name) {
  return name.find("__") != std::string_view::npos && name.find('.') != std::string_view::npos;
}

void add(CountersAsked& asked, const Quantity& quantity) {
  if (quantity.kind != QuantityKind::counter) return;
  asked.names.insert(quantity.name);
  asked.arms.insert(quantity.arm);
  if (!quantity.over.empty()) asked.arms.insert(quantity.over);
}

void add(CountersAsked& asked, const Range& range) {
  for (const auto& bound : {range.low_of, range.high_of}) {
    if (bound && bound->quantity) add(asked, *bound->quantity);
  }
}

void add(CountersAsked& asked, const Condition& condition) {
  if (condition.quantity) add(asked, *condition.quantity);
  add(asked, condition.range);
  for (const Condition& part : condition.parts) add(asked, part);
}

void add(CountersAsked& asked, const Prediction& prediction) {
  if (prediction.quantity) add(asked, *prediction.quantity);
  if (prediction.trend) add(asked, prediction.trend->quantity);
  if (prediction.only_if) add(asked, *prediction.only_if);
  add(asked, prediction.range);
}

}  // namespace

std::span<const Counter> counters() { return table; }

bool is_counter(std::string_view name) {
  return is_metric(name) || std::ranges::find(table, name, &Counter::name) != table.end();
}

Counter counter_named(std::string_view name) {
  if (const auto row = std::ranges::find(table, name, &Counter::name); row != table.end())
    return *row;
  if (!is_metric(name)) throw Error("there is no counter '" + std::string(name) + "'");
  const Gathering gathering = name.ends_with(".sum") ? Gathering::sum : Gathering::mean;
  return {name, "a metric of the profiler", gathering, name};
}

CountersAsked counters_asked(const Protocol& protocol) {
  CountersAsked asked;
  for (const Prediction& one : protocol.predictions) add(asked, one);
  for (const Falsifier& one : protocol.falsifiers) {
    add(asked, one.quantity);
    add(asked, one.region);
  }
  for (const Observation& one : protocol.observations) add(asked, one.quantity);
  for (const Claim& one : protocol.claims) add(asked, one.condition);
  for (const Decision& one : protocol.decisions) {
    add(asked, one.land);
    if (one.close) add(asked, *one.close);
  }
  for (const StopRule& one : protocol.stop_rules) add(asked, one.when);
  return asked;
}

}  // namespace membound
