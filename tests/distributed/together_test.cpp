// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Jobs of the engine on as many processes as run_ranks.py starts. Rank 0 has the tests, the others
// serve it.
#include <array>
#include <cmath>
#include <complex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/algorithms/sky/harmonic_filters.hpp>
#include <siderum/core/error.hpp>
#include <siderum/engine/kept_sky.hpp>
#include <siderum/engine/machine.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/processes.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/engine/sky_arrays.hpp>

#include "engine/engine_jobs.hpp"
#include "engine/kept_sky_cases.hpp"
#include "reference/harmonic_transform.hpp"
#include "reference/spin_transform.hpp"
#include "support/oracle_rings.hpp"
#include "support/sentence.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

using Complexes = std::vector<std::complex<double>>;
using Values = std::vector<double>;

constexpr std::array fields{Field::scalar, Field::spin_one, Field::spin_two, Field::polarised};

int spin_of(Field field, std::int64_t row) {
  return field == Field::scalar || (field == Field::polarised && row == 0) ? 0
         : field == Field::spin_one                                        ? 1
                                                                           : 2;
}

/// That a transform of this field counts.
Complexes coefficients_of(Field field, HarmonicRange range) {
  Complexes a_lm;
  for (std::int64_t row = 0; row < components(field); ++row) {
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      for (std::int64_t l = m; l <= range.lmax; ++l) {
        double const at = static_cast<double>(row + 3 * l + 7 * m);
        std::complex<double> const value(std::sin(1.3 * at), m == 0 ? 0.0 : std::cos(0.7 * at));
        a_lm.push_back(l < spin_of(field, row) ? 0.0 : value);
      }
    }
  }
  return a_lm;
}

Values map_of(Field field, RingGrid const& grid) {
  Values map(static_cast<std::size_t>(components(field) * grid.pixels()));
  for (std::size_t i = 0; i < map.size(); ++i) {
    map[i] = std::sin(0.9 * static_cast<double>(i));
  }
  return map;
}

/// Of what the real maps of two sets of coefficients have.
double product(HarmonicRange range, Complexes const& a, Complexes const& b) {
  double sum = 0.0;
  auto const count = static_cast<std::size_t>(range.count());
  for (std::size_t i = 0; i < a.size(); ++i) {
    bool const is_of_zero = i % count <= static_cast<std::size_t>(range.lmax);
    sum += (is_of_zero ? 1.0 : 2.0) * (std::conj(a[i]) * b[i]).real();
  }
  return sum;
}

double product(Values const& a, Values const& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * b[i];
  }
  return sum;
}

double norm(Values const& a) {
  return std::sqrt(product(a, a));
}

/// The map of a field by the oracle.
std::vector<long double> oracle_map(RingGrid const& grid, HarmonicRange range, Field field,
                                    Complexes const& a_lm) {
  OracleRings const oracle(grid);
  std::vector<long double> map(static_cast<std::size_t>(components(field) * grid.pixels()));
  std::int64_t row = 0;
  if (spin_of(field, 0) == 0) {
    reference::synthesis(range.lmax, range.mmax, a_lm.data(), oracle.rings(), map.data());
    row = 1;
  }
  if (row < components(field)) {
    auto const* const e = a_lm.data() + row * range.count();
    long double* const q = map.data() + row * grid.pixels();
    reference::spin_synthesis(spin_of(field, row), range.lmax, range.mmax, e, e + range.count(),
                              oracle.rings(), q, q + grid.pixels());
  }
  return map;
}

std::vector<RingGrid> grids() {
  return {healpix_grid(8), gauss_legendre_grid(25, 50),
          equidistant_grid(EquidistantRule::clenshaw_curtis, 49, 50)};
}

