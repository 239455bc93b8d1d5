// SPDX-License-Identifier: Apache-2.0
// Table of fields: how it is measured and judged.
#include <array>

#include "protocol/fields_table.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

using enum Form;
using enum Presence;

// clang-format off
constexpr auto table = std::to_array<Field>({
  {.path = "instrument", .forms = mapping, .help = "how a time is taken", .example = "{launch: stream, launches: 40, warmup: 0.5 s, rounds: 10, invocations: 5}"},
  {.path = "instrument.launch", .forms = word, .help = "isolated: one launch at a time, caches flushed before each; stream: launches back to back over rotating operands; chain: each launch reads what the one before it wrote, weights rotating", .example = "stream", .choices = words::launch_modes},
  {.path = "instrument.flush", .forms = word, .presence = optional, .help = "launch mode isolated: what replaces the contents of the caches before a launch; read leaves lines that are dropped, memset lines that are written back during the launch", .example = "read", .initial = "read", .choices = words::flushes},
  {.path = "instrument.short_launches", .forms = word, .presence = optional, .help = "launch mode isolated: an arm that takes less than five times as long as launching nothing is refused, or accepted all the same", .example = "accept", .initial = "refuse", .choices = words::short_launches},
  {.path = "instrument.order", .forms = word, .presence = optional, .help = "shuffled: every arm once in each round, in an order drawn for it; blocked: all rounds of an arm before the next, so that drift is not cancelled and nothing may be claimed", .example = "blocked", .initial = "shuffled", .choices = words::orders},
  {.path = "instrument.launches", .forms = integer, .help = "launches in one repetition", .example = "40", .least = 1, .most = 1e6},
  {.path = "instrument.working_set", .forms = bytes | word, .presence = optional, .help = "operands rotate over at least this; automatic: what the backend needs for cold caches", .example = "1 GiB", .initial = "automatic", .least = 4096, .most = largest_bytes, .choices = words::working_sets},
  {.path = "instrument.warmup", .forms = time, .help = "untimed work before the first round of each invocation", .example = "0.5 s", .least = 0, .most = 10 * nanoseconds_per_minute},
  {.path = "instrument.rounds", .forms = integer, .help = "rounds of an invocation; a round runs every arm once", .example = "10", .least = 1, .most = 1e5},
  {.path = "instrument.invocations", .forms = integer, .help = "fresh processes; a verdict needs 5", .example = "5", .least = 1, .most = 1000},
  {.path = "instrument.large_ceiling", .forms = bytes, .presence = optional, .help = "traffic of one launch of the large ceiling", .example = "1 GiB", .initial = "1 GiB", .least = 1048576, .most = largest_bytes},
  {.path = "instrument.probe", .forms = bytes, .presence = optional, .help = "size of the cold and hot probe: well inside the last-level cache, large against the cost of a launch", .example = "32 MiB", .initial = "32 MiB on a GPU, 512 KiB elsewhere", .least = 65536, .most = largest_bytes},

  {.path = "analysis", .forms = word | mapping, .help = "how repetitions become a verdict", .example = "standard", .choices = words::analyses},
  {.path = "analysis.statistic", .forms = word, .help = "summary of the rounds of an invocation", .example = "median", .choices = words::statistics},
  {.path = "analysis.interval", .forms = word, .help = "interval over the invocations", .example = "order_statistic", .choices = words::intervals},
  {.path = "analysis.tail", .forms = ratio, .help = "probability of error on each side", .example = "5 %", .least = 0.05, .most = 0.05},
  {.path = "analysis.outliers", .forms = word | mapping, .help = "what happens to outliers", .example = "keep", .choices = words::outliers},
  {.path = "analysis.outliers.drop_beyond_mads", .forms = number, .help = "rounds further than this many median absolute deviations from their invocation's median are left out; the verdict with them is shown too", .example = "5", .least = 1, .most = 1000},

  {.path = "gates", .forms = mapping, .presence = optional, .help = "conditions under which evidence is unusable", .example = "{steady: {spread_below: 5 %}}"},
  {.path = "gates.correct", .forms = mapping, .presence = optional, .help = "outputs must equal the reference", .example = "{max_error: 1e-3}"},
  {.path = "gates.correct.max_error", .forms = number, .presence = optional, .help = "largest error, by the workload's metric", .example = "1e-3", .initial = "the workload's tolerance", .least = 0, .most = 1},
  {.path = "gates.steady", .forms = mapping, .presence = optional, .help = "repetitions of an arm in one invocation must agree", .example = "{spread_below: 5 %, spread: range_over_mean}"},
  {.path = "gates.steady.spread_below", .forms = ratio | word, .presence = optional, .help = "largest spread", .example = "5 %", .initial = "none", .least = 1e-6, .most = 10, .choices = words::spread_limits},
  {.path = "gates.steady.spread", .forms = word, .presence = optional, .help = "how spread is defined", .example = "range_over_mean", .initial = "range_over_mean", .choices = words::spreads},
  {.path = "gates.steady.blocks", .forms = word, .presence = optional, .help = "what an unsteady arm makes unusable: that arm, everything, or the claims alone", .example = "all", .initial = "arm", .choices = words::blocks, .beside = "spread_below"},
  {.path = "gates.cold", .forms = mapping, .presence = optional, .help = "caches must be cold", .example = "{ratio_above: 1.2}"},
  {.path = "gates.cold.ratio_above", .forms = ratio, .presence = optional, .help = "rate of the hot probe over the large read ceiling", .example = "1.2", .initial = "1.2", .least = 1, .most = 100},
  {.path = "gates.ceiling", .forms = mapping, .presence = optional, .help = "nothing is faster than memory", .example = "{share_below: 110 %}"},
  {.path = "gates.ceiling.share_below", .forms = ratio, .presence = optional, .help = "a repetition above this share of the large ceiling voids its arm", .example = "110 %", .initial = "110 %", .least = 1, .most = 10},

  {.path = "ceilings", .forms = mapping, .presence = optional, .help = "kernels whose best rate is the ceiling", .example = "{read: [stream/read_plain]}", .initial = "all kernels of the workload stream that fit"},
  {.path = "ceilings.read", .forms = list, .presence = optional, .help = "kernels of the read ceiling", .example = "[stream/read_plain]", .initial = "all that fit, when the workload is bounded by a read", .most = 64},
  {.path = "ceilings.read[]", .forms = line, .help = "a registered arm of the workload stream", .example = "stream/read_plain", .least = 1},
  {.path = "ceilings.copy", .forms = list, .presence = optional, .help = "kernels of the copy ceiling", .example = "[stream/copy_plain]", .initial = "all that fit, when the workload is bounded by a copy", .most = 64},
  {.path = "ceilings.copy[]", .forms = line, .help = "a registered arm of the workload stream", .example = "stream/copy_plain", .least = 1},
  {.path = "ceilings.hot_probe", .forms = line, .presence = optional, .help = "read kernel run over a set that stays in cache", .example = "stream/read_plain", .initial = "the first read kernel"},
  {.path = "ceilings.null_launch", .forms = line, .presence = optional, .help = "kernel that does nothing", .example = "stream/null", .initial = "the kernel of stream that neither reads nor copies"},
});
// clang-format on

}  // namespace

std::span<const Field> fields_of_method() { return table; }

}  // namespace membound::yaml
