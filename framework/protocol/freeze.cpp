// SPDX-License-Identifier: Apache-2.0
// Freeze: canonical text plus provenance, under one digest.
#include "protocol/freeze.hpp"

#include <fmt/format.h>

#include "base/digest.hpp"
#include "protocol/identity.hpp"
#include "protocol/writer.hpp"

namespace membound {

std::string identity(const Identified& of) {
  std::string all = fmt::format("membound-protocol-1\nrules {}\n", of.rules);
  if (of.exploratory) all += "exploratory\n";
  for (const auto& [name, digest] : of.kernels) all += fmt::format("kernel {} {}\n", name, digest);
  return sha256(all + canonical(of.protocol));
}

std::map<std::string, std::string> kernel_digests(const Protocol& protocol,
                                                  const Catalogue& catalogue) {
  std::map<std::string, std::string> digests;
  const auto add = [&](const std::string& name) {
    if (name.empty()) return;
    const Arm* kernel = catalogue.arm(name);
    digests[name] = kernel == nullptr ? "" : catalogue.digest(*kernel);
  };
  for (const ArmUse& arm : protocol.arms) add(arm.kernel);
  for (const std::string& name : protocol.ceilings.read) add(name);
  for (const std::string& name : protocol.ceilings.copy) add(name);
  add(protocol.ceilings.hot_probe);
  add(protocol.ceilings.null_launch);
  return digests;
}

namespace {

void write(yaml::Writer& out, const Provenance& provenance) {
  out.text("version", provenance.build.version);
  out.text("commit", provenance.build.commit);
  out.word("dirty", provenance.build.dirty ? "true" : "false");
  out.text("compiler", provenance.build.compiler);
  out.text("time", provenance.time);
  if (!provenance.power.empty()) out.text("power", provenance.power);
  if (!provenance.accepted_because.empty())
    out.text("accepted_because", provenance.accepted_because);
}

}  // namespace

std::string frozen_text(const Identified& of, const std::string& digest,
                        const Provenance& provenance) {
  yaml::Writer out;
  out.comment(of.exploratory
                  ? "What an exploratory run ran: nothing of it was frozen."
                  : "Frozen by membound: do not edit. To change the experiment, amend the "
                    "protocol and freeze again.");
  out.mapping("frozen", [&] {
    out.text("digest", digest);
    out.word("rules", fmt::to_string(of.rules));
    if (of.exploratory) {
      out.word("exploratory", "true");
    } else {
      write(out, provenance);
    }
    out.mapping("kernels", [&] {
      for (const auto& [name, sources] : of.kernels) out.text(name, sources);
    });
  });
  out.mapping("protocol", [&] { out.lines(canonical(of.protocol)); });
  return out.str();
}

FrozenProtocol FrozenProtocol::make(const Protocol& protocol, const Catalogue& catalogue,
                                    const std::optional<Provenance>& provenance) {
  FrozenProtocol frozen;
  frozen.protocol_ = protocol;
  frozen.kernels_ = kernel_digests(protocol, catalogue);
  frozen.exploratory_ = !provenance;
  frozen.provenance_ = provenance.value_or(Provenance{});
  const Identified of{frozen.rules_, frozen.kernels_, frozen.protocol_, frozen.exploratory_};
  frozen.digest_ = identity(of);
  frozen.text_ = frozen_text(of, frozen.digest_, frozen.provenance_);
  // What is written must read back, or the experiment could never be judged; this cannot fail for a
  // protocol that validate() has passed.
  if (thaw(frozen.text_).protocol() != protocol) {
    throw Error("the frozen text of '" + protocol.id +
                "' reads back as another protocol; complete it before freezing");
  }
  return frozen;
}

FrozenProtocol freeze(const Protocol& protocol, const Catalogue& catalogue,
                      const Provenance& provenance) {
  return FrozenProtocol::make(protocol, catalogue, provenance);
}

FrozenProtocol unfrozen(const Protocol& protocol, const Catalogue& catalogue) {
  return FrozenProtocol::make(protocol, catalogue, std::nullopt);
}

}  // namespace membound
