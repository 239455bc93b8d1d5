// SPDX-License-Identifier: Apache-2.0
// Parse: text of a protocol into the protocol as written, the places of its parts and all findings.
#include "protocol/parse.hpp"

#include "protocol/guard.hpp"
#include "protocol/words.hpp"

namespace membound::yaml {
namespace {

void parse_prior_data(const Section& file, Draft& draft, Protocol& protocol) {
  const auto value = file.find("prior_data");
  if (!value) return;
  if (value->node->kind == Node::Kind::scalar) {
    protocol.prior_data = static_cast<PriorData>(word_of(draft, *value));
    return;
  }
  const Section prior = section_of(draft, *value);
  protocol.prior_data = prior.word<PriorData>("level");
  protocol.prior_note = prior.text("note");
}

std::optional<Amendment> parse_amends(const Section& file) {
  const auto section = file.section("amends");
  if (!section) return std::nullopt;
  return Amendment{.parent = section->text("parent"),
                   .reason = section->text("reason"),
                   .seen = section->word<Seen>("seen")};
}

void parse_head(const Section& file, Draft& draft, Protocol& protocol) {
  protocol.version = static_cast<int>(file.integer("membound"));
  protocol.id = file.text("id");
  protocol.title = file.text("title");
  protocol.question = file.text("question");
  protocol.rationale = file.text("rationale");
  protocol.scope = file.text("scope");
  protocol.out_of_scope = file.text("out_of_scope");
  protocol.lineage = {.follows = file.text("follows"),
                      .supersedes = file.text("supersedes"),
                      .replicates = file.text("replicates")};
  if (const auto gateway = file.section("proceeds_if")) {
    protocol.proceeds_if = {
        .protocol = gateway->text("protocol"),
        .prediction = gateway->text("prediction"),
        .outcome = std::string(words::gateway_outcomes[gateway->word<std::size_t>("outcome")])};
  }
  parse_prior_data(file, draft, protocol);
  protocol.amends = parse_amends(file);
  if (const auto needed = file.section("requires")) {
    protocol.requires_ = {.backend = needed->text("backend"),
                          .device = needed->text("device"),
                          .driver = needed->text("driver")};
  }
  protocol.results = file.word<ResultsPlace>("results", protocol.results);
}

}  // namespace

Protocol parse(const Tree& tree, Draft& draft) {
  for (const Finding& finding : tree.findings) draft.findings.add(finding);
  Protocol protocol;
  const Node& root = tree.root;
  if (root.kind == Node::Kind::mapping) {
    const Section file(draft, root, {"", "", root.mark});
    parse_head(file, draft, protocol);
    parse_design(file, draft, protocol);
    parse_method(file, draft, protocol);
    parse_expectations(file, draft, protocol);
    parse_conclusions(file, draft, protocol);
    protocol.disclosures = file.texts("disclosures");
  } else if (root.kind != Node::Kind::refused) {
    draft.findings.error(root.mark, "a protocol is a mapping of keys to values",
                         "start with 'membound: 1' and 'id: my-experiment'", kinds::wrong_form);
  }
  return protocol;
}

}  // namespace membound::yaml

namespace membound {

Parsed parse(std::string_view yaml) {
  yaml::Draft draft;
  Protocol protocol = yaml::parse(yaml::guard(yaml), draft);
  return {std::move(protocol), std::move(draft.marks), draft.findings.take()};
}

}  // namespace membound
