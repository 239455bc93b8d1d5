// SPDX-License-Identifier: Apache-2.0
// Arms: what each of them took on each case.
#include <algorithm>

#include "base/text.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

const std::string dash = "\xe2\x80\x93";

/// "gemv/splitk bf16, batch_rows 8".
std::string kernel_text(const Cell& cell) {
  std::vector<std::string> parts{cell.kernel + (cell.format.empty() ? "" : " " + cell.format)};
  for (const auto& [name, value] : cell.parameters)
    parts.push_back(name + " " + std::to_string(value));
  return join(parts);
}

std::string microseconds(double nanoseconds) { return rounded(nanoseconds / 1e3, 4, 4); }

std::string spread_text(const View& view, double spread) {
  const bool ratio = view.protocol->gates.spread == Spread::max_over_min;
  return ratio ? factor_text(spread) : percent_text(spread);
}

std::string share(const std::optional<double>& value) {
  return value ? rounded(*value * 100, 4, 1) + " %" : dash;
}

std::vector<Inline> row_of(const View& view, int index) {
  const Cell& one = cell(view, index);
  std::vector<Inline> row{code(one.case_name), code(one.arm), code(kernel_text(one)),
                          label(one.role)};
  const CellSummary* summary = summary_of(view, index);
  if (summary == nullptr) {
    row.insert(row.end(), {dash, dash, dash, dash, dash, dash, "0", dash});
    return row;
  }
  const std::string quartiles =
      microseconds(summary->low_quartile) + " to " + microseconds(summary->high_quartile);
  const std::string rate = summary->bandwidth ? rounded(*summary->bandwidth / 1e9, 4, 4) : dash;
  row.insert(row.end(),
             {strong(microseconds(summary->median)), quartiles, spread_text(view, summary->spread),
              rate, share(summary->share_of_large), share(summary->share_of_matched),
              std::to_string(summary->repetitions), std::to_string(summary->flagged)});
  return row;
}

/// Arms that could not run, each reason once.
std::vector<Inline> unavailable(const View& view) {
  std::vector<std::string> seen;
  std::vector<Inline> out;
  for (const CellBound& bound : view.evidence->bindings) {
    if (bound.unavailable.empty()) continue;
    const Cell& one = cell(view, bound.cell);
    const std::string text = one.arm + " " + bound.unavailable;
    if (std::ranges::find(seen, text) != seen.end()) continue;
    seen.push_back(text);
    out.push_back(code(one.arm) + Inline(" did not run: " + stopped(bound.unavailable)));
  }
  return out;
}

std::vector<Inline> notes(const View& view) {
  std::vector<Inline> out;
  for (const ArmUse& arm : view.protocol->arms) {
    if (!arm.note.empty()) out.push_back(code(arm.name) + Inline(": " + stopped(arm.note)));
    if (!arm.handicap.empty()) {
      out.push_back(code(arm.name) +
                    Inline(" is not compared on equal terms: " + stopped(arm.handicap)));
    }
    if (arm.scope == Scope::partials) {
      out.push_back(code(arm.name) + Inline(" is timed up to its partial results: the last sum is "
                                            "not part of it."));
    }
    if (arm.rotation == Rotation::none) {
      out.push_back(code(arm.name) + Inline(" keeps its caches warm: it does not rotate, and its "
                                            "rate is not one of the memory."));
    }
    if (arm.role == Role::post_hoc) {
      out.push_back(code(arm.name) + Inline(" was added after results had been seen (post hoc)."));
    }
  }
  for (const Group& group : view.protocol->groups) {
    out.push_back(code(group.name) + Inline(" stands for the fastest of " + join(group.arms) +
                                            " in each invocation."));
  }
  std::ranges::move(unavailable(view), std::back_inserter(out));
  return out;
}

}  // namespace

Markdown arms(const View& view) {
  Markdown out;
  out.heading(2, "Every arm on every case");
  Table table{{{"case"},
               {"arm"},
               {"kernel"},
               {"role"},
               {"median (us)", Align::right},
               {"quartiles (us)", Align::right},
               {"spread", Align::right},
               {"GB/s", Align::right},
               {"of large ceiling", Align::right},
               {"of matched ceiling", Align::right},
               {"n", Align::right},
               {"flagged", Align::right}},
              {}};
  std::vector<int> cells = cells_of(view, CellKind::arm);
  std::ranges::stable_sort(cells, {}, [&](int index) {
    return std::ranges::find(view.protocol->cases, cell(view, index).case_name, &Case::name) -
           view.protocol->cases.begin();
  });
  for (const int index : cells) table.rows.push_back(row_of(view, index));
  out.table(table);
  out.paragraph("Time is per launch; n counts repetitions of " +
                counted(view.protocol->instrument.launches, "launch") + ". Spread is " +
                label(view.protocol->gates.spread) +
                " of the worst invocation. Bandwidth counts each operand once, as declared by the "
                "workload.");
  if (const std::vector<Inline> remarks = notes(view); !remarks.empty()) out.list(remarks);
  return out;
}

}  // namespace membound::page
