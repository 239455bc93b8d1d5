// SPDX-License-Identifier: Apache-2.0
// Registration: a frozen protocol as the answers to the forms of two registries.
#include "report/registration.hpp"

#include <initializer_list>

#include "base/text.hpp"
#include "protocol/words.hpp"
#include "report/markdown.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

using Answer = void (*)(Markdown&, const FrozenProtocol&);

std::string number(std::int64_t count) { return std::to_string(count); }

void prior_data(Markdown& out, const FrozenProtocol& frozen) {
  const Protocol& p = frozen.protocol();
  out.paragraph(phrase(p.prior_data) + (p.prior_note.empty() ? "" : " " + stopped(p.prior_note)));
  if (p.amends) {
    out.paragraph(Inline("It amends the protocol of digest ") + code(p.amends->parent) +
                  Inline(": " + stopped(p.amends->reason) + " What had been seen of its results: " +
                         std::string(membound::name_of(p.amends->seen)) + "."));
  }
}

void question(Markdown& out, const FrozenProtocol& frozen) {
  out.paragraph(frozen.protocol().question);
  if (!frozen.protocol().rationale.empty()) out.paragraph(frozen.protocol().rationale);
}

void hypotheses(Markdown& out, const FrozenProtocol& frozen) {
  std::vector<Inline> items;
  for (const Prediction& one : frozen.protocol().predictions) {
    items.push_back(code(one.name) + Inline(": " + phrase(one) + ", " + phrase(one.cases) +
                                            ", because " + stopped(one.because)));
  }
  out.list(items);
  items.clear();
  for (const Falsifier& one : frozen.protocol().falsifiers) {
    items.push_back(code(one.name) +
                    Inline(" would end the idea: " + phrase(one) + ", " + phrase(one.cases) +
                           ". It would mean: " + stopped(one.means)));
  }
  if (!items.empty()) out.list(items);
}

void measured(Markdown& out, const FrozenProtocol& frozen) {
  const Instrument& used = frozen.protocol().instrument;
  out.paragraph(
      "The time of " + counted(used.launches, "launch") +
      " of a kernel with cold caches, and what follows from it: bandwidth from the bytes that its "
      "operands count, share of the best bandwidth of the ceiling kernels, ratios of two arms of "
      "the same round. Every repetition is stored.");
}

void indices(Markdown& out, const FrozenProtocol& frozen) {
  out.paragraph("The " + frozen.protocol().analysis.statistic +
                " of the rounds of an invocation, then the median over invocations.");
}

void conditions(Markdown& out, const FrozenProtocol& frozen) {
  const Protocol& p = frozen.protocol();
  std::vector<Inline> items;
  for (const ArmUse& arm : p.arms) {
    std::string text = ", " + label(arm.role) + ": kernel ";
    Inline line =
        code(arm.name) + Inline(text) + code(arm.kernel) + Inline(", format " + arm.format);
    if (!arm.note.empty()) line += Inline("; " + arm.note);
    if (arm.rotation == Rotation::none) line += Inline("; its caches are kept warm");
    items.push_back(line);
  }
  out.paragraph(number(static_cast<std::int64_t>(p.arms.size())) + " arms, each on " +
                counted(static_cast<std::int64_t>(p.cases.size()), "case") + " of the workload " +
                p.workload.name + ":");
  out.list(items);
  items.clear();
  for (const Case& one : p.cases) {
    std::vector<std::string> extents;
    for (const auto& [name, value] : one.extents) extents.push_back(name + " " + number(value));
    items.push_back(code(one.name) + Inline(": " + join(extents)));
  }
  out.list(items);
}

void randomisation(Markdown& out, const FrozenProtocol& frozen) {
  if (frozen.protocol().instrument.order == Order::blocked) {
    out.paragraph(
        "None of the order: all rounds of an arm run before those of the next. The input data "
        "follow from the random id of the run.");
    return;
  }
  out.paragraph(
      "Every round runs every arm once in an order shuffled by a seed that follows from the digest "
      "of this protocol; the input data follow from the random id of the run. Nobody picks "
      "either.");
}

void blinding(Markdown& out, const FrozenProtocol&) {
  out.paragraph(
      "No estimate is shown while a run lasts, only progress and validity; the verdicts are "
      "reached "
      "by a program when it has ended.");
}

void analysis(Markdown& out, const FrozenProtocol& frozen) {
  const Analysis& used = frozen.protocol().analysis;
  out.paragraph(
      "The exact interval by " + used.interval + ", of the " + used.statistic + ", with " +
      percent_text(used.tail, Digits::given) +
      " error in each tail. A prediction held when the interval lies inside its range, is "
      "falsified when it lies outside, and is inconclusive otherwise. Rules of version " +
      number(frozen.rules()) + "; no other analysis is made.");
}

