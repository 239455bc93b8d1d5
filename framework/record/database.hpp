// SPDX-License-Identifier: Apache-2.0
// Database: the SQLite file that keeps every repetition; append-only, whole rounds only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "evidence/evidence.hpp"
#include "judge/judge.hpp"

namespace membound {

/// A run in the list of runs.
struct RunSummary {
  RunHead run;
  std::string protocol;  ///< id of the protocol
  std::string device;    ///< name
  RunStatus status = RunStatus::running;
  int invocations = 0;  ///< finished
  std::int64_t repetitions = 0;
};

/// What a merge did.
struct MergeCounts {
  int added = 0;  ///< runs that gained rows: new ones, and known ones that have gone on since
  int already_there = 0;  ///< runs that gained nothing
};

/// An opened database. Throws Error with a remedy when the file is not ours, newer, read-only or
/// full.
class Database {
 public:
  enum class Mode { read_only, read_write };  ///< read_write creates the file when it is absent
  Database(const std::filesystem::path& file, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;

  /// Stores the frozen text (once) and the head of a run; committed before this returns.
  void begin(const FrozenProtocol& frozen, const Plan& plan, const RunHead& run);
  /// Keeps a message of the current run; RoundFinished commits the round, events commit at once.
  void record(const std::string& run_id, const Message& message);
  /// Forgets what was kept of a round that will not finish (its worker died).
  void discard_open_round();
  /// Stores verdicts of a run that has ended, once per rules version: the same again change
  /// nothing, others throw.
  void record(const std::string& run_id, const std::vector<Verdict>& verdicts);
  /// Stores what follows from them, likewise.
  void record(const std::string& run_id, const std::vector<Conclusion>& conclusions);

  [[nodiscard]] std::vector<RunSummary> runs() const;  ///< oldest first
  [[nodiscard]] FrozenProtocol protocol(const std::string& digest) const;
  [[nodiscard]] Evidence evidence(const std::string& run_id) const;  ///< a unique prefix is enough
  /// As stored under the rules of this program; empty when the run was not judged under them.
  [[nodiscard]] std::vector<Verdict> verdicts(const std::string& run_id) const;
  [[nodiscard]] std::vector<Conclusion> conclusions(const std::string& run_id) const;

  /// Earlier runs of other protocols that timed some of the same arms; oldest first.
  [[nodiscard]] std::vector<RelatedRun> related(const std::string& run_id) const;

  /// What contradicts itself in the file, and in the rows of a run; in words that name tables and
  /// rows.
  [[nodiscard]] std::vector<std::string> inspect() const;
  [[nodiscard]] std::vector<std::string> inspect(const std::string& run_id) const;

  /// Copies what only `other` holds; idempotent, one transaction per run. Throws Error(integrity)
  /// when both hold a run with different content.
  MergeCounts merge(const std::filesystem::path& other);
  /// Leaves one compact file: checkpoint, no journal, integrity checked. No further writes. While
  /// another program has the file open, its journal stays: the last one seals.
  void seal();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace membound
