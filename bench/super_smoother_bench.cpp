// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <map>
#include <string>

#include <siderum/algorithms/periods/detail/finder/launch.hpp>
#include <siderum/core/spaces.hpp>

#include "super_smoother/search.hpp"
#include "super_smoother/stages.hpp"
#include "support/memory_watch.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/scope.hpp"

/// The finders that fold: Super Smoother in its variants, its candidates mode, phase dispersion and
/// conditional entropy, beside Lomb-Scargle; the share of each stage; growth with the points.
namespace siderum::bench {

namespace {

/// The memory whose use is reported, but for hosts: there, threads hold scratch of their own.
using Watched = Kokkos::DefaultExecutionSpace::memory_space;

struct FinderCase {
  Curves const* curves;
  std::int64_t frequencies;
  Method method;
  Scope scope;

  std::string name() const {
    return std::string(name_of(method)) + "/" + std::to_string(curves->objects()) + "x" +
           std::to_string(curves->points()) + "x" + std::to_string(frequencies) + "/" +
           siderum::bench::name_of(scope);
  }
};

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
template <class Backend, class Exec, class Real, SmootherVariant variant>
void run_stages(benchmark::State& state, FinderCase const& which) {
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

template <class Exec, class Real>
std::string case_name(FinderCase const& which, std::string const& backend, char const* group) {
  return std::string(group) + "/" + backend + "/" + space_name<Exec>() + "/" +
         precision_name<Real>() + "/" + which.name();
}

template <class Exec>
void register_finder(FinderCase const& which) {
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    for_each_precision([&]<class Real>(Real) {
      register_case(case_name<Exec, Real>(which, std::string(Backend::name), "super_smoother"),
                    benchmark::kMillisecond, [which](benchmark::State& state) {
                      run_finder<Backend, Exec, Real>(state, which);
                    });
    });
  });
}

template <class Exec>
void register_stages(FinderCase const& which) {
  using Backend = backend::default_for_t<Exec>;
  for_each_precision([&]<class Real>(Real) {
    register_case(case_name<Exec, Real>(which, std::string(Backend::name), "super_smoother/stages"),
                  benchmark::kMillisecond, [which](benchmark::State& state) {
                    if (which.method == Method::single_pass) {
                      run_stages<Backend, Exec, Real, SmootherVariant::single_pass>(state, which);
                    } else {
                      run_stages<Backend, Exec, Real, SmootherVariant::multi_pass>(state, which);
                    }
                  });
  });
}

Curves const& object_of(std::int64_t points) {
  static std::map<std::int64_t, Curves> objects;
  auto const found = objects.find(points);
  return found != objects.end() ? found->second
                                : objects.emplace(points, one_object(points)).first->second;
}

template <class Exec>
void register_space() {
  static Curves const stars = pulsating_stars();
  // On hosts the quick cases take a part of the grid: the rate is the same.
  bool const whole = settings().cases != Cases::quick || !is_host<Exec>;
  std::int64_t const grid = whole ? 330'000 : 3'300;
  for (Method const method :
       {Method::multi_pass, Method::multi_pass_open, Method::single_pass, Method::candidates,
        Method::phase_dispersion, Method::conditional_entropy, Method::lomb_scargle}) {
    register_finder<Exec>({&stars, grid, method, Scope::device});
    register_finder<Exec>({&stars, grid, method, Scope::end_to_end});
  }
  for (Method const method : {Method::multi_pass, Method::single_pass}) {
    register_stages<Exec>({&stars, grid, method, Scope::device});
    register_finder<Exec>({&object_of(3554), whole ? 500'000 : 1'000, method, Scope::end_to_end});
    for (std::int64_t const points : {53, 3554}) {
      std::int64_t const count = is_host<Exec> ? 20'000'000 / points : 500'000;
      register_stages<Exec>({&object_of(points), count, method, Scope::device});
    }
    for (std::int64_t const points : {20, 50, 100, 200, 500, 1'000, 5'000, 20'000, 100'000}) {
      std::int64_t const work = is_host<Exec> ? 20'000'000 : 400'000'000;
      register_finder<Exec>(
          {&object_of(points), std::max<std::int64_t>(64, work / points), method, Scope::device});
    }
  }
}

void register_cases() {
  watch_memory<Watched>();
  for_each_space([]<class Exec>(Exec const&) { register_space<Exec>(); });
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
