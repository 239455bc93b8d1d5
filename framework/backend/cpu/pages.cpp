// SPDX-License-Identifier: Apache-2.0
// Pages: host memory for operands, on huge pages where the system gives them.
#include "backend/cpu/pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "membound/error.hpp"

namespace membound::cpu {
namespace {

[[noreturn]] void refuse(std::size_t bytes) {
  throw Error("cannot map " + std::to_string(bytes) + " bytes: " + std::strerror(errno) +
              "; use smaller cases, or a smaller working_set or large_ceiling");
}

}  // namespace

Memory map_pages(Bytes size) {
  if (size.value < 0) throw Error("cannot allocate a negative number of bytes");
  constexpr auto boundary = static_cast<std::size_t>(huge_page);
  const auto bytes = static_cast<std::size_t>(size.value);
  // One boundary more than needed, so that a stretch that starts on one fits; untouched pages cost
  // nothing.
  const std::size_t mapped = (bytes / boundary + 2) * boundary;
  void* const base =
      mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) refuse(bytes);
  // Advice: without huge pages everything still works, slower, and the notes on the device say so.
  madvise(base, mapped, MADV_HUGEPAGE);
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  const std::size_t offset = (boundary - address % boundary) % boundary;
  return {{static_cast<std::byte*>(base) + offset, bytes},
          [base, mapped](std::byte*) { munmap(base, mapped); }};
}

Memory map_guarded(Bytes size) {
  if (size.value <= 0) throw Error("cannot guard an empty piece of memory");
  const auto bytes = static_cast<std::size_t>(size.value);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t usable = (bytes + page - 1) / page * page;
  const std::size_t mapped = usable + 2 * page;
  void* const base = mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) refuse(bytes);
  auto* const first = static_cast<std::byte*>(base) + page;
  Memory memory({first + usable - bytes, bytes},
                [base, mapped](std::byte*) { munmap(base, mapped); });
  if (mprotect(first, usable, PROT_READ | PROT_WRITE) != 0) refuse(bytes);
  return memory;
}

}  // namespace membound::cpu
