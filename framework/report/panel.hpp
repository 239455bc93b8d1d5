// SPDX-License-Identifier: Apache-2.0
// Panel: rows of marks over one axis; the building block of the plot.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/protocol.hpp"
#include "report/axis.hpp"
#include "report/svg.hpp"

namespace membound::page {

namespace colour {
inline constexpr std::string_view ink = "#111827";
inline constexpr std::string_view muted = "#4b5563";
inline constexpr std::string_view rule = "#e5e7eb";
inline constexpr std::string_view stripe = "#f9fafb";
inline constexpr std::string_view band = "#f2c14e";  ///< predicted range
inline constexpr std::string_view band_edge = "#b7791f";
}  // namespace colour

/// How an estimate is marked, so that an outcome does not depend on colour alone.
enum class Shape { bar, circle, diamond, square, cross };

struct Dot {
  double value = 0;
  double lane = 0.5;  ///< 0 at the top of the row, 1 at its bottom
};

struct Row {
  std::string label;
  std::string_view colour = colour::ink;
  std::optional<Range> band;  ///< predicted range; an absent bound is open
  std::vector<Dot> dots;      ///< single values
  std::vector<Dot> ticks;     ///< medians of groups of them
  double tick_height = 6;
  std::optional<double> low;  ///< interval
  std::optional<double> high;
  std::optional<double> estimate;
  Shape shape = Shape::bar;
  std::string value;  ///< printed at the right
  std::string note;   ///< printed beside it, in `note_colour`
  std::string_view note_colour = colour::muted;
};

struct Panel {
  std::string title;
  std::string subtitle;
  QuantityKind kind = QuantityKind::time;  ///< unit of the axis
  Scale scale = Scale::logarithmic;
  std::vector<Row> rows;
};

/// Where panels stand: the same columns for all of them.
struct Frame {
  double left = 0;  ///< of the labels
  double plot_left = 0;
  double plot_right = 0;
  double value_right = 0;  ///< values end here
  double note_left = 0;    ///< notes start here
  double right = 0;
};

inline constexpr double row_height = 28;
double height_of(const Panel& panel);
void draw(Svg& svg, const Panel& panel, const Frame& frame, double top);

/// The mark of an estimate, for rows and for the legend.
void draw_mark(Svg& svg, Shape shape, Spot at, std::string_view colour);

}  // namespace membound::page
