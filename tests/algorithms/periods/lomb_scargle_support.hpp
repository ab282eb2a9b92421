// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/core/random.hpp>
#include <siderum/core/spaces.hpp>

#include "reference/lomb_scargle.hpp"
#include "support/data.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"
#include "support/tolerance.hpp"

/// Batches of light curves, what the library makes of them and what the oracle does.
namespace siderum::test {

/// Light curves of any number of objects as a user holds them.
struct Batch {
  std::vector<double> time;
  std::vector<double> value;
  std::vector<double> error;  // empty: none
  std::vector<std::int64_t> offsets{0};

  std::int64_t objects() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::int64_t points(std::int64_t object) const { return offsets[object + 1] - offsets[object]; }
  double const* times(std::int64_t object) const { return time.data() + offsets[object]; }
  double const* values(std::int64_t object) const { return value.data() + offsets[object]; }
  double const* errors(std::int64_t object) const {
    return error.empty() ? nullptr : error.data() + offsets[object];
  }

  double baseline(std::int64_t object) const {
    if (points(object) == 0) {
      return 0.0;
    }
    auto const [first, last] = std::minmax_element(times(object), times(object) + points(object));
    return *last - *first;
  }

  void add_point(double t, double y, double sigma) {
    time.push_back(t);
    value.push_back(y);
    error.push_back(sigma);
  }
  void end_object() { offsets.push_back(static_cast<std::int64_t>(time.size())); }

  /// One object as a batch of its own.
  Batch only(std::int64_t object) const {
    auto const part = [&](std::vector<double> const& all) {
      return all.empty() ? all
                         : std::vector<double>(all.begin() + offsets[object],
                                               all.begin() + offsets[object + 1]);
    };
    return {part(time), part(value), part(error), {0, points(object)}};
  }
};

/// The numbers that Real holds, so that library and oracle are given the same.
template <class Real>
void round_to(Batch& batch) {
  for (std::vector<double>* values : {&batch.value, &batch.error}) {
    for (double& value : *values) {
      value = static_cast<double>(static_cast<Real>(value));
    }
  }
}

/// Noisy sinusoids about 16 mag with uneven errors, at Julian dates.
template <class Real>
Batch draw_batch(std::vector<std::int64_t> const& points, double baseline, double frequency,
                 std::uint64_t seed = 41) {
  Batch batch;
  for (std::size_t object = 0; object < points.size(); ++object) {
    CounterRandom random(seed, object);
    for (std::int64_t j = 0; j < points[object]; ++j) {
      double const t = 2458000.5 + random.uniform(0.0, baseline);
      double const sigma = 0.02 * std::exp(0.5 * random.normal());
      double const y = 16.0 + 0.3 * std::cos(6.283185307179586 * frequency * t);
      batch.add_point(t, y + 2.0 * sigma * random.normal(), sigma);
    }
    batch.end_object();
  }
  round_to<Real>(batch);
  return batch;
}

inline Batch to_batch(std::vector<LightCurve> const& curves) {
  Batch batch;
  for (LightCurve const& curve : curves) {
    batch.time.insert(batch.time.end(), curve.time.begin(), curve.time.end());
    batch.value.insert(batch.value.end(), curve.value.begin(), curve.value.end());
    batch.error.insert(batch.error.end(), curve.error.begin(), curve.error.end());
    batch.end_object();
  }
  return batch;
}

template <class Real>
LightCurves<Real, TestMemory> to_curves(Batch const& batch) {
  TestSpace const exec;
  auto const curves =
      mirror_to(exec, make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets));
  exec.fence();
  return curves;
}

inline FrequencyList<TestMemory> to_list(std::vector<double> const& frequency) {
  TestSpace const exec;
  auto const list = mirror_to(exec, make_frequency_list(frequency));
  exec.fence();
  return list;
}

/// A grid of the papers, which give angular frequencies.
inline FrequencyGrid angular_grid(double minimum, double maximum, std::int64_t count) {
  constexpr double two_pi = 2.0 * std::numbers::pi;
  return half_open_grid(minimum / two_pi, maximum / two_pi, count);
}

inline std::int64_t count_of(FrequencyGrid const& grid) {
  return grid.count;
}
inline std::int64_t count_of(FrequencyList<TestMemory> const& list) {
  return list.count();
}

inline std::vector<long double> frequencies_of(FrequencyGrid const& grid) {
  std::vector<long double> frequency;
  for (std::int64_t k = 0; k < grid.count; ++k) {
    frequency.push_back(std::fma(static_cast<long double>(k), static_cast<long double>(grid.step),
                                 static_cast<long double>(grid.first)));
  }
  return frequency;
}

/// The same as the library has them.
inline std::vector<double> doubles_of(FrequencyGrid const& grid) {
  std::vector<double> frequency;
  for (std::int64_t k = 0; k < grid.count; ++k) {
    frequency.push_back(grid.frequency(k));
  }
  return frequency;
}

template <class Real>
struct Periodograms {
  std::vector<Real> power;  // objects x frequencies
  std::vector<ObjectStatus> status;

  std::vector<Real> row(std::int64_t object) const {
    auto const count = static_cast<std::int64_t>(power.size() / status.size());
    return {power.begin() + object * count, power.begin() + (object + 1) * count};
  }
};

/// What call(exec, curves, frequencies, power, status) gives for a batch.
template <class V, class Frequencies, class Call>
Periodograms<typename V::Real> powers_of(Batch const& batch, Frequencies const& frequencies,
                                         Call const& call) {
  using Real = typename V::Real;
  TestSpace const exec;
  auto const objects = static_cast<std::size_t>(batch.objects());
  PowerView<Real, TestSpace> const power("test::power", objects,
                                         static_cast<std::size_t>(count_of(frequencies)));
  StatusView<TestSpace> const status("test::status", objects);
  call(exec, to_curves<Real>(batch), frequencies, power, status);
  exec.fence();
  return {to_host(power), to_host(status)};
}

