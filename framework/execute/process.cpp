// SPDX-License-Identifier: Apache-2.0
// Process: a worker as its supervisor holds it.
#include "execute/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "membound/error.hpp"

namespace membound {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw Error("cannot start a worker: " + what + ": " + std::strerror(errno));
}

struct Pipe {
  int read = -1;
  int write = -1;
};

/// Both ends close on exec; posix_spawn copies the worker's ends to their numbers.
Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  // Kept away from the numbers that the worker's ends are copied to.
  const int read = ::fcntl(ends[0], F_DUPFD_CLOEXEC, 10);
  const int write = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  if (read < 0 || write < 0) fail("pipe");
  ::close(ends[0]);
  ::close(ends[1]);
  return {read, write};
}

int shared_memory() {
  const int low = ::memfd_create("membound-status", MFD_CLOEXEC);
  const int fd = low < 0 ? -1 : ::fcntl(low, F_DUPFD_CLOEXEC, 10);
  if (fd < 0 || ::ftruncate(fd, sizeof(WorkerStatus)) != 0) fail("shared memory");
  ::close(low);
  const WorkerStatus initial{};
  if (::pwrite(fd, &initial, sizeof initial, 0) != sizeof initial) fail("shared memory");
  return fd;
}

/// The file of this program: what /proc/self/exe is to another program is that program.
std::string own_file() {
  std::array<char, 4096> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0 || length == static_cast<ssize_t>(path.size())) fail("readlink");
  return {path.data(), static_cast<std::size_t>(length)};
}

/// The environment of a worker: ours, with the C library told to put large vectors on huge pages.
/// The double-precision references are gigabytes, and touching those 4 KiB at a time takes longer
/// than computing them (measured: 1.0 instead of 0.2 s/GiB).
std::vector<std::string> worker_environment() {
  constexpr std::string_view name = "GLIBC_TUNABLES=";
  std::string tunables = "glibc.malloc.hugetlb=1";
  std::vector<std::string> environment;
  for (char* const* entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with(name))
      tunables.append(":").append(text.substr(name.size()));
    else
      environment.emplace_back(text);
  }
  environment.push_back(std::string(name) + tunables);
  return environment;
}

/// Words as C wants them: pointers, and a null at the end.
std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

/// What the worker inherits, under the numbers at which it looks for them.
struct Inheritance {
  int order;
  int messages;
  int go;
  int status;
};

pid_t spawn_worker(const Inheritance& ends, std::vector<std::string> command) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, ends.order, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends.messages, message_fd);
  posix_spawn_file_actions_adddup2(&actions, ends.go, go_fd);
  posix_spawn_file_actions_adddup2(&actions, ends.status, status_fd);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  command.emplace_back(own_file());
  command.emplace_back("worker");
  std::vector<std::string> variables = worker_environment();
  pid_t pid = -1;
  const int code = ::posix_spawn(&pid, command.front().c_str(), &actions, &attributes,
                                 pointers(command).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  errno = code;
  if (code != 0) fail("posix_spawn");
  return pid;
}

void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return;  // it died: its exit tells why
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

Process::Process(std::string_view order, std::vector<std::string> wrapper) {
  std::signal(SIGPIPE, SIG_IGN);
  const Pipe orders = make_pipe();
  const Pipe messages = make_pipe();
  const Pipe go = make_pipe();
  const int status = shared_memory();
  void* shared = ::mmap(nullptr, sizeof(WorkerStatus), PROT_READ, MAP_SHARED, status, 0);
  if (shared == MAP_FAILED) fail("shared memory");
  status_ = static_cast<WorkerStatus*>(shared);
  pid_ = spawn_worker({orders.read, messages.write, go.read, status}, std::move(wrapper));
  for (const int fd : {orders.read, messages.write, go.read, status}) ::close(fd);
  messages_ = messages.read;
  go_ = go.write;
  write_all(orders.write, order);
  ::close(orders.write);
}

Process::~Process() {
  kill();
  (void)wait();
  ::close(messages_);
  ::close(go_);
  ::munmap(status_, sizeof(WorkerStatus));
}

std::optional<std::string> Process::next_line(std::chrono::milliseconds patience) {
  while (true) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (end_of_lines_) return std::nullopt;
    pollfd poll_for{messages_, POLLIN, 0};
    if (::poll(&poll_for, 1, static_cast<int>(patience.count())) <= 0) return std::nullopt;
    std::array<char, 65536> chunk{};
    const ssize_t n = ::read(messages_, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) end_of_lines_ = true;
    if (n > 0) buffer_.append(chunk.data(), static_cast<std::size_t>(n));
  }
}

void Process::go() const { write_all(go_, "g"); }

WorkerStatus Process::status() const {
  return {std::atomic_ref(status_->cell).load(), std::atomic_ref(status_->heartbeat).load()};
}

void Process::kill() const {
  if (pid_ > 0) ::kill(-pid_, SIGKILL);
}

int Process::wait() {
  if (pid_ <= 0) return 0;
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace membound
