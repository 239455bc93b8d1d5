// SPDX-License-Identifier: Apache-2.0
// Command: runs a program of the system without a shell and hands back what it said.
#include "tools/cli/command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "membound/error.hpp"

namespace membound::cli {
namespace {

constexpr int no_program = 127;

std::string read_all(int file) {
  std::string all;
  std::array<char, 4096> part{};
  for (ssize_t n = 0; (n = ::read(file, part.data(), part.size())) > 0;)
    all.append(part.data(), static_cast<std::size_t>(n));
  return all;
}

}  // namespace

Answer command(std::vector<std::string> arguments, const std::filesystem::path& input) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
    throw Error("no pipe could be made; close some programs");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = -1;
  const int problem =
      ::posix_spawnp(&child, arguments.front().c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  Answer answer{no_program, problem == 0 ? read_all(pipe[0]) : ""};
  ::close(pipe[0]);
  if (problem != 0) return answer;
  int status = 0;
  ::waitpid(child, &status, 0);
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return answer;
}

}  // namespace membound::cli
