// SPDX-License-Identifier: Apache-2.0
// Thaw: reads a frozen text back and checks that nothing in it has changed.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "protocol/freeze.hpp"
#include "protocol/guard.hpp"
#include "protocol/identity.hpp"
#include "protocol/parse.hpp"
#include "protocol/phrases.hpp"

namespace membound {
namespace {

constexpr const char* remedy =
    "restore the file as it was frozen; to change the experiment, amend it";

[[noreturn]] void refuse(const std::string& what) {
  throw Error(fmt::format("frozen protocol: {}; {}", what, remedy), ExitCode::integrity);
}

const yaml::Node& child(const yaml::Node& node, std::string_view key, yaml::Node::Kind kind) {
  const yaml::Entry* entry = node.find(key);
  if (entry == nullptr) refuse(fmt::format("'{}' is missing", key));
  if (entry->value.kind != kind) {
    refuse(fmt::format("'{}' in line {} is not what was written there", key, entry->mark.line));
  }
  return entry->value;
}

std::string text(const yaml::Node& node, std::string_view key) {
  return child(node, key, yaml::Node::Kind::scalar).text;
}

/// Empty when the file was written without it.
std::string optional_text(const yaml::Node& node, std::string_view key) {
  return node.find(key) == nullptr ? "" : text(node, key);
}

int rules(const yaml::Node& head) {
  const auto number = yaml::read_integer(child(head, "rules", yaml::Node::Kind::scalar));
  if (!number.value || *number.value < 1 || *number.value > 1'000'000)
    refuse("'rules' is no version number");
  return static_cast<int>(*number.value);
}

Provenance provenance(const yaml::Node& head) {
  return {.build = {.version = text(head, "version"),
                    .commit = text(head, "commit"),
                    .dirty = text(head, "dirty") == "true",
                    .compiler = text(head, "compiler")},
          .time = text(head, "time"),
          .power = optional_text(head, "power"),
          .accepted_because = optional_text(head, "accepted_because")};
}

std::map<std::string, std::string> kernels(const yaml::Node& head) {
  std::map<std::string, std::string> digests;
  for (const yaml::Entry& entry : child(head, "kernels", yaml::Node::Kind::mapping).entries) {
    digests[entry.key] = entry.value.text;
  }
  return digests;
}

/// The first line in which two texts differ, from 1.
int first_difference(std::string_view a, std::string_view b) {
  const auto [at, other] = std::ranges::mismatch(a, b);
  return static_cast<int>(std::count(a.begin(), at, '\n')) + 1;
}

Protocol protocol(const yaml::Tree& tree, const std::string& frozen_by) {
  const yaml::Node& body = child(tree.root, "protocol", yaml::Node::Kind::mapping);
  yaml::Draft draft;
  Protocol parsed = yaml::parse(yaml::Tree{.root = body, .findings = {}}, draft);
  if (const std::vector<Finding> findings = draft.findings.take(); !findings.empty()) {
    const Finding& first = findings.front();
    const bool other = frozen_by != build().version;
    refuse(fmt::format("line {}: {}{}", first.mark.line, first.message,
                       other ? fmt::format(" (it was frozen by membound {}, this is {})",
                                           printable(frozen_by), build().version)
                             : ""));
  }
  return parsed;
}

}  // namespace

FrozenProtocol thaw(std::string_view frozen) {
  const yaml::Tree tree = yaml::guard(frozen, yaml::limits_of_frozen_text);
  if (!tree.findings.empty()) {
    const Finding& first = tree.findings.front();
    refuse(fmt::format("line {}: {}", first.mark.line, first.message));
  }
  const yaml::Node& head = child(tree.root, "frozen", yaml::Node::Kind::mapping);
  FrozenProtocol out;
  out.digest_ = text(head, "digest");
  out.rules_ = rules(head);
  out.exploratory_ = head.find("exploratory") != nullptr;
  if (!out.exploratory_) out.provenance_ = provenance(head);
  out.kernels_ = kernels(head);
  out.protocol_ = protocol(tree, out.provenance_.build.version);
  const Identified of{out.rules_, out.kernels_, out.protocol_, out.exploratory_};
  const std::string digest = identity(of);
  if (digest != out.digest_) {
    refuse(fmt::format(
        "its digest says {}, but its contents give {}: something was changed after freezing",
        shown(out.digest_), digest));
  }
  out.text_ = frozen_text(of, digest, out.provenance_);
  if (out.text_ != frozen) {
    refuse(fmt::format(
        "line {} is not as membound writes it (comments, spacing or line ends were changed)",
        first_difference(frozen, out.text_)));
  }
  return out;
}

}  // namespace membound
