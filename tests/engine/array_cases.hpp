// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/engine/period_arrays.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/engine/sky_arrays.hpp>

#include "support/matchers.hpp"
#include "support/tolerance.hpp"

/// What jobs find in arrays of the caller, wherever these lie, against the same jobs on tables and
/// spans of the same device.
namespace siderum::engine::test {

using siderum::test::all_near;

/// A place where arrays lie has
///
///     using Real;                     of the numbers
///     static constexpr DeviceKind kind;
///     static bool is_there();
///     Array<T> put(std::vector<T> const&, columns = 0);   a copy there; 0: one row
///     std::vector<T> take(Array<T> const&);               what lies there now
template <class Place>
class Arrays : public testing::Test {
 protected:
  void SetUp() override {
    if (!Place::is_there()) {
      GTEST_SKIP() << "there is no such device here";
    }
    place_.emplace();
  }

  Place& place() { return *place_; }

  static Execution execution() {
    Execution result;
    result.device.kind = Place::kind;
    result.precision = std::is_same_v<typename Place::Real, float> ? Precision::single_precision
                                                                   : Precision::double_precision;
    return result;
  }

  /// On hosts the same code runs in the same order; on a GPU pieces of work may be others.
  static double slack(double tolerance) { return Place::kind == DeviceKind::cpu ? 0.0 : tolerance; }

  template <class T>
  Array<T> output(std::int64_t rows, std::int64_t columns) {
    return place().put(std::vector<T>(static_cast<std::size_t>(rows * columns)), columns);
  }

  std::optional<Place> place_;
};

/// Numbers that are the same in both precisions.
inline double coarse(double number) {
  return static_cast<double>(static_cast<float>(number));
}

/// Objects of several lengths, the third without a point, the last constant.
struct Curves {
  LightCurveTable table;
  FrequencyGrid grid{0.01, 0.003, 597};

  Curves() {
    CounterRandom random(7, 0);
    for (std::int64_t const points : {60, 43, 0, 200, 5}) {
      std::int64_t const object = table.objects();
      table.id.push_back(std::to_string(object));
      double const frequency = 0.3 + 0.17 * static_cast<double>(object);
      for (std::int64_t j = 0; j < points; ++j) {
        double const time = 100.0 * uniform(random);
        double const wave = std::cos(2.0 * std::numbers::pi * frequency * time);
        table.time.push_back(time);
        table.value.push_back(object == 4 ? 2.0 : coarse(wave + 0.3 * uniform(random)));
        table.error.push_back(coarse(0.1 + 0.2 * uniform(random)));
      }
      table.offsets.push_back(std::ssize(table.time));
    }
  }

  double tolerance_cycles() const { return 100.0 * grid.frequency(grid.count - 1); }

