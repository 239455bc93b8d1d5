// SPDX-License-Identifier: Apache-2.0
// Validate: predictions, falsifiers and observations name what exists, can come true and can fail.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/phrases.hpp"
#include "protocol/validate_parts.hpp"

namespace membound {
namespace {

// Verdicts times cases; with the limits of the table of fields it bounds the size of a frozen text.
constexpr std::size_t most_verdicts = 5000;

void check_order(Check& check, const std::string& path, const std::vector<std::string>& order) {
  for (const std::string& arm : order) check_arm_name(check, fmt::format("{}.{}", path, arm), arm);
  for (std::size_t i = 1; i < order.size(); ++i)
    check_comparable(check, path, {order[i - 1], order[i]});
}

void check_fastest(Check& check, const std::string& path, const Fastest& fastest) {
  check_arm_name(check, path + ".arm", fastest.arm);
  for (const std::string& other : fastest.of) {
    const std::string place = fmt::format("{}.of.{}", path, other);
    check_arm_name(check, place, other);
    if (other == fastest.arm) {
      check.error(place, fmt::format("{} is compared with itself", shown(other)),
                  "name the other arms only");
    } else {
      check_comparable(check, place, {fastest.arm, other});
    }
  }
}

void check_trend(Check& check, const std::string& path, const Trend& trend) {
  check_quantity(check, path + ".quantity", trend.quantity);
  check_case_names(check, path + ".along", trend.cases);
  if (trend.cases.size() >= 2) return;
  check.error(path, fmt::format("{} cannot rise or fall", counted(trend.cases.size(), "case")),
              "name two or more under along");
}

void check_mechanism(Check& check, const std::string& path, const Prediction& prediction) {
  for (const std::string& name : prediction.confirmed_by) {
    const std::string place = fmt::format("{}.confirmed_by.{}", path, name);
    const std::vector<std::string> known = names_of(check.protocol.predictions);
    if (name == prediction.name) {
      check.error(place, fmt::format("{} cannot confirm itself", shown(name)),
                  "name a prediction of what the mechanism would do besides");
    } else if (std::ranges::find(known, name) == known.end()) {
      check.error(place, fmt::format("unknown prediction {}", shown(name)),
                  suggest(name, known, "predictions"), kinds::unknown_name);
    }
  }
}

void check_prediction(Check& check, const Prediction& prediction) {
  const std::string path = fmt::format("predictions.{}", prediction.name);
  const bool equal = check.marks.contains(path + ".equal");
  if (prediction.quantity) {
    check_quantity(check, path + (equal ? ".equal" : ".quantity"), *prediction.quantity);
    check_range(check, {path, *prediction.quantity, prediction.range, prediction.cases},
                {"it cannot fail", "it cannot hold"});
  }
  check_order(check, path + ".order", prediction.order);
  if (prediction.fastest) check_fastest(check, path + ".fastest", *prediction.fastest);
  if (prediction.trend) check_trend(check, path + ".monotone", *prediction.trend);
  check_arm_name(check, path + ".unavailable", prediction.unavailable);
  check_mechanism(check, path, prediction);
  if (!prediction.trend) check_cases(check, path + ".cases", prediction.cases);
}

void check_falsifier(Check& check, const Falsifier& falsifier) {
  const std::string path = fmt::format("falsifiers.{}", falsifier.name);
  const std::string when = path + ".when";
  check_quantity(check, when + ".quantity", falsifier.quantity);
  check_range(check, {when, falsifier.quantity, falsifier.region, falsifier.cases},
              {"it always fires", "it never fires"});
  check_cases(check, path + ".cases", falsifier.cases);
}

void check_observation(Check& check, const Observation& observation) {
  const std::string path = fmt::format("observations.{}", observation.name);
  check_quantity(check, path + ".quantity", observation.quantity);
  check_cases(check, path + ".cases", observation.cases);
}

std::size_t cases_of(const Condition& condition) {
  std::size_t cases = condition.cases.cases.size();
  for (const Condition& part : condition.parts) cases += cases_of(part);
  return cases;
}

/// Cases that anything speaks of, each as often as it is spoken of.
std::size_t cases_spoken_of(const Protocol& protocol) {
  std::size_t cases = 0;
  for (const Prediction& prediction : protocol.predictions) {
    cases += prediction.cases.cases.size();
    if (prediction.trend) cases += prediction.trend->cases.size();
    if (prediction.only_if) cases += cases_of(*prediction.only_if);
  }
  for (const Falsifier& falsifier : protocol.falsifiers) cases += falsifier.cases.cases.size();
  for (const Observation& observation : protocol.observations)
    cases += observation.cases.cases.size();
  for (const Claim& claim : protocol.claims) cases += cases_of(claim.condition);
  for (const Decision& decision : protocol.decisions) {
    cases += cases_of(decision.land);
    if (decision.close) cases += cases_of(*decision.close);
  }
  for (const StopRule& rule : protocol.stop_rules) cases += cases_of(rule.when);
  return cases;
}

void check_number_of_verdicts(Check& check) {
  const std::size_t verdicts = cases_spoken_of(check.protocol);
  if (verdicts <= most_verdicts) return;
  check.error(
      "predictions",
      fmt::format("predictions, falsifiers, observations and conditions ask for {} verdicts, "
                  "at most {} are allowed",
                  verdicts, most_verdicts),
      "name fewer cases in them, or split the protocol");
}

}  // namespace

void check_case_names(Check& check, const std::string& path,
                      const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::ranges::find(check.protocol.cases, name, &Case::name) != check.protocol.cases.end())
      continue;
    check.error(fmt::format("{}.{}", path, name), fmt::format("unknown case {}", shown(name)),
                suggest(name, names_of(check.protocol.cases), "cases"), kinds::unknown_name);
  }
}

void check_cases(Check& check, const std::string& path, const CaseSelection& selection) {
  std::string place = path;
  for (const std::string_view key : {"any", "of"}) {
    std::string inside = fmt::format("{}.{}", path, key);
    if (check.marks.contains(inside)) place = std::move(inside);
  }
  check_case_names(check, place, selection.cases);
  const auto count = static_cast<std::size_t>(std::max(selection.count, 0));
  if (selection.kind == CaseSelection::Kind::at_least && count > selection.cases.size()) {
    check.error(path + ".at_least",
                fmt::format("at_least is {}, but only {} {} spoken of", count,
                            counted(selection.cases.size(), "case"),
                            selection.cases.size() == 1 ? "is" : "are"),
                "lower it or name more cases");
  }
}

void validate_expectations(Check& check) {
  const Protocol& protocol = check.protocol;
  if (protocol.predictions.empty() && check.marks.empty()) {
    check.error("predictions", "there is no prediction",
                "an experiment predicts something before it measures");
  }
  check_number_of_verdicts(check);
  for (const Prediction& prediction : protocol.predictions) check_prediction(check, prediction);
  for (const Falsifier& falsifier : protocol.falsifiers) check_falsifier(check, falsifier);
  for (const Observation& observation : protocol.observations)
    check_observation(check, observation);
}

}  // namespace membound
