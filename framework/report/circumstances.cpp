// SPDX-License-Identifier: Apache-2.0
// Circumstances: what a reader must know beside the verdict on a prediction.
#include "report/circumstances.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "judge/condition.hpp"
#include "report/caches.hpp"
#include "report/phrases.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

Inline mechanism(const View& view, const Prediction& prediction) {
  std::string text = " " + stopped(prediction.mechanism);
  std::vector<std::string> open;
  for (const std::string& name : prediction.confirmed_by) {
    const Outcome outcome = verdict_on(view, name, false).outcome;
    if (outcome != Outcome::held) open.push_back(name + " (" + label(outcome) + ")");
  }
  if (prediction.confirmed_by.empty()) {
    text += " No prediction was named that would confirm it.";
  } else if (open.empty()) {
    text += " Confirmed: " + join(prediction.confirmed_by) + " held.";
  } else {
    text +=
        " Not confirmed: of the predictions that would show it, these did not hold: " + join(open) +
        ".";
  }
  return strong("Mechanism:") + Inline(text);
}

Inline repetition(const View& view, const Prediction& prediction) {
  const Outcome outcome = verdict_on(view, prediction.name, false).outcome;
  std::string text = " " + stopped(prediction.reproduces);
  if (outcome == Outcome::falsified && !prediction.on_miss.empty())
    text +=
        " It was not reproduced; stated in advance for that case: " + stopped(prediction.on_miss);
  return strong("Repeats:") + Inline(text);
}

std::string truth_of(const Prediction& prediction) {
  if (prediction.quantity) return "true value lies outside the range";
  if (prediction.trend) return "true step goes the other way";
  return "true order is not the predicted one";
}

std::string units_text(const View& view, bool single) {
  const std::string statistic = view.protocol->analysis.statistic;
  return "Each n counts one value per " +
         std::string(single ? "round of one process" : "invocation") + ", its " +
         (single ? "median" : statistic) + " over the repetitions; ";
}

QuantityKind measured_kind(const Prediction& prediction) {
  return prediction.trend ? prediction.trend->quantity.kind : kind_of(prediction);
}

/// Of what is no sample: there is nothing to be wrong about by chance.
std::string exact_statement(const Prediction& prediction) {
  if (!prediction.unavailable.empty())
    return "Held when no invocation could run the arm, falsified when one did.";
  return "Each n counts one value per invocation. They are compared as they are, without an "
         "interval: held when all lie inside the range, falsified when all lie on one side of it.";
}

bool exact(const Prediction& prediction) {
  const QuantityKind kind = measured_kind(prediction);
  return !prediction.unavailable.empty() ||
         (one_per_invocation(kind) && kind != QuantityKind::spread);
}

}  // namespace

std::vector<Inline> circumstances(const View& view, const Prediction& prediction) {
  std::vector<Inline> out;
  if (prediction.only_if)
    out.push_back(strong("Only if:") + Inline(" " + phrase(*prediction.only_if) + "."));
  if (!prediction.mechanism.empty()) out.push_back(mechanism(view, prediction));
  if (!prediction.reproduces.empty()) out.push_back(repetition(view, prediction));
  const Condition about{.kind = Condition::Kind::held, .name = prediction.name};
  const std::vector<std::string> arms = arms_in(*view.protocol, about);
  for (const std::string& name : arms) {
    const ArmUse* arm = arm_named(view, name);
    if (arm == nullptr || arm->handicap.empty()) continue;
    out.push_back(strong("Handicap of " + name + ":") + Inline(" " + stopped(arm->handicap)));
  }
  std::ranges::move(warm_remarks(*view.protocol, arms), std::back_inserter(out));
  return out;
}

std::string error_statement(const View& view, const Prediction& prediction,
                            const Verdict& verdict) {
  if (exact(prediction)) return exact_statement(prediction);
  const std::string tail = percent_text(view.protocol->analysis.tail, Digits::given);
  const bool single = std::ranges::any_of(verdict.cases, &CaseVerdict::within_one_process);
  const std::string inside = prediction.quantity ? "if it lies inside" : "if it is";
  const std::string truth = truth_of(prediction);
  std::string text = units_text(view, single) +
                     "the interval is the exact order-statistic "
                     "interval of their median, with at most " +
                     tail + " error in each tail. In each case, if the " + truth +
                     ", held comes out with probability at most " + tail + "; " +
                     (prediction.trend ? "if it does not" : inside) + ", falsified likewise.";
  if (prediction.trend) {
    text += " Estimate and interval are the value on the second case over that on the first.";
  } else if (!prediction.quantity) {
    text += " Estimate and interval are the speedup in the pair that decides the order.";
  }
  if (prediction.range.low_of || prediction.range.high_of) {
    text +=
        " A bound that the run gives is met in the same round, and the ratio to it is judged "
        "against 1.";
  }
  if (single) text += " All values come from one process: this does not generalise to a new one.";
  return text;
}

}  // namespace membound::page