 private:
  static double uniform(CounterRandom& random) { return random.uniform(); }
};

template <class Real>
std::vector<Real> rounded(std::vector<double> const& numbers) {
  return {numbers.begin(), numbers.end()};
}

template <class Real, class Place>
CurveArrays<Real> put(Place& place, LightCurveTable const& table) {
  return {place.put(table.time), place.put(rounded<Real>(table.value)),
          place.put(rounded<Real>(table.error)), table.offsets};
}

/// The search of a table that does what one of arrays does. In single precision values are not
/// centred first, which arrays cannot be.
inline PeriodSearch search_of_table(ArraySearch const& search) {
  PeriodSearch result;
  result.grid = std::get<FrequencyGrid>(search.frequencies);
  result.finder = search.finder;
  result.options = search.options;
  result.terms = search.terms;
  result.bands = search.bands > 1 ? Bands::use : Bands::ignore;
  return result;
}

inline std::vector<ArraySearch> searches(FrequencyGrid const& grid) {
  LombScargleOptions options;
  options.center_data = CenterData::no;
  std::vector<ArraySearch> all(4, {grid, {}, options});
  all[1].options.method = Method::direct;
  all[2].terms = 3;
  all[3].finder = PhaseDispersionOptions{};
  return all;
}

template <class Real>
std::vector<double> powers_of_table(Curves const& curves, ArraySearch const& search,
                                    Execution const& execution) {
  std::vector<double> power;
  PeriodSearch of_table = search_of_table(search);
  of_table.sink = [&](PeriodogramRows const& rows) {
    auto const* const first = static_cast<Real const*>(rows.power);
    power.insert(power.end(), first, first + rows.objects * rows.frequencies);
  };
  search_periods(curves.table, of_table, execution);
  return power;
}

TYPED_TEST_SUITE_P(Arrays);

TYPED_TEST_P(Arrays, HoldThePowersOfTables) {
  using Real = typename TypeParam::Real;
  Curves const curves;
  auto const arrays = put<Real>(this->place(), curves.table);
  std::int64_t const objects = curves.table.objects();
  for (ArraySearch const& search : searches(curves.grid)) {
    auto const power = this->template output<Real>(objects, curves.grid.count);
    auto const status = this->template output<ObjectStatus>(1, objects);
    periodograms(arrays, search, power, status);
    auto const expected = powers_of_table<Real>(curves, search, this->execution());
    double const tolerance = 3.0 * search.terms *
                             siderum::test::lomb_scargle_tolerance<Real>(
                                 200, search.terms * curves.tolerance_cycles(), 1e3);
    EXPECT_TRUE(all_near(this->place().take(power), expected, this->slack(tolerance)));
    auto const states = this->place().take(status);
    EXPECT_EQ(states[0], ObjectStatus::ok);
    EXPECT_EQ(states[2], ObjectStatus::no_points);
  }
}

TYPED_TEST_P(Arrays, HoldTheBestOfTables) {
  using Real = typename TypeParam::Real;
  Curves const curves;
  auto const arrays = put<Real>(this->place(), curves.table);
  std::int64_t const objects = curves.table.objects();
  for (ArraySearch const& search : searches(curves.grid)) {
    BestPeriodArrays<Real> const best{this->template output<std::int64_t>(1, objects),
                                      this->template output<Real>(1, objects),
                                      this->template output<ObjectStatus>(1, objects)};
    best_periods(arrays, search, best);
    auto const expected = search_periods(curves.table, search_of_table(search), this->execution());
    EXPECT_EQ(this->place().take(best.status), expected.status);
    auto const index = this->place().take(best.index);
    for (std::int64_t const object : {0, 1, 2, 3}) {
      EXPECT_EQ(index[object], expected.peaks[object].index) << object;
    }
    EXPECT_EQ(index[2], -1);
  }
}

TYPED_TEST_P(Arrays, MayHoldSeveralBands) {
  using Real = typename TypeParam::Real;
  Curves curves;
  LightCurveTable& table = curves.table;
  table.band_names = {"g", "r", "i"};
  // The points of each object sorted by band, of which the first object lacks one.
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t object = 0; object < table.objects(); ++object) {
    std::int64_t const points = table.offsets[object + 1] - table.offsets[object];
    std::int64_t const used = object == 0 ? 2 : 3;
    for (std::int64_t band = 0; band < 3; ++band) {
      std::int64_t const rows = band < used ? points * (band + 1) / used - points * band / used : 0;
      table.band.insert(table.band.end(), rows, static_cast<std::int32_t>(band));
      offsets.push_back(offsets.back() + rows);
    }
  }
  CurveArrays<Real> arrays = put<Real>(this->place(), table);
  arrays.offsets = offsets;
  for (int const terms : {1, 2}) {
    ArraySearch search = searches(curves.grid).front();
    search.terms = terms;
    search.bands = 3;
    auto const power = this->template output<Real>(table.objects(), curves.grid.count);
    periodograms(arrays, search, power);
    auto const expected = powers_of_table<Real>(curves, search, this->execution());
    double const tolerance = 3.0 * search.terms *
                             siderum::test::lomb_scargle_tolerance<Real>(
                                 200, search.terms * curves.tolerance_cycles(), 1e3);
    EXPECT_TRUE(all_near(this->place().take(power), expected, this->slack(tolerance)));

    std::int64_t const objects = table.objects();
    BestPeriodArrays<Real> const best{this->template output<std::int64_t>(1, objects),
                                      this->template output<Real>(1, objects),
                                      this->template output<ObjectStatus>(1, objects)};
    best_periods(arrays, search, best);
    auto const of_table = search_periods(table, search_of_table(search), this->execution());
    auto const index = this->place().take(best.index);
    for (std::int64_t const object : {0, 1, 2, 3}) {
      EXPECT_EQ(index[object], of_table.peaks[object].index) << object;
    }
  }
}

