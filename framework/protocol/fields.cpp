// SPDX-License-Identifier: Apache-2.0
// The one table of fields: what a protocol may contain. Parser, suggestions, schema and reference
// come from it.
#include "protocol/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

using enum Form;
using enum Presence;

constexpr double largest_extent = 1099511627776.0;  // 2^40
constexpr double largest_bytes = 1099511627776.0;   // 1 TiB
constexpr double most_entries = 500;  // cases, arms, predictions: far above any honest protocol
constexpr double nanoseconds_per_minute = 60e9;

// clang-format off
constexpr auto table = std::to_array<Field>({
  {.path = "membound", .forms = integer, .help = "version of the file format", .example = "1", .least = 1, .most = 1},
  {.path = "id", .forms = id, .help = "name of the experiment; reports are filed under it", .example = "gemv-stages"},
  {.path = "title", .forms = line, .help = "one line for the head of the report", .example = "Does a wider load pay?", .least = 1},
  {.path = "question", .forms = text, .help = "what the experiment is to find out", .example = "How much time do wider loads save?", .least = 1},
  {.path = "rationale", .forms = text, .help = "why the answer is expected", .example = "Fewer requests carry the same bytes.", .least = 1},

  {.path = "prior_data", .forms = word | mapping, .help = "what had been measured of these arms before the predictions were written", .example = "none", .choices = words::prior_data},
  {.path = "prior_data.level", .forms = word, .help = "none, pilot (a trial run) or seen (results were known)", .example = "seen", .choices = words::prior_data},
  {.path = "prior_data.note", .forms = text, .presence = optional, .help = "what had been seen", .example = "the first figures of one card", .initial = "\"\""},

  {.path = "requires", .forms = mapping, .presence = optional, .help = "where the predictions apply", .example = "{backend: cuda, device: \"*H200*\"}"},
  {.path = "requires.backend", .forms = line, .presence = optional, .help = "backend that every arm must have", .example = "cuda", .initial = "the backend of the arms"},
  {.path = "requires.device", .forms = line, .presence = optional, .help = "pattern with * and ? that the device's name must match; elsewhere predictions are not_applicable", .example = "\"*H200*\"", .initial = "any device"},

  {.path = "results", .forms = word, .presence = optional, .help = "where runs go when the command line does not say: the results of the repository, or a scratch database in its build folder", .example = "scratch", .initial = "repository", .choices = words::results},

  {.path = "workload", .forms = mapping, .help = "what is computed", .example = "{name: gemv, format: f16}"},
  {.path = "workload.name", .forms = line, .help = "a registered workload", .example = "gemv", .least = 1},
  {.path = "workload.format", .forms = line, .presence = optional, .help = "storage format of the arms that name none", .example = "f16", .initial = "the first format of the workload", .least = 1},
  {.path = "workload.data", .forms = mapping, .presence = optional, .help = "range of the generated data, uniform in [low, high)", .example = "{low: -1, high: 1}", .initial = "the workload's range"},
  {.path = "workload.data.low", .forms = number, .help = "smallest value", .example = "-1", .least = -1e30, .most = 1e30},
  {.path = "workload.data.high", .forms = number, .help = "bound above all values", .example = "1", .least = -1e30, .most = 1e30},

  {.path = "cases", .forms = entries, .help = "the shapes to measure, by name", .example = "{square: {rows: 4096, cols: 4096}}", .least = 1, .most = most_entries},
  {.path = "cases.*", .forms = entries, .help = "extents of one case, by the names that the workload gives them", .example = "{rows: 4096, cols: 4096}", .least = 1, .most = 16},
  {.path = "cases.*.*", .forms = integer, .help = "one extent", .example = "4096", .least = 1, .most = largest_extent},

  {.path = "arms", .forms = entries, .help = "the implementations to compare, by name", .example = "{naive: {kernel: gemv/naive, role: baseline}}", .least = 1, .most = most_entries},
  {.path = "arms.*", .forms = mapping, .help = "one implementation", .example = "{kernel: gemv/naive, role: baseline}"},
  {.path = "arms.*.kernel", .forms = line, .help = "a registered arm of the workload", .example = "gemv/naive", .least = 1},
  {.path = "arms.*.format", .forms = line, .presence = optional, .help = "storage format", .example = "q4", .initial = "the workload's format", .least = 1},
  {.path = "arms.*.params", .forms = entries, .presence = optional, .help = "parameters of the kernel", .example = "{block: 256}", .initial = "the kernel's initial values", .most = 32},
  {.path = "arms.*.params.*", .forms = integer, .help = "one parameter", .example = "256"},
  {.path = "arms.*.role", .forms = word, .help = "what the arm is there for", .example = "treatment", .choices = words::roles},
  {.path = "arms.*.note", .forms = text, .presence = optional, .help = "a handicap or remark that the report prints", .example = "includes the final sum", .initial = "\"\""},

  {.path = "dropped", .forms = entries, .presence = optional, .help = "arms that were considered and left out, each with the reason", .example = "{q8: needs more memory than the device has}", .initial = "{}", .most = most_entries},
  {.path = "dropped.*", .forms = text, .help = "why it was left out", .example = "needs more memory than the device has", .least = 1},

  {.path = "instrument", .forms = mapping, .help = "how a time is taken", .example = "{launch: stream, launches: 40, warmup: 0.5 s, rounds: 10, invocations: 5}"},
  {.path = "instrument.launch", .forms = word, .help = "isolated: one launch at a time, caches flushed before each; stream: launches back to back over rotating operands; chain: each launch reads what the one before it wrote, weights rotating", .example = "stream", .choices = words::launch_modes},
  {.path = "instrument.flush", .forms = word, .presence = optional, .help = "launch mode isolated: what replaces the contents of the caches before a launch; read leaves lines that are dropped, memset lines that are written back during the launch", .example = "read", .initial = "read", .choices = words::flushes},
  {.path = "instrument.short_launches", .forms = word, .presence = optional, .help = "launch mode isolated: an arm that takes less than five times as long as launching nothing is refused, or accepted all the same", .example = "accept", .initial = "refuse", .choices = words::short_launches},
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
  {.path = "analysis.outliers", .forms = word, .help = "what happens to outliers", .example = "keep", .choices = words::outliers},

  {.path = "gates", .forms = mapping, .presence = optional, .help = "conditions under which evidence is unusable", .example = "{steady: {spread_below: 5 %}}"},
  {.path = "gates.correct", .forms = mapping, .presence = optional, .help = "outputs must equal the reference", .example = "{max_error: 1e-3}"},
  {.path = "gates.correct.max_error", .forms = number, .presence = optional, .help = "largest error, by the workload's metric", .example = "1e-3", .initial = "the workload's tolerance", .least = 0, .most = 1},
  {.path = "gates.steady", .forms = mapping, .presence = optional, .help = "repetitions of an arm in one invocation must agree", .example = "{spread_below: 5 %, spread: range_over_mean}"},
  {.path = "gates.steady.spread_below", .forms = ratio | word, .presence = optional, .help = "largest spread", .example = "5 %", .initial = "none", .least = 1e-6, .most = 10, .choices = words::spread_limits},
  {.path = "gates.steady.spread", .forms = word, .presence = optional, .help = "how spread is defined", .example = "range_over_mean", .initial = "range_over_mean", .choices = words::spreads},
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

  {.path = "predictions", .forms = entries, .help = "what is expected, by name", .example = "{wide-pays: {quantity: {time: wide}, at_most: 140 us, because: fewer requests}}", .least = 1, .most = most_entries},
  {.path = "predictions.*", .forms = mapping, .help = "a quantity with a range, or an order of arms", .example = "{quantity: {time: wide}, at_most: 140 us, because: fewer requests}"},
  {.path = "predictions.*.quantity", .forms = mapping, .help = "what is measured", .example = "{time: wide}", .group = "subject", .shares = "<quantity>"},
  {.path = "predictions.*.order", .forms = list, .help = "arms, fastest first", .example = "[wide, naive]", .least = 2, .most = 64, .group = "subject"},
  {.path = "predictions.*.order[]", .forms = line, .help = "name of an arm", .example = "wide", .least = 1},
  {.path = "predictions.*.between", .forms = list, .presence = optional, .help = "lowest and highest value of the quantity", .example = "[135 us, 145 us]", .least = 2, .most = 2, .group = "range"},
  {.path = "predictions.*.between[]", .forms = bound, .help = "one end of the range", .example = "135 us"},
  {.path = "predictions.*.at_least", .forms = bound, .presence = optional, .help = "lowest value of the quantity", .example = "4 TB/s", .group = "range"},
  {.path = "predictions.*.at_most", .forms = bound, .presence = optional, .help = "highest value of the quantity", .example = "145 us", .group = "range"},
  {.path = "predictions.*.cases", .forms = word | list | mapping, .presence = optional, .help = "the cases spoken of, and how many must agree", .example = "all", .initial = "all", .least = 1, .choices = words::selections, .shares = "<selection>"},
  {.path = "predictions.*.cases[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
  {.path = "predictions.*.because", .forms = text, .help = "the reasoning behind the prediction", .example = "fewer requests carry the same bytes", .least = 1},

  {.path = "falsifiers", .forms = entries, .presence = optional, .help = "conditions that end the idea, by name", .example = "{no-gain: {when: {quantity: {time_saved: {by: wide, over: naive}}, below: 3 %}, means: loads are not the limit}}", .initial = "{}", .most = most_entries},
  {.path = "falsifiers.*", .forms = mapping, .help = "a condition and its consequence", .example = "{when: {quantity: {time: wide}, above: 200 us}, means: give it up}"},
  {.path = "falsifiers.*.when", .forms = mapping, .help = "the condition", .example = "{quantity: {time: wide}, above: 200 us}"},
  {.path = "falsifiers.*.when.quantity", .forms = mapping, .help = "what is measured", .example = "{time: wide}", .shares = "<quantity>"},
  {.path = "falsifiers.*.when.between", .forms = list, .help = "fires inside this range", .example = "[0 %, 3 %]", .least = 2, .most = 2, .group = "region"},
  {.path = "falsifiers.*.when.between[]", .forms = bound, .help = "one end of the range", .example = "3 %"},
  {.path = "falsifiers.*.when.below", .forms = bound, .help = "fires below this value", .example = "3 %", .group = "region"},
  {.path = "falsifiers.*.when.above", .forms = bound, .help = "fires above this value", .example = "200 us", .group = "region"},
  {.path = "falsifiers.*.cases", .forms = word | list | mapping, .presence = optional, .help = "the cases spoken of, and in how many the condition must be met", .example = "all", .initial = "all", .least = 1, .choices = words::selections, .shares = "<selection>"},
  {.path = "falsifiers.*.cases[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
  {.path = "falsifiers.*.means", .forms = text, .help = "what follows when the condition is met", .example = "loads are not the limit; stop here", .least = 1},

  {.path = "disclosures", .forms = list, .presence = optional, .help = "facts that the reader must know", .example = "[the vendor's arm also adds the bias]", .initial = "[]", .most = 100},
  {.path = "disclosures[]", .forms = text, .help = "one fact", .example = "the vendor's arm also adds the bias", .least = 1},

  {.path = "<quantity>.time", .forms = line, .help = "time of one launch of this arm", .example = "wide", .group = "kind"},
  {.path = "<quantity>.bandwidth", .forms = line, .help = "counted traffic over time of this arm", .example = "wide", .group = "kind"},
  {.path = "<quantity>.share_of_ceiling", .forms = line, .help = "bandwidth of this arm over the ceiling", .example = "wide", .group = "kind"},
  {.path = "<quantity>.speedup", .forms = mapping, .help = "time of `over` divided by time of `of`", .example = "{of: wide, over: naive}", .group = "kind"},
  {.path = "<quantity>.speedup.of", .forms = line, .help = "the arm expected to be faster", .example = "wide"},
  {.path = "<quantity>.speedup.over", .forms = line, .help = "the arm it is compared with", .example = "naive"},
  {.path = "<quantity>.time_saved", .forms = mapping, .help = "1 - time of `by` divided by time of `over`", .example = "{by: wide, over: naive}", .group = "kind"},
  {.path = "<quantity>.time_saved.by", .forms = line, .help = "the arm expected to be faster", .example = "wide"},
  {.path = "<quantity>.time_saved.over", .forms = line, .help = "the arm it is compared with", .example = "naive"},
  {.path = "<quantity>.ceiling", .forms = word, .presence = optional, .help = "of share_of_ceiling: the ceiling at the size of the case (matched) or at a large size", .example = "large", .initial = "large", .choices = words::ceiling_scopes},

  {.path = "<selection>.any", .forms = list, .help = "one of these cases is enough", .example = "[square, tall]", .least = 1, .group = "rule"},
  {.path = "<selection>.any[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
  {.path = "<selection>.at_least", .forms = integer, .help = "how many cases must agree", .example = "3", .least = 1, .most = most_entries, .group = "rule"},
  {.path = "<selection>.of", .forms = list, .presence = optional, .help = "with at_least: the cases spoken of", .example = "[square, tall]", .initial = "all cases", .least = 1},
  {.path = "<selection>.of[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
});
// clang-format on

std::string_view parent_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

using FieldsByParent = std::map<std::string_view, std::vector<const Field*>>;

FieldsByParent fields_by_parent() {
  FieldsByParent fields;
  for (const Field& f : table) {
    const bool key = !f.path.ends_with("[]") && !f.path.ends_with('*');
    if (key) fields[parent_of(f.path)].push_back(&f);
  }
  return fields;
}

std::string_view called(Form form) {
  switch (form) {
    case mapping:
    case entries: return "a mapping";
    case list: return "a list";
    case id: return "a name";
    case line: return "a text of one line";
    case text: return "a text";
    case integer: return "a whole number";
    case number: return "a number";
    case time: return "a time";
    case bytes: return "a size";
    case ratio: return "a ratio";
    case bound: return "a value with its unit";
    case word: break;
  }
  return {};
}

}  // namespace

std::span<const Field> fields() { return table; }

const Field* field(std::string_view path) {
  const auto it = std::ranges::find(table, path, &Field::path);
  return it == table.end() ? nullptr : &*it;
}

const Field* field(std::string_view parent, std::string_view key) {
  const auto& all = fields_of(parent);
  const auto it = std::ranges::find(all, key, [](const Field* f) { return last(f->path); });
  return it == all.end() ? nullptr : *it;
}

const std::vector<const Field*>& fields_of(std::string_view parent) {
  static const FieldsByParent by_parent = fields_by_parent();
  static const std::vector<const Field*> none;
  const auto it = by_parent.find(parent);
  return it == by_parent.end() ? none : it->second;
}

std::string_view last(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::optional<Dimension> dimension_of(Form form) {
  switch (form) {
    case number: return Dimension::number;
    case time: return Dimension::time;
    case bytes: return Dimension::bytes;
    case ratio: return Dimension::ratio;
    default: return std::nullopt;
  }
}

std::string expected(const Field& of) {
  std::vector<std::string> forms;
  for (unsigned bit = 1; bit <= static_cast<unsigned>(bound); bit <<= 1) {
    const Form form = static_cast<Form>(bit);
    if (!of.forms.has(form)) continue;
    if (form != word) {
      forms.emplace_back(called(form));
      continue;
    }
    std::vector<std::string> words(of.choices.begin(), of.choices.end());
    forms.push_back(words.size() == 1 ? fmt::format("'{}'", words[0])
                                      : fmt::format("one of {}", join(words)));
  }
  return join(forms, " or ");
}

}  // namespace membound::yaml
