// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/harmonic_range.hpp>

/// What the Legendre stages know before the coefficients come.
namespace siderum::portable {

/// The two-step recurrence in l for every order m (Ishioka 2018, J. Meteorol. Soc. Japan,
/// doi 10.2151/jmsj.2018-019), FP64. With l = m + 2 i and eps_l = sqrt((l^2 - m^2) / (4 l^2 - 1)),
///
///     q_0 = P_mm,  q_{-1} = 0,  q_{i+1} = (a_i cos^2 theta + b_i) q_i + q_{i-1}
///                                       = (c_i - a_i sin^2 theta) q_i + q_{i-1}
///     P_lm      = low_i q_i + (high_{i-1}) q_{i-1}
///     P_{l+1,m} = alpha_i cos(theta) q_i
///
/// where low_i = alpha_i eps_{l+1}, high_i = alpha_i eps_{l+2} and c_i = a_i + b_i. A step i of
/// order m, 0 <= i < steps(m) = (lmax - m) / 2 + 1, is element offset(m) + i. Coefficients beyond
/// lmax count as 0:
///
///     sum_l a_lm P_lm = sum_i A_i q_i + cos(theta) sum_i B_i q_i
///     A_i = low_i a_l + high_i a_{l+2},   B_i = alpha_i a_{l+1}
template <class MemorySpace>
struct LegendreTables {
  using Table = Kokkos::View<double const*, MemorySpace>;

  HarmonicRange range;
  Table a;
  Table b;
  Table c;
  Table low;
  Table high;
  Table alpha;
  Table start;  ///< (mmax + 1): (-1)^m mu_m, so that P_mm = start(m) sin^m(theta)
  /// (mmax + 2): first step of each order, a multiple of 8. What lies between the steps of two
  /// orders is 0. Orders that the stages do not treat have no steps here.
  Kokkos::View<std::int64_t const*, MemorySpace> offset;
  /// The orders that the stages treat, ascending, in groups of order_group (ring_pairs.hpp) that
  /// begin at its multiples.
  Kokkos::View<std::int64_t const*, MemorySpace> order;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t steps(std::int64_t m) const {
    return (range.lmax - m) / 2 + 1;
  }
};

namespace legendre {

/// Devices make the tables in stretches of so many steps, and know for each in work space what it
/// begins with, of some orders at a time.
inline constexpr std::int64_t steps_of_alpha_stretch = 32;
inline constexpr std::int64_t most_bytes_of_alpha_stretches = std::int64_t{32} << 20;

inline std::int64_t alpha_stretches_of_order(HarmonicRange range) {
  return range.lmax / 2 / steps_of_alpha_stretch + 1;
}

/// That work space for so many orders.
inline std::int64_t bytes_of_alpha_stretches(HarmonicRange range, std::int64_t orders) {
  std::int64_t const of_order = alpha_stretches_of_order(range) * 2 * std::int64_t{sizeof(double)};
  return std::min(orders * of_order, std::max(of_order, most_bytes_of_alpha_stretches));
}

}  // namespace legendre

/// Made on the instance, in O(lmax) for each order; on devices with bytes_of_alpha_stretches of
/// work space. Throws OutOfMemory.
/// @param order  see LegendreTables::order; may be empty
template <class Exec>
LegendreTables<typename Exec::memory_space> make_legendre_tables(
    Exec const& exec, HarmonicRange range, std::vector<std::int64_t> const& order);

/// Of all orders.
template <class Exec>
LegendreTables<typename Exec::memory_space> make_legendre_tables(Exec const& exec,
                                                                 HarmonicRange range);

/// The recurrence that serves a pair of rings: which form loses least (docs/harmonic_transform.md),
/// uniform over runs of neighbouring pairs.
///
///     pair <  near_pole_end         q with c - a sin^2 theta       sin(theta) < 0.5
///     pair <  near_equator_begin    q with a cos^2 theta + b
///     else                          one step in l:  |cos(theta)| < 0.01
///         P_{l+1,m} = (cos(theta) P_lm - eps_l P_{l-1,m}) / eps_{l+1}
///
/// A vector or group of threads that straddles a boundary may use the form of either side, but must
/// use the one-step form where any pair of it is beyond near_equator_begin.
template <class MemorySpace>
struct LegendreRings {
  Kokkos::View<double const*, MemorySpace> cos_theta;     ///< (pairs) of the first ring
  Kokkos::View<double const*, MemorySpace> sin_theta;     ///< (pairs), ascending
  Kokkos::View<std::int64_t const*, MemorySpace> orders;  ///< (pairs) of RingPair, ascending
  /// (pairs): 1, or 0 where there is no second ring, which then adds nothing to analysis.
  Kokkos::View<double const*, MemorySpace> has_second;
  std::int64_t near_pole_end = 0;
  std::int64_t near_equator_begin = 0;

  std::int64_t pairs() const { return static_cast<std::int64_t>(sin_theta.extent(0)); }
};

}  // namespace siderum::portable
