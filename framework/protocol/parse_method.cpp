// SPDX-License-Identifier: Apache-2.0
// Parse: how it is measured and judged: instrument, analysis, gates, ceilings.
#include "protocol/parse.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

/// A size or time in whole natural units.
std::optional<std::int64_t> whole(const std::optional<Value>& value, Draft& draft) {
  return value ? whole_of(draft, *value) : std::nullopt;
}

/// True for the word that a field takes in place of a number; it means "none given".
bool is_word(const std::optional<Value>& value) {
  return value && !value->node->quoted && value->node->text == value->field->choices.front();
}

Instrument parse_instrument(const Section& section, Draft& draft) {
  Instrument instrument;
  instrument.launch = section.word<LaunchMode>("launch", instrument.launch);
  instrument.flush = section.word<Flush>("flush", instrument.flush);
  instrument.short_launches =
      section.word<ShortLaunches>("short_launches", instrument.short_launches);
  instrument.order = section.word<Order>("order", instrument.order);
  instrument.launches = static_cast<int>(section.integer("launches"));
  const auto working_set = section.find("working_set");
  if (!is_word(working_set)) {
    if (const auto bytes = whole(working_set, draft)) instrument.working_set = Bytes{*bytes};
  }
  instrument.warmup = {whole(section.find("warmup"), draft).value_or(0)};
  instrument.rounds = static_cast<int>(section.integer("rounds"));
  instrument.invocations = static_cast<int>(section.integer("invocations"));
  instrument.large_ceiling = {
      whole(section.find("large_ceiling"), draft).value_or(default_large_ceiling.value)};
  instrument.probe = {whole(section.find("probe"), draft).value_or(0)};
  return instrument;
}

void parse_outliers(const Section& section, Draft& draft, Analysis& analysis) {
  const auto value = section.find("outliers");
  if (!value) return;
  if (value->node->kind == Node::Kind::scalar) {
    static_cast<void>(word_of(draft, *value));  // `keep` is what an Analysis is made with
    return;
  }
  analysis.outliers = "drop";
  analysis.outlier_mads = section_of(draft, *value).number("drop_beyond_mads").value_or(0);
}

Analysis parse_analysis(const Section& file, Draft& draft) {
  Analysis analysis;
  const auto value = file.find("analysis");
  if (!value) return analysis;
  if (value->node->kind == Node::Kind::scalar) {
    static_cast<void>(word_of(draft, *value));  // `standard` is what an Analysis is made with
    return analysis;
  }
  const Section section = section_of(draft, *value);
  analysis.statistic = words::statistics[section.word<std::size_t>("statistic")];
  static_cast<void>(section.word<std::size_t>("interval"));
  parse_outliers(section, draft, analysis);
  analysis.tail = section.number("tail").value_or(analysis.tail);
  return analysis;
}

Gates parse_gates(const Section& section, Draft& draft) {
  Gates gates;
  gates.max_error = tolerance_of_workload;
  if (const auto correct = section.section("correct")) {
    gates.max_error = correct->number("max_error").value_or(tolerance_of_workload);
  }
  if (const auto steady = section.section("steady")) {
    const auto limit = steady->find("spread_below");
    if (limit && !is_word(limit)) gates.spread_below = number_of(draft, *limit);
    gates.spread = steady->word<Spread>("spread", gates.spread);
    gates.spread_blocks = steady->word<Blocks>("blocks", gates.spread_blocks);
  }
  if (const auto cold = section.section("cold")) {
    gates.cold_ratio = cold->number("ratio_above").value_or(gates.cold_ratio);
  }
  if (const auto ceiling = section.section("ceiling")) {
    gates.above_ceiling = ceiling->number("share_below").value_or(gates.above_ceiling);
  }
  return gates;
}

}  // namespace

void parse_method(const Section& file, Draft& draft, Protocol& protocol) {
  if (const auto instrument = file.section("instrument")) {
    protocol.instrument = parse_instrument(*instrument, draft);
  }
  protocol.analysis = parse_analysis(file, draft);
  protocol.gates.max_error = tolerance_of_workload;
  if (const auto gates = file.section("gates")) protocol.gates = parse_gates(*gates, draft);
  if (const auto ceilings = file.section("ceilings")) {
    protocol.ceilings = {.read = ceilings->texts("read"),
                         .copy = ceilings->texts("copy"),
                         .hot_probe = ceilings->text("hot_probe"),
                         .null_launch = ceilings->text("null_launch")};
  }
}

}  // namespace membound::yaml
