// SPDX-License-Identifier: Apache-2.0
// Database: where a frozen protocol becomes a row, and a row a frozen protocol.
#include <fmt/format.h>

#include "record/database.hpp"
#include "record/reader.hpp"
#include "record/state.hpp"

namespace membound {

void Database::begin(const FrozenProtocol& frozen, const Plan& plan, const RunHead& run) {
  const Protocol& protocol = frozen.protocol();
  state_->recorder.begin({frozen.digest(), protocol.id, protocol.title, frozen.text()}, plan, run);
}

FrozenProtocol Database::protocol(const std::string& digest) const {
  const StoredProtocol stored = read_protocol(state_->connection, digest);
  FrozenProtocol frozen = thaw(stored.text);
  if (frozen.digest() != stored.digest) {
    throw Error(fmt::format("{}: the text under digest {} has the digest {}; one of the two was "
                            "edited: restore a backup",
                            state_->connection.name(), stored.digest, frozen.digest()),
                ExitCode::integrity);
  }
  if (frozen.protocol().id != stored.id || frozen.protocol().title != stored.title) {
    throw Error(fmt::format("{}: id or title of protocol {} are not those in its text (table "
                            "protocol); one of them was edited: restore a backup",
                            state_->connection.name(), stored.digest),
                ExitCode::integrity);
  }
  return frozen;
}

}  // namespace membound
