// SPDX-License-Identifier: Apache-2.0
// Deviations: what the tool itself found to differ from what was frozen.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include "base/text.hpp"
#include "evidence/reasons.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

constexpr std::size_t most_events = 50;
constexpr std::size_t most_related = 20;
using Findings = std::vector<Inline>;

void find_identity(Findings& found, const View& view) {
  const RunHead& run = view.evidence->run;
  if (run.exploratory) {
    found.push_back(strong("Exploratory.") + Inline(" The run was started as exploratory."));
  }
  if (run.protocol_digest != view.digest) {
    found.push_back(Inline("The run was started under another protocol, digest ") +
                    code(prefix(run.protocol_digest, 16)) + Inline("."));
  }
  if (run.build.dirty) {
    found.emplace_back(
        "The program was built from a tree with uncommitted changes; its commit does not "
        "identify its sources (kernel sources are identified by their digests).");
  }
  if (view.provenance.time.empty()) return;  // nothing was frozen
  const Build& frozen_by = view.provenance.build;
  if (frozen_by.dirty) {
    found.emplace_back(
        "The protocol was frozen by a program built from a tree with uncommitted changes.");
  }
  if (!(frozen_by == run.build)) {
    found.push_back(Inline("Frozen and run by different builds: ") +
                    code(prefix(frozen_by.commit)) + Inline(" (" + frozen_by.compiler + ") and ") +
                    code(prefix(run.build.commit)) + Inline(" (" + run.build.compiler + ")."));
  }
}

/// Repetitions of one invocation, without the cells that could not run in it (they are listed
/// apart).
std::int64_t planned(const View& view, int invocation) {
  const auto unavailable =
      std::ranges::count_if(view.evidence->bindings, [&](const CellBound& bound) {
        return bound.invocation == invocation && !bound.unavailable.empty();
      });
  const auto cells = static_cast<std::int64_t>(view.plan.cells.size()) - unavailable;
  return cells * view.protocol->instrument.rounds;
}

void find_missing(Findings& found, const View& view) {
  std::map<int, std::int64_t> measured;
  for (int i = 0; i < view.protocol->instrument.invocations; ++i) measured[i] = 0;
  std::set<int> started;
  for (const InvocationStarted& one : view.evidence->invocations) started.insert(one.invocation);
  for (const Repetition& one : view.evidence->repetitions) ++measured[one.invocation];
  for (const auto& [invocation, count] : measured) {
    const std::int64_t each = planned(view, invocation);
    const std::string name = "Invocation " + std::to_string(invocation);
    if (invocation >= view.protocol->instrument.invocations) {
      found.emplace_back(name + " was not planned: it replaces one that did not finish.");
    }
    if (!started.contains(invocation)) {
      found.emplace_back(name + " never started: its " + counted(each, "repetition") +
                         " are missing.");
    } else if (count < each) {
      found.emplace_back(name + " has " + counted(count, "repetition") + " of the " +
                         std::to_string(each) + " that were planned.");
    }
  }
}

void find_unavailable(Findings& found, const View& view) {
  std::set<std::pair<int, std::string>> reasons;
  for (const CellBound& bound : view.evidence->bindings) {
    if (!bound.unavailable.empty()) reasons.emplace(bound.cell, bound.unavailable);
  }
  for (const auto& [index, reason] : reasons) {
    const Cell& one = cell(view, index);
    found.push_back(code(one.arm) + Inline(" did not run in case ") + code(one.case_name) +
                    Inline(": " + stopped(reason)));
  }
}

void find_device_changes(Findings& found, const View& view) {
  const auto& all = view.evidence->invocations;
  for (const InvocationStarted& started : all) {
    const DeviceInfo& first = all.front().device;
    const DeviceInfo& now = started.device;
    const std::string where = "Invocation " + std::to_string(started.invocation);
    if (now.identity != first.identity || now.name != first.name) {
      found.push_back(Inline(where + " ran on another device: " + now.name + " ") +
                      code(now.identity) + Inline(" instead of " + first.name + " ") +
                      code(first.identity) + Inline("."));
    } else if (now.driver != first.driver || now.runtime != first.runtime) {
      found.emplace_back(where + " ran under another driver or run time: " + now.driver + ", " +
                         now.runtime + ".");
    }
  }
}

/// Whether a note tells a setting of the device, not what happened to go on beside.
bool is_setting(const std::string& note) {
  static constexpr std::array<std::string_view, 5> settings{"ECC", "MIG", "persistence mode",
                                                            "power limit", "clock"};
  return std::ranges::any_of(settings, [&](std::string_view s) { return note.starts_with(s); });
}

void find_setting_changes(Findings& found, const View& view) {
  const auto settings_of = [](const InvocationStarted& started) {
    std::vector<std::string> settings;
    std::ranges::copy_if(started.device.notes, std::back_inserter(settings), is_setting);
    return settings;
  };
  const auto& all = view.evidence->invocations;
  for (const InvocationStarted& started : all) {
    const std::vector<std::string> first = settings_of(all.front());
    const std::vector<std::string> now = settings_of(started);
    const std::string where = "Invocation " + std::to_string(started.invocation);
    if (now != first)
      found.emplace_back(where + " found the device set otherwise: " + join(now) + " instead of " +
                         join(first) + ".");
    for (const std::string& note : started.device.notes) {
      if (note.find("other compute process") != std::string::npos)
        found.emplace_back(where + " did not have the device to itself: " + stopped(note));
    }
  }
}

