// SPDX-License-Identifier: Apache-2.0
// Correctness: outputs of timed launches against the double-precision reference.
#include <algorithm>
#include <cmath>
#include <optional>

#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

/// All comparisons of one cell taken together.
struct Compared {
  int comparisons = 0;
  int failed = 0;
  int copies = 0;
  double error = 0;  ///< largest; infinity when an output was not finite or not written
  double tolerance = 0;
};

Compared compared(const View& view, int index) {
  Compared all;
  for (const Correctness& one : view.evidence->correctness) {
    if (one.cell != index) continue;
    ++all.comparisons;
    all.failed += one.passed ? 0 : 1;
    all.copies += one.copies;
    all.tolerance = one.tolerance;
    if (std::isnan(one.error) || one.error > all.error) all.error = one.error;
  }
  return all;
}

std::string largest(const Compared& all) {
  return std::isfinite(all.error) ? error_text(all.error) : "not finite or not written";
}

std::vector<Inline> row_of(const View& view, int index) {
  const Cell& one = cell(view, index);
  const Compared all = compared(view, index);
  std::vector<Inline> row{code(place_of(view, one)), code(one.arm)};
  if (all.comparisons == 0) {
    row.insert(row.end(), {"\xe2\x80\x93", "\xe2\x80\x93", "0", "0", "not checked"});
    return row;
  }
  row.insert(row.end(), {largest(all), error_text(all.tolerance), std::to_string(all.comparisons),
                         std::to_string(all.copies),
                         all.failed == 0 ? Inline("passed")
                                         : strong("failed " + std::to_string(all.failed) + " of " +
                                                  std::to_string(all.comparisons))});
  return row;
}

/// Older runs say nothing of it.
std::string admission_text(const View& view) {
  const auto& events = view.evidence->events;
  const auto admitted = std::ranges::find(events, admitted_event, &Event::kind);
  if (admitted == events.end()) return {};
  if (admitted->detail == "0")
    return " Accesses outside of the operands: not checked, because the device has no memory that "
           "ends where an access faults.";
  return " Before anything was timed, every arm ran once on operands at whose ends memory stops, "
         "where an access outside of an operand faults; what an operand lacks to a multiple of 256 "
         "bytes was filled and looked at for writes, not for reads.";
}

/// Of older runs only what the first and the last launches left was looked at.
std::string method_text(const View& view) {
  const auto& events = view.evidence->events;
  const auto audited = std::ranges::find(events, audited_event, &Event::kind);
  std::string text = "Outputs were compared with a double-precision reference before the first ";
  text +=
      audited == events.end()
          ? "and after the last timed launch of each invocation. "
          : "timed launch of each invocation; what every timed repetition of an arm left was "
            "held against that bit for bit, and compared with the reference where it differed. ";
  text +=
      "Output memory is poisoned first, so that an output that was not written cannot pass, and a "
      "value that is not a number never passes.";
  if (audited == events.end() || audited->detail == "0") return text;
  return text + " After the last round of invocation " +
         std::to_string(audited->invocation.value_or(0)) +
         ", elements of the largest input were changed where they lie, in some copies and not in "
         "others, and every arm was run once more: one that keeps results, operands or the address "
         "of a copy from earlier launches is wrong then.";
}

}  // namespace

Markdown correctness(const View& view) {
  const bool chain = view.protocol->instrument.launch == LaunchMode::chain;
  Markdown out;
  out.heading(2, "Correctness");
  Table table{{{"case"},
               {"arm"},
               {"largest error", Align::right},
               {"tolerance", Align::right},
               {"comparisons", Align::right},
               {chain ? "links or copies compared" : "copies compared", Align::right},
               {"result"}},
              {}};
  for (std::size_t i = 0; i < view.plan.cells.size(); ++i) {
    const int index = static_cast<int>(i);
    if (cell(view, index).kind == CellKind::arm || compared(view, index).comparisons > 0) {
      table.rows.push_back(row_of(view, index));
    }
  }
  out.table(table);
  if (chain) {
    out.paragraph(
        "In a chain every link of an arm is compared, given the input that it really had: the "
        "first "
        "with the double-precision reference, the others with a simple kernel that is itself held "
        "to the reference. A link that begins before its input is written reads poison.");
  }
  return out.paragraph(method_text(view) + admission_text(view));
}

}  // namespace membound::page
