// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <siderum/core/ring_grids/rows.hpp>

namespace siderum {

namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

/// P_n near its roots, by differences D_l = P_l - P_{l-1}. With w = 1 - cos(theta), made as 2
/// sin^2(theta/2),
///
///     (l + 1) D_{l+1} = l D_l - (2 l + 1) w P_l
///
/// loses nothing near the poles, where x P_l would.
class Polynomial {
 public:
  explicit Polynomial(std::int64_t degree) : degree_(degree) {
    for (std::int64_t l = 0; l < degree; ++l) {
      auto const k = static_cast<long double>(l);
      shrink_.push_back(k / (k + 1.0L));
      pull_.push_back((2.0L * k + 1.0L) / (k + 1.0L));
    }
  }

  struct Value {
    long double value;
    long double slope;  ///< dP_n / dtheta
  };

  Value operator()(long double theta) const {
    long double const half = std::sin(0.5L * theta);
    long double const w = 2.0L * half * half;
    long double value = 1.0L;
    long double difference = 0.0L;
    for (std::size_t l = 0; l < shrink_.size(); ++l) {
      difference = shrink_[l] * difference - pull_[l] * w * value;
      value += difference;
    }
    auto const n = static_cast<long double>(degree_);
    return {value, n * (difference - w * value) / std::sin(theta)};
  }

 private:
  std::int64_t degree_;
  std::vector<long double> shrink_;
  std::vector<long double> pull_;
};

/// Root k = 1, 2, ... from the pole: zero j_{0,k} of the Bessel function (McMahon's expansion) and
/// theta = y + (y cot y - 1) / (8 y (n + 1/2)^2), y = j_{0,k} / (n + 1/2).
long double first_guess(std::int64_t n, std::int64_t k) {
  long double const nu = static_cast<long double>(n) + 0.5L;
  long double const beta = (static_cast<long double>(k) - 0.25L) * pi;
  long double const eighth = 1.0L / (8.0L * beta);
  long double const cube = eighth * eighth * eighth;
  long double const bessel =
      beta + eighth - 124.0L / 3.0L * cube + 120928.0L / 15.0L * cube * eighth * eighth;
  long double const y = bessel / nu;
  return y + (y * std::cos(y) / std::sin(y) - 1.0L) / (8.0L * y * nu * nu);
}

detail::Row root(Polynomial const& polynomial, std::int64_t n, std::int64_t k) {
  if (2 * k == n + 1) {
    long double const slope = polynomial(0.5L * pi).slope;
    return {0.5L * pi, 2.0L / (slope * slope)};
  }
  long double theta = first_guess(n, k);
  constexpr int most_steps = 12;
  for (int step = 0; step < most_steps; ++step) {
    auto const [value, slope] = polynomial(theta);
    long double const change = value / slope;
    theta -= change;
    // The next step would be of the order of n change^2.
    if (std::fabs(change) < 1e-11L * theta / static_cast<long double>(n)) {
      break;
    }
  }
  long double const slope = polynomial(theta).slope;
  return {theta, 2.0L / (slope * slope)};
}

}  // namespace

RingGrid gauss_legendre_grid(std::int64_t rings, std::int64_t nphi) {
  detail::validate_rows(rings, 1, nphi);
  Polynomial const polynomial(rings);
  std::vector<Ring> rows(static_cast<std::size_t>(rings));
  for (std::int64_t j = 0; 2 * j < rings; ++j) {
    detail::Row const row = root(polynomial, rings, j + 1);
    std::int64_t const mirror = rings - 1 - j;
    rows[static_cast<std::size_t>(mirror)] = detail::make_row(row, mirror, true, nphi);
    rows[static_cast<std::size_t>(j)] = detail::make_row(row, j, false, nphi);
  }
  return RingGrid(GridKind::gauss_legendre,
                  "Gauss-Legendre " + std::to_string(rings) + " x " + std::to_string(nphi),
                  std::move(rows), rings * nphi, std::min(rings - 1, (nphi - 1) / 2));
}

}  // namespace siderum
