// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <string>

#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/core/allocate.hpp>

#include "reference/multi_harmonic_model.hpp"
#include "support/dispatch.hpp"
#include "support/inputs.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/scope.hpp"
#include "support/tolerance.hpp"

/// The periodogram of a model of several harmonics, on the device alone and from the user's arrays
/// to the user's arrays: one object of 3,000 points, the sums by each method.
namespace siderum::bench {

namespace {

constexpr std::int64_t points = 3000;

struct HarmonicCase {
  int terms;
  std::int64_t frequencies;
  Method method;
  Scope scope;

  MultiHarmonicOptions options() const {
    MultiHarmonicOptions result{.terms = terms};
    result.periodogram.method = method;
    return result;
  }
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

/// A search that can be run again and again. What a user would keep is allocated once; a host
/// writes where the user wants it.
template <class Backend, class Exec, class Real>
class HarmonicSearch {
 public:
  explicit HarmonicSearch(HarmonicCase const& which)
      : options_(which.options()),
        grid_(search_grid(which.frequencies)),
        power_on_host_(
            allocate_on_host<PowerView<Real, HostSpace>>("siderum::bench::power", 1, grid_.count)),
        power_(Kokkos::create_mirror_view(typename Exec::memory_space(), power_on_host_)) {}

  Exec const& exec() const { return exec_; }
  FrequencyGrid const& grid() const { return grid_; }
  PowerView<Real, HostSpace> const& power() const { return power_on_host_; }

  /// What Method::automatic stands for.
  Method method() const {
    return method_of<Backend>(exec_, mirror_to(exec_, host_curves()), grid_, options_);
  }

  void move_to_device() { on_device_ = mirror_to(exec_, host_curves()); }
  void run_on_device() const { search(on_device_); }
  void run_end_to_end() const {
    search(mirror_to(exec_, host_curves()));
    fetch();
  }
  void fetch() const {
    Kokkos::deep_copy(exec_, power_on_host_, power_);
    exec_.fence("siderum::bench::fetch");
  }

 private:
  static LightCurves<Real, Kokkos::HostSpace> host_curves() {
    return make_light_curves<Real>(curves().time, curves().value, curves().error);
  }

  void search(LightCurves<Real, typename Exec::memory_space> const& object) const {
    multi_harmonic<Backend>(exec_, object, grid_, power_, StatusView<Exec>{}, options_);
  }

  MultiHarmonicOptions options_;
  FrequencyGrid grid_;
  Exec exec_;
  LightCurves<Real, typename Exec::memory_space> on_device_;
  PowerView<Real, HostSpace> power_on_host_;
  PowerView<Real, Exec> power_;
};

template <class Backend, class Exec, class Real>
void run_case(benchmark::State& state, HarmonicCase const& which) {
  HarmonicSearch<Backend, Exec, Real> search(which);
  Timing const timing =
      time_search(search, which.scope, {.least = 2, .most = 1'000, .seconds = settings().seconds});
  if (std::string const sentence = check<Real>(which, search.grid(), search.power());
      !sentence.empty()) {
    fail(state, sentence);
    return;
  }
  report_timing(state, timing);
  if (which.method == Method::automatic) {
    state.SetLabel(std::string(siderum::name_of(search.method())));
  }
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
                               std::to_string(which.frequencies) + "/" + name_of(which.scope);
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
          for (Scope const scope : {Scope::device, Scope::end_to_end}) {
            register_search<Exec, double>({terms, frequencies, method, scope});
            register_search<Exec, float>({terms, frequencies, method, scope});
          }
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
