// SPDX-License-Identifier: Apache-2.0
// Conclusions: what may be said, what is done and what ends, by conditions that were frozen.
#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/text.hpp"
#include "judge/condition.hpp"
#include "report/caches.hpp"
#include "report/phrases.hpp"
#include "report/sections.hpp"
#include "report/words.hpp"

namespace membound::page {
namespace {

/// A condition and all its parts, in the order in which the judge weighed them; nothing for a list
/// that says no more than its only part.
void add_phrases(const Condition& condition, std::vector<std::string>& out) {
  using Kind = Condition::Kind;
  if (condition.kind != Kind::all && condition.kind != Kind::any) {
    out.push_back(phrase(condition));
    return;
  }
  const std::string list = condition.kind == Kind::all ? "all of these" : "any of these";
  out.push_back(condition.parts.size() == 1 ? "" : list);
  for (const Condition& part : condition.parts) add_phrases(part, out);
}

/// Every condition with what was found of it; parts of parts are marked by how deep they lie.
std::vector<Inline> clause_lines(const Conclusion& one, const std::vector<std::string>& phrases) {
  std::vector<Inline> out;
  for (std::size_t i = 0; i < one.clauses.size(); ++i) {
    const Clause& clause = one.clauses[i];
    std::string text = i < phrases.size() ? phrases[i] : clause.text;
    if (text.empty()) continue;
    for (int depth = 1; depth < clause.depth; ++depth) text.insert(0, "\xe2\x80\xba ");
    const std::string reason = clause.reason.empty() ? "" : ": " + clause.reason;
    out.push_back(Inline(text + " \xe2\x80\x93 ") + strong(label(clause.truth)) +
                  Inline(stopped(reason)));
  }
  return out;
}

void show(Markdown& out, const Conclusion& one, const std::vector<const Condition*>& conditions) {
  std::vector<std::string> phrases;
  for (const Condition* condition : conditions) {
    const std::size_t first = phrases.size();
    add_phrases(*condition, phrases);
    // Of a decision: the list to land comes before the list to close.
    if (conditions.size() < 2) continue;
    if (phrases[first].empty()) phrases[first] = "all of these";
    phrases[first].insert(0, condition == conditions.front() ? "to land: " : "to close: ");
  }
  // A reason that the list below gives anyhow is not said twice.
  const bool listed = !one.clauses.empty() && what_decides(one.clauses) == one.reason;
  out.paragraph(strong("Ruling: " + label(one.ruling)) +
                Inline(listed ? "." : "; " + stopped(one.reason)));
  if (const auto lines = clause_lines(one, phrases); !lines.empty()) out.list(lines);
}

const Conclusion* found(const View& view, Conclusion::Kind kind, const std::string& name) {
  const auto it = std::ranges::find_if(view.conclusions, [&](const Conclusion& one) {
    return one.kind == kind && one.name == name;
  });
  return it == view.conclusions.end() ? nullptr : &*it;
}

/// What makes the arms of a condition unequal: handicaps, sums that some of them leave open, and
/// caches.
std::vector<Inline> unequal_terms(const View& view, const Condition& condition) {
  std::vector<Inline> out;
  std::vector<std::string> partial;
  std::vector<std::string> whole;
  const std::vector<std::string> arms = arms_in(*view.protocol, condition);
  for (const std::string& name : arms) {
    const ArmUse* arm = arm_named(view, name);
    if (arm == nullptr) continue;
    (arm->scope == Scope::partials ? partial : whole).push_back(name);
    if (!arm->handicap.empty())
      out.push_back(strong("Handicap of " + name + ":") + Inline(" " + stopped(arm->handicap)));
  }
  if (!partial.empty() && !whole.empty()) {
    out.push_back(strong("Not the same work:") +
                  Inline(" the time of " + join(partial) + " ends at partial results, that of " +
                         join(whole) + " covers the whole operation."));
  }
  std::ranges::move(warm_remarks(*view.protocol, arms), std::back_inserter(out));
  return out;
}

void claims(Markdown& out, const View& view) {
  for (const Claim& claim : view.protocol->claims) {
    out.heading(3, Inline("Claim ") + code(claim.name));
    const Conclusion* one = found(view, Conclusion::Kind::claim, claim.name);
    const bool allowed = one != nullptr && one->ruling == Ruling::allowed;
    out.paragraph(strong(allowed ? "May be said:" : "May not be said:") +
                  Inline(" " + stopped(claim.text)));
    if (claim.level)
      out.paragraph(strong("Evidence behind it:") + Inline(" " + label(*claim.level) + "."));
    if (one != nullptr) show(out, *one, {&claim.condition});
    if (const auto lines = unequal_terms(view, claim.condition); !lines.empty()) out.list(lines);
  }
}

void decisions(Markdown& out, const View& view) {
  for (const Decision& decision : view.protocol->decisions) {
    out.heading(3, Inline("Decision ") + code(decision.name));
    const Conclusion* one = found(view, Conclusion::Kind::decision, decision.name);
    if (one == nullptr) continue;
    std::vector<const Condition*> conditions{&decision.land};
    if (decision.close) conditions.push_back(&*decision.close);
    show(out, *one, conditions);
    const bool lands = one->ruling == Ruling::land;
    const bool neither = one->ruling == Ruling::between;
    if (lands && !decision.means.empty())
      out.paragraph(strong("Stated in advance:") + Inline(" " + stopped(decision.means)));
    if (neither && !decision.otherwise.empty())
      out.paragraph(strong("Stated in advance:") + Inline(" " + stopped(decision.otherwise)));
    if (!decision.also.empty() && lands)
      out.paragraph("It lands only if what is checked elsewhere passes too.");
  }
}

void stop_rules(Markdown& out, const View& view) {
  for (const StopRule& rule : view.protocol->stop_rules) {
    out.heading(3, Inline("Stop rule ") + code(rule.name));
    const Conclusion* one = found(view, Conclusion::Kind::stop_rule, rule.name);
    if (one == nullptr) continue;
    show(out, *one, {&rule.when});
    if (one->ruling == Ruling::stop && !rule.means.empty())
      out.paragraph(strong("Stated in advance:") + Inline(" " + stopped(rule.means)));
  }
}

}  // namespace

Markdown conclusions(const View& view) {
  const Protocol& protocol = *view.protocol;
  Markdown out;
  if (protocol.claims.empty() && protocol.decisions.empty() && protocol.stop_rules.empty())
    return out;
  out.heading(2, "What follows");
  out.paragraph(
      "Written before the measurement: what may be said, what is done, and what ends. A condition "
      "is unknown when the verdict that it asks for leaves it open, or when it is checked "
      "elsewhere.");
  claims(out, view);
  decisions(out, view);
  stop_rules(out, view);
  return out;
}

}  // namespace membound::page
