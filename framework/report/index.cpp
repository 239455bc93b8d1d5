// SPDX-License-Identifier: Apache-2.0
// Index: every prediction that was frozen and run, with what became of it, held and falsified
// alike.
#include "report/index.hpp"

#include <algorithm>
#include <map>

#include "report/agreement.hpp"
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

/// How often runs of the same frozen text came to the same verdict.
std::string repeats(const std::vector<IndexEntry>& entries) {
  Agreement all;
  for (const IndexEntry& entry : entries) {
    const Agreement one = agreement_of(entry.runs);
    all.verdicts += one.verdicts;
    all.differ.insert(all.differ.end(), one.differ.begin(), one.differ.end());
  }
  if (all.verdicts == 0) return {};
  return "Where a frozen protocol was run more than once, " + std::to_string(all.equal()) + " of " +
         counted(all.verdicts, "pair") + " of verdicts on the same case are the same (" +
         percent_text(static_cast<double>(all.equal()) / all.verdicts) +
         "); the reports list the others under agreement.";
}

using Entries = std::vector<const IndexEntry*>;

/// Entries by the experiment that the latest version of their protocol repeats; those that repeat
/// none under no name.
std::map<std::string, Entries> by_source(const std::vector<IndexEntry>& entries) {
  std::map<std::string, std::string> source_of;
  for (const IndexEntry& entry : entries) {
    const Protocol& protocol = entry.frozen.protocol();
    source_of.try_emplace(protocol.id, protocol.lineage.replicates);  // the latest comes first
  }
  std::map<std::string, Entries> groups;
  for (const IndexEntry& entry : entries)
    groups[source_of.at(entry.frozen.protocol().id)].push_back(&entry);
  return groups;
}

void list(Markdown& out, const Entries& entries) {
  std::string last;
  for (const IndexEntry* entry : entries) {
    const Protocol& protocol = entry->frozen.protocol();
    if (protocol.id != last) {
      out.heading(3, protocol.title)
          .paragraph(Inline("Protocol ") + code(protocol.id) + Inline("; ") +
                     link("report of its latest run", protocol.id + ".md"));
    }
    last = protocol.id;
    describe(out, *entry);
  }
}

}  // namespace
}  // namespace page

std::string index_page(const std::vector<IndexEntry>& entries) {
  using namespace page;
  Markdown out;
  out.heading(1, title);
  if (entries.empty()) return out.paragraph("No run is complete yet.").text();
  out.paragraph(totals(entries));
  if (const std::string often = repeats(entries); !often.empty()) out.paragraph(often);
  const std::map<std::string, Entries> groups = by_source(entries);
  for (const auto& [source, group] : groups) {
    if (source.empty()) continue;
    out.heading(2, "Replications of " + source);
    list(out, group);
  }
  if (const auto own = groups.find(""); own != groups.end()) {
    out.heading(2, "Experiments that repeat no other");
    list(out, own->second);
  }
  return out.text();
}

bool is_index_page(std::string_view text) {
  return text.starts_with("# " + std::string(page::title) + "\n");
}

}  // namespace membound
