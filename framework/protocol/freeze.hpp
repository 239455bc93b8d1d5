// SPDX-License-Identifier: Apache-2.0
// Freezing: canonical text plus provenance; the only maker of a FrozenProtocol.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/build.hpp"
#include "protocol/protocol.hpp"

namespace membound {

/// Version of the rule of judgement; a change of any verdict rule is a new number.
inline constexpr int rules_version = 1;

/// Who froze a protocol, with what and when, and what was known of its power.
struct Provenance {
  Build build;
  std::string time;              ///< UTC, "2026-11-30T17:22:00Z"
  std::string power;             ///< what a pilot foretold; empty: there was none
  std::string accepted_because;  ///< why it was frozen in spite of a low power; empty: it was not
};

/// A protocol that can no longer change: completed protocol, canonical text, digest, provenance. Of
/// an exploratory run it is what ran, without provenance and under a digest that no frozen text
/// has.
class FrozenProtocol {
 public:
  [[nodiscard]] const Protocol& protocol() const { return protocol_; }
  /// Text of the `.frozen.yaml` file, header included.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// SHA-256 over canonical protocol, rules version and kernel source digests: the identity.
  [[nodiscard]] const std::string& digest() const { return digest_; }
  [[nodiscard]] const Provenance& provenance() const { return provenance_; }
  /// Source digest per kernel that an arm or a ceiling uses.
  [[nodiscard]] const std::map<std::string, std::string>& kernels() const { return kernels_; }
  [[nodiscard]] int rules() const { return rules_; }
  [[nodiscard]] bool exploratory() const { return exploratory_; }

 private:
  friend FrozenProtocol freeze(const Protocol&, const Catalogue&, const Provenance&);
  friend FrozenProtocol unfrozen(const Protocol&, const Catalogue&);
  friend FrozenProtocol thaw(std::string_view);
  FrozenProtocol() = default;
  /// Exploratory without a provenance.
  static FrozenProtocol make(const Protocol& protocol, const Catalogue& catalogue,
                             const std::optional<Provenance>& provenance);
  Protocol protocol_;
  std::string text_;
  std::string digest_;
  Provenance provenance_;
  std::map<std::string, std::string> kernels_;
  int rules_ = rules_version;
  bool exploratory_ = false;
};

/// Canonical text of a protocol: every field, fixed order, fixed spelling of numbers and units.
/// parse(canonical(p)).protocol == p for every completed p.
std::string canonical(const Protocol& protocol);

/// Freezes a completed and valid protocol.
FrozenProtocol freeze(const Protocol& protocol, const Catalogue& catalogue,
                      const Provenance& provenance);

/// What an exploratory run runs: the same protocol gives the same text at any time.
FrozenProtocol unfrozen(const Protocol& protocol, const Catalogue& catalogue);

/// Reads a frozen text back and checks its digest; throws Error(integrity) when they disagree.
FrozenProtocol thaw(std::string_view frozen_text);

/// What differs between a frozen protocol and the protocol and kernels of now, in words, one per
/// line; empty when nothing does.
std::string difference(const FrozenProtocol& frozen, const Protocol& now,
                       const Catalogue& catalogue);

}  // namespace membound
