// SPDX-License-Identifier: Apache-2.0
// Database: the SQLite file that keeps every repetition; append-only, whole rounds only.
#include "record/database.hpp"

#include <fmt/format.h>

#include "record/conclusions.hpp"
#include "record/inspect.hpp"
#include "record/merge.hpp"
#include "record/reader.hpp"
#include "record/related.hpp"
#include "record/schema.hpp"
#include "record/state.hpp"
#include "record/verdicts.hpp"

namespace membound {

Database::Database(const std::filesystem::path& file, Mode mode)
    : state_(std::make_unique<State>(mode == Mode::read_only ? open_reading(file)
                                                             : open_writing(file))) {}
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

void Database::record(const std::string& run_id, const Message& message) {
  state_->recorder.record(run_id, message);
}

void Database::discard_open_round() { state_->recorder.discard_open_round(); }

void Database::record(const std::string& run_id, const std::vector<Verdict>& verdicts) {
  store_verdicts(state_->connection, run_id, verdicts);
}

void Database::record(const std::string& run_id, const std::vector<Conclusion>& conclusions) {
  store_conclusions(state_->connection, run_id, conclusions);
}

std::vector<Conclusion> Database::conclusions(const std::string& run_id) const {
  Connection& connection = state_->connection;
  return read_conclusions(connection, run_key(connection, find_run(connection, run_id)),
                          rules_version);
}

std::vector<RunSummary> Database::runs() const { return read_runs(state_->connection); }

Evidence Database::evidence(const std::string& run_id) const {
  return read_evidence(state_->connection, run_id);
}

std::vector<Verdict> Database::verdicts(const std::string& run_id) const {
  Connection& connection = state_->connection;
  return read_verdicts(connection, run_key(connection, find_run(connection, run_id)),
                       rules_version);
}

std::vector<RelatedRun> Database::related(const std::string& run_id) const {
  return read_related(state_->connection, run_key(state_->connection, run_id));
}

std::vector<std::string> Database::inspect() const { return inspect_file(state_->connection); }

std::vector<std::string> Database::inspect(const std::string& run_id) const {
  return inspect_run(state_->connection, run_id);
}

MergeCounts Database::merge(const std::filesystem::path& other) {
  std::error_code ignored;
  if (std::filesystem::equivalent(other, state_->connection.name(), ignored)) {
    throw Error(fmt::format("{}: is the database to merge into; name another file", other.string()),
                ExitCode::usage);
  }
  Connection from = open_foreign(other);
  return merge_runs(state_->connection, from);
}

void Database::seal() { membound::seal(state_->connection); }

}  // namespace membound
