// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/detail/lomb_scargle/multi_harmonic_sums.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

using Complex = std::complex<long double>;

/// sum_j a_j exp(2 pi i f t_j), as it is printed.
template <class Real>
Complex sum(std::vector<double> const& time, std::vector<Real> const& strength, std::size_t begin,
            std::size_t end, long double f) {
  Complex total = 0;
  for (std::size_t j = begin; j < end; ++j) {
    long double const x = 2 * 3.141592653589793238462643383279502884L * f * time[j];
    total += static_cast<long double>(strength[j]) * Complex(std::cos(x), std::sin(x));
  }
  return total;
}

/// Whether the object without points has its status, or counts as one that is searched (as a band
/// that an object lacks).
enum class EmptyObject { is_skipped, is_summed };

template <class V>
class MultiHarmonicSumsTest : public testing::Test {
 protected:
  using Real = typename V::Real;

  // The worst error over all harmonics, in units of sum |strength|; the strengths sum to about 1.
  static constexpr double of_transforms = std::is_same_v<Real, float> ? 1e-5 : 1e-9;

  static double worst_error(std::int64_t value_harmonics, std::int64_t weight_harmonics,
                            Method method = Method::direct,
                            EmptyObject empty = EmptyObject::is_skipped) {
    TestSpace const exec;
    auto const batch = draw_batch<Real>({43, 0, 97}, 300.0, 1.37);
    FrequencyGrid const grid{0.05, 0.0217, 131};
    auto prepared = prepare(exec, to_curves<Real>(batch), LombScargleOptions{});
    if (empty == EmptyObject::is_summed) {
      Kokkos::View<CurveSummary*, TestMemory> const all_ok("test::summary", 3);
      Kokkos::deep_copy(exec, all_ok, CurveSummary{.status = ObjectStatus::ok});
      prepared.summary = all_ok;
    }
    auto const sums = MultiHarmonicSums<Real, TestMemory>::allocate(
        exec, batch.objects(), value_harmonics, weight_harmonics, grid.count);
    siderum::detail::multi_harmonic_sums<typename V::Backend>(
        exec, prepared, grid, FrequencyRange{0, grid.count}, sums,
        {.method = method, .tolerance = of_transforms});
    exec.fence();
    auto const time = to_host(prepared.series.time);
    auto const compare = [&](auto const& view, std::vector<Real> const& strength) {
      auto const actual = to_host(view);
      double worst = 0.0;
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(actual.size()); ++i) {
        std::int64_t const k = i % grid.count;
        std::int64_t const m = i / grid.count % static_cast<std::int64_t>(view.extent(1)) + 1;
        std::int64_t const object = i / grid.count / static_cast<std::int64_t>(view.extent(1));
        if (batch.points(object) == 0 && empty == EmptyObject::is_skipped) {
          EXPECT_TRUE(std::isnan(actual[i].real()));
          continue;
        }
        Complex const exact = sum(time, strength, batch.offsets[object], batch.offsets[object + 1],
                                  m * static_cast<long double>(grid.frequency(k)));
        double const error =
            static_cast<double>(std::abs(Complex(actual[i].real(), actual[i].imag()) - exact));
        worst = std::isnan(error) ? 1.0 : std::max(worst, error);
      }
      return worst;
    };
    return std::max(compare(sums.values, to_host(prepared.series.strength)),
                    compare(sums.weights, to_host(prepared.series.weight)));
  }

  // The contract of TrigSums at 8 times 24 (on devices 46) cycles per day, 300 days, 97 points.
  static constexpr double tolerance =
      std::is_same_v<Real, float> ? 8e-6 : 2.2e-16 * (4 * 13 + 8 * 8 * 46 * 300.0);
};
TYPED_TEST_SUITE(MultiHarmonicSumsTest, Variants, VariantNames);

TYPED_TEST(MultiHarmonicSumsTest, AreThoseAtMultiplesOfTheFrequency) {
  EXPECT_LE(this->worst_error(4, 8), this->tolerance);
}

TYPED_TEST(MultiHarmonicSumsTest, MayHaveMoreOfEither) {
  EXPECT_LE(this->worst_error(3, 1), this->tolerance);
  EXPECT_LE(this->worst_error(0, 3), this->tolerance);
  EXPECT_LE(this->worst_error(2, 0), this->tolerance);
}

TYPED_TEST(MultiHarmonicSumsTest, AreFormedByTheOtherMethodsAsWell) {
  using Value = typename TypeParam::Real;
  using Backend = typename TypeParam::Backend;
  if (Backend::template Product<TestSpace, Value>::is_available) {
    EXPECT_LE(this->worst_error(3, 6, Method::product), this->tolerance);
  }
  if (Backend::template Fft<TestSpace, Value>::is_available) {
    EXPECT_LE(this->worst_error(3, 6, Method::nufft), this->tolerance + this->of_transforms);
  }
}

TYPED_TEST(MultiHarmonicSumsTest, OfNoPointsAreZero) {
  using Value = typename TypeParam::Real;
  using Backend = typename TypeParam::Backend;
  auto const worst = [&](Method method) {
    return this->worst_error(2, 4, method, EmptyObject::is_summed);
  };
  EXPECT_LE(worst(Method::direct), this->tolerance);
  if (Backend::template Product<TestSpace, Value>::is_available) {
    EXPECT_LE(worst(Method::product), this->tolerance);
  }
  if (Backend::template Fft<TestSpace, Value>::is_available) {
    EXPECT_LE(worst(Method::nufft), this->tolerance + this->of_transforms);
  }
}

}  // namespace
}  // namespace siderum::test
