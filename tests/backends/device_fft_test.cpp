// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/device_fft/plan.hpp>
#include <siderum/backends/portable/fft.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/work_space.hpp>

#include "support/spaces.hpp"

/// The form of Fft for devices, which the test runs on hosts too.
namespace siderum::test {
namespace {

using portable::device_fft::divide_length;
using portable::device_fft::groups_by_frequency;
using portable::device_fft::Pass;

std::vector<int> lengths_of(std::vector<Pass> const& passes) {
  std::vector<int> lengths;
  for (Pass const& pass : passes) {
    lengths.push_back(pass.length);
  }
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

TEST(DeviceFftPlan, HasFewPassesOfSimilarLength) {
  EXPECT_EQ(lengths_of(divide_length(1024, 1024)), (std::vector{1024}));
  EXPECT_EQ(lengths_of(divide_length(1025 * 1024 - 1024, 1024)), (std::vector{1024, 1024}));
  EXPECT_EQ(lengths_of(divide_length(5120, 1024)), (std::vector{64, 80}));
  EXPECT_EQ(lengths_of(divide_length(3 << 18, 1024)), (std::vector{768, 1024}));
  EXPECT_EQ(lengths_of(divide_length(1 << 21, 1024)), (std::vector{128, 128, 128}));
}

TEST(DeviceFftPlan, CoversItsLengthByRadices) {
  for (int const length : {2, 3, 4, 5, 8, 32, 128, 1280, 6561, 78125, 3 << 18, 1 << 30}) {
    int product = 1;
    for (Pass const& pass : divide_length(length, 1024)) {
      int of_pass = 1;
      for (int const radix : pass.radices) {
        EXPECT_TRUE((radix >= 2 && radix <= 5) || radix == 8) << length;
        of_pass *= radix;
      }
      EXPECT_EQ(of_pass, pass.length) << length;
      EXPECT_LE(pass.radices.size(), 8u) << length;
      EXPECT_EQ(groups_by_frequency(pass).size(),
                static_cast<std::size_t>(pass.length / pass.radices.back()));
      product *= of_pass;
    }
    EXPECT_EQ(product, length);
  }
}

TEST(DeviceFftPlan, RefusesOtherLengths) {
  for (int const length : {1, 7, 22, 2048 * 13}) {
    EXPECT_THROW(divide_length(length, 1024), Error) << length;
  }
}

template <class Real>
using Numbers = std::vector<Kokkos::complex<Real>>;

template <class Real>
Numbers<Real> draw(std::size_t count) {
  CounterRandom random(3, count);
  Numbers<Real> numbers(count);
  for (auto& number : numbers) {
    number = Kokkos::complex<Real>(static_cast<Real>(random.normal()),
                                   static_cast<Real>(random.normal()));
  }
  return numbers;
}

/// By the form for devices, in teams of so many threads.
template <class Real>
Numbers<Real> transform(Numbers<Real> const& numbers, int length, int threads) {
  TestSpace const exec;
  auto const in = copy_to_work(exec, "siderum::fft_test::in", numbers);
  auto const out = copy_to_work(exec, "siderum::fft_test::out", numbers);
  int const batch = static_cast<int>(numbers.size()) / length;
  portable::DeviceFft<TestSpace, Real> const fft(exec, length, batch, threads);
  fft(in.data(), out.data());
  exec.fence();
  return to_host(out);
}

/// exp(2 pi i k / length), k < length
std::vector<std::complex<long double>> roots_of(int length) {
  std::vector<std::complex<long double>> roots;
  for (int k = 0; k < length; ++k) {
    long double const angle = 2 * std::numbers::pi_v<long double> * k / length;
    roots.emplace_back(std::cos(angle), std::sin(angle));
  }
  return roots;
}

template <class Real>
double tolerance(int length) {
  return 4.0 * std::numeric_limits<Real>::epsilon() * std::log2(length) * std::sqrt(2.0 * length);
}

/// Against the sum as it is printed.
template <class Real>
void expect_sums(Numbers<Real> const& in, Numbers<Real> const& found, int length) {
  auto const roots = roots_of(length);
  for (std::size_t first = 0; first < in.size(); first += static_cast<std::size_t>(length)) {
    for (int k = 0; k < length; k += 1 + length / 61) {
      std::complex<long double> sum = 0;
      for (int l = 0; l < length; ++l) {
        auto const of = in[first + static_cast<std::size_t>(l)];
        sum += std::complex<long double>(of.real(), of.imag()) *
               roots[static_cast<std::size_t>(std::int64_t{k} * l % length)];
      }
      auto const value = found[first + static_cast<std::size_t>(k)];
      ASSERT_LE(std::abs(std::complex<long double>(value.real(), value.imag()) - sum),
                tolerance<Real>(length))
          << "length " << length << ", from " << first << ", k = " << k;
    }
  }
}

std::vector<int> team_sizes() {
  if constexpr (is_host<TestSpace>) {
    return {1, std::min(2, TestSpace().concurrency())};
  }
  return {64, team_size<TestSpace>};
}

template <class Real>
class DeviceFftTest : public testing::Test {};
TYPED_TEST_SUITE(DeviceFftTest, Precisions, PrecisionNames);

// Of each radix alone, of lengths of one pass, of all that sections of NufftSums have the like of,
// and of columns that no tile divides.
TYPED_TEST(DeviceFftTest, IsTheSumOfItsContractForTeamsOfAnySize) {
  for (int const length :
       {2, 3, 4, 5, 8, 60, 1024, 1280, 1536, 2187, 3125, 5120, 6144, 8192, 40960, 49152, 65536}) {
    auto const numbers = draw<TypeParam>(static_cast<std::size_t>(3 * length));
    auto const found = transform(numbers, length, team_sizes()[0]);
    expect_sums(numbers, found, length);
    EXPECT_EQ(transform(numbers, length, team_sizes()[1]), found) << length;
  }
}

// Two passes of the greatest length, and three; or the most that teams of a host's threads do soon.
TYPED_TEST(DeviceFftTest, IsTheTransformOfHostsForLongLengths) {
  using HostFft = portable::HostFft<TypeParam>;
  if constexpr (HostFft::is_available) {
    auto const lengths =
        teams_meet_slowly ? std::vector{5 << 15} : std::vector{1 << 20, 3 << 18, 5 << 17, 1 << 23};
    for (int const length : lengths) {
      auto const numbers = draw<TypeParam>(static_cast<std::size_t>(length));
      auto const found = transform(numbers, length, team_sizes()[1]);
      using View = Kokkos::View<Kokkos::complex<TypeParam>*, Kokkos::HostSpace>;
      View const in("test::in", numbers.size());
      View const out("test::out", numbers.size());
      std::copy(numbers.begin(), numbers.end(), in.data());
      HostFft const fft(length, 1);
      fft(in.data(), out.data());
      double worst = 0.0;
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        worst = std::max<double>(worst, Kokkos::abs(found[k] - out(k)));
      }
      EXPECT_LE(worst, 2.0 * tolerance<TypeParam>(length)) << length;
    }
  }
}

}  // namespace
}  // namespace siderum::test
