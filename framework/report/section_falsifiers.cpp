// SPDX-License-Identifier: Apache-2.0
// Falsifiers: conditions stated in advance, whether they came true, and their consequence.
#include <algorithm>
#include <iterator>

#include "judge/condition.hpp"
#include "report/caches.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

Inline measured(const Falsifier& falsifier, const Verdict& verdict) {
  std::vector<Inline> parts;
  for (const CaseVerdict& one : verdict.cases) {
    if (!one.estimate) continue;
    const QuantityKind kind = falsifier.quantity.kind;
    parts.push_back(code(one.case_name) + Inline(" " + value_text(kind, *one.estimate) + " (" +
                                                 interval_text(kind, one) + ")"));
  }
  return parts.empty() ? Inline("\xe2\x80\x93") : joined(parts);
}

}  // namespace

Markdown falsifiers(const View& view) {
  Markdown out;
  out.heading(2, "Falsifiers");
  if (view.protocol->falsifiers.empty()) {
    return out.paragraph("None was stated beside the predicted ranges.");
  }
  Table table{
      {{"falsifier"}, {"fires when"}, {"measured (interval)"}, {"outcome"}, {"consequence"}}, {}};
  for (const Falsifier& falsifier : view.protocol->falsifiers) {
    const Verdict verdict = verdict_on(view, falsifier.name, true);
    table.rows.push_back({code(falsifier.name), phrase(falsifier) + " " + phrase(falsifier.cases),
                          measured(falsifier, verdict), strong(falsifier_label(verdict.outcome)),
                          falsifier.means});
  }
  out.table(table);
  std::vector<std::string> arms;
  for (const Falsifier& one : view.protocol->falsifiers) {
    const Condition about{.kind = Condition::Kind::fired, .name = one.name};
    std::ranges::move(arms_in(*view.protocol, about), std::back_inserter(arms));
  }
  for (const Inline& remark : warm_remarks(*view.protocol, arms)) out.paragraph(remark);
  return out.paragraph(
      "A falsifier fires when the whole interval lies inside its region; its "
      "consequence was written before the measurement.");
}

}  // namespace membound::page
