// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/iterative_analysis.hpp>
#include <siderum/algorithms/sky/power_spectrum.hpp>
#include <siderum/algorithms/sky/ring_weights.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>

#include "harmonic_transform/checks.hpp"
#include "support/dispatch.hpp"
#include "support/peaks.hpp"
#include "support/program.hpp"
#include "support/report.hpp"
#include "support/scope.hpp"

namespace siderum::bench {

/// Coefficients of the user: those themselves on a host, and else room for them.
template <class Exec, class Real>
HarmonicCoefficients<Real, typename Exec::memory_space> in_space(
    HostCoefficients<Real> const& host) {
  return {host.range, Kokkos::create_mirror_view(typename Exec::memory_space(), host.values)};
}

template <class Real>
std::vector<double> spectrum_of(HostCoefficients<Real> const& a_lm, std::int64_t row) {
  std::vector<std::complex<double>> values;
  for (std::int64_t i = 0; i < a_lm.range.count(); ++i) {
    values.emplace_back(a_lm.values(row, i).real(), a_lm.values(row, i).imag());
  }
  return power_spectrum(a_lm.range, values);
}

/// |a - b| / |b| of all rows.
template <class Real>
double relative_difference(HostCoefficients<Real> const& a, HostCoefficients<Real> const& b) {
  double difference = 0.0;
  double size = 0.0;
  for (std::int64_t row = 0; row < a.maps(); ++row) {
    for (std::int64_t i = 0; i < a.range.count(); ++i) {
      auto const x = Kokkos::complex<double>(a.values(row, i));
      auto const y = Kokkos::complex<double>(b.values(row, i));
      difference += (x.real() - y.real()) * (x.real() - y.real()) +
                    (x.imag() - y.imag()) * (x.imag() - y.imag());
      size += y.real() * y.real() + y.imag() * y.imag();
    }
  }
  return std::sqrt(difference / size);
}

inline Repeats sky_repeats() {
  return {.least = 3, .most = 30, .seconds = settings().seconds};
}

/// A rotation that can be run again and again, from and to the user's coefficients or those of a
/// space.
template <class Exec, class Real>
class Rotation {
 public:
  Rotation(std::int64_t lmax, std::int64_t rows)
      : before_(allocate_coefficients<Real>(HostSpace(), make_harmonic_range(lmax), rows)),
        after_(allocate_coefficients<Real>(HostSpace(), before_.range, rows)),
        from_(in_space<Exec>(before_)),
        to_(in_space<Exec>(after_)) {
    fill_coefficients(before_);
  }

  Exec const& exec() const { return exec_; }
  void move_to_device() const { Kokkos::deep_copy(exec_, from_.values, before_.values); }
  void run_on_device() const { rotate_coefficients(exec_, from_, angles_, to_); }
  void run_end_to_end() const {
    move_to_device();
    run_on_device();
    fetch();
  }
  void fetch() const {
    Kokkos::deep_copy(exec_, after_.values, to_.values);
    exec_.fence("siderum::bench::fetch");
  }

  /// The last row keeps its spectrum, and all come back: empty where they do.
  std::string complaint() const {
    double const tolerance = std::is_same_v<Real, double> ? 1e-12 : 1e-6;
    auto const spectrum = spectrum_of(before_, before_.maps() - 1);
    auto const turned = spectrum_of(after_, after_.maps() - 1);
    for (std::size_t l = 0; l < spectrum.size(); ++l) {
      if (!(std::fabs(turned[l] - spectrum[l]) <= tolerance * spectrum[l])) {
        return "C_l of l = " + std::to_string(l) + " has changed";
      }
    }
    rotate_coefficients(exec_, to_, inverse(angles_), to_);
    fetch();
    return relative_difference(after_, before_) <= tolerance ? ""
                                                             : "the coefficients do not come back";
  }

 private:
  static constexpr EulerAngles angles_{0.3, 1.1, -0.4};

