// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/algorithms/periods/candidates.hpp>
#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/false_alarm_probability.hpp>
#include <siderum/algorithms/periods/lomb_scargle_shared.hpp>
#include <siderum/algorithms/periods/lomb_scargle_stream.hpp>
#include <siderum/algorithms/periods/multi_harmonic_models.hpp>
#include <siderum/algorithms/periods/multiband.hpp>
#include <siderum/algorithms/periods/own_grids.hpp>
#include <siderum/algorithms/periods/peak_separations.hpp>
#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>
#include <siderum/algorithms/periods/refine_peaks.hpp>
#include <siderum/algorithms/periods/spectral_window.hpp>
#include <siderum/algorithms/periods/super_smoother.hpp>
#include <siderum/algorithms/sky/harmonic_gradient.hpp>
#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/algorithms/sky/iterative_analysis.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"

/// Functions are called as a first program calls them: with views that it has just filled, whose
/// values are not const, and without template arguments. What they compute is tested elsewhere.
namespace siderum::test {
namespace {

/// What the functions are called with.
template <class Real>
struct Arguments {
  static constexpr double frequency = 0.7;
  TestSpace exec;
  FrequencyGrid grid{0.05, 0.01, 200};
  Batch batch = draw_batch<Real>({43, 47}, 100.0, frequency);
  LightCurves<Real, TestMemory> curves = to_curves<Real>(batch);
  LightCurves<Real, Kokkos::HostSpace> on_host =
      make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets);
  PowerView<Real, TestSpace> power{"test::power", 2, 200};
  StatusView<TestSpace> status{"test::status", 2};
  BestPeriods<Real, TestSpace> best = BestPeriods<Real, TestSpace>::allocate(exec, 2);
  HostPowerView<Real> host_power{"test::host_power", 2, 200};
  HostStatusView host_status{"test::host_status", 2};
};

template <class Real>
class DeducedArguments : public testing::Test {
 public:
  static constexpr double frequency = Arguments<Real>::frequency;
  Arguments<Real> given;

  template <class Value>
  using Numbers = Kokkos::View<Value*, TestMemory>;
  template <class Value>
  using Table = Kokkos::View<Value**, Kokkos::LayoutRight, TestMemory>;

  std::int64_t best_index() {
    given.exec.fence();
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), given.best.index)(0);
  }
};

TYPED_TEST_SUITE(DeducedArguments, Precisions, PrecisionNames);

TYPED_TEST(DeducedArguments, OfPeriodogramsAndPeaks) {
  using Real = TypeParam;
  auto const& [exec, curves, grid] =
      std::tie(this->given.exec, this->given.curves, this->given.grid);
  lomb_scargle(exec, curves, grid, this->given.power);
  lomb_scargle(exec, curves, grid, this->given.power, this->given.status);
  lomb_scargle_stretch(exec, curves, grid, FrequencyRange{0, 200}, this->given.power,
                       this->given.status);
  lomb_scargle_to_host(exec, this->given.on_host, grid, this->given.host_power,
                       this->given.host_status);
  best_periods_stretch(exec, curves, grid, FrequencyRange{0, 200}, this->given.best);
  best_periods(exec, curves, grid, this->given.best);
  std::int64_t const expected = this->best_index();
  auto const peaks = Peaks<Real, TestSpace>::allocate(exec, 2, 3);
  Kokkos::View<ExcludedIndices*, TestMemory> const excluded("test::excluded", 0);
  find_peaks(exec, this->given.power,
             peak_separations(exec, this->given.batch.time, this->given.batch.offsets, grid),
             excluded, peaks);
  auto const refined = RefinedPeaks<TestSpace>::allocate(exec, 2, 3);
  refine_peaks(exec, curves, grid, peaks.index, refined);
  spectral_window(exec, curves, grid, this->given.power);
  exec.fence();
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), peaks.index)(0, 0), expected);
  EXPECT_NEAR(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), refined.frequency)(0, 0),
              grid.frequency(expected), grid.step);
}

