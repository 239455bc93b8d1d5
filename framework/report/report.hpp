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

/// A frozen protocol that was replaced by an amendment.
struct Ancestor {
  std::string digest;
  std::string frozen;  ///< when, UTC; empty where the database does not hold its text
  std::string reason;  ///< why it was replaced
  Seen seen = Seen::nothing_run;
  std::vector<KnownRun> runs;
};

struct ReportInput {
  const FrozenProtocol* frozen = nullptr;
  const Evidence* evidence = nullptr;  ///< the run that is reported
  std::vector<Verdict> verdicts;       ///< of that run, as are the next
  std::vector<Conclusion> conclusions;
  std::vector<KnownRun> runs;         ///< every run of this digest, oldest first, this one included
  std::vector<Ancestor> lineage{};    ///< what this protocol replaces, the latest first
  std::vector<RelatedRun> related{};  ///< earlier runs of other digests that share an arm
};

struct Report {
  std::string markdown;  ///< contents of reports/<id>.md
  std::string plot;      ///< contents of reports/<id>.svg, which the Markdown shows
};

Report report(const ReportInput& input);

}  // namespace membound