TEST(Together, SynthesisIsThatOfTheOracle) {
  HarmonicRange const range = make_harmonic_range(23, 19);
  for (RingGrid const& grid : grids()) {
    for (Field const field : fields) {
      Complexes const a_lm = coefficients_of(field, range);
      Values const map = engine::synthesise(grid, range, field, a_lm);
      auto const expected = oracle_map(grid, range, field, a_lm);
      ASSERT_EQ(map.size(), expected.size());
      double const rms = norm(map) / std::sqrt(static_cast<double>(map.size()));
      for (std::size_t i = 0; i < map.size(); ++i) {
        ASSERT_NEAR(map[i], static_cast<double>(expected[i]),
                    harmonic_transform_tolerance<double>(range.lmax) * rms)
            << grid.name() << i;
      }
    }
  }
}

TEST(Together, EachTransformHasItsTranspose) {
  HarmonicRange const range = make_harmonic_range(23);
  for (RingGrid const& grid : grids()) {
    for (Field const field : fields) {
      Complexes const a_lm = coefficients_of(field, range);
      Values const x = map_of(field, grid);
      double const a_norm = std::sqrt(product(range, a_lm, a_lm));
      auto const expect_same = [&](Values const& map, Complexes const& back) {
        EXPECT_NEAR(product(x, map), product(range, back, a_lm),
                    adjoint_tolerance<double>() *
                        (norm(x) * norm(map) + a_norm * std::sqrt(product(range, back, back))))
            << grid.name();
      };
      expect_same(engine::synthesise(grid, range, field, a_lm),
                  engine::adjoint_synthesise(grid, range, field, x));
      expect_same(engine::adjoint_analyse(grid, range, field, a_lm),
                  engine::analyse(grid, range, field, x).a_lm);
    }
  }
}

TEST(Together, WhatWasSynthesisedIsFoundAgain) {
  HarmonicRange const range = make_harmonic_range(23);
  for (RingGrid const& grid : grids()) {
    for (Field const field : fields) {
      Complexes const a_lm = coefficients_of(field, range);
      Values const map = engine::synthesise(grid, range, field, a_lm);
      Values const weight(static_cast<std::size_t>(grid.pixels()), 2.0);
      engine::AnalysisMethod method;
      method.iterations = 100;
      method.tolerance = 1e-14;
      method.weight = weight;
      bool const is_exact = grid.kind() != GridKind::healpix;
      Complexes found =
          engine::analyse(grid, range, field, map, is_exact ? engine::AnalysisMethod() : method)
              .a_lm;
      for (std::size_t i = 0; i < found.size(); ++i) {
        found[i] -= a_lm[i];
      }
      EXPECT_LE(std::sqrt(product(range, found, found) / product(range, a_lm, a_lm)),
                is_exact ? round_trip_tolerance<double>(range.lmax) : 1e-10)
          << grid.name();
    }
  }
}

TEST(Together, SmoothingIsAnalysisFilterAndSynthesis) {
  HarmonicRange const range = make_harmonic_range(23);
  for (RingGrid const& grid : grids()) {
    for (Field const field : fields) {
      Values const map = map_of(field, grid);
      std::vector<Values> filter(static_cast<std::size_t>(components(field)));
      for (std::size_t row = 0; row < filter.size(); ++row) {
        for (int l = 0; l <= range.lmax; ++l) {
          filter[row].push_back(1.0 / (1.0 + l + static_cast<double>(row)));
        }
      }
      engine::AnalysisMethod method;
      method.iterations = 2;
      engine::ChangedMap const smooth = engine::smooth(grid, range, field, map, filter, method);
      Complexes a_lm = engine::analyse(grid, range, field, map, method).a_lm;
      for (std::size_t row = 0; row < filter.size(); ++row) {
        auto const count = static_cast<std::size_t>(range.count());
        scale_degrees(range, std::span(a_lm).subspan(row * count, count), filter[row]);
      }
      EXPECT_EQ(smooth.map, engine::synthesise(grid, range, field, a_lm)) << grid.name();
      EXPECT_EQ(smooth.iterations, 2);
    }
  }
}

