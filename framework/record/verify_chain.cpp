// SPDX-License-Identifier: Apache-2.0
// Verify chain: recomputes every link of a run and looks for rows that none of them covers.
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/digest.hpp"
#include "base/text.hpp"
#include "record/chain.hpp"
#include "record/layout.hpp"

namespace membound {
namespace {

std::string protocol_of(Connection& connection, std::int64_t run) {
  Statement row(connection, "SELECT protocol FROM run WHERE key = ?");
  row.bind(run).step();
  return row.take<std::string>();
}

struct Stored {
  ChainLink link;  ///< without what it follows
  std::string digest;
};

std::vector<Stored> links_of(Connection& connection, std::int64_t run) {
  std::vector<Stored> links;
  Statement row(connection,
                "SELECT sequence, invocation, round, rows, digest FROM link WHERE run = ? ORDER BY "
                "sequence");
  for (row.bind(run); row.step();) {
    Stored& stored = links.emplace_back();
    stored.link.sequence = row.take<std::int64_t>();
    stored.link.invocation = row.take<std::optional<int>>();
    stored.link.round = row.take<std::optional<int>>();
    stored.link.rows = rows_of(row.take<std::string>());
    stored.digest = row.take<std::string>();
  }
  return links;
}

/// "repetition 0 3, binding 0 1": the rows of a link for a message, cut when they are many.
std::string named(const std::vector<RowSet>& rows) {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (const RowSet& set : rows) {
    if (names.size() == most) {
      names.emplace_back("...");
      break;
    }
    std::string line = text_of({set});
    line.pop_back();
    names.push_back(printable(line));
  }
  return join(names, ", ");
}

/// Rows of the run that no link covers, or that were covered and are gone, per table.
void find_uncovered(Connection& connection, std::int64_t run, const std::set<RowSet>& covered,
                    std::vector<std::string>& found) {
  std::map<std::string, std::int64_t> chained;
  for (const RowSet& rows : covered) chained[rows.table] += count(connection, run, rows);
  for (const Layout& layout : layouts) {
    const std::string table(layout.table);
    const std::int64_t stored = count(connection, run, {table, {}});
    if (stored == chained[table]) continue;
    found.push_back(fmt::format("table {}: {} rows of the run are stored, its chain covers {}",
                                table, stored, chained[table]));
  }
}

}  // namespace

std::vector<std::string> verify_chain(Connection& connection, std::int64_t run) {
  std::vector<std::string> found;
  if (read_chain(connection, run).links == 0) return found;
  std::set<RowSet> covered;
  std::string previous = protocol_of(connection, run);
  std::int64_t sequence = 0;
  for (Stored& stored : links_of(connection, run)) {
    ChainLink& link = stored.link;
    if (link.sequence != sequence)
      found.push_back(fmt::format("table link: link {} of the chain is missing", sequence));
    sequence = link.sequence + 1;
    link.previous = previous;
    if (sha256(canonical(connection, run, link)) != stored.digest) {
      found.push_back(fmt::format(
          "table link: link {} is not the digest of the link before it and its rows; one of them "
          "was changed: {}",
          link.sequence, named(link.rows)));
    }
    covered.insert(link.rows.begin(), link.rows.end());
    previous = stored.digest;
  }
  find_uncovered(connection, run, covered, found);
  return found;
}

}  // namespace membound
