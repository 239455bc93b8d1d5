// SPDX-License-Identifier: Apache-2.0
// Owners of SQLite objects: a connection, a statement, a transaction.
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "membound/error.hpp"

namespace membound {

/// What SQLite reported, in words with a remedy; `sqlite_code` is its primary result code.
class StorageError : public Error {
 public:
  StorageError(const std::string& message, ExitCode exit, int sqlite_code)
      : Error(message, exit), sqlite_code_(sqlite_code) {}
  [[nodiscard]] int sqlite_code() const noexcept { return sqlite_code_; }

 private:
  int sqlite_code_;
};

/// An open database file with safe settings. Must not cross a fork.
class Connection {
 public:
  enum class Mode { read_only, read_write };
  Connection(const std::filesystem::path& file, Mode mode);

  /// Runs statements that return nothing.
  void execute(const char* sql);
  /// First column of the first row.
  [[nodiscard]] std::int64_t number(std::string_view sql);
  [[nodiscard]] std::string text(std::string_view sql);

  [[nodiscard]] const std::string& name() const { return name_; }  ///< the path as it was given
  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail(int code, const std::string& detail = "") const;  ///< throws StorageError

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  std::string name_;
  std::unique_ptr<sqlite3, Close> handle_;
};

/// What a column holds.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// A prepared statement: bind all parameters in order, step, take the columns of a row in order.
class Statement {
 public:
  Statement(Connection& connection, std::string_view sql);

  template <class... Values>
  Statement& bind(const Values&... values) {
    sqlite3_reset(handle_.get());
    int index = 0;
    (put(++index, values), ...);
    return *this;
  }
  template <class Value>
  void bind_one(int parameter, const Value& value) {
    put(parameter, value);
  }
  /// Copies a column of another statement's row into a parameter.
  void bind_column(int parameter, const Statement& row, int column);
  /// True: there is a row.
  bool step();
  /// Runs to the end and makes the statement ready for other parameters.
  void run();

  [[nodiscard]] int columns() const { return sqlite3_column_count(handle_.get()); }
  /// A column of the row as it is stored.
  [[nodiscard]] Value value(int column) const;
  /// Next column of the row.
  template <class T>
  T take() {
    return read(column_++, static_cast<T*>(nullptr));
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  void check(int code);
  void put(int index, std::int64_t value);
  void put(int index, double value);
  void put(int index, std::string_view value);
  void put(int index, std::nullopt_t);
  void put(int index, const std::string& value) { put(index, std::string_view(value)); }
  void put(int index, const char* value) { put(index, std::string_view(value)); }
  template <std::integral T>
  void put(int index, T value) {
    put(index, static_cast<std::int64_t>(value));
  }
  template <class T>
  void put(int index, const std::optional<T>& value) {
    value ? put(index, *value) : put(index, std::nullopt);
  }

  std::int64_t integer(int column) const;
  std::string read(int column, std::string*) const;
  double read(int column, double*) const;
  template <std::integral T>
  T read(int column, T*) const {
    const std::int64_t value = integer(column);
    if (!std::in_range<T>(value)) out_of_range(value);
    return static_cast<T>(value);
  }
  bool read(int column, bool*) const { return integer(column) != 0; }
  template <class T>
  std::optional<T> read(int column, std::optional<T>*) const {
    if (sqlite3_column_type(handle_.get(), column) == SQLITE_NULL) return std::nullopt;
    return read(column, static_cast<T*>(nullptr));
  }
  [[noreturn]] void out_of_range(std::int64_t value) const;

  Connection* connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
  int column_ = 0;
};

/// A transaction that is rolled back unless it is committed: for writing, or with "BEGIN" for
/// reading one state.
class Transaction {
 public:
  explicit Transaction(Connection& connection, const char* begin = "BEGIN IMMEDIATE")
      : connection_(connection) {
    connection_.execute(begin);
  }
  ~Transaction() {
    if (open_) sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    connection_.execute("COMMIT");
    open_ = false;
  }

 private:
  Connection& connection_;
  bool open_ = true;
};

}  // namespace membound
