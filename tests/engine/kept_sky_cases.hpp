// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/engine/kept_sky.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/engine/sky_arrays.hpp>

#include "engine/engine_jobs.hpp"
#include "support/sentence.hpp"

/// What stays on the CPU, of however many processes: the same as from plain memory and back, to the
/// last bit.
namespace siderum::test {

namespace kept_sky {

using Complexes = std::vector<std::complex<double>>;
using Values = std::vector<double>;

constexpr std::array fields{Field::scalar, Field::spin_one, Field::spin_two, Field::polarised};

inline engine::Execution on_cpu(engine::Precision precision = engine::Precision::double_precision) {
  engine::Execution execution;
  execution.device.kind = engine::DeviceKind::cpu;
  execution.precision = precision;
  return execution;
}

struct Sky {
  RingGrid grid;
  HarmonicRange range;
};

/// The last has fewer rings and orders than there may be processes.
inline std::vector<Sky> skies() {
  return {{healpix_grid(8), make_harmonic_range(17, 13)},
          {gauss_legendre_grid(25, 50), make_harmonic_range(23)},
          {healpix_grid(1), make_harmonic_range(2)}};
}

inline std::vector<Values> spectra(Field field, HarmonicRange range) {
  std::vector<Values> all;
  for (SpectrumKind const& kind : spectra_of(field)) {
    Values& spectrum = all.emplace_back();
    for (std::int64_t l = 0; l <= range.lmax; ++l) {
      double const power = 1.0 / static_cast<double>((l + 1) * (l + 2));
      spectrum.push_back(kind.first == kind.second ? power : 0.3 * power);
    }
  }
  return all;
}

inline Complexes coefficients(Field field, HarmonicRange range) {
  return random_coefficients(field, range, spectra(field, range), 7);
}

inline Values map(Field field, RingGrid const& grid) {
  Values map(static_cast<std::size_t>(components(field) * grid.pixels()));
  for (std::size_t i = 0; i < map.size(); ++i) {
    map[i] = std::sin(0.9 * static_cast<double>(i));
  }
  return map;
}

inline std::vector<Values> filter(Field field, HarmonicRange range) {
  std::vector<Values> filter(static_cast<std::size_t>(components(field)));
  for (std::size_t row = 0; row < filter.size(); ++row) {
    for (std::int64_t l = 0; l <= range.lmax; ++l) {
      filter[row].push_back(1.0 / static_cast<double>(1 + l + static_cast<std::int64_t>(row)));
    }
  }
  return filter;
}

/// The ways to analyse a map on this grid.
inline std::vector<engine::AnalysisMethod> methods(RingGrid const& grid, Values const& weight) {
  std::vector<engine::AnalysisMethod> methods(4);
  methods[1].iterations = 2;
  methods[2].iterations = 9;
  methods[2].tolerance = 1e-3;
  methods[3].iterations = 2;
  methods[3].weight = weight;
  if (grid.kind() == GridKind::healpix) {
    methods.emplace_back().ring_weights = engine::RingWeights::on;
    methods.back().iterations = 1;
  }
  return methods;
}

TEST(KeptSky, IsZeroAtFirst) {
  for (Sky const& sky : skies()) {
    engine::KeptSky kept(sky.grid, sky.range, Field::polarised, on_cpu());
    auto const none = static_cast<std::size_t>(3 * sky.range.count());
    EXPECT_EQ(kept.coefficients(), Complexes(none, 0.0));
    EXPECT_EQ(kept.map(), Values(static_cast<std::size_t>(3 * sky.grid.pixels()), 0.0));
  }
}

TEST(KeptSky, GivesWhatItWasGiven) {
  for (Sky const& sky : skies()) {
    for (Field const field : fields) {
      engine::KeptSky kept(sky.grid, sky.range, field, on_cpu());
      kept.set_coefficients(coefficients(field, sky.range));
      kept.set_map(map(field, sky.grid));
      EXPECT_EQ(kept.coefficients(), coefficients(field, sky.range));
      EXPECT_EQ(kept.map(), map(field, sky.grid));
    }
  }
}

TEST(KeptSky, IsTransformedAsPlainMemoryIs) {
  for (Sky const& sky : skies()) {
    for (Field const field : fields) {
      engine::KeptSky kept(sky.grid, sky.range, field, on_cpu());
      Complexes const a_lm = coefficients(field, sky.range);
      kept.set_coefficients(a_lm);
      kept.synthesise();
      Values const found = kept.map();
      EXPECT_EQ(found, engine::synthesise(sky.grid, sky.range, field, a_lm, on_cpu()));
      Values weight(static_cast<std::size_t>(sky.grid.pixels()), 1.0);
      weight[3] = 0.0;
      for (engine::AnalysisMethod const& method : methods(sky.grid, weight)) {
        engine::AnalysisResult const done = kept.analyse(method);
        auto const expected = engine::analyse(sky.grid, sky.range, field, found, method, on_cpu());
        EXPECT_TRUE(done.a_lm.empty());
        EXPECT_EQ(kept.coefficients(), expected.a_lm) << sky.grid.name() << method.iterations;
        EXPECT_EQ(done.iterations, expected.iterations);
        EXPECT_EQ(done.residual, expected.residual);
      }
      EXPECT_EQ(kept.map(), found);
    }
  }
}

TEST(KeptSky, IsSmoothedWhereItIs) {
  for (engine::Precision const precision :
       {engine::Precision::double_precision, engine::Precision::single_precision}) {
    for (Sky const& sky : skies()) {
      for (Field const field : fields) {
        engine::AnalysisMethod method;
        method.iterations = 2;
        engine::KeptSky kept(sky.grid, sky.range, field, on_cpu(precision));
        kept.set_map(map(field, sky.grid));
        kept.analyse(method);
        kept.scale_degrees(filter(field, sky.range));
        kept.synthesise();
        EXPECT_EQ(kept.map(), engine::smooth(sky.grid, sky.range, field, map(field, sky.grid),
                                             filter(field, sky.range), method, on_cpu(precision))
                                  .map)
            << sky.grid.name();
      }
    }
  }
}

/// Turned in plain memory, which the first process does alone.
template <class Real>
Complexes turned(HarmonicRange range, Complexes const& a_lm, EulerAngles const& angles) {
  std::vector<std::complex<Real>> numbers(a_lm.begin(), a_lm.end());
  auto const all = engine::host_array(std::span(numbers), range.count());
  engine::rotate<Real>(range, all, angles, all, on_cpu());
  return {numbers.begin(), numbers.end()};
}

TEST(KeptSky, IsTurnedWithTheBitsOfPlainMemory) {
  EulerAngles const angles{0.3, 1.1, -2.4};
  for (Sky sky : skies()) {
    sky.range.mmax = sky.range.lmax;
    for (Field const field : fields) {
      engine::KeptSky kept(sky.grid, sky.range, field, on_cpu());
      // Of coefficients that were given, which the first process has all of, and of such as each
      // has made its own of.
      Complexes const given = coefficients(field, sky.range);
      kept.set_coefficients(given);
      kept.rotate(angles);
      Complexes const once = turned<double>(sky.range, given, angles);
      EXPECT_EQ(kept.coefficients(), once) << sky.grid.name();
      kept.rotate(inverse(angles));
      EXPECT_EQ(kept.coefficients(), turned<double>(sky.range, once, inverse(angles)));
      EXPECT_EQ(engine::rotate(sky.range, given, angles, on_cpu()), once) << sky.grid.name();
      kept.set_map(map(field, sky.grid));
      kept.analyse();
      Complexes const found = kept.coefficients();
      kept.rotate(angles);
      EXPECT_EQ(kept.coefficients(), turned<double>(sky.range, found, angles)) << sky.grid.name();
    }
    engine::Execution const single = on_cpu(engine::Precision::single_precision);
    engine::KeptSky kept(sky.grid, sky.range, Field::polarised, single);
    Complexes const given = coefficients(Field::polarised, sky.range);
    kept.set_coefficients(given);
    kept.rotate(angles);
    Complexes const once = turned<float>(sky.range, given, angles);
    EXPECT_EQ(kept.coefficients(), once) << sky.grid.name();
    EXPECT_EQ(engine::rotate(sky.range, given, angles, single), once) << sky.grid.name();
  }
}

// More of a row for each other process than goes at once.
TEST(KeptSky, IsTurnedPieceByPieceWhereItIsLarge) {
  HarmonicRange const range = make_harmonic_range(2047);
  EulerAngles const angles{0.3, 1.1, -2.4};
  Complexes const a_lm = coefficients(Field::scalar, range);
  engine::KeptSky kept(healpix_grid(1), range, Field::scalar, on_cpu());
  kept.set_coefficients(a_lm);
  kept.rotate(angles);
  Complexes const once = turned<double>(range, a_lm, angles);
  EXPECT_TRUE(kept.coefficients() == once);
  EXPECT_TRUE(engine::rotate(range, a_lm, angles, on_cpu()) == once);
}

TEST(KeptSky, IsTurnedBetweenTransformsAsMapsAre) {
  EulerAngles const angles{0.3, 1.1, -2.4};
  engine::AnalysisMethod method;
  method.iterations = 2;
  for (engine::Precision const precision :
       {engine::Precision::double_precision, engine::Precision::single_precision}) {
    for (Field const field : fields) {
      Sky const sky = skies()[1];
      Values const given = map(field, sky.grid);
      engine::KeptSky kept(sky.grid, sky.range, field, on_cpu(precision));
      kept.set_map(given);
      kept.analyse(method);
      kept.rotate(angles);
      kept.synthesise();
      Values const turned = kept.map();
      EXPECT_NE(turned, given);
      EXPECT_EQ(engine::rotate_map(sky.grid, sky.range, field, given, angles, {}, method,
                                   on_cpu(precision))
                    .map,
                turned);
      kept.set_map(given);
      kept.analyse(method);
      kept.scale_degrees(filter(field, sky.range));
      kept.rotate(angles);
      kept.synthesise();
      engine::ChangedMap const changed =
          engine::rotate_map(sky.grid, sky.range, field, given, angles, filter(field, sky.range),
                             method, on_cpu(precision));
      EXPECT_EQ(changed.map, kept.map());
      EXPECT_EQ(changed.iterations, 2);
    }
  }
}

TEST(KeptSky, IsRandomAsOneThatIsMadeInPlainMemory) {
  for (Sky const& sky : skies()) {
    for (Field const field : fields) {
      engine::KeptSky kept(sky.grid, sky.range, field, on_cpu());
      kept.set_random(spectra(field, sky.range), 7);
      EXPECT_EQ(kept.coefficients(), coefficients(field, sky.range));
    }
  }
}

TEST(KeptSky, HasTheSpectraOfItsCoefficients) {
  for (Sky const& sky : skies()) {
    for (Field const field : fields) {
      engine::KeptSky kept(sky.grid, sky.range, field, on_cpu());
      Complexes const a_lm = coefficients(field, sky.range);
      kept.set_coefficients(a_lm);
      auto const found = kept.spectra();
      auto const expected = power_spectra(field, sky.range, a_lm, a_lm, SpectrumSet::own);
      ASSERT_EQ(found.size(), expected.size());
      auto const kinds = spectra_of(field);
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].name, expected[i].name);
        ASSERT_EQ(found[i].value.size(), expected[i].value.size());
        for (std::size_t l = 0; l < found[i].value.size(); ++l) {
          // Terms of both signs, of the size of the two variances.
          double const scale =
              std::sqrt(expected[static_cast<std::size_t>(kinds[i].first)].value[l] *
                        expected[static_cast<std::size_t>(kinds[i].second)].value[l]);
          EXPECT_NEAR(found[i].value[l], expected[i].value[l], 1e-14 * scale) << l;
        }
      }
    }
  }
}

