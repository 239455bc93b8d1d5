// SPDX-License-Identifier: Apache-2.0
// Table of fields: what follows from the verdicts.
#include <array>

#include "protocol/fields_table.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

using enum Form;
using enum Presence;

// clang-format off
constexpr auto table = std::to_array<Field>({
  {.path = "claims", .forms = entries, .presence = optional, .help = "sentences that are printed only when their conditions are met, by name", .example = "{beats-vendor: {text: faster than the vendor library here, requires: {disjoint_ranges: {faster: wide, slower: vendor}}}}", .initial = "{}", .most = 100},
  {.path = "claims.*", .forms = mapping, .help = "one sentence with its conditions", .example = "{text: faster than the vendor library here, requires: [wide-pays]}"},
  {.path = "claims.*.text", .forms = line, .help = "the sentence", .example = "faster than the vendor library at this shape on this card", .least = 1},
  {.path = "claims.*.requires", .forms = line | list | mapping, .help = "what must be so; of a list, all", .example = "[wide-pays]", .least = 1, .most = 64, .shares = "<condition>"},
  {.path = "claims.*.requires[]", .forms = line | mapping, .help = "the name of a prediction that must hold, or a condition", .example = "wide-pays", .shares = "<condition>"},
  {.path = "claims.*.level", .forms = word, .presence = optional, .help = "how much evidence stands behind it", .example = "full_set", .initial = "not stated", .choices = words::levels},

  {.path = "decisions", .forms = entries, .presence = optional, .help = "what is done with the result, by name", .example = "{adopt: {when: [wide-pays], also: the token check passes}}", .initial = "{}", .most = 100},
  {.path = "decisions.*", .forms = mapping, .help = "one decision", .example = "{when: [wide-pays]}"},
  {.path = "decisions.*.when", .forms = line | list | mapping, .help = "what must be so for it to land; of a list, all", .example = "[wide-pays]", .least = 1, .most = 64, .shares = "<condition>"},
  {.path = "decisions.*.when[]", .forms = line | mapping, .help = "the name of a prediction that must hold, or a condition", .example = "wide-pays", .shares = "<condition>"},
  {.path = "decisions.*.close_when", .forms = line | list | mapping, .presence = optional, .help = "what closes the question without landing", .example = "[no-gain]", .initial = "nothing", .least = 1, .most = 64, .shares = "<condition>"},
  {.path = "decisions.*.close_when[]", .forms = line | mapping, .help = "the name of a prediction that must hold, or a condition", .example = "no-gain", .shares = "<condition>"},
  {.path = "decisions.*.also", .forms = text, .presence = optional, .help = "a condition that is checked elsewhere", .example = "64 tokens come out identical", .initial = "\"\""},
  {.path = "decisions.*.means", .forms = text, .presence = optional, .help = "what is done when it lands", .example = "the wide kernel replaces the plain one", .initial = "\"\""},
  {.path = "decisions.*.otherwise", .forms = text, .presence = optional, .help = "what is done when it neither lands nor closes", .example = "both stay until the next round", .initial = "\"\""},

  {.path = "stop_rules", .forms = entries, .presence = optional, .help = "conditions that end a line of work, by name", .example = "{no-gain-left: {when: {fired: no-gain}, means: no more work on load widths}}", .initial = "{}", .most = 100},
  {.path = "stop_rules.*", .forms = mapping, .help = "one rule", .example = "{when: {fired: no-gain}, means: no more work on load widths}"},
  {.path = "stop_rules.*.when", .forms = line | list | mapping, .help = "what must be so; of a list, all", .example = "{fired: no-gain}", .least = 1, .most = 64, .shares = "<condition>"},
  {.path = "stop_rules.*.when[]", .forms = line | mapping, .help = "the name of a prediction that must hold, or a condition", .example = "{fired: no-gain}", .shares = "<condition>"},
  {.path = "stop_rules.*.means", .forms = text, .help = "what ends", .example = "no more work on load widths", .least = 1},

  {.path = "disclosures", .forms = list, .presence = optional, .help = "facts that the reader must know", .example = "[the vendor's arm also adds the bias]", .initial = "[]", .most = 100},
  {.path = "disclosures[]", .forms = text, .help = "one fact", .example = "the vendor's arm also adds the bias", .least = 1},
});
// clang-format on

}  // namespace

std::span<const Field> fields_of_conclusions() { return table; }

}  // namespace membound::yaml
