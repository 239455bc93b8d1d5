// SPDX-License-Identifier: Apache-2.0
// `membound explain`: what the keys of a protocol mean.
#include "protocol/explain.hpp"

#include <cstdio>
#include <memory>
#include <string>

#include "base/text.hpp"
#include "membound/error.hpp"
#include "protocol/phrases.hpp"
#include "protocol/reference.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

constexpr const char* head =
    "The keys of a protocol. ? marks an optional key, | a key of which a group has one.\n"
    "'membound explain KEY' says more of one: membound explain instrument\n\n";

int print_tree() {
  std::printf("%s%s", head, yaml::tree_of_keys().c_str());
  return 0;
}

int print_reference() {
  std::fputs(protocol_reference().c_str(), stdout);
  return 0;
}

int print_key(const std::string& key) {
  const std::vector<const yaml::Field*> found = yaml::find_fields(key);
  if (found.empty()) {
    const std::string near = guess(key, yaml::known_keys());
    throw Error("no key of a protocol is called " + shown(key) +
                    (near.empty() ? "" : "; did you mean '" + near + "'?") +
                    "\n'membound explain' lists all keys",
                ExitCode::usage);
  }
  std::string separator;
  for (const yaml::Field* field : found) {
    std::printf("%s%s", separator.c_str(), yaml::explain(*field).c_str());
    separator = "\n";
  }
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("explain", "say what a key of a protocol means, or list all");
  auto key = std::make_shared<std::string>();
  auto markdown = std::make_shared<bool>(false);
  verb->add_option("key", *key, "such as instrument, speedup or 'predictions.*.between'")
      ->type_name("KEY");
  verb->add_flag("--markdown", *markdown, "print the reference page of all keys");
  verb->callback([&context, key, markdown] {
    context.chosen = [key, markdown] {
      if (*markdown) return print_reference();
      return key->empty() ? print_tree() : print_key(*key);
    };
  });
}

}  // namespace membound::cli
