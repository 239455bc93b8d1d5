// SPDX-License-Identifier: Apache-2.0
// Panel: rows of marks over one axis; the building block of the plot.
#include "report/panel.hpp"

#include <algorithm>

#include "report/number.hpp"

namespace membound::page {
namespace {

constexpr double title_height = 44;
constexpr double axis_height = 26;
constexpr double pad = 4;  ///< free space above and below the marks of a row

/// One panel being drawn: its axis and where things go.
struct Sheet {
  Svg& svg;
  const Panel& panel;
  const Frame& frame;
  Axis axis;

  [[nodiscard]] double x(double value) const {
    return frame.plot_left + axis.place(value) * (frame.plot_right - frame.plot_left);
  }
};

std::vector<double> values_of(const Panel& panel) {
  std::vector<double> out;
  const auto add = [&out](const std::optional<double>& value) {
    if (value) out.push_back(*value);
  };
  for (const Row& row : panel.rows) {
    for (const Dot& dot : row.dots) out.push_back(dot.value);
    for (const Dot& dot : row.ticks) out.push_back(dot.value);
    for (const auto& value : {row.low, row.high, row.estimate}) add(value);
    if (row.band) add(row.band->low);
    if (row.band) add(row.band->high);
  }
  return out;
}

void draw_title(Svg& svg, const Panel& panel, const Frame& frame, double top) {
  const double width = frame.right - frame.left;
  svg.text({frame.left, top + 16}, {14, colour::ink, Anchor::start, true},
           fitted(panel.title, 14 * 1.08, width));
  svg.text({frame.left, top + 34}, {12, colour::muted}, fitted(panel.subtitle, 12, width));
}

void draw_stripes(Svg& svg, const Panel& panel, const Frame& frame, double top) {
  for (std::size_t i = 0; i < panel.rows.size(); i += 2) {
    svg.box({frame.left - 6, top + static_cast<double>(i) * row_height,
             frame.right - frame.left + 12, row_height},
            {.fill = colour::stripe, .radius = 3});
  }
}

/// Grid and labels; labels that would touch their neighbour are left out.
void draw_axis(const Sheet& sheet, double top, double bottom) {
  double free_from = sheet.frame.plot_left - 30;
  for (const double value : sheet.axis.ticks(6)) {
    const double x = sheet.x(value);
    const std::string label = value_text(sheet.panel.kind, value, Digits::given);
    const double half = text_width(label, 11) / 2;
    sheet.svg.line({x, top}, {x, bottom}, {.stroke = colour::rule});
    if (x - half < free_from || x + half > sheet.frame.plot_right + 30) continue;
    sheet.svg.text({x, bottom + 16}, {11, colour::muted, Anchor::middle}, label);
    free_from = x + half + 10;
  }
  sheet.svg.line({sheet.frame.plot_left, bottom}, {sheet.frame.plot_right, bottom},
                 {.stroke = "#9ca3af"});
}

/// A bound gets an edge; an open side runs to the end of the panel without one.
void draw_band(const Sheet& sheet, const Range& band, double top) {
  const double left = band.low ? sheet.x(*band.low) : sheet.frame.plot_left;
  const double right = band.high ? sheet.x(*band.high) : sheet.frame.plot_right;
  const double high = top + 2;
  const double low = top + row_height - 2;
  sheet.svg.box({left, high, std::max(right - left, 1.0), low - high},
                {.fill = colour::band, .opacity = 0.35});
  const Paint edge{.stroke = colour::band_edge, .width = 1.5};
  if (band.low) sheet.svg.line({left, high}, {left, low}, edge);
  if (band.high) sheet.svg.line({right, high}, {right, low}, edge);
}

void draw_dots(const Sheet& sheet, const Row& row, double top) {
  const double height = row_height - 2 * pad;
  const double opacity = row.dots.size() > 40 ? 0.3 : 0.5;
  for (const Dot& dot : row.dots) {
    sheet.svg.circle({sheet.x(dot.value), top + pad + dot.lane * height}, 1.8,
                     {.fill = row.colour, .opacity = opacity});
  }
  for (const Dot& tick : row.ticks) {
    const double x = sheet.x(tick.value);
    const double y = top + pad + tick.lane * height;
    sheet.svg.line({x, y - row.tick_height / 2}, {x, y + row.tick_height / 2},
                   {.stroke = row.colour, .width = 2.2});
  }
}

void draw_interval(const Sheet& sheet, const Row& row, double top) {
  if (!row.low || !row.high) return;
  const double y = top + row_height / 2;
  const Paint paint{.stroke = row.colour, .width = 2};
  sheet.svg.line({sheet.x(*row.low), y}, {sheet.x(*row.high), y}, paint);
  for (const double end : {*row.low, *row.high}) {
    sheet.svg.line({sheet.x(end), y - 6}, {sheet.x(end), y + 6}, paint);
  }
}

void draw_texts(Svg& svg, const Row& row, const Frame& frame, double top) {
  const double y = top + row_height / 2 + 4;
  svg.text({frame.left, y}, {12, colour::ink},
           fitted(row.label, 12, frame.plot_left - frame.left - 14));
  svg.text({frame.value_right, y}, {12, colour::ink, Anchor::end, true}, row.value);
  svg.text({frame.note_left, y},
           {12, row.note_colour, Anchor::start, row.note_colour != colour::muted},
           fitted(row.note, 12, frame.right - frame.note_left));
}

void draw_marks(const Sheet& sheet, double top) {
  for (std::size_t i = 0; i < sheet.panel.rows.size(); ++i) {
    const Row& row = sheet.panel.rows[i];
    const double y = top + static_cast<double>(i) * row_height;
    if (row.band) draw_band(sheet, *row.band, y);
    draw_dots(sheet, row, y);
    draw_interval(sheet, row, y);
    if (row.estimate) {
      draw_mark(sheet.svg, row.shape, {sheet.x(*row.estimate), y + row_height / 2}, row.colour);
    }
  }
}

}  // namespace

double height_of(const Panel& panel) {
  const bool axis = axis_over(values_of(panel), panel.scale).has_value();
  return title_height + static_cast<double>(panel.rows.size()) * row_height +
         (axis ? axis_height : 0);
}

void draw(Svg& svg, const Panel& panel, const Frame& frame, double top) {
  draw_title(svg, panel, frame, top);
  const double first = top + title_height;
  draw_stripes(svg, panel, frame, first);
  if (const std::optional<Axis> axis = axis_over(values_of(panel), panel.scale)) {
    const Sheet sheet{svg, panel, frame, *axis};
    draw_axis(sheet, first, first + static_cast<double>(panel.rows.size()) * row_height);
    draw_marks(sheet, first);
  }
  for (std::size_t i = 0; i < panel.rows.size(); ++i) {
    draw_texts(svg, panel.rows[i], frame, first + static_cast<double>(i) * row_height);
  }
}

void draw_mark(Svg& svg, Shape shape, Spot at, std::string_view colour) {
  const Paint paint{.fill = colour, .stroke = "#ffffff", .width = 1.5};
  const Paint stroke{.stroke = colour, .width = 2.5};
  switch (shape) {
    case Shape::bar:
      svg.box({at.x - 2, at.y - 11, 4, 22}, {.fill = colour, .stroke = "#ffffff", .radius = 1});
      break;
    case Shape::circle: svg.circle(at, 6, paint); break;
    case Shape::diamond:
      svg.polygon({{at.x, at.y - 8}, {at.x + 8, at.y}, {at.x, at.y + 8}, {at.x - 8, at.y}}, paint);
      break;
    case Shape::square: svg.box({at.x - 5.5, at.y - 5.5, 11, 11}, paint); break;
    case Shape::cross:
      svg.line({at.x - 5, at.y - 5}, {at.x + 5, at.y + 5}, stroke);
      svg.line({at.x - 5, at.y + 5}, {at.x + 5, at.y - 5}, stroke);
      break;
  }
}

}  // namespace membound::page
