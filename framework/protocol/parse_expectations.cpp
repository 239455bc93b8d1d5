// SPDX-License-Identifier: Apache-2.0
// Parse: what is expected: predictions, falsifiers, observations.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/parse_parts.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

void check_range(const Section& section, Draft& draft) {
  const bool given = has_range(section, prediction_keys);
  if (section.has("quantity") && !given) {
    draft.findings.error(
        section.mark(),
        fmt::format("one of between, at_least, at_most, near, equals is missing in '{}'",
                    section.path()),
        "a prediction says which values it expects, for example between: [135 us, 145 us]",
        kinds::missing_key);
  }
  for (const std::string_view subject : {"order", "monotone", "fastest", "equal", "unavailable"}) {
    if (section.has("quantity") || !given || !section.has(subject)) continue;
    draft.findings.error(
        section.mark(),
        fmt::format("'{}' has no range, but '{}' gives one", subject, section.path()),
        fmt::format("make two predictions of it: one {}, one quantity with a range", subject));
  }
}

std::optional<Trend> parse_trend(const Section& section, Draft& draft) {
  const auto trend = section.section("monotone");
  if (!trend) return std::nullopt;
  Trend parsed;
  if (const auto quantity = trend->section("quantity"))
    parsed.quantity = parse_quantity(*quantity, draft);
  parsed.rising = trend->word<std::size_t>("direction") == 0;
  if (const auto along = trend->find("along")) parsed.cases = case_names(*along, draft);
  return parsed;
}

std::optional<Fastest> parse_fastest(const Section& section) {
  const auto fastest = section.section("fastest");
  if (!fastest) return std::nullopt;
  return Fastest{.arm = fastest->text("arm"), .of = fastest->texts("of")};
}

/// Two arms take the same time when the speedup of one over the other is near 1.
void parse_equal(const Section& section, Prediction& prediction, Draft& draft) {
  const auto list = section.find("equal");
  if (!list) return;
  const std::vector<std::string> arms = texts_of(draft, *list);
  const double within = section.number("within").value_or(0);
  if (arms.size() != 2 || within == 0) return;  // the finding is there
  prediction.quantity = {.kind = QuantityKind::speedup, .arm = arms[0], .over = arms[1]};
  prediction.range = {.low = 1 / (1 + within), .high = 1 + within};
}

void parse_reasons(const Section& section, Prediction& prediction, Draft& draft) {
  prediction.because = section.text("because");
  prediction.mechanism = section.text("mechanism");
  prediction.confirmed_by = section.texts("confirmed_by");
  prediction.only_if = parse_condition(section, "only_if", draft);
  prediction.reproduces = section.text("reproduces");
  prediction.on_miss = section.text("on_miss");
}

Prediction parse_prediction(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  Prediction prediction{.name = name};
  if (const auto quantity = section.section("quantity")) {
    prediction.quantity = parse_quantity(*quantity, draft);
    prediction.range = parse_range(section, prediction.quantity->kind, draft, prediction_keys);
  }
  prediction.order = section.texts("order");
  prediction.trend = parse_trend(section, draft);
  prediction.fastest = parse_fastest(section);
  parse_equal(section, prediction, draft);
  prediction.unavailable = section.text("unavailable");
  check_range(section, draft);
  prediction.cases = parse_cases(section, draft);
  parse_reasons(section, prediction, draft);
  return prediction;
}

Falsifier parse_falsifier(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  Falsifier falsifier{.name = name};
  if (const auto when = section.section("when")) {
    if (const auto quantity = when->section("quantity")) {
      falsifier.quantity = parse_quantity(*quantity, draft);
      falsifier.region = parse_range(*when, falsifier.quantity.kind, draft, falsifier_keys);
    }
  }
  falsifier.cases = parse_cases(section, draft);
  falsifier.means = section.text("means");
  return falsifier;
}

Observation parse_observation(const std::string& name, const Value& value, Draft& draft) {
  const Section section = section_of(draft, value);
  Observation observation{.name = name};
  if (const auto quantity = section.section("quantity"))
    observation.quantity = parse_quantity(*quantity, draft);
  observation.cases = parse_cases(section, draft);
  observation.because = section.text("because");
  return observation;
}

}  // namespace

void parse_expectations(const Section& file, Draft& draft, Protocol& protocol) {
  file.entries("predictions", [&](const std::string& name, const Value& value) {
    protocol.predictions.push_back(parse_prediction(name, value, draft));
  });
  file.entries("falsifiers", [&](const std::string& name, const Value& value) {
    protocol.falsifiers.push_back(parse_falsifier(name, value, draft));
  });
  file.entries("observations", [&](const std::string& name, const Value& value) {
    protocol.observations.push_back(parse_observation(name, value, draft));
  });
}

}  // namespace membound::yaml
