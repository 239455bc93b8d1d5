// SPDX-License-Identifier: Apache-2.0
// Conclusion: what a run says of the claims, decisions and stop rules that were frozen with it.
#include "judge/conclusion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/rule.hpp"

namespace membound {
namespace {

/// Why no claim may rest on this condition, whatever was found of it; empty when one may.
std::string barred(const Hearing& hearing, const Condition& condition) {
  const Protocol& protocol = hearing.protocol();
  for (const std::string& name : arms_in(protocol, condition)) {
    const auto arm = std::ranges::find(protocol.arms, name, &ArmUse::name);
    if (arm != protocol.arms.end() && arm->role == Role::post_hoc) {
      return fmt::format("{} was added after results had been seen, and no claim may rest on it",
                         name);
    }
  }
  return hearing.counted().blocked.claims;
}

Ruling of_claim(Truth truth) {
  if (truth == Truth::unknown) return Ruling::undecided;
  return truth == Truth::met ? Ruling::allowed : Ruling::not_allowed;
}

Conclusion on(const Claim& claim, Session& session) {
  Conclusion out{.kind = Conclusion::Kind::claim,
                 .name = claim.name,
                 .clauses = weigh(session.ground(), claim.condition)};
  out.ruling = of_claim(out.clauses.front().truth);
  out.reason = what_decides(out.clauses);
  if (std::string reason = barred(session.hearing(), claim.condition); !reason.empty()) {
    out.ruling = Ruling::not_allowed;
    out.reason = std::move(reason);
  }
  return out;
}

/// What was found of a decision's two conditions.
struct Sides {
  std::vector<Clause> land;
  std::vector<Clause> close;  ///< empty when the protocol has none
};

void rule(Conclusion& out, const Sides& sides) {
  const Truth land = sides.land.front().truth;
  const Truth close = sides.close.empty() ? Truth::not_met : sides.close.front().truth;
  if (land == Truth::met && close == Truth::met) {
    out.reason = "the conditions to land and to close are both met";
  } else if (land == Truth::met) {
    out.ruling = Ruling::land;
    out.reason = what_decides(sides.land);
  } else if (close == Truth::met) {
    out.ruling = Ruling::close;
    out.reason = what_decides(sides.close);
  } else if (land == Truth::not_met && close == Truth::not_met) {
    out.ruling = Ruling::between;
    out.reason = fmt::format("not to land: {}", what_decides(sides.land));
  } else {
    const bool to_land = land == Truth::unknown;
    out.reason = what_decides(to_land ? sides.land : sides.close);
  }
}

Conclusion on(const Decision& decision, Session& session) {
  Conclusion out{.kind = Conclusion::Kind::decision, .name = decision.name};
  const Sides sides{
      weigh(session.ground(), decision.land),
      decision.close ? weigh(session.ground(), *decision.close) : std::vector<Clause>{}};
  rule(out, sides);
  out.clauses = sides.land;
  out.clauses.insert(out.clauses.end(), sides.close.begin(), sides.close.end());
  if (!decision.also.empty())
    out.clauses.push_back({0, decision.also, Truth::unknown, "not evaluated here"});
  return out;
}

Conclusion on(const StopRule& stop, Session& session) {
  Conclusion out{.kind = Conclusion::Kind::stop_rule,
                 .name = stop.name,
                 .clauses = weigh(session.ground(), stop.when)};
  const Truth truth = out.clauses.front().truth;
  if (truth != Truth::unknown) out.ruling = truth == Truth::met ? Ruling::stop : Ruling::go_on;
  out.reason = what_decides(out.clauses);
  return out;
}

}  // namespace

std::string_view name_of(Truth truth) {
  if (truth == Truth::unknown) return "unknown";
  return truth == Truth::met ? "met" : "not_met";
}

std::string_view name_of(Conclusion::Kind kind) {
  if (kind == Conclusion::Kind::claim) return "claim";
  return kind == Conclusion::Kind::decision ? "decision" : "stop_rule";
}

std::string_view name_of(Ruling ruling) {
  switch (ruling) {
    case Ruling::allowed: return "allowed";
    case Ruling::not_allowed: return "not_allowed";
    case Ruling::land: return "land";
    case Ruling::close: return "close";
    case Ruling::between: return "between";
    case Ruling::stop: return "stop";
    case Ruling::go_on: return "go_on";
    case Ruling::undecided: break;
  }
  return "undecided";
}

std::vector<Conclusion> conclusions(Session& session) {
  const Protocol& protocol = session.hearing().protocol();
  std::vector<Conclusion> out;
  for (const Claim& claim : protocol.claims) out.push_back(on(claim, session));
  for (const Decision& decision : protocol.decisions) out.push_back(on(decision, session));
  for (const StopRule& stop : protocol.stop_rules) out.push_back(on(stop, session));
  return out;
}

std::vector<Conclusion> withhold(const Protocol& protocol, const std::string& reason) {
  std::vector<Conclusion> out;
  const auto add = [&](Conclusion::Kind kind, const std::string& name) {
    out.push_back({.kind = kind, .name = name, .reason = reason});
  };
  for (const Claim& one : protocol.claims) add(Conclusion::Kind::claim, one.name);
  for (const Decision& one : protocol.decisions) add(Conclusion::Kind::decision, one.name);
  for (const StopRule& one : protocol.stop_rules) add(Conclusion::Kind::stop_rule, one.name);
  return out;
}

}  // namespace membound
