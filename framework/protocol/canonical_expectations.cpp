// SPDX-License-Identifier: Apache-2.0
// Canonical text: quantities, ranges, cases; predictions, falsifiers, observations.
#include <fmt/format.h>

#include "protocol/canonical_parts.hpp"
#include "protocol/parse.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

void write_pair(Writer& out, std::string_view first, const Quantity& quantity) {
  out.mapping(name_of(quantity.kind), [&] {
    out.text(first, quantity.arm);
    out.text("over", quantity.over);
  });
}

void write_named(Writer& out, const Quantity& quantity) {
  out.text(name_of(quantity.kind), quantity.name);
  out.text("arm", quantity.arm);
  out.text_if("over", quantity.over);
}

void write_subject(Writer& out, const Quantity& quantity) {
  switch (quantity.kind) {
    case QuantityKind::speedup:
    case QuantityKind::bytes_ratio: return write_pair(out, "of", quantity);
    case QuantityKind::time_saved: return write_pair(out, "by", quantity);
    case QuantityKind::counter:
    case QuantityKind::receipt: return write_named(out, quantity);
    case QuantityKind::tokens_per_second:
      return out.mapping(name_of(quantity.kind), [&] {
        out.text("arm", quantity.arm);
        out.word("launches_per_token", fmt::to_string(quantity.launches_per_token));
      });
    default: return out.text(name_of(quantity.kind), quantity.arm);
  }
}

void write_expression(Writer& out, const Expression& expression, QuantityKind bounded) {
  if (expression.quantity) {
    out.mapping("of", [&] { write_subject(out, *expression.quantity); });
  } else {
    out.text("traffic_of", expression.traffic_of);
    out.word("at", spell(expression.rate, Dimension::rate));
    if (expression.is) out.word("is", spell(*expression.is, Dimension::time));
  }
  out.word("times", spell(expression.times, Dimension::ratio));
  out.word("plus", spell(expression.plus, dimension_of(bounded)));
}

/// One end of a range: a number or an expression.
struct End {
  const std::optional<double>& number;
  const std::optional<Expression>& expression;
  [[nodiscard]] bool open() const { return !number && !expression; }
};

void write_end(Writer& out, std::string_view key, const End& end, QuantityKind kind) {
  if (end.number) return out.word(key, spell(*end.number, dimension_of(kind)));
  out.mapping(key, [&] { write_expression(out, *end.expression, kind); });
}

void write_item(Writer& out, const End& end, QuantityKind kind) {
  if (end.number) return out.item(spell(*end.number, dimension_of(kind)));
  out.item_of([&] { write_expression(out, *end.expression, kind); });
}

void write_trend(Writer& out, const Trend& trend) {
  out.mapping("monotone", [&] {
    write_quantity(out, trend.quantity);
    out.texts("along", trend.cases);
    out.word("direction", words::directions[trend.rising ? 0 : 1]);
  });
}

void write_subject(Writer& out, const Prediction& prediction) {
  if (prediction.quantity) {
    write_quantity(out, *prediction.quantity);
    write_range(out, prediction.range, prediction.quantity->kind, {"at_least", "at_most"});
  } else if (prediction.trend) {
    write_trend(out, *prediction.trend);
  } else if (prediction.fastest) {
    out.mapping("fastest", [&] {
      out.text("arm", prediction.fastest->arm);
      out.texts("of", prediction.fastest->of);
    });
  } else if (!prediction.unavailable.empty()) {
    out.text("unavailable", prediction.unavailable);
  } else {
    out.texts("order", prediction.order);
  }
}

void write_prediction(Writer& out, const Prediction& prediction) {
  out.mapping(prediction.name, [&] {
    write_subject(out, prediction);
    if (!prediction.trend) write_cases(out, prediction.cases);
    out.text("because", prediction.because);
    out.text_if("mechanism", prediction.mechanism);
    if (!prediction.confirmed_by.empty()) out.texts("confirmed_by", prediction.confirmed_by);
    if (prediction.only_if) write_condition(out, "only_if", *prediction.only_if);
    out.text_if("reproduces", prediction.reproduces);
    out.text_if("on_miss", prediction.on_miss);
  });
}

void write_falsifier(Writer& out, const Falsifier& falsifier) {
  out.mapping(falsifier.name, [&] {
    out.mapping("when", [&] {
      write_quantity(out, falsifier.quantity);
      write_range(out, falsifier.region, falsifier.quantity.kind, {"above", "below"});
    });
    write_cases(out, falsifier.cases);
    out.text("means", falsifier.means);
  });
}

void write_observation(Writer& out, const Observation& observation) {
  out.mapping(observation.name, [&] {
    write_quantity(out, observation.quantity);
    write_cases(out, observation.cases);
    out.text_if("because", observation.because);
  });
}

}  // namespace

void write_quantity(Writer& out, const Quantity& quantity) {
  out.mapping("quantity", [&] {
    write_subject(out, quantity);
    if (quantity.kind == QuantityKind::share_of_ceiling)
      out.word("ceiling", name_of(quantity.scope));
  });
}

void write_range(Writer& out, const Range& range, QuantityKind kind, RangeKeys keys) {
  const End low{range.low, range.low_of};
  const End high{range.high, range.high_of};
  if (!low.open() && !high.open()) {
    out.sequence("between", [&] {
      write_item(out, low, kind);
      write_item(out, high, kind);
    });
  } else if (!low.open()) {
    write_end(out, keys.low, low, kind);
  } else if (!high.open()) {
    write_end(out, keys.high, high, kind);
  }
}

void write_cases(Writer& out, const CaseSelection& selection) {
  if (selection.kind == CaseSelection::Kind::all) return out.texts("cases", selection.cases);
  out.mapping("cases", [&] {
    if (selection.kind == CaseSelection::Kind::any) return out.texts("any", selection.cases);
    out.word("at_least", fmt::to_string(selection.count));
    out.texts("of", selection.cases);
  });
}

void write_expectations(Writer& out, const Protocol& protocol) {
  out.mapping("predictions", [&] {
    for (const Prediction& prediction : protocol.predictions) write_prediction(out, prediction);
  });
  out.mapping("falsifiers", [&] {
    for (const Falsifier& falsifier : protocol.falsifiers) write_falsifier(out, falsifier);
  });
  if (protocol.observations.empty()) return;
  out.mapping("observations", [&] {
    for (const Observation& observation : protocol.observations)
      write_observation(out, observation);
  });
}

}  // namespace membound::yaml
