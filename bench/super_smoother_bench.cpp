// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>

#include <siderum/core/spaces.hpp>

#include "super_smoother/cases.hpp"
#include "support/dispatch.hpp"
#include "support/memory_watch.hpp"
#include "support/program.hpp"
#include "support/report.hpp"

/// The finders that fold: Super Smoother in its variants, its candidates mode, phase dispersion and
/// conditional entropy, beside Lomb-Scargle; the share of each stage; growth with the points.
namespace siderum::bench {

namespace {

/// The memory whose use is reported, but for hosts: there, threads hold scratch of their own.
using Watched = Kokkos::DefaultExecutionSpace::memory_space;

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
                      run_stages<Exec, Real, SmootherVariant::single_pass>(state, which);
                    } else {
                      run_stages<Exec, Real, SmootherVariant::multi_pass>(state, which);
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
    // On devices so many frequencies that the launch, of some 2 ms, does not count.
    std::int64_t const of_stages = is_host<Exec> ? 20'000'000 : 10'000'000'000;
    for (std::int64_t const points : {53, 3554}) {
      std::int64_t const count = of_stages / points;
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
