// SPDX-License-Identifier: Apache-2.0
// Table of fields: the head of a protocol and what is compared.
#include <array>

#include "protocol/fields_table.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

using enum Form;
using enum Presence;

// clang-format off
constexpr auto table = std::to_array<Field>({
  {.path = "membound", .forms = integer, .help = "version of the file format", .example = "1", .least = 1, .most = 1},
  {.path = "id", .forms = id, .help = "name of the experiment; reports are filed under it", .example = "gemv-stages"},
  {.path = "title", .forms = line, .help = "one line for the head of the report", .example = "Does a wider load pay?", .least = 1},
  {.path = "question", .forms = text, .help = "what the experiment is to find out", .example = "How much time do wider loads save?", .least = 1},
  {.path = "rationale", .forms = text, .help = "why the answer is expected", .example = "Fewer requests carry the same bytes.", .least = 1},
  {.path = "scope", .forms = text, .presence = optional, .help = "what the answer is about", .example = "one card, one shape, batch 1", .initial = "\"\""},
  {.path = "out_of_scope", .forms = text, .presence = optional, .help = "what the answer must not be taken for", .example = "end-to-end speed of a model", .initial = "\"\""},

  {.path = "follows", .forms = id, .presence = optional, .help = "experiment that this one goes on from", .example = "wider-loads", .initial = "none"},
  {.path = "supersedes", .forms = id, .presence = optional, .help = "experiment whose answer this one replaces", .example = "wide-loads", .initial = "none"},
  {.path = "replicates", .forms = id, .presence = optional, .help = "experiment that this one repeats", .example = "wide-loads", .initial = "none"},

  {.path = "proceeds_if", .forms = mapping, .presence = optional, .help = "a verdict of another experiment without which this one is not run", .example = "{protocol: wider-loads, prediction: wide-pays, outcome: held}"},
  {.path = "proceeds_if.protocol", .forms = id, .help = "id of that experiment", .example = "wider-loads"},
  {.path = "proceeds_if.prediction", .forms = line, .help = "its prediction or falsifier", .example = "wide-pays", .least = 1},
  {.path = "proceeds_if.outcome", .forms = word, .help = "the outcome that it must have", .example = "held", .choices = words::gateway_outcomes},

  {.path = "prior_data", .forms = word | mapping, .help = "what had been measured of these arms before the predictions were written", .example = "none", .choices = words::prior_data},
  {.path = "prior_data.level", .forms = word, .help = "none, pilot (a trial run) or seen (results were known)", .example = "seen", .choices = words::prior_data},
  {.path = "prior_data.note", .forms = text, .presence = optional, .help = "what had been seen", .example = "the first figures of one card", .initial = "\"\""},

  {.path = "amends", .forms = mapping, .presence = optional, .help = "the frozen protocol that this one replaces; written by membound amend", .example = "{parent: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08, reason: the warm-up was too short, seen: nothing_run}"},
  {.path = "amends.parent", .forms = line, .help = "digest of the frozen protocol that is replaced, 64 hexadecimal digits", .example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", .least = 1},
  {.path = "amends.reason", .forms = text, .help = "why it was amended", .example = "the warm-up was too short", .least = 1},
  {.path = "amends.seen", .forms = word, .help = "what had been seen of the replaced protocol's results: nothing_run (there were none), no_results_seen (it ran, but reached none that anybody saw), results_not_opened (they are there, nobody looked) or results_seen", .example = "nothing_run", .choices = words::seen},

  {.path = "requires", .forms = mapping, .presence = optional, .help = "where the predictions apply", .example = "{backend: cuda, device: \"*H200*\"}"},
  {.path = "requires.backend", .forms = line, .presence = optional, .help = "backend that every arm must have", .example = "cuda", .initial = "the backend of the arms"},
  {.path = "requires.device", .forms = line, .presence = optional, .help = "pattern with * and ? that the device's name must match; elsewhere predictions are not_applicable", .example = "\"*H200*\"", .initial = "any device"},
  {.path = "requires.driver", .forms = line, .presence = optional, .help = "pattern that the driver's version must match", .example = "\"580.*\"", .initial = "any driver"},

  {.path = "results", .forms = word, .presence = optional, .help = "where runs go when the command line does not say: the results of the repository, or a scratch database in its build folder", .example = "scratch", .initial = "repository", .choices = words::results},

  {.path = "workload", .forms = mapping, .help = "what is computed", .example = "{name: gemv, format: f16}"},
  {.path = "workload.name", .forms = line, .help = "a registered workload", .example = "gemv", .least = 1},
  {.path = "workload.format", .forms = line, .presence = optional, .help = "storage format of the arms that name none", .example = "f16", .initial = "the first format of the workload", .least = 1},
  {.path = "workload.data", .forms = mapping, .presence = optional, .help = "range of the generated data, uniform in [low, high)", .example = "{low: -1, high: 1}", .initial = "the workload's range"},
  {.path = "workload.data.low", .forms = number, .help = "smallest value", .example = "-1", .least = -1e30, .most = 1e30},
  {.path = "workload.data.high", .forms = number, .help = "bound above all values", .example = "1", .least = -1e30, .most = 1e30},

  {.path = "cases", .forms = entries, .help = "the shapes to measure, by name", .example = "{square: {rows: 4096, cols: 4096}}", .least = 1, .most = most_entries},
  {.path = "cases.*", .forms = entries, .help = "extents of one case, by the names that the workload gives them; an extent with several values makes a case of each combination, named <entry>-<values>", .example = "{rows: 4096, cols: 4096}", .least = 1, .most = 17},
  {.path = "cases.*.*", .forms = integer | line | list | mapping, .help = "one extent: a number, a list of them, powers from one to another, or the name of an extent that it equals", .example = "4096", .least = 1, .most = largest_extent},
  {.path = "cases.*.*[]", .forms = integer, .help = "one value of the extent", .example = "4096", .least = 1, .most = largest_extent},
  {.path = "cases.*.*.from", .forms = integer, .help = "first value", .example = "1024", .least = 1, .most = largest_extent},
  {.path = "cases.*.*.to", .forms = integer, .help = "bound of the values; the last one when the powers meet it", .example = "65536", .least = 1, .most = largest_extent},
  {.path = "cases.*.*.times", .forms = integer, .help = "each value is this many times the one before", .example = "2", .least = 2, .most = 1e6},
  {.path = "cases.*.except", .forms = list, .presence = optional, .help = "combinations to leave out", .example = "[{rows: 4096, cols: 8192}]", .initial = "[]", .most = most_entries},
  {.path = "cases.*.except[]", .forms = entries, .help = "one combination, by its extents; those not named may be any", .example = "{rows: 4096, cols: 8192}", .least = 1, .most = 16},
  {.path = "cases.*.except[].*", .forms = integer, .help = "value of the extent", .example = "4096", .least = 1, .most = largest_extent},

  {.path = "arms", .forms = entries, .help = "the implementations to compare, by name", .example = "{naive: {kernel: gemv/naive, role: baseline}}", .least = 1, .most = most_entries},
  {.path = "arms.*", .forms = mapping, .help = "one implementation", .example = "{kernel: gemv/naive, role: baseline}"},
  {.path = "arms.*.kernel", .forms = line, .help = "a registered arm of the workload", .example = "gemv/naive", .least = 1},
  {.path = "arms.*.format", .forms = line, .presence = optional, .help = "storage format", .example = "q4", .initial = "the workload's format", .least = 1},
  {.path = "arms.*.params", .forms = entries, .presence = optional, .help = "parameters of the kernel", .example = "{block: 256}", .initial = "the kernel's initial values", .most = 32},
  {.path = "arms.*.params.*", .forms = integer | list, .help = "one parameter; a list makes an arm of each value, named <arm>-<value>, and the name of the entry stands for the fastest of them", .example = "256"},
  {.path = "arms.*.params.*[]", .forms = integer, .help = "one value of the parameter", .example = "256"},
  {.path = "arms.*.role", .forms = word, .help = "what the arm is there for", .example = "treatment", .choices = words::roles},
  {.path = "arms.*.note", .forms = text, .presence = optional, .help = "a handicap or remark that the report prints", .example = "includes the final sum", .initial = "\"\""},
  {.path = "arms.*.handicap", .forms = text, .presence = optional, .help = "why a comparison with this arm is not fair; printed beside its verdicts", .example = "its weights are rounded to f16 first", .initial = "\"\""},
  {.path = "arms.*.scope", .forms = word, .presence = optional, .help = "what its time covers: the whole operation, or a part that leaves partial results behind", .example = "partials", .initial = "operation", .choices = words::scopes},
  {.path = "arms.*.rotation", .forms = word, .presence = optional, .help = "full: launches rotate over copies that no cache holds; none: all launches use one copy, so that caches stay warm, for controls, probes and post-hoc arms only", .example = "none", .initial = "full", .choices = words::rotations},
  {.path = "arms.*.traffic", .forms = entries, .presence = optional, .help = "bytes of one launch as the author counted them, by case; checked against the operands", .example = "{square: 32 MiB}", .initial = "counted from the operands", .most = most_entries},
  {.path = "arms.*.traffic.*", .forms = bytes, .help = "bytes read and written once each", .example = "32 MiB", .least = 1, .most = largest_bytes},
  {.path = "arms.*.receipts", .forms = entries, .presence = optional, .help = "what must be read back from the running arm; otherwise it is void", .example = "{registers: 40}", .initial = "{}", .most = 32},
  {.path = "arms.*.receipts.*", .forms = number, .help = "the value expected", .example = "40"},

  {.path = "dropped", .forms = entries, .presence = optional, .help = "arms that were considered and left out, each with the reason", .example = "{q8: needs more memory than the device has}", .initial = "{}", .most = most_entries},
  {.path = "dropped.*", .forms = text, .help = "why it was left out", .example = "needs more memory than the device has", .least = 1},

  {.path = "groups", .forms = entries, .presence = optional, .help = "arms of which the fastest counts, by a name that a quantity may name in place of an arm", .example = "{best: [wide, warp]}", .initial = "{}", .most = most_entries},
  {.path = "groups.*", .forms = list, .help = "the arms", .example = "[wide, warp]", .least = 1, .most = 64},
  {.path = "groups.*[]", .forms = line, .help = "name of an arm", .example = "wide", .least = 1},

  {.path = "beforehand", .forms = entries, .presence = optional, .help = "what was measured before the freeze and is a condition for it", .example = "{parity: {value: 9.2e-4, at_most: 1e-3, note: against the f16 product}}", .initial = "{}", .most = 100},
  {.path = "beforehand.*", .forms = mapping, .help = "one measurement", .example = "{value: 9.2e-4, at_most: 1e-3}"},
  {.path = "beforehand.*.value", .forms = number, .help = "what was measured", .example = "9.2e-4"},
  {.path = "beforehand.*.at_most", .forms = number, .help = "what it may be at most", .example = "1e-3"},
  {.path = "beforehand.*.note", .forms = text, .presence = optional, .help = "how it was measured", .example = "largest scaled difference from the f16 product", .initial = "\"\""},
});
// clang-format on

}  // namespace

std::span<const Field> fields_of_design() { return table; }

}  // namespace membound::yaml
