// SPDX-License-Identifier: Apache-2.0
// Access fault: an arm touched memory that it may not.
#pragma once

#include "membound/error.hpp"

namespace membound {

/// Thrown where an access outside of the operands is noticed. A device that reports one serves this
/// process no longer; on the CPU such an access ends the process before anything can be thrown.
class AccessFault : public Error {
 public:
  using Error::Error;
};

}  // namespace membound
