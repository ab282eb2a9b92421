// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/backend.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/work_space.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

using Exact = std::complex<long double>;

template <class Real>
std::vector<Kokkos::complex<Real>> draw(std::size_t count) {
  CounterRandom random(3, count);
  std::vector<Kokkos::complex<Real>> numbers(count);
  for (auto& number : numbers) {
    number = Kokkos::complex<Real>(static_cast<Real>(random.normal()),
                                   static_cast<Real>(random.normal()));
  }
  return numbers;
}

/// The sum as it is printed, for one frequency.
template <class Real>
Exact transform(Kokkos::complex<Real> const* in, int length, int k) {
  Exact sum = 0;
  for (int l = 0; l < length; ++l) {
    long double const angle = 2 * std::numbers::pi_v<long double> *
                              static_cast<long double>(std::int64_t{k} * l % length) / length;
    sum += Exact(in[l].real(), in[l].imag()) * Exact(std::cos(angle), std::sin(angle));
  }
  return sum;
}

template <class V>
class FftTest : public testing::Test {};
TYPED_TEST_SUITE(FftTest, Variants, VariantNames);

TYPED_TEST(FftTest, IsTheSumOfItsContractForABatch) {
  using Real = typename TypeParam::Real;
  using Fft = typename TypeParam::Backend::template Fft<TestSpace, Real>;
  using Complex = Kokkos::complex<Real>;
  if constexpr (Fft::is_available) {
    TestSpace const exec;
    constexpr int batch = 3;
    for (int const length : {8, 1280, 1536, 2048, 5120, 12288}) {
      auto const numbers = draw<Real>(static_cast<std::size_t>(batch * length));
      std::size_t const bytes = numbers.size() * sizeof(Complex);
      auto const block =
          allocate_work<Kokkos::View<char*, TestMemory>>(exec, "siderum::fft_test", 2 * bytes);
      using View = Kokkos::View<Complex*, TestMemory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
      View const in(reinterpret_cast<Complex*>(block.data()), numbers.size());
      View const out(in.data() + numbers.size(), numbers.size());
      Kokkos::View<Complex const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
          host(numbers.data(), numbers.size());
      Kokkos::deep_copy(exec, in, host);
      Fft const fft(exec, length, batch);
      fft(in.data(), out.data());
      exec.fence();
      auto const actual = to_host(out);
      double const tolerance =
          4.0 * std::numeric_limits<Real>::epsilon() * std::log2(length) * std::sqrt(2.0 * length);
      for (int i = 0; i < batch; ++i) {
        for (int k = 0; k < length; k += 1 + length / 17) {
          Exact const exact = transform(numbers.data() + i * length, length, k);
          Complex const found = actual[static_cast<std::size_t>(i * length + k)];
          EXPECT_LE(std::abs(Exact(found.real(), found.imag()) - exact), tolerance)
              << length << ' ' << i << ' ' << k;
        }
      }
    }
  } else {
    EXPECT_TRUE(is_host<TestSpace>) << "every backend of a device has transforms";
  }
}

}  // namespace
}  // namespace siderum::test
