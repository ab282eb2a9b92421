// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
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

/// Why a case cannot be run here; empty where it can.
template <class Exec, class Real>
std::string obstacle(Curves const& curves, std::int64_t frequencies) {
  double const count = static_cast<double>(frequencies);
  // A thread of a host forms some 3e7 sums of doubles a second, and twice as many of floats.
  double const rate = (std::is_same_v<Real, double> ? 3e7 : 6e7) * Exec().concurrency();
  double const expected = static_cast<double>(curves.points()) * count / rate;
  if (is_host<Exec> && expected > settings().limit) {
    return "a run takes some " + std::to_string(expected) + " s here";
  }
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  auto const free = static_cast<double>(Facts()().free_memory);
  double const needed = static_cast<double>(curves.objects()) * count * sizeof(Real);
  return free > 0 && needed > 0.8 * free
             ? "the powers take " + std::to_string(needed * 1e-9) + " GB"
             : "";
}

template <class Exec, class Real>
void run_periodogram(benchmark::State& state, Form form, Curves const& curves,
                     std::int64_t frequencies) {
  if (std::string const reason = obstacle<Exec, Real>(curves, frequencies); !reason.empty()) {
    leave_out(state, reason);
    return;
  }
  Exec const exec;
  auto const input = form_input<Exec, Real>(curves, frequencies);
  Repeats repeated = repeats();
  repeated.least = curves.objects() > 1 ? 1 : repeated.least;
  report_timing(state, time_fastest(
                           exec, [&] { run_form(exec, form, input); }, repeated));
  double error = error_of_form(curves, input);
  for (std::int64_t const object : {curves.objects() / 2, curves.objects() - 1}) {
    error = std::max(error, error_of_form(curves, input, object));
  }
  state.counters["error"] = error;
  // That of fast sines is what is asked for.
  if (form != Form::intrinsic && !(error < (std::is_same_v<Real, double> ? 1e-9 : 0.1))) {
    fail(state, "wrong: the powers of the form " + name_of(form) + " differ by " +
                    std::to_string(error) + " of the highest");
  }
}

Curves const& one_curve() {
  static Curves const curves = one_object(3554);
  return curves;
}

template <class Exec, class Real>
void register_periodogram(Form form, Curves const& (*curves)(), std::string const& size,
                          std::int64_t frequencies) {
  register_case("published_forms/periodogram/" + name_of(form) + "/" + space_name<Exec>() + "/" +
                    precision_name<Real>() + "/" + size + std::to_string(frequencies),
                benchmark::kMillisecond, [form, curves, frequencies](benchmark::State& state) {
                  run_periodogram<Exec, Real>(state, form, curves(), frequencies);
                });
}

template <class Exec, class Real>
void register_periodograms() {
  for (Form const form : {Form::plain, Form::staged, Form::intrinsic}) {
    // Hosts have no scratch memory of their own, and doubles no fast sines.
    if ((is_host<Exec> && form != Form::plain) ||
        (form == Form::intrinsic && std::is_same_v<Real, double>)) {
      continue;
    }
    std::int64_t const most = settings().cases == Cases::quick ? 10'000 : 100'000;  // of hosts
    for (std::int64_t const frequencies : {10'000, 100'000, 1'000'000}) {
      if (!is_host<Exec> || frequencies <= most) {
        register_periodogram<Exec, Real>(form, one_curve, "1x3554x", frequencies);
      }
    }
    // Of a batch hosts take fewer frequencies, each of which costs them as much.
    std::int64_t const fewer = is_host<Exec> ? 100 : 1;
    for (std::int64_t const frequencies : {10'000, 100'000, 1'000'000}) {
      if (settings().cases == Cases::all && form != Form::intrinsic) {
        register_periodogram<Exec, Real>(form, asteroids, "999x165221x", frequencies / fewer);
      }
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
