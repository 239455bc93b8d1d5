// SPDX-License-Identifier: Apache-2.0
// Cheats: arms that look faster than they are, one per way that harnesses have been deceived. Their
// times are prescribed; what they do to memory is real. cheats_test.py sees each of them rejected.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <span>
#include <thread>
#include <vector>

#include "backend/scripted/doubling.hpp"

namespace membound {
namespace {

/// Input, output and factor of one binding.
struct Doubling {
  explicit Doubling(const Binding& b)
      : x(b.operands.elements<float>("x")),
        y(b.operands.elements<float>("y")),
        factor(b.link ? 2 * b.link->scale : 2) {}

  void compute_from(std::span<const float> input) const {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = factor * input[i];
  }
  void compute() const { compute_from(x); }

  std::span<const float> x;
  std::span<float> y;
  float factor;
};

using Cheat = void (*)(const Doubling&);

Arm cheat(const std::string& name, Cheat launch) {
  return doubling_arm(name, [launch](const Binding& b) -> Launch {
    return [=, d = Doubling(b)](Stream) { launch(d); };
  });
}

/// Computes when nothing is known yet and hands out what is known otherwise.
void compute_once(std::vector<float>& known, const Doubling& d) {
  if (known.empty()) {
    d.compute();
    known.assign(d.y.begin(), d.y.end());
  }
  std::ranges::copy(known, d.y.begin());
}

/// Computes once per output and hands the stored result out afterwards.
const Registration cached_output{cheat("cached_output", [](const Doubling& d) {
  static std::map<const float*, std::vector<float>> results;
  compute_once(results[d.y.data()], d);
})};

/// Knows an input by its first element and replays what it gave the last time.
const Registration replay{cheat("replay", [](const Doubling& d) {
  static std::map<float, std::vector<float>> results;
  compute_once(results[d.x.front()], d);
})};

/// Reads half of the input and takes the other half from an earlier launch: no faster than memory.
const Registration half_cached{cheat("half_cached", [](const Doubling& d) {
  static std::map<const float*, std::vector<float>> results;
  std::vector<float>& known = results[d.y.data()];
  d.compute();
  if (known.empty()) known.assign(d.y.begin(), d.y.end());
  const auto half = static_cast<std::ptrdiff_t>(d.y.size() / 2);
  std::copy(known.begin() + half, known.end(), d.y.begin() + half);
})};

/// Unpacks its operand in the first launch and reads the unpacked form in all others.
const Registration unpacked_once{cheat("unpacked_once", [](const Doubling& d) {
  static std::map<const float*, std::vector<float>> unpacked;
  std::vector<float>& mine = unpacked[d.x.data()];
  if (mine.empty()) mine.assign(d.x.begin(), d.x.end());
  d.compute_from(mine);
})};

/// Reads the copy that it was bound to first, which stays in the cache, in the place of all others.
const Registration one_copy{cheat("one_copy", [](const Doubling& d) {
  static std::map<std::size_t, std::span<const float>> first;
  d.compute_from(first.try_emplace(d.x.size(), d.x).first->second);
})};

/// Leaves the last element to whatever was there.
const Registration short_tail{cheat("short_tail", [](const Doubling& d) {
  const float kept = d.y.back();
  d.compute();
  d.y.back() = kept;
})};

/// Computes when it is asked first, and leaves the result where it is from then on.
const Registration works_once{cheat("works_once", [](const Doubling& d) {
  static std::map<const float*, int> launches;
  if (launches[d.y.data()]++ == 0) d.compute();
})};

/// Is wrong in one launch of fifty.
const Registration sometimes{cheat("sometimes", [](const Doubling& d) {
  static int count = 0;
  d.compute();
  if (++count % 50 == 0) d.y[3] += 1;
})};

/// Writes what compares with everything.
const Registration not_a_number{cheat("not_a_number", [](const Doubling& d) {
  d.compute();
  d.y[d.y.size() / 3] = std::nanf("");
})};

/// Returns at once and computes when nobody looks at the clock any more.
const Registration late{cheat("late", [](const Doubling& d) {
  std::thread([d] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    d.compute();
  }).detach();
})};

/// Writes zeros, which are near enough where outputs are small.
const Registration zeros{cheat("zeros", [](const Doubling& d) { std::ranges::fill(d.y, 0.0F); })};

/// Reads the element behind its input, which costs nothing where something lies there.
const Registration reads_behind{cheat("reads_behind", [](const Doubling& d) {
  d.compute();
  static_cast<void>(*static_cast<const volatile float*>(d.x.data() + d.x.size()));
})};

/// Reads the element before its input.
const Registration reads_before{cheat("reads_before", [](const Doubling& d) {
  d.compute();
  static_cast<void>(*static_cast<const volatile float*>(d.x.data() - 1));
})};

/// Writes one element more than its output has.
const Registration writes_behind{cheat("writes_behind", [](const Doubling& d) {
  d.compute();
  d.y.data()[d.y.size()] = 1;
})};

/// Marks its input, by less than any tolerance, to know it again.
const Registration marks_input{cheat("marks_input", [](const Doubling& d) {
  d.compute();
  auto* mark = const_cast<float*>(d.x.data());
  *mark = std::nextafter(*mark, 0.0F);
})};

/// Right: cheats elsewhere, by the times that a test prescribes for it.
const Registration honest{cheat("honest", [](const Doubling& d) { d.compute(); })};

}  // namespace
}  // namespace membound
