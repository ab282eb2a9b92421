// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "pair_counts/cases.hpp"

#include <siderum/core/spaces.hpp>

/// Exact angular pair counts on every execution space of the build, by every backend, in both
/// precisions.
namespace siderum::bench {

namespace {

struct Listed {
  SkyCase which;
  Cases least;  ///< from which set on
};

template <class Exec>
std::vector<Listed> cases() {
  Cases const from_gpu = is_host<Exec> ? Cases::all : Cases::full;
  auto const plain = [](std::int64_t points, double upper_deg, Scope scope = Scope::device) {
    return SkyCase{points, 0.01, upper_deg, Labels::none, MeanSeparation::no, scope};
  };
  auto const with = [](std::int64_t points, Labels labels, MeanSeparation mean,
                       Scope scope = Scope::device) {
    return SkyCase{points, 0.01, 10.0, labels, mean, scope};
  };
  return {{plain(20'000, 180.0), Cases::quick},
          {plain(100'000, 10.0), Cases::quick},
          {plain(100'000, 10.0, Scope::end_to_end), Cases::quick},
          {with(100'000, Labels::weights, MeanSeparation::no), Cases::quick},
          {with(100'000, Labels::weights, MeanSeparation::no, Scope::end_to_end), Cases::full},
          {with(100'000, Labels::regions, MeanSeparation::no), Cases::quick},
          {with(100'000, Labels::regions, MeanSeparation::no, Scope::end_to_end), Cases::full},
          {with(100'000, Labels::none, MeanSeparation::yes), Cases::quick},
          {with(100'000, Labels::none, MeanSeparation::yes, Scope::end_to_end), Cases::full},
          {plain(100'000, 180.0), Cases::quick},
          {plain(100'000, 180.0, Scope::end_to_end), Cases::full},
          {SkyCase{100'000, 0.01, 180.0, Labels::none, MeanSeparation::yes, Scope::device},
           Cases::full},
          {SkyCase{100'000, 0.01, 180.0, Labels::none, MeanSeparation::yes, Scope::end_to_end},
           Cases::full},
          {plain(1'000'000, 10.0), Cases::full},
          {plain(1'000'000, 10.0, Scope::end_to_end), Cases::full},
          {with(1'000'000, Labels::weights, MeanSeparation::no), Cases::full},
          {with(1'000'000, Labels::weights, MeanSeparation::no, Scope::end_to_end), Cases::full},
          {with(1'000'000, Labels::regions, MeanSeparation::no), Cases::full},
          {with(1'000'000, Labels::regions, MeanSeparation::no, Scope::end_to_end), Cases::full},
          {with(1'000'000, Labels::none, MeanSeparation::yes), Cases::full},
          {with(1'000'000, Labels::none, MeanSeparation::yes, Scope::end_to_end), Cases::full},
          {plain(10'000'000, 1.0), from_gpu}};
}

template <class Backend, class Exec, class Real>
std::string name_of(std::string const& what, Scope scope) {
  return "pair_counts/" + std::string(Backend::name) + "/" + space_name<Exec>() + "/" +
         precision_name<Real>() + "/" + what + "/" + siderum::bench::name_of(scope);
}

template <class Exec, class Real>
void register_comparisons() {
  for (Listed const& listed : cases<Exec>()) {
    SkyCase const which = listed.which;
    if (which.scope == Scope::device && listed.least <= settings().cases) {
      std::string const both = "portable_over_" + std::string(backend::default_for_t<Exec>::name);
      register_case("pair_counts/" + both + "/" + space_name<Exec>() + "/" +
                        precision_name<Real>() + "/" + which.name() + "/" + name_of(which.scope),
                    benchmark::kMillisecond, [which](benchmark::State& state) {
                      compare_backends<Exec, Real>(state, which);
                    });
    }
  }
}

template <class Exec, class Real>
void register_in(Exec const&, Real const&) {
  if constexpr (has_other_backend<Exec>) {
    register_comparisons<Exec, Real>();
  }
  for_each_backend<Exec>([]<class Backend>(Backend const&) {
    for (Listed const& listed : cases<Exec>()) {
      if (listed.least > settings().cases) {
        continue;
      }
      SkyCase const which = listed.which;
      register_case(
          name_of<Backend, Exec, Real>(which.name(), which.scope), benchmark::kMillisecond,
          [which](benchmark::State& state) { run_sky<Backend, Exec, Real>(state, which); });
    }
    Cases const least = is_host<Exec> ? Cases::all : Cases::full;
    if (least <= settings().cases) {
      register_case(name_of<Backend, Exec, Real>("published/100000x100sets", Scope::device),
                    benchmark::kMillisecond, [](benchmark::State& state) {
                      run_published<Backend, Exec, Real>(state, 100'000, 100);
                    });
    }
  });
}

void register_cases() {
  for_each_space([](auto const& exec) {
    for_each_precision([&](auto const real) { register_in(exec, real); });
  });
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
