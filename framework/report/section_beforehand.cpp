// SPDX-License-Identifier: Apache-2.0
// Beforehand: what was measured before the freeze and was a condition for it.
#include "base/text.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {

Markdown beforehand(const View& view) {
  Markdown out;
  if (view.protocol->beforehand.empty()) return out;
  out.heading(2, "Measured before the freeze");
  Table table{{{"what"}, {"value", Align::right}, {"at most", Align::right}, {"how"}}, {}};
  for (const Beforehand& one : view.protocol->beforehand) {
    table.rows.push_back({code(one.name), error_text(one.value), error_text(one.at_most),
                          one.note.empty() ? "\xe2\x80\x93" : one.note});
  }
  out.table(table);
  return out.paragraph(
      "The author states these; they were measured outside this run and are not checked by it.");
}

}  // namespace membound::page
