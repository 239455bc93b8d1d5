// SPDX-License-Identifier: Apache-2.0
// Gateway: the verdict of an earlier protocol without which a protocol is not run.
#include "tools/cli/gateway.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/judge.hpp"
#include "tools/cli/publish.hpp"

namespace membound::cli {
namespace {

/// In the words of `proceeds_if`: a falsifier fires or does not.
std::string outcome_in_words(const Verdict& verdict) {
  if (verdict.falsifier && verdict.outcome == Outcome::falsified) return "fired";
  if (verdict.falsifier && verdict.outcome == Outcome::held) return "not_fired";
  return std::string(name_of(verdict.outcome));
}

std::string found(const Gateway& gateway, const Database& database) {
  const auto run = representative(database.runs(), gateway.protocol);
  if (!run) return "of which there is no complete run here";
  const FrozenProtocol frozen = database.protocol(run->run.protocol_digest);
  const std::vector<Verdict> verdicts = judge(frozen, database.evidence(run->run.id));
  const auto it = std::ranges::find(verdicts, gateway.prediction, &Verdict::prediction);
  if (it == verdicts.end()) return "which knows no such prediction";
  const std::string outcome = outcome_in_words(*it);
  return outcome == gateway.outcome ? "" : fmt::format("where it is {}", outcome);
}

}  // namespace

void require_gateway(const Protocol& protocol, const Database& database) {
  if (!protocol.proceeds_if) return;
  const Gateway& gateway = *protocol.proceeds_if;
  const std::string why_not = found(gateway, database);
  if (why_not.empty()) return;
  throw Error(
      fmt::format(
          "'{}' proceeds only if '{}' is {} in '{}', {}; nothing was run. Run that protocol "
          "into the same database first, or name another with --db",
          protocol.id, gateway.prediction, gateway.outcome, gateway.protocol, why_not),
      ExitCode::usage);
}

}  // namespace membound::cli