TYPED_TEST(DeducedArguments, OfFalseAlarms) {
  using Real = TypeParam;
  typename TestFixture::template Table<Real> const power("test::power", 2, 1);
  typename TestFixture::template Table<double> const logarithm("test::logarithm", 2, 1);
  typename TestFixture::template Table<Real> const maxima("test::maxima", 2, 20);
  typename TestFixture::template Table<std::int64_t> const count("test::count", 2, 1);
  typename TestFixture::template Numbers<NoiseSearch> const searches("test::searches", 2);
  typename TestFixture::template Numbers<Real> const level("test::level", 2);
  describe_noise(this->given.exec, this->given.curves, 2.0, searches);
  log_false_alarm_probabilities(this->given.exec, FalseAlarmMethod::baluev, searches, power,
                                logarithm);
  bootstrap_maxima(this->given.exec, this->given.curves, this->given.grid, maxima, {},
                   {.samples = 20});
  count_exceeding(this->given.exec, maxima, power, count);
  bootstrap_levels(this->given.exec, maxima, 0.5, level);
  this->given.exec.fence();
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), count)(0, 0), 20);
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), logarithm)(0, 0), 0.0);
  PeakTable<Real const, TestSpace> const constant = power;
  log_false_alarm_probabilities(this->given.exec, FalseAlarmMethod::naive, searches, constant,
                                logarithm);
  count_exceeding(this->given.exec, PeakTable<Real const, TestSpace>(maxima), constant, count);
  this->given.exec.fence();
}

TYPED_TEST(DeducedArguments, OfModels) {
  using Real = TypeParam;
  using Row = typename TestFixture::template Numbers<double>;
  auto const& [exec, curves, grid] =
      std::tie(this->given.exec, this->given.curves, this->given.grid);
  Row const at("test::at", 2);
  Kokkos::deep_copy(at, TestFixture::frequency);
  Sinusoids<TestSpace> const fit{Row("test::amplitude", 2), Row("test::phase", 2),
                                 Row("test::offset", 2), Row("test::epoch", 2)};
  fit_sinusoids(exec, curves, at, fit);
  auto const models = MultiHarmonicModels<TestSpace>::allocate(exec, 2, 2);
  fit_multi_harmonic_models(exec, curves, at, models, {.terms = 2});
  typename TestFixture::template Numbers<Real> const value("test::value", curves.points());
  evaluate_multi_harmonic_models(exec, models, curves.time, curves.offsets, value);
  multi_harmonic(exec, curves, grid, this->given.power, this->given.status, {.terms = 2});
  best_multi_harmonic(exec, curves, grid, this->given.best, {.terms = 2});
  EXPECT_NE(method_of(exec, curves, grid, MultiHarmonicOptions{.terms = 2}), Method::automatic);
  EXPECT_GE(this->best_index(), 0);
  EXPECT_GT(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), fit.amplitude)(0), 0.0);
}

TYPED_TEST(DeducedArguments, OfFinders) {
  auto const& [exec, curves, grid] =
      std::tie(this->given.exec, this->given.curves, this->given.grid);
  super_smoother(exec, curves, grid, this->given.power);
  phase_dispersion(exec, curves, grid, this->given.power, this->given.status);
  conditional_entropy(exec, curves, grid, this->given.power, this->given.status);
  super_smoother_to_host(exec, this->given.on_host, grid, this->given.host_power,
                         this->given.host_status);
  phase_dispersion_to_host(exec, this->given.on_host, grid, this->given.host_power,
                           this->given.host_status);
  conditional_entropy_to_host(exec, this->given.on_host, grid, this->given.host_power,
                              this->given.host_status);
  best_phase_dispersion(exec, curves, grid, this->given.best);
  best_conditional_entropy(exec, curves, grid, this->given.best);
  best_super_smoother(exec, curves, grid, this->given.best);
  Kokkos::View<ExcludedIndices*, TestMemory> const excluded("test::excluded", 0);
  best_candidates(exec, curves, grid, excluded, this->given.best);
  EXPECT_GE(this->best_index(), 0);
}

