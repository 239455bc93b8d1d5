// SPDX-License-Identifier: Apache-2.0
// Validate: predictions and falsifiers name what exists, can come true and can fail.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "protocol/parse.hpp"
#include "protocol/phrases.hpp"
#include "protocol/stream.hpp"
#include "protocol/validate.hpp"
#include "protocol/words.hpp"

namespace membound {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
// Predictions times cases; with the limits of the table of fields it bounds the size of a frozen
// text.
constexpr std::size_t most_verdicts = 5000;

void check_arm_name(Check& check, const std::string& path, const std::string& name) {
  if (name.empty() || check.arm(name) != nullptr)
    return;  // the parser has complained about an empty one
  check.error(path, fmt::format("unknown arm {}", shown(name)),
              suggest(name, names_of(check.protocol.arms), "arms"), kinds::unknown_name);
}

/// Only a scripted backend may be without ceilings; then there is nothing to take a share of.
bool has_no_ceiling(const Check& check) {
  const std::string backend = check.backend();
  return backend == "scripted" && stream_kernels(check.catalogue, backend).none();
}

bool is_own_ceiling(const Check& check, const std::string& arm) {
  const ArmUse* use = check.arm(arm);
  const Ceilings& ceilings = check.protocol.ceilings;
  const auto among = [&](const std::vector<std::string>& kernels) {
    return use != nullptr && std::ranges::find(kernels, use->kernel) != kernels.end();
  };
  return among(ceilings.read) || among(ceilings.copy);
}

/// `path` is the place of the quantity.
void check_quantity(Check& check, const std::string& path, const Quantity& quantity) {
  const std::string kind(name_of(quantity.kind));
  const bool pair =
      quantity.kind == QuantityKind::speedup || quantity.kind == QuantityKind::time_saved;
  if (!pair) {
    check_arm_name(check, fmt::format("{}.{}", path, kind), quantity.arm);
  } else {
    const std::string_view first = quantity.kind == QuantityKind::speedup ? "of" : "by";
    check_arm_name(check, fmt::format("{}.{}.{}", path, kind, first), quantity.arm);
    check_arm_name(check, fmt::format("{}.{}.over", path, kind), quantity.over);
    if (!quantity.arm.empty() && quantity.arm == quantity.over) {
      check.error(fmt::format("{}.{}.over", path, kind),
                  fmt::format("{} is compared with itself", shown(quantity.arm)),
                  "name two different arms; for a control, give one kernel two arms");
    }
  }
  if (quantity.kind != QuantityKind::share_of_ceiling) return;
  if (has_no_ceiling(check)) {
    check.error(fmt::format("{}.{}", path, kind), "the backend 'scripted' has no ceiling here",
                "register a kernel of the workload 'stream' for it, or predict a time");
  } else if (is_own_ceiling(check, quantity.arm)) {
    check.error(fmt::format("{}.{}", path, kind),
                fmt::format("arm {} is itself one of the ceilings", shown(quantity.arm)),
                "a kernel never enters its own denominator: list ceilings without it, or predict a "
                "speedup");
  }
}

/// A quantity with the range that is stated of it.
struct Ranged {
  const Quantity& quantity;
  const Range& range;
};

/// Values that a quantity can take in a run that is not void.
Range reachable(const Check& check, const Quantity& quantity) {
  switch (quantity.kind) {
    case QuantityKind::share_of_ceiling:
      if (quantity.scope == CeilingScope::large) return {0, check.protocol.gates.above_ceiling};
      return {0, infinite};
    case QuantityKind::time_saved: return {-infinite, 1};
    case QuantityKind::time:
    case QuantityKind::bandwidth:
    case QuantityKind::speedup: break;
  }
  return {0, infinite};
}

std::string reachable_in_words(const Check& check, const Quantity& quantity) {
  if (quantity.kind == QuantityKind::time_saved) return "time_saved is below 1, which is 100 %";
  const Range can = reachable(check, quantity);
  if (*can.high == infinite) return fmt::format("{} is above 0", name_of(quantity.kind));
  return fmt::format("{} lies between 0 and {} (gates.ceiling.share_below)", name_of(quantity.kind),
                     yaml::spell(*can.high, yaml::Dimension::ratio));
}

/// What it means when every value lies in a range, and when none does.
struct Consequence {
  std::string_view always;
  std::string_view never;
};

/// Refuses a range that decides nothing.
void check_range(Check& check, const std::string& path, const Ranged& of,
                 const Consequence& consequence) {
  if (!of.range.low && !of.range.high) return;  // the parser has said so
  const Range can = reachable(check, of.quantity);
  const double low = of.range.low.value_or(-infinite);
  const double high = of.range.high.value_or(infinite);
  const std::string reason = reachable_in_words(check, of.quantity);
  if (low <= *can.low && high >= *can.high) {
    check.error(path, "every possible value lies in this range",
                fmt::format("{}: {}", consequence.always, reason), kinds::vacuous);
  } else if (low >= *can.high || high <= *can.low) {
    check.error(path, "no value that counts can lie in this range",
                fmt::format("{}: {}", consequence.never, reason), kinds::vacuous);
  }
}

std::string place_of_range(const Check& check, const std::string& path) {
  for (const std::string_view key : {"between", "at_least", "at_most", "below", "above"}) {
    std::string candidate = fmt::format("{}.{}", path, key);
    if (check.marks.contains(candidate)) return candidate;
  }
  return path;
}

void check_cases(Check& check, const std::string& path, const CaseSelection& selection) {
  for (const std::string& name : selection.cases) {
    if (std::ranges::find(check.protocol.cases, name, &Case::name) != check.protocol.cases.end())
      continue;
    std::string place = fmt::format("{}.{}", path, name);
    for (const std::string_view key : {"any", "of"}) {
      std::string inside = fmt::format("{}.{}.{}", path, key, name);
      if (check.marks.contains(inside)) place = std::move(inside);
    }
    check.error(place, fmt::format("unknown case {}", shown(name)),
                suggest(name, names_of(check.protocol.cases), "cases"), kinds::unknown_name);
  }
  const auto count = static_cast<std::size_t>(std::max(selection.count, 0));
  if (selection.kind == CaseSelection::Kind::at_least && count > selection.cases.size()) {
    check.error(path + ".at_least",
                fmt::format("at_least is {}, but only {} {} spoken of", count,
                            counted(selection.cases.size(), "case"),
                            selection.cases.size() == 1 ? "is" : "are"),
                "lower it or name more cases");
  }
}

void check_prediction(Check& check, const Prediction& prediction) {
  const std::string path = fmt::format("predictions.{}", prediction.name);
  if (prediction.quantity) {
    check_quantity(check, path + ".quantity", *prediction.quantity);
    check_range(check, place_of_range(check, path), {*prediction.quantity, prediction.range},
                {"it cannot fail", "it cannot hold"});
  }
  for (const std::string& arm : prediction.order)
    check_arm_name(check, fmt::format("{}.order.{}", path, arm), arm);
  check_cases(check, path + ".cases", prediction.cases);
}

void check_falsifier(Check& check, const Falsifier& falsifier) {
  const std::string path = fmt::format("falsifiers.{}", falsifier.name);
  check_quantity(check, path + ".when.quantity", falsifier.quantity);
  check_range(check, place_of_range(check, path + ".when"), {falsifier.quantity, falsifier.region},
              {"it always fires", "it never fires"});
  check_cases(check, path + ".cases", falsifier.cases);
}

}  // namespace

void validate_expectations(Check& check) {
  const Protocol& protocol = check.protocol;
  if (protocol.predictions.empty() && check.marks.empty()) {
    check.error("predictions", "there is no prediction",
                "an experiment predicts something before it measures");
  }
  std::size_t verdicts = 0;
  for (const Prediction& prediction : protocol.predictions)
    verdicts += prediction.cases.cases.size();
  for (const Falsifier& falsifier : protocol.falsifiers) verdicts += falsifier.cases.cases.size();
  if (verdicts > most_verdicts) {
    check.error(
        "predictions",
        fmt::format("predictions and falsifiers ask for {} verdicts, at most {} are allowed",
                    verdicts, most_verdicts),
        "name fewer cases in them, or split the protocol");
  }
  for (const Prediction& prediction : protocol.predictions) check_prediction(check, prediction);
  for (const Falsifier& falsifier : protocol.falsifiers) check_falsifier(check, falsifier);
}

}  // namespace membound
