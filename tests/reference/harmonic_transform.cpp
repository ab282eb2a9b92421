// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/harmonic_transform.hpp"

#include <cmath>
#include <vector>

#include "reference/ring_sums.hpp"

namespace siderum::reference {

namespace {

/// eps_l = sqrt((l^2 - m^2) / (4 l^2 - 1)).
long double epsilon(std::int64_t l, std::int64_t m) {
  auto const degree = static_cast<long double>(l);
  auto const order = static_cast<long double>(m);
  return std::sqrt((degree * degree - order * order) / (4 * degree * degree - 1));
}

}  // namespace

void legendre_functions(std::int64_t lmax, std::int64_t m, long double theta, long double* values) {
  long double const sine = std::sin(theta);
  long double const cosine = std::cos(theta);
  // P_mm = (-1)^m mu_m sin^m, mu_0 = 1 / sqrt(4 pi), mu_k = mu_{k-1} sqrt((2 k + 1) / (2 k)).
  long double first = 1 / std::sqrt(4 * pi);
  for (std::int64_t k = 1; k <= m; ++k) {
    auto const order = static_cast<long double>(k);
    first *= -sine * std::sqrt((2 * order + 1) / (2 * order));
  }
  values[0] = first;
  // eps_{l+1} P_{l+1} = cos P_l - eps_l P_{l-1}, where eps_m = 0.
  long double before = 0;
  for (std::int64_t l = m; l < lmax; ++l) {
    long double const here = values[l - m];
    values[l - m + 1] = (cosine * here - epsilon(l, m) * before) / epsilon(l + 1, m);
    before = here;
  }
}

LegendreSum legendre_sum(std::int64_t lmax, std::int64_t m, double theta,
                         std::complex<double> const* a_lm) {
  std::vector<long double> values(static_cast<std::size_t>(lmax - m + 1));
  legendre_functions(lmax, m, theta, values.data());
  LegendreSum result{0, 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.sum += Complex(a_lm[i]) * values[i];
    result.norm += values[i] * values[i];
  }
  result.norm = std::sqrt(result.norm);
  return result;
}

void synthesis(std::int64_t lmax, std::int64_t mmax, std::complex<double> const* a_lm,
               Rings const& rings, long double* map) {
  std::vector<Complex> sums(static_cast<std::size_t>(mmax + 1));
  for (std::int64_t ring = 0; ring < rings.rings; ++ring) {
    for (std::int64_t m = 0; m <= mmax; ++m) {
      sums[static_cast<std::size_t>(m)] =
          legendre_sum(lmax, m, rings.theta[ring], a_lm + index(lmax, m, m)).sum;
    }
    for (std::int64_t j = 0; j < rings.nphi[ring]; ++j) {
      long double const phi = longitude(rings, ring, j);
      // F_{-m} = conj(F_m): the terms of m and -m are twice the real part.
      long double value = sums[0].real();
      for (std::int64_t m = 1; m <= mmax; ++m) {
        value += 2 * (sums[static_cast<std::size_t>(m)] * turned(m, phi)).real();
      }
      map[pixel(rings, ring, j)] = value;
    }
  }
}

void adjoint_synthesis(std::int64_t lmax, std::int64_t mmax, Rings const& rings, double const* map,
                       double const* weight, std::complex<long double>* a_lm) {
  std::int64_t const size = index(lmax, lmax, mmax) + 1;
  for (std::int64_t i = 0; i < size; ++i) {
    a_lm[i] = 0;
  }
  std::vector<long double> values(static_cast<std::size_t>(lmax + 1));
  for (std::int64_t ring = 0; ring < rings.rings; ++ring) {
    for (std::int64_t m = 0; m <= mmax; ++m) {
      Complex sum = 0;
      for (std::int64_t j = 0; j < rings.nphi[ring]; ++j) {
        sum += static_cast<long double>(map[pixel(rings, ring, j)]) *
               turned(-m, longitude(rings, ring, j));
      }
      sum *= weight == nullptr ? 1.0L : static_cast<long double>(weight[ring]);
      if (m == 0) {
        sum = sum.real();
      }
      legendre_functions(lmax, m, rings.theta[ring], values.data());
      for (std::int64_t l = m; l <= lmax; ++l) {
        a_lm[index(lmax, l, m)] += sum * values[static_cast<std::size_t>(l - m)];
      }
    }
  }
}

}  // namespace siderum::reference
