// SPDX-License-Identifier: Apache-2.0
// Tests of input and output faults: the operating system fails the Nth write, once or from then on.
#include <gtest/gtest.h>

#include "record/example.hpp"
#include "record/reader.hpp"
#include "record/schema.hpp"

namespace membound {
namespace {

/// When to fail: the call number `at` of the writing calls, and whether all later ones fail too.
struct Plot {
  int at = 0;
  bool sticky = false;
  int code = SQLITE_IOERR_WRITE;
  int calls = 0;
  bool strikes() {
    ++calls;
    return at > 0 && (sticky ? calls >= at : calls == at);
  }
};
Plot plot;

/// A file that passes everything on to the file of the real VFS, which lies behind it in memory.
struct FaultyFile {
  sqlite3_file base;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<FaultyFile*>(file)->real(); }

int faulty_write(sqlite3_file* f, const void* data, int size, sqlite3_int64 at) {
  return plot.strikes() ? plot.code : real(f)->pMethods->xWrite(real(f), data, size, at);
}
int faulty_sync(sqlite3_file* f, int flags) {
  return plot.strikes() ? SQLITE_IOERR_FSYNC : real(f)->pMethods->xSync(real(f), flags);
}
int faulty_truncate(sqlite3_file* f, sqlite3_int64 size) {
  return plot.strikes() ? SQLITE_IOERR_TRUNCATE : real(f)->pMethods->xTruncate(real(f), size);
}

const sqlite3_io_methods faulty_methods{
    .iVersion = 2,
    .xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); },
    .xRead = [](sqlite3_file* f, void* d, int n,
                sqlite3_int64 at) { return real(f)->pMethods->xRead(real(f), d, n, at); },
    .xWrite = faulty_write,
    .xTruncate = faulty_truncate,
    .xSync = faulty_sync,
    .xFileSize = [](sqlite3_file* f,
                    sqlite3_int64* n) { return real(f)->pMethods->xFileSize(real(f), n); },
    .xLock = [](sqlite3_file* f, int l) { return real(f)->pMethods->xLock(real(f), l); },
    .xUnlock = [](sqlite3_file* f, int l) { return real(f)->pMethods->xUnlock(real(f), l); },
    .xCheckReservedLock = [](sqlite3_file* f,
                             int* r) { return real(f)->pMethods->xCheckReservedLock(real(f), r); },
    .xFileControl = [](sqlite3_file* f, int op,
                       void* a) { return real(f)->pMethods->xFileControl(real(f), op, a); },
    .xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
    .xDeviceCharacteristics =
        [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
    .xShmMap = [](sqlite3_file* f, int r, int n, int e,
                  void volatile** p) { return real(f)->pMethods->xShmMap(real(f), r, n, e, p); },
    .xShmLock = [](sqlite3_file* f, int o, int n,
                   int l) { return real(f)->pMethods->xShmLock(real(f), o, n, l); },
    .xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); },
    .xShmUnmap = [](sqlite3_file* f, int d) { return real(f)->pMethods->xShmUnmap(real(f), d); },
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

/// The default VFS with faults, for as long as the object lives.
class FaultyDisk {
 public:
  FaultyDisk() : system_(sqlite3_vfs_find(nullptr)), vfs_(*system_) {
    vfs_.zName = "faulty";
    vfs_.szOsFile = static_cast<int>(sizeof(FaultyFile)) + system_->szOsFile;
    vfs_.pAppData = system_;
    vfs_.xOpen = [](sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
      auto* system = static_cast<sqlite3_vfs*>(vfs->pAppData);
      file->pMethods = nullptr;
      const int code = system->xOpen(system, name, real(file), flags, out);
      if (real(file)->pMethods != nullptr) file->pMethods = &faulty_methods;
      return code;
    };
    sqlite3_vfs_register(&vfs_, 1);
  }
  ~FaultyDisk() {
    plot = {};
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(system_, 1);
  }
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

 private:
  sqlite3_vfs* system_;
  sqlite3_vfs vfs_;
};

/// Writes a run and seals; returns how many rounds were acknowledged before something failed.
std::size_t write_run(const std::filesystem::path& file) {
  std::size_t acknowledged = 0;
  try {
    Connection connection = open_writing(file);
    Recorder recorder(connection);
    recorder.begin(recorded::protocol(), recorded::plan(), recorded::head("aa"));
    for (const Message& message : recorded::run()) {
      recorder.record("aa", message);
      if (std::holds_alternative<RoundFinished>(message)) ++acknowledged;
    }
    seal(connection);
  } catch (const Error&) {
    // What was acknowledged must be there, whatever failed.
  }
  return acknowledged;
}

/// What is in the file once the disk works again: rounds, or nothing when the run never began.
std::size_t whole_rounds(const std::filesystem::path& file) {
  Connection connection = open_writing(file);
  EXPECT_EQ(connection.text("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(connection.number("SELECT count(*) FROM (SELECT count(*) AS n FROM repetition "
                              "GROUP BY run, invocation, round) WHERE n <> 2"),
            0);
  return static_cast<std::size_t>(connection.number("SELECT count(*) FROM repetition")) / 2;
}

/// Fails the Nth writing call for every N (stepping by `step`) until nothing fails; returns the
/// number of trials.
int sweep(bool sticky, int code, int step) {
  const recorded::Folder folder;
  FaultyDisk disk;
  for (int at = 1, trial = 1;; at += step, ++trial) {
    const auto file = folder.file(std::to_string(at) + ".db");
    plot = {.at = at, .sticky = sticky, .code = code};
    const std::size_t acknowledged = write_run(file);
    const bool struck = plot.calls >= at;
    plot = {};
    EXPECT_GE(whole_rounds(file), acknowledged) << "fault at writing call " << at;
    if (!struck) return trial;
  }
}

TEST(IoFaults, a_single_failed_write_loses_no_acknowledged_round) {
  EXPECT_GT(sweep(false, SQLITE_IOERR_WRITE, 13), 8);
}
TEST(IoFaults, a_disk_that_stays_full_loses_no_acknowledged_round) {
  EXPECT_GT(sweep(true, SQLITE_FULL, 17), 6);
}

}  // namespace
}  // namespace membound
