// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <siderum/algorithms/periods/multi_harmonic.hpp>

#include "reference/multi_harmonic_model.hpp"
#include "support/dispatch.hpp"
#include "support/inputs.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/tolerance.hpp"

/// The periodogram of a model of several harmonics, on the device alone: one object of 3,000
/// points, the sums by each method.
namespace siderum::bench {

namespace {

constexpr std::int64_t points = 3000;

struct HarmonicCase {
  int terms;
  std::int64_t frequencies;
  Method method;
};

Curves const& curves() {
  static Curves const object = one_object(points);
  return object;
}

// Some of the powers beside the fit by the design matrix.
template <class Real, class View>
std::string check(HarmonicCase const& which, FrequencyGrid const& grid, View const& power) {
  reference::Curve const curve{points, curves().time.data(), curves().value.data(),
                               curves().error.data()};
  double const cycles = 120.0 * grid.frequency(grid.count - 1);
  for (std::int64_t part = 0; part <= 7; ++part) {
    std::int64_t const k = (grid.count - 1) * part / 7;
    auto const expected = reference::fit_multi_harmonic(curve, grid.frequency(k), which.terms,
                                                        generalized_periodogram());
    double const of_method = tolerance_of<Real>({}, grid.count);
    double const tolerance =
        test::multi_harmonic_tolerance<Real>(points, which.terms, cycles, expected.smallest_axis) +
        of_method / static_cast<double>(expected.smallest_axis);
    if (!(std::fabs(static_cast<double>(power(0, k) - expected.power)) <= tolerance)) {
      return "wrong: the power at frequency " + std::to_string(k) + " is " +
             std::to_string(power(0, k)) + " (the reference has " +
             std::to_string(static_cast<double>(expected.power)) + ")";
    }
  }
  return "";
}

template <class Backend, class Exec, class Real>
void run_case(benchmark::State& state, HarmonicCase const& which) {
  Exec const exec;
  FrequencyGrid const grid = search_grid(which.frequencies);
  auto const on_device =
      mirror_to(exec, make_light_curves<Real>(curves().time, curves().value, curves().error));
  auto const power = allocate<PowerView<Real, Exec>>(exec, "siderum::bench::power", 1, grid.count);
  MultiHarmonicOptions options{.terms = which.terms};
  options.periodogram.method = which.method;
  auto const search = [&] {
    multi_harmonic<Backend>(exec, on_device, grid, power, StatusView<Exec>{}, options);
  };
  Timing const timing =
      time_fastest(exec, search, {.least = 2, .most = 100, .seconds = settings().seconds});
  auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, power);
  if (std::string const sentence = check<Real>(which, grid, on_host); !sentence.empty()) {
    fail(state, sentence);
    return;
  }
  report_timing(state, timing);
}

template <class Exec, class Real>
void register_search(HarmonicCase const& which) {
  for_each_backend<Exec>([&]<class Backend>(Backend const&) {
    bool const has_method =
        which.method == Method::nufft     ? Backend::template Fft<Exec, Real>::is_available
        : which.method == Method::product ? Backend::template Product<Exec, Real>::is_available
                                          : true;
    if (has_method) {
      std::string const name = "multi_harmonic/" + std::string(siderum::name_of(which.method)) +
                               "/" + std::string(Backend::name) + "/" + space_name<Exec>() + "/" +
                               precision_name<Real>() + "/" + std::to_string(which.terms) +
                               "_terms/1x" + std::to_string(points) + "x" +
                               std::to_string(which.frequencies) + "/device";
      register_case(name, benchmark::kMillisecond, [which](benchmark::State& state) {
        run_case<Backend, Exec, Real>(state, which);
      });
    }
  });
}

void register_cases() {
  for_each_space([]<class Exec>(Exec const&) {
    for (std::int64_t const frequencies : {std::int64_t{10'000}, std::int64_t{100'000}}) {
      for (int const terms : {2, 4}) {
        for (Method const method :
             {Method::direct, Method::product, Method::nufft, Method::automatic}) {
          register_search<Exec, double>({terms, frequencies, method});
          register_search<Exec, float>({terms, frequencies, method});
        }
      }
    }
  });
}

}  // namespace

}  // namespace siderum::bench

int main(int argc, char** argv) {
  return siderum::bench::run(argc, argv, siderum::bench::register_cases);
}