TYPED_TEST_P(Arrays, MayListTheirFrequencies) {
  using Real = typename TypeParam::Real;
  Curves const curves;
  auto const arrays = put<Real>(this->place(), curves.table);
  std::int64_t const objects = curves.table.objects();
  std::vector<double> frequencies;
  for (std::int64_t const k : {500, 3, 4, 250}) {
    frequencies.push_back(curves.grid.frequency(k));
  }
  for (ArraySearch search : searches(curves.grid)) {
    if (search.terms > 1) {
      continue;
    }
    auto const whole = powers_of_table<Real>(curves, search, this->execution());
    std::vector<double> expected;
    for (std::int64_t object = 0; object < objects; ++object) {
      for (std::int64_t const k : {500, 3, 4, 250}) {
        expected.push_back(whole[object * curves.grid.count + k]);
      }
    }
    search.frequencies = this->place().put(frequencies);
    auto const power = this->template output<Real>(objects, 4);
    periodograms(arrays, search, power);
    double const tolerance =
        siderum::test::lomb_scargle_tolerance<Real>(200, curves.tolerance_cycles(), 1e3);
    EXPECT_TRUE(all_near(this->place().take(power), expected, 2.0 * tolerance));
  }
}

TYPED_TEST_P(Arrays, MayShareTheirTimes) {
  using Real = typename TypeParam::Real;
  Curves const curves;
  constexpr std::int64_t points = 60;
  constexpr std::int64_t objects = 3;
  LightCurveTable table;
  std::vector<Real> values;
  for (std::int64_t object = 0; object < objects; ++object) {
    table.id.push_back(std::to_string(object));
    for (std::int64_t j = 0; j < points; ++j) {
      table.time.push_back(curves.table.time[j]);
      table.value.push_back(coarse(curves.table.value[j] + 0.5 * std::sin(7.0 * j * object)));
      table.error.push_back(curves.table.error[j]);
      values.push_back(static_cast<Real>(table.value.back()));
    }
    table.offsets.push_back(std::ssize(table.time));
  }
  std::vector<double> const times(table.time.begin(), table.time.begin() + points);
  std::vector<Real> const errors(table.error.begin(), table.error.begin() + points);
  CurveArrays<Real> const arrays{
      this->place().put(times), this->place().put(values, points), this->place().put(errors), {}};
  auto const power = this->template output<Real>(objects, curves.grid.count);
  ArraySearch const search{curves.grid, {}, {}};
  periodograms(arrays, search, power);

  auto const ragged = put<Real>(this->place(), table);
  auto const expected = this->template output<Real>(objects, curves.grid.count);
  periodograms(ragged, search, expected);
  double const tolerance =
      1e-9 + siderum::test::lomb_scargle_tolerance<Real>(points, curves.tolerance_cycles(), 1e3);
  EXPECT_TRUE(all_near(this->place().take(power), this->place().take(expected),
                       2.0 * tolerance + (sizeof(Real) == 4 ? 1e-5 : 0.0)));
}

template <class Real>
std::vector<std::complex<Real>> drawn_coefficients(HarmonicRange range, std::int64_t rows) {
  CounterRandom random(3, 0);
  std::vector<std::complex<Real>> a_lm;
  for (std::int64_t i = 0; i < rows * range.count(); ++i) {
    double const real = coarse(random.uniform() - 0.5);
    a_lm.emplace_back(
        static_cast<Real>(real),
        static_cast<Real>(i % range.count() <= range.lmax ? 0.0 : coarse(random.uniform() - 0.5)));
  }
  return a_lm;
}

