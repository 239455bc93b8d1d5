// SPDX-License-Identifier: Apache-2.0
// Index: every prediction that was frozen and run, with what became of it, held and falsified
// alike.
#include "report/index.hpp"

#include <algorithm>

#include "report/markdown.hpp"
#include "report/view.hpp"
#include "report/words.hpp"

namespace membound {
namespace page {
namespace {

constexpr const char* title = "Every prediction and what became of it";

/// Outcomes of a prediction in each run, once when they all agree.
template <class Label>
Inline outcomes(const std::vector<KnownRun>& runs, const std::string& name, bool falsifier,
                Label label) {
  std::vector<std::string> each;
  for (const KnownRun& run : runs)
    each.push_back(label(verdict_on(run.verdicts, name, falsifier).outcome));
  if (std::ranges::count(each, each.front()) == std::ssize(each))
    each = {each.front() + (each.size() > 1 ? " in " + counted(std::ssize(each), "run") : "")};
  std::vector<Inline> parts;
  for (const std::string& one : each) parts.push_back(strong(one));
  return joined(parts, ", then ");
}

Table table_of(const IndexEntry& entry) {
  Table table{{{"prediction"}, {"what was predicted"}, {"outcome"}}, {}};
  const Protocol& protocol = entry.frozen.protocol();
  for (const Prediction& prediction : protocol.predictions) {
    table.rows.push_back({code(prediction.name), whole_phrase(prediction),
                          outcomes(entry.runs, prediction.name, false, [&](Outcome outcome) {
                            return outcome_label(prediction, outcome);
                          })});
  }
  for (const Falsifier& falsifier : protocol.falsifiers) {
    table.rows.push_back({code(falsifier.name),
                          "falsifier: " + phrase(falsifier) + " " + phrase(falsifier.cases),
                          outcomes(entry.runs, falsifier.name, true, falsifier_label)});
  }
  return table;
}

Inline run_text(const KnownRun& run) {
  return code(prefix(run.run.id)) + Inline(" on " + run.device + ", " + run.run.started);
}

void describe(Markdown& out, const IndexEntry& entry) {
  std::vector<Inline> runs;
  for (const KnownRun& run : entry.runs) runs.push_back(run_text(run));
  out.paragraph(Inline("Frozen " + entry.frozen.provenance().time + " as ") +
                code(prefix(entry.frozen.digest())) +
                Inline(entry.frozen.protocol().amends ? ", an amendment" : "") +
                Inline(entry.runs.size() > 1 ? "; runs " : "; run ") + joined(runs, "; ") +
                Inline("."));
  out.table(table_of(entry));
}

/// Outcomes of the predictions, each frozen version counted once by its latest run.
std::string totals(const std::vector<IndexEntry>& entries) {
  std::vector<Outcome> outcomes;
  for (const IndexEntry& entry : entries) {
    for (const Verdict& verdict : entry.runs.back().verdicts) {
      if (!verdict.falsifier) outcomes.push_back(verdict.outcome);
    }
  }
  return counted(std::ssize(outcomes), "prediction") + " in " +
         counted(std::ssize(entries), "frozen protocol") +
         ", by the latest run of each: " + tally(outcomes) + ".";
}

}  // namespace
}  // namespace page

std::string index_page(const std::vector<IndexEntry>& entries) {
  using namespace page;
  Markdown out;
  out.heading(1, title);
  if (entries.empty()) return out.paragraph("No run is complete yet.").text();
  out.paragraph(totals(entries));
  std::string last;
  for (const IndexEntry& entry : entries) {
    const Protocol& protocol = entry.frozen.protocol();
    if (protocol.id != last) {
      out.heading(2, protocol.title)
          .paragraph(Inline("Protocol ") + code(protocol.id) + Inline("; ") +
                     link("report of its latest run", protocol.id + ".md"));
    }
    last = protocol.id;
    describe(out, entry);
  }
  return out.text();
}

bool is_index_page(std::string_view text) {
  return text.starts_with("# " + std::string(page::title) + "\n");
}

}  // namespace membound
