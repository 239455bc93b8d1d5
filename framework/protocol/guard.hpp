// SPDX-License-Identifier: Apache-2.0
// Guard: YAML text into a small tree, refusing whatever could be read in two ways.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/finding.hpp"

namespace membound::yaml {

struct Entry;

/// One node of the tree. `refused` stands where the guard already made a finding.
struct Node {
  enum class Kind { null, scalar, sequence, mapping, refused };
  Kind kind = Kind::null;
  Mark mark;
  bool quoted = false;         ///< scalar in quotes or a block scalar: never a number
  std::string text;            ///< of a scalar
  std::vector<Node> items;     ///< of a sequence
  std::vector<Entry> entries;  ///< of a mapping, in the order of the file

  /// Entry of a key; nullptr when there is none.
  [[nodiscard]] const Entry* find(std::string_view key) const;
};

struct Entry {
  std::string key;
  Mark mark;
  Node value;
};

struct Tree {
  Node root;  ///< `refused` when the text is not one YAML document
  std::vector<Finding> findings;
};

/// What a text may have at most.
struct Limits {
  std::size_t bytes = 0;
  std::size_t nodes = 0;
};
inline constexpr Limits limits_of_protocol{.bytes = 1 << 20, .nodes = 20'000};
/// A frozen text shows what its protocol left out; completing a protocol within its limits never
/// exceeds these.
inline constexpr Limits limits_of_frozen_text{.bytes = 16 << 20, .nodes = 320'000};
inline constexpr std::size_t most_bytes_of_line =
    1 << 16;  // the YAML parser holds a line's tokens at once
/// Deep enough for conditions nested to their limit, and for the head that freezing puts above
/// them.
inline constexpr std::size_t most_depth = 32;

/// Refuses, with position: duplicate keys, anchors, aliases, tags, keys that are not text, a second
/// document, bad characters, and more than the limits above. Never throws.
Tree guard(std::string_view text, const Limits& limits = limits_of_protocol);

}  // namespace membound::yaml
