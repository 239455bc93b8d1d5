// SPDX-License-Identifier: Apache-2.0
// A tiny workload (y = 2 x) with arms that behave well, badly and very badly; for tests of the
// pipeline.
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

#include "backend/scripted/doubling.hpp"
#include "base/random.hpp"

namespace membound {
namespace {

const Registration doubling{Workload{
    .name = "doubling",
    .summary = "y = 2 x, for tests",
    .extents = {{.name = "n", .multiple_of = 4, .help = "elements"}},
    .formats = {"f32"},
    .data = {-1, 1},
    .ceiling = CeilingKind::read,
    .error = {ErrorMetric::scaled_absolute, 1, 1e-6},
    .chain = ChainRule{"x", [](const Problem&) { return 0.5; },
                       [](std::string_view, std::string_view) { return "doubling/plain"; }},
    .operands = [](const Extents& e, std::string_view) -> std::vector<Operand> {
      return {{"x", Element::f32, {e.at("n")}, Access::read},
              {"y", Element::f32, {e.at("n")}, Access::write}};
    },
    .generate =
        [](const Problem& p, std::uint64_t seed, const Operands& o) {
          const auto x = o.elements<float>("x");
          for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = static_cast<float>(uniform(seed, i, p.data.low, p.data.high));
        },
    .reference =
        [](const Problem&, const Operands& o) {
          std::vector<double> y;
          for (const float x : o.elements<float>("x")) y.push_back(2.0 * x);
          return y;
        },
}};

const Registration plain{doubling_arm("plain", [](const Binding& b) { return multiply(b, 2); })};
const Registration other{doubling_arm("other", [](const Binding& b) { return multiply(b, 2); })};
const Registration wrong{doubling_arm("wrong", [](const Binding& b) { return multiply(b, 3); })};
const Registration partial{
    doubling_arm("partial", [](const Binding& b) { return multiply(b, 2, 0.5); })};
const Registration nothing{doubling_arm("nothing", [](const Binding&) { return [](Stream) {}; })};
const Registration crash{
    doubling_arm("crash", [](const Binding&) { return [](Stream) { std::abort(); }; })};
/// Is launched by whoever admits it and is gone when it is measured.
const Registration crash_later{doubling_arm("crash_later", [](const Binding& b) -> Launch {
  return [launch = multiply(b, 2)](Stream s) {
    static int launches = 0;
    if (++launches > 3) std::abort();
    launch(s);
  };
})};
const Registration hang{doubling_arm("hang", [](const Binding&) {
  return [](Stream) { std::this_thread::sleep_for(std::chrono::hours(1)); };
})};
const Registration refuse{doubling_arm(
    "refuse", [](const Binding&) -> Launch { throw Error("this arm cannot be bound"); })};
const Registration absent{[] {
  Arm a = doubling_arm("absent", [](const Binding& b) { return multiply(b, 2); });
  a.unavailable = [](const DeviceInfo&) { return std::string("it needs a device of tomorrow"); };
  return a;
}()};
/// Becomes wrong after some launches: right before the timing, wrong in it.
const Registration fickle{doubling_arm("fickle", [](const Binding& b) -> Launch {
  return [right = multiply(b, 2), off = multiply(b, 2.5F), count = 0](Stream s) mutable {
    (count++ < 3 ? right : off)(s);
  };
})};

const Registration unlinked{
    doubling_arm("unlinked", [](const Binding& b) { return multiply(b, 2); })};
/// Reads its input as it is while the launch before it still runs, as a kernel does that omits its
/// wait: the first launch reads what it should.
const Registration impatient{doubling_arm("impatient", [](const Binding& b) -> Launch {
  static std::map<const float*, std::vector<float>> read_early;
  const auto x = b.operands.elements<float>("x");
  const auto y = b.operands.elements<float>("y");
  const float factor = b.link ? 2 * b.link->scale : 2;
  return [=](Stream) {
    const auto early = read_early.extract(x.data());
    const std::vector<float> input = early ? early.mapped() : std::vector(x.begin(), x.end());
    read_early[y.data()].assign(y.begin(), y.end());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = factor * input[i];
  };
})};

/// Two arms that are right while the turn has seldom passed between them, as it does in blocks.
Launch taking_turns(const Binding& b, int self) {
  static int last = -1;
  static int passed = 0;
  return [right = multiply(b, 2), off = multiply(b, 3), self](Stream s) {
    passed += std::exchange(last, self) == self ? 0 : 1;
    (passed <= 8 ? right : off)(s);
  };
}
const Registration patient{
    doubling_arm("patient", [](const Binding& b) { return taking_turns(b, 0); })};
const Registration patient_too{
    doubling_arm("patient_too", [](const Binding& b) { return taking_turns(b, 1); })};

Arm stream_arm(const std::string& name, std::vector<std::string> formats,
               std::function<Launch(const Binding&)> bind) {
  return {.name = "stream/" + name,
          .backend = "scripted",
          .workload = "stream",
          .formats = std::move(formats),
          .summary = name,
          .bind = std::move(bind)};
}

Launch sum_up(const Binding& b) {
  const auto source = b.operands.elements<std::uint32_t>("source");
  auto* out = b.operands.get<std::uint32_t>("partial_sums");
  return [=](Stream) {
    std::uint32_t sum = 0;
    for (const std::uint32_t word : source) sum += word;
    *out = sum;
  };
}

const Registration read{stream_arm("scripted_read", {"read"}, sum_up)};
const Registration read_slow{stream_arm("scripted_read_slow", {"read"}, sum_up)};
const Registration null{
    stream_arm("scripted_null", {"null"}, [](const Binding&) { return [](Stream) {}; })};

}  // namespace
}  // namespace membound
