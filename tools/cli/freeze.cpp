// SPDX-License-Identifier: Apache-2.0
// `membound freeze`: writes the frozen protocol beside the protocol.
#include <cstdio>
#include <memory>

#include "tools/cli/load.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

int freeze_and_tell(const std::filesystem::path& file, const Catalogue& catalogue) {
  const FrozenProtocol frozen = freeze_file(file, load(file, catalogue), catalogue);
  std::printf("%s\ndigest  %s\nfrozen  %s\n", frozen_path(file).c_str(), frozen.digest().c_str(),
              frozen.provenance().time.c_str());
  if (frozen.provenance().build.dirty) {
    std::puts(
        "note    the program was built from a modified tree; commit, rebuild and freeze from there "
        "to name its source");
  }
  std::printf("next    git add %s && git commit   (an outside witness of the time: push it)\n",
              frozen_path(file).c_str());
  return 0;
}

}  // namespace

void add_freeze(CLI::App& app, Context& context) {
  CLI::App* verb =
      app.add_subcommand("freeze", "freeze a protocol: canonical text, digests, provenance");
  auto file = std::make_shared<std::filesystem::path>();
  verb->add_option("protocol", *file, "protocol file")->required()->type_name("FILE");
  verb->callback([&context, file] {
    context.chosen = [&context, file] { return freeze_and_tell(*file, context.catalogue); };
  });
}

}  // namespace membound::cli
