// SPDX-License-Identifier: Apache-2.0
// Screen: progress while a run lasts and its verdicts at the end.
#pragma once

#include <string>
#include <vector>

#include "execute/supervisor.hpp"
#include "judge/judge.hpp"

namespace membound::cli {

/// One line that is rewritten on a terminal; elsewhere a line per finished invocation. Shows where
/// the run stands and whether it is valid, never how an effect looks: that would invite stopping
/// when it looks good.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);
  void show(const Progress& progress);
  void end();

 private:
  bool quiet_;
  bool terminal_;
  bool open_ = false;
  int invocation_ = -1;
};

/// Table of verdicts for a terminal: outcome, prediction, what was predicted, what was measured.
std::string verdict_table(const Protocol& protocol, const std::vector<Verdict>& verdicts);

/// The same of claims, decisions and stop rules: ruling, name, what decided. Empty when there are
/// none.
std::string conclusion_table(const std::vector<Conclusion>& conclusions);

/// Exit code of --gate: falsified before inconclusive before void; complete when every prediction
/// held.
ExitCode gate(const std::vector<Verdict>& verdicts);

}  // namespace membound::cli
