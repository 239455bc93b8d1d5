// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/receipt.hpp"

#include <gtest/gtest.h>

namespace membound::cuda {
namespace {

TEST(Receipt, writes_a_kernels_name_as_its_source_does) {
  EXPECT_EQ(readable("_ZN8membound4cuda12_GLOBAL__N_18sum_rowsEPKfPfi"), "cuda::sum_rows");
  EXPECT_EQ(readable("_Z4copyPKfPf"), "copy");
}

TEST(Receipt, keeps_the_template_arguments_without_the_return_type) {
  EXPECT_EQ(readable("_ZN8membound12_GLOBAL__N_14warpILi4ELb1EEEvPKfPf"), "warp<4, true>");
  EXPECT_EQ(readable("_Z5applyIPFvvEEvT_"), "apply<void (*)()>");
}

TEST(Receipt, leaves_a_name_alone_that_is_not_mangled) {
  EXPECT_EQ(readable("sm90_xmma_gemm_f16"), "sm90_xmma_gemm_f16");
}

}  // namespace
}  // namespace membound::cuda
