// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/spin_transform.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/ring_sums.hpp"

namespace siderum::reference {

namespace {

constexpr Complex imaginary(0, 1);

/// sqrt((2 l)! / ((l + k)! (l - k)!)) c^(l + k) h^(l - k)
long double binomial_term(std::int64_t l, std::int64_t k, long double c, long double h) {
  std::int64_t const less = std::min(l - k, l + k);
  std::int64_t const more = 2 * l - less;
  long double value = 1;
  for (std::int64_t i = 1; i <= less; ++i) {
    value *= c * h * std::sqrt(static_cast<long double>(more + i) / static_cast<long double>(i));
  }
  for (std::int64_t i = less; i < more; ++i) {
    value *= k > 0 ? c : h;
  }
  return value;
}

/// d^l_{m,n}(theta) of l = max(m, |n|), m >= 0.
long double first_wigner(std::int64_t m, std::int64_t n, long double theta) {
  long double const c = std::cos(theta / 2);
  long double const h = std::sin(theta / 2);
  std::int64_t const s = n < 0 ? -n : n;
  if (m >= s) {
    return binomial_term(m, n, c, -h);
  }
  return n > 0 ? binomial_term(s, m, c, h) : binomial_term(s, -m, c, -h);
}

/// C_l = sqrt((l^2 - m^2) (l^2 - n^2) / (4 l^2 - 1)) / l
long double link(std::int64_t degree, std::int64_t order, std::int64_t other) {
  auto const l = static_cast<long double>(degree);
  auto const m = static_cast<long double>(order);
  auto const n = static_cast<long double>(other);
  return std::sqrt((l - m) * (l + m) * (l - n) * (l + n) / (4 * l * l - 1)) / l;
}

/// F+ and F- of one degree.
struct Functions {
  long double plus;
  long double minus;
};
Functions functions_of(int spin, long double of_spin, long double of_opposite) {
  long double const sign = spin % 2 == 0 ? 1.0L : -1.0L;
  return {(of_spin + sign * of_opposite) / 2, (of_spin - sign * of_opposite) / 2};
}

}  // namespace

void wigner_functions(std::int64_t lmax, std::int64_t m, std::int64_t n, long double theta,
                      long double* values) {
  std::int64_t const first = std::max(m, n < 0 ? -n : n);
  std::fill(values, values + (lmax - m + 1), 0.0L);
  if (first > lmax) {
    return;
  }
  values[first - m] =
      std::sqrt(static_cast<long double>(2 * first + 1) / (4 * pi)) * first_wigner(m, n, theta);
  long double const cosine = std::cos(theta);
  long double before = 0;
  for (std::int64_t l = first; l < lmax; ++l) {
    long double const here = values[l - m];
    long double shift = 0;
    long double of_before = 0;
    if (l > 0) {
      shift = static_cast<long double>(m * n) /
              (static_cast<long double>(l) * static_cast<long double>(l + 1));
      of_before = link(l, m, n) * before;
    }
    values[l - m + 1] = ((cosine - shift) * here - of_before) / link(l + 1, m, n);
    before = here;
  }
}

void spin_functions(int spin, std::int64_t lmax, std::int64_t m, long double theta,
                    long double* plus, long double* minus) {
  wigner_functions(lmax, m, -spin, theta, plus);
  wigner_functions(lmax, m, spin, theta, minus);
  if (spin % 2 == 1) {
    for (std::int64_t i = 0; i <= lmax - m; ++i) {
      plus[i] = -plus[i];
      minus[i] = -minus[i];
    }
  }
}

SpinSum spin_sum(int spin, std::int64_t lmax, std::int64_t m, long double theta,
                 std::complex<double> const* e, std::complex<double> const* b) {
  auto const size = static_cast<std::size_t>(lmax - m + 1);
  std::vector<long double> plus(size);
  std::vector<long double> minus(size);
  spin_functions(spin, lmax, m, theta, plus.data(), minus.data());
  SpinSum result{0, 0, 0};
  for (std::size_t i = 0; i < size; ++i) {
    auto const f = functions_of(spin, plus[i], minus[i]);
    Complex const of_e = m == 0 ? Complex(e[i].real()) : Complex(e[i]);
    Complex const of_b = m == 0 ? Complex(b[i].real()) : Complex(b[i]);
    result.q -= of_e * f.plus + imaginary * of_b * f.minus;
    result.u -= of_b * f.plus - imaginary * of_e * f.minus;
    result.norm += plus[i] * plus[i] + minus[i] * minus[i];
  }
  result.norm = std::sqrt(result.norm);
  return result;
}

void spin_synthesis(int spin, std::int64_t lmax, std::int64_t mmax, std::complex<double> const* e,
                    std::complex<double> const* b, Rings const& rings, long double* q,
                    long double* u) {
  std::vector<SpinSum> sums(static_cast<std::size_t>(mmax + 1));
  for (std::int64_t ring = 0; ring < rings.rings; ++ring) {
    for (std::int64_t m = 0; m <= mmax; ++m) {
      std::int64_t const at = index(lmax, m, m);
      sums[static_cast<std::size_t>(m)] =
          spin_sum(spin, lmax, m, rings.theta[ring], e + at, b + at);
    }
    for (std::int64_t j = 0; j < rings.nphi[ring]; ++j) {
      long double const phi = longitude(rings, ring, j);
      long double of_q = sums[0].q.real();
      long double of_u = sums[0].u.real();
      for (std::int64_t m = 1; m <= mmax; ++m) {
        auto const& sum = sums[static_cast<std::size_t>(m)];
        of_q += 2 * (sum.q * turned(m, phi)).real();
        of_u += 2 * (sum.u * turned(m, phi)).real();
      }
      q[pixel(rings, ring, j)] = of_q;
      u[pixel(rings, ring, j)] = of_u;
    }
  }
}

void spin_adjoint_synthesis(int spin, std::int64_t lmax, std::int64_t mmax, Rings const& rings,
                            double const* q, double const* u, double const* weight,
                            std::complex<long double>* e, std::complex<long double>* b) {
  std::int64_t const size = index(lmax, lmax, mmax) + 1;
  std::fill(e, e + size, Complex(0));
  std::fill(b, b + size, Complex(0));
  std::vector<long double> plus(static_cast<std::size_t>(lmax + 1));
  std::vector<long double> minus(static_cast<std::size_t>(lmax + 1));
  for (std::int64_t ring = 0; ring < rings.rings; ++ring) {
    long double const of_ring = weight == nullptr ? 1.0L : static_cast<long double>(weight[ring]);
    for (std::int64_t m = 0; m <= mmax; ++m) {
      Complex of_q = 0;
      Complex of_u = 0;
      for (std::int64_t j = 0; j < rings.nphi[ring]; ++j) {
        Complex const turn = of_ring * turned(-m, longitude(rings, ring, j));
        of_q += static_cast<long double>(q[pixel(rings, ring, j)]) * turn;
        of_u += static_cast<long double>(u[pixel(rings, ring, j)]) * turn;
      }
      spin_functions(spin, lmax, m, rings.theta[ring], plus.data(), minus.data());
      for (std::int64_t l = m; l <= lmax; ++l) {
        auto const i = static_cast<std::size_t>(l - m);
        auto const f = functions_of(spin, plus[i], minus[i]);
        // The transpose of Q = -(E F+ + i B F-), U = -(B F+ - i E F-), Hermitian order by order.
        Complex const of_e = -(of_q * f.plus + imaginary * of_u * f.minus);
        Complex const of_b = -(of_u * f.plus - imaginary * of_q * f.minus);
        e[index(lmax, l, m)] += m == 0 ? Complex(of_e.real()) : of_e;
        b[index(lmax, l, m)] += m == 0 ? Complex(of_b.real()) : of_b;
      }
    }
  }
}

}  // namespace siderum::reference
