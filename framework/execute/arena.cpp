// SPDX-License-Identifier: Apache-2.0
// Arena: the rotating copies of one operand set in device memory, shared by all arms that use them.
#include "execute/arena.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "backend/cpu/pages.hpp"
#include "base/digest.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/text.hpp"

namespace membound {
namespace {

constexpr std::int64_t alignment = 256;
constexpr std::int64_t stride_alignment = 4096;
constexpr std::int64_t bytes_per_partial = 4096;  // as the stream workload declares

/// What repeated inputs repeat. No power of two divides it that is larger than 256, so that an
/// index that is wrong by one finds other words.
constexpr Bytes block{63 * mebi + 256};

constexpr std::int64_t round_up(std::int64_t value, std::int64_t to) {
  return (value + to - 1) / to * to;
}

std::uint32_t sum_of_words(std::span<const std::byte> bytes) {
  std::atomic<std::uint32_t> total{0};
  in_parallel(static_cast<std::int64_t>(bytes.size() / 4), 1 << 20,
              [&](std::int64_t begin, std::int64_t end) {
                std::uint32_t sum = 0;
                for (std::int64_t i = begin; i < end; ++i) {
                  std::uint32_t word = 0;
                  std::memcpy(&word, bytes.data() + 4 * i, 4);
                  sum += word;
                }
                total += sum;
              });
  return total;
}

/// SHA-256 over the SHA-256 digests of consecutive 4 MiB chunks: one digest that all cores work on.
std::string chunked_digest(std::span<const std::byte> bytes) {
  constexpr std::size_t chunk = 4 * mebi;
  std::vector<std::string> digests((bytes.size() + chunk - 1) / chunk);
  in_parallel(
      static_cast<std::int64_t>(digests.size()), 1, [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
          const auto part = bytes.subspan(i * chunk, std::min(chunk, bytes.size() - i * chunk));
          digests[i] = sha256({reinterpret_cast<const char*>(part.data()), part.size()});
        }
      });
  return sha256(join(digests, ""));
}

/// Exchanges random pairs of elements of `size` bytes, one for each 1024 and at least eight.
void exchange_elements(std::span<std::byte> bytes, std::size_t size, std::uint64_t seed) {
  const std::uint64_t count = bytes.size() / size;
  const std::uint64_t pairs = std::max<std::uint64_t>(8, count / 1024);
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const auto element = [&](std::uint64_t index) {
      return bytes.subspan(splitmix64(seed, index) % count * size, size);
    };
    std::ranges::swap_ranges(element(2 * i), element(2 * i + 1));
  }
}

/// Views of the inputs in a host image, which may end before they do.
Operands input_views(const Layout& layout, std::span<std::byte> image) {
  Operands inputs;
  for (const Placement& p : layout.placements) {
    if (p.operand.access != Access::read) continue;
    const auto begin = std::min(image.size(), static_cast<std::size_t>(p.offset));
    const auto size = static_cast<std::size_t>(p.operand.bytes().value);
    inputs.views[p.operand.name] = image.subspan(begin, std::min(image.size() - begin, size));
  }
  return inputs;
}

Bytes image_size(const Layout& layout, const Contents& contents) {
  return contents.repeated ? std::min(layout.inputs, block) : layout.inputs;
}

}  // namespace

const Placement& Layout::output() const {
  const auto it = std::ranges::find_if(
      placements, [](const Placement& p) { return is_output(p.operand.access); });
  if (it == placements.end()) throw Error("a workload declares no output operand");
  return *it;
}

Layout layout_of(const Workload& workload, const OperandSet& set) {
  std::vector<Operand> operands = workload.operands(set.problem.extents, set.problem.format);
  std::ranges::stable_partition(operands,
                                [](const Operand& o) { return o.access == Access::read; });
  Layout layout;
  std::int64_t offset = 0;
  for (Operand& operand : operands) {
    const std::int64_t size = round_up(operand.bytes().value, alignment);
    if (operand.access == Access::read) layout.inputs = {offset + size};
    layout.placements.push_back({std::move(operand), offset});
    offset += size;
  }
  layout.witness_offset = offset;
  layout.witness = {
      round_up(4 * ((layout.inputs.value + bytes_per_partial - 1) / bytes_per_partial), alignment)};
  layout.stride = {round_up(offset + layout.witness.value, stride_alignment)};
  return layout;
}

