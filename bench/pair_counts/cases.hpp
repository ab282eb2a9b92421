// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "pair_counts/checks.hpp"
#include "support/peaks.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/scope.hpp"

#include <siderum/core/spaces.hpp>

namespace siderum::bench {

/// Auto counts of one uniform sky, but for space, backend and precision. On the device: sorting,
/// tiles and counts; end to end: from the user's right ascensions and declinations.
struct SkyCase {
  std::int64_t points;
  double lower_deg;
  double upper_deg;
  Labels labels;
  MeanSeparation mean;
  Scope scope;

  SeparationBins bins() const { return logarithmic_bins(lower_deg, upper_deg, 20); }
  double pairs_in_range() const {
    double const n = static_cast<double>(points);
    return 0.5 * n * (n - 1.0) * share_between(lower_deg, upper_deg);
  }
  std::string name() const {
    char range[64];
    std::snprintf(range, sizeof range, "%g-%gdeg", lower_deg, upper_deg);
    std::string what = labels == Labels::weights   ? "weights"
                       : labels == Labels::regions ? "100_regions"
                                                   : "plain";
    what += mean == MeanSeparation::yes ? "_mean" : "";
    return what + "/" + std::to_string(points) + "x" + range;
  }
};

/// Subtractions, multiplications and additions of a squared chord.
inline constexpr double operations_per_pair = 8.0;

template <class Real>
PairCountOptions options_of(MeanSeparation mean = MeanSeparation::no) {
  PairCountOptions options;
  options.precision = std::is_same_v<Real, double> ? PairPrecision::fp64 : PairPrecision::fp32;
  options.mean_separation = mean;
  return options;
}

/// The share of the peak is that of the squared chords of the pairs in range: pairs out of range
/// that are looked at do not count, and pairs that are accepted with their tiles do, so that it may
/// exceed 1.
template <class Exec, class Real>
void report_pairs(benchmark::State& state, double pairs, std::int64_t points,
                  Timing const& timing) {
  report_timing(state, timing);
  double const rate = operations_per_pair * pairs / timing.fastest;
  state.counters["pairs"] = pairs;
  state.counters["pairs_per_s"] = pairs / timing.fastest;
  state.counters["gflops"] = rate * 1e-9;
  state.counters["peak_share"] = rate / multiply_add_peak<Exec, Real>();
  state.counters["bytes"] = 24.0 * static_cast<double>(points);
  state.counters["bandwidth_share"] =
      24.0 * static_cast<double>(points) / timing.fastest / bandwidth_peak<Exec>();
  if constexpr (is_host<Exec>) {
    state.counters["threads"] = Exec().concurrency();
  }
}

/// Whether the counts of this backend agree with those of the default backend of the host in FP64,
/// and of some points with the oracle.
template <class Backend, class Exec, class Real>
std::string check_counts(SkyCase const& which, SkyArrays const& sky, PairCounts const& counts) {
  if (std::string const sentence = check_uniform(counts); !sentence.empty()) {
    return sentence;
  }
  PairPrecision const precision = options_of<Real>().precision;
  Exec const exec;
  SkyArrays const some = uniform_sky(20, 99);
  auto const across =
      count_pairs<Backend>(exec, mirror_to(exec, some.catalogue()),
                           mirror_to(exec, sky.catalogue()), which.bins(), options_of<Real>());
  return check_equal(across, expected_of_some(some, sky, which.bins()), precision);
}

template <class Backend, class Exec, class Real>
void run_sky(benchmark::State& state, SkyCase const& which) {
  double const least = which.pairs_in_range() / 1e10;
  if (is_host<Exec> && least > settings().limit) {
    leave_out(state, "a run takes more than " + std::to_string(least) + " s here");
    return;
  }
  Exec const exec;
  SkyArrays const sky = uniform_sky(which.points, 1, which.labels);
  auto const there = mirror_to(exec, sky.catalogue());
  SeparationBins const bins = which.bins();
  PairCountOptions const options = options_of<Real>(which.mean);
  PairCounts counts;
  Timing const timing = time_fastest(
      exec,
      [&] {
        counts = which.scope == Scope::device
                     ? count_pairs<Backend>(exec, there, bins, options)
                     : count_pairs<Backend>(exec, mirror_to(exec, sky.catalogue()), bins, options);
      },
      {.least = 2, .most = 50, .seconds = settings().seconds});
  if (std::string const wrong = check_counts<Backend, Exec, Real>(which, sky, counts);
      !wrong.empty()) {
    fail(state, wrong);
    return;
  }
  report_pairs<Exec, Real>(state, which.pairs_in_range(), which.points, timing);
}

/// The default backend of a space beside Portable; the time is the default's.
template <class Exec, class Real>
void compare_backends(benchmark::State& state, SkyCase const& which) {
  Exec const exec;
  auto const there = mirror_to(exec, uniform_sky(which.points, 1, which.labels).catalogue());
  SeparationBins const bins = which.bins();
  PairCountOptions const options = options_of<Real>(which.mean);
  report_comparison(
      state, compare(
                 exec, [&] { count_pairs<backend::Portable>(exec, there, bins, options); },
                 [&] { count_pairs<backend::default_for_t<Exec>>(exec, there, bins, options); }));
}

/// The published workload: one catalogue of 1e5 points, 100 random ones of as many, 30 bins of 0.01
/// to 100 degrees, 10 regions; DD, all DR and all RR (Roeh, Kindratenko & Brunner 2009).
template <class Backend, class Exec, class Real>
void run_published(benchmark::State& state, std::int64_t points, std::int64_t sets) {
  using Sets = std::vector<Catalogue<typename Exec::memory_space>>;
  Exec const exec;
  auto const sky = [&](std::uint64_t stream) {
    return mirror_to(exec, uniform_sky(points, stream, Labels::regions, 10).catalogue());
  };
  auto const data = sky(1000);
  Sets randoms;
  for (std::int64_t set = 0; set < sets; ++set) {
    randoms.push_back(sky(static_cast<std::uint64_t>(set) + 1));
  }
  std::span<typename Sets::value_type const> const all(randoms);
  SeparationBins const bins = logarithmic_bins(0.01, 100.0, 30);
  PairCountOptions const options = options_of<Real>();
  PairCounts dd, dr, rr;
  Timing const timing =
      time_fastest(exec,
                   [&] {
                     dd = count_pairs<Backend>(exec, data, bins, options);
                     dr = count_pairs_with_sets<Backend>(exec, data, all, bins, options);
                     rr = count_pairs_of_sets<Backend>(exec, all, bins, options);
                   },
                   {.least = 2, .most = 10, .seconds = settings().seconds});
  for (PairCounts const* counts : {&dd, &dr, &rr}) {
    if (std::string const wrong = check_uniform(*counts); !wrong.empty()) {
      fail(state, wrong);
      return;
    }
  }
  double const all_pairs = dd.total + dr.total + rr.total;
  report_pairs<Exec, Real>(state, all_pairs * share_between(0.01, 100.0), points * (1 + sets),
                           timing);
  state.counters["all_pairs"] = all_pairs;
}

}  // namespace siderum::bench