TEST(Together, SeveralFieldsAreTransformedAsByOneProcess) {
  HarmonicRange const range = make_harmonic_range(23);
  std::int64_t const count = 3;
  for (RingGrid const& grid : grids()) {
    for (Field const field : {Field::scalar, Field::polarised}) {
      Complexes a_lm = kept_sky::coefficients_of_several(count, field, range);
      // Plans of arrays are the first process's own.
      engine::SkyTransform<double> const alone(grid, range, field, kept_sky::on_cpu(), count);
      Values map(static_cast<std::size_t>(count * components(field) * grid.pixels()));
      alone.synthesise(
          engine::host_array(std::span<std::complex<double> const>(a_lm), range.count()),
          engine::host_array(std::span(map), grid.pixels()));
      engine::KeptSky sky(grid, range, field, kept_sky::on_cpu(), count);
      sky.set_coefficients(a_lm);
      sky.synthesise();
      EXPECT_EQ(sky.map(), map) << grid.name();
      Values const weight(static_cast<std::size_t>(grid.pixels()), 2.0);
      for (engine::AnalysisMethod const& method : kept_sky::methods(grid, weight)) {
        auto const expected =
            alone.analyse(engine::host_array(std::span<double const>(map), grid.pixels()),
                          engine::host_array(std::span(a_lm), range.count()), method);
        auto const done = sky.analyse(method);
        EXPECT_EQ(sky.coefficients(), a_lm) << grid.name() << method.iterations;
        EXPECT_EQ(done.iterations, expected.iterations);
        EXPECT_EQ(done.residual, expected.residual);
      }
    }
  }
}

TEST(Together, ShortRunsOfLittleMemoryMakeTheSameMap) {
  HarmonicRange const range = make_harmonic_range(40);
  RingGrid const grid = healpix_grid(256);  // 512 pairs of rings, two of the shortest runs
  Complexes const a_lm = coefficients_of(Field::spin_two, range);
  Values const expected = engine::synthesise(grid, range, Field::spin_two, a_lm);
  engine::Execution execution;
  execution.memory_fraction = 1e-5;
  Values const map = engine::synthesise(grid, range, Field::spin_two, a_lm, execution);
  double const rms = norm(expected) / std::sqrt(static_cast<double>(expected.size()));
  ASSERT_EQ(map.size(), expected.size());
  for (std::size_t i = 0; i < map.size(); ++i) {
    ASSERT_NEAR(map[i], expected[i], harmonic_transform_tolerance<double>(range.lmax) * rms);
  }
}

TEST(Together, LargeMapsAndCoefficientsGoInPieces) {
  // 25 MB of pixels and 19 MB of coefficients, where 8 MiB go at once.
  HarmonicRange const range = make_harmonic_range(1535);
  RingGrid const grid = healpix_grid(512);
  Complexes const a_lm = coefficients_of(Field::scalar, range);
  Values const map = map_of(Field::scalar, grid);
  engine::KeptSky sky(grid, range, Field::scalar);
  double const before = engine::process_links().seconds;
  sky.set_coefficients(a_lm);
  sky.set_map(map);
  EXPECT_TRUE(sky.coefficients() == a_lm);
  EXPECT_TRUE(sky.map() == map);
  bool const are_several = engine::processes().count > 1;
  // MPI alone where processes must not read each other's memory.
  std::string const names = engine::process_links().names;
  EXPECT_EQ(names.substr(0, 3), are_several ? "MPI" : "");
  EXPECT_EQ(engine::process_links().seconds > before, are_several);
}

TEST(Together, PlansAreKeptUntilAJobFails) {
  HarmonicRange const range = make_harmonic_range(23);
  RingGrid const grid = healpix_grid(8);
  Complexes const a_lm = coefficients_of(Field::scalar, range);
  Values const first = engine::synthesise(grid, range, Field::scalar, a_lm);
  EXPECT_EQ(engine::synthesise(grid, range, Field::scalar, a_lm), first);
  engine::PeriodSearch search = small_search();
  search.grid.count = 1'000'000'000'000;
  search.peaks = 2;
  EXPECT_THROW(engine::search_periods(few_curves(), search), Error);
  EXPECT_EQ(engine::synthesise(grid, range, Field::scalar, a_lm), first);
}

