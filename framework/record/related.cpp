// SPDX-License-Identifier: Apache-2.0
// Related: earlier runs of other protocols that timed the same kernels on the same shapes.
#include "record/related.hpp"

namespace membound {

std::vector<RelatedRun> read_related(Connection& connection, std::int64_t run) {
  Statement row(connection,
                "SELECT o.id, o.started, p.id, o.protocol, count(DISTINCT mine.kernel) "
                "FROM run AS r JOIN cell AS mine ON mine.run = r.key AND mine.kind = 'arm' "
                "JOIN cell AS other ON other.kind = 'arm' AND other.kernel = mine.kernel "
                "AND other.workload IS mine.workload AND other.extents IS mine.extents "
                "JOIN run AS o ON o.key = other.run AND o.protocol <> r.protocol "
                "AND (o.started, o.id) < (r.started, r.id) "
                "JOIN protocol AS p ON p.digest = o.protocol "
                "WHERE r.key = ? GROUP BY o.key ORDER BY o.started, o.id");
  std::vector<RelatedRun> related;
  // Members of a braced list are evaluated from left to right: the order of the columns.
  for (row.bind(run); row.step();)
    related.push_back({row.take<std::string>(), row.take<std::string>(), row.take<std::string>(),
                       row.take<std::string>(), row.take<int>()});
  return related;
}

}  // namespace membound