template <class Real>
std::vector<std::complex<double>> widened(std::vector<std::complex<Real>> const& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// Real and imaginary parts.
template <class Real>
std::vector<double> parts(std::vector<std::complex<Real>> const& numbers) {
  std::vector<double> result;
  for (auto const& number : numbers) {
    result.push_back(number.real());
    result.push_back(number.imag());
  }
  return result;
}

TYPED_TEST_P(Arrays, AreTransformedAsSpansAre) {
  using Real = typename TypeParam::Real;
  RingGrid const grid = healpix_grid(16);
  HarmonicRange const range = make_harmonic_range(32, 32);
  for (Field const field : {Field::scalar, Field::polarised}) {
    std::int64_t const rows = components(field);
    auto const a_lm = drawn_coefficients<Real>(range, rows);
    auto const given = this->place().put(a_lm, range.count());
    auto const map = this->template output<Real>(rows, grid.pixels());
    SkyTransform<Real> const transform(grid, range, field, this->execution());
    transform.synthesise(given, map);
    auto const expected = synthesise(grid, range, field, widened(a_lm), this->execution());
    auto const pixels = this->place().take(map);
    EXPECT_TRUE(all_near(pixels, expected, 0.0));
    EXPECT_EQ(this->place().take(given), a_lm);

    std::vector<double> const wide(pixels.begin(), pixels.end());
    auto const found = this->template output<std::complex<Real>>(rows, range.count());
    for (RingWeights const weights : {RingWeights::off, RingWeights::on}) {
      for (std::int64_t const iterations : {0, 2}) {
        AnalysisMethod method;
        method.iterations = iterations;
        method.ring_weights = weights;
        AnalysisResult const done = transform.analyse(map, found, method);
        AnalysisResult const of_span = analyse(grid, range, field, wide, method, this->execution());
        EXPECT_EQ(done.iterations, iterations);
        EXPECT_EQ(done.residual, of_span.residual);
        EXPECT_TRUE(all_near(parts(this->place().take(found)), parts(of_span.a_lm), 0.0));
      }
    }
  }
}

TYPED_TEST_P(Arrays, OfSeveralFieldsAreTransformedAsEach) {
  using Real = typename TypeParam::Real;
  RingGrid const grid = healpix_grid(8);
  HarmonicRange const range = make_harmonic_range(16, 12);
  std::int64_t const fields = 2;
  for (Field const field : {Field::scalar, Field::spin_one, Field::polarised}) {
    std::int64_t const rows = components(field);
    auto const a_lm = drawn_coefficients<Real>(range, fields * rows);
    auto const given = this->place().put(a_lm, range.count());
    auto const map = this->template output<Real>(fields * rows, grid.pixels());
    SkyTransform<Real> const plan(grid, range, field, this->execution(), fields);
    EXPECT_GT(plan.bytes(), 0);
    auto const each = [&](auto const& numbers, std::int64_t which) {
      auto const size = std::ssize(numbers) / fields;
      return std::vector(numbers.begin() + which * size, numbers.begin() + (which + 1) * size);
    };
    double const tolerance = 1e3 * std::numeric_limits<Real>::epsilon();
    plan.synthesise(given, map);
    auto const pixels = this->place().take(map);
    auto const found = this->template output<std::complex<Real>>(fields * rows, range.count());
    plan.analyse(map, found);
    auto const analysed = this->place().take(found);
    plan.adjoint_synthesise(map, found);
    auto const adjoint = this->place().take(found);
    plan.adjoint_analyse(given, map);
    auto const weighted = this->place().take(map);
    for (std::int64_t which = 0; which < fields; ++which) {
      auto const of_one = widened(each(a_lm, which));
      auto const one = each(pixels, which);
      std::vector<double> const wide(one.begin(), one.end());
      auto const where = this->execution();
      EXPECT_TRUE(all_near(one, synthesise(grid, range, field, of_one, where), tolerance));
      EXPECT_TRUE(all_near(parts(each(analysed, which)),
                           parts(analyse(grid, range, field, wide, {}, where).a_lm), tolerance));
      // Sums over 768 pixels, which analysis divides by some 61 to the steradian.
      EXPECT_TRUE(all_near(parts(each(adjoint, which)),
                           parts(adjoint_synthesise(grid, range, field, wide, where)),
                           100.0 * tolerance));
      EXPECT_TRUE(all_near(each(weighted, which),
                           adjoint_analyse(grid, range, field, of_one, where), tolerance));
    }
  }
}

TYPED_TEST_P(Arrays, AreTurnedAsSpansAre) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(20, 20);
  EulerAngles const angles{0.3, 1.1, -2.0};
  auto const a_lm = drawn_coefficients<Real>(range, 2);
  auto const given = this->place().put(a_lm, range.count());
  auto const expected = parts(rotate(range, widened(a_lm), angles, this->execution()));
  auto const rotated = this->template output<std::complex<Real>>(2, range.count());
  rotate<Real>(range, given, angles, rotated);
  EXPECT_TRUE(all_near(parts(this->place().take(rotated)), expected, 0.0));
  EXPECT_EQ(this->place().take(given), a_lm);
  rotate<Real>(range, given, angles, given);
  EXPECT_TRUE(all_near(parts(this->place().take(given)), expected, 0.0));
}

