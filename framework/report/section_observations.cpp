// SPDX-License-Identifier: Apache-2.0
// Observations: quantities that are reported though nothing was predicted of them.
#include "report/caches.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

const std::string dash = "\xe2\x80\x93";

std::vector<Inline> row_of(const Observation& observation, const Measurement& one) {
  const QuantityKind kind = observation.quantity.kind;
  const std::string interval =
      one.low ? value_text(kind, *one.low) + " to " + value_text(kind, *one.high) : dash;
  return {code(observation.name),
          phrase(observation.quantity),
          code(one.case_name),
          one.estimate ? value_text(kind, *one.estimate) : dash,
          interval,
          std::to_string(one.units.size()),
          one.remark.empty() ? dash : one.remark};
}

}  // namespace

Markdown observations(const View& view) {
  Markdown out;
  const std::vector<Observation>& all = view.protocol->observations;
  if (all.empty()) return out;
  out.heading(2, "Observations");
  Table table{{{"observation"},
               {"what is measured"},
               {"case"},
               {"estimate", Align::right},
               {"interval"},
               {"n", Align::right},
               {"remark"}},
              {}};
  for (std::size_t i = 0; i < all.size() && i < view.observations.size(); ++i) {
    for (const Measurement& one : view.observations[i]) table.rows.push_back(row_of(all[i], one));
  }
  out.table(table);
  std::vector<Inline> reasons;
  std::vector<std::string> arms;
  for (const Observation& one : all) {
    arms.insert(arms.end(), {one.quantity.arm, one.quantity.over});
    if (!one.because.empty())
      reasons.push_back(code(one.name) + Inline(": " + stopped(one.because)));
  }
  if (!reasons.empty()) out.list(reasons);
  for (const Inline& remark : warm_remarks(*view.protocol, arms)) out.paragraph(remark);
  return out.paragraph(
      "Nothing was predicted of these, so they have no verdict and confirm nothing.");
}

}  // namespace membound::page
