// SPDX-License-Identifier: Apache-2.0
// Catalogue: every registered workload and arm, sorted by name.
#include "base/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "base/build.hpp"
#include "base/digest.hpp"

namespace membound {
namespace {

struct Registry {
  std::vector<Workload> workloads;
  std::vector<Arm> arms;
};

Registry& registry() {
  static Registry instance;
  return instance;
}

/// Path from `kernels/` on, whatever the compiler was given; the file's name for files elsewhere.
std::string relative(std::string_view path) {
  const std::size_t at = path.rfind("kernels/");
  if (at != std::string_view::npos) return std::string(path.substr(at));
  return std::string(path.substr(path.rfind('/') + 1));
}

std::string digest_of(std::string_view source) {
  for (const SourceDigest& entry : source_digests()) {
    if (entry.path == source) return std::string(entry.sha256);
  }
  return {};
}

template <class T>
const T* find(const std::vector<T>& sorted, std::string_view name) {
  const auto it = std::ranges::lower_bound(sorted, name, {}, &T::name);
  return it != sorted.end() && it->name == name ? &*it : nullptr;
}

}  // namespace

Catalogue::Catalogue(std::vector<Workload> workloads, std::vector<Arm> arms)
    : workloads_(std::move(workloads)), arms_(std::move(arms)) {
  std::ranges::sort(workloads_, {}, &Workload::name);
  std::ranges::sort(arms_, {}, &Arm::name);
  const auto twice = [](const auto& items) {
    const auto it = std::ranges::adjacent_find(items, {}, [](const auto& i) { return i.name; });
    if (it != items.end())
      throw Error("two registrations are named '" + it->name + "'; rename one");
  };
  twice(workloads_);
  twice(arms_);
}

const Workload* Catalogue::workload(std::string_view name) const { return find(workloads_, name); }

const Arm* Catalogue::arm(std::string_view name) const { return find(arms_, name); }

std::string Catalogue::digest(const Arm& arm) const {
  const std::string own = digest_of(arm.source);
  const Workload* of = workload(arm.workload);
  if (own.empty() || of == nullptr) return {};
  return sha256(own + digest_of(of->source));
}

Catalogue registered() { return {registry().workloads, registry().arms}; }

Parameters complete(const Arm& arm, const Parameters& given) {
  Parameters all = given;
  for (const ParameterRule& rule : arm.parameters) all.try_emplace(rule.name, rule.initial);
  return all;
}

Registration::Registration(Workload workload, std::source_location where) {
  workload.source = relative(where.file_name());
  registry().workloads.push_back(std::move(workload));
}

Registration::Registration(Arm arm, std::source_location where) {
  arm.source = relative(where.file_name());
  registry().arms.push_back(std::move(arm));
}

}  // namespace membound
