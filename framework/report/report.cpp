// SPDX-License-Identifier: Apache-2.0
// The public report: draws a view from a frozen protocol and its stages, then renders it.
#include "report/report.hpp"

#include "report/sections.hpp"
#include "report/verdict_block.hpp"

namespace membound {
namespace {

page::View view_of(const ReportInput& input) {
  const FrozenProtocol& frozen = *input.frozen;
  return {.protocol = &frozen.protocol(),
          .evidence = input.evidence,
          .digest = frozen.digest(),
          .rules = frozen.rules(),
          .provenance = frozen.provenance(),
          .kernels = frozen.kernels(),
          .plan = plan(frozen),
          .summaries = summarise(frozen, *input.evidence),
          .verdicts = input.verdicts,
          .conclusions = input.conclusions,
          .observations = observe(frozen, *input.evidence),
          .outliers = dropped_repetitions(frozen, *input.evidence),
          .runs = input.runs,
          .lineage = input.lineage,
          .related = input.related};
}

}  // namespace

Report report(const ReportInput& input) { return page::render(view_of(input)); }

std::string verdict_block(const ReportInput& input, const std::vector<std::string>& predictions) {
  return page::verdict_table(view_of(input), predictions);
}

}  // namespace membound
