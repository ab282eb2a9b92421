// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

/// The host and the device of one process, on the same data: the same best periods, and powers
/// that differ by no more than rounding.
namespace siderum::test {
namespace {

using HostExec = Kokkos::DefaultHostExecutionSpace;

/// What `best_periods` and `lomb_scargle` find in a space of one's choice.
template <class Exec, class Backend, class Real>
class Searcher {
 public:
  explicit Searcher(Batch const& batch)
      : curves_(mirror_to(
            exec_, make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets))) {}

  std::vector<std::int64_t> best(FrequencyGrid const& grid,
                                 LombScargleOptions const& options) const {
    auto const found = BestPeriods<Real, Exec>::allocate(exec_, curves_.objects());
    best_periods<Backend>(exec_, curves_, grid, found, options);
    exec_.fence();
    return to_host(found.index);
  }

  std::vector<Real> powers(FrequencyGrid const& grid, LombScargleOptions const& options) const {
    PowerView<Real, Exec> const power("test::power", curves_.objects(), grid.count);
    lomb_scargle<Backend>(exec_, curves_, grid, power, options);
    exec_.fence();
    return to_host(power);
  }

 private:
  Exec exec_;
  LightCurves<Real, typename Exec::memory_space> curves_;
};

template <class Real>
using OnHost = Searcher<HostExec, backend::Portable, Real>;
template <class V>
using OnDevice = Searcher<TestSpace, typename V::Backend, typename V::Real>;

template <class V>
class Parity : public testing::Test {
 protected:
  static void expect_same_best(Batch const& batch, FrequencyGrid const& grid,
                               LombScargleOptions const& options) {
    auto const expected = OnHost<double>(batch).best(grid, options);
    EXPECT_EQ(OnHost<typename V::Real>(batch).best(grid, options), expected);
    EXPECT_EQ(OnDevice<V>(batch).best(grid, options), expected);
  }
};
TYPED_TEST_SUITE(Parity, Variants, VariantNames);

TYPED_TEST(Parity, BestPeriodOfIda) {
  Batch const batch = to_batch(read_light_curves("examples/data/ida_243_ztf_r.csv"));
  this->expect_same_best(batch, angular_grid(3.14159, 150.796, 1'000'000), standard_periodogram());
}

TYPED_TEST(Parity, BestPeriodOfAnAsteroidOfManyPoints) {
  Batch const batch =
      to_batch(read_light_curves(survey_data() / "light_curves/synthetic_8205_with_errors.csv"));
  this->expect_same_best(batch, angular_grid(3.14159, 150.79645, 1'000'000),
                         generalized_periodogram());
}

TYPED_TEST(Parity, BestPeriodsOfVariableStars) {
  Batch const batch =
      to_batch(read_light_curves(survey_data() / "light_curves/stripe82_rr_lyrae_z.csv"));
  FrequencyGrid const grid = half_open_grid(0.1, 10.0, 330'000);
  this->expect_same_best(batch, grid, generalized_periodogram());
  this->expect_same_best(batch, grid, standard_periodogram());
}

// Each side is within the tolerance of the oracle, so that they are within twice of each other.
TYPED_TEST(Parity, PowersDifferByRounding) {
  using Real = typename TypeParam::Real;
  Batch const batch = draw_batch<Real>({43, 17, 1300}, 700.0, 1.37);
  FrequencyGrid const grid{0.03, 0.0021, 2500};
  OnHost<Real> const host(batch);
  OnDevice<TypeParam> const device(batch);
  for (Normalization const normalization : {Normalization::standard, Normalization::psd}) {
    for (LombScargleOptions options : {standard_periodogram(), generalized_periodogram()}) {
      options.normalization = normalization;
      options.method = Method::direct;  // the choice may differ, and with it the tolerance
      auto const allowed =
          expected_powers<Real>(batch, frequencies_of(grid), options, reach_of(grid));
      std::vector<double> twice(allowed.tolerance);
      for (double& tolerance : twice) {
        tolerance *= 2.0;
      }
      auto const on_host = host.powers(grid, options);
      EXPECT_TRUE(all_near_each(device.powers(grid, options),
                                std::vector<long double>(on_host.begin(), on_host.end()), twice))
          << name_of(options);
    }
  }
}

}  // namespace
}  // namespace siderum::test
