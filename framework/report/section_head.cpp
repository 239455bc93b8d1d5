// SPDX-License-Identifier: Apache-2.0
// Head of a report: title, outcome in one line, question, plot.
#include <algorithm>

#include "report/safe.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

/// Verdicts on the predictions of the protocol, also where the judge said nothing.
std::vector<Verdict> all_verdicts(const View& view) {
  std::vector<Verdict> out;
  for (const Prediction& prediction : view.protocol->predictions) {
    out.push_back(verdict_on(view, prediction.name, false));
  }
  return out;
}

std::string outcome_line(const View& view) {
  const std::string counts = tally(all_verdicts(view));
  return counts.empty() ? "No predictions" : counts;
}

/// Times of other launch modes than the usual one must not be taken for comparable.
std::string mode_text(LaunchMode mode) {
  return mode == LaunchMode::stream ? "" : " in launch mode " + label(mode);
}

Inline run_line(const View& view) {
  const Instrument& instrument = view.protocol->instrument;
  const RunHead& run = view.evidence->run;
  if (view.evidence->repetitions.empty()) {
    return Inline(" Nothing was measured in run ") + code(prefix(run.id)) +
           Inline(", started " + run.started + ".");
  }
  return Inline(" Measured on " + device_name(view) + " in ") +
         Inline(std::to_string(finished_invocations(view)) + " of " +
                counted(instrument.invocations, "invocation") + " with " +
                counted(instrument.rounds, "round") + " each" + mode_text(instrument.launch) +
                "; run ") +
         code(prefix(run.id)) + Inline(", started " + run.started + ".");
}

void warn_of_status(Markdown& out, const View& view) {
  if (view.evidence->run.exploratory) {
    out.quote(
        strong("Exploratory run.") +
        Inline(" It was started as exploratory: nothing here confirms or refutes a prediction, and "
               "nothing can promote it later."));
  }
  if (view.evidence->status != RunStatus::complete) {
    out.quote(strong("Incomplete run.") +
              Inline(" Not everything that was frozen was measured; see ") +
              link("deviations", anchor("Deviations")) + Inline("."));
  }
}

void name_what_fired(Markdown& out, const View& view) {
  for (const Falsifier& falsifier : view.protocol->falsifiers) {
    if (verdict_on(view, falsifier.name, true).outcome != Outcome::falsified) continue;
    out.quote(strong("Falsifier fired:") + Inline(" ") + code(falsifier.name) +
              Inline(". Consequence stated in advance: " + stopped(falsifier.means)));
  }
}

void say_what_follows(Markdown& out, const View& view) {
  for (const Conclusion& one : view.conclusions) {
    if (one.kind == Conclusion::Kind::stop_rule && one.ruling == Ruling::stop) {
      const auto rule = std::ranges::find(view.protocol->stop_rules, one.name, &StopRule::name);
      out.quote(strong("Stop rule met:") + Inline(" ") + code(one.name) +
                Inline(". Consequence stated in advance: " + stopped(rule->means)));
    }
  }
}

}  // namespace

Markdown head(const View& view) {
  const Protocol& protocol = *view.protocol;
  Markdown out;
  out.heading(1, protocol.title.empty() ? protocol.id : protocol.title);
  out.paragraph(strong(outcome_line(view) + ".") + run_line(view));
  warn_of_status(out, view);
  name_what_fired(out, view);
  say_what_follows(out, view);
  out.paragraph(strong("Question.") + Inline(" " + protocol.question));
  if (!protocol.rationale.empty()) {
    out.paragraph(strong("Rationale.") + Inline(" " + protocol.rationale));
  }
  if (!protocol.scope.empty()) out.paragraph(strong("Scope.") + Inline(" " + protocol.scope));
  if (!protocol.out_of_scope.empty())
    out.paragraph(strong("Out of scope.") + Inline(" " + protocol.out_of_scope));
  const std::string note = protocol.prior_note.empty() ? "" : " " + protocol.prior_note;
  out.paragraph(strong("Prior data.") + Inline(" " + phrase(protocol.prior_data) + stopped(note)));
  out.paragraph(
      image("Times of all arms and intervals of all predictions; the tables below give the "
            "same numbers",
            file_stem(protocol.id) + ".svg"));
  return out;
}

}  // namespace membound::page
