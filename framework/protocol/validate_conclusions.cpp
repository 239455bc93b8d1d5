// SPDX-License-Identifier: Apache-2.0
// Validate: conditions name verdicts that there are, never wait for themselves, and no claim rests
// on an arm that came after the results.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "protocol/phrases.hpp"
#include "protocol/validate_parts.hpp"
#include "protocol/words.hpp"

namespace membound {
namespace {

const Prediction* prediction_of(const Check& check, std::string_view name) {
  const auto it = std::ranges::find(check.protocol.predictions, name, &Prediction::name);
  return it == check.protocol.predictions.end() ? nullptr : &*it;
}

const Falsifier* falsifier_of(const Check& check, std::string_view name) {
  const auto it = std::ranges::find(check.protocol.falsifiers, name, &Falsifier::name);
  return it == check.protocol.falsifiers.end() ? nullptr : &*it;
}

bool names_prediction(const Condition& condition) {
  return condition.kind == Condition::Kind::held || condition.kind == Condition::Kind::falsified ||
         condition.kind == Condition::Kind::inconclusive;
}

bool names_falsifier(const Condition& condition) {
  return condition.kind == Condition::Kind::fired || condition.kind == Condition::Kind::not_fired;
}

void check_reference(Check& check, const std::string& path, const Condition& condition) {
  const std::string& name = condition.name;
  if (name.empty()) return;  // the parser has said so
  const std::string place = fmt::format("{}.{}", path, name_of(condition.kind));
  const bool prediction = prediction_of(check, name) != nullptr;
  const bool falsifier = falsifier_of(check, name) != nullptr;
  if (names_prediction(condition) && !prediction) {
    check.error(place,
                falsifier ? fmt::format("{} is a falsifier, not a prediction", shown(name))
                          : fmt::format("unknown prediction {}", shown(name)),
                falsifier ? fmt::format("write {{fired: {}}} or {{not_fired: {}}}", name, name)
                          : suggest(name, names_of(check.protocol.predictions), "predictions"),
                kinds::unknown_name);
  }
  if (names_falsifier(condition) && !falsifier) {
    check.error(place,
                prediction ? fmt::format("{} is a prediction, not a falsifier", shown(name))
                           : fmt::format("unknown falsifier {}", shown(name)),
                prediction ? fmt::format("write {} or {{falsified: {}}}", name, name)
                           : suggest(name, names_of(check.protocol.falsifiers), "falsifiers"),
                kinds::unknown_name);
  }
}

void check_disjoint(Check& check, const std::string& path, const Condition& condition) {
  const std::string place = path + ".disjoint_ranges";
  check_arm_name(check, place + ".faster", condition.faster);
  check_arm_name(check, place + ".slower", condition.slower);
  if (!condition.faster.empty() && condition.faster == condition.slower) {
    check.error(place + ".slower",
                fmt::format("{} is compared with itself", shown(condition.slower)),
                "name two different arms");
  } else {
    check_comparable(check, place, {condition.faster, condition.slower});
  }
  check_cases(check, path + ".cases", condition.cases);
}

void check_comparison(Check& check, const std::string& path, const Condition& condition) {
  if (!condition.quantity) return;  // the parser has said so
  check_quantity(check, path + ".quantity", *condition.quantity);
  check_range(check, {path, *condition.quantity, condition.range, condition.cases},
              {"it is always met", "it is never met"});
  check_cases(check, path + ".cases", condition.cases);
}

/// Predictions whose verdict decides whether another applies.
void add_predictions(const Condition& condition, std::vector<std::string>& names) {
  if (names_prediction(condition)) names.push_back(condition.name);
  for (const Condition& part : condition.parts) add_predictions(part, names);
}

/// Follows `only_if` from a prediction until it comes back to it; `way` is how it got there.
bool comes_back(const Check& check, const Prediction& from, std::vector<std::string>& way) {
  const Prediction* at = prediction_of(check, way.back());
  if (at == nullptr || !at->only_if) return false;
  std::vector<std::string> next;
  add_predictions(*at->only_if, next);
  for (const std::string& name : next) {
    const bool seen = std::ranges::find(way, name) != way.end();
    if (seen && name != from.name) continue;  // a circle of others is theirs to report
    way.push_back(name);
    if (name == from.name || comes_back(check, from, way)) return true;
  }
  return false;
}

void check_circles(Check& check) {
  for (const Prediction& prediction : check.protocol.predictions) {
    std::vector<std::string> way{prediction.name};
    if (!prediction.only_if || !comes_back(check, prediction, way)) continue;
    return check.error(fmt::format("predictions.{}.only_if", prediction.name),
                       fmt::format("only_if of {} comes back to it", shown(prediction.name)),
                       fmt::format("each waits for the next: {}", join(way, ", ")));
  }
}

std::vector<std::string> arms_of(const Prediction& prediction) {
  std::vector<std::string> arms = prediction.order;
  const auto add = [&](const std::vector<std::string>& more) {
    arms.insert(arms.end(), more.begin(), more.end());
  };
  if (prediction.quantity) add(membound::arms_of(*prediction.quantity));
  add(membound::arms_of(prediction.range));
  if (prediction.trend) add(membound::arms_of(prediction.trend->quantity));
  if (prediction.fastest) {
    add({prediction.fastest->arm});
    add(prediction.fastest->of);
  }
  return arms;
}

/// Arms and groups on whose measurements a condition rests.
std::vector<std::string> arms_of(const Check& check, const Condition& condition) {
  std::vector<std::string> arms;
  const auto add = [&](const std::vector<std::string>& more) {
    arms.insert(arms.end(), more.begin(), more.end());
  };
  if (condition.kind == Condition::Kind::disjoint_ranges) add({condition.faster, condition.slower});
  if (condition.quantity) add(membound::arms_of(*condition.quantity));
  add(membound::arms_of(condition.range));
  if (names_prediction(condition)) {
    if (const Prediction* of = prediction_of(check, condition.name)) add(arms_of(*of));
  }
  if (names_falsifier(condition)) {
    if (const Falsifier* of = falsifier_of(check, condition.name)) {
      add(membound::arms_of(of->quantity));
      add(membound::arms_of(of->region));
    }
  }
  for (const Condition& part : condition.parts) add(arms_of(check, part));
  return arms;
}

void check_claim(Check& check, const Claim& claim) {
  const std::string path = fmt::format("claims.{}.requires", claim.name);
  check_condition(check, path, claim.condition);
  for (const std::string& name : arms_of(check, claim.condition)) {
    const std::vector<const ArmUse*> members = check.members(name);
    const auto late = std::ranges::find(members, Role::post_hoc, &ArmUse::role);
    if (late == members.end()) continue;
    return check.error(path,
                       fmt::format("the claim {} rests on the post-hoc arm {}", shown(claim.name),
                                   shown((*late)->name)),
                       "an arm that came after the results supports no claim; predict it in a new "
                       "experiment");
  }
}

}  // namespace

void check_condition(Check& check, const std::string& path, const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::outside: return;
    case Condition::Kind::disjoint_ranges: return check_disjoint(check, path, condition);
    case Condition::Kind::comparison: return check_comparison(check, path, condition);
    case Condition::Kind::all:
    case Condition::Kind::any:
      if (condition.parts.empty() && check.marks.empty())
        check.error(path, "a condition of nothing", "name what must be so");
      for (std::size_t i = 0; i < condition.parts.size(); ++i)
        check_condition(check, fmt::format("{}.{}", path, i), condition.parts[i]);
      return;
    default: return check_reference(check, path, condition);
  }
}

void validate_conclusions(Check& check) {
  const Protocol& protocol = check.protocol;
  for (const Prediction& prediction : protocol.predictions) {
    if (!prediction.only_if) continue;
    check_condition(check, fmt::format("predictions.{}.only_if", prediction.name),
                    *prediction.only_if);
  }
  check_circles(check);
  for (const Claim& claim : protocol.claims) check_claim(check, claim);
  for (const Decision& decision : protocol.decisions) {
    const std::string path = fmt::format("decisions.{}", decision.name);
    check_condition(check, path + ".when", decision.land);
    if (decision.close) check_condition(check, path + ".close_when", *decision.close);
  }
  for (const StopRule& rule : protocol.stop_rules)
    check_condition(check, fmt::format("stop_rules.{}.when", rule.name), rule.when);
}

}  // namespace membound
