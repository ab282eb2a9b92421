// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/backends/portable/legendre/make_tables.hpp>
#include <siderum/core/allocate.hpp>

/// Functions of spin 1 and 2 as finite sums of scalar ones.
///
/// With eps_l = sqrt((l^2 - m^2) / (4 l^2 - 1)) for l > m and 0 otherwise, and F+- of
/// algorithms/sky/harmonic_transform.hpp,
///
///     s = 1, n_l = 1 / sqrt(l (l + 1)):
///         sin(theta) F+_l = n_l { (l + 1) eps_l P_{l-1} - l eps_{l+1} P_{l+1} }
///         sin(theta) F-_l = n_l m P_l
///     s = 2, n_l = 1 / sqrt((l - 1) l (l + 1) (l + 2)):
///         sin^2(theta) F+_l = n_l { l (l - 1) eps_{l+1} eps_{l+2} P_{l+2}
///                                 + (l + 1) (l + 2) eps_l eps_{l-1} P_{l-2}
///                                 + [2 m^2 - 2 l - l (l - 1) (1 - eps_{l+1}^2 - eps_l^2)
///                                    + (4 l + 2) eps_l^2] P_l }
///         sin^2(theta) F-_l = 2 n_l m { (l + 2) eps_l P_{l-1} - (l - 1) eps_{l+1} P_{l+1} }
///
/// since sin(theta) dP_l/dtheta = l eps_{l+1} P_{l+1} - (l + 1) eps_l P_{l-1}.
namespace siderum::portable::spin {

/// Degrees on either side of one that its terms reach.
inline constexpr std::int64_t reach = 2;

/// What depends on the degree alone, from l = -reach on.
template <class MemorySpace>
struct DegreeTables {
  Kokkos::View<double const*, MemorySpace> norms;  ///< n_l; 0 for l < s and for l > lmax
  Kokkos::View<double const*, MemorySpace> roots;  ///< 1 / sqrt(4 l^2 - 1)

  KOKKOS_FORCEINLINE_FUNCTION double norm(std::int64_t l) const { return norms(l + reach); }
  KOKKOS_FORCEINLINE_FUNCTION double epsilon(std::int64_t l, std::int64_t m) const {
    double const square = static_cast<double>(l - m) * static_cast<double>(l + m);
    return l > m ? Kokkos::sqrt(square) * roots(l + reach) : 0.0;
  }
};

template <class Exec>
DegreeTables<typename Exec::memory_space> make_degree_tables(Exec const& exec, int spin,
                                                             std::int64_t lmax) {
  std::vector<double> norms;
  std::vector<double> roots;
  for (std::int64_t l = -reach; l <= lmax + 2 * reach; ++l) {
    auto const degree = static_cast<long double>(l);
    long double const square =
        degree * (degree + 1) * (spin == 2 ? (degree - 1) * (degree + 2) : 1.0L);
    norms.push_back(l < spin || l > lmax ? 0.0 : static_cast<double>(1 / std::sqrt(square)));
    roots.push_back(l < 1 ? 0.0 : static_cast<double>(1 / std::sqrt(4 * degree * degree - 1)));
  }
  std::string const label = "siderum::harmonic_transform::spin_";
  return {copy_to_memory(exec, label + "norms", norms),
          copy_to_memory(exec, label + "roots", roots)};
}

/// Factors that link the field at one degree with scalars at five, d - 2 .. d + 2, or the scalars
/// at one degree with the field at five.
struct Factors {
  double plus[5];   ///< of sin^s(theta) F+; for s = 1 only places 1 and 3, for s = 2 the others
  double minus[5];  ///< of sin^s(theta) F-; for s = 1 only place 2, for s = 2 places 1 and 3
};

/// eps_{d-1} .. eps_{d+2}
struct Epsilons {
  double of[4];
};

/// The factor of P_l in sin^2(theta) F+_l, over n_l.
KOKKOS_FORCEINLINE_FUNCTION double middle_term(double l, double m, double here, double next) {
  return 2.0 * (m * m - l) - l * (l - 1.0) * (1.0 - next * next - here * here) +
         (4.0 * l + 2.0) * here * here;
}

/// From the scalars at l - 2 .. l + 2, what F_l takes; n is n_l.
template <int spin>
KOKKOS_FORCEINLINE_FUNCTION Factors factors_of_field(double l, double m, double n,
                                                     Epsilons const& eps) {
  if constexpr (spin == 1) {
    return {{0.0, n * (l + 1.0) * eps.of[1], 0.0, -n * l * eps.of[2], 0.0},
            {0.0, 0.0, n * m, 0.0, 0.0}};
  } else {
    return {
        {n * (l + 1.0) * (l + 2.0) * eps.of[1] * eps.of[0], 0.0,
         n * middle_term(l, m, eps.of[1], eps.of[2]), 0.0,
         n * l * (l - 1.0) * eps.of[2] * eps.of[3]},
        {0.0, 2.0 * n * m * (l + 2.0) * eps.of[1], 0.0, -2.0 * n * m * (l - 1.0) * eps.of[2], 0.0}};
  }
}

/// To the scalars at one degree k, what F_l of l = k - 2 .. k + 2 give: the same factors, read from
/// the other side.
template <int spin, class MemorySpace>
KOKKOS_FORCEINLINE_FUNCTION Factors factors_of_scalar(DegreeTables<MemorySpace> const& tables,
                                                      std::int64_t degree, std::int64_t order,
                                                      Epsilons const& eps) {
  auto const k = static_cast<double>(degree);
  auto const m = static_cast<double>(order);
  double const below = tables.norm(degree - 1);
  double const here = tables.norm(degree);
  double const above = tables.norm(degree + 1);
  if constexpr (spin == 1) {
    return {{0.0, -below * (k - 1.0) * eps.of[1], 0.0, above * (k + 2.0) * eps.of[2], 0.0},
            {0.0, 0.0, here * m, 0.0, 0.0}};
  } else {
    double const far_below = tables.norm(degree - 2);
    double const far_above = tables.norm(degree + 2);
    return {{far_below * (k - 2.0) * (k - 3.0) * eps.of[0] * eps.of[1], 0.0,
             here * middle_term(k, m, eps.of[1], eps.of[2]), 0.0,
             far_above * (k + 3.0) * (k + 4.0) * eps.of[2] * eps.of[3]},
            {0.0, -2.0 * below * m * (k - 2.0) * eps.of[1], 0.0,
             2.0 * above * m * (k + 3.0) * eps.of[2], 0.0}};
  }
}

/// sum of plus[i] first[i] + i times the sum of minus[i] second[i], without the terms that are 0.
template <int spin>
KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<double> sum_of_terms(
    Factors const& factors, Kokkos::complex<double> const* first,
    Kokkos::complex<double> const* second) {
  auto const* const p = factors.plus;
  auto const* const n = factors.minus;
  Kokkos::complex<double> plus;
  Kokkos::complex<double> minus;
  if constexpr (spin == 1) {
    plus = p[1] * first[1] + p[3] * first[3];
    minus = n[2] * second[2];
  } else {
    plus = p[0] * first[0] + p[2] * first[2] + p[4] * first[4];
    minus = n[1] * second[1] + n[3] * second[3];
  }
  return {plus.real() - minus.imag(), plus.imag() + minus.real()};
}

}  // namespace siderum::portable::spin
