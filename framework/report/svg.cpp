// SPDX-License-Identifier: Apache-2.0
// SVG writer: shapes and text at fixed places, the same bytes on every machine.
#include "report/svg.hpp"

#include "report/number.hpp"
#include "report/safe.hpp"

namespace membound::page {
namespace {

constexpr std::string_view font =
    "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/// A tenth of a pixel is enough; fewer digits make a smaller file.
std::string coordinate(double value) {
  std::string text = fixed(value, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string fraction(double value) {
  std::string text = fixed(value, 2);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::vector<std::pair<std::string_view, std::string>> painted(const Paint& paint) {
  std::vector<std::pair<std::string_view, std::string>> out{{"fill", std::string(paint.fill)}};
  if (paint.opacity < 1) out.emplace_back("fill-opacity", fraction(paint.opacity));
  if (paint.stroke != "none") {
    out.emplace_back("stroke", std::string(paint.stroke));
    if (paint.width != 1) out.emplace_back("stroke-width", fraction(paint.width));
  }
  if (paint.radius > 0) out.emplace_back("rx", coordinate(paint.radius));
  return out;
}

/// Share of the font size that a character is wide, on the safe side for the widest common face.
double advance(char c) {
  if (std::string_view("ijl.,:;'|!()[] ").find(c) != std::string_view::npos) return 0.36;
  if (std::string_view("mwMW%@").find(c) != std::string_view::npos) return 0.97;
  if (c >= 'A' && c <= 'Z') return 0.72;
  return 0.63;
}

std::string_view name_of(Anchor anchor) {
  return anchor == Anchor::middle ? "middle" : anchor == Anchor::end ? "end" : "start";
}

}  // namespace

double text_width(std::string_view text, double size) {
  double width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0U) != 0x80U) width += byte < 0x80 ? advance(c) : 1;
  }
  return width * size;
}

std::string fitted(std::string_view text, double size, double width) {
  const std::string clean = safe(text);
  std::string shown = clean;
  for (std::size_t most = clean.size(); most > 1 && text_width(shown, size) > width; --most) {
    shown = shortened(clean, most);
  }
  return shown;
}

Svg& Svg::element(std::string_view name, const Attributes& attributes) {
  body_ += "<";
  body_ += name;
  for (const auto& [key, value] : attributes) {
    body_ += " ";
    body_ += key;
    body_ += "=\"" + value + "\"";
  }
  body_ += "/>\n";
  return *this;
}

Svg& Svg::box(const Box& box, const Paint& paint) {
  Attributes all{{"x", coordinate(box.x)},
                 {"y", coordinate(box.y)},
                 {"width", coordinate(box.width)},
                 {"height", coordinate(box.height)}};
  for (auto& attribute : painted(paint)) all.push_back(std::move(attribute));
  return element("rect", all);
}

Svg& Svg::line(Spot from, Spot to, const Paint& paint) {
  return element("line", {{"x1", coordinate(from.x)},
                          {"y1", coordinate(from.y)},
                          {"x2", coordinate(to.x)},
                          {"y2", coordinate(to.y)},
                          {"stroke", std::string(paint.stroke)},
                          {"stroke-width", fraction(paint.width)}});
}

Svg& Svg::circle(Spot centre, double radius, const Paint& paint) {
  Attributes all{
      {"cx", coordinate(centre.x)}, {"cy", coordinate(centre.y)}, {"r", fraction(radius)}};
  for (auto& attribute : painted(paint)) all.push_back(std::move(attribute));
  return element("circle", all);
}

Svg& Svg::polygon(const std::vector<Spot>& corners, const Paint& paint) {
  std::string points;
  for (const Spot corner : corners) {
    if (!points.empty()) points += " ";
    points += coordinate(corner.x) + "," + coordinate(corner.y);
  }
  Attributes all{{"points", points}};
  for (auto& attribute : painted(paint)) all.push_back(std::move(attribute));
  return element("polygon", all);
}

Svg& Svg::text(Spot at, const TextStyle& style, std::string_view content) {
  body_ += "<text x=\"" + coordinate(at.x) + "\" y=\"" + coordinate(at.y) + "\" font-size=\"" +
           coordinate(style.size) + "\" fill=\"" + std::string(style.colour) + "\"";
  if (style.anchor != Anchor::start) {
    body_ += " text-anchor=\"" + std::string(name_of(style.anchor)) + "\"";
  }
  if (style.bold) body_ += " font-weight=\"600\"";
  body_ += ">" + xml(content) + "</text>\n";
  return *this;
}

std::string Svg::document(double width, double height, std::string_view title) const {
  const std::string w = coordinate(width);
  const std::string h = coordinate(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
         "\" viewBox=\"0 0 " + w + " " + h + "\" role=\"img\" font-family=\"" + std::string(font) +
         "\">\n<title>" + xml(title) + "</title>\n<rect x=\"0.5\" y=\"0.5\" width=\"" +
         coordinate(width - 1) + "\" height=\"" + coordinate(height - 1) +
         "\" rx=\"8\" fill=\"#ffffff\" stroke=\"#d1d5db\"/>\n" + body_ + "</svg>\n";
}

}  // namespace membound::page
