// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/ring_modes.hpp>
#include <siderum/backends/portable/ring_pairs.hpp>
#include <siderum/core/harmonic_coefficients.hpp>

/// The operation RingFft: real pixels of rings from Fourier modes, and the transpose,
///
///     synthesis   map_j = w Re[ F_0 + 2 sum_{m=1}^{mmax} F_m exp(i m phi_j) ]
///     analysis    F_m   = w sum_j map_j exp(-i m phi_j),   m = 0 .. mmax
///
/// with phi_j = phi0 + 2 pi j / nphi; F_m = 0 for m >= orders of the pair. Any nphi >= 1: modes
/// with 2 m >= nphi are folded, bin m mod nphi += F_m exp(i m phi0) and bin -m mod nphi += its
/// conjugate.
///
/// Contract, for every backend `RingFft<Exec, Real>`:
/// - `static constexpr bool is_available`: whether this build has transforms for the space
/// - constructed from (exec, pairs, maps, pairs_at_once): all pairs of a grid (pair_rings), the
///   most maps of a call, the longest range of a call; set-up and work space are its own
/// - `synthesis(modes, range, map, factors)`: writes every pixel of the rings of `range` and no
///   other element of `map` (maps, pixels)
/// - `analysis(map, range, modes, factors)`: reads every pixel of them, keeps `map`
/// - RingWeights::quadrature: w = Ring::weight, one: w = 1; times RingPair::spin_factor for rows
///   with the spin of a field
/// - transforms in Real; error within 8 epsilon(Real) log2(4 nphi) of the root mean square
/// - the same bits for every call and thread count
/// - enqueues on exec and does not fence
/// - cost about 2.5 nphi log2(nphi) operations a ring where nphi is 2^a 3^b 5^c
namespace siderum::portable {

enum class RingWeights { one, quadrature };

/// What makes w of a ring and a row.
struct RingFactors {
  RingWeights weights = RingWeights::one;
  Field field = Field::scalar;

  constexpr RingFactors() = default;
  constexpr RingFactors(RingWeights of_rings) : weights(of_rings) {}  // NOLINT: of scalars
  constexpr RingFactors(RingWeights of_rings, Field of_rows) : weights(of_rings), field(of_rows) {}

  KOKKOS_FORCEINLINE_FUNCTION double operator()(double weight, double spin_factor,
                                                std::int64_t row) const {
    return (weights == RingWeights::quadrature ? weight : 1.0) *
           (has_spin(field, row) ? spin_factor : 1.0);
  }
};

template <class Exec, class Real>
class RingFft;

}  // namespace siderum::portable
