// SPDX-License-Identifier: Apache-2.0
// Canonical text: every field of a completed protocol in a fixed order with one spelling per value.
#include "protocol/freeze.hpp"

#include <fmt/format.h>

#include "protocol/parse.hpp"
#include "protocol/words.hpp"
#include "protocol/writer.hpp"

namespace membound {
namespace {

using yaml::Dimension;
using yaml::spell;
using yaml::Writer;

std::string spell(Bytes bytes) { return spell(static_cast<double>(bytes.value), Dimension::bytes); }
std::string spell(Nanoseconds time) {
  return spell(static_cast<double>(time.value), Dimension::time);
}

void write_head(Writer& out, const Protocol& protocol) {
  out.word("membound", fmt::to_string(protocol.version));
  out.text("id", protocol.id);
  out.text("title", protocol.title);
  out.text("question", protocol.question);
  out.text("rationale", protocol.rationale);
  out.mapping("prior_data", [&] {
    out.word("level", name_of(protocol.prior_data));
    out.text("note", protocol.prior_note);
  });
  out.mapping("requires", [&] {
    out.text("backend", protocol.requires_.backend);
    out.text("device", protocol.requires_.device);
  });
  out.word("results", name_of(protocol.results));
}

void write_arm(Writer& out, const ArmUse& arm) {
  out.mapping(arm.name, [&] {
    out.text("kernel", arm.kernel);
    out.text("format", arm.format);
    out.mapping("params", [&] {
      for (const auto& [name, value] : arm.parameters) out.word(name, fmt::to_string(value));
    });
    out.word("role", name_of(arm.role));
    out.text("note", arm.note);
  });
}

void write_design(Writer& out, const Protocol& protocol) {
  out.mapping("workload", [&] {
    out.text("name", protocol.workload.name);
    out.text("format", protocol.workload.format);
    out.mapping("data", [&] {
      out.word("low", spell(protocol.workload.data.low, Dimension::number));
      out.word("high", spell(protocol.workload.data.high, Dimension::number));
    });
  });
  out.mapping("cases", [&] {
    for (const Case& c : protocol.cases) {
      out.mapping(c.name, [&] {
        for (const auto& [name, value] : c.extents) out.word(name, fmt::to_string(value));
      });
    }
  });
  out.mapping("arms", [&] {
    for (const ArmUse& arm : protocol.arms) write_arm(out, arm);
  });
  out.mapping("dropped", [&] {
    for (const auto& [arm, reason] : protocol.dropped) out.text(arm, reason);
  });
}

void write_instrument(Writer& out, const Instrument& instrument) {
  out.mapping("instrument", [&] {
    out.word("launch", name_of(instrument.launch));
    if (instrument.launch == LaunchMode::isolated) {
      out.word("flush", name_of(instrument.flush));
      out.word("short_launches", name_of(instrument.short_launches));
    }
    out.word("launches", fmt::to_string(instrument.launches));
    out.word("working_set", instrument.working_set ? spell(*instrument.working_set)
                                                   : std::string(words::working_sets.front()));
    out.word("warmup", spell(instrument.warmup));
    out.word("rounds", fmt::to_string(instrument.rounds));
    out.word("invocations", fmt::to_string(instrument.invocations));
    out.word("large_ceiling", spell(instrument.large_ceiling));
    if (instrument.probe.value > 0) out.word("probe", spell(instrument.probe));
  });
}

void write_gates(Writer& out, const Gates& gates) {
  out.mapping("gates", [&] {
    out.mapping("correct",
                [&] { out.word("max_error", spell(gates.max_error, Dimension::number)); });
    out.mapping("steady", [&] {
      out.word("spread_below", gates.spread_below ? spell(*gates.spread_below, Dimension::ratio)
                                                  : std::string(words::spread_limits.front()));
      out.word("spread", name_of(gates.spread));
    });
    out.mapping("cold",
                [&] { out.word("ratio_above", spell(gates.cold_ratio, Dimension::ratio)); });
    out.mapping("ceiling",
                [&] { out.word("share_below", spell(gates.above_ceiling, Dimension::ratio)); });
  });
}

void write_method(Writer& out, const Protocol& protocol) {
  write_instrument(out, protocol.instrument);
  out.mapping("analysis", [&] {
    out.word("statistic", protocol.analysis.statistic);
    out.word("interval", protocol.analysis.interval);
    out.word("tail", spell(protocol.analysis.tail, Dimension::ratio));
    out.word("outliers", protocol.analysis.outliers);
  });
  write_gates(out, protocol.gates);
  out.mapping("ceilings", [&] {
    out.texts("read", protocol.ceilings.read);
    out.texts("copy", protocol.ceilings.copy);
    out.text("hot_probe", protocol.ceilings.hot_probe);
    out.text("null_launch", protocol.ceilings.null_launch);
  });
}

void write_quantity(Writer& out, const Quantity& quantity) {
  const std::string_view kind = name_of(quantity.kind);
  out.mapping("quantity", [&] {
    if (quantity.kind == QuantityKind::speedup || quantity.kind == QuantityKind::time_saved) {
      out.mapping(kind, [&] {
        out.text(quantity.kind == QuantityKind::speedup ? "of" : "by", quantity.arm);
        out.text("over", quantity.over);
      });
    } else {
      out.text(kind, quantity.arm);
    }
    if (quantity.kind == QuantityKind::share_of_ceiling)
      out.word("ceiling", name_of(quantity.scope));
  });
}

/// Names of the keys for a range that is open on one side.
struct OpenKeys {
  std::string_view low;
  std::string_view high;
};

void write_range(Writer& out, const Range& range, QuantityKind kind, OpenKeys keys) {
  const Dimension dimension = yaml::dimension_of(kind);
  if (range.low && range.high) {
    out.words("between", {spell(*range.low, dimension), spell(*range.high, dimension)});
  } else if (range.low) {
    out.word(keys.low, spell(*range.low, dimension));
  } else if (range.high) {
    out.word(keys.high, spell(*range.high, dimension));
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

void write_prediction(Writer& out, const Prediction& prediction) {
  out.mapping(prediction.name, [&] {
    if (prediction.quantity) {
      write_quantity(out, *prediction.quantity);
      write_range(out, prediction.range, prediction.quantity->kind, {"at_least", "at_most"});
    } else {
      out.texts("order", prediction.order);
    }
    write_cases(out, prediction.cases);
    out.text("because", prediction.because);
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

}  // namespace

std::string canonical(const Protocol& protocol) {
  Writer out;
  write_head(out, protocol);
  write_design(out, protocol);
  write_method(out, protocol);
  out.mapping("predictions", [&] {
    for (const Prediction& prediction : protocol.predictions) write_prediction(out, prediction);
  });
  out.mapping("falsifiers", [&] {
    for (const Falsifier& falsifier : protocol.falsifiers) write_falsifier(out, falsifier);
  });
  out.texts("disclosures", protocol.disclosures);
  return out.str();
}

}  // namespace membound
