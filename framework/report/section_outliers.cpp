// SPDX-License-Identifier: Apache-2.0
// Outliers: every repetition that the frozen rule dropped.
#include "base/text.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {

Markdown outliers(const View& view) {
  Markdown out;
  if (view.protocol->analysis.outliers != "drop") return out;
  out.heading(2, "Dropped repetitions");
  if (view.outliers.empty()) return out.paragraph("The outlier rule dropped none.");
  Table table{{{"invocation", Align::right},
               {"round", Align::right},
               {"case"},
               {"arm"},
               {"time", Align::right},
               {"median of its invocation", Align::right}},
              {}};
  for (const Outlier& one : view.outliers) {
    const Cell& at = cell(view, one.cell);
    table.rows.push_back({std::to_string(one.invocation), std::to_string(one.round),
                          code(at.case_name), code(at.arm), time_text(one.time),
                          time_text(one.median)});
  }
  out.table(table);
  return out.paragraph(
      "The rule was frozen before the run. Verdicts leave these out; beside each stands what it "
      "would be with them. A comparison loses the whole round in which either side was dropped.");
}

}  // namespace membound::page
