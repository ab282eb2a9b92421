// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <siderum/algorithms/sky/harmonic_transform.hpp>

#include "reference/harmonic_transform.hpp"
#include "support/oracle_rings.hpp"
#include "support/spaces.hpp"

/// Coefficients and maps on the host, and transforms of them in the space of the test.
namespace siderum::test {

using Complexes = std::vector<std::complex<double>>;
using Pixels = std::vector<double>;

/// The precision of Real is that of the values, so that library and oracle are given the same.
template <class Real>
Complexes random_coefficients_of(HarmonicRange range, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  Complexes a_lm(static_cast<std::size_t>(range.count()));
  for (auto& value : a_lm) {
    Real const real = static_cast<Real>(normal(generator));
    value = {real, static_cast<Real>(normal(generator))};
  }
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    a_lm[static_cast<std::size_t>(l)].imag(0.0);
  }
  return a_lm;
}

template <class Real>
Pixels random_map(RingGrid const& grid, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  Pixels map(static_cast<std::size_t>(grid.pixels()));
  for (double& value : map) {
    value = static_cast<Real>(normal(generator));
  }
  return map;
}

template <class V>
using Plan = HarmonicTransform<TestSpace, typename V::Real, typename V::Backend>;

template <class V>
HarmonicCoefficients<typename V::Real, TestMemory> to_space(HarmonicRange range,
                                                            std::vector<Complexes> const& a_lm) {
  using Real = typename V::Real;
  auto const on_space =
      allocate_coefficients<Real>(TestSpace(), range, static_cast<std::int64_t>(a_lm.size()));
  auto const host = Kokkos::create_mirror_view(on_space.values);
  for (std::size_t map = 0; map < a_lm.size(); ++map) {
    for (std::size_t i = 0; i < a_lm[map].size(); ++i) {
      host(map, i) = Kokkos::complex<Real>(static_cast<Real>(a_lm[map][i].real()),
                                           static_cast<Real>(a_lm[map][i].imag()));
    }
  }
  Kokkos::deep_copy(on_space.values, host);
  return on_space;
}

template <class V>
std::vector<Complexes> to_host(HarmonicCoefficients<typename V::Real, TestMemory> const& a_lm) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, a_lm.values);
  std::vector<Complexes> result(host.extent(0), Complexes(host.extent(1)));
  for (std::size_t map = 0; map < host.extent(0); ++map) {
    for (std::size_t i = 0; i < host.extent(1); ++i) {
      result[map][i] = {host(map, i).real(), host(map, i).imag()};
    }
  }
  return result;
}

enum class Direction { synthesis, adjoint_analysis };
enum class Back { adjoint_synthesis, analysis };

/// Maps of coefficients. Elements that no ring has are NaN.
template <class V>
std::vector<Pixels> make_maps(Plan<V> const& plan, std::vector<Complexes> const& a_lm,
                              Direction direction = Direction::synthesis) {
  using Real = typename V::Real;
  typename Plan<V>::Map const map("test::map", a_lm.size(), plan.pixels());
  Kokkos::deep_copy(map, std::numeric_limits<Real>::quiet_NaN());
  auto const coefficients = to_space<V>(plan.range(), a_lm);
  if (direction == Direction::synthesis) {
    plan.synthesis(coefficients, map);
  } else {
    plan.adjoint_analysis(coefficients, map);
  }
  Kokkos::fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, map);
  std::vector<Pixels> result;
  for (std::size_t i = 0; i < a_lm.size(); ++i) {
    result.emplace_back(&host(i, 0), &host(i, 0) + host.extent(1));
  }
  return result;
}

/// Coefficients of maps.
template <class V>
std::vector<Complexes> make_coefficients(Plan<V> const& plan, std::vector<Pixels> const& maps,
                                         Back back = Back::adjoint_synthesis) {
  typename Plan<V>::Map const map("test::map", maps.size(), plan.pixels());
  auto const host = Kokkos::create_mirror_view(map);
  for (std::size_t i = 0; i < maps.size(); ++i) {
    for (std::size_t j = 0; j < maps[i].size(); ++j) {
      host(i, j) = static_cast<typename V::Real>(maps[i][j]);
    }
  }
  Kokkos::deep_copy(map, host);
  auto const coefficients = allocate_coefficients<typename V::Real>(
      TestSpace(), plan.range(), static_cast<std::int64_t>(maps.size()));
  if (back == Back::adjoint_synthesis) {
    plan.adjoint_synthesis(map, coefficients);
  } else {
    plan.analysis(map, coefficients);
  }
  Kokkos::fence();
  return to_host<V>(coefficients);
}

/// <a, b> = sum_l a_l0 b_l0 + 2 sum_{m>0} Re(a_lm conj b_lm)
inline long double product_of(HarmonicRange range, Complexes const& a, Complexes const& b) {
  long double sum = 0;
  for (std::int64_t i = 0; i < range.count(); ++i) {
    auto const at = static_cast<std::size_t>(i);
    long double const real = static_cast<long double>(a[at].real()) * b[at].real() +
                             static_cast<long double>(a[at].imag()) * b[at].imag();
    sum += i <= range.lmax ? real : 2 * real;
  }
  return sum;
}

inline long double product_of(Pixels const& a, Pixels const& b) {
  long double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<long double>(a[i]) * b[i];
  }
  return sum;
}

template <class Values>
double root_mean_square(Values const& values) {
  long double sum = 0;
  for (auto const& value : values) {
    sum += std::norm(value);
  }
  return static_cast<double>(std::sqrt(sum / static_cast<long double>(values.size())));
}

/// The root mean square of sums over the pixels of a random map, or what it is on average where
/// that is more: a few sums may all be small by chance, and their errors are not.
template <class Sums>
double rms_of_sums(Sums const& sums, Pixels const& map) {
  double const pixels_a_steradian = static_cast<double>(map.size()) / (4.0 * std::numbers::pi);
  return std::max(root_mean_square(sums), root_mean_square(map) * std::sqrt(pixels_a_steradian));
}

/// A ring of one's own; the next begins behind it.
inline Ring next_ring(std::vector<Ring> const& before, double theta, std::int64_t nphi,
                      double phi0) {
  Ring ring;
  ring.theta = theta;
  ring.nphi = nphi;
  ring.phi0 = phi0;
  ring.first = before.empty() ? 0 : before.back().first + before.back().nphi;
  ring.weight = 0.1 + 0.01 * static_cast<double>(before.size());
  return ring;
}

/// Rings in no order: both poles, the equator, the same theta twice, one pair, one pixel.
inline RingGrid scattered_grid() {
  std::vector<Ring> rings;
  for (auto const& [theta, nphi, phi0] :
       std::vector<std::tuple<double, int, double>>{{3.141592653589793, 3, 0.2},
                                                    {1.5707963267948966, 11, 0.0},
                                                    {0.4, 8, 1.0},
                                                    {0.0, 5, -0.3},
                                                    {0.4, 7, 0.1},
                                                    {2.5, 1, 2.0},
                                                    {3.141592653589793 - 0.4, 8, 0.5},
                                                    {1.566, 6, 0.7},
                                                    {1e-4, 9, 0.0}}) {
    rings.push_back(next_ring(rings, theta, nphi, phi0));
  }
  return make_ring_grid(rings, rings.back().first + rings.back().nphi);
}

}  // namespace siderum::test
