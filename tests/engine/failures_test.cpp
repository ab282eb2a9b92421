// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/failures.hpp>

#include <gtest/gtest.h>

#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::sentence_of;

constexpr char const* of_cuda =
    "cudaMalloc(&d, n) error( cudaErrorMemoryAllocation): out of memory k.cpp:12\nTraceback";

TEST(Failures, OfAStartSayThatAGpuHasNoMemory) {
  EXPECT_THROW(refuse_start(of_cuda, true), OutOfMemory);
  EXPECT_EQ(sentence_of([] { refuse_start(of_cuda, true); }),
            "There is not enough memory on the GPU to start there (cudaMalloc(&d, n) error("
            " cudaErrorMemoryAllocation): out of memory k.cpp:12; other programs may hold it). Free"
            " some, or use the CPU.");
}

TEST(Failures, OfAStartSayThatAHostHasNoMemory) {
  for (char const* const reason : {"std::bad_alloc", "Kokkos failed to allocate 4 MiB"}) {
    EXPECT_THROW(refuse_start(reason, false), OutOfMemory);
  }
}

TEST(Failures, OfAStartAreToldAsTheyAre) {
  EXPECT_EQ(sentence_of([] { refuse_start("no such device", true); }),
            "The device cannot be used (no such device). Check its driver.");
}

TEST(Failures, OfKokkosToAllocateAreSentences) {
  constexpr char const* of_kokkos =
      "Kokkos ERROR: Host memory space failed to allocate 12 KiB (label=\"scratch\").";
  EXPECT_THROW(refuse_where_memory_lacks(of_kokkos), OutOfMemory);
  EXPECT_EQ(sentence_of([] { refuse_where_memory_lacks(of_kokkos); }),
            "There is not enough memory (Host memory space failed to allocate 12 KiB"
            " (label=\"scratch\")). Ask for less at once, or free some.");
  EXPECT_NO_THROW(refuse_where_memory_lacks("another failure"));
}

}  // namespace
}  // namespace siderum::engine
