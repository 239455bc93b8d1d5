// SPDX-License-Identifier: Apache-2.0
// Disclosures: what the author wants the reader to know, and arms that were dropped.
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {

Markdown disclosures(const View& view) {
  Markdown out;
  out.heading(2, "Disclosures");
  if (view.protocol->disclosures.empty()) {
    out.paragraph("The author made none.");
  } else {
    out.list({view.protocol->disclosures.begin(), view.protocol->disclosures.end()});
  }
  out.heading(2, "Dropped arms");
  if (view.protocol->dropped.empty()) return out.paragraph("None.");
  std::vector<Inline> lines;
  for (const auto& [arm, reason] : view.protocol->dropped) {
    lines.push_back(code(arm) + Inline(": " + stopped(reason)));
  }
  return out.list(lines);
}

}  // namespace membound::page