void exclusion(Markdown& out, const FrozenProtocol& frozen) {
  const Gates& gates = frozen.protocol().gates;
  std::string text =
      "Outliers: " + frozen.protocol().analysis.outliers +
      ". No repetition is left out; throttled ones are flagged and each verdict is also given "
      "without them. Void is an arm whose outputs are off by more than " +
      error_text(gates.max_error) + ", that was faster than " +
      factor_text(gates.above_ceiling, Digits::given) +
      " the large ceiling, or whose caches were not cold";
  if (gates.spread_below)
    text += ", or whose " + label(gates.spread) + " is above the frozen limit";
  out.paragraph(text + ".");
}

void missing(Markdown& out, const FrozenProtocol&) {
  out.paragraph(
      "An invocation that does not finish is replaced by another and listed as a deviation; a run "
      "that is not brought to its end has no verdict.");
}

void size(Markdown& out, const FrozenProtocol& frozen) {
  const Instrument& used = frozen.protocol().instrument;
  out.paragraph(counted(used.invocations, "invocation") + ", each a fresh process, of " +
                counted(used.rounds, "round") + " with " + counted(used.launches, "launch") +
                " per repetition. The number is fixed: nothing stops a run early or extends it.");
}

void other(Markdown& out, const FrozenProtocol& frozen) {
  const Protocol& p = frozen.protocol();
  std::vector<Inline> items;
  for (const auto& [arm, reason] : p.dropped)
    items.push_back(Inline("Left out: ") + code(arm) + Inline(", " + stopped(reason)));
  for (const std::string& disclosure : p.disclosures) items.emplace_back(stopped(disclosure));
  items.push_back(Inline("Digest of the frozen protocol (SHA-256 over canonical text, rules and "
                         "kernel sources): ") +
                  code(frozen.digest()));
  out.list(items);
}

void exploratory(Markdown& out, const FrozenProtocol& frozen) {
  std::vector<Inline> items;
  for (const ArmUse& arm : frozen.protocol().arms) {
    if (arm.role == Role::post_hoc) items.push_back(code(arm.name));
  }
  out.paragraph(items.empty() ? Inline("None.")
                              : Inline("Arms outside every claim: ") + joined(items) + Inline("."));
}

void title(Markdown& out, const FrozenProtocol& frozen) { out.paragraph(frozen.protocol().title); }

void kind(Markdown& out, const FrozenProtocol&) {
  out.paragraph("Experiment: a benchmark of computer programs; no participants.");
}

struct Question {
  const char* words;
  std::initializer_list<Answer> answers;
};

void write(Markdown& out, const FrozenProtocol& frozen, std::initializer_list<Question> form) {
  for (const Question& one : form) {
    out.heading(2, one.words);
    for (const Answer answer : one.answers) answer(out, frozen);
  }
}

void as_predicted(Markdown& out, const FrozenProtocol& frozen) {
  write(out, frozen,
        {{"1. Have data been collected already?", {prior_data}},
         {"2. Question and hypotheses", {question, hypotheses}},
         {"3. Dependent variables and how they are measured", {measured, indices}},
         {"4. Conditions", {conditions, randomisation}},
         {"5. Analyses", {analysis}},
         {"6. Outliers and exclusions", {exclusion, missing}},
         {"7. Number of observations and what decides it", {size}},
         {"8. Anything else", {exploratory, other}},
         {"9. Title and type", {title, kind}}});
}

void osf(Markdown& out, const FrozenProtocol& frozen) {
  write(out, frozen,
        {{"Title", {title}},
         {"Description", {question}},
         {"Hypotheses", {hypotheses}},
         {"Study type", {kind}},
         {"Blinding", {blinding}},
         {"Study design", {conditions}},
         {"Randomisation", {randomisation}},
         {"Existing data", {prior_data}},
         {"Data collection procedures", {measured}},
         {"Sample size, rationale and stopping rule", {size}},
         {"Manipulated variables", {conditions}},
         {"Measured variables", {measured}},
         {"Indices", {indices}},
         {"Statistical models and inference criteria", {analysis}},
         {"Data exclusion", {exclusion}},
         {"Missing data", {missing}},
         {"Exploratory analysis", {exploratory}},
         {"Other", {other}}});
}

}  // namespace
}  // namespace membound::page

namespace membound {

std::string registration(const FrozenProtocol& frozen, Form form) {
  page::Markdown out;
  out.heading(1, frozen.protocol().title);
  (form == Form::osf ? page::osf : page::as_predicted)(out, frozen);
  return out.text();
}

}  // namespace membound