bool are_same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

void expect_same(engine::PeriodSearchResult const& found,
                 engine::PeriodSearchResult const& expected) {
  EXPECT_EQ(found.status, expected.status);
  ASSERT_EQ(found.peaks.size(), expected.peaks.size());
  for (std::size_t i = 0; i < found.peaks.size(); ++i) {
    EXPECT_EQ(found.peaks[i].index, expected.peaks[i].index) << i;
    EXPECT_TRUE(are_same(found.peaks[i].power, expected.peaks[i].power)) << i;
    EXPECT_TRUE(are_same(found.peaks[i].log_false_alarm, expected.peaks[i].log_false_alarm)) << i;
  }
}

TEST(Together, KeptCurvesAreSearchedAgainAndAgainAsATable) {
  LightCurveTable curves = few_curves(21);
  add_light_curve(curves, "constant", Values{0.0, 1.0, 2.0}, Values{5.0, 5.0, 5.0},
                  Values{0.1, 0.1, 0.1});
  engine::KeptCurves const kept(curves);
  engine::KeptCurves const one(few_curves(1));
  engine::PeriodSearch search = small_search();
  expect_same(kept.search(search), engine::search_periods(curves, search));
  search.peaks = 3;
  search.false_alarm = engine::FalseAlarm::bootstrap;
  search.bootstrap_samples = 10;
  expect_same(kept.search(search), engine::search_periods(curves, search));
  search = small_search();
  search.finder = SuperSmootherOptions();
  expect_same(kept.search(search), engine::search_periods(curves, search));
  search.finder.reset();
  search.options.method = Method::direct;
  expect_same(one.search(search), engine::search_periods(few_curves(1), search));
  EXPECT_TRUE(engine::KeptCurves(LightCurveTable()).search(small_search()).peaks.empty());
}

TEST(Together, PeriodogramsOfKeptCurvesComeInTheirOrder) {
  LightCurveTable const curves = few_curves(7);
  engine::PeriodSearch search = small_search();
  auto const rows_of = [&](auto const& run) {
    Values rows;
    search.sink = [&rows](engine::PeriodogramRows const& some) {
      auto const* const first = static_cast<double const*>(some.power);
      rows.insert(rows.end(), first, first + some.objects * some.frequencies);
    };
    run();
    return rows;
  };
  engine::KeptCurves const kept(curves);
  Values const rows = rows_of([&] { kept.search(search); });
  EXPECT_EQ(rows.size(), 7U * 600U);
  EXPECT_TRUE(rows == rows_of([&] { engine::search_periods(curves, search); }));
}

TEST(Together, KeptCurvesAreThereAfterAFailedJob) {
  engine::KeptCurves const kept(few_curves());
  engine::PeriodSearch search = small_search();
  search.grid.count = 1'000'000'000'000;
  search.peaks = 2;
  EXPECT_THROW(kept.search(search), Error);
  expect_same(kept.search(small_search()), engine::search_periods(few_curves(), small_search()));
}

TEST(Together, RotationsBeyondMemoryAreRefused) {
  EXPECT_NO_THROW(engine::check_memory(engine::RotationSize{100, 3}));
  try {
    engine::check_memory(engine::RotationSize{1'000'000, 3});
    FAIL() << "it is not refused";
  } catch (Error const& error) {
    EXPECT_THAT(error.what(), testing::ContainsRegex("^The rotation needs [0-9]+ GB of memory at"
                                                     " least.* Take a smaller lmax"));
  }
}

TEST(Together, ACounterGoesOnAfterAFailedJob) {
  std::array const points{few_points(0.0)};
  engine::PairCounter counter(SeparationBins{{0.1, 1.0, 5.0}}, {}, {});
  std::size_t const group = counter.add(std::span<CatalogueTable const>(points));
  PairCounts const before = counter.count(group);
  engine::PeriodSearch search = small_search();
  search.grid.count = 1'000'000'000'000;
  search.peaks = 2;
  EXPECT_THROW(engine::search_periods(few_curves(), search), Error);
  EXPECT_EQ(counter.count(group).count, before.count);
}

