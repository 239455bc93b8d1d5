// SPDX-License-Identifier: Apache-2.0
// Metrics: the one table of quantities, and how a value comes out of what was recorded.
#include "judge/metrics.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "membound/error.hpp"

namespace membound {
namespace {

double log_rate(const Term& t) { return t.log_bytes - t.log_time; }
double time(const Term& arm, const Term&) { return arm.log_time; }
double frequency(const Term& arm, const Term&) { return -arm.log_time; }
double bandwidth(const Term& arm, const Term&) { return log_rate(arm); }
double share(const Term& arm, const Term& ceiling) { return log_rate(arm) - log_rate(ceiling); }
double quickening(const Term& arm, const Term& over) { return over.log_time - arm.log_time; }

double ratio(double value) { return std::exp(value); }
double per_second(double value) { return std::exp(value) * 1e9; }
double saved(double value) { return -std::expm1(-value); }
double as_is(double value) { return value; }

constexpr std::array metrics{
    Metric{QuantityKind::time, true, Source::times, Reference::none, time, ratio},
    Metric{QuantityKind::bandwidth, true, Source::times, Reference::none, bandwidth, per_second},
    Metric{QuantityKind::share_of_ceiling, false, Source::times, Reference::ceiling, share, ratio},
    Metric{QuantityKind::speedup, false, Source::times, Reference::arm, quickening, ratio},
    Metric{QuantityKind::time_saved, false, Source::times, Reference::arm, quickening, saved},
    Metric{QuantityKind::tokens_per_second, true, Source::times, Reference::none, frequency,
           per_second},
    Metric{QuantityKind::spread, false, Source::scatter, Reference::none, nullptr, as_is},
    Metric{QuantityKind::bytes_ratio, false, Source::traffic, Reference::arm, nullptr, as_is},
    Metric{QuantityKind::error, false, Source::comparison, Reference::none, nullptr, as_is},
    Metric{QuantityKind::counter, false, Source::readings, Reference::none, nullptr, as_is},
    Metric{QuantityKind::receipt, false, Source::readings, Reference::none, nullptr, as_is},
};

}  // namespace

const Metric& metric(QuantityKind kind) {
  const auto row = std::ranges::find(metrics, kind, &Metric::kind);
  if (row == metrics.end()) throw Error("a quantity has no row in the table of metrics; add one");
  return *row;
}

Reference reference_of(const Quantity& quantity) {
  const Metric& row = metric(quantity.kind);
  if (row.source == Source::readings && !quantity.over.empty()) return Reference::arm;
  return row.reference;
}

bool exact(QuantityKind kind) {
  const Source source = metric(kind).source;
  return source != Source::times && source != Source::scatter;
}

double natural(QuantityKind kind, double value) { return settled(metric(kind).natural(value)); }

double step(QuantityKind kind, double from, double to) {
  if (metric(kind).source == Source::times) return settled(std::exp(to - from));
  return settled(from == to ? 1 : to / from);
}

double settled(double value) {
  std::array<char, 32> text{};
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), value,
                                        std::chars_format::scientific, 11)
                              .ptr;
  std::from_chars(text.data(), end, value);
  return value;
}

}  // namespace membound
