// SPDX-License-Identifier: Apache-2.0
// Does nothing on every thread: what is left is the cost of starting the team and waiting for it.
#include "cpu_launch.hpp"

namespace membound {
namespace {

const Registration cpu_null{Arm{
    .name = "stream/cpu_null",
    .backend = "cpu",
    .workload = "stream",
    .formats = {"null"},
    .summary = "an empty function on every thread",
    .bind = [](const Binding&) { return on_team([](int, int) {}); },
}};

}  // namespace
}  // namespace membound
