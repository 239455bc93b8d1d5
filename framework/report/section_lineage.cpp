// SPDX-License-Identifier: Apache-2.0
// Lineage: which frozen protocols this one replaces, why, and what had been seen of their results.
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

std::string seen(Seen level) {
  switch (level) {
    case Seen::nothing_run: return "It had not been run.";
    case Seen::no_results_seen: return "It had been run; no result was seen.";
    case Seen::results_not_opened: return "It had results; the author states that nobody looked.";
    case Seen::results_seen:
      return "Its results had been seen: what is predicted here was written knowing them.";
  }
  return {};
}

Inline runs_of(const Ancestor& ancestor) {
  if (ancestor.runs.empty()) return {" No run of it is known to this database."};
  Inline line(" " + counted(static_cast<std::int64_t>(ancestor.runs.size()), "run") +
              " of it known to this database: ");
  std::vector<Inline> each;
  for (const KnownRun& known : ancestor.runs) {
    const std::string outcomes = tally(known.verdicts);
    each.push_back(code(prefix(known.run.id)) + Inline(" of " + known.run.started + ", ") +
                   Inline(label(known.status) + (known.run.exploratory ? ", exploratory" : "")) +
                   Inline(outcomes.empty() ? "" : " (" + outcomes + ")"));
  }
  return line + joined(each, Inline("; ")) + Inline(".");
}

}  // namespace

Markdown lineage(const View& view) {
  Markdown out;
  if (view.lineage.empty()) return out;
  out.heading(2, "Lineage");
  out.paragraph("This protocol was amended. It replaces, the latest first:");
  std::vector<Inline> items;
  for (const Ancestor& ancestor : view.lineage) {
    items.push_back(code(prefix(ancestor.digest, 16)) +
                    Inline(ancestor.frozen.empty() ? "" : ", frozen " + ancestor.frozen) +
                    Inline(". ") + strong("Reason.") + Inline(" " + stopped(ancestor.reason)) +
                    Inline(" ") + strong("Seen.") + Inline(" " + seen(ancestor.seen)) +
                    runs_of(ancestor));
  }
  return out.list(items);
}

}  // namespace membound::page
