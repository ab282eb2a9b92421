// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/start_failure.hpp>

#include <gtest/gtest.h>

#include "apps/error_sentence.hpp"

namespace siderum::engine {
namespace {

using test::error_sentence;

constexpr char const* of_cuda =
    "cudaMalloc(&d, n) error( cudaErrorMemoryAllocation): out of memory k.cpp:12\nTraceback";

TEST(StartFailure, SaysThatAGpuHasNoMemory) {
  EXPECT_THROW(refuse_start(of_cuda, true), OutOfMemory);
  EXPECT_EQ(error_sentence([] { refuse_start(of_cuda, true); }),
            "There is not enough memory on the GPU to start there (cudaMalloc(&d, n) error("
            " cudaErrorMemoryAllocation): out of memory k.cpp:12; other programs may hold it). Free"
            " some, or use the CPU.");
}

TEST(StartFailure, SaysThatAHostHasNoMemory) {
  for (char const* const reason : {"std::bad_alloc", "Kokkos failed to allocate 4 MiB"}) {
    EXPECT_THROW(refuse_start(reason, false), OutOfMemory);
  }
}

TEST(StartFailure, OtherReasonsAreToldAsTheyAre) {
  EXPECT_EQ(error_sentence([] { refuse_start("no such device", true); }),
            "The device cannot be used (no such device). Check its driver.");
}

}  // namespace
}  // namespace siderum::engine
