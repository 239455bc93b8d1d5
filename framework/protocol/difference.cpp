// SPDX-License-Identifier: Apache-2.0
// Difference: what sets a protocol and kernels of now apart from a frozen protocol, in words.
#include <fmt/format.h>

#include <map>
#include <vector>

#include "base/text.hpp"
#include "protocol/freeze.hpp"
#include "protocol/guard.hpp"
#include "protocol/identity.hpp"
#include "protocol/phrases.hpp"

namespace membound {
namespace {

using Values = std::map<std::string, std::string>;

std::string inline_list(const yaml::Node& list) {
  std::vector<std::string> items;
  for (const yaml::Node& item : list.items)
    items.push_back(item.kind == yaml::Node::Kind::scalar ? item.text : "...");
  return fmt::format("[{}]", join(items));
}

/// Every value of a tree by its path; of a mapping, the order of its keys too.
void flatten(const yaml::Node& node, const std::string& path, Values& values) {
  if (node.kind == yaml::Node::Kind::scalar) values[path] = node.text;
  if (node.kind == yaml::Node::Kind::sequence) values[path] = inline_list(node);
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (node.items[i].kind == yaml::Node::Kind::mapping)
      flatten(node.items[i], fmt::format("{}.{}", path, i + 1), values);
  }
  std::vector<std::string> keys;
  for (const yaml::Entry& entry : node.entries) {
    flatten(entry.value, path.empty() ? entry.key : fmt::format("{}.{}", path, entry.key), values);
    keys.push_back(entry.key);
  }
  if (node.kind == yaml::Node::Kind::mapping) values[path + " (order)"] = join(keys);
}

Values values_of(const Protocol& protocol) {
  Values values;
  flatten(yaml::guard(canonical(protocol), yaml::limits_of_frozen_text).root, "", values);
  return values;
}

/// Lines for keys that one side lacks or that differ; `describe` words one key.
std::string compare(const Values& frozen, const Values& now, std::string_view what) {
  std::string lines;
  for (const auto& [key, value] : frozen) {
    const auto it = now.find(key);
    if (it == now.end()) {
      lines += fmt::format("{}{}: frozen as {}, now absent\n", what, key, shown(value));
    } else if (it->second != value) {
      lines +=
          fmt::format("{}{}: frozen as {}, now {}\n", what, key, shown(value), shown(it->second));
    }
  }
  for (const auto& [key, value] : now) {
    if (!frozen.contains(key))
      lines += fmt::format("{}{}: not in the frozen protocol, now {}\n", what, key, shown(value));
  }
  return lines;
}

std::string compare_kernels(const Values& frozen, const Values& now) {
  std::string lines;
  for (const auto& [name, digest] : now) {
    const auto it = frozen.find(name);
    if (it == frozen.end() || it->second == digest)
      continue;  // a kernel of one side shows among the fields
    lines += fmt::format(
        "kernel {}: its source has changed since it was frozen ({:.12} then, {:.12} now)\n", name,
        it->second.empty() ? "unknown" : it->second, digest.empty() ? "unknown" : digest);
  }
  return lines;
}

}  // namespace

std::string difference(const FrozenProtocol& frozen, const Protocol& now,
                       const Catalogue& catalogue) {
  std::string lines;
  if (frozen.rules() != rules_version) {
    lines += fmt::format(
        "rules: frozen under version {} of the rules of judgement, this program has {}\n",
        frozen.rules(), rules_version);
  }
  lines += compare(values_of(frozen.protocol()), values_of(now), "");
  lines += compare_kernels(frozen.kernels(), kernel_digests(now, catalogue));
  return lines;
}

}  // namespace membound