template <class V, class Frequencies>
Periodograms<typename V::Real> search(Batch const& batch, Frequencies const& frequencies,
                                      LombScargleOptions const& options = {}) {
  return powers_of<V>(batch, frequencies, [&](auto const&... arguments) {
    lomb_scargle<typename V::Backend>(arguments..., options);
  });
}

template <class Real>
struct BestOnHost {
  std::vector<std::int64_t> index;
  std::vector<Real> power;
  std::vector<ObjectStatus> status;
};

/// What call(exec, curves, best) gives for a batch.
template <class V, class Call>
BestOnHost<typename V::Real> best_of(Batch const& batch, Call const& call) {
  using Real = typename V::Real;
  TestSpace const exec;
  auto const best = BestPeriods<Real, TestSpace>::allocate(exec, batch.objects());
  call(exec, to_curves<Real>(batch), best);
  exec.fence();
  return {to_host(best.index), to_host(best.power), to_host(best.status)};
}

template <class V, class Frequencies>
BestOnHost<typename V::Real> search_best(Batch const& batch, Frequencies const& frequencies,
                                         LombScargleOptions const& options = {}) {
  return best_of<V>(batch, [&](auto const& exec, auto const& curves, auto const& best) {
    best_periods<typename V::Backend>(exec, curves, frequencies, best, options);
  });
}

/// The powers of the oracle, objects x frequencies, and how near ours must be.
struct ExpectedPowers {
  std::vector<long double> power;
  std::vector<double> tolerance;
  std::vector<ObjectStatus> status;
};

/// How far from a frequency of a grid the centre may lie from which it is reached: part of the
/// contract of TrigSums. A list has none.
inline double reach_of(FrequencyGrid const& grid) {
  return (is_host<TestSpace> ? 32.0 : 1024.0) * grid.step;
}
template <class MemorySpace>
double reach_of(FrequencyList<MemorySpace> const&) {
  return 0.0;
}

template <class Real>
ExpectedPowers expected_powers(Batch const& batch, std::vector<long double> const& frequency,
                               LombScargleOptions const& options, double reach) {
  double const highest =
      static_cast<double>(*std::max_element(frequency.begin(), frequency.end())) + reach;
  ExpectedPowers expected;
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    auto const fits = reference::lomb_scargle_fits(batch.points(object), batch.times(object),
                                                   batch.values(object), batch.errors(object),
                                                   frequency, options);
    double const largest = static_cast<double>(
        reference::lomb_scargle_largest_power(batch.points(object), batch.times(object),
                                              batch.values(object), batch.errors(object), options));
    for (reference::FittedPower const& fit : fits) {
      double const tolerance =
          lomb_scargle_tolerance<Real>(batch.points(object), highest * batch.baseline(object),
                                       static_cast<double>(fit.condition));
      expected.tolerance.push_back(std::isnan(fit.standard)
                                       ? 0.0
                                       : normalized_tolerance(options.normalization,
                                                              static_cast<double>(fit.standard),
                                                              tolerance, largest));
      expected.power.push_back(fit.power);
    }
    expected.status.push_back(
        reference::lomb_scargle_status(batch.points(object), batch.times(object),
                                       batch.values(object), batch.errors(object), options));
  }
  return expected;
}

/// Whether powers agree with those of the oracle. Where a standard power may reach 1 within the
/// tolerance, model and log powers have no upper limit and infinity agrees with any number.
template <class Real>
testing::AssertionResult agrees(std::vector<Real> actual, ExpectedPowers const& expected) {
  for (std::size_t i = 0; i < std::min(actual.size(), expected.power.size()); ++i) {
    if (std::isinf(expected.tolerance[i]) && std::isinf(actual[i]) && actual[i] > 0) {
      actual[i] = static_cast<Real>(expected.power[i]);
    }
  }
  return all_near_each(actual, expected.power, expected.tolerance);
}

/// Largest difference in units of what is tolerated, where that is finite.
template <class Real>
double worst_share(std::vector<Real> const& actual, ExpectedPowers const& expected) {
  double worst = 0.0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    double const error = static_cast<double>(std::fabs(actual[i] - expected.power[i]));
    if (std::isfinite(error) && expected.tolerance[i] > 0.0) {
      worst = std::max(worst, error / expected.tolerance[i]);
    }
  }
  return worst;
}

/// Every combination of the options.
inline std::vector<LombScargleOptions> all_options() {
  std::vector<LombScargleOptions> all;
  for (FitMean const fit_mean : {FitMean::no, FitMean::yes}) {
    for (CenterData const center_data : {CenterData::no, CenterData::yes}) {
      for (Errors const errors : {Errors::ignore, Errors::use}) {
        for (Normalization const normalization :
             {Normalization::standard, Normalization::model, Normalization::log, Normalization::psd,
              Normalization::raw}) {
          all.push_back({.fit_mean = fit_mean,
                         .center_data = center_data,
                         .errors = errors,
                         .normalization = normalization});
        }
      }
    }
  }
  return all;
}

inline std::string name_of(LombScargleOptions const& options) {
  return std::string("fit_mean ") + (options.fit_mean == FitMean::yes ? "yes" : "no") +
         ", center_data " + (options.center_data == CenterData::yes ? "yes" : "no") + ", errors " +
         (options.errors == Errors::use ? "use" : "ignore") + ", normalization " +
         std::to_string(static_cast<int>(options.normalization));
}

template <class V>
inline constexpr bool has_transforms =
    V::Backend::template Fft<TestSpace, typename V::Real>::is_available;

}  // namespace siderum::test
