// SPDX-License-Identifier: Apache-2.0
// SVG writer: shapes and text at fixed places, the same bytes on every machine.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace membound::page {

struct Spot {
  double x = 0;
  double y = 0;
};

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

struct Paint {
  std::string_view fill = "none";
  std::string_view stroke = "none";
  double width = 1;    ///< of the stroke
  double opacity = 1;  ///< of the fill
  double radius = 0;   ///< of corners
};

enum class Anchor { start, middle, end };

struct TextStyle {
  double size = 12;
  std::string_view colour = "#111827";
  Anchor anchor = Anchor::start;
  bool bold = false;
};

/// Width that a text takes at most, in any usual sans-serif face (nobody's font metrics are at hand
/// here).
double text_width(std::string_view text, double size);

/// The text, shortened by an ellipsis until it fits.
std::string fitted(std::string_view text, double size, double width);

class Svg {
 public:
  Svg& box(const Box& box, const Paint& paint);
  Svg& line(Spot from, Spot to, const Paint& paint);
  Svg& circle(Spot centre, double radius, const Paint& paint);
  Svg& polygon(const std::vector<Spot>& corners, const Paint& paint);
  Svg& text(Spot at, const TextStyle& style, std::string_view content);

  /// The file, with a white ground of its own so that it reads in light and in dark surroundings.
  [[nodiscard]] std::string document(double width, double height, std::string_view title) const;

 private:
  using Attributes = std::vector<std::pair<std::string_view, std::string>>;
  Svg& element(std::string_view name, const Attributes& attributes);
  std::string body_;
};

}  // namespace membound::page