int copies_for(const Layout& layout, Bytes working_set) {
  const std::int64_t needed = (working_set.value + layout.stride.value - 1) / layout.stride.value;
  return static_cast<int>(std::max<std::int64_t>(2, needed));
}

Operands views(const Layout& layout, std::span<std::byte> base) {
  Operands operands;
  for (const Placement& p : layout.placements) {
    operands.views[p.operand.name] = base.subspan(
        static_cast<std::size_t>(p.offset), static_cast<std::size_t>(p.operand.bytes().value));
  }
  return operands;
}

void Arena::compute_reference(const Workload& workload, const OperandSet& set) {
  reference_ = reference_of_image(workload, set);
}

Arena::Reference Arena::reference_of_image(const Workload& workload, const OperandSet& set) const {
  return std::async(std::launch::async, [reference = workload.reference, problem = set.problem,
                                         inputs = input_views(layout_, image_.bytes())] {
    return reference(problem, inputs);
  });
}

const std::vector<double>& Arena::reference(int copy) const {
  return (altered(copy) ? altered_reference_ : reference_).get();
}

void Arena::wait() const {
  static_cast<void>(summary_.get());
  for (const Reference& one : {reference_, altered_reference_})
    if (one.valid()) static_cast<void>(one.get());
}

bool Arena::alter(const Workload& workload, const OperandSet& set, const Alteration& how,
                  Backend& backend) {
  const Operand* largest = nullptr;
  for (const Placement& p : layout_.placements) {
    if (p.operand.access != Access::read || p.operand.name == how.spared) continue;
    if (largest == nullptr || largest->bytes() < p.operand.bytes()) largest = &p.operand;
  }
  if (largest == nullptr) return false;
  wait();
  const Operands inputs = input_views(layout_, image_.bytes());
  exchange_elements(inputs.elements<std::byte>(largest->name),
                    static_cast<std::size_t>(size_of(largest->element)), how.seed);
  altered_reference_ = reference_of_image(workload, set);
  altered_[0] = true;
  backend.upload(inputs_in(0), image_.bytes());
  for (int i = 2; i < copies_; ++i) {
    if (splitmix64(~how.seed, static_cast<std::uint64_t>(i)) % 2 == 0) continue;
    altered_[static_cast<std::size_t>(i)] = true;
    backend.copy(inputs_in(i), inputs_in(0));
  }
  return true;
}

Arena::Arena(const Workload& workload, const OperandSet& set, const Contents& contents,
             Backend& backend)
    : layout_(layout_of(workload, set)),
      copies_(copies_for(layout_, contents.working_set)),
      image_(cpu::map_pages(image_size(layout_, contents))),
      altered_(static_cast<std::size_t>(copies_)) {
  workload.generate(set.problem, contents.seed, input_views(layout_, image_.bytes()));
  summary_ = std::async(std::launch::async, [this] { return summarise(); });
  memory_ = backend.allocate(layout_.stride * copies_);
  fill_copies(backend);
}

Arena::Summary Arena::summarise() const {
  const std::span<const std::byte> image = image_.bytes();
  if (image.empty()) return {0, chunked_digest(image)};
  const auto size = static_cast<std::size_t>(layout_.inputs.value);
  const auto whole = static_cast<std::uint32_t>(size / image.size());
  const std::uint32_t rest = sum_of_words(image.first(size % image.size()));
  return {static_cast<double>(whole * sum_of_words(image) + rest), chunked_digest(image)};
}

/// Uploads the image once; everything else is copied on the device.
void Arena::fill_copies(Backend& backend) {
  const std::span<std::byte> first = inputs_in(0);
  std::size_t filled = image_.bytes().size();
  backend.upload(first.first(filled), image_.bytes());
  while (filled < first.size()) {
    const std::size_t more = std::min(filled, first.size() - filled);
    backend.copy(first.subspan(filled, more), first.first(more));
    filled += more;
  }
  for (int i = 1; i < copies_; ++i) backend.copy(inputs_in(i), first);
}

std::span<const std::byte> Arena::input_image() const { return image_.bytes(); }

std::span<std::byte> Arena::inputs_in(int index) const {
  return copy(index).first(static_cast<std::size_t>(layout_.inputs.value));
}

std::span<std::byte> Arena::copy(int index) const {
  const auto stride = static_cast<std::size_t>(layout_.stride.value);
  return memory_.bytes().subspan(static_cast<std::size_t>(index) * stride, stride);
}

}  // namespace membound
