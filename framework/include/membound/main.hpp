// SPDX-License-Identifier: Apache-2.0
// The whole of `membound` as one call, for programs that bring arms of their own.
#pragma once

namespace membound {

/// Runs the verb that the command line names, as the program `membound` does, on every workload and
/// arm that this program has registered; returns the exit code (ExitCode). Never throws: a failure
/// is printed to standard error. Call it from `main` and do nothing else there: a measurement
/// starts its workers as fresh processes of the same program, and they must come here with their
/// arguments untouched.
int main(int argc, char** argv);

}  // namespace membound
