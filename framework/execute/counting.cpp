// SPDX-License-Identifier: Apache-2.0
// Counting: a worker that a profiler watches.
#include "execute/counting.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "execute/message.hpp"
#include "execute/process.hpp"
#include "execute/profile.hpp"
#include "protocol/counters.hpp"

namespace membound {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds glance{200};
constexpr std::chrono::minutes longest_count{5};

/// The log of a profiler, in a folder that goes with it.
class ProfileLog {
 public:
  ProfileLog() {
    std::string folder = (std::filesystem::temp_directory_path() / "membound-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr)
      throw Error("cannot make a folder for the profiler's log in " + folder);
    folder_ = folder;
  }
  ~ProfileLog() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  ProfileLog(const ProfileLog&) = delete;
  ProfileLog& operator=(const ProfileLog&) = delete;

  [[nodiscard]] std::filesystem::path file() const { return folder_ / "log.csv"; }
  [[nodiscard]] std::string text() const {
    std::ifstream from(file());
    return {std::istreambuf_iterator<char>(from), {}};
  }

 private:
  std::filesystem::path folder_;
};

bool stopped(const RunRequest& request) {
  return request.interrupts != nullptr && request.interrupts->load() > 1;
}

}  // namespace

std::vector<Reading> read_counters(const RunRequest& request, const Job& job) {
  if (request.backend != "cuda")
    throw Error(fmt::format("the backend '{}' has no counters", request.backend));
  const std::string profiler = find_profiler();
  if (profiler.empty())
    throw Error("there is no ncu: install Nsight Compute, or add its folder to PATH");
  const std::set<std::string> names = counters_asked(request.frozen->protocol()).names;
  const ProfileLog log;
  Process worker(encode(WorkOrder{request.frozen->text(), job, request.backend, request.device}),
                 profiler_command(profiler, names, log.file()));
  const Clock::time_point start = Clock::now();
  while (!worker.ended()) {
    static_cast<void>(worker.next_line(glance));
    if (stopped(request) || Clock::now() - start > longest_count) worker.kill();
  }
  static_cast<void>(worker.wait());
  return counted_in(log.text(), names, job.invocation);
}

}  // namespace membound