/// The reasons that the device gave, each with the number of repetitions beside which it did.
std::string reasons_given(const std::vector<Repetition>& all) {
  std::vector<std::string> reasons;
  for (const ThrottleReason& reason : throttle_reasons) {
    const auto count = std::ranges::count_if(all, [&](const Repetition& one) {
      return (one.flags & flag_throttled) != 0 &&
             (one.state.throttle_reasons.value_or(0) & reason.bit) != 0;
    });
    if (count > 0) reasons.push_back(std::string(reason.text) + ": " + std::to_string(count));
  }
  return reasons.empty() ? "" : " (" + join(reasons, "; ") + ")";
}

void find_flags(Findings& found, const View& view) {
  const auto& all = view.evidence->repetitions;
  const std::string of = " of " + counted(static_cast<std::int64_t>(all.size()), "repetition");
  const auto throttled = std::ranges::count_if(
      all, [](const Repetition& one) { return (one.flags & flag_throttled) != 0; });
  if (throttled > 0) {
    found.emplace_back(std::to_string(throttled) + of +
                       " ran while the device reported throttling" + reasons_given(all) +
                       ". They are kept and flagged; each verdict "
                       "is also given without them.");
  }
  const auto impossible = std::ranges::count_if(
      all, [](const Repetition& one) { return (one.flags & flag_above_ceiling) != 0; });
  if (impossible > 0) {
    found.emplace_back(std::to_string(impossible) + of +
                       " were faster than the gate on the large ceiling.");
  }
}

void find_events(Findings& found, const View& view) {
  std::size_t shown = 0;
  std::size_t count = 0;
  for (const Event& event : view.evidence->events) {
    if (expected(event)) continue;
    if (++count > most_events) continue;
    ++shown;
    const std::string where =
        event.invocation ? " in invocation " + std::to_string(*event.invocation) : "";
    Inline line =
        strong(event.kind) + Inline(where + (event.time.empty() ? "" : ", " + event.time));
    if (!event.detail.empty()) line += Inline(": " + stopped(event.detail));
    found.push_back(std::move(line));
  }
  if (count > shown) {
    found.emplace_back(counted(static_cast<std::int64_t>(count - shown), "further event") +
                       " in the database.");
  }
}

void find_other_programs(Findings& found, const View& view) {
  const std::vector<std::string> programs = programs_of(*view.evidence);
  if (programs.size() < 2) return;
  std::vector<Inline> each;
  for (const std::string& digest : programs) each.push_back(code(prefix(digest, 16)));
  found.push_back(Inline("Different programs executed the invocations: ") +
                  joined(each, Inline(", ")) + Inline("."));
}

void find_earlier_runs(Findings& found, const View& view) {
  const auto self = std::ranges::find_if(
      view.runs, [&](const KnownRun& known) { return known.run.id == view.evidence->run.id; });
  const std::int64_t earlier = self - view.runs.begin();
  if (earlier > 0 && self != view.runs.end()) {
    found.push_back(Inline("This is not the first run of this protocol: ") +
                    link(counted(earlier, "earlier run"), anchor("Every run of this protocol")) +
                    Inline(" known to this database."));
  }
}

void find_related_runs(Findings& found, const View& view) {
  if (view.related.empty()) return;
  Inline line;
  if (view.protocol->prior_data == PriorData::none)
    line = strong("Prior data is stated as none, yet data were there.") + Inline(" ");
  line += Inline("Earlier runs of other protocols timed the same arms on the same cases: ");
  std::vector<Inline> each;
  for (const RelatedRun& run : view.related) {
    if (each.size() == most_related) break;
    each.push_back(code(prefix(run.id)) + Inline(" of ") + code(run.protocol) +
                   Inline(" (" + prefix(run.digest) + "), " + run.started + ", " +
                          counted(run.arms, "kernel") + " in common"));
  }
  const auto more = static_cast<std::int64_t>(view.related.size() - each.size());
  line += joined(each, Inline("; "));
  found.push_back(line + Inline(more > 0 ? "; and " + std::to_string(more) + " more." : "."));
}

}  // namespace

Markdown deviations(const View& view) {
  Findings found;
  find_identity(found, view);
  find_missing(found, view);
  find_unavailable(found, view);
  find_device_changes(found, view);
  find_setting_changes(found, view);
  find_flags(found, view);
  find_other_programs(found, view);
  find_events(found, view);
  find_earlier_runs(found, view);
  find_related_runs(found, view);
  Markdown out;
  out.heading(2, "Deviations");
  out.paragraph("Found by the tool, by comparing what happened with what was frozen:");
  return found.empty() ? out.paragraph("None found.") : out.list(found);
}

}  // namespace membound::page
