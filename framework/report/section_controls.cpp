// SPDX-License-Identifier: Apache-2.0
// Ceilings and controls: what the arms are compared with, and the proof that caches were cold.
#include <algorithm>

#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

const std::string dash = "\xe2\x80\x93";

double rate_of(const View& view, int index) {
  const CellSummary* summary = summary_of(view, index);
  return summary != nullptr ? summary->bandwidth.value_or(0) : 0;
}

/// A kernel that computed something wrong is no ceiling, however fast.
bool wrong(const View& view, int index) {
  return std::ranges::any_of(view.evidence->correctness, [index](const Correctness& one) {
    return one.cell == index && !one.passed;
  });
}

/// Members of one family compete for the same ceiling: same kind, case and mix of reads and writes.
bool same_family(const Cell& a, const Cell& b) {
  return a.kind == b.kind && a.case_name == b.case_name && a.format == b.format;
}

bool wins(const View& view, int index, const std::vector<int>& rivals) {
  const double own = rate_of(view, index);
  return own > 0 && std::ranges::none_of(rivals, [&](int rival) {
           return same_family(cell(view, rival), cell(view, index)) && !wrong(view, rival) &&
                  rate_of(view, rival) > own;
         });
}

Inline standing(const View& view, int index, const std::vector<int>& members) {
  if (summary_of(view, index) == nullptr) return "not measured";
  if (wrong(view, index)) return strong("wrong results");
  return wins(view, index, members) ? strong("the ceiling") : Inline("slower");
}

std::string family_text(const Cell& one) {
  const std::string size =
      one.kind == CellKind::large_ceiling ? "large size" : "size of " + one.case_name;
  return one.format + ", " + size;
}

Table ceiling_table(const View& view) {
  Table table{
      {{"ceiling"}, {"kernel"}, {"median (us)", Align::right}, {"GB/s", Align::right}, {"member"}},
      {}};
  for (const CellKind kind : {CellKind::large_ceiling, CellKind::matched_ceiling}) {
    const std::vector<int> members = cells_of(view, kind);
    for (const int index : members) {
      const Cell& one = cell(view, index);
      const CellSummary* summary = summary_of(view, index);
      const bool measured = summary != nullptr;
      table.rows.push_back(
          {family_text(one), code(one.kernel),
           measured ? rounded(summary->median / 1e3, 4, 4) : dash,
           measured && summary->bandwidth ? rounded(*summary->bandwidth / 1e9, 4, 4) : dash,
           standing(view, index, members)});
    }
  }
  return table;
}

/// Best rate of the large read ceiling; 0 when there is none.
double large_read(const View& view) {
  double best = 0;
  for (const int index : cells_of(view, CellKind::large_ceiling)) {
    if (cell(view, index).format == "read") best = std::max(best, rate_of(view, index));
  }
  return best;
}

std::vector<Inline> control_lines(const View& view) {
  std::vector<Inline> lines;
  const double cold = large_read(view);
  const std::string floor = factor_text(view.protocol->gates.cold_ratio, Digits::given);
  for (const int index : cells_of(view, CellKind::hot_probe)) {
    const double hot = rate_of(view, index);
    if (hot <= 0 || cold <= 0) continue;
    lines.push_back(Inline("Cold check: ") + code(cell(view, index).kernel) +
                    Inline(" over a set that stays in cache reached " + rate_text(hot) + ", " +
                           factor_text(hot / cold) + " the large read ceiling of " +
                           rate_text(cold) + "; the gate asks for more than " + floor +
                           ". The contrast shows that the timed launches did not run from cache."));
  }
  for (const int index : cells_of(view, CellKind::null_launch)) {
    const CellSummary* summary = summary_of(view, index);
    if (summary == nullptr) continue;
    lines.push_back(Inline("Null launch: ") + code(cell(view, index).kernel) +
                    Inline(", which does nothing, took " + time_text(summary->median) +
                           " per launch (quartiles " + time_text(summary->low_quartile) + " to " +
                           time_text(summary->high_quartile) + "). No arm can be timed below it."));
  }
  return lines;
}

}  // namespace

Markdown controls(const View& view) {
  Markdown out;
  out.heading(2, "Ceilings and controls");
  const Table table = ceiling_table(view);
  if (table.rows.empty()) {
    out.paragraph("The protocol asks for no ceilings.");
  } else {
    out.table(table);
    out.paragraph(
        "Ceilings were measured inside the same rounds as the arms; the best of each family is "
        "the ceiling, chosen in each invocation, and the table marks the best over all of them. "
        "Those "
        "at the size of a case move the very bytes of that case.");
  }
  const std::vector<Inline> lines = control_lines(view);
  return lines.empty() ? out.paragraph("Neither the cold check nor the null launch was measured.")
                       : out.list(lines);
}

}  // namespace membound::page
