// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/host_fft/plan.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/thread_memory.hpp>

/// The tests of a HostFftPlan, which are the same for each library.
namespace siderum::test {

using Exact = std::complex<long double>;

template <class Real>
using Numbers = std::vector<std::complex<Real>>;

template <class Real>
Numbers<Real> draw(int length) {
  CounterRandom random(3, static_cast<std::uint64_t>(length));
  Numbers<Real> numbers(static_cast<std::size_t>(length));
  for (auto& number : numbers) {
    number = {static_cast<Real>(random.normal()), static_cast<Real>(random.normal())};
  }
  return numbers;
}

/// What the plan makes of them, at addresses as it wants them.
template <class Real>
Numbers<Real> transformed(portable::HostFftPlan<Real> const& plan, Numbers<Real> const& numbers) {
  ThreadMemory const in(numbers.size() * sizeof(std::complex<Real>));
  ThreadMemory const out(numbers.size() * sizeof(std::complex<Real>));
  std::copy(numbers.begin(), numbers.end(), static_cast<std::complex<Real>*>(in.data()));
  plan(static_cast<Real*>(in.data()), static_cast<Real*>(out.data()));
  auto const* const sums = static_cast<std::complex<Real> const*>(out.data());
  return {sums, sums + numbers.size()};
}

template <class Real>
class HostFftPlans : public testing::Test {
 protected:
  /// Some of the sums, each as it is printed, by a table of the roots of unity.
  static void expect_sums(int length) {
    std::vector<Exact> roots;
    for (int k = 0; k < length; ++k) {
      long double const angle = 2 * std::numbers::pi_v<long double> * k / length;
      roots.emplace_back(std::cos(angle), std::sin(angle));
    }
    auto const numbers = draw<Real>(length);
    auto const sums = transformed(*portable::HostFftPlan<Real>::make(length), numbers);
    double const tolerance = 4.0 * std::numeric_limits<Real>::epsilon() *
                             std::max(std::log2(length), 1.0) * std::sqrt(2.0 * length);
    for (std::int64_t k = 0; k < length; k += 1 + length / 100) {
      Exact exact = 0;
      for (std::int64_t l = 0; l < length; ++l) {
        exact += Exact(numbers[static_cast<std::size_t>(l)]) *
                 roots[static_cast<std::size_t>(k * l % length)];
      }
      ASSERT_LE(std::abs(Exact(sums[static_cast<std::size_t>(k)]) - exact), tolerance)
          << "length " << length << ", sum " << k;
    }
  }
};

using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(HostFftPlans, Precisions);

TYPED_TEST(HostFftPlans, MakeTheSumsOfEveryShortLength) {
  for (int length = 1; length <= 300; ++length) {
    this->expect_sums(length);
  }
}

// Powers and multiples of small primes; primes, alone and times 4 and 8, of which some suit and
// some do not; beyond 32,768, in lanes and without, the ways change once more.
TYPED_TEST(HostFftPlans, MakeTheSumsOfLongLengths) {
  for (int const length :
       {360,  412,  524,   1001,  1013,  1024,  1048,   1280,   2012,   2048,  4052,
        6028, 8152, 14641, 20480, 65536, 78125, 131072, 163840, 200004, 524288}) {
    this->expect_sums(length);
  }
}

TYPED_TEST(HostFftPlans, SuitTheLengthsThatPlansAreFullOf) {
  using Plan = portable::HostFftPlan<TypeParam>;
  for (std::int64_t length = 1; length <= (std::int64_t{1} << 29); length *= 2) {
    EXPECT_TRUE(Plan::suits(length)) << length;
    EXPECT_TRUE(Plan::suits(3 * length)) << length;
    EXPECT_TRUE(Plan::suits(5 * length)) << length;
  }
  EXPECT_FALSE(Plan::suits(1009)) << "a prime";
}

TYPED_TEST(HostFftPlans, ServeSeveralThreadsAtOnce) {
  for (int const length : {105, 412, 524, 1280, 2012, 163840}) {
    auto const plan = portable::HostFftPlan<TypeParam>::make(length);
    auto const numbers = draw<TypeParam>(length);
    auto const alone = transformed(*plan, numbers);
    std::vector<Numbers<TypeParam>> found(4);
    std::vector<std::thread> threads;
    for (auto& sums : found) {
      threads.emplace_back([&] {
        for (int i = 0; i < 5; ++i) {
          sums = transformed(*plan, numbers);
        }
      });
    }
    for (auto& thread : threads) {
      thread.join();
    }
    for (auto const& sums : found) {
      EXPECT_EQ(sums, alone) << length;
    }
  }
}

}  // namespace siderum::test
