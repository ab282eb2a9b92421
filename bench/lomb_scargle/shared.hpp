// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_shared.hpp>

#include "lomb_scargle/cases.hpp"

/// Objects that share their times: one product for all, or transforms that share what depends on
/// the times, beside the methods that treat each as an object with times of its own.
namespace siderum::bench {

/// The first of some objects' times and errors for all of them.
inline Curves with_times_shared(Curves curves) {
  std::int64_t const points = curves.offsets[1];
  for (std::int64_t j = points; j < curves.points(); ++j) {
    curves.time[j] = curves.time[j % points];
    curves.error[j] = curves.error[j % points];
  }
  return curves;
}

template <class Backend, class Exec, class Real>
void run_shared(benchmark::State& state, SearchCase const& which) {
  if (std::string const reason = obstacle<Exec, Real>(which); !reason.empty()) {
    leave_out(state, reason);
    return;
  }
  Exec const exec;
  Curves const& curves = which.input.curves();
  FrequencyGrid const grid = search_grid(which.frequencies);
  auto const points = static_cast<std::size_t>(curves.offsets[1]);
  auto const shared =
      mirror_to(exec, make_shared_curves<Real>(std::span(curves.time).first(points), curves.value,
                                               std::span(curves.error).first(points)));
  auto const best = BestPeriods<Real, Exec>::allocate(exec, curves.objects());
  Timing const timing =
      time_fastest(exec, [&] { best_periods<Backend>(exec, shared, grid, best, which.options()); },
                   {.least = 2, .most = 1'000, .seconds = settings().seconds});
  auto const index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best.index);
  auto const power = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, best.power);
  std::vector<Sample> samples;
  for (std::int64_t const object : {std::int64_t{0}, curves.objects() / 2, curves.objects() - 1}) {
    samples.push_back({object, index(object), static_cast<double>(power(object))});
  }
  Verdict const verdict = check_best(
      curves, grid, which.options(),
      std::is_same_v<Real, double> ? PrecisionOfValues::of_double : PrecisionOfValues::of_float,
      samples);
  if (!verdict.sentence.empty()) {
    fail(state, verdict.sentence);
    return;
  }
  report_timing(state, timing);
  if (which.method == Method::automatic) {
    state.SetLabel(
        std::string(siderum::name_of(method_of<Backend>(exec, shared, grid, which.options()))));
  }
  state.counters["evals"] = which.evaluations() / timing.fastest;
  state.counters["error"] = verdict.worst;
}

/// lomb_scargle_shared/<method>/<model>/best/<backend>/<space>/<precision>/<size>/device
template <class Exec, class Real>
void register_shared(SearchCase const& which) {
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    bool const has_product = Backend::template Product<Exec, Real>::is_available;
    bool const has_nufft = Backend::template Fft<Exec, Real>::is_available;
    if (which.method == Method::nufft ? has_nufft : has_product) {
      std::string name = case_name<Exec, Real>(which, std::string(Backend::name));
      name.insert(name.find('/'), "_shared");
      register_case(name, benchmark::kMillisecond, [which](benchmark::State& state) {
        run_shared<Backend, Exec, Real>(state, which);
      });
    }
  });
}

}  // namespace siderum::bench
