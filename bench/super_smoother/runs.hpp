// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/finder/launch.hpp>

#include "super_smoother/cases.hpp"
#include "super_smoother/search.hpp"
#include "super_smoother/stages.hpp"
#include "support/memory_watch.hpp"
#include "support/report.hpp"

namespace siderum::bench {

template <class Backend, class Exec, class Real>
void run_finder(benchmark::State& state, FinderCase const& which) {
  FinderSearch<Backend, Exec, Real> search(*which.curves, pulsation_grid(which.frequencies),
                                           which.method);
  Repeats const repeats{.least = 2, .most = 50, .seconds = settings().seconds};
  Timing const timing = time_search(search, which.scope, repeats);
  if (std::string const sentence = search.complaint(); !sentence.empty()) {
    fail(state, sentence);
    return;
  }
  report_timing(state, timing);
  if constexpr (!is_host<Exec>) {
    state.counters["memory_bytes"] =
        static_cast<double>(most_memory(search.exec(), [&] { search.run_end_to_end(); }));
  }
  state.counters["evals"] = search.evaluations() / timing.fastest;
  if constexpr (is_host<Exec>) {
    state.counters["threads"] = Exec().concurrency();
  }
  if (which.method != Method::lomb_scargle) {
    FinderSearch<Backend, Exec, Real> other(*which.curves, pulsation_grid(which.frequencies),
                                            Method::lomb_scargle);
    other.move_to_device();
    state.counters["over_lomb_scargle"] =
        timing.fastest / time_fastest(
                             other.exec(), [&] { other.run_on_device(); }, repeats)
                             .fastest;
  }
}

/// What the stages of a search take, one beside the other; the time is that of the whole.
template <class Exec, class Real, SmootherVariant variant>
void run_stages(benchmark::State& state, FinderCase const& which) {
  using Backend = backend::default_for_t<Exec>;
  using MemorySpace = typename Exec::memory_space;
  Exec const exec;
  auto const curves =
      mirror_to(exec, make_light_curves<Real>(which.curves->time, which.curves->value,
                                              which.curves->error, which.curves->offsets));
  auto const folded = prepare_fold(exec, curves, Errors::use);
  detail::SearchedFrequencies<MemorySpace> const grid(pulsation_grid(which.frequencies));
  detail::SearchOutput<Real, Exec> const output{
      {}, BestPeriods<Real, Exec>::allocate(exec, curves.objects())};
  auto const seconds = [&](auto const& scorer) {
    return time_fastest(
               exec,
               [&] { detail::search_with<Backend>(exec, folded, grid, output, scorer, "bench"); },
               {.least = 2, .most = 50, .seconds = settings().seconds})
        .fastest;
  };
  SmootherRules const rules = SmootherRules::of(smoother_options(which.method));
  double const whole = seconds(SmootherScorer<variant>{rules, SmootherScore::power});
  double const fold = seconds(StageScorer<Stage::fold>{});
  double const sort = seconds(StageScorer<Stage::sort>{});
  double const reduce = seconds(StageScorer<Stage::reduce>{}) - fold;
  report_time(state, whole);
  state.counters["fold_s"] = fold - reduce;
  state.counters["sort_s"] = sort - fold;
  state.counters["smooth_s"] = whole - sort;
  state.counters["reduce_s"] = reduce;
  state.counters["fold_share"] = (fold - reduce) / whole;
  state.counters["sort_share"] = (sort - fold) / whole;
  state.counters["smooth_share"] = (whole - sort) / whole;
  state.counters["reduce_share"] = reduce / whole;
}

}  // namespace siderum::bench