/// Coefficients of so many fields, each of a seed of its own.
inline Complexes coefficients_of_several(std::int64_t count, Field field, HarmonicRange range) {
  Complexes all;
  for (std::int64_t k = 0; k < count; ++k) {
    Complexes const one =
        random_coefficients(field, range, spectra(field, range), 7 + static_cast<std::uint64_t>(k));
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

/// Of the rows of several fields those of one.
template <class Number>
std::vector<Number> of_field(std::int64_t k, std::int64_t count, std::vector<Number> const& all) {
  std::ptrdiff_t const size = std::ssize(all) / count;
  return {all.begin() + k * size, all.begin() + (k + 1) * size};
}

TEST(KeptSky, OfSeveralFieldsIsTransformedAsEachAlone) {
  for (Sky const& sky : skies()) {
    for (Field const field : fields) {
      for (std::int64_t const count : {2, 3, 4}) {
        Complexes const a_lm = coefficients_of_several(count, field, sky.range);
        engine::KeptSky several(sky.grid, sky.range, field, on_cpu(), count);
        EXPECT_EQ(
            several.map(),
            Values(static_cast<std::size_t>(count * components(field) * sky.grid.pixels()), 0.0));
        several.set_coefficients(a_lm);
        EXPECT_EQ(several.coefficients(), a_lm);
        several.synthesise();
        Values const map = several.map();
        for (std::int64_t k = 0; k < count; ++k) {
          EXPECT_EQ(of_field(k, count, map), engine::synthesise(sky.grid, sky.range, field,
                                                                of_field(k, count, a_lm), on_cpu()))
              << sky.grid.name() << k;
        }
        several.set_map(map);
        EXPECT_EQ(several.map(), map);
      }
    }
  }
}

TEST(KeptSky, OfSeveralFieldsIsAnalysedAsEachAlone) {
  std::int64_t const count = 3;
  for (Sky const& sky : skies()) {
    Values weight(static_cast<std::size_t>(sky.grid.pixels()), 1.0);
    weight[3] = 0.0;
    for (Field const field : fields) {
      engine::KeptSky several(sky.grid, sky.range, field, on_cpu(), count);
      several.set_coefficients(coefficients_of_several(count, field, sky.range));
      several.synthesise();
      Values const map = several.map();
      for (engine::AnalysisMethod const& method : methods(sky.grid, weight)) {
        if (method.tolerance > 0.0) {
          continue;  // All go on until each has reached it.
        }
        engine::AnalysisResult const done = several.analyse(method);
        double largest = 0.0;
        for (std::int64_t k = 0; k < count; ++k) {
          auto const alone = engine::analyse(sky.grid, sky.range, field, of_field(k, count, map),
                                             method, on_cpu());
          EXPECT_EQ(of_field(k, count, several.coefficients()), alone.a_lm)
              << sky.grid.name() << method.iterations;
          largest = std::max(largest, alone.residual);
        }
        EXPECT_EQ(done.iterations, method.iterations);
        EXPECT_EQ(done.residual, largest);
      }
    }
  }
}

TEST(KeptSky, OfSeveralFieldsIsMadeAndChangedAsEachAlone) {
  EulerAngles const angles{0.3, 1.1, -2.4};
  std::int64_t const count = 3;
  for (Sky sky : skies()) {
    sky.range.mmax = sky.range.lmax;
    for (Field const field : fields) {
      for (engine::Precision const precision :
           {engine::Precision::double_precision, engine::Precision::single_precision}) {
        engine::KeptSky several(sky.grid, sky.range, field, on_cpu(precision), count);
        auto const change = [&](engine::KeptSky& kept, std::uint64_t seed) {
          kept.set_random(spectra(field, sky.range), seed);
          kept.scale_degrees(filter(field, sky.range));
          kept.rotate(angles);
          kept.synthesise();
        };
        change(several, 7);
        auto const found = several.spectra();
        auto const kinds = std::ssize(spectra_of(field));
        ASSERT_EQ(std::ssize(found), count * kinds);
        for (std::int64_t k = 0; k < count; ++k) {
          engine::KeptSky one(sky.grid, sky.range, field, on_cpu(precision));
          change(one, 7 + static_cast<std::uint64_t>(k));
          EXPECT_EQ(of_field(k, count, several.coefficients()), one.coefficients());
          EXPECT_EQ(of_field(k, count, several.map()), one.map());
          auto const expected = one.spectra();
          for (std::int64_t i = 0; i < kinds; ++i) {
            auto const at = static_cast<std::size_t>(i);
            EXPECT_EQ(found[static_cast<std::size_t>(k * kinds + i)].name, expected[at].name);
            EXPECT_EQ(found[static_cast<std::size_t>(k * kinds + i)].value, expected[at].value);
          }
        }
      }
    }
  }
}

TEST(KeptSky, OfSeveralFieldsHasOneMask) {
  Sky const sky = skies()[2];
  Values map = kept_sky::map(Field::spin_two, sky.grid);
  map.insert(map.end(), map.begin(), map.end());
  Values weight(static_cast<std::size_t>(sky.grid.pixels()), 2.0);
  weight[5] = 0.0;
  std::size_t const there = 3 * weight.size() + 5;
  map[there] = std::numeric_limits<double>::quiet_NaN();
  engine::KeptSky several(sky.grid, sky.range, Field::spin_two, on_cpu(), 2);
  several.set_map(map, weight);
  EXPECT_EQ(several.map()[there], 0.0);
  EXPECT_EQ(several.map()[5], 0.0);
  EXPECT_EQ(several.map()[4], map[4]);
}

TEST(KeptSky, OfSeveralFieldsRefusesOtherNumbersOfThem) {
  Sky const sky = skies()[2];
  auto const make = [&](std::int64_t count) {
    return engine::KeptSky(sky.grid, sky.range, Field::scalar, on_cpu(), count);
  };
  EXPECT_EQ(sentence_of([&] { make(0); }),
            "A sky is of 0 fields (which are transformed together). Give 1 or more.");
  EXPECT_THAT(
      sentence_of([&] { make(1'000'000'000'000); }),
      testing::ContainsRegex("The transform needs [0-9]+ GB of memory at least.* are free"));
  engine::KeptSky several(sky.grid, sky.range, Field::scalar, on_cpu(), 2);
  EXPECT_EQ(sentence_of([&] { several.set_coefficients(coefficients(Field::scalar, sky.range)); }),
            "There are 6 coefficients (there is room for 12). Give as many.");
  EXPECT_EQ(sentence_of([&] { several.set_map(map(Field::scalar, sky.grid)); }),
            "There are 12 pixels (there is room for 24). Give as many.");
  EXPECT_EQ(sentence_of([&] { several.set_map(Values(24, 1.0), Values(24, 1.0)); }),
            "There are weights of 24 pixels (the map has 12). Give one for each pixel.");
  EXPECT_EQ(sentence_of([&] {
              several.scale_degrees({Values(3, 1.0), Values(3, 1.0)});
            }),
            "There are 2 filters (the field has 1 components). Give one for each.");
  Values bad(24, 1.0);
  bad[16] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(sentence_of([&] { several.set_map(bad); }),
            "Pixel 4 in RING order of map 2 is nan (a transform needs a number in each). Replace"
            " it, or mask it.");
}

TEST(KeptSky, StandsBesideOthersOfItsShape) {
  Sky const sky = skies()[0];
  Complexes const a_lm = coefficients(Field::scalar, sky.range);
  Complexes twice = a_lm;
  for (std::complex<double>& value : twice) {
    value *= 2.0;
  }
  std::optional<engine::KeptSky> first;
  first.emplace(sky.grid, sky.range, Field::scalar, on_cpu());
  engine::KeptSky second(sky.grid, sky.range, Field::scalar, on_cpu());
  first->set_coefficients(a_lm);
  second.set_coefficients(twice);
  first->synthesise();
  second.synthesise();
  Values const map = engine::synthesise(sky.grid, sky.range, Field::scalar, a_lm, on_cpu());
  EXPECT_EQ(first->map(), map);
  first.reset();
  EXPECT_EQ(second.map(), engine::synthesise(sky.grid, sky.range, Field::scalar, twice, on_cpu()));
}

TEST(KeptSky, MayHaveAnythingWhereItIsMasked) {
  Sky const sky = skies()[0];
  Values map = kept_sky::map(Field::spin_two, sky.grid);
  Values weight(static_cast<std::size_t>(sky.grid.pixels()), 2.0);
  weight[5] = 0.0;
  map[5] = std::numeric_limits<double>::quiet_NaN();
  engine::AnalysisMethod method;
  method.iterations = 4;
  method.weight = weight;
  engine::KeptSky kept(sky.grid, sky.range, Field::spin_two, on_cpu());
  kept.set_map(map, weight);
  EXPECT_EQ(kept.map()[5], 0.0);
  kept.analyse(method);
  EXPECT_EQ(kept.coefficients(),
            engine::analyse(sky.grid, sky.range, Field::spin_two, map, method, on_cpu()).a_lm);
}

TEST(KeptSky, RefusesWhatTransformsRefuse) {
  Sky const sky = skies()[2];
  engine::KeptSky kept(sky.grid, sky.range, Field::scalar, on_cpu());
  Complexes a_lm = coefficients(Field::scalar, sky.range);
  Values map = kept_sky::map(Field::scalar, sky.grid);
  kept.set_coefficients(a_lm);
  kept.set_map(map);
  EXPECT_EQ(sentence_of([&] { kept.set_coefficients(Complexes(5, 1.0)); }),
            "There are 5 coefficients (there is room for 6). Give as many.");
  EXPECT_EQ(sentence_of([&] { kept.set_map(Values(24, 1.0)); }),
            "There are 24 pixels (there is room for 12). Give as many.");
  EXPECT_EQ(sentence_of([&] { kept.set_map(map, Values(3, 1.0)); }),
            "There are weights of 3 pixels (the map has 12). Give one for each pixel.");
  EXPECT_EQ(sentence_of([&] {
              kept.scale_degrees({{1.0, 1.0}});
            }),
            "Filter 0 has 2 factors (lmax is 2, and filters count from 0). Give one for each"
            " degree.");
  EXPECT_EQ(sentence_of([&] {
              kept.set_random(std::vector<Values>{{1.0, 1.0}}, 1);
            }),
            "The spectrum ends at l = 1 (lmax is 2). Give a longer one, or a smaller lmax.");
  EXPECT_EQ(sentence_of([&] {
              kept.rotate({0.0, std::numeric_limits<double>::infinity(), 0.0});
            }),
            "An angle of the rotation is no finite number (psi, theta or phi). Give angles in"
            " radians.");
  EXPECT_EQ(sentence_of([] {
              engine::KeptSky(healpix_grid(1), make_harmonic_range(2, 1), Field::scalar, on_cpu())
                  .rotate({});
            }),
            "The coefficients have lmax 2 and mmax 1 (rotation mixes all orders of a degree). Give"
            " coefficients of mmax = lmax, with 0 above their mmax.");
  engine::AnalysisMethod method;
  method.iterations = -1;
  EXPECT_EQ(sentence_of([&] { kept.analyse(method); }), sentence_of([&] {
              engine::analyse(sky.grid, sky.range, Field::scalar, map, method, on_cpu());
            }));
  method.iterations = 2;
  Values const few(3, 1.0);
  method.weight = few;
  EXPECT_EQ(sentence_of([&] { kept.analyse(method); }),
            "There are weights of 3 pixels (the map has 12). Give one for each pixel.");
  map[4] = std::numeric_limits<double>::quiet_NaN();
  a_lm[1] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(sentence_of([&] { kept.set_map(map); }),
            "Pixel 4 in RING order is nan (a transform needs a number in each). Replace it, or mask"
            " it.");
  EXPECT_EQ(sentence_of([&] { kept.set_coefficients(a_lm); }), sentence_of([&] {
              engine::synthesise(sky.grid, sky.range, Field::scalar, a_lm, on_cpu());
            }));
  map[4] = 0.0;
  kept.set_map(map);
  kept.analyse();
  EXPECT_EQ(kept.coefficients(),
            engine::analyse(sky.grid, sky.range, Field::scalar, map, {}, on_cpu()).a_lm);
}

TEST(KeptSky, IsNoneWhereThereIsNoRoom) {
  EXPECT_THAT(
      sentence_of([] {
        engine::KeptSky(healpix_grid(8), make_harmonic_range(1'000'000), Field::scalar, on_cpu());
      }),
      testing::ContainsRegex("The transform needs [0-9]+ GB of memory at least.* are free"));
}

TEST(KeptSky, GoesOnAfterAFailedCall) {
  Sky const sky = skies()[1];
  Values const map = kept_sky::map(Field::scalar, sky.grid);
  engine::KeptSky kept(sky.grid, sky.range, Field::scalar, on_cpu());
  kept.set_map(map);
  engine::AnalysisMethod method;
  method.iterations = 3;
  method.observe = [](std::int64_t, double) { throw Error("Enough of it."); };
  EXPECT_EQ(sentence_of([&] { kept.analyse(method); }), "Enough of it.");
  method.observe = {};
  // Processes that a failure of another job has met make their links anew.
  engine::PeriodSearch search = small_search();
  search.grid.count = 1'000'000'000'000;
  search.peaks = 2;
  EXPECT_THROW(engine::search_periods(few_curves(), search), Error);
  kept.analyse(method);
  EXPECT_EQ(kept.coefficients(),
            engine::analyse(sky.grid, sky.range, Field::scalar, map, method, on_cpu()).a_lm);
}

}  // namespace kept_sky

}  // namespace siderum::test
