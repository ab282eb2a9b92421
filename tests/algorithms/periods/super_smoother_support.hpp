// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/super_smoother.hpp>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "reference/super_smoother.hpp"

/// What the library's Super Smoother makes of a batch and what the oracle does.
namespace siderum::test {

template <class V, class Frequencies>
Periodograms<typename V::Real> smooth_search(Batch const& batch, Frequencies const& frequencies,
                                             SuperSmootherOptions const& options = {}) {
  return powers_of<V>(batch, frequencies, [&](auto const&... arguments) {
    super_smoother<typename V::Backend>(arguments..., options);
  });
}

template <class V, class Frequencies>
BestOnHost<typename V::Real> best_smooth_search(Batch const& batch, Frequencies const& frequencies,
                                                SuperSmootherOptions const& options = {}) {
  return best_of<V>(batch, [&](auto const& exec, auto const& curves, auto const& best) {
    best_super_smoother<typename V::Backend>(exec, curves, frequencies, best, options);
  });
}

/// Windows of the grid for each object, as many for all: some of them empty.
using WindowRows = std::vector<std::vector<IndexRange>>;

inline FrequencyWindows<TestSpace> to_windows(WindowRows const& rows) {
  std::size_t most = 0;
  for (auto const& row : rows) {
    most = std::max(most, row.size());
  }
  FrequencyWindows<TestSpace> const windows("test::windows", rows.size(), most);
  auto const host = Kokkos::create_mirror_view(windows);
  for (std::size_t object = 0; object < rows.size(); ++object) {
    for (std::size_t i = 0; i < most; ++i) {
      host(object, i) = i < rows[object].size() ? rows[object][i] : IndexRange{0, -1};
    }
  }
  Kokkos::deep_copy(windows, host);
  return windows;
}

template <class V>
BestOnHost<typename V::Real> best_in_windows(Batch const& batch, FrequencyGrid const& grid,
                                             WindowRows const& rows,
                                             SuperSmootherOptions const& options = {}) {
  return best_of<V>(batch, [&](auto const& exec, auto const& curves, auto const& best) {
    best_super_smoother<typename V::Backend>(exec, curves, grid, to_windows(rows), best, options);
  });
}

/// The powers of the oracle, objects x frequencies, and how near ours must be.
template <class Real>
ExpectedPowers expected_smooth(Batch const& batch, std::vector<long double> const& frequency,
                               SuperSmootherOptions const& options) {
  auto const count = static_cast<std::int64_t>(frequency.size());
  double const highest = static_cast<double>(*std::max_element(frequency.begin(), frequency.end()));
  ExpectedPowers expected;
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    std::int64_t const points = batch.points(object);
    std::vector<long double> power(frequency.size());
    std::vector<reference::SmootherMargin> margin(frequency.size());
    reference::super_smoother(points, batch.times(object), batch.values(object),
                              batch.errors(object), count, frequency.data(), options, power.data(),
                              reference::WindowSums::running, margin.data());
    double const unit =
        options.score == SmootherScore::power ? 0.5 * static_cast<double>(points) : 1.0;
    for (std::size_t k = 0; k < frequency.size(); ++k) {
      SmootherCondition const condition{
          static_cast<double>(margin[k].choice), static_cast<double>(margin[k].slope),
          static_cast<double>(margin[k].leverage), static_cast<double>(margin[k].spread),
          static_cast<double>(margin[k].residuals)};
      expected.tolerance.push_back(
          std::isnan(power[k]) ? 0.0
                               : unit * super_smoother_tolerance<Real>(
                                            points, highest * batch.baseline(object), condition));
    }
    expected.power.insert(expected.power.end(), power.begin(), power.end());
    expected.status.push_back(reference::super_smoother_status(
        points, batch.times(object), batch.values(object), batch.errors(object), options));
  }
  return expected;
}

/// The share of the powers of which nothing but that they are numbers is asked.
inline double undecided_share(ExpectedPowers const& expected) {
  auto const undecided = std::count_if(expected.tolerance.begin(), expected.tolerance.end(),
                                       [](double tolerance) { return std::isinf(tolerance); });
  return static_cast<double>(undecided) / static_cast<double>(expected.tolerance.size());
}

inline std::string name_of(SuperSmootherOptions const& options) {
  return std::string(options.variant == SmootherVariant::multi_pass ? "multi" : "single") +
         " pass, " + (options.ends == PhaseEnds::open ? "open" : "periodic") + ", alpha " +
         std::to_string(options.alpha) + ", span " + std::to_string(options.span) + ", ties " +
         (options.equal_phases == EqualPhases::keep ? "kept" : "averaged") + ", bass " +
         (options.bass_rule == BassRule::real ? "real" : "truncated") + ", errors " +
         (options.errors == Errors::use ? "used" : "ignored");
}

/// Both variants and ends at several alphas, and each other option once.
inline std::vector<SuperSmootherOptions> all_smoothers() {
  std::vector<SuperSmootherOptions> all;
  for (double const alpha : {0.0, 5.5, 9.0, 10.0}) {
    all.push_back({.alpha = alpha});
    all.push_back({.ends = PhaseEnds::open, .alpha = alpha});
    all.push_back({.variant = SmootherVariant::single_pass, .alpha = alpha});
    all.push_back(
        {.variant = SmootherVariant::single_pass, .alpha = alpha, .bass_rule = BassRule::real});
  }
  all.push_back(published_multi_pass());
  all.push_back(published_single_pass());
  for (SmootherVariant const variant :
       {SmootherVariant::multi_pass, SmootherVariant::single_pass}) {
    all.push_back({.variant = variant, .spans = {0.1, 0.3, 0.9}});
    all.push_back({.variant = variant, .score = SmootherScore::normalized});
    all.push_back({.variant = variant, .errors = Errors::ignore});
    all.push_back({.variant = variant, .span = 0.3});
  }
  all.push_back({.ends = PhaseEnds::open, .span = 0.3});
  all.push_back({.span = 1.0});
  return all;
}

}  // namespace siderum::test
