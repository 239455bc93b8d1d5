// SPDX-License-Identifier: Apache-2.0
// The STREAM triad, a[i] = b[i] + 3 c[i]: a workload of one's own with one arm for the CPU.
//
// An arm for a workload that exists already is the second half of this file alone.
#include <cstdint>
#include <cstring>
#include <span>

#include "membound/arm.hpp"
#include "membound/team.hpp"

namespace {

using namespace membound;

constexpr float scale = 3;

std::vector<Operand> operands(const Extents& extents, std::string_view) {
  const std::int64_t count = extents.at("count");
  return {{"b", Element::f32, {count}, Access::read},
          {"c", Element::f32, {count}, Access::read},
          {"a", Element::f32, {count}, Access::write}};
}

/// Value number `index` of operand number `which`: exact in binary32, the same on every machine.
float value(std::uint64_t seed, std::uint64_t which, std::uint64_t index) {
  const std::uint64_t mixed = (seed + 2 * index + which) * 0x9e3779b97f4a7c15ULL;
  return static_cast<float>(mixed >> 44) / 1048576.0F;  // 20 bits in [0, 1)
}

void generate(const Problem& problem, std::uint64_t seed, const Operands& operands) {
  const auto low = static_cast<float>(problem.data.low);
  const auto width = static_cast<float>(problem.data.high) - low;
  const auto b = operands.elements<float>("b");
  const auto c = operands.elements<float>("c");
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = low + width * value(seed, 0, i);
    c[i] = low + width * value(seed, 1, i);
  }
}

std::vector<double> reference(const Problem&, const Operands& operands) {
  const auto b = operands.elements<float>("b");
  const auto c = operands.elements<float>("c");
  std::vector<double> a(b.size());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = double{b[i]} + double{scale} * double{c[i]};
  return a;
}

const Registration workload{Workload{
    .name = "triad",
    .summary = "a = b + 3 c on binary32 vectors",
    .extents = {{.name = "count", .multiple_of = 16, .help = "elements of each vector"}},
    .formats = {"f32"},
    .ceiling = CeilingKind::copy,
    .error = {ErrorMetric::scaled_absolute, 1, 1e-6},
    .operands = operands,
    .generate = generate,
    .reference = reference,
}};

/// Each thread of the team works on one contiguous part.
Launch bind(const Binding& binding) {
  const auto a = binding.operands.elements<float>("a");
  const auto* b = binding.operands.get<const float>("b");
  const auto* c = binding.operands.get<const float>("c");
  return [=](Stream stream) {
    Team& threads = team(stream);
    threads.run([&](int rank) {
      const auto parts = static_cast<std::size_t>(threads.size());
      const auto part = static_cast<std::size_t>(rank);
      const std::size_t end = a.size() * (part + 1) / parts;
      for (std::size_t i = a.size() * part / parts; i < end; ++i) a[i] = b[i] + scale * c[i];
    });
  };
}

const Registration plain{Arm{
    .name = "triad/plain",
    .backend = "cpu",
    .workload = "triad",
    .formats = {"f32"},
    .summary = "one contiguous part a thread, vectorised by the compiler",
    .bind = bind,
}};

}  // namespace
