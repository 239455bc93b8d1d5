// SPDX-License-Identifier: Apache-2.0
// Recorder: writes the messages of runs into a database, whole rounds only.
#pragma once

#include <string>
#include <vector>

#include "evidence/evidence.hpp"
#include "record/chain.hpp"
#include "record/sqlite.hpp"

namespace membound {

/// A frozen protocol as it is stored: its digest names it, `text` is the frozen file.
struct StoredProtocol {
  std::string digest;
  std::string id;
  std::string title;
  std::string text;
  bool operator==(const StoredProtocol&) const = default;
};

class Recorder {
 public:
  explicit Recorder(Connection& connection) : connection_(&connection), chain_(connection) {}

  /// Stores protocol (once), head and cells of a run.
  void begin(const StoredProtocol& protocol, const Plan& plan, const RunHead& run);
  void record(const std::string& run_id, const Message& message);
  void discard_open_round() { round_.clear(); }

 private:
  void keep(const InvocationStarted& started);
  void keep(const CellBound& bound) { bound_.push_back(bound); }
  void keep(const Correctness& checked) { checked_.push_back(checked); }
  void keep(const Repetition& repetition) { round_.push_back(repetition); }
  void keep(const RoundFinished& finished);
  void keep(const InvocationFinished& finished);
  void keep(const Event& event);
  void keep(const Reading& reading) { read_.push_back(reading); }

  void select(const std::string& run_id);
  void insert_checks(std::vector<RowSet>& rows);
  void insert_readings(std::vector<RowSet>& rows);
  void insert_round();
  /// Inserts what waits and what `insert` adds in one transaction with the link that covers it, and
  /// forgets it once it is on disk. `insert` says which rows it added.
  template <class Insert>
  void commit(Insert insert);

  Connection* connection_;
  Chain chain_;
  std::string run_id_;
  std::int64_t run_ = 0;          ///< its local key
  std::vector<CellBound> bound_;  ///< wait for the next commit
  std::vector<Correctness> checked_;
  std::vector<Reading> read_;
  std::vector<Repetition> round_;  ///< the open round: waits for its end
};

/// The digest that names a device's row: SHA-256 over a JSON list of its columns.
std::string device_digest(const DeviceInfo& device);

/// Local key of a run; throws Error(usage) when there is none of that id.
std::int64_t run_key(Connection& connection, const std::string& run_id);

}  // namespace membound
