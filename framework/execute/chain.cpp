// SPDX-License-Identifier: Apache-2.0
// Chain: the vectors that launches hand on to each other, and the check of every link.
#include "execute/chain.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/parallel.hpp"
#include "execute/compare.hpp"

namespace membound {
namespace {

constexpr std::int64_t alignment = 256;

constexpr Bytes aligned(Bytes size) {
  return {(size.value + alignment - 1) / alignment * alignment};
}

const Placement& input_of(const Workload& workload, const Layout& layout) {
  const auto it = std::ranges::find_if(layout.placements, [&](const Placement& p) {
    return p.operand.name == workload.chain->input;
  });
  if (it == layout.placements.end())
    throw Error("workload '" + workload.name + "' has no operand '" + workload.chain->input +
                "', which its chain rule names");
  return *it;
}

/// The output as the input that it becomes.
Operand stored_as(Operand output, Element element) {
  output.element = element;
  return output;
}

Bytes slot_size(const Operand& input, const Operand& output) {
  return aligned(std::max(input.bytes(), stored_as(output, input.element).bytes()));
}

std::span<std::byte> part(const Memory& memory, Bytes slot, int index, Bytes size) {
  return memory.bytes().subspan(static_cast<std::size_t>((slot * index).value),
                                static_cast<std::size_t>(size.value));
}

}  // namespace

Bytes Chain::footprint(const Workload& workload, const Layout& layout, int links) {
  const Operand& output = layout.output().operand;
  const Bytes slot = slot_size(input_of(workload, layout).operand, output);
  return slot * (std::int64_t{2} * (links + 1)) + aligned(output.bytes()) * links;
}

Chain::Chain(const ChainSetup& setup, const Catalogue& catalogue, Backend& backend)
    : arena_(setup.arena),
      links_(setup.links),
      input_(input_of(setup.workload, arena_.layout()).operand),
      plain_output_(arena_.layout().output().operand),
      output_(stored_as(plain_output_, input_.element)),
      link_{static_cast<float>(setup.workload.chain->scale(setup.set.problem)), input_.element},
      slot_(slot_size(input_, plain_output_)),
      checked_slot_(aligned(plain_output_.bytes())),
      tape_(backend.allocate(slot_ * (links_ + 1))),
      pristine_(backend.allocate(slot_ * (links_ + 1))),
      checked_(backend.allocate(checked_slot_ * links_)) {
  const auto offset = static_cast<std::size_t>(input_of(setup.workload, arena_.layout()).offset);
  const auto generated =
      arena_.input_image().subspan(offset, static_cast<std::size_t>(input_.bytes().value));
  const auto written = static_cast<std::size_t>(output_.bytes().value);
  std::vector<std::byte> tape(tape_.bytes().size(), poison);
  for (int k = 0; k <= links_; ++k) {
    const std::size_t begin = k == 0 ? 0 : std::min(written, generated.size());
    std::ranges::copy(generated.subspan(begin),
                      tape.begin() + k * slot_.value + static_cast<std::ptrdiff_t>(begin));
  }
  backend.upload(pristine_.bytes(), tape);
  prepare_checker(setup, catalogue, backend);
}

std::span<std::byte> Chain::slot(int index, const Operand& operand) const {
  return part(tape_, slot_, index, operand.bytes());
}

std::span<std::byte> Chain::checked(int index) const {
  return part(checked_, checked_slot_, index, plain_output_.bytes());
}

Operands Chain::operands(int index) const {
  Operands operands = views(arena_.layout(), arena_.copy(index % arena_.copies()));
  operands.views[input_.name] = slot(index, input_);
  operands.views[output_.name] = slot(index + 1, output_);
  return operands;
}

std::vector<std::span<const std::byte>> Chain::outputs() const {
  std::vector<std::span<const std::byte>> outputs;
  for (int k = 0; k < links_; ++k) outputs.emplace_back(slot(k + 1, output_));
  return outputs;
}

void Chain::prepare_checker(const ChainSetup& setup, const Catalogue& catalogue, Backend& backend) {
  const Problem& problem = setup.set.problem;
  const std::string name = setup.workload.chain->checker(backend.device().backend, problem.format);
  const Arm* checker = catalogue.arm(name);
  if (checker == nullptr)
    throw Error("kernel '" + name + "', which checks the links of a chain, is not in this build");
  std::vector<Launch> launches;
  for (int k = 0; k < links_; ++k) {
    Binding binding{.operands = operands(k),
                    .extents = problem.extents,
                    .format = problem.format,
                    .parameters = complete(*checker, {}),
                    .device = &backend.device()};
    binding.operands.views[plain_output_.name] = checked(k);
    launches.push_back(checker->bind(binding));
  }
  checker_ = backend.prepare(std::move(launches), {name, setup.set.case_name, setup.invocation});
}

void Chain::reset(Backend& backend) const { backend.copy(tape_.bytes(), pristine_.bytes()); }

std::vector<std::byte> Chain::checker_outputs(Backend& backend, const ErrorRule& rule) const {
  backend.fill(checked_.bytes(), poison);
  static_cast<void>(checker_->time());
  std::vector<std::byte> outputs(checked_.bytes().size());
  backend.download(outputs, checked_.bytes());
  const auto first =
      std::span(outputs).first(static_cast<std::size_t>(plain_output_.bytes().value));
  const double error = membound::largest_error(plain_output_, first, arena_.reference(), rule);
  if (within(error, rule.tolerance)) return outputs;
  throw Error("the kernel that checks the links of a chain is wrong itself: error " +
              std::to_string(error) + " against the reference; repair it or the reference");
}

double Chain::largest_error(Backend& backend, const ErrorRule& rule) const {
  std::vector<std::byte> tape(tape_.bytes().size());
  backend.download(tape, tape_.bytes());
  const std::vector<std::byte> by_checker = checker_outputs(backend, rule);
  std::atomic<double> worst{0};
  in_parallel(links_, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) {
      const auto of_checker = std::span(by_checker)
                                  .subspan(static_cast<std::size_t>(k * checked_slot_.value),
                                           static_cast<std::size_t>(plain_output_.bytes().value));
      std::vector<double> expected =
          k == 0 ? arena_.reference() : values_of(plain_output_, of_checker);
      for (double& value : expected) value *= static_cast<double>(link_.scale);
      const auto output = std::span(tape).subspan(static_cast<std::size_t>((k + 1) * slot_.value),
                                                  static_cast<std::size_t>(output_.bytes().value));
      const double error = membound::largest_error(output_, output, expected, rule);
      for (double seen = worst; error > seen && !worst.compare_exchange_weak(seen, error);) {
      }
    }
  });
  return worst;
}

}  // namespace membound
