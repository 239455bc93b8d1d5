// SPDX-License-Identifier: Apache-2.0
// `membound freeze`: writes the frozen protocol beside the protocol.
#include <cstdio>
#include <memory>

#include "tools/cli/load.hpp"
#include "tools/cli/verbs.hpp"

namespace membound::cli {
namespace {

struct FreezeOptions {
  std::filesystem::path file;
  std::string accept_low_power;
};

int freeze_and_tell(const FreezeOptions& options, const Catalogue& catalogue) {
  const std::filesystem::path& file = options.file;
  const FrozenProtocol frozen =
      freeze_file(file, load(file, catalogue), catalogue, options.accept_low_power);
  std::printf("%s\ndigest  %s\nfrozen  %s\n", frozen_path(file).c_str(), frozen.digest().c_str(),
              frozen.provenance().time.c_str());
  if (frozen.provenance().power.empty()) {
    std::puts(
        "note    nothing is known of its power; 'membound plan --pilot' measures the baseline "
        "against itself and says what each prediction can come to");
  }
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
  auto options = std::make_shared<FreezeOptions>();
  verb->add_option("protocol", options->file, "protocol file")->required()->type_name("FILE");
  verb->add_option("--accept-low-power", options->accept_low_power,
                   "freeze although a pilot calls it hopeless; the reason is printed in the report")
      ->type_name("REASON");
  verb->callback([&context, options] {
    context.chosen = [&context, options] { return freeze_and_tell(*options, context.catalogue); };
  });
}

}  // namespace membound::cli
