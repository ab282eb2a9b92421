// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "reference/ring_sums.hpp"
#include "reference/spin_transform.hpp"

namespace siderum::reference {

namespace {

long double factorial(std::int64_t n) {
  return std::tgamma(static_cast<long double>(n + 1));
}

long double power(long double base, std::int64_t exponent) {
  long double result = 1.0L;
  for (std::int64_t i = 0; i < exponent; ++i) {
    result *= base;
  }
  return result;
}

Complex coefficient(std::int64_t lmax, std::complex<double> const* a_lm, std::int64_t l,
                    std::int64_t m) {
  std::int64_t const order = std::abs(m);
  Complex value(a_lm[order * (2 * lmax + 1 - order) / 2 + l]);
  if (m == 0) {
    return {value.real(), 0.0L};
  }
  return m > 0 ? value : (order % 2 == 0 ? 1.0L : -1.0L) * std::conj(value);
}

}  // namespace

long double wigner_d(std::int64_t l, std::int64_t m, std::int64_t n, long double theta) {
  long double const root =
      std::sqrt(factorial(l + m) * factorial(l - m) * factorial(l + n) * factorial(l - n));
  long double sum = 0.0L;
  for (std::int64_t k = std::max<std::int64_t>(0, n - m); k <= std::min(l + n, l - m); ++k) {
    long double const term =
        root / (factorial(l + n - k) * factorial(k) * factorial(m - n + k) * factorial(l - m - k)) *
        power(std::cos(theta / 2), 2 * l + n - m - 2 * k) *
        power(std::sin(theta / 2), m - n + 2 * k);
    sum += (m - n + k) % 2 == 0 ? term : -term;
  }
  return sum;
}

void rotate(std::int64_t lmax, std::complex<double> const* a_lm, long double psi, long double theta,
            long double phi, std::complex<long double>* rotated) {
  std::vector<long double> function(static_cast<std::size_t>(lmax) + 1);
  for (std::int64_t m = 0; m <= lmax; ++m) {
    Complex* const of_order = rotated + m * (2 * lmax + 1 - m) / 2;
    std::fill(of_order + m, of_order + lmax + 1, Complex(0.0L));
    for (std::int64_t n = -lmax; n <= lmax; ++n) {
      wigner_functions(lmax, m, n, theta, function.data());
      long double const angle =
          static_cast<long double>(m) * phi + static_cast<long double>(n) * psi;
      Complex const turn(std::cos(angle), -std::sin(angle));
      for (std::int64_t l = std::max(m, std::abs(n)); l <= lmax; ++l) {
        long double const norm = std::sqrt(static_cast<long double>(2 * l + 1) / (4 * pi));
        of_order[l] +=
            function[static_cast<std::size_t>(l - m)] / norm * turn * coefficient(lmax, a_lm, l, n);
      }
    }
  }
}

}  // namespace siderum::reference