TYPED_TEST_P(Arrays, HaveGradients) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(20, 15);
  auto const a_lm = drawn_coefficients<Real>(range, 1);
  auto const given = this->place().put(a_lm, range.count());
  auto const gradients = this->template output<std::complex<Real>>(2, range.count());
  gradient<Real>(range, given, gradients);
  auto const found = this->place().take(gradients);
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    std::complex<Real> const factor(static_cast<Real>(std::sqrt(static_cast<double>(l * (l + 1)))));
    for (std::int64_t m = 0; m <= std::min(l, range.mmax); ++m) {
      std::int64_t const at = range.index(l, m);
      EXPECT_EQ(found[at], factor * a_lm[at]);
      EXPECT_EQ(found[range.count() + at], std::complex<Real>(0));
    }
  }
}

TYPED_TEST_P(Arrays, AreCountedAsTablesAre) {
  CatalogueTable table;
  CounterRandom random(11, 0);
  for (int i = 0; i < 700; ++i) {
    table.ra.push_back(40.0 * random.uniform());
    table.dec.push_back(30.0 * random.uniform() - 15.0);
    table.weight.push_back(random.uniform());
    table.region.push_back(10 * (i % 3));
  }
  SeparationBins const bins = linear_bins(0.0, 5.0, 10);
  PairCounter counter(bins, {}, {0, 10, 20}, this->execution());
  std::vector<CatalogueTable> const tables{table};
  std::size_t const of_table = counter.add(tables);
  auto& place = this->place();
  std::vector<CatalogueArrays> const arrays{{place.put(table.ra), place.put(table.dec),
                                             place.put(table.weight), place.put(table.region)}};
  std::size_t const of_arrays = counter.add(arrays);
  PairCounts const expected = counter.count(of_table);
  PairCounts const found = counter.count(of_arrays);
  EXPECT_EQ(found.count, expected.count);
  EXPECT_EQ(found.weight, expected.weight);
  EXPECT_EQ(found.regions.both, expected.regions.both);
  EXPECT_GT(expected.count[3], 0);
}

REGISTER_TYPED_TEST_SUITE_P(Arrays, HoldThePowersOfTables, HoldTheBestOfTables, MayHoldSeveralBands,
                            MayListTheirFrequencies, MayShareTheirTimes, AreTransformedAsSpansAre,
                            OfSeveralFieldsAreTransformedAsEach, AreTurnedAsSpansAre, HaveGradients,
                            AreCountedAsTablesAre);

}  // namespace siderum::engine::test
