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

/// Members of one family compete for the same ceiling: same kind, operands and mix of reads and
/// writes.
bool same_family(const Cell& a, const Cell& b) {
  return a.kind == b.kind && a.set == b.set && a.format == b.format;
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

std::string family_text(const View& view, const Cell& one) {
  const std::string size =
      one.kind == CellKind::large_ceiling ? "large size" : "size of " + place_of(view, one);
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
          {family_text(view, one), code(one.kernel),
           measured ? rounded(summary->median / 1e3, 4, 4) : dash,
           measured && summary->bandwidth ? rounded(*summary->bandwidth / 1e9, 4, 4) : dash,
           standing(view, index, members)});
    }
  }
  return table;
}

/// Rate of the first cell of a kind; 0 when it was not measured.
double rate_of(const View& view, CellKind kind) {
  const std::vector<int> cells = cells_of(view, kind);
  return cells.empty() ? 0 : rate_of(view, cells.front());
}

/// Hot against cold probe, with a conclusion only as strong as the contrast.
Inline cold_line(const View& view, double hot, double cold) {
  const double floor = view.protocol->gates.cold_ratio;
  const std::string kernel = cell(view, cells_of(view, CellKind::hot_probe).front()).kernel;
  const std::string conclusion =
      hot / cold > floor ? "The contrast shows that rotation keeps caches cold."
                         : "The contrast does not show that rotation keeps caches cold.";
  return Inline("Cold check: ") + code(kernel) +
         Inline(" over one buffer that stays in cache reached " + rate_text(hot) + ", " +
                factor_text(hot / cold) + " its " + rate_text(cold) +
                " over rotating buffers of the same size; the gate asks for more than " +
                factor_text(floor, Digits::given) + " in each invocation. " + conclusion);
}

std::vector<Inline> control_lines(const View& view) {
  std::vector<Inline> lines;
  const double cold = rate_of(view, CellKind::cold_probe);
  const double hot = rate_of(view, CellKind::hot_probe);
  if (cold > 0 && hot > 0) lines.push_back(cold_line(view, hot, cold));
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
