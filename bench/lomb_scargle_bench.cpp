// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "lomb_scargle/cases.hpp"
#include "lomb_scargle/shared.hpp"
#include "lomb_scargle/steps.hpp"

#include <siderum/core/spaces.hpp>

/// The Lomb-Scargle periodogram by each method, on every execution space of the build, by every
/// backend, in both precisions.
namespace siderum::bench {

namespace {

template <std::int64_t objects, std::int64_t points>
Input equal() {
  return {objects, objects * points, []() -> Curves const& {
            static Curves const curves = equal_objects(objects, points);
            return curves;
          }};
}

struct Size {
  Input input;
  std::int64_t frequencies;
  Cases least;  ///< from which set on
  bool whole;   ///< whether the whole periodogram is a case as well
  /// From which set on by other methods than direct, and end to end.
  Cases least_of_all = Cases::quick;
  /// From which set on by sums over all points at each frequency.
  Cases least_of_sums = Cases::quick;
};

// The sizes of Gowanlock et al. 2021: one object with 3,554 points, and 999 asteroids at the grids
// of a survey (28,608), of a night (200,000) and of a million. Beside them a short grid, a long
// series, one of a tenth of its points, and 1e5 short ones.
template <class Exec>
std::vector<Size> sizes() {
  Cases const from_gpu = is_host<Exec> ? Cases::all : Cases::full;
  Input const object = equal<1, 3554>();
  Input const series = equal<1, 1'000'000>();
  Input const shorter = equal<1, 100'000>();
  Input const stars = equal<100'000, 200>();
  Input const surveyed{survey().objects(), survey().points(), survey};
  Input const published{999, 165'221, asteroids};
  std::vector<Size> listed{{object, 10'000, Cases::quick, true},
                           {object, 100'000, Cases::quick, true},
                           {object, 1'000'000, Cases::quick, true},
                           {object, 100'000'000, Cases::full, false, from_gpu},
                           {surveyed, 28'608, Cases::quick, true},
                           {surveyed, 200'000, Cases::full, true},
                           {published, 10'000, Cases::all, false},
                           {published, 100'000, Cases::all, true},
                           {published, 1'000'000, Cases::full, true},
                           {shorter, 1'000'000, Cases::full, true, Cases::quick, from_gpu},
                           {series, 1'000'000, Cases::full, true, Cases::quick, from_gpu},
                           {stars, 100'000, from_gpu, false}};
  if constexpr (!is_host<Exec>) {
    // What its figures 9 and 10 have besides; hosts search these by the program (reproduce.py).
    listed.insert(listed.end(), {{object, 10'000'000, Cases::all, false},
                                 {published, 1'000, Cases::all, false},
                                 {published, 2'000'000, Cases::all, false}});
  }
  return listed;
}

/// Where the rounding of the times of one unit of the grid is within the default tolerance of
/// others.
template <class Real>
bool reaches_default_tolerance(std::int64_t frequencies) {
  return tolerance_of<Real>({}, frequencies) == tolerance_of<Real>({}, 1);
}

template <class Exec, class Real>
void register_search(SearchCase const& which) {
  if (which.method == Method::nufft && !reaches_default_tolerance<Real>(which.frequencies)) {
    return;
  }
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    if (which.method == Method::nufft && !Backend::template Fft<Exec, Real>::is_available) {
      return;
    }
    if (which.method == Method::product && !Backend::template Product<Exec, Real>::is_available) {
      return;
    }
    register_case(
        case_name<Exec, Real>(which, std::string(Backend::name)), benchmark::kMillisecond,
        [which](benchmark::State& state) { run_case<Backend, Exec, Real>(state, which); });
  });
  if constexpr (has_other_backend<Exec>) {
    if (which.scope == Scope::device && which.method == Method::direct) {
      std::string const both = "portable_over_" + std::string(backend::default_for_t<Exec>::name);
      register_case(case_name<Exec, Real>(which, both), benchmark::kMillisecond,
                    [which](benchmark::State& state) { run_comparison<Exec, Real>(state, which); });
    }
  }
}

void register_cases() {
  for_each_space([]<class Exec>(Exec const&) {
    for (Size const& size : sizes<Exec>()) {
      if (size.least > settings().cases) {
        continue;
      }
      for (Model const model : {Model::standard, Model::generalized}) {
        for (Output const output : {Output::best, Output::power}) {
          if (output == Output::power && !size.whole) {
            continue;
          }
          for (Scope const scope : {Scope::device, Scope::end_to_end, Scope::end_to_end_plain}) {
            // Only whole periodograms of a device are copied, and can be copied plainly.
            if (scope == Scope::end_to_end_plain && (is_host<Exec> || output == Output::best)) {
              continue;
            }
            for (Method const method :
                 {Method::direct, Method::product, Method::nufft, Method::automatic}) {
              bool const is_first = method == Method::direct && scope == Scope::device;
              bool const is_sum = method == Method::direct || method == Method::product;
              if ((!is_first && size.least_of_all > settings().cases) ||
                  (is_sum && size.least_of_sums > settings().cases)) {
                continue;
              }
              SearchCase const which{size.input, size.frequencies, model, output, scope, method};
              register_search<Exec, double>(which);
              register_search<Exec, float>(which);
            }
          }
        }
      }
    }
  });
}

void register_shared_cases() {
  for_each_space([]<class Exec>(Exec const&) {
    // A survey's curves, and those of a sector of a mission at a point every two minutes.
    Input const survey{1000, 1'000'000, []() -> Curves const& {
                         static Curves const curves = with_times_shared(equal_objects(1000, 1000));
                         return curves;
                       }};
    Input const mission{256, 5'120'000, []() -> Curves const& {
                          static Curves const curves =
                              with_times_shared(equal_objects(256, 20'000));
                          return curves;
                        }};
    // Both are compared at the first; a device has work enough at the second.
    std::vector<std::int64_t> const frequencies =
        is_host<Exec> ? std::vector<std::int64_t>{8192} : std::vector<std::int64_t>{8192, 100'000};
    for (Input const& input : {survey, mission}) {
      for (std::int64_t const count : frequencies) {
        for (Model const model : {Model::standard, Model::generalized}) {
          for (Method const method : {Method::product, Method::nufft, Method::automatic}) {
            SearchCase const which{input, count, model, Output::best, Scope::device, method};
            register_shared<Exec, double>(which);
            register_shared<Exec, float>(which);
          }
        }
      }
    }
  });
}

void register_steps_of_products() {
  for_each_space([]<class Exec>(Exec const&) {
    for (Model const model : {Model::standard, Model::generalized}) {
      for (Output const output : {Output::best, Output::power}) {
        register_steps<Exec>(
            {equal<1, 3554>(), 1'000'000, model, output, Scope::device, Method::product});
      }
    }
  });
}

// --export=FOLDER writes the inputs for bench/peers and runs nothing.
bool export_inputs(int argc, char** argv) {
  char const* const option = "--export=";
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], option, std::strlen(option)) == 0) {
      std::string const folder = argv[i] + std::strlen(option);
      write_curves(one_object(3554), folder + "/object.csv");
      write_curves(survey(), folder + "/survey.csv");
      write_curves(one_object(100'000), folder + "/series100000.csv");
      write_curves(one_object(1'000'000), folder + "/series1000000.csv");
      return true;
    }
  }
  return false;
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  if (siderum::bench::export_inputs(argc, argv)) {
    return 0;
  }
  return siderum::bench::run(argc, argv, [] {
    siderum::bench::register_cases();
    siderum::bench::register_shared_cases();
    siderum::bench::register_steps_of_products();
  });
}
