// SPDX-License-Identifier: Apache-2.0
// Receipts: which kernels a captured graph launches, how, and with what resources.
#include "backend/cuda/receipt.hpp"

#include <cuda.h>
#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>

#include "backend/cuda/check.hpp"
#include "backend/cuda/driver.hpp"

namespace membound::cuda {
namespace {

/// What is asked of the driver, because the run-time library knows only kernels of its own program.
struct Driver {
  decltype(cuGraphKernelNodeGetParams)* parameters =
      driver_function<decltype(cuGraphKernelNodeGetParams)>("cuGraphKernelNodeGetParams");
  decltype(cuKernelGetFunction)* function =
      driver_function<decltype(cuKernelGetFunction)>("cuKernelGetFunction");
  decltype(cuFuncGetName)* name = driver_function<decltype(cuFuncGetName)>("cuFuncGetName");
  decltype(cuFuncGetAttribute)* attribute =
      driver_function<decltype(cuFuncGetAttribute)>("cuFuncGetAttribute");
  decltype(cuOccupancyMaxActiveBlocksPerMultiprocessor)* resident =
      driver_function<decltype(cuOccupancyMaxActiveBlocksPerMultiprocessor)>(
          "cuOccupancyMaxActiveBlocksPerMultiprocessor");

  [[nodiscard]] bool complete() const {
    return parameters != nullptr && function != nullptr && name != nullptr &&
           attribute != nullptr && resident != nullptr;
  }
};

/// One kernel with its launch configuration.
struct Kernel {
  CUfunction function = nullptr;
  unsigned blocks = 0;
  unsigned threads = 0;  ///< per block
  unsigned dynamic_shared = 0;
  bool operator==(const Kernel&) const = default;
};

struct Counted {
  Kernel kernel;
  std::size_t nodes = 0;
};

std::vector<cudaGraphNode_t> nodes_of(cudaGraph_t graph) {
  std::size_t count = 0;
  check(cudaGraphGetNodes(graph, nullptr, &count));
  std::vector<cudaGraphNode_t> nodes(count);
  check(cudaGraphGetNodes(graph, nodes.data(), &count));
  return nodes;
}

bool is_kernel(cudaGraphNode_t node) {
  cudaGraphNodeType type{};
  check(cudaGraphNodeGetType(node, &type));
  return type == cudaGraphNodeTypeKernel;
}

std::optional<Kernel> kernel_of(const Driver& driver, cudaGraphNode_t node) {
  CUDA_KERNEL_NODE_PARAMS p{};
  if (driver.parameters(node, &p) != CUDA_SUCCESS) return {};
  if (p.func == nullptr && driver.function(&p.func, p.kern) != CUDA_SUCCESS) return {};
  return Kernel{p.func, p.gridDimX * p.gridDimY * p.gridDimZ,
                p.blockDimX * p.blockDimY * p.blockDimZ, p.sharedMemBytes};
}

double attribute(const Driver& driver, const Kernel& kernel, CUfunction_attribute what) {
  int value = 0;
  static_cast<void>(driver.attribute(&value, what, kernel.function));
  return value;
}

std::string name_of(const Driver& driver, const Kernel& kernel) {
  const char* name = nullptr;
  if (driver.name(&name, kernel.function) != CUDA_SUCCESS || name == nullptr) return "a kernel";
  return readable(name);
}

/// What is told of one kernel; `suffix` stands behind the names.
std::vector<Receipt> receipts_of(const Driver& driver, const Kernel& kernel, double per_launch,
                                 const std::string& suffix) {
  int resident = 0;
  static_cast<void>(driver.resident(&resident, kernel.function, static_cast<int>(kernel.threads),
                                    kernel.dynamic_shared));
  const double shared = attribute(driver, kernel, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) +
                        static_cast<double>(kernel.dynamic_shared);
  std::vector<Receipt> out{
      {"per_launch", per_launch, {}},
      {"grid_blocks", static_cast<double>(kernel.blocks), {}},
      {"block_threads", static_cast<double>(kernel.threads), {}},
      {"registers", attribute(driver, kernel, CU_FUNC_ATTRIBUTE_NUM_REGS), {}},
      {"local_bytes", attribute(driver, kernel, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES), {}},
      {"shared_bytes", shared, {}},
      {"resident_blocks", static_cast<double>(resident), {}}};
  const std::string name = name_of(driver, kernel);
  for (Receipt& one : out) {
    one.name += suffix;
    one.scope = name;
  }
  return out;
}

}  // namespace

std::vector<Receipt> receipts_of(cudaGraph_t graph, std::size_t launches) {
  static const Driver driver;
  if (!driver.complete()) return {};
  std::vector<Counted> kernels;
  std::size_t others = 0;
  for (cudaGraphNode_t node : nodes_of(graph)) {
    if (!is_kernel(node)) {
      ++others;
      continue;
    }
    const std::optional<Kernel> kernel = kernel_of(driver, node);
    if (!kernel) return {};
    auto known = std::ranges::find(kernels, *kernel, &Counted::kernel);
    if (known == kernels.end()) known = kernels.insert(known, {*kernel, 0});
    ++known->nodes;
  }
  const auto per_launch = [&](std::size_t nodes) {
    return static_cast<double>(nodes) / static_cast<double>(launches);
  };
  std::vector<Receipt> out;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    std::ranges::move(receipts_of(driver, kernels[i].kernel, per_launch(kernels[i].nodes),
                                  i == 0 ? "" : fmt::format("#{}", i + 1)),
                      std::back_inserter(out));
  }
  if (others > 0) out.push_back({"memory_nodes", per_launch(others), "launch"});
  return out;
}

std::string readable(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0) return mangled;
  std::string name = demangled.get();
  for (const std::string_view part : {"(anonymous namespace)::", "membound::"}) {
    for (auto at = name.find(part); at != std::string::npos; at = name.find(part))
      name.erase(at, part.size());
  }
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    depth += (name[i] == '<') - (name[i] == '>');
    if (depth > 0) continue;
    if (name[i] == ' ') begin = i + 1;  // behind the return type, which templates have
    if (name[i] == '(') return name.substr(begin, i - begin);
  }
  return name;
}

}  // namespace membound::cuda
