// SPDX-License-Identifier: Apache-2.0
// `membound schema`: the JSON Schema of protocols, for editors.
#include "protocol/schema.hpp"

#include <cstdio>

#include "tools/cli/verbs.hpp"

namespace membound::cli {

void add_schema(CLI::App& app, Context& context) {
  CLI::App* verb = app.add_subcommand("schema", "print the JSON Schema of protocols, for editors");
  verb->callback([&context] {
    context.chosen = [] {
      std::fputs(protocol_schema().c_str(), stdout);
      return 0;
    };
  });
}

}  // namespace membound::cli
