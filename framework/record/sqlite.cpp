// SPDX-License-Identifier: Apache-2.0
// Owners of SQLite objects: a connection, a statement, a transaction.
#include "record/sqlite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace membound {
namespace {

/// What a result code means to the person at the keyboard.
struct Remedy {
  int code;
  ExitCode exit;
  const char* what;
  const char* next;
};

constexpr std::array remedies{
    Remedy{SQLITE_FULL, ExitCode::machine, "the disk is full", "free some space and run again"},
    Remedy{SQLITE_READONLY, ExitCode::machine, "the file is read-only",
           "make it and its folder writable, or name another database"},
    Remedy{SQLITE_CANTOPEN, ExitCode::machine,
           "the file (or the journal beside it) cannot be opened",
           "check that its folder exists and is writable"},
    Remedy{SQLITE_BUSY, ExitCode::machine, "another program has kept the database locked for 10 s",
           "wait until it has finished, then run again"},
    Remedy{SQLITE_IOERR, ExitCode::machine, "the disk reported an input or output error",
           "check the disk and its free space, then run again"},
    Remedy{SQLITE_CORRUPT, ExitCode::integrity, "the file is damaged",
           "keep a copy of it, then restore a backup or see what `sqlite3 FILE .recover` finds"},
    Remedy{SQLITE_NOTADB, ExitCode::usage, "not a membound database", "name another file"},
    Remedy{SQLITE_CONSTRAINT, ExitCode::integrity, "refused by a rule of the database",
           "what is recorded stays as it was; run `sqlite3 FILE .schema` to see the rules"},
};
constexpr Remedy unknown{0, ExitCode::machine, "SQLite failed",
                         "run `sqlite3 FILE 'PRAGMA integrity_check'` and report what it says"};

StorageError describe(const std::string& name, int code, const char* detail) {
  const int primary = code & 0xff;
  const auto found = std::find_if(remedies.begin(), remedies.end(),
                                  [&](const Remedy& r) { return r.code == primary; });
  const Remedy& remedy = found == remedies.end() ? unknown : *found;
  return {fmt::format("{}: {} ({}); {}", name, remedy.what, detail, remedy.next), remedy.exit,
          primary};
}

}  // namespace

Connection::Connection(const std::filesystem::path& file, Mode mode) : name_(file.string()) {
  sqlite3* opened = nullptr;
  const int flags =
      mode == Mode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int code = sqlite3_open_v2(name_.c_str(), &opened, flags, nullptr);
  handle_.reset(opened);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(opened, 1);
  sqlite3_busy_timeout(opened, 10'000);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
  // SQLite falls back to reading when it may not write: a run must hear of it before it begins.
  if (mode == Mode::read_write && sqlite3_db_readonly(opened, "main") == 1) fail(SQLITE_READONLY);
}

void Connection::fail(int code, const std::string& detail) const {
  if (!detail.empty()) throw describe(name_, code, detail.c_str());
  const bool current = handle_ && (sqlite3_errcode(handle_.get()) & 0xff) == (code & 0xff);
  throw describe(name_, code, current ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code));
}

void Connection::execute(const char* sql) {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Connection::number(std::string_view sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.take<std::int64_t>() : 0;
}

std::string Connection::text(std::string_view sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.take<std::string>() : "";
}

Statement::Statement(Connection& connection, std::string_view sql) : connection_(&connection) {
  sqlite3_stmt* prepared = nullptr;
  const int code = sqlite3_prepare_v2(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                                      &prepared, nullptr);
  handle_.reset(prepared);
  check(code);
}

void Statement::check(int code) {
  if (code != SQLITE_OK) connection_->fail(code);
}

void Statement::put(int index, std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), index, value));
}
void Statement::put(int index, double value) {
  check(sqlite3_bind_double(handle_.get(), index, value));
}
void Statement::put(int index, std::nullopt_t) { check(sqlite3_bind_null(handle_.get(), index)); }
void Statement::put(int index, std::string_view value) {
  check(sqlite3_bind_text64(handle_.get(), index, value.data(), value.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
}

void Statement::bind_column(int parameter, const Statement& row, int column) {
  check(sqlite3_bind_value(handle_.get(), parameter,
                           sqlite3_column_value(row.handle_.get(), column)));
}

bool Statement::step() {
  column_ = 0;
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) connection_->fail(code);
  return false;
}

void Statement::run() {
  while (step()) {
  }
  sqlite3_reset(handle_.get());
}

Value Statement::value(int column) const {
  switch (sqlite3_column_type(handle_.get(), column)) {
    case SQLITE_NULL: return {};
    case SQLITE_INTEGER: return integer(column);
    case SQLITE_FLOAT: return read(column, static_cast<double*>(nullptr));
    default: return read(column, static_cast<std::string*>(nullptr));
  }
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}
double Statement::read(int column, double*) const {
  return sqlite3_column_double(handle_.get(), column);
}
std::string Statement::read(int column, std::string*) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  const int size = sqlite3_column_bytes(handle_.get(), column);
  return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(size));
}

void Statement::out_of_range(std::int64_t value) const {
  throw Error(
      fmt::format("{}: {} is out of range where it stands; the file was not written by membound",
                  connection_->name(), value),
      ExitCode::integrity);
}

}  // namespace membound
