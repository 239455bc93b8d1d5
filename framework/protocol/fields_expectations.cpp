// SPDX-License-Identifier: Apache-2.0
// Table of fields: predictions, falsifiers and observations.
#include <array>

#include "protocol/fields_table.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

using enum Form;
using enum Presence;

// clang-format off
constexpr auto table = std::to_array<Field>({
  {.path = "predictions", .forms = entries, .help = "what is expected, by name", .example = "{wide-pays: {quantity: {time: wide}, at_most: 140 us, because: fewer requests}}", .least = 1, .most = most_entries},
  {.path = "predictions.*", .forms = mapping, .help = "a quantity with a range, an order of arms, a trend, the fastest arm, two equal arms, or an arm that cannot run", .example = "{quantity: {time: wide}, at_most: 140 us, because: fewer requests}"},
  {.path = "predictions.*.quantity", .forms = mapping, .help = "what is measured", .example = "{time: wide}", .group = "subject", .shares = "<quantity>"},
  {.path = "predictions.*.order", .forms = list, .help = "arms, fastest first", .example = "[wide, naive]", .least = 2, .most = 64, .group = "subject"},
  {.path = "predictions.*.order[]", .forms = line, .help = "name of an arm", .example = "wide", .least = 1},
  {.path = "predictions.*.monotone", .forms = mapping, .help = "the quantity rises or falls from case to case", .example = "{quantity: {bandwidth: wide}, along: [small, large], direction: rising}", .group = "subject"},
  {.path = "predictions.*.monotone.quantity", .forms = mapping, .help = "what is measured", .example = "{bandwidth: wide}", .shares = "<quantity>"},
  {.path = "predictions.*.monotone.along", .forms = list, .presence = optional, .help = "the cases, in the order of the trend", .example = "[small, large]", .initial = "all cases, in the order of the protocol", .least = 1, .most = most_entries},
  {.path = "predictions.*.monotone.along[]", .forms = line, .help = "name of a case", .example = "small", .least = 1},
  {.path = "predictions.*.monotone.direction", .forms = word, .help = "rising or falling", .example = "rising", .choices = words::directions},
  {.path = "predictions.*.fastest", .forms = mapping, .help = "one arm takes less time than each of the others", .example = "{arm: wide, of: [warp, naive]}", .group = "subject"},
  {.path = "predictions.*.fastest.arm", .forms = line, .help = "the arm expected to be the fastest", .example = "wide", .least = 1},
  {.path = "predictions.*.fastest.of", .forms = list, .help = "the others", .example = "[warp, naive]", .least = 1, .most = 64},
  {.path = "predictions.*.fastest.of[]", .forms = line, .help = "name of an arm", .example = "warp", .least = 1},
  {.path = "predictions.*.equal", .forms = list, .help = "two arms that take the same time", .example = "[wide, warp]", .least = 2, .most = 2, .group = "subject", .needs = "within"},
  {.path = "predictions.*.equal[]", .forms = line, .help = "name of an arm", .example = "wide", .least = 1},
  {.path = "predictions.*.unavailable", .forms = line, .help = "an arm that is expected not to run on this device", .example = "q8", .least = 1, .group = "subject"},
  {.path = "predictions.*.between", .forms = list, .presence = optional, .help = "lowest and highest value of the quantity", .example = "[135 us, 145 us]", .least = 2, .most = 2, .group = "range"},
  {.path = "predictions.*.between[]", .forms = bound | mapping, .help = "one end of the range", .example = "135 us", .shares = "<expression>"},
  {.path = "predictions.*.at_least", .forms = bound | mapping, .presence = optional, .help = "lowest value of the quantity", .example = "4 TB/s", .group = "range", .shares = "<expression>"},
  {.path = "predictions.*.at_most", .forms = bound | mapping, .presence = optional, .help = "highest value of the quantity; {times: 1.1, of: {time: vendor}} takes it from the run", .example = "145 us", .group = "range", .shares = "<expression>"},
  {.path = "predictions.*.near", .forms = bound, .presence = optional, .help = "middle of the range, with a tolerance on both sides", .example = "140 us", .group = "range", .needs = "tolerance"},
  {.path = "predictions.*.equals", .forms = bound, .presence = optional, .help = "the one value, for what is counted; of what is measured, with a tolerance", .example = "16", .group = "range"},
  {.path = "predictions.*.tolerance", .forms = ratio, .presence = optional, .help = "share of the value by which the quantity may lie off on either side", .example = "5 %", .initial = "0", .least = 1e-6, .most = 0.999, .beside = "near equals"},
  {.path = "predictions.*.within", .forms = ratio, .presence = optional, .help = "by how much equal arms may differ", .example = "1 %", .initial = "none", .least = 1e-6, .most = 1, .beside = "equal"},
  {.path = "predictions.*.cases", .forms = word | list | mapping, .presence = optional, .help = "the cases spoken of, and how many must agree", .example = "all", .initial = "all", .least = 1, .choices = words::selections, .shares = "<selection>", .beside = "quantity order fastest equal unavailable"},
  {.path = "predictions.*.cases[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
  {.path = "predictions.*.because", .forms = text, .help = "the reasoning behind the prediction", .example = "fewer requests carry the same bytes", .least = 1},
  {.path = "predictions.*.mechanism", .forms = text, .presence = optional, .help = "how it comes about, if it does", .example = "more warps are resident, so more loads are in flight", .initial = "\"\""},
  {.path = "predictions.*.confirmed_by", .forms = list, .presence = optional, .help = "predictions that show the mechanism", .example = "[bytes-are-equal]", .initial = "[]", .most = 64, .beside = "mechanism"},
  {.path = "predictions.*.confirmed_by[]", .forms = line, .help = "name of a prediction", .example = "bytes-are-equal", .least = 1},
  {.path = "predictions.*.only_if", .forms = line | list | mapping, .presence = optional, .help = "what must be so for it to apply; otherwise it is not_applicable", .example = "wide-pays", .initial = "nothing", .least = 1, .most = 64, .shares = "<condition>"},
  {.path = "predictions.*.only_if[]", .forms = line | mapping, .help = "the name of a prediction that must hold, or a condition", .example = "wide-pays", .shares = "<condition>"},
  {.path = "predictions.*.reproduces", .forms = text, .presence = optional, .help = "the earlier result that it repeats", .example = "194 to 195 us in the round before", .initial = "\"\""},
  {.path = "predictions.*.on_miss", .forms = text, .presence = optional, .help = "what follows when it is not reproduced", .example = "compare with the figures of this run only", .initial = "\"\"", .beside = "reproduces"},

  {.path = "falsifiers", .forms = entries, .presence = optional, .help = "conditions that end the idea, by name", .example = "{no-gain: {when: {quantity: {time_saved: {by: wide, over: naive}}, below: 3 %}, means: loads are not the limit}}", .initial = "{}", .most = most_entries},
  {.path = "falsifiers.*", .forms = mapping, .help = "a condition and its consequence", .example = "{when: {quantity: {time: wide}, above: 200 us}, means: give it up}"},
  {.path = "falsifiers.*.when", .forms = mapping, .help = "the condition", .example = "{quantity: {time: wide}, above: 200 us}"},
  {.path = "falsifiers.*.when.quantity", .forms = mapping, .help = "what is measured", .example = "{time: wide}", .shares = "<quantity>"},
  {.path = "falsifiers.*.when.between", .forms = list, .help = "fires inside this range", .example = "[0 %, 3 %]", .least = 2, .most = 2, .group = "region"},
  {.path = "falsifiers.*.when.between[]", .forms = bound | mapping, .help = "one end of the range", .example = "3 %", .shares = "<expression>"},
  {.path = "falsifiers.*.when.below", .forms = bound | mapping, .help = "fires below this value", .example = "3 %", .group = "region", .shares = "<expression>"},
  {.path = "falsifiers.*.when.above", .forms = bound | mapping, .help = "fires above this value", .example = "200 us", .group = "region", .shares = "<expression>"},
  {.path = "falsifiers.*.cases", .forms = word | list | mapping, .presence = optional, .help = "the cases spoken of, and in how many the condition must be met", .example = "all", .initial = "all", .least = 1, .choices = words::selections, .shares = "<selection>"},
  {.path = "falsifiers.*.cases[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
  {.path = "falsifiers.*.means", .forms = text, .help = "what follows when the condition is met", .example = "loads are not the limit; stop here", .least = 1},

  {.path = "observations", .forms = entries, .presence = optional, .help = "quantities that are reported though nothing is predicted of them, by name", .example = "{vendor-lead: {quantity: {speedup: {of: vendor, over: wide}}}}", .initial = "{}", .most = most_entries},
  {.path = "observations.*", .forms = mapping, .help = "one quantity", .example = "{quantity: {time: vendor}}"},
  {.path = "observations.*.quantity", .forms = mapping, .help = "what is measured", .example = "{time: vendor}", .shares = "<quantity>"},
  {.path = "observations.*.cases", .forms = word | list | mapping, .presence = optional, .help = "the cases spoken of", .example = "all", .initial = "all", .least = 1, .choices = words::selections, .shares = "<selection>"},
  {.path = "observations.*.cases[]", .forms = line, .help = "name of a case", .example = "square", .least = 1},
  {.path = "observations.*.because", .forms = text, .presence = optional, .help = "why it is reported", .example = "no direction was predicted", .initial = "\"\""},
});
// clang-format on

}  // namespace

std::span<const Field> fields_of_expectations() { return table; }

}  // namespace membound::yaml
