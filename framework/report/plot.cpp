// SPDX-License-Identifier: Apache-2.0
// Plot: titles, legends and panels put on one sheet.
#include "report/plot.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "report/words.hpp"

namespace membound::page {
namespace {

constexpr double width = 1000;
constexpr double margin = 28;
constexpr double gap = 22;  ///< between panels
constexpr double widest_label = 230;
constexpr double value_width = 84;
constexpr double note_width = 100;

/// An entry of a legend: how to draw its sign around a spot, and what it means.
struct Entry {
  std::function<void(Svg&, Spot)> sign;
  std::string text;
};

Frame frame_for(const std::vector<Panel>& panels) {
  double label = 60;
  for (const Panel& panel : panels) {
    for (const Row& row : panel.rows) label = std::max(label, text_width(row.label, 12));
  }
  const double right = width - margin;
  const double note_left = right - note_width;
  const double value_right = note_left - 12;
  return {.left = margin,
          .plot_left = margin + std::min(label, widest_label) + 16,
          .plot_right = value_right - value_width,
          .value_right = value_right,
          .note_left = note_left,
          .right = right};
}

void sign_dots(Svg& svg, Spot at) {
  for (const double offset : {-5.0, -1.0, 4.0}) {
    svg.circle({at.x + offset, at.y}, 1.8, {.fill = colour::muted, .opacity = 0.45});
  }
}

void sign_tick(Svg& svg, Spot at) {
  svg.line({at.x, at.y - 4}, {at.x, at.y + 4}, {.stroke = colour::muted, .width = 2.2});
}

void sign_bar(Svg& svg, Spot at) { draw_mark(svg, Shape::bar, at, colour::muted); }

void sign_band(Svg& svg, Spot at) {
  svg.box({at.x - 8, at.y - 7, 16, 14}, {.fill = colour::band, .opacity = 0.35});
  for (const double x : {at.x - 8, at.x + 8}) {
    svg.line({x, at.y - 7}, {x, at.y + 7}, {.stroke = colour::band_edge, .width = 1.5});
  }
}

void sign_interval(Svg& svg, Spot at) {
  const Paint paint{.stroke = colour::muted, .width = 2};
  svg.line({at.x - 9, at.y}, {at.x + 9, at.y}, paint);
  for (const double x : {at.x - 9, at.x + 9}) svg.line({x, at.y - 6}, {x, at.y + 6}, paint);
}

std::vector<Entry> time_legend(const View& view) {
  std::vector<Entry> out{{sign_dots, "repetition (a lane per invocation)"},
                         {sign_tick, "median of an invocation"},
                         {sign_bar, "median"},
                         {sign_band, "predicted range"}};
  std::vector<Role> seen;
  for (const ArmUse& arm : view.protocol->arms) {
    if (std::ranges::find(seen, arm.role) != seen.end()) continue;
    seen.push_back(arm.role);
    const std::string_view paint = colour_of(arm.role);
    out.push_back({[paint](Svg& svg, Spot at) {
                     svg.box({at.x - 6, at.y - 6, 12, 12}, {.fill = paint, .radius = 2});
                   },
                   label(arm.role)});
  }
  return out;
}

std::vector<Entry> prediction_legend(const View& view) {
  std::vector<Entry> out{{sign_band, "predicted range"},
                         {sign_interval, "interval"},
                         {sign_dots, "single invocation (or round)"}};
  constexpr std::array all{Outcome::held, Outcome::falsified, Outcome::inconclusive,
                           Outcome::voided};
  for (const Outcome outcome : all) {
    const bool present = std::ranges::any_of(view.verdicts, [outcome](const Verdict& verdict) {
      return !verdict.falsifier && std::ranges::find(verdict.cases, outcome,
                                                     &CaseVerdict::outcome) != verdict.cases.end();
    });
    if (!present) continue;
    out.push_back({[outcome](Svg& svg, Spot at) {
                     draw_mark(svg, shape_of(outcome), at, colour_of(outcome));
                   },
                   label(outcome)});
  }
  return out;
}

/// Draws a legend in as many lines as it needs; returns where the next thing may start.
double draw_legend(Svg& svg, const std::vector<Entry>& entries, double top) {
  double x = margin;
  double y = top + 10;
  for (const Entry& entry : entries) {
    const double needed = 28 + text_width(entry.text, 12);
    if (x + needed > width - margin && x > margin) {
      x = margin;
      y += 24;
    }
    entry.sign(svg, {x + 10, y});
    svg.text({x + 26, y + 4}, {12, colour::muted}, entry.text);
    x += needed + 18;
  }
  return y + 20;
}

double draw_heading(Svg& svg, const std::string& text, double top) {
  svg.line({margin, top}, {width - margin, top}, {.stroke = "#d1d5db"});
  svg.text({margin, top + 26}, {16, colour::ink, Anchor::start, true}, text);
  return top + 42;
}

double draw_group(Svg& svg, const std::vector<Panel>& panels, const Frame& frame, double top) {
  for (const Panel& panel : panels) {
    draw(svg, panel, frame, top);
    top += height_of(panel) + gap;
  }
  return top;
}

double draw_title(Svg& svg, const View& view) {
  const Protocol& protocol = *view.protocol;
  const std::string name = protocol.title.empty() ? protocol.id : protocol.title;
  const double room = width - 2 * margin;
  svg.text({margin, 42}, {20, colour::ink, Anchor::start, true}, fitted(name, 20 * 1.08, room));
  const std::string stamp = view.evidence->run.exploratory ? "EXPLORATORY, " : "";
  svg.text({margin, 64}, {12, colour::muted},
           fitted(stamp + device_name(view) + ", run " + prefix(view.evidence->run.id) + ", " +
                      counted(finished_invocations(view), "invocation") + " of " +
                      counted(protocol.instrument.rounds, "round"),
                  12, room));
  return 82;
}

}  // namespace

std::string_view colour_of(Role role) {
  switch (role) {
    case Role::treatment: return "#0072b2";
    case Role::baseline: return "#374151";
    case Role::vendor: return "#a8447e";
    case Role::control: return "#6b7280";
    case Role::probe: return "#7c6a00";
    case Role::post_hoc: return "#b35c00";
  }
  return colour::ink;
}

std::string_view colour_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::held: return "#007a5a";
    case Outcome::falsified: return "#c24a00";
    case Outcome::inconclusive: return "#6a4fa3";
    default: return "#6b7280";
  }
}

Shape shape_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::held: return Shape::circle;
    case Outcome::falsified: return Shape::diamond;
    case Outcome::inconclusive: return Shape::square;
    default: return Shape::cross;
  }
}

std::string plot(const View& view) {
  const std::vector<Panel> times = time_panels(view);
  const std::vector<Panel> verdicts = prediction_panels(view);
  std::vector<Panel> all = times;
  all.insert(all.end(), verdicts.begin(), verdicts.end());
  const Frame frame = frame_for(all);
  Svg svg;
  double y = draw_title(svg, view);
  if (!times.empty()) {
    y = draw_heading(svg, "Time of one launch (each case has a logarithmic axis of its own)", y);
    y = draw_group(svg, times, frame, draw_legend(svg, time_legend(view), y) + 4);
  }
  if (!verdicts.empty()) {
    y = draw_heading(svg, "Predictions", y);
    y = draw_group(svg, verdicts, frame, draw_legend(svg, prediction_legend(view), y) + 4);
  }
  return svg.document(width, y, view.protocol->title);
}

}  // namespace membound::page
