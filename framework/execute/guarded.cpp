// SPDX-License-Identifier: Apache-2.0
// Guarded operands: one copy of the operands of a problem, each at an end of memory.
#include "execute/guarded.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "execute/compare.hpp"

namespace membound {
namespace {

constexpr std::int64_t alignment = 256;     // of every operand, as in an arena
constexpr std::int64_t granule = 2 * mebi;  // memory of such a size is guarded at both of its ends

constexpr Bytes round_up(Bytes size, std::int64_t to) { return {(size.value + to - 1) / to * to}; }

}  // namespace

std::span<std::byte> GuardedOperands::Place::view() const {
  return memory.bytes().first(static_cast<std::size_t>(operand.bytes().value));
}

GuardedOperands::GuardedOperands(Backend& backend, const std::vector<Operand>& operands,
                                 const Operands& inputs, End end)
    : backend_(backend) {
  for (const Operand& operand : operands) {
    const Bytes room = round_up(operand.bytes(), end == End::back ? alignment : granule);
    Place place{operand, backend.allocate_guarded(room)};
    available_ = available_ && !place.memory.bytes().empty();
    if (!available_) return;
    backend.fill(place.memory.bytes(), poison);
    if (operand.access == Access::read) {
      backend.upload(place.view(), inputs.views.at(operand.name));
      place.checksum = checksum_of(place);
    }
    places_.push_back(std::move(place));
  }
}

Operands GuardedOperands::views() const {
  Operands operands;
  for (const Place& place : places_) operands.views[place.operand.name] = place.view();
  return operands;
}

std::uint64_t GuardedOperands::checksum_of(const Place& place) const {
  const std::array<std::span<const std::byte>, 1> input{place.view()};
  return backend_.checksums(input).front();
}

bool GuardedOperands::written(const Place& place) const {
  const std::span<const std::byte> beside = place.memory.bytes().subspan(place.view().size());
  std::vector<std::byte> found(beside.size());
  backend_.download(found, beside);
  const bool filled = std::ranges::all_of(found, [](std::byte b) { return b == poison; });
  return !filled || (place.operand.access == Access::read && checksum_of(place) != place.checksum);
}

std::string GuardedOperands::written() const {
  const auto it =
      std::ranges::find_if(places_, [this](const Place& place) { return written(place); });
  return it == places_.end() ? "" : it->operand.name;
}

}  // namespace membound