TEST(Together, AFailedJobIsNotTheLast) {
  LightCurveTable const curves = few_curves();
  engine::PeriodSearch search = small_search();
  auto const before = engine::search_periods(curves, search);
  search.grid.count = 1'000'000'000'000;
  search.peaks = 2;
  for (int i = 0; i < 2; ++i) {
    EXPECT_THROW(engine::search_periods(curves, search), Error);
  }
  auto const after = engine::search_periods(curves, small_search());
  ASSERT_EQ(after.peaks.size(), before.peaks.size());
  for (std::size_t i = 0; i < after.peaks.size(); ++i) {
    EXPECT_EQ(after.peaks[i].power, before.peaks[i].power);
  }
}

/// Asks for an end of the job.
class Impatient final : public ProgressObserver {
 public:
  void advance(std::int64_t, std::int64_t) override { throw Error("Enough of it."); }
};

/// Begins a job within the one that it observes.
class Busy final : public ProgressObserver {
 public:
  void advance(std::int64_t, std::int64_t) override { sky_.synthesise(); }

 private:
  engine::KeptSky sky_{healpix_grid(8), make_harmonic_range(23), Field::scalar};
};

TEST(Together, AnObserverBeginsNoOtherJob) {
  engine::Execution execution;
  Busy busy;
  execution.progress = &busy;
  EXPECT_EQ(sentence_of([&] { engine::search_periods(few_curves(40), small_search(), execution); }),
            "A job cannot be started from within another one (an observer or a sink did). Start"
            " it when the first has ended.");
}

TEST(Together, AnObserverEndsTheJobOfAll) {
  LightCurveTable const curves = few_curves(40);
  engine::PeriodSearch search = small_search();
  search.grid.count = 20000;
  Impatient impatient;
  engine::Execution execution;
  execution.progress = &impatient;
  EXPECT_THROW(engine::search_periods(curves, search, execution), Error);
  EXPECT_EQ(engine::search_periods(curves, small_search()).peaks.size(), 40U);
}

// Last: the processes part.
TEST(TogetherAtTheEnd, WhatWasMadeMayOutliveTheProcesses) {
  std::array const points{few_points(0.0)};
  std::span<CatalogueTable const> const set(points);
  std::optional<engine::PairCounter> counter;
  counter.emplace(SeparationBins{{0.1, 1.0, 5.0}}, PairCountOptions{}, std::vector<std::int64_t>{});
  std::size_t const group = counter->add(set);
  PairCounts const together = counter->count(group);
  kept_sky::Sky const shape = kept_sky::skies()[0];
  std::optional<engine::KeptSky> sky;
  sky.emplace(shape.grid, shape.range, Field::scalar);
  std::optional<engine::KeptCurves> curves;
  curves.emplace(few_curves());
  bool const were_several = engine::processes().count > 1;
  engine::part_from_processes();
  if (were_several) {
    EXPECT_THROW(counter->count(group), Error);
    EXPECT_THROW(sky->synthesise(), Error);
    EXPECT_THROW(curves->search(small_search()), Error);
  }
  curves.reset();
  sky.reset();
  counter.reset();
  counter.emplace(SeparationBins{{0.1, 1.0, 5.0}}, PairCountOptions{}, std::vector<std::int64_t>{});
  EXPECT_EQ(counter->count(counter->add(set)).count, together.count);
}

}  // namespace
}  // namespace siderum::test

int main(int count, char** arguments) {
  testing::InitGoogleMock(&count, arguments);
  if (!siderum::engine::join_processes({arguments, arguments + count}).is_caller()) {
    return siderum::engine::serve();
  }
  siderum::engine::leave(RUN_ALL_TESTS());
}
