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

namespace siderum::bench {

template <class Exec, class Real>
HarmonicCoefficients<Real, typename Exec::memory_space> in_space(
    HostCoefficients<Real> const& host) {
  auto const there = allocate_coefficients<Real>(Exec(), host.range, host.maps());
  Kokkos::deep_copy(there.values, host.values);
  return there;
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

/// The last row keeps its spectrum, and all come back.
template <class Exec, class Real>
void run_rotation(benchmark::State& state, std::int64_t lmax, std::int64_t rows) {
  Exec const exec;
  auto const before = allocate_coefficients<Real>(HostSpace(), make_harmonic_range(lmax), rows);
  auto const after = allocate_coefficients<Real>(HostSpace(), before.range, rows);
  fill_coefficients(before);
  auto const from = in_space<Exec>(before);
  auto const to = in_space<Exec>(before);
  EulerAngles const angles{0.3, 1.1, -0.4};
  Timing const timing = time_fastest(
      exec, [&] { rotate_coefficients(exec, from, angles, to); }, sky_repeats());
  Kokkos::deep_copy(after.values, to.values);
  double const tolerance = std::is_same_v<Real, double> ? 1e-12 : 1e-6;
  auto const spectrum = spectrum_of(before, rows - 1);
  auto const turned = spectrum_of(after, rows - 1);
  for (std::size_t l = 0; l < spectrum.size(); ++l) {
    if (!(std::fabs(turned[l] - spectrum[l]) <= tolerance * spectrum[l])) {
      fail(state, "C_l of l = " + std::to_string(l) + " has changed");
      return;
    }
  }
  rotate_coefficients(exec, to, inverse(angles), to);
  exec.fence();
  Kokkos::deep_copy(after.values, to.values);
  if (!(relative_difference(after, before) <= tolerance)) {
    fail(state, "the coefficients do not come back");
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

/// map2alm of T, Q, U by `iterations` Jacobi steps with ring weights. To lmax = nside it is exact
/// to 1e-11; at 2 nside - 1 the error is what so many steps leave.
template <class Backend, class Exec, class Real>
void run_iterations(benchmark::State& state, std::int64_t nside, std::int64_t lmax,
                    std::int64_t iterations) {
  Exec const exec;
  HarmonicRange const range = make_harmonic_range(lmax);
  auto const before = allocate_coefficients<Real>(HostSpace(), range, 3);
  fill_coefficients(before);
  HarmonicTransformOptions options;
  options.field = Field::polarised;
  for (std::int64_t const place : {range.index(0, 0), range.index(1, 0), range.index(1, 1)}) {
    before.values(1, place) = before.values(2, place) = Kokkos::complex<Real>(0);
  }
  RingGrid const grid = healpix_grid_with_ring_weights(nside);
  HarmonicTransform<Exec, Real, Backend> const plan(exec, grid, range, options);
  auto const a_lm = in_space<Exec>(before);
  MapView<Real, typename Exec::memory_space> const map("siderum::bench::map", 3, grid.pixels());
  plan.synthesis(a_lm, map);
  IterativeAnalysisOptions asked;
  asked.iterations = iterations;
  IterativeAnalysisResult result;
  Timing const timing = time_fastest(
      exec, [&] { result = iterative_analysis(exec, plan, map, a_lm, asked); }, sky_repeats());
  auto const after = allocate_coefficients<Real>(HostSpace(), range, 3);
  Kokkos::deep_copy(after.values, a_lm.values);
  double const error = relative_difference(after, before);
  bool const is_double = std::is_same_v<Real, double>;
  if (!(error <= (lmax > nside ? 1e-5 : is_double ? 1e-11 : 1e-5))) {
    fail(state, "the coefficients are off by " + std::to_string(error) + " of their rms");
    return;
  }
  report_timing(state, timing);
  state.counters["error"] = error;
  state.counters["residual"] = result.residual;
}

}  // namespace siderum::bench
