// SPDX-License-Identifier: Apache-2.0
// Schema: creates it in a new file and recognises it in an old one.
#include "record/schema.hpp"

#include <fmt/format.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <string>

namespace membound {
namespace {

/// The write-ahead log needs memory shared between processes, which these file systems do not give:
/// NFS, SMB and CIFS, Lustre, GPFS, AFS, Ceph, BeeGFS (magic numbers of statfs(2)).
constexpr std::array<std::uint32_t, 9> network_file_systems{0x6969,     0x517b,     0xff534d42,
                                                            0xfe534d42, 0x0bd00bd0, 0x47504653,
                                                            0x5346414f, 0x00c36400, 0x19830326};

void refuse_network_file_system(const std::filesystem::path& file) {
  const std::filesystem::path folder =
      file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  struct statfs info {};
  if (statfs(folder.c_str(), &info) != 0) return;  // opening the file will say what is wrong
  const auto type = static_cast<std::uint32_t>(info.f_type);
  if (std::find(network_file_systems.begin(), network_file_systems.end(), type) ==
      network_file_systems.end())
    return;
  throw Error(fmt::format(
      "{}: lies on a network file system, where a database in use can be damaged; write to a local "
      "disk and copy the finished file",
      file.string()));
}

bool is_empty(Connection& connection) {
  return connection.number("PRAGMA application_id") == 0 &&
         connection.number("PRAGMA user_version") == 0 &&
         connection.number("SELECT count(*) FROM sqlite_schema") == 0;
}

/// Throws Error(usage) unless the file was written by a membound that is not newer than this one.
void recognise(Connection& connection) {
  if (connection.number("PRAGMA application_id") != application_id) {
    throw Error(fmt::format("{}: not a membound database; name another file", connection.name()),
                ExitCode::usage);
  }
  const std::int64_t version = connection.number("PRAGMA user_version");
  if (version > schema_version) {
    throw Error(
        fmt::format(
            "{}: written by a newer membound (schema {}, this program knows {}); update membound",
            connection.name(), version, schema_version),
        ExitCode::usage);
  }
  if (version < 1) {
    throw Error(
        fmt::format("{}: not a membound database (schema {} was never released); name another file",
                    connection.name(), version),
        ExitCode::usage);
  }
}

/// Makes the newest schema of an empty file or of an older schema; every step only adds.
void migrate(Connection& connection) {
  if (!is_empty(connection) && connection.number("PRAGMA user_version") != 1) return;
  Transaction transaction(connection);
  // Another program may have done it while this one waited for the lock.
  if (is_empty(connection)) connection.execute(std::string(schema_sql()).c_str());
  if (connection.number("PRAGMA user_version") == 1)
    connection.execute(std::string(schema_2_sql()).c_str());
  transaction.commit();
}

void expect_existing(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return;
  throw Error(fmt::format("{}: no such database; run a protocol first, or name another file",
                          file.string()),
              ExitCode::usage);
}

void expect_ok(Connection& connection, const std::string& check) {
  const std::string found = connection.text(check);
  if (!found.empty() && found != "ok") connection.fail(SQLITE_CORRUPT, check + ": " + found);
}

}  // namespace

Connection example_of(std::int64_t version) {
  Connection ours(":memory:", Connection::Mode::read_write);
  ours.execute(std::string(schema_sql()).c_str());
  if (version >= 2) ours.execute(std::string(schema_2_sql()).c_str());
  return ours;
}

std::map<std::string, std::string> schema_objects(Connection& connection) {
  Statement row(connection,
                "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE name NOT LIKE "
                "'sqlite\\_%' ESCAPE '\\'");
  std::map<std::string, std::string> all;
  while (row.step()) {
    const auto name = row.take<std::string>();
    all[name] = row.take<std::string>();
  }
  return all;
}

Connection open_reading(const std::filesystem::path& file) {
  expect_existing(file);
  Connection connection(file, Connection::Mode::read_only);
  try {
    recognise(connection);
  } catch (const StorageError& error) {
    // A write-ahead log cannot be read without writing beside it.
    const bool unsealed =
        error.sqlite_code() == SQLITE_READONLY || error.sqlite_code() == SQLITE_CANTOPEN;
    if (!unsealed) throw;
    throw Error(fmt::format(
        "{}: cannot be read where it lies: the folder is read-only and the file was not sealed; "
        "copy it, with its -wal file if there is one, to a writable folder and open it there",
        file.string()));
  }
  return connection;
}

Connection open_writing(const std::filesystem::path& file) {
  refuse_network_file_system(file);
  Connection connection(file, Connection::Mode::read_write);
  connection.execute("PRAGMA synchronous = FULL");
  if (!is_empty(connection)) recognise(connection);
  migrate(connection);
  connection.execute("PRAGMA journal_mode = WAL");
  return connection;
}

Connection open_foreign(const std::filesystem::path& file) {
  Connection connection = open_reading(file);
  connection.execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0");
  sqlite3_limit(connection.handle(), SQLITE_LIMIT_LENGTH, 16 << 20);  // a frozen text is shorter
  sqlite3_limit(connection.handle(), SQLITE_LIMIT_ATTACHED, 0);
  expect_ok(connection, "PRAGMA quick_check(1)");
  const std::int64_t version = connection.number("PRAGMA user_version");
  Connection ours = example_of(version);
  if (schema_objects(connection) != schema_objects(ours)) {
    throw Error(fmt::format("{}: its tables, views or triggers differ from schema {}; drop what "
                            "was added to it, or merge an unchanged copy",
                            connection.name(), version),
                ExitCode::integrity);
  }
  return connection;
}

void seal(Connection& connection) {
  expect_ok(connection, "PRAGMA integrity_check(1)");
  expect_ok(connection, "PRAGMA foreign_key_check");
  // No VACUUM: rows that only grow never free a page, and their pages are filled in order.
  sqlite3_busy_timeout(connection.handle(), 0);
  try {
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  } catch (const StorageError& error) {
    if (error.sqlite_code() != SQLITE_BUSY) throw;
  }
  connection.execute("PRAGMA query_only = ON");
}

}  // namespace membound
