// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/pairs/clustered_points.hpp>
#include <siderum/core/spaces.hpp>

#include "pair_counts/checks.hpp"
#include "published_forms/pairs.hpp"
#include "published_forms/periodogram.hpp"
#include "support/dispatch.hpp"
#include "support/report.hpp"

/// The forms of kernels that the four papers publish, on the hardware of today, for comparison
/// with those of the library: nothing in the library uses them.
namespace siderum::bench {

namespace {

Repeats repeats() {
  return {.least = 2, .most = 30, .seconds = settings().seconds};
}

template <class Exec, class Real>
void run_periodogram(benchmark::State& state, Form form, std::int64_t frequencies) {
  static Curves const curves = one_object(3554);
  Exec const exec;
  auto const input = form_input<Exec, Real>(curves, frequencies);
  report_timing(state, time_fastest(
                           exec, [&] { run_form(exec, form, input); }, repeats()));
  double const error = error_of_form(curves, input);
  state.counters["error"] = error;
  // That of fast sines is what is asked for.
  if (form != Form::intrinsic && !(error < (std::is_same_v<Real, double> ? 1e-9 : 0.1))) {
    fail(state, "wrong: the powers of the form " + name_of(form) + " differ by " +
                    std::to_string(error) + " of the highest");
  }
}

template <class Exec, class Real>
void register_periodograms() {
  for (Form const form : {Form::plain, Form::staged, Form::intrinsic}) {
    // Hosts have no scratch memory of their own, and doubles no fast sines.
    if ((is_host<Exec> && form != Form::plain) ||
        (form == Form::intrinsic && std::is_same_v<Real, double>)) {
      continue;
    }
    for (std::int64_t const frequencies : {10'000, 100'000, 1'000'000}) {
      if (is_host<Exec> && frequencies > (settings().cases == Cases::quick ? 10'000 : 100'000)) {
        continue;
      }
      register_case("published_forms/periodogram/" + name_of(form) + "/" + space_name<Exec>() +
                        "/" + precision_name<Real>() + "/1x3554x" + std::to_string(frequencies),
                    benchmark::kMillisecond, [form, frequencies](benchmark::State& state) {
                      run_periodogram<Exec, Real>(state, form, frequencies);
                    });
    }
  }
}

/// 30 bins from 0.01 degrees, as in the slides; the whole sky is counted.
template <class Exec, class Real>
void run_pairs(benchmark::State& state, std::int64_t points) {
  Exec const exec;
  BrutePairs<Exec, Real> const pairs(random_points(WholeSky{}, points, 1),
                                     logarithmic_edges(0.01, 100.0, 30));
  report_timing(state, time_fastest(
                           exec, [&] { pairs.run(exec); }, repeats()));
  double const all = 0.5 * static_cast<double>(points) * static_cast<double>(points - 1);
  double found = 0.0;
  for (std::int64_t const count : pairs.found()) {
    found += static_cast<double>(count);
  }
  double const wanted = all * 0.5 * (1.0 - std::cos(100.0 * std::numbers::pi / 180.0));
  if (std::fabs(found - wanted) > 10.0 * std::sqrt(wanted) + 0.01 * wanted) {
    fail(state, "wrong: " + std::to_string(found) + " pairs, expected " + std::to_string(wanted));
  }
}

/// The library's counts of the same bins, in ten regions: sorting, tiles and counts.
template <class Exec, class Real>
void run_tiles(benchmark::State& state, std::int64_t points) {
  using Backend = backend::default_for_t<Exec>;
  Exec const exec;
  auto const sky = mirror_to(exec, uniform_sky(points, 1, Labels::regions, 10).catalogue());
  SeparationBins const bins = logarithmic_bins(0.01, 100.0, 30);
  PairCountOptions options;
  options.precision = std::is_same_v<Real, double> ? PairPrecision::fp64 : PairPrecision::fp32;
  PairCounts counts;
  report_timing(state, time_fastest(
                           exec, [&] { counts = count_pairs<Backend>(exec, sky, bins, options); },
                           repeats()));
  if (std::string const wrong = check_uniform(counts); !wrong.empty()) {
    fail(state, wrong);
  }
}

/// Counts in FP32 beside those in FP64, of clusters with pairs at all separations: the counter
/// good_from is the edge [arcmin] above which all bins agree within a tenth, and off_NN the
/// difference in the bin NN, as a share of its pairs.
template <class Exec>
void run_precision(benchmark::State& state, std::int64_t points) {
  Exec const exec;
  std::vector<double> const edges = logarithmic_edges(0.1 / 3600.0, 10.0, 50);
  SkyPoints const sky = clustered_points(WholeSky{}, points, 1);
  BrutePairs<Exec, double> const exact(sky, edges);
  BrutePairs<Exec, float> const rounded(sky, edges);
  exact.run(exec);
  report_timing(state, time_fastest(
                           exec, [&] { rounded.run(exec); }, repeats()));
  auto const in_double = exact.found();
  auto const in_single = rounded.found();
  double good_from = 0.0;
  for (std::size_t bin = 0; bin < in_double.size(); ++bin) {
    auto const difference = std::abs(in_single[bin] - in_double[bin]);
    if (difference > in_double[bin] / 10) {
      good_from = 60.0 * edges[bin + 1];
    }
    if (in_double[bin] > 0) {
      char name[16];
      std::snprintf(name, sizeof name, "off_%02d", static_cast<int>(bin));
      state.counters[name] = static_cast<double>(difference) / static_cast<double>(in_double[bin]);
    }
  }
  state.counters["good_from"] = good_from;
}

template <class Exec>
void register_space() {
  for_each_precision([]<class Real>(Real) {
    register_periodograms<Exec, Real>();
    for (std::int64_t const points :
         {10'000, 20'000, 50'000, 100'000, 200'000, 500'000, 1'000'000}) {
      if (is_host<Exec> && settings().cases == Cases::quick && points > 100'000) {
        continue;
      }
      register_case("published_forms/pairs/tiles/" + space_name<Exec>() + "/" +
                        precision_name<Real>() + "/" + std::to_string(points),
                    benchmark::kMillisecond,
                    [points](benchmark::State& state) { run_tiles<Exec, Real>(state, points); });
      if (is_host<Exec> && points > (settings().cases == Cases::all ? 100'000 : 20'000)) {
        continue;
      }
      register_case("published_forms/pairs/brute/" + space_name<Exec>() + "/" +
                        precision_name<Real>() + "/" + std::to_string(points),
                    benchmark::kMillisecond,
                    [points](benchmark::State& state) { run_pairs<Exec, Real>(state, points); });
    }
  });
  std::int64_t const points = is_host<Exec> ? 20'000 : 100'000;
  register_case(
      "published_forms/pairs/precision/" + space_name<Exec>() + "/single/" + std::to_string(points),
      benchmark::kMillisecond,
      [points](benchmark::State& state) { run_precision<Exec>(state, points); });
}

void register_cases() {
  for_each_space([]<class Exec>(Exec const&) { register_space<Exec>(); });
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
