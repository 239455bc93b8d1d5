// SPDX-License-Identifier: Apache-2.0
// The whole report: its sections in order, beside its plot.
#include "report/plot.hpp"
#include "report/sections.hpp"

namespace membound::page {

Report render(const View& view) {
  Markdown document;
  for (const auto section :
       {head,         lineage,     verdicts, conclusions, predictions, falsifiers,
        observations, arms,        spread,   controls,    correctness, readings,
        beforehand,   deviations,  outliers, disclosures, every_run,   agreement,
        method,       environment, limits,   reproduce}) {
    document.append(section(view));
  }
  return {document.text(), plot(view)};
}

}  // namespace membound::page
