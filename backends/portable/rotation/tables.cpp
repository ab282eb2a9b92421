// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/rotation/tables.hpp>

#include <cmath>
#include <numbers>

namespace siderum::portable::rotation {

std::vector<double> double_factorial_ratios(std::int64_t lmax) {
  std::vector<double> ratios;
  long double last[2] = {1.0L, 1.0L};
  for (std::int64_t n = 0; n <= 2 * lmax; ++n) {
    long double& value = last[n % 2];
    if (n >= 2) {
      value *= static_cast<long double>(n - 1) / static_cast<long double>(n);
    }
    ratios.push_back(static_cast<double>(value));
  }
  return ratios;
}

RootFactorials root_factorials(std::int64_t lmax) {
  RootFactorials roots;
  long double mantissa = 1.0L;
  std::int64_t exponent = 0;
  for (std::int64_t n = 0; n <= 2 * lmax; ++n) {
    mantissa *= n == 0 ? 1.0L : std::sqrt(static_cast<long double>(n));
    while (mantissa >= 2.0L) {
      mantissa *= 0.5L;
      ++exponent;
    }
    roots.mantissa.push_back(static_cast<double>(mantissa));
    roots.exponent.push_back(exponent);
  }
  return roots;
}

std::vector<std::complex<double>> phases(std::int64_t lmax, long double angle) {
  std::vector<std::complex<double>> result;
  for (std::int64_t m = 0; m <= lmax; ++m) {
    long double const whole = static_cast<long double>(m) * angle;
    result.emplace_back(static_cast<double>(std::cos(whole)),
                        static_cast<double>(-std::sin(whole)));
  }
  return result;
}

Turns turns(std::int64_t lmax, EulerAngles const& angles) {
  constexpr long double pi = std::numbers::pi_v<long double>;
  return {{phases(lmax, static_cast<long double>(angles.psi) + 0.5L * pi),
           phases(lmax, static_cast<long double>(angles.theta) + pi),
           phases(lmax, static_cast<long double>(angles.phi) + 0.5L * pi)}};
}

void turn(std::vector<std::complex<double>> const& z, std::int64_t count, std::complex<double>* x) {
  for (std::int64_t m = 0; m < count; ++m) {
    x[m] *= z[static_cast<std::size_t>(m)];
  }
}

}  // namespace siderum::portable::rotation
