// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/algorithms/periods/detail/lomb_scargle/epilogues.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/frequency_range.hpp>

#include "lomb_scargle/cases.hpp"

/// What each step of the method product takes: the factors, the products of matrices, the power
/// (or the best of it). Runs with fewer of the steps are taken from one another, since a host does
/// them strip by strip in the cache of each thread.
namespace siderum::bench {

/// The operation Product that does nothing.
template <class Exec, class Real>
struct NoProduct {
  static constexpr bool is_available = true;
  explicit NoProduct(Exec const&) {}
  void operator()(ProductShape const&, Real const*, Real const*, Real*, ProductStart) const {}
};

template <class Backend>
struct WithoutProducts : Backend {
  template <class Exec, class Real>
  using Product = NoProduct<Exec, Real>;
  template <class Exec, class Real>
  using ProductSums = portable::ProductSums<Exec, Real, WithoutProducts>;
};

/// The epilogue that wants no sums.
struct NoPower {
  struct State {};
  static constexpr bool reduces = false;

  KOKKOS_FUNCTION bool wanted(std::int64_t) const { return true; }
  KOKKOS_FUNCTION State begin(std::int64_t) const { return {}; }
  KOKKOS_FUNCTION void skip(std::int64_t, std::int64_t) const {}
  template <class Number>
  SIDERUM_NUMBER_FUNCTION Number evaluate(State const&, TrigSumValues<Number> const&) const {
    return Number(0);
  }
  template <class Number>
  KOKKOS_FUNCTION void consume(State&, std::int64_t, std::int64_t, Number const&) const {}
  template <class Number>
  KOKKOS_FUNCTION void consume(State&, std::int64_t, std::int64_t, Number const&, int) const {}
};

/// Seconds of a search up to a step, and with it.
struct StepTimes {
  double factors;
  double without_product;
  double all;
};

template <class Exec, class Epilogue, class Sums>
double time_steps(Exec const& exec, Sums const& sums, Epilogue const& epilogue) {
  auto const run = [&] { sums(epilogue, "siderum::bench::steps"); };
  return time_fastest(exec, run, {.least = 3, .most = 100, .seconds = settings().seconds}).fastest;
}

template <class Backend, class Exec, class Epilogue>
StepTimes time_all(Exec const& exec, TrigSeries<double, typename Exec::memory_space> const& series,
                   FrequencyGrid const& grid, MeanSums mean, Epilogue const& epilogue) {
  FrequencyRange const range{0, grid.count};
  std::int64_t const work_bytes = LombScargleOptions{}.work_bytes;
  typename Backend::template ProductSums<Exec, double> const whole(exec, series, grid, mean, range,
                                                                   work_bytes);
  typename WithoutProducts<Backend>::template ProductSums<Exec, double> const bare(
      exec, series, grid, mean, range, work_bytes);
  return {time_steps(exec, bare, NoPower()), time_steps(exec, bare, epilogue),
          time_steps(exec, whole, epilogue)};
}

template <class Backend, class Exec>
StepTimes step_times(SearchCase const& which) {
  using Memory = typename Exec::memory_space;
  Exec const exec;
  Curves const& curves = which.input.curves();
  FrequencyGrid const grid = search_grid(which.frequencies);
  LombScargleOptions const options = which.options();
  auto const on_device = mirror_to(
      exec, make_light_curves<double>(curves.time, curves.value, curves.error, curves.offsets));
  auto const prepared = prepare(exec, on_device, options);
  auto const mean = options.fit_mean == FitMean::yes ? MeanSums::yes : MeanSums::no;
  if (which.output == Output::power) {
    auto const power = allocate<PowerView<double, Exec>>(exec, "siderum::bench::power",
                                                         curves.objects(), grid.count);
    PowerWriter<double, Memory> const write{
        {prepared.summary, prepared.scale, options.normalization}, power.data(), grid.count, 0};
    return time_all<Backend>(exec, prepared.series, grid, mean, write);
  }
  // Room for one result of each 64 frequencies, the fewest that one is kept for.
  auto const partial = allocate<Kokkos::View<Best<double>*, Memory>>(
      exec, "siderum::bench::partial", curves.objects() * (grid.count / 64 + 2));
  BestKeeper<double, Memory> const keep{{prepared.summary, prepared.scale, options.normalization},
                                        partial};
  return time_all<Backend>(exec, prepared.series, grid, mean, keep);
}

template <class Backend, class Exec>
void run_step(benchmark::State& state, SearchCase const& which, std::string const& step) {
  if (std::string const reason = obstacle<Exec, double>(which); !reason.empty()) {
    leave_out(state, reason);
    return;
  }
  StepTimes const times = step_times<Backend, Exec>(which);
  double seconds = times.factors;
  if (step == "product") {
    seconds = times.all - times.without_product;
  } else if (step == "power") {
    seconds = times.without_product - times.factors;
  }
  report_time(state, seconds);
  state.counters["all_s"] = times.all;
}

/// lomb_scargle_steps/<factors|product|power>/<model>/<output>/<backend>/<space>/double/<size>
template <class Exec>
void register_steps(SearchCase const& which) {
  using Backend = backend::default_for_t<Exec>;
  if (!Backend::template Product<Exec, double>::is_available) {
    return;
  }
  std::string const name = case_name<Exec, double>(which, std::string(Backend::name));
  for (char const* const step : {"factors", "product", "power"}) {
    register_case(
        "lomb_scargle_steps/" + std::string(step) + name.substr(name.find('/', name.find('/') + 1)),
        benchmark::kMillisecond,
        [which, step](benchmark::State& state) { run_step<Backend, Exec>(state, which, step); });
  }
}

}  // namespace siderum::bench