  Exec exec_;
  HostCoefficients<Real> before_;
  HostCoefficients<Real> after_;
  HarmonicCoefficients<Real, typename Exec::memory_space> from_;
  HarmonicCoefficients<Real, typename Exec::memory_space> to_;
};

template <class Exec, class Real>
void run_rotation(benchmark::State& state, std::int64_t lmax, std::int64_t rows, Scope scope) {
  Rotation<Exec, Real> rotation(lmax, rows);
  Timing const timing = time_search(rotation, scope, sky_repeats());
  if (std::string const sentence = rotation.complaint(); !sentence.empty()) {
    fail(state, sentence);
    return;
  }
  report_timing(state, timing);
  // Two products with d^l(pi / 2): for each (l, m, m') two operations of the recurrence and one of
  // each row's sum, where D counts, m^2 + m'^2 < l^2.
  double const size = static_cast<double>(lmax);
  double const operations =
      2.0 * 2.0 * static_cast<double>(2 + rows) * 0.785 * size * size * size / 3.0;
  state.counters["gflops"] = operations / timing.fastest * 1e-9;
  state.counters["peak_share"] = operations / timing.fastest / multiply_add_peak<Exec, double>();
}

/// map2alm of T, Q, U by Jacobi steps with ring weights that can be run again and again, from the
/// user's maps to the user's coefficients or between those of a space, by a plan that is kept.
template <class Backend, class Exec, class Real>
class IteratedAnalysis {
 public:
  IteratedAnalysis(std::int64_t nside, std::int64_t lmax, std::int64_t iterations)
      : plan_(exec_, healpix_grid_with_ring_weights(nside), make_harmonic_range(lmax), options()),
        before_(allocate_coefficients<Real>(HostSpace(), plan_.range(), 3)),
        after_(allocate_coefficients<Real>(HostSpace(), plan_.range(), 3)),
        map_("siderum::bench::map", 3, plan_.grid().pixels()),
        after_there_(in_space<Exec>(after_)),
        map_there_(Kokkos::create_mirror_view(typename Exec::memory_space(), map_)) {
    asked_.iterations = iterations;
    fill_coefficients(before_);
    HarmonicRange const range = before_.range;
    for (std::int64_t const place : {range.index(0, 0), range.index(1, 0), range.index(1, 1)}) {
      before_.values(1, place) = before_.values(2, place) = Kokkos::complex<Real>(0);
    }
    Kokkos::deep_copy(exec_, after_there_.values, before_.values);
    plan_.synthesis(after_there_, map_there_);
    Kokkos::deep_copy(exec_, map_, map_there_);
    exec_.fence("siderum::bench::map");
  }

  Exec const& exec() const { return exec_; }
  void move_to_device() const { Kokkos::deep_copy(exec_, map_there_, map_); }
  void run_on_device() {
    result_ = iterative_analysis(exec_, plan_, map_there_, after_there_, asked_);
  }
  void run_end_to_end() {
    move_to_device();
    run_on_device();
    fetch();
  }
  void fetch() const {
    Kokkos::deep_copy(exec_, after_.values, after_there_.values);
    exec_.fence("siderum::bench::fetch");
  }

  /// Of the coefficients, in units of their rms.
  double error() const { return relative_difference(after_, before_); }
  double residual() const { return result_.residual; }

 private:
  static HarmonicTransformOptions options() {
    HarmonicTransformOptions result;
    result.field = Field::polarised;
    return result;
  }

  Exec exec_;
  HarmonicTransform<Exec, Real, Backend> plan_;
  HostCoefficients<Real> before_;
  HostCoefficients<Real> after_;
  HostMap<Real> map_;
  HarmonicCoefficients<Real, typename Exec::memory_space> after_there_;
  MapView<Real, typename Exec::memory_space> map_there_;
  IterativeAnalysisOptions asked_;
  IterativeAnalysisResult result_;
};

/// To lmax = nside it is exact to 1e-11; at 2 nside - 1 the error is what so many steps leave.
template <class Backend, class Exec, class Real>
void run_iterations(benchmark::State& state, std::int64_t nside, std::int64_t lmax,
                    std::int64_t iterations, Scope scope) {
  IteratedAnalysis<Backend, Exec, Real> analysis(nside, lmax, iterations);
  Timing const timing = time_search(analysis, scope, sky_repeats());
  double const error = analysis.error();
  bool const is_double = std::is_same_v<Real, double>;
  if (!(error <= (lmax > nside ? 1e-5 : is_double ? 1e-11 : 1e-5))) {
    fail(state, "the coefficients are off by " + std::to_string(error) + " of their rms");
    return;
  }
  report_timing(state, timing);
  state.counters["error"] = error;
  state.counters["residual"] = analysis.residual();
}

}  // namespace siderum::bench
