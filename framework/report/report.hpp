// SPDX-License-Identifier: Apache-2.0
// Report: frozen protocol, evidence and verdicts as Markdown with one plot; the same bytes
// everywhere.
#pragma once

#include <string>
#include <vector>

#include "judge/judge.hpp"

namespace membound {

/// One run in the list of all runs of a protocol.
struct KnownRun {
  RunHead run;
  RunStatus status = RunStatus::running;
  std::string device;             ///< device name
  int invocations = 0;            ///< finished
  std::vector<Verdict> verdicts;  ///< empty for exploratory or incomplete runs
};

struct ReportInput {
  const FrozenProtocol* frozen = nullptr;
  const Evidence* evidence = nullptr;  ///< the run that is reported
  std::vector<Verdict> verdicts;       ///< of that run
  std::vector<KnownRun> runs;  ///< every run of this digest, oldest first, this one included
};

struct Report {
  std::string markdown;  ///< contents of reports/<id>.md
  std::string plot;      ///< contents of reports/<id>.svg, which the Markdown shows
};

Report report(const ReportInput& input);

}  // namespace membound
