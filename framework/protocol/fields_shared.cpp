// SPDX-License-Identifier: Apache-2.0
// Table of fields: mappings that several fields share: quantities, bounds, cases, conditions.
#include <array>

#include "protocol/fields_table.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

using enum Form;
using enum Presence;

// clang-format off
constexpr auto table = std::to_array<Field>({
  {.path = "<quantity>.time", .forms = line, .help = "time of one launch of this arm", .example = "wide", .group = "kind"},
  {.path = "<quantity>.bandwidth", .forms = line, .help = "counted traffic over time of this arm", .example = "wide", .group = "kind"},
  {.path = "<quantity>.share_of_ceiling", .forms = line, .help = "bandwidth of this arm over the ceiling", .example = "wide", .group = "kind"},
  {.path = "<quantity>.speedup", .forms = mapping, .help = "time of `over` divided by time of `of`", .example = "{of: wide, over: naive}", .group = "kind"},
  {.path = "<quantity>.speedup.of", .forms = line, .help = "the arm expected to be faster", .example = "wide"},
  {.path = "<quantity>.speedup.over", .forms = line, .help = "the arm it is compared with", .example = "naive"},
  {.path = "<quantity>.time_saved", .forms = mapping, .help = "1 - time of `by` divided by time of `over`", .example = "{by: wide, over: naive}", .group = "kind"},
  {.path = "<quantity>.time_saved.by", .forms = line, .help = "the arm expected to be faster", .example = "wide"},
  {.path = "<quantity>.time_saved.over", .forms = line, .help = "the arm it is compared with", .example = "naive"},
  {.path = "<quantity>.bytes_ratio", .forms = mapping, .help = "counted traffic of `over` divided by that of `of`", .example = "{of: q8, over: wide}", .group = "kind"},
  {.path = "<quantity>.bytes_ratio.of", .forms = line, .help = "the arm expected to move fewer bytes", .example = "q8"},
  {.path = "<quantity>.bytes_ratio.over", .forms = line, .help = "the arm it is compared with", .example = "wide"},
  {.path = "<quantity>.tokens_per_second", .forms = mapping, .help = "1 / (launches_per_token * time of the arm)", .example = "{arm: wide, launches_per_token: 28}", .group = "kind"},
  {.path = "<quantity>.tokens_per_second.arm", .forms = line, .help = "the arm", .example = "wide"},
  {.path = "<quantity>.tokens_per_second.launches_per_token", .forms = integer, .help = "how often a token needs it", .example = "28", .least = 1, .most = 1e6},
  {.path = "<quantity>.spread", .forms = line, .help = "spread of the repetitions of one invocation of this arm, as gates.steady defines it", .example = "wide", .group = "kind"},
  {.path = "<quantity>.error", .forms = line, .help = "largest error of the outputs of this arm, by the workload's metric", .example = "wide", .group = "kind"},
  {.path = "<quantity>.counter", .forms = line, .help = "a hardware counter per launch, read by Nsight Compute in a pass of its own: load_sectors, load_requests, sectors_per_load, store_sectors, l2_sectors, l2_hit_rate, dram_bytes_read, dram_bytes_written, dram_throughput, sm_throughput, issue_slots, warps_active, instructions, or a metric of that profiler", .example = "dram_bytes_written", .least = 1, .group = "kind", .needs = "arm"},
  {.path = "<quantity>.receipt", .forms = line, .help = "a value read back from the running arm, by its name", .example = "registers", .least = 1, .group = "kind", .needs = "arm"},
  {.path = "<quantity>.arm", .forms = line, .presence = optional, .help = "the arm that is counted or read back", .example = "wide", .initial = "none", .beside = "counter receipt"},
  {.path = "<quantity>.over", .forms = line, .presence = optional, .help = "an arm by whose value it is divided", .example = "naive", .initial = "none", .beside = "counter receipt"},
  {.path = "<quantity>.ceiling", .forms = word, .presence = optional, .help = "the ceiling at the size of the case (matched) or at a large size", .example = "large", .initial = "large", .choices = words::ceiling_scopes, .beside = "share_of_ceiling"},

  {.path = "<expression>.of", .forms = mapping, .help = "a quantity of the same run", .example = "{time: vendor}", .group = "source", .shares = "<quantity>"},
  {.path = "<expression>.traffic_of", .forms = line, .help = "an arm; the value is the time that its counted traffic takes", .example = "general", .group = "source", .needs = "at"},
  {.path = "<expression>.at", .forms = rate, .presence = optional, .help = "rate of the traffic", .example = "960 GB/s", .initial = "none", .least = 1, .beside = "traffic_of"},
  {.path = "<expression>.is", .forms = time, .presence = optional, .help = "what that gives as the author computed it; checked, for one case", .example = "105 us", .initial = "not stated", .beside = "traffic_of"},
  {.path = "<expression>.times", .forms = ratio, .presence = optional, .help = "factor", .example = "1.1", .initial = "1", .least = 1e-9, .most = 1e9},
  {.path = "<expression>.plus", .forms = bound, .presence = optional, .help = "added after the factor, in the unit of the bounded quantity", .example = "2 us", .initial = "0"},

  {.path = "<selection>.any", .forms = list, .help = "one of these cases is enough", .example = "[square, tall]", .least = 1, .group = "rule"},
  {.path = "<selection>.any[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
  {.path = "<selection>.at_least", .forms = integer, .help = "how many cases must agree", .example = "3", .least = 1, .most = most_entries, .group = "rule"},
  {.path = "<selection>.of", .forms = list, .presence = optional, .help = "with at_least: the cases spoken of", .example = "[square, tall]", .initial = "all cases", .least = 1, .beside = "at_least"},
  {.path = "<selection>.of[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},

  {.path = "<condition>.held", .forms = line, .help = "this prediction held; the bare name says the same", .example = "wide-pays", .least = 1, .group = "condition"},
  {.path = "<condition>.falsified", .forms = line, .help = "this prediction was falsified", .example = "wide-pays", .least = 1, .group = "condition"},
  {.path = "<condition>.inconclusive", .forms = line, .help = "this prediction is inconclusive", .example = "wide-pays", .least = 1, .group = "condition"},
  {.path = "<condition>.fired", .forms = line, .help = "this falsifier fired", .example = "no-gain", .least = 1, .group = "condition"},
  {.path = "<condition>.not_fired", .forms = line, .help = "this falsifier did not fire", .example = "no-gain", .least = 1, .group = "condition"},
  {.path = "<condition>.disjoint_ranges", .forms = mapping, .help = "every repetition of one arm took less time than any of the other", .example = "{faster: wide, slower: vendor}", .group = "condition"},
  {.path = "<condition>.disjoint_ranges.faster", .forms = line, .help = "the faster arm", .example = "wide", .least = 1},
  {.path = "<condition>.disjoint_ranges.slower", .forms = line, .help = "the slower arm", .example = "vendor", .least = 1},
  {.path = "<condition>.quantity", .forms = mapping, .help = "a quantity that must lie in the range beside it", .example = "{time_saved: {by: wide, over: naive}}", .group = "condition", .shares = "<quantity>"},
  {.path = "<condition>.outside", .forms = text, .help = "what is checked elsewhere; never evaluated here", .example = "64 tokens come out identical", .least = 1, .group = "condition"},
  {.path = "<condition>.any", .forms = list, .help = "one of these must be so", .example = "[wide-pays]", .least = 1, .most = 64, .group = "condition"},
  {.path = "<condition>.any[]", .forms = line | mapping, .help = "the name of a prediction that must hold, or a condition", .example = "wide-pays", .shares = "<condition>"},
  {.path = "<condition>.all", .forms = list, .help = "all of these must be so", .example = "[wide-pays]", .least = 1, .most = 64, .group = "condition"},
  {.path = "<condition>.all[]", .forms = line | mapping, .help = "the name of a prediction that must hold, or a condition", .example = "wide-pays", .shares = "<condition>"},
  {.path = "<condition>.between", .forms = list, .presence = optional, .help = "lowest and highest value of the quantity", .example = "[135 us, 145 us]", .least = 2, .most = 2, .group = "range", .beside = "quantity"},
  {.path = "<condition>.between[]", .forms = bound | mapping, .help = "one end of the range", .example = "135 us", .shares = "<expression>"},
  {.path = "<condition>.at_least", .forms = bound | mapping, .presence = optional, .help = "lowest value of the quantity", .example = "4 TB/s", .group = "range", .shares = "<expression>", .beside = "quantity"},
  {.path = "<condition>.at_most", .forms = bound | mapping, .presence = optional, .help = "highest value of the quantity; {times: 1.1, of: {time: vendor}} takes it from the run", .example = "145 us", .group = "range", .shares = "<expression>", .beside = "quantity"},
  {.path = "<condition>.near", .forms = bound, .presence = optional, .help = "middle of the range, with a tolerance on both sides", .example = "140 us", .group = "range", .beside = "quantity", .needs = "tolerance"},
  {.path = "<condition>.equals", .forms = bound, .presence = optional, .help = "the one value, for what is counted; of what is measured, with a tolerance", .example = "16", .group = "range", .beside = "quantity"},
  {.path = "<condition>.tolerance", .forms = ratio, .presence = optional, .help = "share of the value by which the quantity may lie off on either side", .example = "5 %", .initial = "0", .least = 1e-6, .most = 0.999, .beside = "near equals"},
  {.path = "<condition>.cases", .forms = word | list | mapping, .presence = optional, .help = "the cases spoken of, and in how many it must be so", .example = "all", .initial = "all", .least = 1, .choices = words::selections, .shares = "<selection>", .beside = "quantity disjoint_ranges"},
  {.path = "<condition>.cases[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
});
// clang-format on

}  // namespace

std::span<const Field> fields_shared() { return table; }

}  // namespace membound::yaml
