// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/first_failure.hpp>

namespace siderum::test {
namespace {

TEST(FirstFailure, CarriesOneOfManyThreads) {
  FirstFailure failure;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { failure.guard([] { throw std::runtime_error("thrown"); }); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THROW(failure.rethrow(), std::runtime_error);
}

TEST(FirstFailure, CallsNothingAfterIt) {
  FirstFailure failure;
  std::string calls;
  failure.guard([&] { calls += "a"; });
  failure.guard([&] { throw std::length_error("first"); });
  failure.guard([&] { calls += "b"; });
  EXPECT_EQ(calls, "a");
  EXPECT_THROW(failure.rethrow(), std::length_error);
}

TEST(FirstFailure, IsSilentWhereNothingFails) {
  FirstFailure failure;
  failure.guard([] {});
  EXPECT_NO_THROW(failure.rethrow());
}

}  // namespace
}  // namespace siderum::test
