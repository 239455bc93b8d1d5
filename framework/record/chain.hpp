// SPDX-License-Identifier: Apache-2.0
// Chain: one SHA-256 per transaction of a run, over the one before it and the rows that it stored.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence.hpp"
#include "record/sqlite.hpp"

namespace membound {

/// Rows of a run: all of one table that have these values in its leading keys, the run aside.
/// {"repetition", {"0", "3"}} is round 3 of invocation 0.
struct RowSet {
  std::string table;
  std::vector<std::string> keys;
  auto operator<=>(const RowSet&) const = default;
};

/// A link before it is hashed: what it follows, where in the run it is, what it covers.
struct ChainLink {
  std::string previous;  ///< digest of the link before; of the frozen protocol for the first
  std::int64_t sequence = 0;
  std::optional<int> invocation;
  std::optional<int> round;
  std::vector<RowSet> rows;  ///< in the order in which they are hashed
};

/// Text of the column `rows` of a link: "run\ncell\n", "repetition 0 3\nbinding 0 1\n".
std::string text_of(const std::vector<RowSet>& rows);
/// The other way; throws Error(integrity) for a text that text_of() does not write.
std::vector<RowSet> rows_of(std::string_view text);

/// How many rows these are.
std::int64_t count(Connection& connection, std::int64_t run, const RowSet& rows);

/// The bytes that a link is the SHA-256 of; conformance/chain.md describes them.
std::string canonical(Connection& connection, std::int64_t run, const ChainLink& link);

/// Extends the chains of runs, inside the transaction of the rows that it covers.
class Chain {
 public:
  explicit Chain(Connection& connection) : connection_(&connection) {}

  /// The first link of a run whose head and cells have just been inserted; it follows the digest of
  /// the frozen protocol.
  void begin(std::int64_t run);
  /// The next link, whose place in the chain is filled in; nothing for a run that was begun before
  /// there were chains.
  void extend(std::int64_t run, ChainLink link);

 private:
  void append(std::int64_t run, const ChainLink& link);
  Connection* connection_;
};

/// Head and length of a run's chain; of a run without one, an empty head.
ChainHead read_chain(Connection& connection, std::int64_t run);

/// Recomputes the chain of a run over all its rows: what differs, in words that name tables and
/// rows. Empty for a run without a chain.
std::vector<std::string> verify_chain(Connection& connection, std::int64_t run);

}  // namespace membound
