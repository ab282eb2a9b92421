// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>

#include "support/spaces.hpp"

#ifdef SIDERUM_ENABLE_CUDA_KERNELS

/// What a GPU refuses to launch is a sentence with the kernel's label, and the next kernel runs.
namespace siderum::test {
namespace {

__global__ void write_seven(int* to) {
  *to = 7;
}

std::string refusal(int threads, std::size_t bytes) {
  Kokkos::View<int, Kokkos::CudaSpace> const number("siderum::test::number");
  try {
    cuda::enqueue(Kokkos::Cuda(), "siderum::test::write_seven", write_seven, dim3(1), threads,
                  bytes, number.data());
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

TEST(Launch, RefusalsAreSentences) {
  for (std::string const& sentence : {refusal(4096, 0), refusal(32, std::size_t{1} << 30)}) {
    EXPECT_NE(sentence.find("The GPU refused"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("siderum::test::write_seven"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("Try the portable backend"), std::string::npos) << sentence;
  }
}

TEST(Launch, TheNextKernelRuns) {
  refusal(4096, 0);
  Kokkos::View<int, Kokkos::CudaSpace> const number("siderum::test::number");
  cuda::enqueue(Kokkos::Cuda(), "siderum::test::write_seven", write_seven, dim3(1), 32, 0,
                number.data());
  int found = 0;
  Kokkos::deep_copy(found, number);
  EXPECT_EQ(found, 7);
}

}  // namespace
}  // namespace siderum::test

#endif
