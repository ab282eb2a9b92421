// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <siderum/backends/portable/legendre/rings.hpp>

/// Functions of spin s by their own recurrence, for rings next to a pole. With
/// C_l = sqrt((l^2 - m^2) (l^2 - s^2) / (4 l^2 - 1)) / l, x = 2 sin^2(theta / 2) and the sign + for
/// lam^s_lm, - for lam^{-s}_lm (Kostelec & Rockmore 2008, J. Fourier Anal. Appl. 14, 145),
///
///     C_{l+1} lam_{l+1} = (1 - x +- m s / (l (l + 1))) lam_l - C_l lam_{l-1}
///
/// as sums of differences d_l = C_l (lam_l - lam_{l-1}), which do not lose what is small in x:
///
///     d_{l+1} = d_l + (k_l +- m s / (l (l + 1)) - x) lam_l,   k_l = 1 - C_l - C_{l+1}
///     lam_{l+1} = lam_l + d_{l+1} / C_{l+1}
///
/// On the mirror ring, lam^s_lm(pi - theta) = (-1)^(l + m) lam^{-s}_lm(theta).
namespace siderum::portable::spin {

/// What a step of one degree takes.
struct Step {
  double of_plus;   ///< k_l + m s / (l (l + 1))
  double of_minus;  ///< k_l - m s / (l (l + 1))
  double growth;    ///< 1 / C_{l+1}
};

/// 1 / 2 - C_l, without cancellation; 0 < C_l for l > max(m, s).
KOKKOS_FORCEINLINE_FUNCTION double below_half(double l, double m, double s) {
  double const l2 = l * l;
  double const four = 4.0 * l2 - 1.0;
  double const square = (l2 - m * m) * (l2 - s * s) / (l2 * four);
  double const rest =
      (l2 * (4.0 * (m * m + s * s) - 1.0) - 4.0 * m * m * s * s) / (4.0 * l2 * four);
  return rest / (0.5 + Kokkos::sqrt(square));
}

/// From l to l + 1, with 1 / 2 - C of both; l >= max(m, s), s = 1, 2.
KOKKOS_FORCEINLINE_FUNCTION Step step_of(double l, double m, double s, double here, double next) {
  double const k = here + next;
  double const shift = m * s / (l * (l + 1.0));
  return {k + shift, k - shift, 1.0 / (0.5 - next)};
}
KOKKOS_FORCEINLINE_FUNCTION Step step_of(std::int64_t degree, std::int64_t order, int spin) {
  auto const l = static_cast<double>(degree);
  auto const m = static_cast<double>(order);
  auto const s = static_cast<double>(spin);
  return step_of(l, m, s, below_half(l, m, s), below_half(l + 1.0, m, s));
}

/// Where orders start: lam^{+s} and lam^{-s} of l = max(m, s), over
///
///     m >= s: sin^(m-s)(theta) h^(2s) and sin^(m-s)(theta) c^(2s)
///     m < s:  c^(s-m) h^(s+m) and c^(s+m) h^(s-m),   c = cos(theta / 2), h = sin(theta / 2)
struct Start {
  double plus;
  double minus;
};

/// For the orders 0 .. mmax.
inline std::vector<Start> start_values(int spin, std::int64_t mmax) {
  std::vector<Start> starts;
  long double square =
      static_cast<long double>(2 * spin + 1) / (4 * std::numbers::pi_v<long double>);
  // Binomial coefficients of 2 s over s + m.
  constexpr double choices[2][2] = {{2.0, 1.0}, {6.0, 4.0}};
  for (std::int64_t m = 0; m <= mmax; ++m) {
    double const sign = m % 2 == 0 ? 1.0 : -1.0;
    if (m < spin) {
      auto const value =
          static_cast<double>(std::sqrt(square * static_cast<long double>(choices[spin - 1][m])));
      starts.push_back({sign * value, spin == 1 ? -value : value});
      continue;
    }
    auto const value = static_cast<double>(std::sqrt(square));
    starts.push_back({sign * value, sign * value});
    auto const order = static_cast<long double>(m);
    square *= (2 * order + 3) * (order + 1) / (2 * (order + 1 + spin) * (order + 1 - spin));
  }
  return starts;
}

/// A function, its difference and the integer scale of both (legendre/rings.hpp).
template <class Number>
struct Value {
  Number now;
  Number difference;
  Number scale;

  SIDERUM_NUMBER_FUNCTION void begin(Number v, Number scale_of_power) {
    Number const zero(0.0);
    Number const one(1.0);
    now = v * select_less(zero, scale_of_power, Number(legendre::scale_up), one);
    difference = zero;
    scale = scale_of_power - select_less(zero, scale_of_power, one, zero);
    bring_nearer();
  }

  /// A value with a scale below 0 takes the next one as soon as it could count within some steps.
  SIDERUM_NUMBER_FUNCTION void bring_nearer() {
    Number const zero(0.0);
    Number const one(1.0);
    Number const above = select_less(Number(legendre::pending_bound), absolute(now), one, zero);
    Number const moved = above * select_less(scale, zero, one, zero);
    Number const factor = select_less(zero, moved, Number(legendre::scale_down), one);
    now = now * factor;
    difference = difference * factor;
    scale = scale + moved;
  }

  SIDERUM_NUMBER_FUNCTION void advance(Number slope, Number growth) {
    difference = multiply_add(slope, now, difference);
    now = multiply_add(growth, difference, now);
  }
};

/// lam^{+s} and lam^{-s} of one order on rings at theta <= pi / 2, or their mirrors.
template <class Number>
struct Wigner {
  Number x;
  Value<Number> plus;
  Value<Number> minus;

  /// @param sine, cosine  of theta, cosine >= 0
  SIDERUM_NUMBER_FUNCTION void begin(Number sine, Number cosine, std::int64_t m, int spin,
                                     Start const& start) {
    Number const one(1.0);
    Number const half(0.5);
    Number const c = sqrt(half * (one + cosine));
    Number const h = half * sine / c;
    x = sine * sine / (one + cosine);
    if (m < spin) {
      int const order = static_cast<int>(m);
      Number const zero(0.0);
      plus.begin(Number(start.plus) * power(c, spin - order) * power(h, spin + order), zero);
      minus.begin(Number(start.minus) * power(c, spin + order) * power(h, spin - order), zero);
      return;
    }
    auto const of_sine = legendre::scaled_power(sine, m - spin);
    Number const v = of_sine.high + of_sine.low;
    plus.begin(Number(start.plus) * v * power(h, 2 * spin), of_sine.scale);
    minus.begin(Number(start.minus) * v * power(c, 2 * spin), of_sine.scale);
  }

  SIDERUM_NUMBER_FUNCTION void advance(Step const& step) {
    Number const growth(step.growth);
    plus.advance(Number(step.of_plus) - x, growth);
    minus.advance(Number(step.of_minus) - x, growth);
  }

  SIDERUM_NUMBER_FUNCTION void bring_nearer() {
    plus.bring_nearer();
    minus.bring_nearer();
  }

 private:
  SIDERUM_NUMBER_FUNCTION static Number power(Number base, int exponent) {
    Number result(1.0);
    for (int i = 0; i < exponent; ++i) {
      result = result * base;
    }
    return result;
  }
};

}  // namespace siderum::portable::spin
