// SPDX-License-Identifier: Apache-2.0
// Every run of this protocol: no best-of.
#include <algorithm>

#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

std::string fired_text(const std::vector<Verdict>& verdicts) {
  const auto fired = std::ranges::count_if(verdicts, [](const Verdict& verdict) {
    return verdict.falsifier && verdict.outcome == Outcome::falsified;
  });
  return fired == 0 ? "" : "; " + counted(fired, "falsifier") + " fired";
}

std::vector<Inline> row_of(const View& view, const KnownRun& known) {
  const bool self = known.run.id == view.evidence->run.id;
  const std::string outcomes = tally(known.verdicts) + fired_text(known.verdicts);
  const std::string status = label(known.status) + (known.run.exploratory ? ", exploratory" : "");
  return {code(prefix(known.run.id)) + (self ? Inline(" (this one)") : Inline()),
          known.run.started,
          known.device,
          status,
          std::to_string(known.invocations),
          outcomes.empty() ? "no verdicts" : outcomes};
}

}  // namespace

Markdown every_run(const View& view) {
  Markdown out;
  out.heading(2, "Every run of this protocol");
  if (view.runs.empty()) return out.paragraph("The database lists none.");
  Table table{{{"run"},
               {"started"},
               {"device"},
               {"status"},
               {"invocations finished", Align::right},
               {"outcomes"}},
              {}};
  for (const KnownRun& known : view.runs) table.rows.push_back(row_of(view, known));
  out.table(table);
  return out.paragraph(
      "All runs of this digest that the database knows, oldest first, aborted ones too.");
}

}  // namespace membound::page