TYPED_TEST(DeducedArguments, OfBandsAndSharedTimes) {
  using Real = TypeParam;
  auto const& [exec, grid, batch] = std::tie(this->given.exec, this->given.grid, this->given.batch);
  std::vector<std::int32_t> band(batch.time.size());
  for (std::size_t j = 0; j < band.size(); ++j) {
    band[j] = static_cast<std::int32_t>(j % 2);
  }
  std::vector<std::string> const names{"g", "r"};
  auto const banded =
      mirror_to(exec, make_multiband_curves<Real>(batch.time, batch.value, batch.error, band,
                                                  batch.offsets, names));
  multiband(exec, banded, grid, this->given.power, this->given.status);
  best_multiband(exec, banded, grid, this->given.best);
  EXPECT_GE(this->best_index(), 0);
  std::vector<double> const time(batch.time.begin(), batch.time.begin() + 43);
  std::vector<double> const value(batch.value.begin(), batch.value.begin() + 86);
  auto const shared = mirror_to(exec, make_shared_curves<Real>(time, value));
  EXPECT_NE(method_of(exec, shared, grid), Method::automatic);
  lomb_scargle(exec, shared, grid, this->given.power, this->given.status);
  best_periods(exec, shared, grid, this->given.best);
  EXPECT_GE(this->best_index(), 0);
}

TYPED_TEST(DeducedArguments, OfGridsOfTheirOwn) {
  using Real = TypeParam;
  std::vector<FrequencyGrid> const grids(2, this->given.grid);
  auto const best = HostBestPeriods<Real>::allocate({}, 2);
  auto const peaks = HostPeaks<Real>::allocate({}, 2, 1);
  best_periods_on_own_grids(this->given.exec, this->given.on_host, grids, best);
  peaks_on_own_grids(this->given.exec, this->given.on_host, grids, peaks, this->given.host_status);
  EXPECT_EQ(peaks.index(0, 0), best.index(0));
}

TYPED_TEST(DeducedArguments, OfTheSky) {
  using Real = TypeParam;
  RingGrid const grid = gauss_legendre_grid(8, 16);
  auto const a_lm = allocate_coefficients<Real>(this->given.exec, make_harmonic_range(7));
  auto const other = allocate_coefficients<Real>(this->given.exec, make_harmonic_range(7));
  Kokkos::deep_copy(a_lm.values, Kokkos::complex<Real>(1));
  MapView<Real, TestMemory> const map("test::map", 1, grid.pixels());
  auto const gradient = allocate_coefficients<Real>(this->given.exec, make_harmonic_range(7), 2);
  gradient_coefficients(this->given.exec, a_lm, gradient);
  rotate_coefficients(this->given.exec, a_lm, EulerAngles{}, other);
  alm2map(this->given.exec, a_lm, grid, map);
  HarmonicTransform<TestSpace, Real> const plan(this->given.exec, grid, make_harmonic_range(7));
  iterative_analysis(this->given.exec, plan, map, other);
  MapView<Real, TestMemory> const weight("test::weight", 1, grid.pixels());
  Kokkos::deep_copy(weight, Real(1));
  weighted_analysis(this->given.exec, plan, map, weight, other);
  map2alm(this->given.exec, map, grid, other);
  this->given.exec.fence();
  auto const value = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), other.values);
  EXPECT_NEAR(value.data()[0].real(), 1.0, 1e-4);
}

TEST(DeducedArgumentsOfPairs, AllWays) {
  TestSpace const exec;
  std::vector<double> const ra{10.0, 10.5, 11.0};
  std::vector<double> const dec{1.0, 1.2, 0.7};
  auto const catalogue = mirror_to(exec, make_catalogue(ra, dec));
  std::vector const sets{catalogue, catalogue};
  SeparationBins const bins = linear_bins(0.1, 5.0, 1);
  EXPECT_EQ(count_pairs(exec, catalogue, bins).count, std::vector<std::int64_t>{3});
  EXPECT_EQ(count_pairs(exec, catalogue, catalogue, bins).count, std::vector<std::int64_t>{6});
  EXPECT_EQ(count_pairs_of_sets(exec, sets, bins).count, std::vector<std::int64_t>{6});
  EXPECT_EQ(count_pairs_with_sets(exec, catalogue, sets, bins).count,
            std::vector<std::int64_t>{12});
}

}  // namespace
}  // namespace siderum::test
