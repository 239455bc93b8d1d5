// SPDX-License-Identifier: Apache-2.0
// Canonical text: every field of a completed protocol in a fixed order with one spelling per value.
// What came into the format later is written only when it was given, so that old digests stay.
#include "protocol/freeze.hpp"

#include <fmt/format.h>

#include "protocol/canonical_parts.hpp"
#include "protocol/scalar.hpp"
#include "protocol/words.hpp"

namespace membound {
namespace {

using yaml::Dimension;
using yaml::spell;
using yaml::Writer;

std::string spell(Bytes bytes) { return spell(static_cast<double>(bytes.value), Dimension::bytes); }
std::string spell(Nanoseconds time) {
  return spell(static_cast<double>(time.value), Dimension::time);
}

void write_gateway(Writer& out, const Gateway& gateway) {
  out.mapping("proceeds_if", [&] {
    out.text("protocol", gateway.protocol);
    out.text("prediction", gateway.prediction);
    out.word("outcome", gateway.outcome);
  });
}

void write_head(Writer& out, const Protocol& protocol) {
  out.word("membound", fmt::to_string(protocol.version));
  out.text("id", protocol.id);
  out.text("title", protocol.title);
  out.text("question", protocol.question);
  out.text("rationale", protocol.rationale);
  out.text_if("scope", protocol.scope);
  out.text_if("out_of_scope", protocol.out_of_scope);
  out.text_if("follows", protocol.lineage.follows);
  out.text_if("supersedes", protocol.lineage.supersedes);
  out.text_if("replicates", protocol.lineage.replicates);
  if (protocol.proceeds_if) write_gateway(out, *protocol.proceeds_if);
  out.mapping("prior_data", [&] {
    out.word("level", name_of(protocol.prior_data));
    out.text("note", protocol.prior_note);
  });
  if (protocol.amends) {
    out.mapping("amends", [&] {
      out.text("parent", protocol.amends->parent);
      out.text("reason", protocol.amends->reason);
      out.word("seen", name_of(protocol.amends->seen));
    });
  }
  out.mapping("requires", [&] {
    out.text("backend", protocol.requires_.backend);
    out.text("device", protocol.requires_.device);
    out.text_if("driver", protocol.requires_.driver);
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
    out.text_if("handicap", arm.handicap);
    if (arm.scope != Scope::operation) out.word("scope", name_of(arm.scope));
    if (arm.rotation != Rotation::full) out.word("rotation", name_of(arm.rotation));
    if (!arm.traffic.empty()) {
      out.mapping("traffic", [&] {
        for (const auto& [of, bytes] : arm.traffic) out.word(of, spell(bytes));
      });
    }
    if (!arm.receipts.empty()) {
      out.mapping("receipts", [&] {
        for (const auto& [name, value] : arm.receipts)
          out.word(name, spell(value, Dimension::number));
      });
    }
  });
}

void write_groups(Writer& out, const std::vector<Group>& groups) {
  if (groups.empty()) return;
  out.mapping("groups", [&] {
    for (const Group& group : groups) out.texts(group.name, group.arms);
  });
}

void write_beforehand(Writer& out, const std::vector<Beforehand>& measured) {
  if (measured.empty()) return;
  out.mapping("beforehand", [&] {
    for (const Beforehand& one : measured) {
      out.mapping(one.name, [&] {
        out.word("value", spell(one.value, Dimension::number));
        out.word("at_most", spell(one.at_most, Dimension::number));
        out.text_if("note", one.note);
      });
    }
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
  write_groups(out, protocol.groups);
  write_beforehand(out, protocol.beforehand);
}

void write_instrument(Writer& out, const Instrument& instrument) {
  out.mapping("instrument", [&] {
    out.word("launch", name_of(instrument.launch));
    if (instrument.launch == LaunchMode::isolated) {
      out.word("flush", name_of(instrument.flush));
      out.word("short_launches", name_of(instrument.short_launches));
    }
    if (instrument.order != Order::shuffled) out.word("order", name_of(instrument.order));
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
      if (gates.spread_blocks != Blocks::arm) out.word("blocks", name_of(gates.spread_blocks));
    });
    out.mapping("cold",
                [&] { out.word("ratio_above", spell(gates.cold_ratio, Dimension::ratio)); });
    out.mapping("ceiling",
                [&] { out.word("share_below", spell(gates.above_ceiling, Dimension::ratio)); });
  });
}

void write_outliers(Writer& out, const Analysis& analysis) {
  if (analysis.outliers != "drop") return out.word("outliers", analysis.outliers);
  out.mapping("outliers", [&] {
    out.word("drop_beyond_mads", spell(analysis.outlier_mads, Dimension::number));
  });
}

void write_method(Writer& out, const Protocol& protocol) {
  write_instrument(out, protocol.instrument);
  out.mapping("analysis", [&] {
    out.word("statistic", protocol.analysis.statistic);
    out.word("interval", protocol.analysis.interval);
    out.word("tail", spell(protocol.analysis.tail, Dimension::ratio));
    write_outliers(out, protocol.analysis);
  });
  write_gates(out, protocol.gates);
  out.mapping("ceilings", [&] {
    out.texts("read", protocol.ceilings.read);
    out.texts("copy", protocol.ceilings.copy);
    out.text("hot_probe", protocol.ceilings.hot_probe);
    out.text("null_launch", protocol.ceilings.null_launch);
  });
}

}  // namespace

std::string canonical(const Protocol& protocol) {
  Writer out;
  write_head(out, protocol);
  write_design(out, protocol);
  write_method(out, protocol);
  yaml::write_expectations(out, protocol);
  yaml::write_conclusions(out, protocol);
  out.texts("disclosures", protocol.disclosures);
  return out.str();
}

}  // namespace membound
