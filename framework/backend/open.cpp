// SPDX-License-Identifier: Apache-2.0
// Opening a backend by name.
#include "backend/open.hpp"

#include "backend/cpu/cpu.hpp"
#include "membound/error.hpp"

namespace membound {

std::vector<std::string> backends() { return {"cpu", "cuda"}; }

std::string why_unavailable(std::string_view name) {
  if (name == "cpu") return {};
  return "backend '" + std::string(name) + "' is not part of this build";
}

std::unique_ptr<Backend> open(std::string_view name, std::string_view selector) {
  if (name == "cpu") return open_cpu(selector);
  throw Error("cannot open backend '" + std::string(name) + "': " + why_unavailable(name));
}

}  // namespace membound
