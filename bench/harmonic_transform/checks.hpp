// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/harmonic_transform.hpp>

#include "reference/harmonic_transform.hpp"
#include "reference/spin_transform.hpp"

namespace siderum::bench {

template <class Real>
using HostCoefficients = HarmonicCoefficients<Real, Kokkos::HostSpace>;
template <class Real>
using HostMap = MapView<Real, Kokkos::HostSpace>;

/// Numbers in -1 .. 1 that any program makes alike; imaginary parts of a_l0 are 0.
template <class Real>
void fill_coefficients(HostCoefficients<Real> const& a_lm) {
  std::uint64_t state = 1;
  auto const draw = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<Real>(static_cast<double>(state >> 11) * 0x1p-52 - 1.0);
  };
  for (std::int64_t map = 0; map < a_lm.maps(); ++map) {
    for (std::int64_t i = 0; i < a_lm.range.count(); ++i) {
      Real const real = draw();
      Real const imag = draw();
      a_lm.values(map, i) = Kokkos::complex<Real>(real, i <= a_lm.range.lmax ? Real(0) : imag);
    }
  }
}

/// The coefficients of one order of a row.
template <class Real>
std::vector<std::complex<double>> of_order(HostCoefficients<Real> const& a_lm, std::int64_t row,
                                           std::int64_t m) {
  std::vector<std::complex<double>> values;
  for (std::int64_t l = m; l <= a_lm.range.lmax; ++l) {
    auto const value = a_lm.values(row, a_lm.range.index(l, m));
    values.emplace_back(value.real(), value.imag());
  }
  return values;
}

/// The mode of order m of the last row at theta, by the oracle.
template <class Real>
std::complex<long double> last_mode(Field field, HostCoefficients<Real> const& a_lm, std::int64_t m,
                                    double theta) {
  std::int64_t const lmax = a_lm.range.lmax;
  std::int64_t const last = a_lm.maps() - 1;
  if (field == Field::scalar) {
    return reference::legendre_sum(lmax, m, theta, of_order(a_lm, last, m).data()).sum;
  }
  return reference::spin_sum(spin(field), lmax, m, theta, of_order(a_lm, last - 1, m).data(),
                             of_order(a_lm, last, m).data())
      .u;
}

/// Two pixels of two rings of the last map against the oracle; empty where they agree.
template <class Real>
std::string check_synthesis(Field field, RingGrid const& grid, HostCoefficients<Real> const& a_lm,
                            HostMap<Real> const& map) {
  HarmonicRange const range = a_lm.range;
  std::int64_t const last = a_lm.maps() - 1;
  // The rms of a map of coefficients with variance 2/3 (1/3 for m = 0).
  double const rms = std::sqrt(static_cast<double>(range.count()) / (3.0 * std::numbers::pi));
  bool const is_double = std::is_same_v<Real, double>;
  double const tolerance = (is_double ? 1e-10 : 1e-4) * rms;
  for (std::size_t const r : {grid.rings().size() / 7, grid.rings().size() / 2}) {
    Ring const& ring = grid.rings()[r];
    std::int64_t const j = ring.nphi / 3;
    double const phi = ring.phi0 + 2.0 * std::numbers::pi * static_cast<double>(j) /
                                       static_cast<double>(ring.nphi);
    std::complex<long double> sum = 0;
    for (std::int64_t m = 0; m <= range.mmax; ++m) {
      auto const mode = last_mode(field, a_lm, m, ring.theta);
      long double const angle = static_cast<long double>(m) * phi;
      sum += (m == 0 ? 1.0L : 2.0L) * mode *
             std::complex<long double>(std::cos(angle), std::sin(angle));
    }
    double const value = map(last, ring.first + j * ring.stride);
    if (!(std::fabs(value - static_cast<double>(sum.real())) <= tolerance)) {
      return "a pixel of ring " + std::to_string(r) + " is " + std::to_string(value) + ", not " +
             std::to_string(static_cast<double>(sum.real()));
    }
  }
  return "";
}

/// <S a, x> = <a, S^T x> for the maps S a = x of the last field: the sum of the squared pixels.
template <class Real>
std::string check_adjoint(Field field, HostCoefficients<Real> const& a_lm, HostMap<Real> const& map,
                          HostCoefficients<Real> const& summed) {
  double of_pixels = 0.0;
  double of_coefficients = 0.0;
  for (std::int64_t row = a_lm.maps() - components(field); row < a_lm.maps(); ++row) {
    for (std::size_t i = 0; i < map.extent(1); ++i) {
      of_pixels += static_cast<double>(map(row, i)) * static_cast<double>(map(row, i));
    }
    for (std::int64_t i = 0; i < a_lm.range.count(); ++i) {
      auto const a = Kokkos::complex<double>(a_lm.values(row, i));
      auto const b = Kokkos::complex<double>(summed.values(row, i));
      of_coefficients +=
          (i <= a_lm.range.lmax ? 1.0 : 2.0) * (a.real() * b.real() + a.imag() * b.imag());
    }
  }
  double const tolerance = std::is_same_v<Real, double> ? 1e-10 : 1e-4;
  if (!(std::fabs(of_pixels - of_coefficients) <= tolerance * of_pixels)) {
    return "the products of maps and of coefficients are " + std::to_string(of_pixels) + " and " +
           std::to_string(of_coefficients);
  }
  return "";
}

}  // namespace siderum::bench
