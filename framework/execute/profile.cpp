// SPDX-License-Identifier: Apache-2.0
// Profile: what Nsight Compute is told to count of a worker, and what it wrote.
#include "execute/profile.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include "backend/profiled.hpp"
#include "base/text.hpp"
#include "protocol/counters.hpp"

namespace membound {
namespace {

constexpr const char* duration = "gpu__time_duration.sum";  // in nanoseconds

using Line = std::vector<std::string>;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream from(text);
  for (std::string part; std::getline(from, part, at);) parts.push_back(std::move(part));
  return parts;
}

/// The fields of one line of comma-separated text in quotes, as the profiler writes it.
Line fields_of(std::string_view line) {
  Line fields;
  std::string field;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      field += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.push_back(std::move(field));
      field.clear();
    } else {
      field += line[i];
    }
  }
  fields.push_back(std::move(field));
  return fields;
}

/// A number with a comma after each three digits; nothing for what is no number ("n/a").
std::optional<double> number_in(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return value;
}

/// One kernel of the profile: its name and what was counted, by metric.
struct Kernel {
  std::string name;
  std::string grid;
  std::map<std::string, double, std::less<>> values;
};

/// Lines that are no part of the table begin with "==" or belong to the program.
std::vector<Kernel> kernels_of(const std::string& log) {
  std::vector<Kernel> kernels;
  Line head;
  for (const std::string& line : split(log, '\n')) {
    if (!line.starts_with('"')) continue;
    Line fields = fields_of(line);
    if (head.empty()) {
      head = std::move(fields);
      continue;
    }
    if (fields.size() != head.size() || fields.front().empty()) continue;  // the line of units
    Kernel kernel;
    for (std::size_t i = 0; i < head.size(); ++i) {
      if (head[i] == "Kernel Name") kernel.name = fields[i];
      if (head[i] == "Grid Size") kernel.grid = fields[i];
      if (const auto value = number_in(fields[i])) kernel.values[head[i]] = *value;
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

bool is_named(const Kernel& kernel, std::string_view name) {
  return kernel.name.find(fmt::format("::{}(", name)) != std::string::npos;
}

/// The cell that a marker with a grid "(13, 1, 1)" announces.
int cell_of(const Kernel& marker) {
  int blocks = 0;
  std::from_chars(marker.grid.data() + std::min<std::size_t>(1, marker.grid.size()),
                  marker.grid.data() + marker.grid.size(), blocks);
  if (blocks < 1) throw Error("the profile has a marker of no cell: grid " + marker.grid);
  return blocks - 1;
}

std::map<int, std::vector<Kernel>> kernels_by_cell(const std::string& log) {
  std::map<int, std::vector<Kernel>> cells;
  std::optional<int> cell;
  for (Kernel& kernel : kernels_of(log)) {
    if (is_named(kernel, marker_kernel)) {
      cell = cell_of(kernel);
    } else if (cell && !is_named(kernel, lead_in_kernel)) {
      cells[*cell].push_back(std::move(kernel));
    }
  }
  return cells;
}

double value_in(const Kernel& kernel, std::string_view metric) {
  const auto it = kernel.values.find(metric);
  if (it != kernel.values.end()) return it->second;
  throw Error(fmt::format("the profiler gave no number for {} of {}", metric, kernel.name));
}

double sum(const std::vector<Kernel>& kernels, std::string_view metric) {
  double total = 0;
  for (const Kernel& kernel : kernels) total += value_in(kernel, metric);
  return total;
}

double gathered(const std::vector<Kernel>& kernels, const Counter& counter) {
  switch (counter.gathering) {
    case Gathering::sum: return sum(kernels, counter.metric);
    case Gathering::quotient:
      return sum(kernels, counter.metric) / std::max(1.0, sum(kernels, counter.per_metric));
    case Gathering::mean: break;
  }
  double weighted = 0;
  for (const Kernel& kernel : kernels)
    weighted += value_in(kernel, counter.metric) * value_in(kernel, duration);
  return weighted / sum(kernels, duration);
}

/// Those of the table, and those named beside it.
std::vector<Counter> counters_of(const std::set<std::string>& names) {
  std::vector<Counter> all(counters().begin(), counters().end());
  for (const std::string& name : names) {
    if (std::ranges::find(all, name, &Counter::name) == all.end())
      all.push_back(counter_named(name));
  }
  return all;
}

/// What the profiler says went wrong: its lines that begin with "==ERROR==".
std::string complaint_in(const std::string& log) {
  std::string complaint;
  for (const std::string& line : split(log, '\n')) {
    constexpr std::string_view mark = "==ERROR== ";
    if (line.starts_with(mark)) complaint += fmt::format(" {}", line.substr(mark.size()));
  }
  return complaint.empty() ? " it profiled no kernel" : complaint;
}

bool can_run(const std::filesystem::path& file) { return ::access(file.c_str(), X_OK) == 0; }

}  // namespace

std::string find_profiler() {
  std::vector<std::filesystem::path> places;
  const char* const path = std::getenv("PATH");
  for (const std::string& folder : split(path == nullptr ? "" : path, ':'))
    places.emplace_back(std::filesystem::path(folder) / "ncu");
  places.emplace_back("/usr/local/cuda/bin/ncu");
  const auto found = std::ranges::find_if(places, can_run);
  return found == places.end() ? "" : found->string();
}

std::vector<std::string> profiler_command(const std::string& profiler,
                                          const std::set<std::string>& names,
                                          const std::filesystem::path& log) {
  std::set<std::string, std::less<>> metrics{duration};
  for (const Counter& one : counters_of(names)) {
    metrics.emplace(one.metric);
    if (!one.per_metric.empty()) metrics.emplace(one.per_metric);
  }
  return {profiler,
          "--csv",
          "--page=raw",
          "--print-units=base",
          "--clock-control=none",
          "--cache-control=all",
          "--profile-from-start=off",
          "--metrics=" + join({metrics.begin(), metrics.end()}, ","),
          "--log-file=" + log.string()};
}

std::vector<Reading> counted_in(const std::string& log, const std::set<std::string>& names,
                                int invocation) {
  std::vector<Reading> readings;
  for (const auto& [cell, kernels] : kernels_by_cell(log)) {
    for (const Counter& counter : counters_of(names)) {
      readings.push_back({invocation, cell, std::string(counter.name), gathered(kernels, counter),
                          profiler_name, "launch"});
    }
  }
  if (readings.empty()) throw Error("the profiler counted nothing:" + complaint_in(log));
  return readings;
}

}  // namespace membound
