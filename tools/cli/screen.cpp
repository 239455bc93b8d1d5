// SPDX-License-Identifier: Apache-2.0
// Screen: progress while a run lasts and its verdicts at the end.
#include "tools/cli/screen.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/text.hpp"
#include "report/phrases.hpp"
#include "report/words.hpp"

namespace membound::cli {
namespace {

std::string remaining(double seconds) {
  if (seconds <= 0) return "";
  const int whole = static_cast<int>(seconds + 0.5);
  return whole < 60 ? fmt::format(", {} s left", whole)
                    : fmt::format(", {} min {:02} s left", whole / 60, whole % 60);
}

std::string validity(const Progress& p) {
  std::string text =
      p.checks_failed == 0 ? "outputs correct" : fmt::format("{} WRONG OUTPUTS", p.checks_failed);
  if (p.throttled > 0) text += fmt::format(", {} throttled", p.throttled);
  return text;
}

std::string line_of(const Progress& p) {
  return fmt::format("invocation {}/{}, round {}/{}{}; {}",
                     std::min(p.invocation + 1, p.invocations), p.invocations, p.round, p.rounds,
                     remaining(p.seconds_left), validity(p));
}

struct Row {
  std::string outcome, name, predicted, measured;
};

std::string measured(const Protocol& protocol, const Verdict& verdict, const CaseVerdict& at) {
  const auto find = [&](const auto& list) {
    return std::ranges::find_if(list,
                                [&](const auto& item) { return item.name == verdict.prediction; });
  };
  std::optional<Quantity> quantity;
  if (verdict.falsifier) {
    quantity = find(protocol.falsifiers)->quantity;
  } else {
    quantity = find(protocol.predictions)->quantity;
  }
  if (!quantity || !at.estimate) return at.reason;
  return fmt::format("{}  [{}]", page::value_text(quantity->kind, *at.estimate),
                     page::interval_text(quantity->kind, at));
}

/// With the words for an earlier result that was to repeat.
std::string shown_outcome(const Protocol& protocol, const Verdict& verdict) {
  const auto prediction =
      std::ranges::find(protocol.predictions, verdict.prediction, &Prediction::name);
  return prediction == protocol.predictions.end()
             ? page::label(verdict.outcome)
             : page::outcome_label(*prediction, verdict.outcome);
}

std::vector<Row> rows_of(const Protocol& protocol, const Verdict& verdict) {
  std::vector<Row> rows;
  std::string predicted;
  for (const Prediction& p : protocol.predictions) {
    if (!verdict.falsifier && p.name == verdict.prediction) predicted = page::phrase(p);
  }
  for (const Falsifier& f : protocol.falsifiers) {
    if (verdict.falsifier && f.name == verdict.prediction) predicted = page::phrase(f);
  }
  const std::string outcome =
      verdict.falsifier ? page::falsifier_label(verdict.outcome) : shown_outcome(protocol, verdict);
  const bool single = verdict.cases.size() == 1;
  rows.push_back({outcome, verdict.prediction, predicted,
                  single ? measured(protocol, verdict, verdict.cases.front()) : verdict.reason});
  if (single) return rows;
  for (const CaseVerdict& at : verdict.cases) {
    rows.push_back(
        {"  " + (verdict.falsifier ? page::falsifier_label(at.outcome) : page::label(at.outcome)),
         "  " + at.case_name, "", measured(protocol, verdict, at)});
  }
  return rows;
}

}  // namespace

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const Progress& progress) {
  if (quiet_) return;
  if (terminal_) {
    std::fprintf(stderr, "\r\x1b[K%s", line_of(progress).c_str());
    open_ = true;
  } else if (progress.invocation != invocation_ && progress.invocation > 0) {
    std::fprintf(stderr, "%s\n",
                 fmt::format("invocation {}/{} finished; {}", progress.invocation,
                             progress.invocations, validity(progress))
                     .c_str());
  }
  invocation_ = progress.invocation;
}

void ProgressLine::end() {
  if (open_) std::fputs("\r\x1b[K", stderr);
  open_ = false;
}

std::string verdict_table(const Protocol& protocol, const std::vector<Verdict>& verdicts) {
  std::vector<Row> rows;
  for (const Verdict& verdict : verdicts)
    std::ranges::move(rows_of(protocol, verdict), std::back_inserter(rows));
  std::size_t outcome = 0;
  std::size_t name = 0;
  for (const Row& row : rows) {
    outcome = std::max(outcome, row.outcome.size());
    name = std::max(name, row.name.size());
  }
  std::string table;
  const std::string indent(outcome + 2, ' ');
  for (const Row& row : rows) {
    table +=
        fmt::format("{:<{}}  {:<{}}  {}\n", row.outcome, outcome, row.name, name, row.measured);
    if (!row.predicted.empty()) table += fmt::format("{}predicted: {}\n", indent, row.predicted);
  }
  return printable_lines(table);
}

std::string conclusion_table(const std::vector<Conclusion>& conclusions) {
  std::size_t ruling = 0;
  std::size_t name = 0;
  const auto title = [](const Conclusion& one) {
    std::string kind(name_of(one.kind));
    std::ranges::replace(kind, '_', ' ');
    return kind + " " + one.name;
  };
  for (const Conclusion& one : conclusions) {
    ruling = std::max(ruling, page::label(one.ruling).size());
    name = std::max(name, title(one).size());
  }
  std::string table;
  for (const Conclusion& one : conclusions) {
    table += fmt::format("{:<{}}  {:<{}}  {}\n", page::label(one.ruling), ruling, title(one), name,
                         one.reason);
  }
  return printable_lines(table);
}

ExitCode gate(const std::vector<Verdict>& verdicts) {
  const auto any = [&](auto... outcomes) {
    return std::ranges::any_of(verdicts, [&](const Verdict& v) {
      return !v.falsifier && ((v.outcome == outcomes) || ...);
    });
  };
  if (any(Outcome::falsified)) return ExitCode::falsified;
  if (any(Outcome::inconclusive, Outcome::not_run)) return ExitCode::inconclusive;
  if (any(Outcome::voided)) return ExitCode::voided;
  return ExitCode::complete;
}

}  // namespace membound::cli
